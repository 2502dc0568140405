package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;

/** What stays of segments that have come and gone. */
class SegmentMappingsTest {
    private static final int MOST_BYTES = 256 << 10;

    @TempDir
    Path directory;

    private int fd;

    @BeforeEach
    void make() {
        fd = Posix.open(directory.resolve("file").toString(), Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC, 0600);
        assertEquals(0, Posix.truncate(fd, MOST_BYTES));
    }

    @AfterEach
    void close() {
        Posix.close(fd);
    }

    /** Kilobytes of the kernel's that describe this process's addresses. */
    private static long pageTables() throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(each -> each.startsWith("VmPTE"))
                .findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", ""));
    }

    private static void touch(Mapping mapping, long value) {
        SharedMemory.putLong(mapping.address(), value);
        SharedMemory.putLong(mapping.address() + mapping.bytes() - Long.BYTES, value);
    }

    /** 16,000 segments of 64 KiB are a gibibyte of addresses, which would need 2 MiB of page tables. */
    @Test
    void shouldKeepNoPageTablesOfSegmentsThatAreClosed() throws IOException {
        SegmentMappings mappings = new SegmentMappings(RestingRanges.REST_BYTES);
        long before = 0;
        for (int turn = -1000; turn < 16_000; turn++) {
            if (turn == 0) {
                before = pageTables();
            }
            Mapping mapping = mappings.map(fd, 64 << 10);
            touch(mapping, turn);
            mappings.abandon(mapping);
        }
        long more = pageTables() - before;
        assertTrue(more < 512, () -> more + " KiB more of page tables");
    }

    /** Those that are open keep what they have, whoever comes to rest and is used again beside them. */
    @Test
    void shouldLeaveOpenSegmentsAloneWhenOthersRestAndAreUsedAgain() throws IOException {
        Seed seed = new Seed();
        Random random = seed.random();
        SegmentMappings mappings = new SegmentMappings(8L << 20);
        Queue<Mapping> open = new ArrayDeque<>();
        for (int turn = 0; turn < 3000; turn++) {
            Mapping mapping = mappings.map(fd, 4096L * (1 + random.nextInt(MOST_BYTES / 4096)));
            open.add(mapping);
            // of one file: what they have is told by its first word
            SharedMemory.putLong(mapping.address(), turn);
            for (Mapping each : open) {
                assertEquals(turn, SharedMemory.getLong(each.address()), () -> "seed " + seed);
            }
            if (open.size() > random.nextInt(20)) {
                Mapping closed = open.remove();
                mappings.abandon(closed);
                mappings.abandon(closed);
                assertEquals(0, SharedMemory.getLong(closed.address()), () -> "seed " + seed);
            }
        }
        open.forEach(mappings::abandon);
    }
}
