package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitProvider;
import org.pgas.spi.JoinRequest;

/**
 * This rank's membership in a job: N ranks, usually one JVM each, that share memory on one host.
 *
 * <pre>{@code
 * try (Job job = Job.join()) {
 *     job.attach(1 << 20);
 *     job.world().rma().putLong((job.rank() + 1) % job.size(), 0, job.rank());
 *     job.world().barrier();
 * }
 * }</pre>
 *
 * <p>Usable by any thread unless a method says collective. There is no static state: a JVM may join another job after closing one,
 * be in several at once, or hold several ranks of one as threads, each with a {@link JobConfig.Builder#place place} of its own. The
 * job that a launcher started the process for is joined once.
 *
 * <p>The job ends when every rank has closed, or at once when a rank calls {@link #exit} or fails. Leaving a process in any other
 * way than by {@link #close} or by returning from main is a failure.
 *
 * <p>Source: GASNet-1 2.1-2.2; GASNet-EX gex_Client_Init, gex_System_*. This type is also the documents' client.
 */
public final class Job implements AutoCloseable {
    private final Conduit conduit;
    private final Settings settings;
    private final JobConfig config;
    private final boolean checked;
    private final Waiting waiting;
    private final BarrierLane internalLane;
    private final AddressTable table;
    private final Endpoint endpoint;
    private final Team world;
    private final NamedBarrier namedBarrier;
    private final Nbi nbi = new Nbi(this);

    /** Scope of every view of mapped memory: closed with the job, so that a late access throws. */
    private final Arena views = Arena.ofShared();

    /** By job rank; filled by attach. */
    private final MemorySegment[] mapped;

    private volatile boolean attached;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean verboseErrors;
    private volatile Object clientData;

    /** For {@link #join} and for tests, which bring a conduit of their own. */
    Job(JobConfig config, Settings settings, Conduit conduit) {
        this.config = config;
        this.settings = settings;
        this.conduit = conduit;
        checked = settings.isOn(Setting.CHECKS, false);
        verboseErrors = settings.isOn(Setting.VERBOSE_ERRORS, false);
        boolean oversubscribed = conduit.size() > Runtime.getRuntime().availableProcessors();
        WaitMode mode = settings.waitMode(oversubscribed ? WaitMode.SPIN_BLOCK : WaitMode.SPIN);
        waiting = new Waiting(conduit, mode, settings.duration(Setting.WAIT_TIMEOUT, null));
        internalLane = new BarrierLane(conduit, Conduit.Lane.INTERNAL);
        table = new AddressTable(conduit.size());
        mapped = new MemorySegment[conduit.size()];
        endpoint = new Endpoint(this, 0);
        world = new Team(this, conduit.rank(), identity(conduit.size()), table,
                new BarrierLane(conduit, Conduit.Lane.WORLD_BARRIER));
        namedBarrier = new NamedBarrier(this, conduit);
    }

    private static int[] identity(int size) {
        int[] ranks = new int[size];
        for (int i = 0; i < size; i++) {
            ranks[i] = i;
        }
        return ranks;
    }

    /** {@link #join(JobConfig)} with the defaults. */
    public static Job join() {
        return join(JobConfig.builder().build());
    }

    /**
     * Makes this process (or, with {@link JobConfig.Builder#place}, this thread) a rank, and returns when all ranks have joined.
     * Collective.
     *
     * <p>The rank comes from the launcher, from {@code mpirun} or {@code srun}, or else the job has this one rank.
     *
     * <p>Errors, on every rank: client name, flags, versions or configurations differ; ranks missing after
     * {@code pgas.join.timeout}; job files that are not ours, damaged, or of another version; a JVM started without the flags that
     * the library needs (the message names them).
     */
    public static Job join(JobConfig config) {
        Settings settings = Settings.read(config.settings());
        NativeAccess.check();
        JoinRequest request = new RankDiscovery(config, settings).request();
        ConduitProvider provider = provider(settings);
        return new Job(config, settings, provider.join(request, new SpiSettings(settings)));
    }

    private static ConduitProvider provider(Settings settings) {
        String name = settings.isSet(Setting.CONDUIT) ? settings.text(Setting.CONDUIT) : "pshm";
        StringBuilder known = new StringBuilder();
        for (ConduitProvider provider : ServiceLoader.load(ConduitProvider.class)) {
            if (provider.name().equals(name)) {
                return provider;
            }
            known.append(' ').append(provider.name());
        }
        throw new JoinException("no conduit named '" + name + "'; known:" + (known.isEmpty() ? " none" : known)
                + ": put pgas-pshm on the class path or module path");
    }

    /** This rank, 0-based. Source: GASNet-EX gex_System_QueryJobRank. */
    public int rank() {
        return conduit.rank();
    }

