package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.Setting;
import org.pgas.pshm.HostedJob;

/**
 * The memory that a job takes beside its segments: blocks of its files, not their lengths. docs/SCALING.md says what
 * they are for.
 */
class FootprintTest {
    private static final long SEGMENT_BYTES = 64 << 10;
    private static final long TRAILER_BYTES = 36 << 10;
    private static final long PAGE = 4096;
    private static final long MARK_AND_ENVIRONMENT = 2 * PAGE;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8})
    void shouldTakeWhatTheFormulaSays(int ranks) throws Exception {
        boolean arePairs = ranks <= 4;
        long rings = 2L * (arePairs ? ranks * (ranks - 1) : ranks);
        long slab = arePairs ? 512 << 10 : 1 << 20;
        long messages = 128 + 1024L * ranks + rings * (slab / 4 + 896);
        long expected = pages(1280 + 1024L * ranks) + pages(messages) + rings * slab + ranks * (76L << 10) + 4096
                + ranks * 12_288L
                + ranks * TRAILER_BYTES + MARK_AND_ENVIRONMENT;

        assertEquals(expected, besideSegments(ranks));
    }

    @Test
    void shouldTakeAtMostFourMebibytesWithTwoRanks() throws Exception {
        long bytes = besideSegments(2);

        assertTrue(bytes <= 4 << 20, "beside the segments of 2 ranks: " + bytes + " bytes");
    }

    private static long pages(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }

    /** While all have attached, and met once. */
    private static long besideSegments(int ranks) throws Exception {
        String name = "footprint-" + ProcessHandle.current().pid() + "-" + ranks;
        long[] bytes = new long[1];
        try (HostedJob host = HostedJob.create(null, name, ranks, Map.of())) {
            Runnable[] bodies = new Runnable[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                JobConfig config = JobConfig.builder().place(host.directory(), rank, ranks).set(Setting.CHECKS, "off")
                        .set(Setting.NAMES, "on").build();
                bodies[rank] = () -> {
                    try (Job job = Job.join(config)) {
                        job.attach(SEGMENT_BYTES);
                        job.world().barrier();
                        if (job.rank() == 0) {
                            bytes[0] = allocated(host.directory());
                        }
                        job.world().barrier();
                    }
                };
            }
            try {
                RankThreads.run(bodies);
            } finally {
                host.remove();
            }
        }
        return bytes[0] - ranks * SEGMENT_BYTES;
    }

    /** In blocks of the files of a job, which Java does not tell. */
    private static long allocated(Path directory) {
        try {
            Process stat = new ProcessBuilder("sh", "-c", "stat -c '%b %B' \"$1\"/*", "-", directory.toString())
                    .redirectErrorStream(true).start();
            String text = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().map(line -> line.split(" ")).mapToLong(
                    words -> Long.parseLong(words[0]) * Long.parseLong(words[1])).sum();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
