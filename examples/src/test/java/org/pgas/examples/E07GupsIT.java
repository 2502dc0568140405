package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.Setting;

class E07GupsIT {
    @Test
    void shouldLoseNoUpdateForAnyNumberOfRanks() throws InterruptedException {
        check(1, "table of 65,536 words on 1 ranks, 262,144 updates", "--log2-words", "16");
        check(2, "table of 1,024 words on 2 ranks, 1,000,000 updates", "--log2-words", "10", "--updates", "1000000");
        check(4, "table of 2 words on 4 ranks, 100,000 updates", "--log2-words", "1", "--updates", "100000", "--seed",
                "1317624576693539400");
    }

    private static void check(int ranks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E07Gups.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(3, run.all().size(), run.toString());
        assertEquals(first, run.out().getFirst(), run.toString());
        assertTrue(run.out().get(1).matches("\\d+\\.\\d{3} s, \\d+\\.\\d million updates per second"), run.toString());
        assertEquals("errors=0", run.out().getLast(), run.toString());
    }

    @Test
    void shouldRefuseWhatIsNoTableAndNoStream() throws InterruptedException {
        refuses("--log2-words 37: legal are 0..36", "--log2-words", "37");
        refuses("--updates 0: legal are 1..1317624576693539401", "--updates", "0");
        refuses("--seed -1: legal are 0..1317624576693539400", "--seed", "-1");
    }

    @Test
    void shouldSayThatATableFindsNoRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E07Gups.class, 2, Map.of(Setting.ROOM, "1m"), "--log2-words", "20");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("gups: --log2-words 20: "), run.toString());
    }

    @Test
    void shouldMakeATableThatHasRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E07Gups.class, 2, Map.of(Setting.ROOM, "1m"));
        assertEquals(0, run.code(), run.toString());
        assertEquals("table of 32,768 words on 2 ranks, 131,072 updates", run.out().getFirst());
    }

    private static void refuses(String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E07Gups.class, 2, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }
}