    /** Ranks of the job. */
    public int size() {
        return conduit.size();
    }

    /** The job's name, as {@code pgas ps} shows it. */
    public String name() {
        return conduit.jobName();
    }

    /** The team of all ranks; team rank equals job rank. */
    public Team world() {
        return world;
    }

    /** This rank's primordial endpoint. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** The ranks that share memory with this one: all of them. Source: GASNet-EX gex_System_QueryNbrhdInfo. */
    public RankSet neighbourhood() {
        return new RankSet(identity(size()), rank());
    }

    /** The ranks on this host: all of them. Source: GASNet-EX gex_System_QueryHostInfo. */
    public RankSet host() {
        return neighbourhood();
    }

    public Position position() {
        return new Position(1, 0, 1, 0);
    }

    /**
     * The value of a variable in the environment the job was started from, or null: the launcher's, not this process's own; without
     * our launcher, rank 0's when it joined. The same on every rank. Source: GASNet-1 2.2.4.
     */
    public String environment(String name) {
        checkOpen();
        return conduit.environment(name);
    }

    public String clientName() {
        return config.clientName();
    }

    public int flags() {
        return config.flags();
    }

    /** The settings in force in this membership. */
    public Settings settings() {
        return settings;
    }

    /** Granularity of segment sizes, in bytes. Source: GASNet-1 GASNET_PAGESIZE. */
    public long pageBytes() {
        return conduit.pageBytes();
    }

    /**
     * The largest segment that every rank could attach at this moment, in bytes, a multiple of {@link #pageBytes()}: the room that
     * is free, divided by the ranks. Meant for before attach. Source: GASNet-1 2.1.3.
     */
    public long maxLocalSegmentSize() {
        checkOpen();
        return conduit.maxSegmentBytes();
    }

    /** The smallest {@link #maxLocalSegmentSize()} of all ranks. They share one file system, so it is the same number. */
    public long maxGlobalSegmentSize() {
        return maxLocalSegmentSize();
    }

    /** {@link #attach(long)} with setting {@code pgas.segment}, 64 MiB by default, rounded up to whole pages. */
    public Segment attach() {
        long bytes = settings.bytes(Setting.SEGMENT, 64L << 20);
        // beyond the largest legal size rounding could overflow; attach refuses it
        return attach(bytes > GlobalPointer.MAX_SEGMENT_BYTES ? bytes : Math.ceilDiv(bytes, pageBytes()) * pageBytes());
    }

