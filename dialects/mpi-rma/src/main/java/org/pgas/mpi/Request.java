package org.pgas.mpi;

import java.util.Arrays;

import org.pgas.mpi.inside.Waitable;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * One operation under way, such as {@link Window#rput}. For any thread of the rank, one at a time. Complete locally: of
 * a put or accumulate, the origin may be changed; of a get, or what fetches, the result is there. What happens at the
 * target is told by the end of the epoch or a flush.
 *
 * <p><b>Several at once.</b> The static methods take the requests of an array, of one rank, as MPI does: null stands
 * for MPI_REQUEST_NULL, and is passed over. A request that such a call has told to be complete becomes null in the
 * array, so that the next call tells of another one. {@link #DONE} is a request like others: it is told once.
 *
 * <pre>{@code
 * for (int i = Request.awaitAny(requests); i != Request.UNDEFINED; i = Request.awaitAny(requests)) {
 *     use(results[i]);
 * }
 * }</pre>
 *
 * <p><b>Errors.</b> What one of the requests throws comes out of the call. A wait for any of several throws also when a
 * rank has left the job that one of them needs, and none is complete.
 *
 * <p>Source: MPI-3 MPI_Rput and its siblings, MPI_Wait, MPI_Test; MPI-4.1 3.7.5 "Multiple Completions".
 */
public interface Request {
    /** Complete already. */
    Request DONE = new Request() {
        @Override
        public void await() {}

        @Override
        public boolean test() {
            return true;
        }

        @Override
        public String toString() {
            return "Request.DONE";
        }
    };

    /** No index: the array has no request. Source: MPI_UNDEFINED. */
    int UNDEFINED = -1;

    /** No index: the array has requests, and none of them is complete. Source: MPI_Testany with a flag of 0. */
    int INCOMPLETE = -2;

    /** Returns when the operation is complete locally; takes in messages meanwhile. Any number of times. */
    void await();

    /** Whether it is complete locally; takes in messages if it is not. Any number of times. */
    boolean test();

    /** Returns when all are complete; all are null then. Source: MPI_Waitall. */
    static void awaitAll(Request... requests) {
        check("Request.awaitAll", requests);
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null) {
                requests[i].await();
                requests[i] = null;
            }
        }
    }

    /**
     * Returns the index of a request that is complete, as soon as there is one: the lowest of several.
     * {@link #UNDEFINED}, at once, if there is no request. Source: MPI_Waitany.
     */
    static int awaitAny(Request... requests) {
        check("Request.awaitAny", requests);
        int found = findAny(requests);
        while (found == INCOMPLETE) {
            awaitOne("Request.awaitAny", requests);
            found = findAny(requests);
        }
        return found;
    }

    /**
     * Returns the indices of all requests that are complete, in order, as soon as there is one. Empty, at once, if
     * there is no request. Source: MPI_Waitsome.
     */
    static int[] awaitSome(Request... requests) {
        check("Request.awaitSome", requests);
        int[] found = findSome(requests);
        while (found.length == 0 && isAnyLeft(requests)) {
            awaitOne("Request.awaitSome", requests);
            found = findSome(requests);
        }
        return found;
    }

    /**
     * Whether all are complete, or there is none; all are null then, and none otherwise. Takes in messages if not.
     * Source: MPI_Testall.
     */
    static boolean testAll(Request... requests) {
        check("Request.testAll", requests);
        for (Request each : requests) {
            if (each != null && !each.test()) {
                return false;
            }
        }
        Arrays.fill(requests, null);
        return true;
    }

    /**
     * The index of a request that is complete, the lowest of several; {@link #INCOMPLETE} if none is, after messages
     * were taken in, and {@link #UNDEFINED} if there is no request. Source: MPI_Testany.
     */
    static int testAny(Request... requests) {
        check("Request.testAny", requests);
        return findAny(requests);
    }

    /**
     * The indices of all requests that are complete, in order; takes in messages if there are others. Empty also if
     * there is no request. Source: MPI_Testsome.
     */
    static int[] testSome(Request... requests) {
        check("Request.testSome", requests);
        return findSome(requests);
    }

    private static void check(String call, Request... requests) {
        if (requests == null) {
            throw Refusals.OF_NO_RANK.bad(call, "the array of requests is null: give an empty one for none");
        }
    }

    private static boolean isAnyLeft(Request... requests) {
        for (Request each : requests) {
            if (each != null) {
                return true;
            }
        }
        return false;
    }

    private static int findAny(Request... requests) {
        int found = UNDEFINED;
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null) {
                if (requests[i].test()) {
                    requests[i] = null;
                    return i;
                }
                found = INCOMPLETE;
            }
        }
        return found;
    }

    private static int[] findSome(Request... requests) {
        int[] found = new int[requests.length];
        int count = 0;
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] != null && requests[i].test()) {
                found[count++] = i;
            }
        }
        for (int i = 0; i < count; i++) {
            requests[found[i]] = null;
        }
        return Arrays.copyOf(found, count);
    }

    /** Returns when one of them may be complete; none was, and there is at least one. */
    private static void awaitOne(String call, Request... requests) {
        SharedCondition[] conditions = new SharedCondition[requests.length];
        int count = 0;
        TeamCore team = null;
        for (Request each : requests) {
            if (each instanceof Waitable waitable) {
                conditions[count++] = waitable.condition();
                team = waitable.team();
            } else if (each != null) {
                throw Refusals.OF_NO_RANK.bad(call, each + " is not of a window: await it by itself, or with its like");
            }
        }
        team.await(count == 1 ? conditions[0] : new AnyOf(Arrays.copyOf(conditions, count)));
    }
}
