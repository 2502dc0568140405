package org.pgas.faults.histories;

import java.util.ArrayList;
import java.util.List;

/** A history that is made by hand. */
final class History {
    private final Subject subject;
    private final List<Operation> operations = new ArrayList<>();

    private History(Subject subject) {
        this.subject = subject;
    }

    static History of(Subject subject) {
        return new History(subject);
    }

    /** A call from one time to another. */
    History call(int rank, long begin, long end, Kind kind, long... argumentsAndResult) {
        long first = kind.arguments() > 0 ? argumentsAndResult[0] : 0;
        long second = kind.arguments() > 1 ? argumentsAndResult[1] : 0;
        long result = kind.answers() && end != Operation.PENDING ? argumentsAndResult[kind.arguments()] : 0;
        operations.add(new Operation(rank, new Call(subject, kind, first, second), result, begin, end, true));
        return this;
    }

    List<Operation> operations() {
        return Overlaps.mark(operations);
    }

    Verdict.Answer answer() {
        return Search.of(subject.model(), operations()).answer();
    }
}
