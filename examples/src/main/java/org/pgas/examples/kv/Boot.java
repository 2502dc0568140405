package org.pgas.examples.kv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The time from one start of the kernel to the next. What a killed process has written to a mapped file is kept by the
 * kernel as long as that runs, and no longer.
 */
public final class Boot {
    /** A boot that is not known: it is the same as no other, not even as itself. */
    static final long UNKNOWN = 0;

    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** The first half of the kernel's boot id; {@link #UNKNOWN} where the kernel does not tell. */
    public static long current() {
        try {
            return UUID.fromString(Files.readString(ID, StandardCharsets.US_ASCII).strip()).getMostSignificantBits();
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    static boolean isSame(long boot, long other) {
        return boot == other && boot != UNKNOWN;
    }
}
