package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

import org.pgas.memory.AddressMap;
import org.pgas.memory.SharedArea;
import org.pgas.memory.Window;

/**
 * What the library itself needs of a team, here and in its other modules; not part of the API.
 *
 * @hidden
 */
public abstract sealed class TeamInternals permits Team {
    /**
     * Bytes of {@link #collectiveBlock}.
     *
     * @hidden
     */
    public static final int COLLECTIVE_BYTES = 8 << 10;

    /** Odd, and without a pattern in its bits. */
    private static final long PHASE_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Job job;
    private final Endpoint endpoint;
    private final int rank;
    private final TeamMembers members;
    private final TeamAddresses addresses;
    private final Doorbell doorbell;
    private final long sleepers;
    private final RemoteUpdates updates;
    private final RemoteRegions remoteRegions;

    /** Null of a TM-pair, as are the next three. */
    private final TeamWords words;
    private final TeamBarrier barrier;
    private final TeamExchange exchange;
    private final SingleValued singleValued;

    /** Whether every member's endpoint has the capability. */
    private final boolean collective;

    /** Atomic domains created so far, and those not destroyed yet. Guarded by {@code this}. */
    private int domains;
    private int liveDomains;

    private volatile boolean destroyed; // who destroys | all threads | volatile
    private volatile Object companion; // who asks first, under this | all threads | volatile
    /** {@code words} null makes a TM-pair. */
    TeamInternals(Job job, Endpoint endpoint, TeamMembers members, int rank, TeamWords words, boolean collective) {
        this.job = job;
        this.endpoint = endpoint;
        this.members = members;
        this.rank = rank;
        this.words = words;
        this.collective = collective;
        this.addresses = new TeamAddresses(job, self(), members, endpoint, words == null);
        this.doorbell = job.doorbell();
        this.sleepers = doorbell.sleepers();
        this.updates = new RemoteUpdates(job, self());
        this.remoteRegions = new RemoteRegions(job, self());
        this.barrier = words == null ? null : new TeamBarrier(job, words.barrier(), words.activity());
        this.exchange = words == null ? null : new TeamExchange(job, job.area(), words.internal(), members.size());
        this.singleValued = words == null ? null : new SingleValued(exchange);
    }

    private Team self() {
        return (Team) this;
    }

    abstract RmaChecks checks();

    Job job() {
        return job;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    TeamMembers members() {
        return members;
    }

    TeamWords words() {
        return words;
    }

    TeamExchange exchange() {
        return exchange;
    }

    TeamBarrier barrierWords() {
        return barrier;
    }

    SingleValued singleValued() {
        return singleValued;
    }

    /** The world may have no collective between notify and await of the named barrier. */
    void refuseInNamedBarrier(String call) {
        if (isWorld()) {
            job.namedBarrier().refuseWhileOpen(call);
        }
    }

    boolean isWorld() {
        return words != null && words.isOfWorld();
    }

    void refusePair(String call) {
        if (words == null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call
                    + ": " + this + " is a TM-pair, which is no team: it is legal for transfers and messages only; "
                    + "for the rest make a team (Team.create)");
        }
    }

    /** Refuses a TM-pair and a team that is destroyed. */
    void checkTeam(String call) {
        refusePair(call);
        checkNotDestroyed(call);
    }

