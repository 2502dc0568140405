package org.pgas.examples.kmers;

import java.util.function.LongConsumer;

/**
 * Picks one rank's share of the k-mer windows out of a stream that every rank reads.
 *
 * <p>The windows of all records are numbered through, those with letters other than ACGT included. Blocks of them go
 * to the ranks in turn: block {@code b} to rank {@code b mod ranks}. The letters of other ranks' blocks are counted
 * but not looked at, except for the k - 1 before an own block and inside it.
 */
final class WindowShare implements SequenceSink {
    /** Large enough to make the k - 1 letters in front of a block cheap, small enough to give every rank some. */
    static final int BLOCK_WINDOWS = 1 << 10;

    private final KmerRoller roller;
    private final LongConsumer kmers;
    private final int overlap;
    private final long block;
    private final long cycle;
    private final long first;
    /** Number of the window that the next letter completes; below {@link #base} it completes none. */
    private long next;
    /** Number of the first window of this record. */
    private long base;
    private long runLeft;
    private boolean mine;

    WindowShare(KmerCodec codec, int rank, int ranks, int block, LongConsumer kmers) {
        if (block < codec.k()) {
            // The run-up of an own block would reach into the own block before.
            throw new IllegalArgumentException("block is " + block + ", legal is k=" + codec.k() + " or more");
        }
        this.roller = new KmerRoller(codec);
        this.kmers = kmers;
        this.overlap = codec.k() - 1;
        this.block = ranks == 1 ? Long.MAX_VALUE / 4 : block;
        this.cycle = this.block * ranks;
        this.first = this.block * rank;
        startRecord();
    }

    @Override
    public void startRecord() {
        base = Math.max(base, next);
        next = base - overlap;
        roller.reset();
        startRun();
    }

    /** Finds how long the letters from here on are ours, or others'. An own run is a block with its run-up. */
    private void startRun() {
        long phase = Math.floorMod(next + overlap - first, cycle);
        mine = phase < block + overlap;
        runLeft = mine ? block + overlap - phase : cycle - phase;
        if (phase == 0) {
            roller.reset();
        }
    }

    @Override
    public void letters(byte[] buffer, int from, int to) {
        int at = from;
        while (at < to) {
            int count = (int) Math.min(to - at, runLeft);
            if (mine) {
                roller.roll(buffer, at, at + count, kmers);
            }
            at += count;
            next += count;
            runLeft -= count;
            if (runLeft == 0) {
                startRun();
            }
        }
    }
}
