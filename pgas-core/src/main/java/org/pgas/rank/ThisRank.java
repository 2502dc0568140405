package org.pgas.rank;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.events.Origin;
import org.pgas.memory.AddressMap;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Conduit;

/**
 * What this rank is, and whether it may go on: its number, its job, its settings and counters, and how it refuses a
 * call.
 *
 * <p>Every room of a membership is given this one. It knows no room.
 *
 * <pre>
 * field          writer               reader       order
 * closed         the call that closes all threads  CAS / volatile
 * verboseErrors  the program          all threads  volatile
 * </pre>
 */
public final class ThisRank {
    private final Settings settings;
    private final Conduit conduit;
    private final int rank;
    private final int size;
    private final boolean checked;
    private final Refusals refusals;
    private final Origin origin;
    private final ThreadStates threadStates = new ThreadStates();
    private final RestrictedContext restrictedContext;
    private final Warnings warnings;
    private final RankCounters counters;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean verboseErrors;

    public ThisRank(Settings settings, Conduit conduit) {
        this.settings = settings;
        this.conduit = conduit;
        rank = conduit.member().rank();
        size = conduit.member().size();
        refusals = Refusals.of(rank);
        checked = settings.isOn(Setting.CHECKS, false);
        origin = new Origin(conduit.member().jobName(), rank, settings.bytes(Setting.EVENTS_BYTES, Origin.LEAST_BYTES));
        restrictedContext = new RestrictedContext(rank, threadStates);
        warnings = new Warnings(settings, conduit);
        counters = new RankCounters(conduit, settings.isOn(Setting.STATS, false));
        verboseErrors = settings.isOn(Setting.VERBOSE_ERRORS, false);
    }

    public int rank() {
        return rank;
    }

    public int size() {
        return size;
    }

    public String name() {
        return conduit.member().jobName();
    }

    public Conduit conduit() {
        return conduit;
    }

    public Settings settings() {
        return settings;
    }

    public boolean isChecked() {
        return checked;
    }

    /** The rank that emits the events of this membership. */
    public Origin origin() {
        return origin;
    }

    public ThreadStates threadStates() {
        return threadStates;
    }

    public RestrictedContext restrictedContext() {
        return restrictedContext;
    }

    public Warnings warnings() {
        return warnings;
    }

    public RankCounters rankCounters() {
        return counters;
    }

    /** With {@code pgas.stats}, a map that leaves all accesses to the way on which small ones are counted. */
    public AddressMap counted(AddressMap map, Runnable counter) {
        return counters.isEverything() ? new AddressMap(new CountedMisses(map, counter)) : map;
    }

    /** Whether this call is the one that closes. */
    public boolean beginClose() {
        return closed.compareAndSet(false, true);
    }

    public boolean isClosed() {
        return closed.get();
    }

    public void checkOpen() {
        if (closed.get()) {
            throw closedHere();
        }
    }

    /**
     * As {@link #checkOpen}, without a memory order: for calls that are to cost nothing; sees a close of this thread.
     */
    public void checkOpenPlain() {
        if (closed.getPlain()) {
            throw closedHere();
        }
    }

    private PgasException closedHere() {
        return refusals.failure(ErrorCode.NOT_INITIALIZED, "job " + conduit.member().jobName() + " is closed here");
    }

    /** Checked mode: refuses {@code call}, which communicates, polls or waits, in a restricted context. */
    public void checkUnrestricted(String call) {
        if (checked) {
            restrictedContext.check(call);
        }
    }

    /**
     * As {@link #checkUnrestricted(String)}, for what is reached from several public calls: finds out which one it is.
     */
    public void checkUnrestricted() {
        if (checked) {
            restrictedContext.checkCaller();
        }
    }

    /** How calls on this rank are refused. */
    public Refusals refusals() {
        return refusals;
    }

    /**
     * A refusal of the call that the program has made on this thread, for checks that are below many: it looks up which
     * one it is. {@code what} says what was wrong, what is legal, and the remedy.
     */
    public PgasException refusal(String what) {
        return refusals.bad(PublicCall.current(), what);
    }

    /** See {@link Conduit#damaged}. */
    public RuntimeException damaged(long address, String what) {
        throw conduit.damaged(address, what);
    }

    public RuntimeException fail(String message) {
        throw conduit.end().fail(message);
    }

    /**
     * Ends the job because of what was thrown where no caller can be told, by a thread or a handler that the text
     * names.
     */
    public RuntimeException fail(String message, Throwable thrown) {
        String fault = conduit.diagnosis().describeFault(thrown);
        String all = fault.isEmpty() ? message : message + ": " + fault;
        // the trace is of use only here, and the ending carries only the message
        Warnings.error(all, thrown);
        throw conduit.end().fail(all);
    }

    /** See {@link org.pgas.spi.Diagnosis#describeFault}. */
    public String describeFault(Throwable thrown) {
        return conduit.diagnosis().describeFault(thrown);
    }

    public boolean verboseErrors() {
        return verboseErrors;
    }

    public void verboseErrors(boolean on) {
        verboseErrors = on;
    }

    public void printIfVerbose(String message) {
        if (verboseErrors) {
            Warnings.log(message);
        }
    }
}
