package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;

import org.junit.jupiter.api.Test;

class E20BankIT {
    private static void check(int ranks, int accounts, String last, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E20Bank.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        int transfers = Integer.parseInt(arguments[1]);
        assertEquals(accounts + " accounts at " + ranks + " branches, " + transfers + " transfers from each",
                run.out().get(0), run.toString());
        assertEquals("rank " + (ranks - 1) + " says: " + last, run.out().get(1), run.toString());
        assertEquals("rank " + (ranks - 1) + " refused: java.lang.IllegalStateException: account " + (accounts - 1)
                + " has 100, not 1000", run.out().get(2), run.toString());
        assertTrue(run.out().get(3).matches("\\d+ transfers made, \\d+ refused"), run.toString());
        String[] words = run.out().get(3).split(" ");
        assertEquals(transfers * ranks, Integer.parseInt(words[0]) + Integer.parseInt(words[3]), run.toString());
        assertEquals(100 * accounts + " in all accounts, errors=0", run.out().get(4), run.toString());
    }

    @Test
    void shouldLoseNoMoneyOnAnyNumberOfRanks() throws InterruptedException {
        check(1, 10, "accounts 0..9: 1000", "--transfers", "50");
        check(3, 33, "accounts 21..32: 1200", "--transfers", "500");
    }

    @Test
    void shouldSayWhatIsWrong() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E20Bank.class, 2, Map.of(), "--transfers", "-1");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().contains("[0] bank: --transfers -1: legal are 0 and more"), run.toString());
    }
}
