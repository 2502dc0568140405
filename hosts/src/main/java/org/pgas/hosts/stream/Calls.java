package org.pgas.hosts.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * This rank's calls to peers that have not answered yet. A call that ends without an answer is repeated a few times:
 * strangers at the peer's door may have driven it away.
 *
 * <p>Any thread begins calls; the thread that polls goes on with them, and the one that closes ends them: all under
 * this object's lock, but for the system's call. That one may wait, where sockets are of one host, until the peer lets
 * in the processes that wait there already: a thread that begins a call waits then and holds up no poll, but a
 * repetition waits in a poll. A thread that begins a call says hello, if the system has connected by then: a rank that
 * is silent at a door may be driven away, however long it takes until a thread polls here. A sleeper reads
 * {@code dueNanos}.
 */
final class Calls {
    private static final int TRIES = 6;

    /** Each pause is twice as long as the one before. */
    private static final long FIRST_PAUSE_NANOS = 20_000_000;

    /** What becomes of calls. */
    interface Host {
        /** Has the connection of a peer that has proved which rank it is. */
        void welcome(int peer, Carrier carrier, Line line) throws IOException;

        /** That peer cannot be reached. */
        void unanswered(int peer, String why);
    }

    /**
     * A peer that is called, or is going to be called again at {@code dueNanos}, by the clock, when {@code call} is
     * null.
     */
    private static final class Wish {
        private final int peer;
        private final byte[] address;
        private Call call;
        private long dueNanos;
        private int tries;

        Wish(int peer, byte[] address) {
            this.peer = peer;
            this.address = address;
        }
    }

    private final Carriers carriers;
    private final Greeting greeting;
    private final List<Wish> wishes = new ArrayList<>();
    private final boolean[] isCalled;
    private boolean isClosed;

    /** Whether sockets were closed since the last look: selectors may keep their descriptors. */
    private boolean haveClosed;

    /** When the next repetition is, or {@link Long#MAX_VALUE}. */
    private volatile long dueNanos = Long.MAX_VALUE; // polls, close, under the lock | any | volatile

    /** Carriers are known by this object. */
    Calls(Carriers carriers, Greeting greeting, int ranks) {
        this.carriers = carriers;
        this.greeting = greeting;
        isCalled = new boolean[ranks];
    }

    /** Calls a peer, once; nobody, when this is closed. */
    void begin(int peer, byte[] address, Host host) {
        if (isFirst(peer)) {
            Wish wish = new Wish(peer, address.clone());
            Carrier carrier = called(wish, host);
            if (carrier != null) {
                add(wish, carrier, host);
            }
        }
    }

    private synchronized boolean isFirst(int peer) {
        boolean isFirst = !isClosed && !isCalled[peer];
        isCalled[peer] = true;
        return isFirst;
    }

    private synchronized void add(Wish wish, Carrier carrier, Host host) {
        if (isClosed) {
            Lines.close(carrier);
        } else if (isBegun(wish, carrier, host) && isOpen(wish, host)) {
            wishes.add(wish);
        }
    }

    /** The carrier of a call, or null when the peer cannot be reached. */
    private Carrier called(Wish wish, Host host) {
        try {
            return carriers.call(wish.address);
        } catch (IOException e) {
            host.unanswered(wish.peer, text(wish, e));
            return null;
        }
    }

    private boolean isBegun(Wish wish, Carrier carrier, Host host) {
        try {
            carriers.watch(carrier, this);
            wish.call = new Call(wish.peer, carrier);
            wish.tries++;
            return true;
        } catch (IOException e) {
            Lines.close(carrier);
            haveClosed = true;
            host.unanswered(wish.peer, text(wish, e));
            return false;
        }
    }

    private String text(Wish wish, IOException e) {
        return "cannot be reached at " + carriers.shown(wish.address) + ": " + e.getMessage();
    }

    /** Whether a repetition is due. */
    boolean isDue() {
        return dueNanos != Long.MAX_VALUE && dueNanos - System.nanoTime() <= 0;
    }

    /** How long nothing is due, above 0. */
    long nanosUntilDue() {
        long due = dueNanos;
        return due == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(1, due - System.nanoTime());
    }

    /**
     * Goes on with all calls.
     *
     * @return whether sockets were closed since the last look; selectors do not know of that yet
     */
    synchronized boolean look(Host host) {
        if (!wishes.isEmpty()) {
            wishes.removeIf(each -> !isOpen(each, host));
            long first = Long.MAX_VALUE;
            for (Wish each : wishes) {
                if (each.call == null && (first == Long.MAX_VALUE || each.dueNanos - first < 0)) {
                    first = each.dueNanos;
                }
            }
            boolean isNews = first != Long.MAX_VALUE && first != dueNanos;
            dueNanos = first;
            if (isNews) {
                carriers.wake(); // a thread that sleeps now does not know of it
            }
        }
        boolean had = haveClosed;
        haveClosed = false;
        return had;
    }

    private boolean isOpen(Wish wish, Host host) {
        if (wish.call == null) {
            if (wish.dueNanos - System.nanoTime() > 0) {
                return true;
            }
            Carrier carrier = called(wish, host);
            if (carrier == null || !isBegun(wish, carrier, host)) {
                return false;
            }
        }
        try {
            if (!wish.call.isOver(greeting, carriers, this)) {
                return true;
            }
            host.welcome(wish.peer, wish.call.carrier(), wish.call.line());
            return false;
        } catch (IOException e) {
            wish.call.close();
            haveClosed = true;
            if (wish.call.mayBeRepeated() && wish.tries < TRIES) {
                wish.call = null;
                wish.dueNanos = System.nanoTime() + (FIRST_PAUSE_NANOS << wish.tries - 1);
                return true;
            }
            host.unanswered(wish.peer, text(wish, e));
            return false;
        }
    }

    synchronized void close() {
        isClosed = true;
        for (Wish each : wishes) {
            if (each.call != null) {
                each.call.close();
            }
        }
        wishes.clear();
        dueNanos = Long.MAX_VALUE;
    }
}
