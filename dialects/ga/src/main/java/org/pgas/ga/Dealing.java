package org.pgas.ga;

/**
 * Which process has a block of an array, and where it lies in the memory that this process has for the array. Blocks
 * are named by their number along each dimension. Immutable.
 */
sealed interface Dealing permits BlockEach, BlocksInTurn, BlocksOnGrid {
    /** The process that has it. */
    int owner(int[] block);

    /**
     * Where its first element lies, in bytes; {@code strides} gets the bytes from one element to the next of each
     * dimension.
     */
    long place(int[] block, long[] strides);

    /** How much memory a process has for the array, in bytes. */
    long bytes(int proc);

    /** How many blocks a process has. */
    long count(int proc);

    /** Names block {@code number}, from 0 on, of those that a process has. */
    void block(int proc, long number, int[] block);

    /** The processes as they lie along each dimension; null where blocks are dealt in turn. */
    int[] grid();

    /** Where a process lies in {@link #grid}; false where it has no place in it. */
    boolean position(int proc, int[] coordinates);

    /** Whether it deals alike; of the same axes. */
    boolean isAs(Dealing other);

    /** The number of a block, row after row. */
    static long number(Axis[] axes, int[] block) {
        long number = 0;
        for (int d = 0; d < axes.length; d++) {
            number = number * axes[d].blocks() + block[d];
        }
        return number;
    }

    /** Names the block of that number. */
    static void named(Axis[] axes, long number, int[] block) {
        long rest = number;
        for (int d = axes.length - 1; d >= 0; d--) {
            block[d] = (int) (rest % axes[d].blocks());
            rest /= axes[d].blocks();
        }
    }

    /** How many blocks there are. */
    static long count(Axis[] axes) {
        long count = 1;
        for (Axis axis : axes) {
            count *= axis.blocks();
        }
        return count;
    }
}
