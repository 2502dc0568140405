package org.pgas;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.pgas.place.EndpointCore;
import org.pgas.place.PeerSegments;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;
import org.pgas.team.TeamCore;

/**
 * One communication context of this rank: what a segment is bound to and what peers address.
 *
 * <p>Every rank has the primordial endpoint, of index 0, with all {@link Capabilities}; {@link Endpoints#create} makes
 * more. A use that it, or the endpoint at the other end, was not created for is an error, found before anything
 * happens.
 *
 * <p>A segment that is bound is reached by this process at once, and by others when it has been
 * {@linkplain Team#publish published} to them.
 *
 * <p>Usable by any thread. Creation, binding and destruction are not collective, and illegal in a restricted context.
 * Source: GASNet-EX gex_EP_t; Memory Kinds 3.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class Endpoint extends Face<EndpointCore> {
    // field       writer                      reader       order
    // clientData  the program                 the program  volatile
    // pairs       a thread that asks for one  the same     concurrent map

    private final Job job;
    private final EndpointCore core;
    private final HandlerTable handlers;
    private final LocalWords words;
    private volatile Object clientData;

    /** TM-pairs from here, by the index of the other end: equal ones are one object. */
    private final Map<Integer, Team> pairs = new ConcurrentHashMap<>();

    Endpoint(Job job, EndpointCore core) {
        super(core);
        this.job = job;
        this.core = core;
        handlers = new HandlerTable(core.handlers());
        words = new LocalWords(job.rooms().operations, core, job.rooms().attachment);
        core.face(this);
    }

    /** The type of the API that stands for {@code core}. */
    static Endpoint of(EndpointCore core) {
        return (Endpoint) core.face();
    }

    public Job job() {
        return job;
    }

    public int index() {
        return core.index();
    }

    /** What it can be used for: bits of {@link Capabilities}. */
    public int capabilities() {
        return core.capabilities();
    }

    /**
     * An ad hoc team for communication with the endpoint of index {@code remoteIndex} of any process, which its calls
     * name by job rank. Not collective, costs nothing, needs no destruction. Two pairs are equal (and the same object)
     * if and only if they were made from the same endpoint and index.
     *
     * <p>Legal for transfers, shapes, messages, their limits, and {@link #boundSegment}. Errors: in collective calls
     * and for atomic domains, and in what a team answers about itself ({@link Team#rank}, {@link Team#size},
     * translation ...). Whether the endpoint exists is found out when it is used. A pair is of no use when its local
     * endpoint is destroyed.
     *
     * <p>Source: GASNet-EX gex_TM_Pair.
     */
    public Team pair(int remoteIndex) {
        if (remoteIndex < 0 || remoteIndex >= GlobalPointer.MAX_ENDPOINTS) {
            throw job.self().refusals().bad("Endpoint.pair",
                    "index " + remoteIndex + " is outside 0.." + (GlobalPointer.MAX_ENDPOINTS - 1));
        }
        core.checkExists("Endpoint.pair");
        Team pair = pairs.computeIfAbsent(remoteIndex,
                index -> new Team(job, TeamCore.pair(job.rooms().teams, core, index), null));
        if (core.isDestroyed()) {
            // the destruction may have ended the pairs before this one was there
            pairs.remove(remoteIndex, pair);
            pair.core().endPair();
            core.checkExists("Endpoint.pair");
        }
        return pair;
    }

    /** The {@link EndpointFlags} given when the endpoint was created. */
    public int flags() {
        return core.flags();
    }

    /** The handlers of messages to this endpoint. */
    public HandlerTable handlers() {
        return handlers;
    }

    /** The bound segment, or null when there is none. */
    public Segment segment() {
        return Segment.of(core.segment());
    }

    /** Waits and tests on words of the bound segment. */
    public LocalWords words() {
        return words;
    }

    /**
     * Binds a segment: from now on it is what transfers to and from this endpoint reach, of this process at once, of
     * others when the endpoint has been {@linkplain Team#publish published} to them. One segment may be bound to
     * several endpoints.
     *
     * <p>Errors: a segment is bound already; the segment is null, destroyed, or of another membership; the endpoint is
     * destroyed. Segments of device memory, which could not be bound to the primordial endpoint, do not exist in this
     * library.
     *
     * <p>Source: GASNet-EX Memory Kinds 3.7 (gex_EP_BindSegment).
     */
    public void bind(Segment bound) {
        job.rooms().endpoints.bind(core, bound == null ? null : Cores.of(bound));
    }

    /**
     * Takes the bound segment off again; answers it. This process can no longer reach it through this endpoint; what
     * others had published of it ends, at the latest at their next look, a few times a second. So before, transfers
     * must be complete, and ranks synchronised: the events of non-blocking transfers must have completed, of this
     * rank's and of its peers', as a thread of the library may still carry out a large one.
     *
     * <p>Errors: none is bound; the segment is that of {@link Job#attach}, which stays; the endpoint is destroyed.
     * Beyond the documents.
     */
    public Segment unbind() {
        return Segment.of(job.rooms().endpoints.unbind(core));
    }

    /**
     * Ends the endpoint. Its index is free for the next one that is created.
     *
     * <p>Errors, before anything happens: the primordial endpoint; a bound segment; teams that it is a member of (and
     * so their atomic domains); a second destruction. Transfers and messages through TM-pairs must be complete, at both
     * ends; later ones are errors. Beyond the documents.
     */
    public void destroy() {
        job.rooms().endpoints.destroy(core);
        pairs.values().forEach(pair -> pair.core().endPair());
        pairs.clear();
    }

    /** Whether {@link #destroy} has ended it. */
    public boolean isDestroyed() {
        return core.isDestroyed();
    }

    /** How many TM-pairs there are from here. */
    int pairCount() {
        return pairs.size();
    }

    /**
     * Looks up the segment that is bound to the endpoint of rank {@code rank} of {@code team}, which may be a TM-pair.
     * Answers its size, and its memory if that can be mapped here; the call maps it if it was not mapped yet. The size
     * is 0 when no segment is bound, when none was published to this rank, or when this membership is closed. Blocking
     * form; any thread, not in a restricted context.
     *
     * <p>Errors: a rank outside the team; a destroyed team; a TM-pair with a destroyed local endpoint; a segment that
     * could not be mapped here ({@link ErrorCode#RESOURCE}). Source: GASNet-EX gex_EP_QueryBoundSegmentNB.
     */
    public BoundSegment boundSegment(Team team, int rank) {
        job.self().checkUnrestricted("Endpoint.boundSegment");
        return lookUp(team, rank);
    }

    private BoundSegment lookUp(Team team, int rank) {
        TeamCore asked = team.core();
        asked.checkRank("Endpoint.boundSegment", rank);
        int jobRank = asked.members().jobRank(rank);
        int remoteIndex = asked.members().endpoint(rank);
        if (job.self().isClosed()) {
            return PeerSegments.NONE;
        }
        asked.endpoint().checkExists("Endpoint.boundSegment");
        asked.checkNotDestroyed("Endpoint.boundSegment");
        return jobRank == job.rank() ? job.rooms().endpoints.bound(remoteIndex)
                : job.rooms().peers.bound(jobRank, remoteIndex);
    }

    /** As {@link #boundSegment(Team, int)}, with its errors; {@code result} is called before the event completes. */
    public Event boundSegmentNb(Team team, int rank, java.util.function.Consumer<BoundSegment> result) {
        job.self().checkUnrestricted("Endpoint.boundSegmentNb");
        return boundSegmentImmediate(team, rank, result);
    }

    /**
     * Immediate form: answers without communication or not at all ({@link Event#NOT_SENT}). On one host the answer is
     * always known, so it is always given, and no peer is waited for. Legal where communication is not.
     *
     * <p>A segment that this rank has not used yet is mapped by the first question: that takes system calls, and of
     * kind FILE the time of its file system. Errors as of {@link #boundSegment(Team, int)}.
     */
    public Event boundSegmentImmediate(Team team, int rank, java.util.function.Consumer<BoundSegment> result) {
        result.accept(lookUp(team, rank));
        return Event.DONE;
    }

    /**
     * The segments bound to the primordial endpoints of all ranks of the job, by job rank, each mapped here if it can
     * be. Errors: one that could not be mapped ({@link ErrorCode#RESOURCE}). Source: GASNet-1 2.2.3.
     */
    public BoundSegment[] boundSegments() {
        job.self().checkUnrestricted("Endpoint.boundSegments");
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
        return core.toString();
    }

    /**
     * Where an endpoint lives. Source: GASNet-EX gex_EP_Location_t.
     *
     * @param jobRank its process
     * @param endpointIndex its index there
     */
    public record Location(int jobRank, int endpointIndex) {}
}
