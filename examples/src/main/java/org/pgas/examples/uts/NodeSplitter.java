package org.pgas.examples.uts;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The benchmark's splittable random generator: a node's state is the SHA-1 hash of its parent's state and its own
 * number among the siblings. So a node can be walked below on any rank, and the tree is the same on all.
 *
 * <p>For one thread; allocates nothing after construction.
 */
final class NodeSplitter {
    /** Bytes of a state, those of a SHA-1 hash. */
    static final int STATE_BYTES = 20;

    private static final int SEED_AT = 16;

    private final MessageDigest sha1;

    /** What is hashed for a child: the parent's state, then the child's number, its highest byte first. */
    private final byte[] input = new byte[STATE_BYTES + Integer.BYTES];

    NodeSplitter() {
        try {
            sha1 = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-1", e);
        }
    }

    /** Writes the state of the root to {@code into}, from {@code at}: the hash of 16 zeros and the seed. */
    void root(int seed, byte[] into, int at) {
        Arrays.fill(input, 0, SEED_AT, (byte) 0);
        putInt(seed, SEED_AT);
        hash(SEED_AT + Integer.BYTES, into, at);
    }

    /**
     * Chooses the node that {@link #child} makes children of: the one with the state in {@code from}, from {@code at}.
     */
    void parent(byte[] from, int at) {
        System.arraycopy(from, at, input, 0, STATE_BYTES);
    }

    /** Writes the state of child {@code number}, from 0, to {@code into}, from {@code at}. */
    void child(int number, byte[] into, int at) {
        putInt(number, STATE_BYTES);
        hash(input.length, into, at);
    }

    private void putInt(int value, int at) {
        input[at] = (byte) (value >>> 24);
        input[at + 1] = (byte) (value >>> 16);
        input[at + 2] = (byte) (value >>> 8);
        input[at + 3] = (byte) value;
    }

    private void hash(int bytes, byte[] into, int at) {
        sha1.update(input, 0, bytes);
        try {
            sha1.digest(into, at, STATE_BYTES);
        } catch (DigestException e) {
            throw new AssertionError("there is room for a hash", e);
        }
    }
}
