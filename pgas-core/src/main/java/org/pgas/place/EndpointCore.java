package org.pgas.place;

import org.pgas.message.Handlers;
import org.pgas.message.Receiver;
import org.pgas.rank.ThisRank;

/**
 * An endpoint of this rank: what is bound to it, what messages to it find, and what it is used by.
 *
 * <pre>
 * field                  writer                                          reader       order
 * segment, clientMemory, served  the thread that binds, under the table's lock   all threads  volatile; safe by itself
 * teams                  the thread that makes or ends a team, same lock the same     the lock
 * destroyed              the thread that destroys, same lock             all threads  volatile
 * face                   the thread that creates, before it is listed    all threads  the table's volatile array
 * </pre>
 */
public final class EndpointCore implements Receiver {
    private final ThisRank self;
    private final int index;
    private final int capabilities;
    private final int flags;
    private final Handlers handlers;
    private volatile SegmentCore segment;

    /** What peers' messages mean; set before any peer knows of it. */
    private volatile ClientMemory clientMemory;

    /** The same of a mapped segment, for peers that do not map it; null when there are no such peers. */
    private volatile ClientMemory served;

    /** Teams of which it is a member. */
    private int teams;

    private volatile boolean destroyed;
    private Object face;

    EndpointCore(ThisRank self, int index, int capabilities, int flags, Handlers handlers) {
        this.self = self;
        this.index = index;
        this.capabilities = capabilities;
        this.flags = flags;
        this.handlers = handlers;
    }

    @Override
    public Object face() {
        return face;
    }

    public void face(Object newFace) {
        face = newFace;
    }

    @Override
    public int index() {
        return index;
    }

    public ThisRank self() {
        return self;
    }

    /** Bits of {@link Capabilities}. */
    @Override
    public int capabilities() {
        return capabilities;
    }

    public Handlers handlers() {
        return handlers;
    }

    /** Bits of {@link EndpointFlags}. */
    public int flags() {
        return flags;
    }

    /** The bound segment, or null. */
    public SegmentCore segment() {
        return segment;
    }

    public void segment(SegmentCore bound) {
        segment = bound;
    }

    ClientMemory clientMemory() {
        return clientMemory;
    }

    /** Has client memory serve peers that may hear of it before it is bound; null ends that. */
    void serve(ClientMemory memory) {
        clientMemory = memory;
    }

    /** What peers' messages mean, or null. */
    ClientMemory served() {
        ClientMemory client = clientMemory;
        return client != null ? client : served;
    }

    /** Has a mapped segment serve peers that do not map it; null ends that. */
    void serveMapped(ClientMemory memory) {
        ClientMemory before = served;
        served = memory;
        if (before != null) {
            before.end();
        }
    }

    int teams() {
        return teams;
    }

    void addTeams(int more) {
        teams += more;
    }

    public boolean isDestroyed() {
        return destroyed;
    }

    void markDestroyed() {
        destroyed = true;
    }

    public void checkExists(String call) {
        if (destroyed) {
            throw self.refusals().bad(call, this + " was destroyed: an endpoint is of no use after its destruction");
        }
    }

    /** "endpoint 3 of rank 1". */
    @Override
    public String toString() {
        return "endpoint " + index + " of rank " + self.rank();
    }
}
