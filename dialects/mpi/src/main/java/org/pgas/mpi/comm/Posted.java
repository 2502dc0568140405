package org.pgas.mpi.comm;

/**
 * The receives of a context that no message has met yet. Those that name source and tag are in buckets, the others in
 * one list; each list is in the order of the calls, and serial numbers tell which of two lists' first ones was earlier.
 * Everything under the lock of the engine.
 */
final class Posted {
    /** Behind the buckets: those with a wildcard. */
    private static final int WILD = Matching.BUCKETS;

    private final Receive[] heads = new Receive[WILD + 1];
    private final Receive[] tails = new Receive[WILD + 1];
    private long serial;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    private static int list(Receive receive) {
        return receive.wantedSource == Mpi.ANY_SOURCE || receive.wantedTag == Mpi.ANY_TAG ? WILD
                : Matching.bucket(receive.wantedSource, receive.wantedTag);
    }

    void add(Receive receive) {
        int list = list(receive);
        Receive tail = tails[list];
        receive.serial = serial++;
        receive.isPosted = true;
        receive.previous = tail;
        receive.next = null;
        if (tail == null) {
            heads[list] = receive;
        } else {
            tail.next = receive;
        }
        tails[list] = receive;
        count++;
    }

    /** Takes out the earliest receive that such a message meets; null if there is none. */
    Receive take(int source, int tag) {
        if (count == 0) {
            return null;
        }
        Receive exact = find(Matching.bucket(source, tag), source, tag);
        Receive wild = find(WILD, source, tag);
        Receive found = exact == null || wild != null && wild.serial < exact.serial ? wild : exact;
        if (found != null) {
            remove(found);
        }
        return found;
    }

    private Receive find(int list, int source, int tag) {
        Receive receive = heads[list];
        while (receive != null && !receive.meets(source, tag)) {
            receive = receive.next;
        }
        return receive;
    }

    /** Takes out one that is in. */
    void remove(Receive receive) {
        int list = list(receive);
        if (receive.previous == null) {
            heads[list] = receive.next;
        } else {
            receive.previous.next = receive.next;
        }
        if (receive.next == null) {
            tails[list] = receive.previous;
        } else {
            receive.next.previous = receive.previous;
        }
        receive.previous = null;
        receive.next = null;
        receive.isPosted = false;
        count--;
    }
}
