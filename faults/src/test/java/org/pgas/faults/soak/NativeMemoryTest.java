package org.pgas.faults.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;

import org.junit.jupiter.api.Test;

/** What the JVM tells of its native memory, read. */
class NativeMemoryTest {
    private static final String TRACKED = """
            Native Memory Tracking:

            (Omitting categories weighting less than 1KB)

            Total: reserved=1525599KB, committed=181115KB
                   malloc: 26215KB #103108, peak=31238KB #100711
                   mmap:   reserved=1499384KB, committed=154900KB

            -                 Java Heap (reserved=98304KB, committed=98304KB)
                                        (mmap: reserved=98304KB, committed=98304KB, at peak)

            -                     Class (reserved=1049135KB, committed=2479KB)
                                        (classes #3940)

            -                      Code (reserved=258226KB, committed=35114KB)
                                        (malloc=10539KB #34236) (peak=10540KB #34230)

            -                  Compiler (reserved=289KB, committed=289KB)
                                        (arena=196KB #6) (peak=44000KB #20)

            -               Arena Chunk (reserved=755KB, committed=755KB)
                                        (malloc=755KB) (peak=5000KB)

            -    Native Memory Tracking (reserved=2226KB, committed=2226KB)
                                        (malloc=437KB #5292)

            -        Shared class space (reserved=16384KB, committed=13908KB, readonly=0KB)
                                        (mmap: reserved=16384KB, committed=13908KB)

            -                     Other (reserved=1787KB, committed=1787KB)
                                        (malloc=1787KB #282)

            -                 Metaspace (reserved=65753KB, committed=16665KB)
                                        (malloc=207KB #201)
            """;

    @Test
    void shouldLeaveOutTheHeapAndWhatCompilersHave() throws IOException {
        NativeMemory memory = NativeMemory.of(TRACKED, 200_000L << 10);
        assertEquals(35_114 + 289 + 755 << 10, memory.compilerBytes());
        assertEquals(13_908 + 1787 << 10, memory.trackedBytes());
        assertEquals(200_000 - 98_304 - (35_114 + 289 + 755) - (2479 + 16_665) << 10, memory.otherBytes());
        assertEquals(200_000L << 10, memory.anonymousBytes());
    }

    @Test
    void shouldSayHowToStartAJvmThatDoesNotTrack() {
        IOException e = assertThrows(IOException.class,
                () -> NativeMemory.of("Native memory tracking is not enabled", 1 << 20));
        assertTrue(e.getMessage().contains(NativeMemory.OPTION), e.getMessage());
    }
}
