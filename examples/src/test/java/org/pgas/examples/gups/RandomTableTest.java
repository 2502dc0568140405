package org.pgas.examples.gups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pgas.Job;
import org.pgas.testkit.RankTest;

final class RandomTableTest {
    private static final int LOG2_WORDS = 10;
    private static final long UPDATES = 40_001;

    @RankTest(ranks = {1, 2, 3}, segment = "0")
    void shouldLoseNoUpdateAndFindTheTableOfTheBeginningAfterTheSecondTime(Job job) {
        RandomTable table = new RandomTable(job, LOG2_WORDS);
        assertEquals(0, table.errors());
        table.update(11, UPDATES);
        assertEquals(errorsOfModel(), table.errors());
        table.update(11, UPDATES);
        assertEquals(0, table.errors());
    }

    @RankTest(ranks = 2, segment = "0")
    void shouldNoticeASingleUpdateThatIsMissing(Job job) {
        RandomTable table = new RandomTable(job, LOG2_WORDS);
        table.update(0, 1000);
        table.update(0, 999);
        assertEquals(1, table.errors());
    }

    @RankTest(ranks = 4, segment = "0")
    void shouldLeaveRanksWithoutWordsInATableOfTwo(Job job) {
        RandomTable table = new RandomTable(job, 1);
        assertEquals(2, table.words());
        table.update(5, 3);
        table.update(5, 3);
        assertEquals(0, table.errors());
    }

    private static long errorsOfModel() {
        long[] words = new long[1 << LOG2_WORDS];
        long number = RandomStream.at(11);
        for (long i = 0; i < UPDATES; i++) {
            number = RandomStream.next(number);
            words[(int) number & words.length - 1] ^= number;
        }
        long errors = 0;
        for (long word : words) {
            errors += word == 0 ? 0 : 1;
        }
        return errors;
    }
}
