package org.pgas.hosts.stream;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where peers come in. A process that has connected says which rank it is, and proves it, before its socket becomes a
 * peer's connection. Used by the thread that polls, but for closing.
 *
 * <p>Strangers may connect as often as they like. Processes that have said nothing yet have a few seats, more than
 * ranks are awaited, so that neither peers nor a few strangers drive peers away; each peer that has come takes one
 * away. When there are more of them, the one that is silent for longest has to go, unless it has said hello by then. A
 * peer says hello with its first bytes, and has a seat of its own from then on, from which no stranger drives it away:
 * one for each rank, since a rank that calls again has given up its former call. A hello that was heard before is no
 * rank's, whichever process brought it first.
 */
final class Door {
    /** How many may be between connecting and saying hello, at least. */
    static final int SEATS_LEAST = 64;

    /** How many more than ranks are awaited. */
    static final int SEATS_SPARE = 32;

    /** How many are let in at once: polls have more to do. */
    private static final int ACCEPTS_MAX = 64;

    private final Carriers carriers;
    private final Greeting greeting;
    private final Deque<Arrival> silent = new ArrayDeque<>();

    /** Arrivals that have said hello, by rank. */
    private final Map<Integer, Arrival> known = new HashMap<>();

    /** The nonces of all hellos with a right proof: ranks with the secret make no more of them than they call. */
    private final Set<String> nonces = new HashSet<>();

    /** Carriers of processes that come are known by this object. */
    Door(Carriers carriers, Greeting greeting) {
        this.carriers = carriers;
        this.greeting = greeting;
    }

    /** What is done with a process that comes. */
    interface Host {
        /** Whether that number is of a rank that calls this one, and has no connection and is not lost. */
        boolean awaits(int peer);

        /** How many ranks those are. */
        int awaited();

        /** Has the connection of a peer that has proved which rank it is. */
        void welcome(int peer, Carrier carrier, Line line) throws IOException;

        /** Notes that one was turned away. */
        void turnedAway();
    }

    /** Lets in the processes that wait, and reads what they say. */
    void look(Host host) {
        silent.removeIf(each -> !isSilent(each, host));
        for (int i = 0; i < ACCEPTS_MAX; i++) {
            Carrier carrier = carriers.accept();
            if (carrier == null) {
                break;
            }
            letIn(carrier, host);
        }
        known.values().removeIf(each -> !isProving(each, host));
        while (silent.size() > seats(host)) {
            driveOut(host);
        }
    }

    private int seats(Host host) {
        return silent.size() < SEATS_LEAST ? SEATS_LEAST : Math.max(SEATS_LEAST, host.awaited() + SEATS_SPARE);
    }

    /** Turns the oldest away, if its hello has not come since it was looked for. */
    private void driveOut(Host host) {
        Arrival oldest = silent.removeFirst();
        if (isSilent(oldest, host)) {
            turnAway(oldest, host);
        }
    }

    private void letIn(Carrier carrier, Host host) {
        Arrival arrival = new Arrival(carrier);
        try {
            carriers.watch(carrier, this);
        } catch (IOException e) {
            turnAway(arrival, host);
            return;
        }
        if (!isSilent(arrival, host)) {
            return;
        }
        if (silent.size() >= seats(host)) {
            driveOut(host);
        }
        silent.addLast(arrival);
    }

    private boolean isSilent(Arrival arrival, Host host) {
        try {
            if (!arrival.hasSaidHello(greeting, carriers)) {
                return true;
            }
            if (host.awaits(arrival.peer()) && nonces.add(arrival.nonce())) {
                Arrival former = known.put(arrival.peer(), arrival);
                if (former != null) {
                    turnAway(former, host);
                }
                return false;
            }
        } catch (IOException e) {
            // it has gone, or is a stranger: turned away
        }
        turnAway(arrival, host);
        return false;
    }

    private boolean isProving(Arrival arrival, Host host) {
        try {
            if (!arrival.hasProved(greeting)) {
                return true;
            }
            if (host.awaits(arrival.peer())) {
                host.welcome(arrival.peer(), arrival.carrier(), arrival.line());
                return false;
            }
        } catch (IOException e) {
            // it has gone, or has proved nothing: turned away
        }
        turnAway(arrival, host);
        return false;
    }

    private static void turnAway(Arrival arrival, Host host) {
        host.turnedAway();
        arrival.close();
    }

    void close() {
        silent.forEach(Arrival::close);
        known.values().forEach(Arrival::close);
    }
}
