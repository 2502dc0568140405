package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.AddressMap;
import org.pgas.memory.AddressTable;
import org.pgas.memory.Window;
import org.pgas.spi.Conduit;

/**
 * An ordered set of endpoints, and this rank's place in it. Collective calls name a team; one-sided calls name a peer by its rank
 * in a team.
 *
 * <p>Source: GASNet-EX gex_TM_t. Queries and one-sided calls may be made by any thread; collective calls by one thread of each
 * member at a time, in the same order on all members.
 */
public final class Team {
    /** Not a rank: the answer for job ranks that are not members. */
    public static final int INVALID_RANK = Integer.MAX_VALUE;

    private final Job job;
    private final int rank;
    private final int[] jobRanks;
    private final AddressMap addresses;

    /** Without the look at the context that {@link #addresses} takes in checked mode. */
    private final AddressMap mapped;

    private final Doorbell doorbell;
    private final Rma rma;
    private final ActiveMessages messages;
    private final RemoteUpdates updates;
    private final RemoteRegions remoteRegions;
    private final BarrierLane barrierLane;
    private final SingleValued singleValued;
    private final int spins;

    /** Barriers begun and not yet synchronised; the named barrier may not overlap them. Guarded by {@code this}. */
    private int pendingBarriers;

    /** Atomic domains created so far. Guarded by {@code this}. */
    private int domains;

    private volatile Object clientData;

    Team(Job job, int rank, int[] jobRanks, AddressTable table, BarrierLane barrierLane, SingleValued singleValued) {
        this.job = job;
        this.rank = rank;
        this.jobRanks = jobRanks;
        this.barrierLane = barrierLane;
        this.singleValued = singleValued;
        this.spins = job.waiting().spins();
        this.mapped = new AddressMap(jobRanks, table, new RmaFaults(job, this));
        this.addresses = job.isChecked() ? new AddressMap(new RmaGuard(job.restrictedContext(), mapped)) : mapped;
        this.doorbell = job.doorbell();
        this.rma = new Rma(job, this, addresses);
        this.messages = new ActiveMessages(job, this, job.messenger());
        this.updates = new RemoteUpdates(job, this);
        this.remoteRegions = new RemoteRegions(job, this);
    }

    public Job job() {
        return job;
    }

    /** This rank in the team, 0-based. */
    public int rank() {
        return rank;
    }

    public int size() {
        return jobRanks.length;
    }

    /** Flags given when the team was created; none are defined for the world team. */
    public int flags() {
        return 0;
    }

    /** The endpoint through which this rank is a member. */
    public Endpoint endpoint() {
        return job.endpoint();
    }

    /** One-sided transfers that name peers by their rank in this team. */
    public Rma rma() {
        return rma;
    }

    /** Active Messages that name peers by their rank in this team. */
    public ActiveMessages am() {
        return messages;
    }

    /** Where the data of long messages goes: for code that has checked the context by the rules of messages, such as replies. */
    AddressMap destinations() {
        return mapped;
    }

    /** The job rank of a message's target. */
    int messagePeer(String call, int rank) {
        if (rank < 0 || rank >= jobRanks.length) {
            checkRank(call, rank);
        }
        job.checkOpenPlain();
        return jobRanks[rank];
    }

    /**
     * For the library's other modules; not part of the API.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public AddressMap addresses() {
        return addresses;
    }

    /**
     * For the library's other modules; not part of the API. What a member has mapped here, for a range that {@link #addresses} has let
     * pass, also when checked mode hides it there; null when nothing is mapped, which after a close may be a moment later than the check.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public Window window(int rank, long offset, long bytes) {
        return mapped.window(rank, offset, bytes);
    }

    /**
     * For the library's other modules; not part of the API. Refuses {@code call}, which communicates, in a restricted context.
     *
     * @hidden
     */
    public void checkUnrestricted(String call) {
        job.checkUnrestricted(call);
    }

    /**
     * For the library's other modules; not part of the API. Wakes the threads of a member that sleep, after a change of memory that
     * they may wait for; a load when nobody does.
     *
     * @hidden
     */
    public void ring(int rank) {
        if (doorbell.hasSleepers()) {
            doorbell.ring(jobRanks[rank]);
        }
    }

    /**
     * For the library's other modules; not part of the API. As {@link #ring}, of all members.
     *
     * @hidden
     */
    public void ringAll() {
        if (doorbell.hasSleepers()) {
            for (int jobRank : jobRanks) {
                doorbell.ring(jobRank);
            }
        }
    }

    /**
     * For the library's other modules; not part of the API. Waits as the job's wait mode says, taking in messages, until the condition
     * holds.
     *
     * @hidden
     */
    public void await(SharedCondition condition) {
        job.waiting().await(new SharedWait(condition));
    }

    /**
     * For the library's other modules; not part of the API. As {@link #await(SharedCondition)}, for at most about {@code nanos}; says
     * whether the condition held.
     *
     * @hidden
     */
    public boolean await(SharedCondition condition, long nanos) {
        SharedWait wait = new SharedWait(condition, nanos);
        job.waiting().await(wait);
        return wait.wasMet();
    }

    /**
     * For the library's other modules; not part of the API. An event that is complete when the condition holds, which is looked at
     * only while the event is tested or awaited.
     *
     * @hidden
     */
    public Event event(SharedCondition condition) {
        return new SharedEvent(job, condition);
    }

