package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.pgas.vis.MppaShapes.Point2d;

/** Calls of the MPPA dialect on a segment of the peer. */
public class MppaBenchmark extends RankBenchmark {
    private static final int ELEMENT = 8;
    private static final int WIDTH = HostedDialects.ROW_BYTES / ELEMENT;
    private static final Point2d PLACE = new Point2d(0, 0, HostedDialects.LEADING / ELEMENT, HostedDialects.ROWS);

    @Benchmark
    public void put(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.put(dialects.local, 0, dialects.segment, Places.DATA, 8, null);
    }

    @Benchmark
    public void get(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.get(dialects.local, 0, dialects.segment, Places.DATA, 8, null);
    }

    @Benchmark
    public void poke(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.poke(dialects.segment, Places.COUNTER, 1);
    }

    @Benchmark
    public long peek(HostedRanks ranks, HostedDialects dialects) {
        return dialects.mppa.peek(dialects.segment, Places.COUNTER);
    }

    @Benchmark
    public void postAdd(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.postAdd(dialects.segment, Places.COUNTER, 1);
    }

    @Benchmark
    public long fetchAdd(HostedRanks ranks, HostedDialects dialects) {
        return dialects.mppa.fetchAdd(dialects.segment, Places.COUNTER, 1);
    }

    @Benchmark
    public void putStrided(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.putStrided(dialects.local, 0, dialects.segment, Places.DATA, ELEMENT, HostedDialects.ROWS, 3,
                null);
    }

    @Benchmark
    public void getVectored(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.getVectored(dialects.local, 0, dialects.segment, HostedDialects.ENTRIES, dialects.offsets,
                dialects.lengths, null);
    }

    @Benchmark
    public void sputBlock2d(HostedRanks ranks, HostedDialects dialects) {
        dialects.mppa.sputBlock2d(dialects.local, 0, dialects.segment, Places.DATA, ELEMENT, WIDTH,
                HostedDialects.ROWS, PLACE, PLACE, null);
    }
}
