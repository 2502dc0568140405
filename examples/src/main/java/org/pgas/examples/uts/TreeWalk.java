package org.pgas.examples.uts;

/**
 * Visits nodes of a tree, depth first, and counts what it sees. For one thread; allocates only when its stack grows.
 */
final class TreeWalk {
    private static final int FIRST_CAPACITY = 1024;

    private final GeometricTree tree;
    private final NodeSplitter splitter = new NodeSplitter();
    private final NodeStack stack = new NodeStack(FIRST_CAPACITY);
    private long nodes;
    private long leaves;
    private int depth;

    TreeWalk(GeometricTree tree) {
        this.tree = tree;
    }

    /** Puts the root among the nodes to visit. */
    void startAtRoot() {
        stack.pushRoot(splitter, tree.seed());
    }

    /** The nodes that wait for their visit. */
    NodeStack stack() {
        return stack;
    }

    /** Visits nodes until none is left or {@code most} have been visited. */
    void visit(int most) {
        for (int i = 0; i < most && !stack.isEmpty(); i++) {
            int nodeDepth = stack.topDepth();
            int children = tree.children(stack.topRandom(), nodeDepth);
            nodes++;
            if (children == 0) {
                leaves++;
            }
            depth = Math.max(depth, nodeDepth);
            stack.split(splitter, children);
        }
    }

    /** Nodes visited. */
    long nodes() {
        return nodes;
    }

    /** Those of them without children. */
    long leaves() {
        return leaves;
    }

    /** Depth of the deepest of them. */
    int depth() {
        return depth;
    }
}
