package org.pgas;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One communication context of this rank: what a segment is bound to and what peers address.
 *
 * <p>Every rank has the primordial endpoint, of index 0, with all {@link Capabilities}; {@link Endpoints#create} makes more. A use that
 * it, or the endpoint at the other end, was not created for is an error, found before anything happens.
 *
 * <p>A segment that is bound is reached by this process at once, and by others when it has been {@linkplain Team#publish published} to
 * them.
 *
 * <p>Usable by any thread. Creation, binding and destruction are not collective, and illegal in a restricted context. Source: GASNet-EX
 * gex_EP_t; Memory Kinds 3.
 */
public final class Endpoint {
    // field                  writer                                      reader       order
    // segment, clientMemory  who binds, under the lock of the endpoints  all threads  volatile: immutable or published by itself
    // destroyed              who destroys                                all threads  volatile
    // clientData             the program                                 the program  volatile
    // pairs                  who asks for a pair                         the same     concurrent map

    private final Job job;
    private final int index;
    private final int capabilities;
    private final int flags;
    private final HandlerTable handlers;
    private final LocalWords words = new LocalWords(this);
    /** Written under the lock of {@link Endpoints}. */
    private volatile Segment segment;

    /** What peers' messages mean; set before any peer knows of it. */
    private volatile ClientMemory clientMemory;

    /** Teams of which it is a member. Guarded by the lock of {@link Endpoints}. */
    private int teams;

    private volatile boolean destroyed;
    private volatile Object clientData;

    /** TM-pairs from here, by the index of the other end: equal ones are one object. */
    private final Map<Integer, Team> pairs = new ConcurrentHashMap<>();

    Endpoint(Job job, int index, int capabilities, int flags, HandlerTable handlers) {
        this.job = job;
        this.index = index;
        this.capabilities = capabilities;
        this.flags = flags;
        this.handlers = handlers;
    }

    public Job job() {
        return job;
    }

    public int index() {
        return index;
    }

    /** What it can be used for: bits of {@link Capabilities}. */
    public int capabilities() {
        return capabilities;
    }

    /**
     * An ad hoc team for communication with the endpoint of index {@code remoteIndex} of any process, which its calls name by job
     * rank. Not collective, costs nothing, needs no destruction. Two pairs are equal (and the same object) if and only if they were
     * made from the same endpoint and index.
     *
     * <p>Legal for transfers, shapes, messages, their limits, and {@link #boundSegment}. Errors: in collective calls and for atomic
     * domains, and in what a team answers about itself ({@link Team#rank}, {@link Team#size}, translation ...). Whether the endpoint
     * exists is found out when it is used. A pair is of no use when its local endpoint is destroyed.
     *
     * <p>Source: GASNet-EX gex_TM_Pair.
     */
    public Team pair(int remoteIndex) {
        if (remoteIndex < 0 || remoteIndex >= GlobalPointer.MAX_ENDPOINTS) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": Endpoint.pair: index "
                    + remoteIndex + " is outside 0.." + (GlobalPointer.MAX_ENDPOINTS - 1));
        }
        if (destroyed) {
            checkExists("Endpoint.pair");
        }
        Team pair = pairs.computeIfAbsent(remoteIndex, index -> Team.pair(this, index));
        if (destroyed) {
            // the destruction may have ended the pairs before this one was there
            pairs.remove(remoteIndex, pair);
            pair.endPair();
            checkExists("Endpoint.pair");
        }
        return pair;
    }

    /** The {@link EndpointFlags} given when the endpoint was created. */
    public int flags() {
        return flags;
    }

    /** The handlers of messages to this endpoint. */
    public HandlerTable handlers() {
        return handlers;
    }

    /** The bound segment, or null when there is none. */
    public Segment segment() {
        return segment;
    }

    /** Waits and tests on words of the bound segment. */
    public LocalWords words() {
        return words;
    }

    ClientMemory clientMemory() {
        return clientMemory;
    }

    /** Has client memory serve peers that may hear of it before it is bound; null ends that. */
    void serve(ClientMemory memory) {
        clientMemory = memory;
    }

    /** Binds what the collective attach has made, which is mapped already; null is nothing. */
    Segment attach(Segment attached) {
        synchronized (job.endpoints()) {
            if (attached != null) {
                attached.bound(this);
            }
            segment = attached;
            job.endpoints().changed(this);
        }
        return attached;
    }

    /**
     * Binds a segment: from now on it is what transfers to and from this endpoint reach, of this process at once, of others when the
     * endpoint has been {@linkplain Team#publish published} to them. One segment may be bound to several endpoints.
     *
     * <p>Errors: a segment is bound already; the segment is null, destroyed, or of another membership; the endpoint is destroyed.
     * Segments of device memory, which could not be bound to the primordial endpoint, do not exist in this library.
     *
     * <p>Source: GASNet-EX Memory Kinds 3.7 (gex_EP_BindSegment).
     */
    public void bind(Segment bound) {
        begin("Endpoint.bind");
        if (bound == null) {
            throw bad("Endpoint.bind", "no segment was given (null): make one (Job.segments), or unbind what is bound");
        }
        if (bound.job() != job) {
            throw bad("Endpoint.bind",
                    "the segment belongs to another membership, of rank " + bound.job().rank() + " in job "
                            + bound.job().name());
        }
        synchronized (job.endpoints()) {
            checkExists("Endpoint.bind");
            if (segment != null) {
                throw bad("Endpoint.bind", this + " has a bound segment already, of " + segment.size()
                        + " bytes: unbind it first (Endpoint.unbind)");
            }
            bound.checkLives("Endpoint.bind");
            bound.bound(this);
            clientMemory = bound.clientMemory();
            segment = bound;
            job.endpoints().changed(this);
            if (bound.isMapped()) {
                job.addresses().publish(job.rank(), index, bound.local().address(), bound.size(), capabilities);
            }
        }
    }

    /**
     * Takes the bound segment off again; answers it. This process can no longer reach it through this endpoint; what others had
     * published of it ends, at the latest at their next look, a few times a second. So before, transfers must be complete, and ranks
     * synchronised: the events of non-blocking transfers must have completed, of this rank's and of its peers', as a thread of the
     * library may still carry out a large one.
     *
     * <p>Errors: none is bound; the segment is that of {@link Job#attach}, which stays; the endpoint is destroyed. Beyond the documents.
     */
    public Segment unbind() {
        begin("Endpoint.unbind");
        synchronized (job.endpoints()) {
            checkExists("Endpoint.unbind");
            Segment bound = segment;
            if (bound == null) {
                throw bad("Endpoint.unbind", this + " has no bound segment");
            }
            if (bound.isAttached() && index == 0) {
                throw bad("Endpoint.unbind",
                        "the segment of Job.attach stays bound to the primordial endpoint as long as the job");
            }
            segment = null;
            job.addresses().withdraw(job.rank(), index);
            clientMemory = null;
            bound.unbound(this);
            job.endpoints().changed(this);
            return bound;
        }
    }

    /**
     * Ends the endpoint. Its index is free for the next one that is created.
     *
     * <p>Errors, before anything happens: the primordial endpoint; a bound segment; teams that it is a member of (and so their atomic
     * domains); a second destruction. Transfers and messages through TM-pairs must be complete, at both ends; later ones are errors.
     * Beyond the documents.
     */
    public void destroy() {
        begin("Endpoint.destroy");
        synchronized (job.endpoints()) {
            checkExists("Endpoint.destroy");
            if (index == 0) {
                throw bad("Endpoint.destroy", "the primordial endpoint lasts as long as the job");
            }
            if (segment != null) {
                throw bad("Endpoint.destroy", this + " has a bound segment: unbind it first (Endpoint.unbind)");
            }
            if (teams > 0) {
                throw bad("Endpoint.destroy", this + " is a member of " + teams + (teams == 1 ? " team" : " teams")
                        + ": destroy these first (Team.destroy), which ends their atomic domains too");
            }
            destroyed = true;
            job.endpoints().remove(this);
        }
        pairs.values().forEach(Team::endPair);
        pairs.clear();
    }

    /** Whether {@link #destroy} has ended it. */
    public boolean isDestroyed() {
        return destroyed;
    }

    /** How many TM-pairs there are from here. */
    int pairCount() {
        return pairs.size();
    }

    /** What peers are told of it. */
    SegmentCard card() {
        synchronized (job.endpoints()) {
            int binding = job.endpoints().binding(this);
            return segment != null ? segment.card(this, binding)
                    : new SegmentCard(job.rank(), index, capabilities, binding, SegmentCard.Reach.NONE, 0, 0, 0, "");
        }
    }

    /**
     * What a peer has to be told, through whatever memory, to reach what is bound here as if it had been published to it:
     * {@link Segments#introduce} takes it. It ends as what was published ends. For the library's other modules; not part of the API.
     *
     * @hidden
     */
    public byte[] introduction() {
        return card().toBytes();
    }

    private void begin(String call) {
        job.checkOpen();
        job.checkUnrestricted(call);
    }

    /** Refuses a destroyed endpoint. */
    void checkExists(String call) {
        if (destroyed) {
            throw bad(call, this + " was destroyed: an endpoint is of no use after its destruction");
        }
    }

    /** Notes a team that this endpoint is a member of. */
    void joined() {
        synchronized (job.endpoints()) {
            teams++;
        }
    }

    /** Notes the end of such a team. */
    void left() {
        synchronized (job.endpoints()) {
            teams--;
        }
    }

    /** When the membership ends; the caller holds the lock. */
    void close() {
        segment = null;
    }

    private PgasException bad(String call, String what) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + what);
    }

    /**
     * The segment bound to the endpoint of {@code team}'s rank {@code rank}, a TM-pair's too: its size, and the memory if it can be
     * mapped here, which it is now if it was not. Size 0 when none is bound, or none was published to this rank, or this membership is
     * closed. Blocking form; any thread, not in a restricted context.
     *
     * <p>Errors: a rank outside the team; a team that is destroyed, or a TM-pair whose local endpoint is; a segment that could not be
     * mapped here ({@link ErrorCode#RESOURCE}). Source: GASNet-EX gex_EP_QueryBoundSegmentNB.
     */
    public BoundSegment boundSegment(Team team, int rank) {
        job.checkUnrestricted("Endpoint.boundSegment");
        return lookUp(team, rank);
    }

    private BoundSegment lookUp(Team team, int rank) {
        team.checkRank("Endpoint.boundSegment", rank);
        int jobRank = team.members().jobRank(rank);
        int remoteIndex = team.members().endpoint(rank);
        if (job.isClosed()) {
            return BoundSegment.NONE;
        }
        team.endpoint().checkExists("Endpoint.boundSegment");
        team.checkNotDestroyed("Endpoint.boundSegment");
        return jobRank == job.rank() ? BoundSegment.of(job.endpoints().find(remoteIndex))
                : job.segments().peers().bound(jobRank, remoteIndex);
    }

    /** Non-blocking form of {@link #boundSegment(Team, int)}: {@code result} is called before the event completes. Errors as there. */
    public Event boundSegmentNb(Team team, int rank, java.util.function.Consumer<BoundSegment> result) {
        job.checkUnrestricted("Endpoint.boundSegmentNb");
        return boundSegmentImmediate(team, rank, result);
    }

    /**
     * Immediate form: answers without communication or not at all ({@link Event#NOT_SENT}). On one host the answer is always known, so
     * it is always given, and no peer is waited for. Legal where communication is not.
     *
     * <p>A segment that this rank has not used yet is mapped by the first question: that takes system calls, and of kind FILE the time of
     * its file system. Errors as of {@link #boundSegment(Team, int)}.
     */
    public Event boundSegmentImmediate(Team team, int rank, java.util.function.Consumer<BoundSegment> result) {
        result.accept(lookUp(team, rank));
        return Event.DONE;
    }

    /**
     * The segments bound to the primordial endpoints of all ranks of the job, by job rank, each mapped here if it can be. Errors: one that could not
     * be mapped ({@link ErrorCode#RESOURCE}). Source: GASNet-1 2.2.3.
     */
    public BoundSegment[] boundSegments() {
        job.checkUnrestricted("Endpoint.boundSegments");
        BoundSegment[] table = new BoundSegment[job.size()];
        for (int rank = 0; rank < table.length; rank++) {
            table[rank] = lookUp(job.world(), rank);
        }
        return table;
    }

    /** What {@link #clientData(Object)} stored last; null at first. */
    public Object clientData() {
        return clientData;
    }

    /** Stores one object of the program's own with this endpoint. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        clientData = data;
    }

    /** "endpoint 3 of rank 1". */
    @Override
    public String toString() {
        return "endpoint " + index + " of rank " + job.rank();
    }

    /**
     * Where an endpoint lives. Source: GASNet-EX gex_EP_Location_t.
     *
     * @param jobRank its process
     * @param endpointIndex its index there
     */
    public record Location(int jobRank, int endpointIndex) {}
}