    void checkNotDestroyed(String call) {
        if (destroyed) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + this
                    + " was destroyed: a team is of no use after its destruction");
        }
    }

    /** The job rank of a message's target. */
    int messagePeer(String call, int rank) {
        if (rank < 0 || rank >= members.size()) {
            checkRank(call, rank);
        }
        if (destroyed && words != null) {
            checkTeam(call);
        }
        job.checkOpenPlain();
        return members.jobRank(rank);
    }

    /** Where the data of long messages goes: for code that has checked the context by the rules of messages, such as replies. */
    AddressMap destinations() {
        return addresses.mapped();
    }

    void checkRank(String call, int rank) {
        if (rank < 0 || rank >= members.size()) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": rank " + rank
                    + " is outside 0.." + (members.size() - 1) + " of the team");
        }
    }

    /** Whether a barrier or another collective of the team is begun and not yet synchronised. */
    boolean hasPendingCollectives() {
        return barrier.hasPending() || outstanding() != null;
    }

    /** What is under way on the team, for a message; null when nothing is. */
    String outstanding() {
        return companion instanceof TeamCompanion known ? known.outstanding() : null;
    }

    /** Whether atomic domains of the team are not destroyed; how many. */
    synchronized int liveDomains() {
        return liveDomains;
    }

    /** Makes every later use of a TM-pair, whose local endpoint is destroyed, an error. */
    void endPair() {
        destroyed = true;
        addresses.detach();
    }

    /** Makes every later call on the team an error, and gives back what it had of the area, which no member uses any more. */
    void end() {
        destroyed = true;
        addresses.detach();
        endpoint.left();
        if (companion instanceof TeamCompanion known) {
            known.destroyed();
        }
        if (rank == 0) {
            job.area().free(words.place());
        }
    }

    /**
     * The job rank of a member, also of a TM-pair, where it is the rank itself. {@code rank} has been checked.
     *
     * @hidden
     */
    public int memberJobRank(int rank) {
        return members.jobRank(rank);
    }

    /**
     * Where a member lives, also of a TM-pair. {@code rank} has been checked.
     *
     * @hidden
     */
    public Endpoint.Location memberLocation(int rank) {
        return members.location(rank);
    }

    /**
     * Members, also of a TM-pair, of which every rank of the job is one.
     *
     * @hidden
     */
    public int memberCount() {
        return members.size();
    }

    /**
     * This member's rank, also of a TM-pair.
     *
     * @hidden
     */
    public int memberRank() {
        return rank;
    }

    /**
     * For the library's other modules; not part of the API.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public AddressMap addresses() {
        return addresses.any();
    }

    /**
     * As {@link #addresses()}, of what may be used for one of the {@link Capabilities}: an access to anything else is refused.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public AddressMap addresses(int capability) {
        return addresses.forUse(capability);
    }

    /**
     * What a member has mapped here, for a range that {@link #addresses} has let pass, also when checked mode hides it there; null when nothing is mapped, which after a close may be a moment later than the check.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public Window window(int rank, long offset, long bytes) {
        return addresses.mapped().window(rank, offset, bytes);
    }

    /**
     * Refuses {@code call}, which communicates, in a restricted context.
     *
     * @hidden
     */
    public void checkUnrestricted(String call) {
        job.checkUnrestricted(call);
    }

    /**
     * As {@link #checkUnrestricted}; refuses {@code call} after the close, too.
     *
     * @hidden
     */
    public void begin(String call) {
        job.checkOpen();
        job.checkUnrestricted(call);
    }

    /**
     * Wakes the threads of a member that sleep, after a change of memory that they may wait for; a load when nobody does.
     *
     * @hidden
     */
    public void ring(int rank) {
        if (Doorbell.hasSleepers(sleepers)) {
            doorbell.ring(members.jobRank(rank));
        }
    }

    /**
     * As {@link #ring}, of all members.
     *
     * @hidden
     */
    public void ringAll() {
        if (doorbell.hasSleepers()) {
            doorbell.ring(members.jobRanks());
        }
    }

    /**
     * Waits as the job's wait mode says, taking in messages, until the condition holds.
     *
     * @hidden
     */
    public void await(SharedCondition condition) {
        job.waiting().await(new SharedWait(condition));
    }

    /**
     * As {@link #await(SharedCondition)}, for at most about {@code nanos}; says whether the condition held.
     *
     * @hidden
     */
    public boolean await(SharedCondition condition, long nanos) {
        SharedWait wait = new SharedWait(condition, nanos);
        job.waiting().await(wait);
        return wait.wasMet();
    }

    /**
     * Throws as {@link #await(SharedCondition)} would if a rank that the condition needs has left the job, and it does not hold.
     *
     * @hidden
     */
    public void checkNeeded(SharedCondition condition) {
        job.waiting().checkNeeded(new SharedWait(condition));
    }

    /**
     * An event that is complete when the condition holds, which is looked at only while it is tested or awaited; {@code whole}: it must be.
     *
     * @hidden
     */
    public Event event(SharedCondition condition, boolean whole) {
        return new SharedEvent(job, condition, whole);
    }

    /**
     * Refuses a collective call: after the close, in a restricted context, of a TM-pair or a destroyed team, of one with members that lack the capability, and, on the world, between notify and await of the
     * named barrier.
     *
     * @hidden
     */
    public void beginCollective(String call) {
        job.checkOpen();
        job.checkUnrestricted(call);
        checkTeam(call);
        if (!collective) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + this
                    + " has a member whose endpoint was created without Capabilities.COLL");
        }
        refuseInNamedBarrier(call);
    }

    /**
     * Begins a collective call that does not need the capability: refuses it after the close, of a TM-pair or a destroyed team, and, on the world, between notify and await of the named barrier; in checked mode,
     * waits for all members and throws on all of them when they did not all make {@code call} with the same arguments.
     *
     * @hidden
     */
    public void checkSingleValued(String call, String arguments) {
        job.checkOpen();
        checkTeam(call);
        refuseInNamedBarrier(call);
        if (job.isChecked()) {
            singleValued.check(call, arguments);
        }
    }

    /**
     * Numbers the atomic domains of the team from 0, alike on all members, since these create them in the same order. The team cannot be destroyed until {@link #domainDestroyed} has been called as often.
     *
     * @hidden
     */
    public synchronized int numberDomain() {
        liveDomains++;
        return domains++;
    }

    /**
     * Tells that a domain of the team is destroyed.
     *
     * @hidden
     */
    public synchronized void domainDestroyed() {
        liveDomains--;
    }

    /**
     * A number that is the same on all members between two barriers of the team or
     * of the world, blocking or named, and another in between others; numbers of different teams are far from each other.
     *
     * @hidden
     */
    public long accessPhase() {
        long phase = barrier.arrivals() + job.namedBarrier().arrivals();
        return isWorld() ? phase : phase + job.world().barrierWords().arrivals() + words.place() * PHASE_SPREAD;
    }

    /**
     * Shared memory of the library's own.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public SharedArea area() {
        return job.area();
    }

    /**
     * Address of the {@link #COLLECTIVE_BYTES} bytes that member {@code rank} has for collectives, zero when the team was made.
     *
     * @hidden
     */
    public long collectiveBlock(int rank) {
        return words.collectives(rank);
    }

    /**
     * Where {@code memory} lies in the segment of this member's endpoint, if every rank has that mapped for as long as it is a rank: the
     * attached one is, of others a peer may not know, or know what was bound there before. -1 otherwise.
     *
     * @hidden
     */
    public long offsetInSegment(MemorySegment memory) {
        Segment segment = endpoint.segment();
        return segment == null || endpoint.index() != 0 || !segment.isAttached() ? -1 : segment.offsetOf(memory);
    }

    /**
     * Has {@code work} gone on with in every poll and wait of this rank, until it says that nothing is left.
     *
     * @hidden
     */
    public void inBackground(BackgroundWork work) {
        job.progress().add(work);
    }

    /**
     * The one object that the module of collectives keeps with this team. One that is a {@link TeamCompanion} is asked, and told, when the team is destroyed.
     *
     * @hidden
     */
    public Object companion(Function<Team, Object> make) {
        Object known = companion;
        return known != null ? known : makeCompanion(make);
    }

    /**
     * Updates of members' memory that no address reaches.
     *
     * @hidden
     */
    public RemoteUpdates updates() {
        return updates;
    }

    /**
     * Transfers and accumulates of regions of members' memory that no address reaches.
     *
     * @hidden
     */
    public RemoteRegions remoteRegions() {
        return remoteRegions;
    }

    /**
     * The peer completion that a thread has armed for its next put.
     *
     * @hidden
     */
    public ThreadSlot peerCompletions() {
        return job.peerCompletions();
    }

    /**
     * Refuses bits that {@link RmaFlags} does not define.
     *
     * @hidden
     */
    public void checkFlags(String call, int flags) {
        checks().flags(call, flags);
    }

    /**
     * Checked mode: refuses assertions of {@link RmaFlags} that are untrue.
     *
     * @hidden
     */
    public void checkAssertions(String call, int flags, int rank, MemorySegment memory, long offset, long bytes) {
        checks().assertions(call, flags, rank, memory, offset, bytes);
    }

    private synchronized Object makeCompanion(Function<Team, Object> make) {
        if (companion == null) {
            companion = make.apply(self());
        }
        return companion;
    }
}
