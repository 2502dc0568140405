package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;

/** What the members of a team tell each other in a collective call: numbers, and errors, so that all throw. */
final class Agreement {
    private Agreement() {}

    /**
     * Answers the numbers of all members, those of rank i from {@code i * own.length}. Collective. A member with a
     * problem throws it, and the others throw an exception of the same code.
     */
    static long[] exchange(String call, Team team, Throwable problem, long... own) {
        return exchange(call, team, problem, () -> {}, own);
    }

    /**
     * As the other form; {@code undo} takes back what the numbers tell of, if a member has a problem. It does not run
     * when the exchange itself fails, since others may have been told then.
     */
    static long[] exchange(String call, Team team, Throwable problem, Runnable undo, long... own) {
        int each = 1 + own.length;
        long[] told = new long[each];
        told[0] = Failures.word(problem);
        System.arraycopy(own, 0, told, 1, own.length);
        long[] all = new long[each * team.size()];
        Collectives.of(team).allGather(MemorySegment.ofArray(all), MemorySegment.ofArray(told));
        try {
            return agreed(call, team, problem, all, each);
        } catch (RuntimeException | Error e) {
            undo.run();
            throw e;
        }
    }

    private static long[] agreed(String call, Team team, Throwable problem, long[] all, int each) {
        Failures.rethrow(problem);
        int own = each - 1;
        long[] numbers = new long[own * team.size()];
        for (int rank = 0; rank < team.size(); rank++) {
            if (all[rank * each] != 0) {
                throw Refusals.of(team.job().rank()).error(Failures.code(all[rank * each]), call,
                        "refused on all processes, as it was on process " + team.toJobRank(rank)
                                + ", where the error says why");
            }
            System.arraycopy(all, rank * each + 1, numbers, rank * own, own);
        }
        return numbers;
    }
}
