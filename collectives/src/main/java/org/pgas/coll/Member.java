package org.pgas.coll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * A member of a team in its collectives: numbers them, and advances those that are under way.
 *
 * <p>Collectives are begun by one thread at a time. Those that are not done at once are advanced by threads that wait,
 * test or poll, one thread at a time: one that finds the turn taken goes on with something else. While none is under
 * way, all this belongs to the thread that begins the next one: {@link #pending} hands it over, and the slots, when 0.
 * That thread goes on with one that it waits for by itself, without the turn, until that ends or rests for a while.
 *
 * <pre>
 * field                         writer                                reader                     order
 * begun                         the thread that begins a collective   the holder of the turn     queue, after pending
 * pending                       the thread that begins; the holder    all threads of the member  add / volatile
 * turn                          the thread that takes it              the threads that want it   CAS / volatile store
 * missed                        threads that find turn taken; holder  the holder, when it left   volatile / getAndSet
 * inBackground                  thread that enters poll's work list   the same                   CAS / volatile
 * running, endedFirst, scratch  the holder of the turn                the same                   plain, ordered by turn
 * scratch, while pending is 0   the thread that begins                the same                   plain, handed over so
 * </pre>
 */
final class Member {
    private static final int LINE_BYTES = 64;

    final Surroundings around;
    final int rank;
    final int size;
    final boolean checked;
    final Slots slots;
    final Staging staging;
    final CallRecords records;

    /** Begun and not taken over yet by a holder of the turn. */
    private final Queue<Operation> begun = new ConcurrentLinkedQueue<>();

    /** In the order of their numbers; held by the holder of the turn. */
    private final List<Operation> running = new ArrayList<>();

    /** Of {@link #running}: so many at the beginning have ended. */
    private int endedFirst;

    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicBoolean turn = new AtomicBoolean();

    /**
     * A thread has found the turn taken, and what it came for may have been looked at before. Dekker: written before
     * the second look at the turn.
     */
    private final AtomicBoolean missed = new AtomicBoolean();

    private final AtomicBoolean inBackground = new AtomicBoolean();

    private MemorySegment scratch;

    Member(Surroundings around) {
        this(around, Slots.of(around));
    }

    Member(Surroundings around, Slots slots) {
        this.around = around;
        this.slots = slots;
        rank = around.rank();
        size = around.size();
        checked = around.isChecked();
        staging = new Staging(around);
        records = new CallRecords(this, slots);
        scratch = Arena.ofAuto().allocate(2L * Slots.PIECE_BYTES, LINE_BYTES);
    }

    void ringAll() {
        around.ringAll();
    }

    /** Address of memory of the holder of the turn. */
    long scratch(long bytes) {
        if (scratch.byteSize() < bytes) {
            scratch = Arena.ofAuto().allocate(bytes, LINE_BYTES);
        }
        return scratch.address();
    }

    /** Whether a collective may be carried out by its caller alone, in one go. */
    boolean isIdle() {
        return pending.get() == 0 && !checked;
    }

    /** How many collectives have been begun here and are not done. */
    int pending() {
        return pending.get();
    }

    /** Begins a collective, and does what can be done at once. */
    Operation begin(Operation operation) {
        operation.startEvent();
        operation.sequence = slots.begin();
        pending.getAndIncrement();
        begun.add(operation);
        advance();
        return operation;
    }

    /**
     * Begins a collective for a caller that waits for it. While no other is under way, the caller alone goes on with
     * it, as long as something happens within a wait's spins: no other thread knows of it then, and nothing is handed
     * over.
     */
    Operation carryOut(Operation operation) {
        if (!isIdle()) {
            return begin(operation);
        }
        operation.startEvent();
        operation.sequence = slots.begin();
        if (endsAlone(operation)) {
            if (slots.finish(operation.sequence)) {
                around.ringAll();
            }
            operation.publishEnd();
        } else {
            // before others can look at it, as in begin
            pending.getAndIncrement();
            begun.add(operation);
        }
        return operation;
    }

    /** For a while after each step of the operation; whether it has ended. */
    private boolean endsAlone(Operation operation) {
        int spins = around.spins();
        long steps = 0;
        for (int i = 0; i < spins; i++) {
            advance(operation);
            if (operation.hasEnded()) {
                return true;
            }
            long now = operation.steps();
            if (now != steps) {
                steps = now;
                i = 0;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Has what is under way advanced whenever this rank polls or waits. */
    void goOnInBackground() {
        if (pending.get() > 0 && inBackground.compareAndSet(false, true)) {
            around.inBackground(this);
        }
    }

    /** What a poll does; true when there is nothing left. */
    boolean background() {
        advance();
        if (pending.get() > 0) {
            return false;
        }
        inBackground.set(false);
        // one that was begun just now has found that somebody is at it; and the caller may hold what was taken off the
        // list long ago, so that nothing but a new entry is sure to be seen
        goOnInBackground();
        return true;
    }

    /** Waits for a collective, and throws what went wrong. */
    void await(Operation operation) {
        if (!operation.isDone()) {
            spin(operation);
        }
        if (!operation.isDone()) {
            around.await(operation);
        }
        operation.finishEvent(false);
        operation.synchronised();
    }

    /** For a while after each step of the operation. */
    private void spin(Operation operation) {
        int spins = around.spins();
        long steps = operation.steps();
        for (int i = 0; i < spins && !operation.isMet(); i++) {
            long now = operation.steps();
            if (now != steps) {
                steps = now;
                i = 0;
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Goes on with everything that is under way, as far as it goes without waiting. If another thread is at it, that
     * one looks once more before it leaves, so that the caller may sleep.
     */
    void advance() {
        while (pending.get() > 0) {
            if (!turn.compareAndSet(false, true)) {
                missed.set(true);
                if (turn.get()) {
                    return;
                }
                // it left before it could see this
                continue;
            }
            boolean othersLeft = false;
            try {
                // read too, so that what its writer had seen before is seen here: two writes alone order nothing
                missed.getAndSet(false);
                othersLeft = advanceRunning();
            } finally {
                turn.set(false);
            }
            if (!missed.get()) {
                return;
            }
            if (othersLeft) {
                // the thread that missed its turn may be the only one that can reach the memory, and about to sleep
                around.ringOwn();
                return;
            }
        }
    }

    /** By the holder of the turn; whether there is something that only another thread can go on with. */
    private boolean advanceRunning() {
        for (Operation next = begun.poll(); next != null; next = begun.poll()) {
            running.add(next);
        }
        boolean othersLeft = false;
        for (int i = endedFirst; i < running.size(); i = Math.max(i + 1, endedFirst)) {
            Operation operation = running.get(i);
            if (!operation.hasEnded()) {
                advance(operation);
                if (operation.hasEnded()) {
                    ended(operation);
                } else if (operation.isNew()) {
                    // those that come after it wait for the same
                    break;
                } else {
                    othersLeft |= !operation.isForThisThread();
                }
            }
        }
        if (2 * endedFirst >= running.size()) {
            running.subList(0, endedFirst).clear();
            endedFirst = 0;
        }
        return othersLeft;
    }

    private static void advance(Operation operation) {
        try {
            operation.advance();
        } catch (Throwable e) {
            // others that are under way go on
            operation.abandon(e);
        }
    }

    private void ended(Operation operation) {
        long finished = 0;
        while (endedFirst < running.size() && running.get(endedFirst).hasEnded()) {
            finished = running.set(endedFirst, null).sequence;
            endedFirst++;
        }
        if (finished > 0 && slots.finish(finished)) {
            around.ringAll();
        }
        // from here on, if it was the last one, the slots belong to the thread that begins the next one
        pending.getAndDecrement();
        operation.publishEnd();
        // another thread may wait for it
        around.ringOwn();
    }

    /** Gives back the shared memory of a team that is destroyed: nobody reads it any more. */
    void close() {
        slots.close();
        staging.close();
    }

    // Messages

    Refusals refusals() {
        return Refusals.of(around.jobRank(rank));
    }

    PgasException problem(ErrorCode code, Form form, String what) {
        return refusals().error(code, form.call(), what);
    }

    PgasException mismatch(Form form, int peer, long expected, long head) {
        return problem(ErrorCode.BAD_ARGUMENT, form, "team rank " + peer + " called " + Form.describeHead(head)
                + ", and this rank " + Form.describeHead(expected)
                + ": all members make the same calls in the same order (checked mode, pgas.checks=on, tells more)");
    }

    /** The error for a member that could not give its data and says so in its slot. */
    PgasException broken(Form form, int peer) {
        return problem(ErrorCode.RESOURCE, form, "team rank " + peer
                + " could not give its data: its own error tells why");
    }

    /** The same failure; in another one if it is none that a call may throw. */
    RuntimeException rethrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException e ? e
                : new UndeclaredThrowableException(failure, refusals() + "a user operation threw " + failure);
    }
}
