package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

class E06UtsIT {
    private static final Pattern RANK = Pattern.compile("rank=(\\d+) nodes=(\\d+) rate=\\d+");

    @Test
    void shouldFindThePublishedCountsOfTreeT1ForAnyNumberOfRanks() throws InterruptedException {
        for (int ranks : new int[]{1, 2, 4}) {
            ProgramRun run = ProgramRun.of(E06Uts.class, ranks, Map.of());
            assertEquals(0, run.code(), run.toString());
            assertEquals("nodes=4130071 leaves=3305118 depth=10", run.out().getFirst(), run.toString());
            assertEquals(1 + ranks, run.out().size(), run.toString());
            long nodes = 0;
            long ofRank0 = 0;
            for (int rank = 0; rank < ranks; rank++) {
                Matcher line = RANK.matcher(run.out().get(1 + rank));
                assertTrue(line.matches(), run.toString());
                assertEquals(rank, Integer.parseInt(line.group(1)));
                nodes += Long.parseLong(line.group(2));
                ofRank0 = rank == 0 ? nodes : ofRank0;
            }
            assertEquals(4_130_071, nodes);
            assertEquals(ranks > 1, ofRank0 < nodes, () -> "who has no nodes steals some: " + run);
        }
    }

    @Test
    void shouldRefuseWhatIsNoTreeOrNoChunk() throws InterruptedException {
        check("--b0 is -1.0, legal is above 0", "--b0", "-1");
        check("--depth is 0, legal is 1 or more", "--depth", "0");
        check("--seed is -2, legal is 0 or more", "--seed", "-2");
        check("--chunk 0: legal are 1..", "--chunk", "0");
        check("--chunk 1000000: legal are 1..", "--chunk", "1000000");
    }

    private static void check(String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E06Uts.class, 2, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }
}
