package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

/** What a rank shows of its ways, for observers. Valid as long as its arena is open. */
record WaysView(long part, int numbers) {
    // Fields and orders: org.pgas.spi.WayLayout.

    /** The ways of a rank in a job of {@code size} ranks; throws when the file is refused, or gone. */
    static WaysView look(Path directory, int rank, int size, Arena arena) throws IOException {
        Path path = directory.resolve(WaysFile.name(rank));
        int numbers = WaysFile.check(path, size);
        long base = ReadOnlyMapping.of(path, WaysLayout.fileLength(size), arena).address();
        return new WaysView(base + WaysLayout.HEADER_LENGTH, numbers);
    }

    /** The numbers of the way to a rank, without those that the job's release does not have. */
    WayView to(int peer) {
        Map<WayNumber, Long> found = new EnumMap<>(WayNumber.class);
        for (WayNumber number : WayNumber.values()) {
            if (number.ordinal() < numbers) {
                found.put(number, Math.max(0, WayLayout.get(part, peer, number)));
            }
        }
        return new WayView(peer, Collections.unmodifiableMap(found));
    }
}
