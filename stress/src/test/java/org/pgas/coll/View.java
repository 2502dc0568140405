package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.events.CollectiveEvent;
import org.pgas.wait.SharedCondition;

/** One of two members over two blocks that follow each other, and what it does when it has something to tell. */
class View implements Surroundings {
    private final long base;
    private final long blockBytes;
    private final int rank;

    View(long base, long blockBytes, int rank) {
        this.base = base;
        this.blockBytes = blockBytes;
        this.rank = rank;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return 2;
    }

    @Override
    public long block(int member) {
        return base + member * blockBytes;
    }

    @Override
    public long allocate(long bytes) {
        throw unused();
    }

    @Override
    public void free(long place) {
        throw unused();
    }

    @Override
    public boolean isPlace(long place, long bytes) {
        return false;
    }

    @Override
    public long address(long place) {
        throw unused();
    }

    @Override
    public long offsetInSegment(MemorySegment memory) {
        return -1;
    }

    @Override
    public long segmentAddress(int member, long offset, long bytes) {
        throw unused();
    }

    @Override
    public void ringAll() {}

    @Override
    public void ringOwn() {}

    @Override
    public int spins() {
        return 0;
    }

    @Override
    public void await(SharedCondition condition) {
        throw unused();
    }

    @Override
    public void inBackground(Member member) {
        throw unused();
    }

    @Override
    public boolean isChecked() {
        return false;
    }

    @Override
    public RuntimeException damaged(long address, String what) {
        throw new IllegalStateException(what);
    }

    @Override
    public int jobRank(int member) {
        return member;
    }

    @Override
    public void record(CollectiveEvent event, Form form, int root, long bytes, long sequence, boolean split) {
        throw unused();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("no test of slots or of turns does that");
    }
}
