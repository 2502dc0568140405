package org.pgas.team;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.Event;
import org.pgas.barrier.TeamBarrier;
import org.pgas.events.Origin;
import org.pgas.far.FarRegions;
import org.pgas.far.FarUpdates;
import org.pgas.lend.Offers;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedArea;
import org.pgas.operation.SharedEvent;
import org.pgas.place.EndpointCore;
import org.pgas.place.EndpointTable;
import org.pgas.place.SegmentCard;
import org.pgas.place.SegmentCore;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;
import org.pgas.rank.LocalMemory;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadSlot;
import org.pgas.transfer.Liveness;
import org.pgas.transfer.TransferChecks;
import org.pgas.wait.BackgroundWork;
import org.pgas.wait.Doorbell;
import org.pgas.wait.Serving;
import org.pgas.wait.SharedCondition;
import org.pgas.wait.SharedWait;
import org.pgas.wait.Waiting;

/**
 * A team of this rank, whole: its members, where their memory is, its words, and what is created for it. What
 * {@code Team} of the API stands for, and what the library's other modules find by {@link #of}.
 */
public final class TeamCore implements Liveness {
    /** Odd, and without a pattern in its bits. */
    private static final long PHASE_SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final TeamRooms rooms;
    private final ThisRank self;
    private final Waiting waiting;
    private final EndpointCore endpoint;
    private final int rank;
    private final TeamMembers members;
    private final TeamAddresses addresses;
    private final TransferChecks checks;
    private final Doorbell doorbell;
    private final long sleepers;
    private final FarUpdates updates;
    private final FarRegions farRegions;

    /** Null of a TM-pair, as are the next three. */
    private final TeamWords words;
    private final TeamBarrier barrier;
    private final TeamExchange exchange;
    private final SingleValued singleValued;

    /** Whether every member's endpoint has the capability. */
    private final boolean collective;
    private final int flags;

    private final CreatedDomains domains = new CreatedDomains();

    /** Each member's job rank, as messages ask for it: less than 0 once the team is destroyed. Racy. */
    private final int[] peers; // the thread that destroys | all threads | plain: one that misses it sends as before

    private volatile boolean destroyed; // the thread that destroys | all threads | volatile
    private final KeptCompanion companion = new KeptCompanion();

    /** {@code words} null makes a TM-pair. */
    public TeamCore(TeamRooms rooms, EndpointCore endpoint, TeamMembers members, int rank, TeamWords words,
            boolean collective, int flags) {
        this.rooms = rooms;
        this.self = rooms.self();
        this.waiting = rooms.operations().waiting();
        this.endpoint = endpoint;
        this.members = members;
        this.rank = rank;
        this.words = words;
        this.peers = members.jobRanks().clone();
        this.collective = collective;
        this.flags = flags;
        EndpointTable endpoints = rooms.places().endpoints();
        this.addresses = new TeamAddresses(self, rooms.places(), this, members, endpoint, words == null);
        this.checks = new TransferChecks(self, members, endpoint);
        this.doorbell = rooms.shared().doorbell();
        this.sleepers = doorbell.sleepers();
        this.updates = new FarUpdates(self, rooms.far().transfers(), members, endpoints::clientMemory);
        this.farRegions = new FarRegions(rooms.operations(), rooms.far().transfers(), members, endpoint.index(),
                endpoints::clientMemory);
        if (words == null) {
            barrier = null;
            exchange = null;
            singleValued = null;
        } else {
            endpoints.joined(endpoint);
            barrier = new TeamBarrier(self, rooms.operations(), words.barrier(), words.activity());
            exchange = new TeamExchange(self, waiting, rooms.shared().area(), words.internal(), members.size());
            singleValued = new SingleValued(exchange);
        }
    }

    public static TeamCore of(Face<TeamCore> team) {
        return Cores.of(team);
    }

    /** The team of all ranks' primordial endpoints. */
    public static TeamCore world(TeamRooms rooms) {
        return new TeamCore(rooms, rooms.places().endpoints().primordial(),
                TeamMembers.everybody(rooms.self().size(), 0), rooms.self().rank(), rooms.shared().world(), true, 0);
    }

