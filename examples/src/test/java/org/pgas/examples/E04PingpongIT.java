package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

class E04PingpongIT {
    private static final Pattern ROW = Pattern.compile(" *(?:to [\\d.]+|above) us +([\\d,]+)(?:  [█▏▎▍▌▋▊▉]+)?");
    private static final String NUMBER = " \\d+\\.\\d\\d";

    @Test
    void shouldMeasureEveryRoundTripWithEveryOtherRank() throws InterruptedException {
        checkRun(3, "short messages", 1, 2);
        checkRun(1, "short messages", 0);
        checkRun(2, "medium messages of 1 bytes", 1, "--bytes", "1");
        checkRun(2, "medium messages of 4,000 bytes", 1, "--bytes", "4000");
    }

    private static void checkRun(int ranks, String kind, int peer, String... options) throws InterruptedException {
        checkRun(ranks, kind, new int[]{peer}, options);
    }

    private static void checkRun(int ranks, String kind, int one, int two) throws InterruptedException {
        checkRun(ranks, kind, new int[]{one, two});
    }

    private static void checkRun(int ranks, String kind, int[] peers, String... options) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--iterations", "2000", "--warmup", "100"));
        arguments.addAll(List.of(options));
        ProgramRun run = ProgramRun.of(E04Pingpong.class, ranks, Map.of(), arguments.toArray(String[]::new));
        assertEquals(0, run.code(), run.toString());
        assertEquals(peers.length * 15, run.out().size(), run.toString());
        for (int i = 0; i < peers.length; i++) {
            List<String> lines = run.out().subList(i * 15, (i + 1) * 15);
            assertEquals("rank 0 and rank " + peers[i] + ": 2,000 round trips of " + kind, lines.getFirst());
            assertTrue(lines.get(1).matches("us: min" + NUMBER + "  p50" + NUMBER + "  p90" + NUMBER + "  p99" + NUMBER
                    + "  p99\\.9" + NUMBER + "  max" + NUMBER), run.toString());
            int counted = 0;
            for (String line : lines.subList(2, 15)) {
                Matcher row = ROW.matcher(line);
                assertTrue(row.matches(), line);
                counted += Integer.parseInt(row.group(1).replace(",", ""));
            }
            assertEquals(2000, counted);
        }
    }

    @Test
    void shouldRefuseWhatCannotBeMeasured() throws InterruptedException {
        check("--iterations 0: legal are 1 and more", "--iterations", "0");
        check("--warmup -1: legal are 0 and more", "--warmup", "-1");
        check("--bytes -1: legal are 0..", "--bytes", "-1");
        check("--bytes 2000000000: legal are 0..", "--bytes", "2000000000");
    }

    private static void check(String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E04Pingpong.class, 2, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }
}
