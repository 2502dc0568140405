package org.pgas.faults.histories;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is promised of messages. Each is handled once, with the payload that it was sent with, and not before it was
 * sent. Those of one rank to another are handled in the order in which they were sent.
 */
final class Deliveries {
    private record Pair(int from, int to) {
        @Override
        public String toString() {
            return "messages of rank " + from + " to rank " + to;
        }
    }

    private Deliveries() {}

    /** What is wrong, of each pair of ranks the first thing; empty if nothing is. */
    static List<String> complaints(List<Operation> history) {
        Map<String, Pair> pairs = new TreeMap<>();
        for (Operation each : history) {
            Pair pair = pair(each);
            pairs.put(pair.toString(), pair);
        }
        List<String> complaints = new ArrayList<>();
        for (Pair pair : pairs.values()) {
            String wrong = wrong(of(history, pair, Kind.SEND), of(history, pair, Kind.HANDLE));
            if (!wrong.isEmpty()) {
                complaints.add(pair + ": " + wrong);
            }
        }
        return complaints;
    }

    private static Pair pair(Operation operation) {
        int other = (int) operation.call().first();
        return operation.call().kind() == Kind.SEND ? new Pair(operation.rank(), other)
                : new Pair(other, operation.rank());
    }

    private static List<Operation> of(List<Operation> history, Pair pair, Kind kind) {
        return history.stream().filter(each -> each.call().kind() == kind && pair(each).equals(pair))
                .sorted(Comparator.comparingLong(Operation::begin)).toList();
    }

    private static String wrong(List<Operation> sent, List<Operation> handled) {
        for (int index = 0; index < handled.size(); index++) {
            Operation each = handled.get(index);
            long number = each.call().second();
            if (index >= sent.size()) {
                return sent.size() + " were sent, and number " + number + " is handled as one more";
            }
            if (number != index) {
                return "number " + number + " is handled where number " + index + " should be; "
                        + around(handled, index);
            }
            if (each.result() != number) {
                return "number " + number + " has the payload of number " + each.result();
            }
            if (each.begin() < sent.get(index).begin()) {
                return "number " + number + " is handled before it is sent";
            }
        }
        long complete = sent.stream().filter(each -> !each.isPending()).count();
        return handled.size() < complete ? complete + " were sent, and " + handled.size() + " handled" : "";
    }

    private static String around(List<Operation> handled, int index) {
        return "in the order of their handlers: "
                + handled.subList(Math.max(0, index - 3), Math.min(handled.size(), index + 4)).stream()
                        .map(each -> Long.toString(each.call().second()))
                        .reduce((one, other) -> one + ", " + other).orElse("");
    }
}
