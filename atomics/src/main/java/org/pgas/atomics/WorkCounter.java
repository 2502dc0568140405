package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.Team;
import org.pgas.atomics.words.StructureKind;
import org.pgas.atomics.words.StructureStep;
import org.pgas.memory.SharedMemory;

/**
 * A counter in a member's segment from which ranks and threads draw numbers, each of them once: the next piece of work.
 *
 * <pre>{@code
 * WorkCounter counter = WorkCounter.create(team, 0); // in the segment of rank 0
 * for (long first = counter.next(100); first < rows; first = counter.next(100)) {
 *     compute(first, Math.min(first + 100, rows));
 * }
 * }</pre>
 *
 * <p>For any thread of any member; the program of the segment's owner takes no part. Numbers are 64 bits wide and start
 * at 0. The numbers that one thread draws only grow. Drawing is an acquire and a release, and costs one atomic
 * addition; it wakes nobody.
 *
 * <p>Errors, before anything is changed: any call but {@link #toString} and the like in a restricted context (see
 * {@link org.pgas.Job}; checked mode), after {@link #destroy}, and after the close of the job. Client memory cannot
 * hold a counter. Where the counter lies in another neighbourhood, each call is a message to its owner, and the answer.
 *
 * <pre>
 * offset  bytes  field  writer                             reader  order
 * 64      8      next   threads that draw or reset         all     atomic add, release / acquire
 * 128            end
 * </pre>
 */
public final class WorkCounter extends SharedStructure {
    private static final StructureKind KIND = StructureKind.WORK_COUNTER;
    private static final long NEXT = 64;
    private static final long BYTES = KIND.bytes(0, 0);

    private WorkCounter(Team team, int rank, long offset) {
        super(KIND, team, rank, offset);
        reached("WorkCounter.open", team, rank, offset, BYTES);
    }

    /** How many bytes a counter takes, a multiple of 64. */
    public static long bytes() {
        return BYTES;
    }

    /**
     * Makes a counter at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team rank {@code rank}.
     * Collective: all members name the same place, where nothing may be in use any more, and none returns before it is
     * there.
     */
    public static WorkCounter create(Team team, int rank, long offset) {
        create(KIND, team, rank, offset, 0, 0);
        return new WorkCounter(team, rank, offset);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, counter.offset())}, after their last call on
     * the counter.
     */
    public static WorkCounter create(Team team, int rank) {
        return new WorkCounter(team, rank, create(KIND, team, rank, 0, 0));
    }

    /** As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. */
    public static WorkCounter initialise(Team team, int rank, long offset) {
        initialise(KIND, team, rank, offset, 0, 0);
        return new WorkCounter(team, rank, offset);
    }

    /** Another handle of a counter that is there. Error: there is none. */
    public static WorkCounter open(Team team, int rank, long offset) {
        return new WorkCounter(team, rank, offset);
    }

    /** Draws the next number. */
    public long next() {
        return isHere("WorkCounter.next") ? SharedMemory.getAndAddLong(base() + NEXT, 1)
                : ask("WorkCounter.next", StructureStep.COUNTER_ADD, 1);
    }

    /** Draws {@code chunk} numbers, at least one, that follow each other; returns the first. */
    public long next(long chunk) {
        boolean isHere = isHere("WorkCounter.next");
        if (chunk <= 0) {
            throw refusals().bad("WorkCounter.next",
                    "chunk " + chunk + " is not positive: draw at least one number");
        }
        return isHere ? SharedMemory.getAndAddLong(base() + NEXT, chunk)
                : ask("WorkCounter.next", StructureStep.COUNTER_ADD, chunk);
    }

    /** The number that will be drawn next; an acquire. */
    public long get() {
        return isHere("WorkCounter.get") ? SharedMemory.getLongAcquire(base() + NEXT)
                : ask("WorkCounter.get", StructureStep.COUNTER_GET, 0);
    }

    /**
     * Makes {@code value} the number that will be drawn next; a release. Numbers drawn at the same time may be from
     * before or after; a barrier keeps them apart.
     */
    public void reset(long value) {
        if (isHere("WorkCounter.reset")) {
            SharedMemory.putLongRelease(base() + NEXT, value);
        } else {
            ask("WorkCounter.reset", StructureStep.COUNTER_SET, value);
        }
    }

    /** Ends the counter; its memory is free then. One rank calls this, when all others have made their last call. */
    public void destroy() {
        if (isHere("WorkCounter.destroy")) {
            retract();
        } else {
            ask("WorkCounter.destroy", StructureStep.RETRACT, 0);
        }
    }

    /** The number comes back as data: an answer that is not a number tells that the counter is gone. */
    private long ask(String call, StructureStep step, long number) {
        MemorySegment brought = FarStructure.numbers(1);
        answer(call, far().call(call, step, number, 0).into(brought, 0, Long.BYTES));
        return FarStructure.number(brought, 0);
    }
}