    /**
     * For the library's other modules; not part of the API. Begins a collective call: refuses it after the close and between notify
     * and await of the named barrier; in checked mode, waits for all members and throws on all of them when they did not all make
     * {@code call} with the same arguments.
     *
     * @hidden
     */
    public void checkSingleValued(String call, String arguments) {
        job.checkOpen();
        job.namedBarrier().refuseWhileOpen(call);
        if (job.isChecked()) {
            singleValued.check(call, arguments);
        }
    }

    /**
     * For the library's other modules; not part of the API. Numbers the atomic domains of the team from 0, alike on all members, since
     * these create them in the same order.
     *
     * @hidden
     */
    public synchronized int numberDomain() {
        return domains++;
    }

    /**
     * For the library's other modules; not part of the API. A number that is the same on all members between two barriers of the
     * team, blocking or named, and another in between others.
     *
     * @hidden
     */
    public long accessPhase() {
        return barrierLane.arrivals() + job.namedBarrier().arrivals();
    }

    /**
     * For the library's other modules; not part of the API. Updates of members' memory that no address reaches.
     *
     * @hidden
     */
    public RemoteUpdates updates() {
        return updates;
    }

    /**
     * For the library's other modules; not part of the API. Transfers and accumulates of regions of members' memory that no address
     * reaches.
     *
     * @hidden
     */
    public RemoteRegions remoteRegions() {
        return remoteRegions;
    }

    /**
     * For the library's other modules; not part of the API. The peer completion that a thread has armed for its next put.
     *
     * @hidden
     */
    public ThreadSlot peerCompletions() {
        return job.peerCompletions();
    }

    /**
     * For the library's other modules; not part of the API. Refuses bits that {@link RmaFlags} does not define.
     *
     * @hidden
     */
    public void checkFlags(String call, int flags) {
        rma.checks().flags(call, flags);
    }

    /**
     * For the library's other modules; not part of the API. Checked mode: refuses assertions of {@link RmaFlags} that are untrue.
     *
     * @hidden
     */
    public void checkAssertions(String call, int flags, int rank, MemorySegment memory, long offset, long bytes) {
        rma.checks().assertions(call, flags, rank, memory, offset, bytes);
    }

    /** The job rank of a member. Error: {@code rank} outside 0..size-1. */
    public int toJobRank(int rank) {
        checkRank("Team.toJobRank", rank);
        return jobRanks[rank];
    }

    /** The team rank of a job rank (the lowest, if it has several), or {@link #INVALID_RANK} when it is not a member. */
    public int fromJobRank(int jobRank) {
        if (jobRank < 0 || jobRank >= job.size()) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": Team.fromJobRank: job rank " + jobRank + " is outside 0.."
                            + (job.size() - 1));
        }
        for (int candidate = 0; candidate < jobRanks.length; candidate++) {
            if (jobRanks[candidate] == jobRank) {
                return candidate;
            }
        }
        return INVALID_RANK;
    }

    /** Process and endpoint index of a member. */
    public Endpoint.Location location(int rank) {
        return new Endpoint.Location(toJobRank(rank), endpoint().index());
    }

    /**
     * Blocks until every member has called it. Collective.
     *
     * <p>Calling it is a release, returning from it an acquire: what any member did before is seen by every member after, one-sided
     * transfers that were synchronised included. Error: between notify and wait of the {@link NamedBarrier}; a member has left.
     */
    public void barrier() {
        job.checkOpen();
        job.checkUnrestricted("Team.barrier");
        job.namedBarrier().refuseWhileOpen("Team.barrier");
        long phase = barrierLane.arrive();
        for (int i = 0; i < spins; i++) {
            if (barrierLane.isComplete(phase)) {
                return;
            }
            Thread.onSpinWait();
        }
        awaitBarrier(phase);
    }

    private void awaitBarrier(long phase) {
        job.waiting().awaitLong(barrierLane.phase(phase, Conduit.Activity.WORLD_BARRIER, "barrier"));
    }

    /**
     * Starts a barrier and returns at once; the event completes when every member has started it too. Collective. Any number may be
     * under way; they may be synchronised in any order. Initiating is a release, synchronising an acquire.
     *
     * <p>Source: GASNet-EX gex_Coll_BarrierNB.
     */
    public Event barrierNb() {
        job.checkOpen();
        job.checkUnrestricted("Team.barrierNb");
        job.namedBarrier().refuseWhileOpen("Team.barrierNb");
        synchronized (this) {
            pendingBarriers++;
        }
        return new BarrierEvent(barrierLane.arrive());
    }

    synchronized boolean hasPendingBarriers() {
        return pendingBarriers > 0;
    }

    private final class BarrierEvent extends PendingEvent {
        private final long phase;

        BarrierEvent(long phase) {
            super(Team.this.job);
            this.phase = phase;
        }

        @Override
        public boolean isMet() {
            return barrierLane.isComplete(phase);
        }

        @Override
        public Conduit.Activity activity() {
            return Conduit.Activity.WORLD_BARRIER;
        }

        @Override
        public int[] missing() {
            return barrierLane.missing(phase);
        }

        @Override
        public String describe() {
            return barrierLane.describePhase(phase, "barrier");
        }

        @Override
        void synchronised() {
            synchronized (Team.this) {
                pendingBarriers--;
            }
        }
    }

    void checkRank(String call, int rank) {
        if (rank < 0 || rank >= jobRanks.length) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": " + call + ": rank " + rank + " is outside 0.." + (jobRanks.length - 1)
                            + " of the team");
        }
    }

    /** What {@link #clientData(Object)} stored last; null at first. */
    public Object clientData() {
        return clientData;
    }

    /** Stores one object of the program's own with this team. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        clientData = data;
    }
}