    /** A TM-pair: the endpoint of index {@code remoteIndex} of every rank, seen from {@code local}. */
    public static TeamCore pair(TeamRooms rooms, EndpointCore local, int remoteIndex) {
        return new TeamCore(rooms, local, TeamMembers.everybody(rooms.self().size(), remoteIndex),
                rooms.self().rank(), null, false, 0);
    }

    TeamRooms rooms() {
        return rooms;
    }

    ThisRank self() {
        return self;
    }

    /** The endpoint through which this rank is a member; of a TM-pair the local one. */
    public EndpointCore endpoint() {
        return endpoint;
    }

    public int flags() {
        return flags;
    }

    public TransferChecks checks() {
        return checks;
    }

    public LocalMemory local() {
        return checks.memory();
    }

    public TeamMembers members() {
        return members;
    }

    public TeamWords words() {
        return words;
    }

    public TeamExchange exchange() {
        return exchange;
    }

    public TeamBarrier barrierWords() {
        return barrier;
    }

    SingleValued singleValued() {
        return singleValued;
    }

    /** The world may have no collective between notify and await of the named barrier. */
    void refuseInNamedBarrier(String call) {
        if (isWorld()) {
            rooms.shared().namedPhase().refuseWhileOpen(call);
        }
    }

    boolean isWorld() {
        return words != null && words.isOfWorld();
    }

    public void refusePair(String call) {
        if (words == null) {
            throw self.refusals().bad(call,
                    this + " is a TM-pair, which is no team: it is legal for transfers and messages only; "
                            + "for the rest make a team (Team.create)");
        }
    }

    /** Refuses a TM-pair and a team that is destroyed. */
    void checkTeam(String call) {
        refusePair(call);
        checkNotDestroyed(call);
    }

    @Override
    public boolean isDestroyed() {
        return destroyed;
    }

    @Override
    public void checkNotDestroyed(String call) {
        if (destroyed) {
            throw self.refusals().bad(call, this + " was destroyed: a team is of no use after its destruction");
        }
    }

    /** By rank, the job ranks of messages' targets; where one is less than 0, {@link #messagePeer} says why. */
    public int[] messagePeers() {
        return peers;
    }

    /** The job rank of a message's target. */
    public int messagePeer(String call, int rank) {
        if (rank < 0 || rank >= members.size()) {
            checkRank(call, rank);
        }
        if (destroyed && words != null) {
            checkTeam(call);
        }
        self.checkOpenPlain();
        return members.jobRank(rank);
    }

    /**
     * All that is mapped, whatever it may be used for and without a look at the context: for code that has checked
     * these, such as long messages.
     */
    public AddressMap destinations() {
        return addresses.mapped();
    }

    public void checkRank(String call, int rank) {
        members.check(self, call, rank);
    }

    /** Whether a barrier or another collective of the team is begun and not yet synchronised. */
    public boolean hasPendingCollectives() {
        return barrier.hasPending() || companion.outstanding() != null;
    }

    public KeptCompanion companion() {
        return companion;
    }

    public CreatedDomains domains() {
        return domains;
    }

    /** Makes every later use of a TM-pair an error, since its local endpoint is destroyed. */
    public void endPair() {
        destroyed = true;
        addresses.detach();
    }

    /**
     * Makes every later call on the team an error, and gives back what it had of the area, which no member uses any
     * more.
     */
    void end() {
        destroyed = true;
        Arrays.fill(peers, -1);
        addresses.detach();
        rooms.places().endpoints().left(endpoint);
        companion.destroyed();
        if (rank == 0) {
            rooms.shared().area().free(words.place());
        }
    }

    /** The job rank of a member, also of a TM-pair, where it is the rank itself. {@code rank} has been checked. */
    public int memberJobRank(int rank) {
        return members.jobRank(rank);
    }

    /** How many members there are. Every rank of the job is a member of a TM-pair. */
    public int memberCount() {
        return members.size();
    }

    /** This member's rank, also of a TM-pair. */
    public int memberRank() {
        return rank;
    }

    /** For the library's other modules; not part of the API. */
    public AddressMap addresses() {
        return addresses.any();
    }

    /**
     * As {@link #addresses()}, of what may be used for one of the {@link Capabilities}: an access to anything else is
     * refused.
     */
    public AddressMap addresses(int capability) {
        return addresses.forUse(capability);
    }

