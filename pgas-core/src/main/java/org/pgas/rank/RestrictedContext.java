package org.pgas.rank;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Conduit;

/**
 * The rules of the restricted context: what a thread may call inside a handler, while it holds a handler-safe lock, in
 * a no-interrupt section, and between the prepare and the commit of a message.
 *
 * <p>In checked mode only, except for the access region, which is no restriction. Every method is about the calling
 * thread.
 *
 * <p>Source: GASNet-EX "Calls from restricted context"; GASNet-1 2.4.
 */
public final class RestrictedContext {
    private static final String LEGAL = "queries, handler-safe locks and Job.exit";

    private final int rank;
    private final ThreadStates states;

    RestrictedContext(int rank, ThreadStates states) {
        this.rank = rank;
        this.states = states;
    }

    /** The calling thread begins to run a handler, of a reply or of a request. */
    public void enterHandler(boolean reply) {
        enterHandler(reply, null);
    }

    /** As {@link #enterHandler(boolean)}; {@code handler}'s text names it in messages. */
    public void enterHandler(boolean reply, Object handler) {
        states.current().enter(reply, handler);
    }

    /**
     * Such as "request handler 254": the text of an entry begins with the word already. {@code handler} null when it is
     * not known.
     */
    static String handlerName(boolean reply, Object handler) {
        String name = handler == null ? "handler" : handler.toString();
        return (reply ? "reply " : "request ") + (name.startsWith("handler") ? name : "handler " + name);
    }

    /** The handler has ended; throws when it left a lock locked or a message prepared, which then stay so. */
    public void leaveHandler(String handlerName) {
        ThreadState state = states.current();
        ThreadState.Frame left = state.leave();
        String kind = handlerName(left.reply(), handlerName);
        if (state.lockCount() > left.locksBefore()) {
            throw leftBehind(kind + " returned with " + (state.lockCount() - left.locksBefore())
                    + " handler-safe lock(s) held, the last one " + state.lastLock()
                    + ": a handler must unlock what it locks, best in a finally block");
        }
        if (state.prepared() != null && state.prepared() != left.preparedBefore()) {
            throw leftBehind(kind + " returned with a reply prepared (" + state.prepared()
                    + "): a handler must commit or cancel what it prepares");
        }
    }

    /** The handler has thrown, which ends the job: what it left behind does not matter any more. */
    public void abandonHandler() {
        states.current().leave();
    }

    /** The calling thread has prepared this message, and is to commit or cancel it. Errors name it by its text. */
    public void prepared(Object message) {
        states.current().prepared(message);
    }

    /** The calling thread has committed or cancelled its message. */
    public void unprepared() {
        states.current().prepared(null);
    }

    /** Throws when {@code call}, which communicates, polls or waits, is illegal here. */
    public void check(String call) {
        PgasException refusal = refusal(call);
        if (refusal != null) {
            throw refusal;
        }
    }

    /** As {@link #check(String)} for what is reached from many calls: looks up which one it is if it has to be told. */
    public void checkCaller() {
        if (states.current().isRestricted()) {
            check(PublicCall.current());
        }
    }

    /** What {@link #check(String)} throws, or null when the call is legal. */
    public PgasException refusal(String call) {
        ThreadState state = states.current();
        if (!state.isRestricted()) {
            return null;
        }
        if (state.prepared() != null) {
            return refusal(call, whilePrepared(state), LEGAL, "commit or cancel the message first");
        }
        if (state.lockCount() > 0) {
            return refusal(call, whileLocked(state), LEGAL, "unlock first");
        }
        if (state.frame() != null) {
            return refusal(call, "inside " + state.frame().describe(),
                    (state.frame().reply() ? "" : "one reply, ") + LEGAL,
                    "let the program do it after the handler has returned");
        }
        return refusal(call, "inside a no-interrupt section of this thread", LEGAL,
                "close the section first");
    }

