package org.pgas.examples.uts;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Walks a tree of the benchmark by recursion, written down from its description alone. */
record SequentialTree(long nodes, long leaves, int depth) {
    static SequentialTree of(double b0, int depthLimit, int seed) throws NoSuchAlgorithmException {
        byte[] root = hash(ByteBuffer.allocate(20).putInt(16, seed).array());
        return below(root, 0, b0, depthLimit);
    }

    private static SequentialTree below(byte[] state, int depth, double b0, int depthLimit)
            throws NoSuchAlgorithmException {
        double mean = depth < depthLimit ? b0 : 0;
        double probability = 1.0 / (1.0 + mean);
        double uniform = (ByteBuffer.wrap(state).getInt(16) & 0x7FFF_FFFF) / 2147483648.0;
        int children = (int) Math.min(100, Math.floor(Math.log(1 - uniform) / Math.log(1 - probability)));
        SequentialTree sum = new SequentialTree(1, children == 0 ? 1 : 0, depth);
        for (int child = 0; child < children; child++) {
            byte[] next = hash(ByteBuffer.allocate(24).put(state).putInt(child).array());
            sum = sum.plus(below(next, depth + 1, b0, depthLimit));
        }
        return sum;
    }

    private SequentialTree plus(SequentialTree other) {
        return new SequentialTree(nodes + other.nodes, leaves + other.leaves, Math.max(depth, other.depth));
    }

    private static byte[] hash(byte[] input) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-1").digest(input);
    }
}
