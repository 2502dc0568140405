package org.pgas.mpi.comm;

import org.pgas.refusal.Refusals;
import org.pgas.wait.Awaited;

/**
 * Waits and tests of several requests. A null in an array is MPI_REQUEST_NULL: passed over, as inactive persistent
 * requests are. A request that was found complete is null in its array afterwards, but for persistent ones, which stay
 * and are inactive. Statuses may be null, all together or one by one, and are filled in place otherwise; those of
 * entries that are passed over become empty. The requests of a call are of one {@link Mpi}.
 *
 * <p><b>Errors</b> of requests are thrown when all that the call ends were ended: the first one, with the others as
 * suppressed ones. Calls themselves refuse an array of statuses or indices that is shorter than that of the requests.
 *
 * <p>Source: MPI-4.1 3.7.5 "Multiple Completions".
 */
public final class Requests {
    private Requests() {}

    /** MPI_Startall: starts them in the order of the array. Errors: as of {@link PersistentRequest#start}. */
    public static void startAll(PersistentRequest... requests) {
        for (PersistentRequest request : requests) {
            request.start();
        }
    }

    /** MPI_Waitall, without statuses. */
    public static void awaitAll(MessageRequest... requests) {
        awaitAll(requests, null);
    }

    /** MPI_Waitall. */
    public static void awaitAll(MessageRequest[] requests, Status[] statuses) {
        checkLength("Requests.awaitAll", "statuses", statuses == null ? requests.length : statuses.length, requests);
        RuntimeException failure = null;
        for (int i = 0; i < requests.length; i++) {
            MessageRequest request = requests[i];
            if (isActive(request) && request.operation() != null) {
                request.engine().await(request.operation());
            }
            failure = end(requests, i, at(statuses, i), failure);
        }
        rethrow(failure);
    }

    /** MPI_Testall, without statuses. */
    public static boolean testAll(MessageRequest... requests) {
        return testAll(requests, null);
    }

    /** MPI_Testall: whether all are complete; if not, none is ended. */
    public static boolean testAll(MessageRequest[] requests, Status[] statuses) {
        checkLength("Requests.testAll", "statuses", statuses == null ? requests.length : statuses.length, requests);
        poll(requests);
        for (MessageRequest request : requests) {
            if (isActive(request) && !request.isOver()) {
                return false;
            }
        }
        RuntimeException failure = null;
        for (int i = 0; i < requests.length; i++) {
            failure = end(requests, i, at(statuses, i), failure);
        }
        rethrow(failure);
        return true;
    }

    /**
     * MPI_Waitany: the index of one that is complete, which is ended; {@link Mpi#UNDEFINED}, at once, and an empty
     * status, when none is active.
     */
    public static int awaitAny(MessageRequest[] requests, Status status) {
        MessageRequest first = poll(requests);
        if (first != null) {
            first.engine().await(new AnyOf(requests));
        }
        return endFirst(requests, status, first == null);
    }

    /** MPI_Testany, as an index: {@link Mpi#UNDEFINED} when none is complete, or none is active. */
    public static int testAny(MessageRequest[] requests, Status status) {
        MessageRequest first = poll(requests);
        return endFirst(requests, status, first == null);
    }

    /**
     * MPI_Waitsome: waits until one at least is complete, and ends all that are. Answers how many, with their indices
     * and statuses at the beginning of the arrays; {@link Mpi#UNDEFINED}, at once, when none is active.
     */
    public static int awaitSome(MessageRequest[] requests, int[] indices, Status[] statuses) {
        checkLength("Requests.awaitSome", "indices", indices.length, requests);
        MessageRequest first = poll(requests);
        if (first == null) {
            return Mpi.UNDEFINED;
        }
        first.engine().await(new AnyOf(requests));
        return endSome(requests, indices, statuses);
    }

    /** MPI_Testsome: as {@link #awaitSome}, without waiting; 0 when none is complete. */
    public static int testSome(MessageRequest[] requests, int[] indices, Status[] statuses) {
        checkLength("Requests.testSome", "indices", indices.length, requests);
        return poll(requests) == null ? Mpi.UNDEFINED : endSome(requests, indices, statuses);
    }

    private static boolean isActive(MessageRequest request) {
        return request != null && request.isActive();
    }

    private static Status at(Status[] statuses, int index) {
        return statuses == null ? null : statuses[index];
    }

    /** Takes in messages; answers the first that is active, or null. */
    private static MessageRequest poll(MessageRequest[] requests) {
        MessageRequest active = null;
        MessageRequest any = null;
        for (int i = requests.length - 1; i >= 0; i--) {
            any = requests[i] == null ? any : requests[i];
            active = isActive(requests[i]) ? requests[i] : active;
        }
        if (any != null) {
            any.engine().poll();
        }
        return active;
    }

    /** Ends one that is over, or was passed over; answers the first failure, with this one. */
    private static RuntimeException end(MessageRequest[] requests, int index, Status status, RuntimeException failure) {
        MessageRequest request = requests[index];
        if (!isActive(request)) {
            if (status != null) {
                status.setEmpty(false);
            }
            return failure;
        }
        if (!(request instanceof PersistentRequest)) {
            requests[index] = null;
        }
        try {
            request.end(status);
        } catch (RuntimeException e) {
            if (failure == null) {
                return e;
            }
            failure.addSuppressed(e);
        }
        return failure;
    }

    private static int endFirst(MessageRequest[] requests, Status status, boolean isNoneActive) {
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].isOver()) {
                rethrow(end(requests, i, status, null));
                return i;
            }
        }
        if (isNoneActive && status != null) {
            status.setEmpty(false);
        }
        return Mpi.UNDEFINED;
    }

    private static int endSome(MessageRequest[] requests, int[] indices, Status[] statuses) {
        RuntimeException failure = null;
        int count = 0;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].isOver()) {
                indices[count] = i;
                failure = end(requests, i, statuses == null || count >= statuses.length ? null : statuses[count],
                        failure);
                count++;
            }
        }
        rethrow(failure);
        return count;
    }

    private static void rethrow(RuntimeException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    private static void checkLength(String call, String name, int length, MessageRequest[] requests) {
        if (length < requests.length) {
            throw Refusals.OF_NO_RANK.bad(call,
                    name + " has room for " + length + " of " + requests.length + " requests: give one for each");
        }
    }

    /** That one of several is over. */
    private record AnyOf(MessageRequest[] requests) implements Awaited {
        @Override
        public boolean isMet() {
            for (MessageRequest request : requests) {
                if (isActive(request) && request.isOver()) {
                    return true;
                }
            }
            return false;
        }

        /** While one of them may be met, nobody is lost: those that all of them need. */
        @Override
        public int[] missing() {
            int[] common = null;
            for (MessageRequest request : requests) {
                if (isActive(request) && request.operation() != null) {
                    int[] own = request.operation().missing();
                    if (common != null && !java.util.Arrays.equals(common, own)) {
                        return NOBODY;
                    }
                    common = own;
                }
            }
            return common == null ? NOBODY : common;
        }

        @Override
        public long longestSleepNanos() {
            return Operation.LONGEST_SLEEP_NANOS;
        }

        @Override
        public String describe() {
            for (MessageRequest request : requests) {
                if (isActive(request) && request.operation() != null) {
                    return "one of " + requests.length + " requests, the first: " + request.operation().describe();
                }
            }
            return "one of " + requests.length + " requests";
        }
    }
}