    /** As {@link #refusal}, of Job.close: a thread may close wherever the end of a job has cut it off. */
    public PgasException closeRefusal(Conduit conduit) {
        PgasException refusal = refusal("Job.close");
        if (refusal != null) {
            try {
                conduit.end().checkRunning();
            } catch (PgasException e) {
                return null;
            }
        }
        return refusal;
    }

    /** Throws when a reply or its prepare is illegal here: legal in a request handler that holds no lock. */
    public void checkReply(String call) {
        ThreadState state = states.current();
        if (state.frame() == null) {
            throw misuse(call + " outside a handler", "only the handler of a request may reply, while it runs");
        }
        if (state.prepared() != null) {
            check(call);
        }
        checkUnlocked(call, state);
        if (state.frame().reply()) {
            check(call);
        }
    }

    /** Throws when the calling thread may not commit {@code message}: it must have prepared it, and hold no lock. */
    public void checkCommit(String call, Object message) {
        ThreadState state = states.current();
        if (state.prepared() != message) {
            throw misuse(call, message + " was prepared by another thread, or is committed or cancelled already: "
                    + "the thread that prepares a message commits or cancels it, once");
        }
        checkUnlocked(call, state);
    }

    private void checkUnlocked(String call, ThreadState state) {
        if (state.lockCount() > 0) {
            throw refusal(call, whileLocked(state), LEGAL, "unlock first");
        }
    }

    public void locked(Object lock) {
        states.current().locked(lock);
    }

    /** Throws when another lock was locked after this one and is still held. */
    public void unlocked(Object lock) {
        ThreadState state = states.current();
        if (state.lastLock() != lock) {
            throw misuse("HandlerSafeLock.unlock", lock + " before " + state.lastLock()
                    + ", which was locked later: unlock in the reverse order of locking");
        }
        state.unlocked();
    }

    /**
     * Opens {@code section} of the calling thread; false, and nothing is open, where no handler runs on it in any case.
     */
    public boolean open(Object section) {
        ThreadState state = states.current();
        if (isHeldAnyway(state)) {
            return false;
        }
        if (state.section() != null) {
            throw misuse("Job.holdInterrupts inside a no-interrupt section of this thread", "sections do not nest: "
                    + "close the first one before");
        }
        state.section(section);
        return true;
    }

    public void resume() {
        ThreadState state = states.current();
        if (isHeldAnyway(state)) {
            return;
        }
        if (state.section() == null) {
            throw misuse("Job.resumeInterrupts",
                    "no no-interrupt section of this thread is open: call it once for each "
                            + "Job.holdInterrupts, and neither in a handler nor while holding a lock, where both are "
                            + "ignored");
        }
        state.section(null);
    }

    public void close(Object section) {
        ThreadState state = states.current();
        if (isHeldAnyway(state)) {
            return;
        }
        if (state.section() != section) {
            throw misuse("NoInterruptSection.close", "this section was opened by another thread, or is closed already");
        }
        state.section(null);
    }

    /** Where no handler can run on the thread in any case, so that holding interrupts off means nothing. */
    private static boolean isHeldAnyway(ThreadState state) {
        return state.frame() != null || state.lockCount() > 0 || state.prepared() != null;
    }

    private static String whilePrepared(ThreadState state) {
        return "between the prepare and the commit of " + state.prepared();
    }

    private static String whileLocked(ThreadState state) {
        return (state.frame() == null ? "" : "inside " + state.frame().describe() + ", ")
                + "while this thread holds " + state.lastLock();
    }

    private PgasException refusal(String call, String where, String legal, String remedy) {
        return misuse(call + " " + where, "legal there are " + legal + ": " + remedy);
    }

    private PgasException misuse(String call, String what) {
        return Refusals.of(rank).bad(call, what);
    }

    /** The error of a handler that has ended: no call is under way. */
    private PgasException leftBehind(String what) {
        return Refusals.of(rank).failure(ErrorCode.BAD_ARGUMENT, what);
    }
}