    /**
     * What a member has mapped here, for a range that {@link #addresses} has let pass, also when checked mode hides it
     * there; null when nothing is mapped, which after a close may be a moment later than the check.
     */
    public MappedRange mapped(int rank, long offset, long bytes) {
        return addresses.mapped().mapped(rank, offset, bytes);
    }

    /** Refuses {@code call}, which communicates, in a restricted context. */
    public void checkUnrestricted(String call) {
        self.checkUnrestricted(call);
    }

    /** As {@link #checkUnrestricted}; refuses {@code call} after the close, too. */
    public void begin(String call) {
        self.checkOpen();
        self.checkUnrestricted(call);
    }

    /**
     * Wakes the threads of a member that sleep, after a change of memory that they may wait for; a load when nobody
     * does.
     */
    public void ring(int rank) {
        if (Doorbell.hasSleepers(sleepers)) {
            doorbell.ring(members.jobRank(rank));
        }
    }

    /** As {@link #ring}, of all members. */
    public void ringAll() {
        if (doorbell.hasSleepers()) {
            doorbell.ring(members.jobRanks());
        }
    }

    /** Waits as the job's wait mode says, taking in messages, until the condition holds. */
    public void await(SharedCondition condition) {
        SharedWait wait = new SharedWait(condition);
        if (condition.needsAll()) {
            waiting.awaitAll(wait);
        } else {
            waiting.await(wait);
        }
    }

    /** As {@link #await(SharedCondition)}, for at most about {@code nanos}; says whether the condition held. */
    public boolean await(SharedCondition condition, long nanos) {
        SharedWait wait = new SharedWait(condition, nanos);
        waiting.await(wait);
        return wait.wasMet();
    }

    /**
     * Throws as {@link #await(SharedCondition)} would if a rank that the condition needs has left the job, and it does
     * not hold.
     */
    public void checkNeeded(SharedCondition condition) {
        waiting.checkNeeded(new SharedWait(condition));
    }

    /**
     * An event that is complete when the condition holds, which is looked at only while it is tested or awaited;
     * {@code whole}: it must be.
     */
    public Event event(SharedCondition condition, boolean whole) {
        return new SharedEvent(rooms.operations(), condition, whole);
    }

    /**
     * Refuses a collective call: after the close, in a restricted context, of a TM-pair or a destroyed team, of one
     * with members that lack the capability, and, on the world, between notify and await of the named barrier.
     */
    public void beginCollective(String call) {
        self.checkOpen();
        self.checkUnrestricted(call);
        checkTeam(call);
        if (!collective) {
            throw self.refusals().bad(call,
                    this + " has a member whose endpoint was created without Capabilities.COLL");
        }
        refuseInNamedBarrier(call);
    }

    /**
     * Begins a collective call that does not need the capability: refuses it after the close, of a TM-pair or a
     * destroyed team, and, on the world, between notify and await of the named barrier; in checked mode, waits for all
     * members and throws on all of them when they did not all make {@code call} with the same arguments.
     */
    public void checkSingleValued(String call, String arguments) {
        self.checkOpen();
        checkTeam(call);
        refuseInNamedBarrier(call);
        if (self.isChecked()) {
            singleValued.check(call, arguments);
        }
    }

    /**
     * A number that is the same on all members between two barriers of the team or of the world, blocking or named, and
     * another in between others; numbers of different teams are far from each other.
     */
    public long accessPhase() {
        long phase = barrier.arrivals() + rooms.shared().namedPhase().arrivals();
        return isWorld() ? phase : phase + rooms.shared().world().barrier().arrivals() + words.place() * PHASE_SPREAD;
    }

    /** Shared memory of the library's own. */
    public SharedArea area() {
        return rooms.shared().area();
    }

    /**
     * Address of the {@link TeamWords#COLLECTIVE_BYTES} bytes that member {@code rank} has for collectives, zero when
     * the team was made.
     */
    public long collectiveBlock(int rank) {
        return words.collectives(rank);
    }

    /**
     * Where {@code memory} lies in the segment of this member's endpoint, if every rank has that mapped for as long as
     * it is a rank: the attached one is, of others a peer may not know, or know what was bound there before. -1
     * otherwise.
     */
    public long offsetInSegment(MemorySegment memory) {
        SegmentCore segment = endpoint.segment();
        return segment == null || endpoint.index() != 0 || !segment.isAttached() ? -1 : segment.offsetOf(memory);
    }

