package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The control file of real jobs of three ranks is truncated within its last page. No access fails then, and the counts
 * of the barriers become zeros. The jobs end and say so; they never go on with wrong counts.
 */
class DamagedControlIT {
    private static final int RANKS = 3;

    @TempDir
    private Path base;

    /** Bytes that are cut off: counts of some ranks, of all ranks, and a part of what a rank says of itself. */
    @ParameterizedTest
    @ValueSource(longs = {968, 1152, 1241})
    void shouldEndAndNameTheControlFileWhenThatIsCutWithinAPage(long cut) throws Exception {
        try (CommandJob job = CommandJob.start(base, RANKS, List.of(), DamagedControlProgram.class)) {
            while (job.output().split("ready", -1).length <= RANKS) {
                assertTrue(job.isAlive() && !Thread.interrupted(), () -> "the job did not begin: " + job.output());
                LockSupport.parkNanos(10_000_000);
            }
            Path control;
            try (Stream<Path> all = Files.walk(CommandJob.directory(base))) {
                control = all.filter(file -> file.endsWith("control")).findFirst().orElseThrow();
            }
            try (RandomAccessFile file = new RandomAccessFile(control.toFile(), "rw")) {
                file.setLength(file.length() - cut);
            }
            String text = job.assertEnds(1);
            assertFalse(text.contains("WRONG"), text);
            assertTrue(text.contains("/control was truncated by another process: it has "), text);
        }
    }
}
