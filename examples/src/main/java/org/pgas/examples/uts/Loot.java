package org.pgas.examples.uts;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.Payload;

/**
 * The answer to a rank's one question for nodes. {@link #refused} and {@link #received} are for the handlers of
 * answers, the others for the thread that asks.
 */
final class Loot {
    private static final int AWAITED = -1;

    private final byte[] nodes;
    private final MemorySegment view;

    /**
     * Nodes received, or AWAITED. The asker sets it to AWAITED; a handler publishes the nodes with it: release /
     * acquire.
     */
    private final AtomicInteger count = new AtomicInteger();

    Loot(int chunk) {
        nodes = new byte[chunk * NodeStack.NODE_BYTES];
        view = MemorySegment.ofArray(nodes);
    }

    /** A question is about to be sent. */
    void ask() {
        count.setPlain(AWAITED);
    }

    /** Whether the answer has come. */
    boolean isAnswered() {
        return count.getAcquire() != AWAITED;
    }

    /** The answer is that there is nothing to be had. */
    void refused() {
        count.setRelease(0);
    }

    /** The answer is some nodes. */
    void received(Payload answer) {
        answer.copyTo(0, view, 0, answer.bytes());
        count.setRelease(answer.bytes() / NodeStack.NODE_BYTES);
    }

    /** Moves the nodes of an answer to {@code stack}; false when there are none. */
    boolean moveTo(NodeStack stack) {
        int received = count.getPlain();
        stack.push(nodes, received);
        return received > 0;
    }
}
