package org.pgas.rpc;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.Endpoint;
import org.pgas.HandlerEntry;
import org.pgas.Team;
import org.pgas.team.TeamCore;
import org.pgas.wait.BackgroundWork;

/**
 * What every poll and wait of the rank does for remote calls, and the handlers of their messages.
 *
 * <pre>
 * field   writer                 reader             order
 * closed  threads that close     the same           CAS
 * ending  threads that end it    the same           CAS
 * ended   the holder of the turn  any that polls     volatile
 * </pre>
 */
final class Service implements BackgroundWork {
    /** So many calls run in a row before a thread that waits looks at its condition again. */
    private static final int BATCH = 16;

    /** Rounds between two looks at the clock. */
    private static final int ROUNDS_PER_LOOK = 16;

    private final Team team;
    private final Peers peers;
    private final Caller caller;
    private final Server server;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A count of rounds, where one more or less does not matter. */
    private int rounds;

    /** Held by the thread that ends it. */
    private final AtomicBoolean ending = new AtomicBoolean();

    /** By rank of the team: whether this rank has told it that it makes no more calls. Guarded by {@code ending}. */
    private final boolean[] told;

    /** Members that have told so. Written by handlers, one at a time. */
    private volatile int ended;

    /** Set before anything of it can be told. */
    private Endpoint endpoint;

    Service(Team team, Peers peers, Caller caller, Server server) {
        this.team = team;
        this.peers = peers;
        this.caller = caller;
        this.server = server;
        this.told = new boolean[peers.size()];
    }

    void register(Endpoint own) {
        endpoint = own;
        endpoint.handlers().register(
                HandlerEntry.ofShort(token -> ended++).index(Protocol.ENDED).name("the end of a rank's remote calls")
                        .request().arguments(0),
                HandlerEntry.ofMedium(server::call).index(Protocol.CALL).name("a remote call").request()
                        .arguments(Protocol.CALL_ARGUMENTS),
                HandlerEntry.ofMedium(server::more).index(Protocol.MORE).name("the rest of a remote call").request()
                        .arguments(Protocol.RESULT_ARGUMENTS),
                HandlerEntry.ofMedium(caller::result).index(Protocol.RESULT).name("the result of a remote call")
                        .arguments(Protocol.RESULT_ARGUMENTS),
                HandlerEntry.ofMedium(caller::rest).index(Protocol.REST).name("the rest of a remote call's result")
                        .request().arguments(Protocol.RESULT_ARGUMENTS));
    }

    /** Once. */
    void begin() {
        TeamCore.of(team).inBackground(this);
    }

    @Override
    public boolean advance() {
        boolean done = caller.completeSome();
        for (int i = 0; i < BATCH && server.runOne(); i++) {
            done = true;
        }
        done |= server.sendSome();
        if (done) {
            // a thread that was about to sleep may have waited for what has happened here
            TeamCore.of(team).ring(team.rank());
        }
        if (++rounds % ROUNDS_PER_LOOK == 0) {
            caller.lookForLostPeers();
        }
        // not at the close: what comes after it is to be refused, and functions that run then are to be answered
        return closed.get() && hasEnded();
    }

    /**
     * Ends the endpoint, once no message can come to it: all members have closed, and none has a call under way. A call
     * is, at its caller, until its result is there, so nothing is on its way to any member either. Each member tells
     * the others then.
     */
    private boolean hasEnded() {
        if (caller.hasCalls() || !ending.compareAndSet(false, true)) {
            return false;
        }
        try {
            for (Peer each : peers.all()) {
                told[each.rank] = told[each.rank] || each.tryTellEnd();
                if (!told[each.rank]) {
                    return false;
                }
            }
            if (ended < told.length) {
                return false;
            }
            if (!endpoint.isDestroyed()) {
                endpoint.destroy();
            }
            return true;
        } finally {
            ending.set(false);
        }
    }

    /** Whether this call is the one that closes. */
    boolean close() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        caller.close();
        server.close();
        return true;
    }
}
