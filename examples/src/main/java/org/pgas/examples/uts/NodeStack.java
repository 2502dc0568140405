package org.pgas.examples.uts;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Nodes that wait for their visit. The newest are visited next; the oldest, which are nearest to the root and so have
 * the most below them, can be taken away in bulk.
 *
 * <p>A node is {@value #NODE_BYTES} bytes, its state and its depth, in the same form here and in messages. For one
 * thread; allocates only to grow.
 */
final class NodeStack {
    /** Bytes of a node. */
    static final int NODE_BYTES = NodeSplitter.STATE_BYTES + Integer.BYTES;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int RANDOM_AT = NodeSplitter.STATE_BYTES - Integer.BYTES;
    private static final int DEPTH_AT = NodeSplitter.STATE_BYTES;
    private static final int POSITIVE = 0x7FFF_FFFF;

    private byte[] nodes;
    private MemorySegment view;
    private int bottom;
    private int top;

    NodeStack(int nodeCapacity) {
        use(new byte[nodeCapacity * NODE_BYTES]);
    }

    private void use(byte[] newNodes) {
        nodes = newNodes;
        view = MemorySegment.ofArray(newNodes);
    }

    int size() {
        return (top - bottom) / NODE_BYTES;
    }

    boolean isEmpty() {
        return top == bottom;
    }

    /** The random number of the newest node, 0 to 2^31 - 1: the last four bytes of its state without their sign. */
    int topRandom() {
        return view.get(INT, top - NODE_BYTES + RANDOM_AT) & POSITIVE;
    }

    /** The depth of the newest node. */
    int topDepth() {
        return view.get(INT, top - NODE_BYTES + DEPTH_AT);
    }

    void pushRoot(NodeSplitter splitter, int seed) {
        reserve(1);
        splitter.root(seed, nodes, top);
        view.set(INT, top + DEPTH_AT, 0);
        top += NODE_BYTES;
    }

    /** Replaces the newest node by its {@code count} children. */
    void split(NodeSplitter splitter, int count) {
        int depth = topDepth() + 1;
        top -= NODE_BYTES;
        splitter.parent(nodes, top);
        reserve(count);
        for (int number = 0; number < count; number++) {
            splitter.child(number, nodes, top);
            view.set(INT, top + DEPTH_AT, depth);
            top += NODE_BYTES;
        }
    }

    /** Adds {@code count} nodes that {@code from} holds at its start. */
    void push(byte[] from, int count) {
        reserve(count);
        System.arraycopy(from, 0, nodes, top, count * NODE_BYTES);
        top += count * NODE_BYTES;
    }

    /** Takes the {@code count} oldest nodes away, to the start of {@code into}. */
    void takeOldest(byte[] into, int count) {
        System.arraycopy(nodes, bottom, into, 0, count * NODE_BYTES);
        bottom += count * NODE_BYTES;
    }

    /** Makes room above for {@code count} nodes: first that which was taken away below, then new. */
    private void reserve(int count) {
        int bytes = Math.multiplyExact(count, NODE_BYTES);
        if (nodes.length - top >= bytes) {
            return;
        }
        int used = top - bottom;
        byte[] old = nodes;
        if (nodes.length - used < Math.max(bytes, nodes.length / 2)) {
            use(Arrays.copyOf(nodes, Math.addExact(Math.multiplyExact(nodes.length, 2), bytes)));
        }
        System.arraycopy(old, bottom, nodes, 0, used);
        bottom = 0;
        top = used;
    }
}
