package org.pgas;

import java.util.List;

import org.pgas.place.EndpointTable;

/**
 * The endpoints of this rank, and how to make more; what is known of those of other ranks.
 *
 * <p>Any thread; not collective. Creation is illegal in a restricted context.
 *
 * <p>Source: GASNet-EX Memory Kinds 3 (gex_EP_Create).
 */
public final class Endpoints {
    private final Job job;
    private final EndpointTable table;

    Endpoints(Job job, EndpointTable table) {
        this.job = job;
        this.table = table;
        new Endpoint(job, table.primordial());
    }

    /** {@link #create(int, int)} without hints. */
    public Endpoint create(int capabilities) {
        return create(capabilities, 0);
    }

    /**
     * Makes an endpoint, without a segment and in no team. Its index is the smallest that no endpoint of this rank has,
     * above 0: of one that was destroyed, too. When this returns, every rank can find out that it exists.
     *
     * <p>Errors: no capability, or bits that {@link Capabilities} does not define; bits that {@link EndpointFlags} does
     * not define; no index left ({@link ErrorCode#RESOURCE}).
     *
     * @param capabilities what it is to be used for, bits of {@link Capabilities}: for nothing else can it be used
     * @param flags hints, bits of {@link EndpointFlags}
     */
    public Endpoint create(int capabilities, int flags) {
        return Endpoint.of(table.create(capabilities, flags, core -> new Endpoint(job, core)));
    }

    Endpoint primordial() {
        return Endpoint.of(table.primordial());
    }

    /** This rank's endpoint of that index. Error: there is none. */
    public Endpoint get(int index) {
        return Endpoint.of(table.get(index));
    }

    /** This rank's endpoints, by index. */
    public List<Endpoint> list() {
        return table.list().stream().map(Endpoint::of).toList();
    }

    /** The {@link Capabilities} of an endpoint of any rank; 0 if there is none. Errors: no rank, no index. */
    public int capabilities(int jobRank, int index) {
        return table.capabilities(jobRank, index);
    }

    /** How many endpoints a rank may have. Source: GASNet-EX GEX_MAXEPS. */
    public int most() {
        return table.most();
    }
}