    /** Has {@code work} gone on with in every poll and wait of this rank, until it says that nothing is left. */
    public void inBackground(BackgroundWork work) {
        rooms.progress().add(work);
    }

    /** Updates of members' memory that no address reaches. */
    public FarUpdates updates() {
        return updates;
    }

    /** Transfers and accumulates of regions of members' memory that no address reaches. */
    public FarRegions farRegions() {
        return farRegions;
    }

    /** The peer completion that a thread has armed for its next put. */
    public ThreadSlot peerCompletions() {
        return rooms.far().peerCompletions();
    }

    /** Refuses bits that {@link RmaFlags} does not define. */
    public void checkFlags(String call, int flags) {
        checks.flags(call, flags);
    }

    /** Checked mode: refuses assertions of {@link RmaFlags} that are untrue. */
    public void checkAssertions(String call, int flags, int rank, MemorySegment memory, long offset, long bytes) {
        checks.assertions(call, flags, rank, memory, offset, bytes);
    }

    /** The memory bound to a member's endpoint if that is one of this process, also of a TM-pair; else null. */
    public MemorySegment ownMemory(int rank) {
        return members.jobRank(rank) == self.rank() ? rooms.places().endpoints().memory(members.endpoint(rank)) : null;
    }

    /** The name of what is offered of a segment of client memory, for {@link Offers#findTicket}; 0 when nothing is. */
    public long ticket(Face<SegmentCore> segment) {
        return Cores.of(segment).ticket();
    }

    /** Refuses the team when a member's endpoint was created without that capability. */
    public void checkCapability(String call, int capability) {
        rooms.places().endpoints().checkCapability(call, members, capability);
    }

    /**
     * Tells all members a few numbers of this one's. Collective, in the order of the team's other collectives.
     *
     * @return all members' numbers, by rank, {@code own.length} of each
     */
    public long[] exchangeNumbers(String call, long... own) {
        begin(call);
        checkTeam(call);
        refuseInNamedBarrier(call);
        return exchange.numbers(call, own);
    }

    /** As {@code map}, for atomic operations and accumulates, which ask once for each and are counted so. */
    public AddressMap countedAtomics(AddressMap map) {
        return self.counted(map, self.rankCounters()::atomic);
    }

    /** Counts a collective that has begun. */
    public void countCollective() {
        self.rankCounters().collective();
    }

    /** The rank that emits the events of this membership. */
    public Origin origin() {
        return self.origin();
    }

    /** Whether calls that do not wait take in messages. */
    public Serving serving() {
        return rooms.far().serving();
    }

    /** What peers may read and write of this rank's client memory out of their own processes. */
    public Offers offers() {
        return rooms.far().offers();
    }

    /** See {@link org.pgas.spi.Conduit#damaged}. */
    public RuntimeException damaged(long address, String what) {
        throw self.damaged(address, what);
    }

    /** See {@link org.pgas.spi.Diagnosis#describeFault}. */
    public String describeFault(Throwable thrown) {
        return self.describeFault(thrown);
    }

    /**
     * What a peer has to be told, through whatever memory, to reach what is bound to an endpoint of this rank as if it
     * had been published to it: {@link #introduce} takes it. It ends as what was published ends.
     */
    public byte[] introduction(Face<EndpointCore> own) {
        return rooms.places().endpoints().card(Cores.of(own)).toBytes();
    }

    /**
     * Takes over what another rank's {@link #introduction} says, in place of what that rank had published of the
     * endpoint: not collective. Nothing is mapped yet. What has ended meanwhile is left out: it may come after what
     * there is now.
     */
    public void introduce(byte[] introduction) {
        begin("TeamCore.introduce");
        rooms.places().introduce(self.rank(), SegmentCard.of(introduction));
    }

    @Override
    public String toString() {
        return words == null
                ? "pair(endpoint " + endpoint.index() + " here, endpoint " + members.endpoint(0) + " of any rank)"
                : isWorld() ? "world team, rank " + rank + " of " + members.size()
                        : "team of " + members.size() + ", rank " + rank;
    }
}
