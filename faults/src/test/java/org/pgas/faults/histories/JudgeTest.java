package org.pgas.faults.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** What is said of all objects of a job. */
class JudgeTest {
    private static final int MANY_RANKS = 12;
    private static final int MOST = 1_000;

    @Test
    void shouldAskOfEachObjectByItself() {
        List<Operation> all = new ArrayList<>();
        all.addAll(History.of(Subject.WORD).call(0, 10, 20, Kind.SET, 5).call(1, 30, 40, Kind.GET, 5).operations());
        all.addAll(History.of(Subject.OTHER_WORD).call(1, 50, 60, Kind.GET, 0).operations());
        all.addAll(History.of(Subject.MESSAGES).call(0, 70, 80, Kind.SEND, 1, 0)
                .call(1, 75, 76, Kind.HANDLE, 0, 0, 0).operations());
        Judge judge = Judge.of(all, MOST);
        assertEquals(List.of(), judge.complaints());
        assertEquals(List.of(), judge.undecided());
        assertEquals(Map.of(Subject.WORD, 2, Subject.OTHER_WORD, 1, Subject.MESSAGES, 2), judge.lengths());
    }

    @Test
    void shouldTellWhatCannotBe() {
        List<Operation> all = new ArrayList<>();
        all.addAll(History.of(Subject.QUEUE).call(0, 1_000, 2_000, Kind.OFFER, 5, 1).call(1, 3_000, 4_000, Kind.POLL, 6)
                .operations());
        all.addAll(History.of(Subject.MESSAGES).call(0, 70, 80, Kind.SEND, 1, 0).operations());
        List<String> complaints = Judge.of(all, MOST).complaints();
        assertEquals(2, complaints.size());
        assertEquals("""
                the queue: no order of 2 operations explains what ranks have got. It ends at
                  rank 1  poll() = 6                               from 2.0 to 3.0 us
                The part that shows it:
                before: [5]
                  rank 1  poll() = 6                               from 0.0 to 1.0 us""", complaints.getFirst());
        assertEquals("messages of rank 0 to rank 1: 1 were sent, and 0 handled", complaints.getLast());
    }

    /** Any of them may be the last, and the answer is none of theirs: that takes too many orders to say so. */
    @Test
    void shouldSayUndecidedAndNeitherYesNorNo() {
        History history = History.of(Subject.WORD);
        for (int rank = 0; rank < MANY_RANKS; rank++) {
            history.call(rank, rank, 1_000, Kind.ADD, 1L << rank);
        }
        history.call(MANY_RANKS, 0, 3_000, Kind.GET, -1);
        Judge judge = Judge.of(history.operations(), MOST);
        assertEquals(List.of(), judge.complaints());
        assertEquals(1, judge.undecided().size());
        assertTrue(judge.undecided().getFirst().startsWith("the word: UNDECIDED after 1000 configurations of 13"),
                judge.undecided()::toString);
    }
}
