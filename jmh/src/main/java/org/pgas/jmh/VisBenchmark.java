package org.pgas.jmh;

import java.util.Arrays;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.pgas.LocalCompletion;
import org.pgas.vis.Shape;

/** A few regions moved in one call, by shapes that are used again: what the forms of a call cost. */
public class VisBenchmark extends RankBenchmark {
    /** How the regions of both sides are given. */
    @Param({"contiguous", "strided", "indexed", "vector"})
    public String form;

    /** How many regions there are, and of how many bytes; of a vector, which has several lengths, on average. */
    @Param({"4x8", "16x64"})
    public String regions;

    private Shape mine;
    private Shape theirs;

    /** Makes the shapes. */
    @Setup
    public void prepare() {
        String[] numbers = regions.split("x");
        int count = Integer.parseInt(numbers[0]);
        int bytes = Integer.parseInt(numbers[1]);
        mine = shape(count, bytes, 0);
        theirs = shape(count, bytes, 1);
    }

    private Shape shape(int count, int bytes, int side) {
        return switch (form) {
            case "contiguous" -> Shape.contiguous((long) count * bytes);
            case "strided" -> Shape.chunked(bytes, count, (2L + side) * bytes);
            case "indexed" -> Shape.indexed(bytes, uneven(count, bytes));
            case "vector" -> {
                // one and a half and half of the bytes in turn, the other way round on the other side
                long[] lengths = new long[count];
                Arrays.setAll(lengths, i -> (i + side) % 2 == 0 ? bytes / 2 : bytes + bytes / 2);
                yield Shape.vector(uneven(count, 2 * bytes), lengths);
            }
            default -> throw new IllegalArgumentException("form is " + form);
        };
    }

    /** Offsets that have no constant distance. */
    private static long[] uneven(int count, int bytes) {
        long[] offsets = new long[count];
        Arrays.setAll(offsets, i -> (long) bytes * (3 * i + i % 3));
        return offsets;
    }

    @Benchmark
    public void put(HostedRanks ranks) {
        ranks.vis.put(HostedRanks.PEER, Places.DATA, theirs, ranks.memory, 0, mine);
    }

    @Benchmark
    public void putHeap(HostedRanks ranks) {
        ranks.vis.put(HostedRanks.PEER, Places.DATA, theirs, ranks.heap, 0, mine);
    }

    @Benchmark
    public void putNbAwait(HostedRanks ranks) {
        ranks.vis.putNb(HostedRanks.PEER, Places.DATA, theirs, ranks.memory, 0, mine, LocalCompletion.DEFER).await();
    }

    @Benchmark
    public void putNbiAwait(HostedRanks ranks) {
        ranks.vis.putNbi(HostedRanks.PEER, Places.DATA, theirs, ranks.memory, 0, mine, LocalCompletion.DEFER);
        ranks.job.nbi().await();
    }

    @Benchmark
    public void get(HostedRanks ranks) {
        ranks.vis.get(ranks.memory, 0, mine, HostedRanks.PEER, Places.DATA, theirs);
    }

    @Benchmark
    public void getNbAwait(HostedRanks ranks) {
        ranks.vis.getNb(ranks.memory, 0, mine, HostedRanks.PEER, Places.DATA, theirs).await();
    }

    @Benchmark
    public void getNbiAwait(HostedRanks ranks) {
        ranks.vis.getNbi(ranks.memory, 0, mine, HostedRanks.PEER, Places.DATA, theirs);
        ranks.job.nbi().await();
    }
}