    /**
     * Contributes a zeroed segment of {@code bytes} bytes, binds it to the primordial endpoint, and returns when all ranks have. Once
     * per job. Collective; sizes may differ, and 0 contributes none (the result is null then).
     *
     * <p>Room is reserved before it returns, so no later access can fail for lack of memory. Errors: a size that is negative, no
     * multiple of {@link #pageBytes()}, or above {@link GlobalPointer#MAX_SEGMENT_BYTES}; a second attach. {@link AttachException}
     * on all ranks when some rank's memory cannot be had, or a rank gave an illegal size, with nothing left behind: attach may then be
     * tried again.
     *
     * <p>Source: GASNet-1 2.1.2; GASNet-EX gex_Segment_Attach.
     */
    public Segment attach(long bytes) {
        checkOpen();
        if (attached) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + rank() + ": Job.attach was called a second time");
        }
        refuseInsideNamedBarrier("Job.attach");
        PgasException refusal = illegalSize(bytes);
        // a rank that gives up still takes part, so that its peers learn of it instead of waiting
        conduit.requestSegment(refusal == null ? bytes : -1);
        internalBarrier();
        conduit.createSegment();
        internalBarrier();
        conduit.mapSegments();
        internalBarrier();
        try {
            conduit.publishSegments(table);
        } catch (AttachException e) {
            printIfVerbose(e.getMessage());
            throw refusal == null ? e : refusal;
        } finally {
            // after a failure too: a rank that tries again must not change what slower ranks still read
            internalBarrier();
        }
        bindOwn();
        return endpoint.segment();
    }

    private PgasException illegalSize(long bytes) {
        if (bytes >= 0 && bytes % pageBytes() == 0 && bytes <= GlobalPointer.MAX_SEGMENT_BYTES) {
            return null;
        }
        return new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "rank " + rank() + ": Job.attach: " + bytes + " bytes: legal are multiples of " + pageBytes()
                        + " from 0 to " + GlobalPointer.MAX_SEGMENT_BYTES);
    }

    private void bindOwn() {
        for (int rank = 0; rank < size(); rank++) {
            if (table.size(rank) > 0) {
                mapped[rank] = SharedMemory.view(table.base(rank), table.size(rank), views);
            }
        }
        if (mapped[rank()] != null) {
            endpoint.bind(new Segment(this, mapped[rank()]));
        }
        attached = true;
    }

    private void internalBarrier() {
        long phase = internalLane.arrive();
        waiting.await(internalLane.phase(phase, Conduit.Activity.ATTACHING, "attach step"));
    }

    boolean isAttached() {
        return attached;
    }

    MemorySegment mappedSegment(int jobRank) {
        return closed.get() ? null : mapped[jobRank];
    }

    long segmentSize(int jobRank) {
        return table.size(jobRank);
    }

    long address(long pointer, long bytes) {
        int endpointIndex = GlobalPointer.endpointIndex(pointer);
        if (endpointIndex != 0) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + rank() + ": global pointer to " + GlobalPointer.toString(pointer) + ": no such endpoint");
        }
        return world.addresses().address(GlobalPointer.jobRank(pointer), GlobalPointer.offset(pointer), bytes);
    }

    /** The split-phase barrier with names. */
    public NamedBarrier namedBarrier() {
        return namedBarrier;
    }

    void refuseInsideNamedBarrier(String call) {
        if (namedBarrier.isOpen()) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + rank() + ": " + call
                            + " between notify and await of the named barrier: no other world collective may "
                            + "overlap it");
        }
    }

    /** Synchronisation of the calling thread's implicit-event operations. */
    public Nbi nbi() {
        return nbi;
    }

    public WaitMode waitMode() {
        return waiting.mode();
    }

    /** How this rank waits from now on. A rank's own choice, at any time, by any thread. */
    public void waitMode(WaitMode mode) {
        waiting.mode(java.util.Objects.requireNonNull(mode, "mode"));
    }

    Waiting waiting() {
        return waiting;
    }

    /** Lets the library do this rank's pending work. */
    void poll() {
        conduit.checkRunning();
    }

    /** Whether checked mode ({@code pgas.checks}) is on. */
    public boolean isChecked() {
        return checked;
    }

    /**
     * Whether errors that a program may go on after are printed to standard error as they are returned: a mismatch of the named
     * barrier, an attach without room. Source: GASNet-EX gex_System_GetVerboseErrors.
     */
    public boolean verboseErrors() {
        return verboseErrors;
    }

    public void verboseErrors(boolean on) {
        verboseErrors = on;
    }

    void printIfVerbose(String message) {
        if (verboseErrors) {
            System.err.println("pgas: " + message);
        }
    }

    /** What {@link #clientData(Object)} stored last; null at first. */
    public Object clientData() {
        return clientData;
    }

    /** Stores one object of the program's own with this membership. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        clientData = data;
    }

    /**
     * Ends the whole job with this code: flushes output, runs every rank's {@link #onExit hooks}, ends every rank's process. Never
     * returns. Any rank, any thread, at any time; not collective. Of several at once, one gives the code.
     *
     * <p>In a membership that does not own its process it ends the job and throws {@link JobEndedException} instead. The result
     * type lets a caller write {@code throw job.exit(1)}.
     *
     * <p>Source: GASNet-1 2.1.5.
     *
     * @param code 0..255
     */
    public RuntimeException exit(int code) {
        checkOpen();
        if (code < 0 || code > 255) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + rank() + ": Job.exit: code " + code + " is outside 0..255, what a process can return");
        }
        throw conduit.exit(code);
    }

    /**
     * Runs {@code hook} once, on a library thread, when the job is ended by another rank, by a failure or by a signal, with a second
     * for all hooks together. Not when ranks just close. Source: GASNet-1 2.1.5 (its SIGQUIT).
     */
    public void onExit(Runnable hook) {
        checkOpen();
        conduit.onExit(hook);
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

    void checkJobRank(String call, int jobRank) {
        if (jobRank < 0 || jobRank >= size()) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + rank() + ": " + call + ": job rank " + jobRank + " is outside 0.." + (size() - 1));
        }
    }

    /**
     * Ends this membership, not the JVM; the JVM may join another job afterwards. Not collective: peers go on and keep access to
     * this rank's segment, but a barrier that still needs this rank fails with {@link PeerLostException}. The last rank to leave
     * removes the job's files. Transfers of other threads that are under way finish harmlessly on memory that is no longer shared.
     * Idempotent.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (int rank = 0; rank < size(); rank++) {
            table.withdraw(rank);
        }
        endpoint.bind(null);
        try {
            views.close();
        } catch (IllegalStateException e) {
            // A thread is in a system call on a view. The views stay open then: like every late access they find zeros.
            System.getLogger(Job.class.getName()).log(System.Logger.Level.DEBUG, "views stay open", e);
        }
        conduit.leave();
    }

    @Override
    public String toString() {
        return "Job(" + name() + ", rank " + rank() + " of " + size() + ")";
    }
}
