package org.pgas;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.events.Origin;
import org.pgas.memory.AddressMap;
import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedArea;
import org.pgas.spi.Conduit;

/**
 * The parts of a membership, and what they ask each other for: all of a {@link Job} that is not its API.
 *
 * <pre>
 * field   writer      reader       order
 * closed  who closes  all threads  CAS / volatile
 * </pre>
 */
abstract sealed class JobInternals permits Job {
    private final Settings settings;
    private final Conduit conduit;
    private final boolean checked;
    private final RankCounters counters;
    private final Origin origin;
    private final Waiting waiting;
    private final Attachment attachment;
    private final Doorbell doorbell;
    private final Endpoints endpoints;
    private final Segments segments;
    private final Offers offers;
    private final Serving serving;
    private final AddressTable addresses;
    private final SharedArea area;
    private final Messenger messenger;
    private final RankProgress progress;
    private final FarTransfers far;
    private final ThreadStates threadStates = new ThreadStates();
    private final ThreadSlot peerCompletions = new ThreadSlot(threadStates);
    private final RestrictedContext restrictedContext;
    private final Warnings warnings;
    private final UnawaitedOperations unawaited;
    private final AtomicBoolean closed = new AtomicBoolean();

    JobInternals(Settings settings, Conduit conduit) {
        this.settings = settings;
        this.conduit = conduit;
        checked = settings.isOn(Setting.CHECKS, false);
        origin = new Origin(conduit.jobName(), conduit.rank(),
                settings.bytes(Setting.EVENTS_BYTES, Origin.LEAST_BYTES));
        restrictedContext = new RestrictedContext(conduit.rank(), threadStates);
        warnings = new Warnings(settings, conduit);
        unawaited = new UnawaitedOperations(self(), warnings.isOff(Setting.WARN_EVENTS));
        boolean oversubscribed = conduit.size() > Runtime.getRuntime().availableProcessors();
        WaitMode mode = settings.waitMode(oversubscribed ? WaitMode.SPIN_BLOCK : WaitMode.SPIN);
        counters = new RankCounters(conduit, settings.isOn(Setting.STATS, false));
        waiting = new Waiting(conduit, counters, origin, warnings, mode,
                settings.duration(Setting.WAIT_TIMEOUT, null));
        doorbell = new Doorbell(conduit);
        addresses = new AddressTable(conduit.size());
        attachment = new Attachment(self(), conduit, addresses);
        EndpointDirectory directory = new EndpointDirectory(conduit);
        area = JobArea.open(conduit);
        HandlerTable handlers = new HandlerTable(self(), conduit.messages());
        messenger = new Messenger(self(), conduit, handlers);
        progress = new RankProgress(messenger);
        waiting.progress(progress);
        serving = new Serving(self());
        far = new FarTransfers(self(), messenger, handlers, conduit.messages());
        endpoints = new Endpoints(self(), handlers, directory);
        offers = new Offers(self(), conduit, area, directory, settings.isOn(Setting.CMA, true));
        segments = new Segments(self(), conduit, addresses, directory);
    }

    private Job self() {
        return (Job) this;
    }

    Settings settings() {
        return settings;
    }

    boolean isChecked() {
        return checked;
    }

    /** Whose events those of this membership are. */
    Origin origin() {
        return origin;
    }

    Endpoints endpoints() {
        return endpoints;
    }

    Segments segments() {
        return segments;
    }

    /**
     * What peers may read and write of this rank's client memory out of their own processes.
     *
     * @hidden
     */
    public Offers offers() {
        return offers;
    }

    /**
     * Whether calls that do not wait take in messages.
     *
     * @hidden
     */
    public Serving serving() {
        return serving;
    }

    /** Whether this call is the one that closes. */
    boolean beginClose() {
        return closed.compareAndSet(false, true);
    }

    Conduit conduit() {
        return conduit;
    }

    AddressTable addresses() {
        return addresses;
    }

    SharedArea area() {
        return area;
    }

    RankProgress progress() {
        return progress;
    }

    Attachment attachment() {
        return attachment;
    }

    FarTransfers far() {
        return far;
    }

    boolean isClosed() {
        return closed.get();
    }

    ThreadStates threadStates() {
        return threadStates;
    }

    ThreadSlot peerCompletions() {
        return peerCompletions;
    }

    Warnings warnings() {
        return warnings;
    }

    UnawaitedOperations unawaited() {
        return unawaited;
    }

    RestrictedContext restrictedContext() {
        return restrictedContext;
    }

    /** Checked mode: refuses {@code call}, which communicates, polls or waits, in a restricted context. */
    void checkUnrestricted(String call) {
        if (checked) {
            restrictedContext.check(call);
        }
    }

    /** As {@link #checkUnrestricted(String)}, for what is reached from several public calls: finds out which one it is. */
    void checkUnrestricted() {
        if (checked) {
            restrictedContext.checkCaller();
        }
    }

    /** What this rank counts. */
    RankCounters rankCounters() {
        return counters;
    }

    /** With {@code pgas.stats}, a map that leaves all accesses to the way on which small ones are counted. */
    AddressMap counted(AddressMap map, Runnable counter) {
        return counters.isEverything() ? new AddressMap(new StatsGuard(map, counter)) : map;
    }

    /**
     * As {@code map}, for atomic operations and accumulates, which ask once for each and are counted so.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public AddressMap countedAtomics(AddressMap map) {
        return counted(map, counters::atomic);
    }

    /**
     * Counts a collective that has begun.
     *
     * @hidden
     */
    public void countCollective() {
        counters.collective();
    }

    Waiting waiting() {
        return waiting;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    Messenger messenger() {
        return messenger;
    }

    /** {@link Job#poll} for calls that have checked already. */
    int makeProgress() {
        conduit.checkRunning();
        return progress.poll();
    }

    /**
     * See {@link Conduit#damaged}.
     *
     * @hidden
     */
    public RuntimeException damaged(long address, String what) {
        throw conduit.damaged(address, what);
    }

    RuntimeException fail(String message) {
        throw conduit.fail(message);
    }

    /** Ends the job because of what was thrown where no caller can be told, by a thread or a handler that the text names. */
    RuntimeException fail(String message, Throwable thrown) {
        String fault = conduit.describeFault(thrown);
        String all = fault.isEmpty() ? message : message + ": " + fault;
        // the trace is of use only here, and the ending carries only the message
        Warnings.error(all, thrown);
        throw conduit.fail(all);
    }

    /**
     * See {@link Conduit#describeFault}.
     *
     * @hidden
     */
    public String describeFault(Throwable thrown) {
        return conduit.describeFault(thrown);
    }

    void checkOpen() {
        if (closed.get()) {
            throw closedHere();
        }
    }

    /** As {@link #checkOpen}, without a memory order: for calls that are to cost nothing; sees a close of this thread. */
    void checkOpenPlain() {
        if (closed.getPlain()) {
            throw closedHere();
        }
    }

    private PgasException closedHere() {
        return new PgasException(ErrorCode.NOT_INITIALIZED,
                "rank " + conduit.rank() + ": job " + conduit.jobName() + " is closed here");
    }
}
