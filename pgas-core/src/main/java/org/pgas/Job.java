package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.pgas.events.Recorder;
import org.pgas.join.Conduits;
import org.pgas.join.RankDiscovery;
import org.pgas.join.SpiSettings;
import org.pgas.memory.AddressMap;
import org.pgas.message.Delivery;
import org.pgas.place.SegmentCore;
import org.pgas.rank.ThisRank;
import org.pgas.rank.Warnings;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitProvider;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.Topology;
import org.pgas.team.TeamCore;

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
 * <p>Usable by any thread unless a method says collective. There is no static state: a JVM may join another job after
 * closing one, be in several at once, or hold several ranks of one as threads, each with a
 * {@link JobConfig.Builder#place place} of its own. The job that a launcher started the process for is joined once.
 *
 * <p>The job ends when every rank has closed, or at once when a rank calls {@link #exit} or fails. Leaving a process in
 * any other way than by {@link #close} or by returning from main is a failure.
 *
 * <p><b>Waits</b> of the library end by what they wait for, or by an exception: the end of the job, the loss of a rank
 * that is needed, {@code pgas.wait.timeout}. Interrupts end none; the thread's flag stays set.
 *
 * <p><b>Uncaught exceptions</b> end the job in the thread that joined; in others they do with
 * {@code pgas.uncaught.all=on}, unless the program has set a handler of its own for all threads.
 *
 * <p><b>Restricted context.</b> A thread that runs the handler of an Active Message, holds a {@link HandlerSafeLock},
 * is in a {@linkplain #holdInterrupts no-interrupt section}, or is between the prepare and the commit of a message may
 * not communicate, poll or wait. Legal there:
 * <ul>
 * <li>queries: what this class, teams, endpoints, segments and domains answer about themselves, and client data;
 * <li>{@link Endpoint#boundSegmentImmediate}, but no other question for a bound segment; {@link Rma#fence};
 * <li>handler-safe locks, and waiting for one;
 * <li>{@link #exit};
 * <li>in the handler of a request, while it holds no lock: one reply.
 * </ul>
 * Everything else is illegal: transfers, atomics, barriers and all collectives, tests and waits for events, access
 * regions, attach, close, and further messages. Checked mode reports it, per job; otherwise it is undefined.
 *
 * <p>Source: GASNet-1 2.1-2.2; GASNet-EX gex_Client_Init, gex_System_*. This type is also the documents' client.
 */
public final class Job implements AutoCloseable {
    // field       writer       reader       order
    // clientData  the program  the program  volatile

    /** The largest code that a process can return, and the bits of all of them. */
    private static final int MOST_CODE = 0xFF;

    private final JobConfig config;
    private final ThisRank self;
    private final Rooms rooms;
    private final Endpoints endpoints;
    private final Segments segments;
    private final Team world;
    private final NamedBarrier namedBarrier;
    private final Nbi nbi;

    private volatile Object clientData;

    /** For {@link #join} and for tests, which bring a conduit of their own. */
    Job(JobConfig config, Settings settings, Conduit conduit) {
        this.config = config;
        self = new ThisRank(settings, conduit);
        // asked by handlers, which run when a rank waits or polls: not before the job is whole
        rooms = new Rooms(self, this::replyTarget, config.deferThreads());
        // these ask the job for its rank and its rooms, and for nothing else before it is whole
        endpoints = new Endpoints(this, rooms.endpoints);
        segments = new Segments(this, rooms.segments);
        world = new Team(this, TeamCore.world(rooms.teams), null);
        namedBarrier = new NamedBarrier(self, rooms.waiting, rooms.namedPhase, world.core());
        nbi = new Nbi(rooms.operations, rooms.far, rooms.bulk);
        try {
            rooms.progressThreads.start();
        } catch (JoinException e) {
            conduit.member().leave();
            throw e;
        }
        recordStep("join", 0);
    }

    /** What is bound to the endpoints of the index that has sent the request, of all ranks. */
    private AddressMap replyTarget(Delivery request) {
        int index = request.sourceEndpoint();
        return index == 0 ? world.core().destinations()
                : Token.of(request).endpoint().pair(index).core().destinations();
    }

    ThisRank self() {
        return self;
    }

    Rooms rooms() {
        return rooms;
    }

    /** {@link #join(JobConfig)} with the defaults. */
    public static Job join() {
        return join(JobConfig.builder().build());
    }

    /**
     * Makes this process (or, with {@link JobConfig.Builder#place}, this thread) a rank, and returns when all ranks
     * have joined. Collective.
     *
     * <p>The rank comes from the launcher, from {@code mpirun} or {@code srun}, or else the job has this one rank.
     *
     * <p>Errors, on every rank: client name, flags, versions or configurations differ; ranks missing after
     * {@code pgas.join.timeout}; job files that are not ours, damaged, or of another version; a JVM started without the
     * flags that the library needs (the message names them). An interrupt of this thread ends no join, and stays set.
     */
    public static Job join(JobConfig config) {
        boolean wasInterrupted = Thread.interrupted(); // or files would close themselves while they are read
        try {
            return joined(config);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Job joined(JobConfig config) {
        Settings settings = Settings.read(config.settings());
        RankDiscovery discovery = new RankDiscovery(config.clientName(), config.flags(), settings);
        JoinRequest request = config.directory() == null ? discovery.request()
                : discovery.request(config.directory(), config.rank(), config.size());
        ConduitProvider provider = Conduits.find(settings);
        return new Job(config, settings, provider.join(request, new SpiSettings(settings, request.size())));
    }

    /** This rank, 0-based. Source: GASNet-EX gex_System_QueryJobRank. */
    public int rank() {
        return self.rank();
    }

    /** Ranks of the job. */
    public int size() {
        return self.size();
    }

    /** The job's name, as {@code pgas ps} shows it. */
    public String name() {
        return self.name();
    }

    /** The team of all ranks; team rank equals job rank. */
    public Team world() {
        return world;
    }

    /** This rank's primordial endpoint. */
    public Endpoint endpoint() {
        return endpoints().primordial();
    }

    /** This rank's endpoints, and how to make more. */
    public Endpoints endpoints() {
        return endpoints;
    }

    /** This rank's segments, and how to make more. */
    public Segments segments() {
        return segments;
    }

    /** The settings in force in this membership. */
    public Settings settings() {
        return self.settings();
    }

    /** Whether checked mode ({@code pgas.checks}) is on. */
    public boolean isChecked() {
        return self.isChecked();
    }

    /**
     * The ranks that share memory with this one, itself included; all of the job unless it has several neighbourhoods
     * ({@code pgas.neighbourhoods}). Source: GASNet-EX gex_System_QueryNbrhdInfo.
     */
    public RankSet neighbourhood() {
        return rankSet(rooms.conduit.topology().neighboursOf(rank()));
    }

    /**
     * The ranks on this one's host, itself included; all of the job unless it was started on several. Source:
     * GASNet-EX gex_System_QueryHostInfo.
     */
    public RankSet host() {
        return rankSet(rooms.conduit.topology().ranksOnHostOf(rank()));
    }

    private RankSet rankSet(int[] jobRanks) {
        return new RankSet(jobRanks, Arrays.binarySearch(jobRanks, rank()));
    }

    /** Where this rank stands among the job's hosts and neighbourhoods. */
    public Position position() {
        Topology topology = rooms.conduit.topology();
        return new Position(topology.neighbourhoods(), topology.neighbourhood(rank()), topology.hosts(),
                topology.host(rank()));
    }

    /**
     * The value of a variable in the environment the job was started from, or null: the launcher's, not this process's
     * own; without our launcher, rank 0's when it joined. The same on every rank. Source: GASNet-1 2.2.4.
     */
    public String environment(String name) {
        self.checkOpen();
        return rooms.conduit.member().environment(name);
    }

    public String clientName() {
        return config.clientName();
    }

    public int flags() {
        return config.flags();
    }

    /**
     * What this rank has counted so far: transfers, messages, waits. Of transfers below {@link Counter#SMALL} bytes,
     * atomic operations and polls that find nothing only with {@code pgas.stats=on}. A few microseconds. Error: after
     * {@link #close}.
     */
    public Counters counters() {
        self.checkOpen();
        return new Counters(self.rankCounters());
    }

    /** Granularity of segment sizes, in bytes. Source: GASNet-1 GASNET_PAGESIZE. */
    public long pageBytes() {
        return rooms.conduit.attached().pageBytes();
    }

    /**
     * The largest segment that every rank of this host could attach at this moment, in bytes, a multiple of
     * {@link #pageBytes()}: the room that is free, divided by these ranks. Meant for before attach. Source: GASNet-1
     * 2.1.3.
     */
    public long maxLocalSegmentSize() {
        self.checkOpen();
        return rooms.conduit.attached().maxBytes();
    }

    /**
     * The smallest {@link #maxLocalSegmentSize()} of all ranks of this host: the same number, since they share one file
     * system. Ranks of other hosts have other room: a job on several takes the least of what they say.
     */
    public long maxGlobalSegmentSize() {
        return maxLocalSegmentSize();
    }

    /** {@link #attach(long)} with setting {@code pgas.segment}, 64 MiB by default, rounded up to whole pages. */
    public Segment attach() {
        long bytes = settings().bytes(Setting.SEGMENT, 64L << 20);
        // beyond the largest legal size rounding could overflow; attach refuses it
        return attach(bytes > GlobalPointer.MAX_SEGMENT_BYTES ? bytes : Math.ceilDiv(bytes, pageBytes()) * pageBytes());
    }

    /**
     * Contributes a zeroed segment of {@code bytes} bytes, binds it to the primordial endpoint, and returns when all
     * ranks have. Once per job. Collective; sizes may differ, and 0 contributes none (the result is null then).
     *
     * <p>Room is reserved before it returns, so no later access can fail for lack of memory. Errors: a size that is
     * negative, no multiple of {@link #pageBytes()}, or above {@link GlobalPointer#MAX_SEGMENT_BYTES}; a second attach.
     * {@link AttachException} on all ranks when some rank's memory cannot be had, or a rank gave an illegal size, with
     * nothing left behind: attach may then be tried again.
     *
     * <p>Source: GASNet-1 2.1.2; GASNet-EX gex_Segment_Attach.
     */
    public Segment attach(long bytes) {
        self.checkOpen();
        return attached(rooms.attachment.attach(bytes), bytes);
    }

    /**
     * As {@link #attach(long)}, with <em>client memory</em>: memory of the program's own, of any size from 0. Others
     * may do otherwise.
     *
     * <p>No peer can map it. Transfers to and from it are messages that this rank carries out when it polls or waits in
     * the library, those of each thread in their order; this rank itself reaches it at once. Long messages and signals
     * of neighbours to it are errors, and structures that ranks share cannot lie in it; those of ranks of other
     * neighbourhoods this rank carries out, but nobody can wait for such a signal. Where the kernel permits it and
     * {@code pgas.cma} is not off, peers copy large contiguous transfers from and to native memory of an automatic or
     * the global arena by themselves, without this rank: what they promise is the same, and memory of an automatic
     * arena is not collected while a peer is at it.
     *
     * <p>Legal are segments over arrays, and native ones that every thread may access (of shared, automatic and global
     * arenas). Errors: memory that is null, read-only, confined to a thread, closed, or above
     * {@link GlobalPointer#MAX_SEGMENT_BYTES}; peers get an {@link AttachException} then. The arena must stay open
     * until this membership is closed: otherwise the next access throws, or, made by a peer, ends the job.
     *
     * <p>Source: GASNet-EX Memory Kinds 4.2; in place of GASNET_SEGMENT_EVERYTHING, memory is registered piece by
     * piece.
     */
    public Segment attach(MemorySegment memory) {
        self.checkOpen();
        return attached(rooms.attachment.attach(memory), memory.byteSize());
    }

    private Segment attached(SegmentCore segment, long bytes) {
        recordStep("attach", bytes);
        Segment attached = segment == null ? null : new Segment(this, segment);
        rooms.endpoints.attach(segment);
        return attached;
    }

    private void recordStep(String step, long value) {
        Recorder.step(self.origin(), step, size(), value);
    }

    /** The split-phase barrier with names. */
    public NamedBarrier namedBarrier() {
        return namedBarrier;
    }

    /** Synchronisation of the calling thread's implicit-event operations. */
    public Nbi nbi() {
        return nbi;
    }

    public WaitMode waitMode() {
        return rooms.waiting.mode();
    }

    /** How this rank waits from now on. A rank's own choice, at any time, by any thread. */
    public void waitMode(WaitMode mode) {
        rooms.waiting.mode(java.util.Objects.requireNonNull(mode, "mode"));
    }

    /**
     * Begins a no-interrupt section of the calling thread: code during which no handler may run on it. No handler ever
     * does outside the library's calls, and in a section these are illegal but for the few of a restricted context: so
     * this masks nothing, and marks the section for checked mode, which reports communication inside, nested sections
     * and unpaired calls.
     *
     * <p>Ignored in a handler, while the thread holds a {@link HandlerSafeLock}, and between the prepare and the commit
     * of a message: no handler runs on the thread there in any case. Source: GASNet-1 2.4.2-2.4.3.
     */
    public NoInterruptSection holdInterrupts() {
        if (!isChecked()) {
            return NoInterruptSection.IGNORED;
        }
        NoInterruptSection section = new NoInterruptSection(self.restrictedContext());
        return self.restrictedContext().open(section) ? section : NoInterruptSection.IGNORED;
    }

    /** Ends the calling thread's no-interrupt section, as closing it does, for code that has not kept it. */
    public void resumeInterrupts() {
        if (isChecked()) {
            self.restrictedContext().resume();
        }
    }

    /**
     * How many threads of a rank may use the library: as many as there are ({@link Integer#MAX_VALUE}). Source:
     * GASNet-EX gex_System_QueryMaxThreads.
     */
    public int maxThreads() {
        return Integer.MAX_VALUE;
    }

    /**
     * Takes in and handles messages that have arrived at this rank; says how many. 0 at once when there are none, or
     * when another thread is at it. Any thread; a few nanoseconds when idle. Source: GASNet-1 2.3.5.1 (gasnet_AMPoll).
     */
    public int poll() {
        self.checkUnrestricted("Job.poll");
        return rooms.waiting.makeProgress();
    }

    /**
     * Takes in and handles messages, waiting as {@link #waitMode()} says, until {@code condition} is true.
     *
     * <p>The condition is evaluated again whenever handlers of this rank have run, by whatever thread, and at least 20
     * times a second; it may not communicate. What those handlers did happens before it is evaluated. It may run at the
     * same time as a handler. Any thread; any number at a time. Source: GASNet-1 2.3.5.2 (GASNET_BLOCKUNTIL).
     */
    public void blockUntil(BooleanSupplier condition) {
        self.checkOpen();
        self.checkUnrestricted("Job.blockUntil");
        rooms.messenger.blockUntil(condition);
    }

    /**
     * The progress threads that the program has to start, because it joined with
     * {@link JobConfig.Builder#deferThreads}: one with {@code pgas.progress.thread=on}, none otherwise. Communication
     * is legal before they run. Error: joined without.
     *
     * <p>Source: GASNet-EX gex_System_QueryProgressThreads.
     */
    public List<ProgressThread> progressThreads() {
        self.checkOpen();
        return rooms.progressThreads.toStart();
    }

    /**
     * How many threads other than the program's own may run handlers of this rank: 1 with
     * {@code pgas.progress.thread=on}, else 0. At 0, handlers run only inside calls of the library; but items that wait
     * for this rank itself in an {@link Aggregator} with a delay are handled in its thread. Source: GASNet-EX
     * gex_System_QueryHiddenAMConcurrencyLevel.
     */
    public int hiddenConcurrency() {
        return rooms.progressThreads.count();
    }

    /**
     * Whether errors that a program may go on after are logged as they are returned, which prints them to standard
     * error if nothing else was set up: a mismatch of the named barrier, an attach without room. Source: GASNet-EX
     * gex_System_GetVerboseErrors.
     */
    public boolean verboseErrors() {
        return self.verboseErrors();
    }

    public void verboseErrors(boolean on) {
        self.verboseErrors(on);
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
     * Ends the whole job with this code: flushes output, runs every rank's {@link #onExit hooks}, ends every rank's
     * process. Never returns, whatever the code. Any rank, any thread, at any time; not collective. Of several at once,
     * one gives the code.
     *
     * <p>A process can return 0..255, so the low eight bits of {@code code} count: -1 becomes 255. One that is not 0
     * stays so: where these bits are 0, as of 256, the code becomes 255 too.
     *
     * <p>In a membership that does not own its process it ends the job and throws {@link JobEndedException} instead.
     * The result type lets a caller write {@code throw job.exit(1)}.
     *
     * <p>Source: GASNet-1 2.1.5.
     *
     * @param code any; 0 is success
     */
    public RuntimeException exit(int code) {
        self.checkOpen();
        int returned = code != 0 && (code & MOST_CODE) == 0 ? MOST_CODE : code & MOST_CODE;
        recordStep("exit", returned);
        throw rooms.conduit.end().exit(returned);
    }

    /**
     * Runs {@code hook} once, on a library thread, when the job is ended by {@link #exit}, of this rank too, by a
     * failure or by a signal, with a second for all hooks together. Not when ranks just close. Source: GASNet-1 2.1.5
     * (its SIGQUIT).
     */
    public void onExit(Runnable hook) {
        self.checkOpen();
        rooms.conduit.end().onExit(hook);
    }

    /**
     * Ends this membership, not the JVM; the JVM may join another job afterwards. Not collective: peers go on and keep
     * access to this rank's segment, but a barrier that still needs this rank fails with {@link PeerLostException}. The
     * last rank to leave removes the job's files. Transfers of other threads that are under way finish harmlessly on
     * memory that is no longer shared. Idempotent.
     *
     * <p>This rank's segments of kind FILE are taken from all peers, brought to their device and marked as closed. For
     * that this waits until no peer has one mapped, which they notice a few times a second, up to two seconds; then the
     * file is left as not closed ({@link MemoryKind.File}). It waits for nothing where they were unpublished, and
     * closes none when the job was ended by a failure.
     *
     * <p>Operations that were never awaited, of the implicit ones those of the calling thread, are a warning unless the
     * job has ended or a wait has failed, and with {@code pgas.warn.events=panic} an error that it throws when it has
     * closed. Illegal in a restricted context. In checked mode it says so when it has closed, other than what else is
     * refused: a program that leaves by an exception with a lock held is not to be kept in the job.
     */
    @Override
    public void close() {
        PgasException refusal = isChecked() ? self.restrictedContext().closeRefusal(rooms.conduit) : null;
        if (!self.beginClose()) {
            return;
        }
        recordStep("leave", 0);
        PgasException forgotten = tellUnawaited(refusal != null);
        refusal = refusal == null ? forgotten : refusal;
        rooms.close();
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Null when there is nothing to throw. Whatever goes wrong here, the job is left: a warning is worth less. */
    private PgasException tellUnawaited(boolean silently) {
        try {
            String unawaited = rooms.operations.take();
            // a rank that leaves because the job has ended, or a wait has failed, could not await
            return unawaited == null || silently || rooms.conduit.end().hasEnded() || rooms.waiting.hasFailed()
                    ? null
                    : self.warnings().raised(Setting.WARN_EVENTS, unawaited);
        } catch (RuntimeException e) {
            Warnings.error("rank " + rank() + ": what was never awaited could not be told", e);
            return null;
        }
    }

    @Override
    public String toString() {
        return "Job(" + name() + ", rank " + rank() + " of " + size() + ")";
    }
}
