package org.pgas;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One communication context of this rank: what a segment is bound to and what peers address.
 *
 * <p>Source: GASNet-EX gex_EP_t. Every rank has the primordial endpoint, of index 0. Usable by any thread.
 */
public final class Endpoint {
    private final Job job;
    private final int index;
    private final int capabilities;
    private final HandlerTable handlers;
    private final LocalWords words = new LocalWords(this);
    private volatile Segment segment;
    private volatile Object clientData;

    /** TM-pairs from here, by the index of the other end: equal ones are one object. */
    private final Map<Integer, Team> pairs = new ConcurrentHashMap<>();

    Endpoint(Job job, int index, int capabilities, HandlerTable handlers) {
        this.job = job;
        this.index = index;
        this.capabilities = capabilities;
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
     * exists is found out when it is used.
     *
     * <p>Source: GASNet-EX gex_TM_Pair.
     */
    public Team pair(int remoteIndex) {
        if (remoteIndex < 0 || remoteIndex >= GlobalPointer.MAX_ENDPOINTS) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": Endpoint.pair: index "
                    + remoteIndex + " is outside 0.." + (GlobalPointer.MAX_ENDPOINTS - 1));
        }
        return pairs.computeIfAbsent(remoteIndex, index -> Team.pair(this, index));
    }

    /** Flags given when the endpoint was created; none are defined for the primordial one. */
    public int flags() {
        return 0;
    }

    /** The handlers of messages to this endpoint. */
    public HandlerTable handlers() {
        return handlers;
    }

    /** The bound segment, or null before {@link Job#attach} or when it attached 0 bytes. */
    public Segment segment() {
        return segment;
    }

    /** Waits and tests on words of the bound segment. */
    public LocalWords words() {
        return words;
    }

    Segment bind(Segment bound) {
        segment = bound;
        return bound;
    }

    /**
     * The segment bound to the endpoint of {@code team}'s rank {@code rank}: its size, and the memory if it is mapped here. Size 0
     * when none is bound. Blocking form; any thread, not in a restricted context.
     */
    public BoundSegment boundSegment(Team team, int rank) {
        job.checkUnrestricted("Endpoint.boundSegment");
        return lookUp(team, rank);
    }

    private BoundSegment lookUp(Team team, int rank) {
        team.checkRank("Endpoint.boundSegment", rank);
        int jobRank = team.members().jobRank(rank);
        return job.isClosed() ? BoundSegment.NONE : job.attachment().bound(jobRank);
    }

    /** Non-blocking form of {@link #boundSegment(Team, int)}: {@code result} is called before the event completes. */
    public Event boundSegmentNb(Team team, int rank, java.util.function.Consumer<BoundSegment> result) {
        job.checkUnrestricted("Endpoint.boundSegmentNb");
        return boundSegmentImmediate(team, rank, result);
    }

    /**
     * Immediate form: answers without communication or not at all ({@link Event#NOT_SENT}). Never waits; on one host the answer is
     * always known. Legal where communication is not.
     */
    public Event boundSegmentImmediate(Team team, int rank, java.util.function.Consumer<BoundSegment> result) {
        result.accept(lookUp(team, rank));
        return Event.DONE;
    }

    /** The segments of all ranks of the job, by job rank. Source: GASNet-1 2.2.3. */
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

    /**
     * Where an endpoint lives. Source: GASNet-EX gex_EP_Location_t.
     *
     * @param jobRank its process
     * @param endpointIndex its index there
     */
    public record Location(int jobRank, int endpointIndex) {}
}
