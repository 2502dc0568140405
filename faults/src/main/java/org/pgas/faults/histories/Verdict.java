package org.pgas.faults.histories;

import java.util.List;

/**
 * What a search has found of one history.
 *
 * @param place the operations that no order gets past, in the order of ranks: of the order that gets farthest, the next
 * ones; empty unless impossible
 */
record Verdict(Answer answer, List<Operation> place) {
    /** Whether there is an order. */
    enum Answer {
        /** There is one. */
        EXPLAINED,
        /** There is none. */
        IMPOSSIBLE,
        /** The search has ended before it has found one, or that there is none. */
        UNDECIDED
    }

    static Verdict of(Answer answer) {
        return new Verdict(answer, List.of());
    }

    boolean isImpossible() {
        return answer == Answer.IMPOSSIBLE;
    }
}
