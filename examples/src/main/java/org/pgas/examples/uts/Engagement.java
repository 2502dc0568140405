package org.pgas.examples.uts;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A rank's part in finding out that no node is left anywhere, neither in a stack nor on its way.
 *
 * <p>The algorithm is Dijkstra's and Scholten's. Every gift of nodes is owed one thank-you. A rank that had nothing and
 * gets nodes becomes engaged, and owes its thanks for this gift, from its <i>parent</i>, until it is done; for gifts
 * that come while it is engaged it says thanks at once. It is done when it has no nodes and has been thanked for all
 * its own gifts: then it thanks its parent and is not engaged any more. Rank 0 is engaged from the start, and owes
 * nobody.
 *
 * <p><b>Why this is right.</b> Only a rank with nodes gives, and a rank with nodes is engaged. The engaged ranks form a
 * tree under rank 0, since each leaves only when no rank below it is left to thank it. A gift on its way keeps its
 * giver engaged. So when rank 0 is done, no rank is engaged and no gift is on its way. And it comes to that: once all
 * nodes are visited, the leaves of the tree are done, then those above them.
 */
final class Engagement {
    private static final int NONE = -1;

    private final int rank;

    /** Gifts not thanked for yet. Written by handlers, one at a time, read by the thread that walks. */
    private final AtomicInteger owed = new AtomicInteger();

    private int parent;

    Engagement(int rank) {
        this.rank = rank;
        parent = rank == 0 ? 0 : NONE;
    }

    /** A handler is about to give nodes away; before anybody can see that they are gone from here. */
    void gives() {
        owed.incrementAndGet();
    }

    /** A handler received thanks. */
    void isThanked() {
        owed.decrementAndGet();
    }

    /** The walker got nodes of {@code giver}; whether it thanks at once. */
    boolean thanksAtOnce(int giver) {
        if (parent == NONE) {
            parent = giver;
            return false;
        }
        return true;
    }

    /** Whether the walker, which has no nodes left, is done. */
    boolean isDone() {
        return parent != NONE && owed.get() == 0;
    }

    /** Whether it is the end for all if this rank is done. */
    boolean isRoot() {
        return rank == 0;
    }

    /** Ends the engagement of a rank that is done; the parent, to be thanked now. */
    int leave() {
        int thanked = parent;
        parent = NONE;
        return thanked;
    }
}
