package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.refusal.Refusals;

/** What the members of a team tell each other in a collective call: numbers, and what is wrong with one of them, so that all throw. */
final class Agreement {
    private static final int RIGHT = 0;

    private Agreement() {}

    /**
     * Answers the numbers of all members, those of rank i from {@code i * own.length}. Collective. If one has a problem, that one throws it, and the others an exception of
     * the same code.
     */
    static long[] exchange(String call, Team team, Throwable problem, long... own) {
        return exchange(call, team, problem, () -> {}, own);
    }

    /**
     * As the other form; {@code undo} takes back what the numbers tell of, where one has a problem. It does not when the exchange itself fails, since others may have been told then.
     */
    static long[] exchange(String call, Team team, Throwable problem, Runnable undo, long... own) {
        int each = 1 + own.length;
        long[] told = new long[each];
        told[0] = problem == null ? RIGHT : 1 + code(problem).ordinal();
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
        if (problem instanceof Error e) {
            throw e;
        } else if (problem instanceof RuntimeException e) {
            throw e;
        }
        int own = each - 1;
        long[] numbers = new long[own * team.size()];
        for (int rank = 0; rank < team.size(); rank++) {
            if (all[rank * each] != RIGHT) {
                throw Refusals.of(team.job().rank()).error(ErrorCode.values()[(int) all[rank * each] - 1], call,
                        "refused on all processes, as it was on process " + team.toJobRank(rank)
                                + ", where the error says why");
            }
            System.arraycopy(all, rank * each + 1, numbers, rank * own, own);
        }
        return numbers;
    }

    private static ErrorCode code(Throwable problem) {
        return problem instanceof PgasException e ? e.code() : ErrorCode.RESOURCE;
    }
}
