package org.pgas;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The endpoints of this rank, and how to make more; what is known of those of other ranks.
 *
 * <p>Any thread; not collective. Creation is illegal in a restricted context.
 *
 * <p>Source: GASNet-EX Memory Kinds 3 (gex_EP_Create).
 */
public final class Endpoints {
    // field  writer                                   reader       order
    // local  who creates or destroys, under the lock  all threads  volatile array, replaced and never changed

    private final Job job;
    private final EndpointDirectory directory;

    /** By index; null where there is none. Replaced, never changed. Written under {@code this}. */
    private volatile Endpoint[] local;

    /** By index: how often something has changed there, as the directory tells it. Guarded by {@code this}. */
    private int[] bindings = new int[1];

    Endpoints(Job job, HandlerTable handlers, EndpointDirectory directory) {
        this.job = job;
        this.directory = directory;
        local = new Endpoint[]{new Endpoint(job, 0, Capabilities.ALL, 0, handlers)};
        changed(local[0]);
    }

    /** {@link #create(int, int)} without hints. */
    public Endpoint create(int capabilities) {
        return create(capabilities, 0);
    }

    /**
     * Makes an endpoint, without a segment and in no team. Its index is the smallest that no endpoint of this rank has, above 0: of one
     * that was destroyed, too. When this returns, every rank can find out that it exists.
     *
     * <p>Errors: no capability, or bits that {@link Capabilities} does not define; bits that {@link EndpointFlags} does not define; no
     * index left ({@link ErrorCode#RESOURCE}).
     *
     * @param capabilities what it is to be used for, bits of {@link Capabilities}: for nothing else can it be used
     * @param flags hints, bits of {@link EndpointFlags}
     */
    public Endpoint create(int capabilities, int flags) {
        job.checkOpen();
        job.checkUnrestricted("Endpoints.create");
        if (capabilities == 0 || (capabilities & ~Capabilities.ALL) != 0) {
            throw bad("Endpoints.create", "capabilities 0x" + Integer.toHexString(capabilities)
                    + ": legal are those of Capabilities, one at least: " + Capabilities.toString(Capabilities.ALL));
        }
        if ((flags & ~EndpointFlags.HINT_ACCEL_ALL) != 0) {
            throw bad("Endpoints.create",
                    "flags 0x" + Integer.toHexString(flags) + ": legal are those of EndpointFlags, 0x"
                            + Integer.toHexString(EndpointFlags.HINT_ACCEL_ALL) + " together");
        }
        synchronized (this) {
            int index = freeIndex();
            Endpoint endpoint = new Endpoint(job, index, capabilities, flags, new HandlerTable(job));
            Endpoint[] more = Arrays.copyOf(local, Math.max(local.length, index + 1));
            more[index] = endpoint;
            local = more;
            changed(endpoint);
            return endpoint;
        }
    }

    private int freeIndex() {
        int index = 0;
        while (index < local.length && local[index] != null) {
            index++;
        }
        if (index == most()) {
            throw new PgasException(ErrorCode.RESOURCE, "rank " + job.rank() + ": Endpoints.create: this rank has "
                    + most() + " endpoints, as many as there can be: destroy some that are no longer needed");
        }
        return index;
    }

    /** Tells all ranks that something else is bound to an endpoint than before, or that it is new; the lock is this object. */
    void changed(Endpoint endpoint) {
        directory.endpoint(endpoint.index(), endpoint.capabilities(), nextBinding(endpoint.index()));
    }

    private int nextBinding(int index) {
        if (index >= bindings.length) {
            bindings = Arrays.copyOf(bindings, Math.min(most(), 2 * index));
        }
        return ++bindings[index];
    }

    /** The number of what is bound to an endpoint, for a card; the lock is this object. */
    int binding(Endpoint endpoint) {
        return bindings[endpoint.index()];
    }

    /** Ends an endpoint, which has been found free to go; the lock is this object. */
    void remove(Endpoint endpoint) {
        directory.noEndpoint(endpoint.index(), nextBinding(endpoint.index()));
        Endpoint[] fewer = local.clone();
        fewer[endpoint.index()] = null;
        local = fewer;
    }

    Endpoint primordial() {
        return local[0];
    }

    /** This rank's endpoint of that index, or null. */
    Endpoint find(int index) {
        Endpoint[] now = local;
        return index >= 0 && index < now.length ? now[index] : null;
    }

    /** The client memory that peers' messages to that endpoint mean, or null when there is none. */
    ClientMemory clientMemory(int index) {
        Endpoint endpoint = find(index);
        return endpoint == null ? null : endpoint.clientMemory();
    }

    /** This rank's endpoint of that index. Error: there is none. */
    public Endpoint get(int index) {
        Endpoint endpoint = find(index);
        if (endpoint == null) {
            throw bad("Endpoints.get", "this rank has no endpoint of index " + index + ": it has those of "
                    + list().stream().map(Endpoint::index).toList());
        }
        return endpoint;
    }

    /** This rank's endpoints, by index. */
    public List<Endpoint> list() {
        return Stream.of(local).filter(Objects::nonNull).toList();
    }

    /** What an endpoint of any rank can be used for, bits of {@link Capabilities}; 0 when there is none. Errors: no rank, no index. */
    public int capabilities(int jobRank, int index) {
        if (jobRank < 0 || jobRank >= job.size()) {
            throw bad("Endpoints.capabilities", "job rank " + jobRank + " is outside 0.." + (job.size() - 1));
        }
        if (index < 0 || index >= most()) {
            throw bad("Endpoints.capabilities", "index " + index + " is outside 0.." + (most() - 1));
        }
        return directory.capabilities(jobRank, index);
    }

    /** How many endpoints a rank may have. Source: GASNet-EX GEX_MAXEPS. */
    public int most() {
        return GlobalPointer.MAX_ENDPOINTS;
    }

    /** Takes the segments from all endpoints, when this membership ends. */
    synchronized void close() {
        for (Endpoint endpoint : list()) {
            endpoint.close();
        }
    }

    private PgasException bad(String call, String what) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + what);
    }
}
