package org.pgas.rpc;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.BackgroundWork;
import org.pgas.Endpoint;
import org.pgas.HandlerEntry;
import org.pgas.Team;

/** What every poll and wait of the rank does for remote calls, and the handlers of their messages. */
final class Service implements BackgroundWork {
    /** Calls run in a row before whoever waits looks at its condition again. */
    private static final int BATCH = 16;

    /** Rounds between two looks at the clock. */
    private static final int ROUNDS_PER_LOOK = 16;

    private final Team team;
    private final Caller caller;
    private final Server server;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A count of rounds, where one more or less does not matter. */
    private int rounds;

    Service(Team team, Caller caller, Server server) {
        this.team = team;
        this.caller = caller;
        this.server = server;
    }

    void register(Endpoint endpoint) {
        endpoint.handlers().register(
                HandlerEntry.ofMedium(server::call).index(Protocol.CALL).name("a remote call").request()
                        .arguments(Protocol.CALL_ARGUMENTS),
                HandlerEntry.ofMedium(server::more).index(Protocol.MORE).name("the rest of a remote call").request()
                        .arguments(Protocol.RESULT_ARGUMENTS),
                HandlerEntry.ofMedium(caller::result).index(Protocol.RESULT).name("the result of a remote call")
                        .arguments(Protocol.RESULT_ARGUMENTS),
                HandlerEntry.ofMedium(caller::rest).index(Protocol.REST).name("the rest of a remote call's result")
                        .request().arguments(Protocol.RESULT_ARGUMENTS));
    }

    /** Once: it lasts as long as the job. */
    void begin() {
        team.inBackground(this);
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
            team.ring(team.rank());
        }
        if (++rounds % ROUNDS_PER_LOOK == 0) {
            caller.lookForLostPeers();
        }
        // never the last time: what comes after the close is to be refused, and functions that run then are to be answered
        return false;
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
