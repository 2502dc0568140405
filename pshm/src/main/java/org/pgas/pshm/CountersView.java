package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

import org.pgas.Counter;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.WaitRecord;

/**
 * A job's file of counters, for tools that only look. Valid as long as its arena is open.
 *
 * <p>Only parts of ranks that have joined may be asked for: those of others have no room yet, and a look would take it.
 */
record CountersView(long base) {
    // Fields and orders: org.pgas.spi.CounterLayout.

    /** The counters of a job of {@code size} ranks; throws when the file is refused, or gone. */
    static CountersView look(Path directory, int size, Arena arena) throws IOException {
        CountersFile.check(directory, size);
        Path path = directory.resolve(CountersFile.NAME);
        return new CountersView(ReadOnlyMapping.of(path, CountersLayout.fileLength(size), arena).address());
    }

    /** When the job began, in milliseconds since 1970. */
    long begin() {
        return SharedMemory.getLong(base + CountersLayout.BEGIN);
    }

    /** What all threads of a rank have counted together; of counters that the job's release does not have, nothing. */
    Map<Counter, Long> counters(int rank) {
        int known = Math.min(SharedMemory.getInt(base + CountersLayout.COUNTERS), Counter.values().length);
        Map<Counter, Long> sums = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            if (counter.ordinal() < known) {
                sums.put(counter, sum(rank, counter));
            }
        }
        return Collections.unmodifiableMap(sums);
    }

    private long sum(int rank, Counter counter) {
        long at = part(rank) + CounterLayout.COUNTS + (long) counter.ordinal() * Long.BYTES;
        long sum = 0;
        for (int block = 0; block < CounterLayout.BLOCK_COUNT; block++) {
            // SYNC: block of counters; each count is whole, none is ordered with another
            sum += SharedMemory.getLongOpaque(at + CounterLayout.block(block));
        }
        return sum;
    }

    /** The wait that the rank is in, or null: it is in none, or in a new one at every look. */
    WaitView wait(int rank) {
        WaitRecord wait = WaitRecord.read(part(rank));
        return wait == null ? null
                : new WaitView(RankView.words(wait.activity()), wait.text(),
                        Math.max(0, wait.age().nanos()), wait.rank(), wait.ranks());
    }

    private long part(int rank) {
        return base + CountersLayout.partOffset(rank);
    }
}
