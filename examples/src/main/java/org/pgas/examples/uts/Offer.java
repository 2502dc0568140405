package org.pgas.examples.uts;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A chunk of nodes that a rank puts aside for ranks that ask. The rank goes on with its stack, which no handler
 * touches, and asks nobody before it gives.
 *
 * <p>{@link #take} and {@link #given} are for handlers, of which one runs at a time; the others for the thread that
 * walks. The nodes belong to that thread while the state is EMPTY, to the thread that made it TAKEN or EMPTY out of
 * FULL afterwards.
 */
final class Offer {
    private static final int EMPTY = 0;
    private static final int FULL = 1;
    private static final int TAKEN = 2;

    /**
     * EMPTY to FULL by the walker (release); FULL to TAKEN by a handler, to EMPTY by the walker (CAS); TAKEN to EMPTY
     * by the handler.
     */
    private final AtomicInteger state = new AtomicInteger(EMPTY);

    private final int chunk;
    private final byte[] nodes;
    private final MemorySegment view;

    Offer(int chunk) {
        this.chunk = chunk;
        nodes = new byte[chunk * NodeStack.NODE_BYTES];
        view = MemorySegment.ofArray(nodes);
    }

    /** Puts the oldest nodes aside if the last ones are gone and as many remain. */
    void refill(NodeStack stack) {
        if (stack.size() >= 2 * chunk && isEmpty()) {
            stack.takeOldest(nodes, chunk);
            state.setRelease(FULL);
        }
    }

    /** Takes the nodes back, since the walker has no others; false when there are none. */
    boolean takeBack(NodeStack stack) {
        if (!state.compareAndSet(FULL, EMPTY)) {
            return false;
        }
        stack.push(nodes, chunk);
        return true;
    }

    /** Whether no node is here, neither to take back nor on its way to another rank. */
    boolean isEmpty() {
        return state.getAcquire() == EMPTY;
    }

    /** Takes the nodes for a thief; false when there are none. */
    boolean take() {
        return state.compareAndSet(FULL, TAKEN);
    }

    /** The nodes, between {@link #take} and {@link #given}. */
    MemorySegment nodes() {
        return view;
    }

    /** The nodes have been sent. */
    void given() {
        state.setRelease(EMPTY);
    }
}
