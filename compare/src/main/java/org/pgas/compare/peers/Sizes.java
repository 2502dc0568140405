package org.pgas.compare.peers;

/** Bytes of messages and of blocks, the same in every measured program. */
final class Sizes {
    private static final int[] MESSAGES = {0, 8, 64, 512, 4 << 10, 16 << 10, 64 << 10};
    private static final int[] BLOCKS = {8, 64, 512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20,
        16 << 20};

    private Sizes() {}

    static int[] ofMessages() {
        return MESSAGES.clone();
    }

    static int[] ofBlocks() {
        return BLOCKS.clone();
    }
}
