package org.pgas;

/** The endpoints of this rank. Any thread. */
public final class Endpoints {
    private final Job job;

    /** By index; null where there is none. Replaced, never changed. Written under {@code this}. */
    private volatile Endpoint[] local;

    Endpoints(Job job, HandlerTable handlers) {
        this.job = job;
        local = new Endpoint[]{new Endpoint(job, 0, Capabilities.ALL, handlers)};
    }

    Endpoint primordial() {
        return local[0];
    }

    /** This rank's endpoint of that index, or null. */
    Endpoint find(int index) {
        Endpoint[] now = local;
        return index >= 0 && index < now.length ? now[index] : null;
    }

    /** What an endpoint of any rank can be used for; 0 when there is none. */
    int capabilities(int jobRank, int index) {
        return index == 0 ? Capabilities.ALL : 0;
    }

    /** How many endpoints a rank may have. Source: GASNet-EX GEX_MAXEPS. */
    public int most() {
        return GlobalPointer.MAX_ENDPOINTS;
    }
}
