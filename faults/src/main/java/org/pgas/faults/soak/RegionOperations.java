package org.pgas.faults.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.LocalCompletion;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Puts and gets of vectors, indexed and strided regions, on either side or both, against loops that copy byte by byte.
 */
final class RegionOperations extends Operations {
    private static final int BYTES = 16 << 10;

    private final Stripes stripes;
    private final Vis vis;
    private final MemorySegment[] natives;

    RegionOperations(Stage stage) {
        super(stage, "regions");
        stripes = new Stripes(stage, BYTES);
        vis = Vis.of(stage.world());
        natives = new MemorySegment[stage.strands()];
        Arrays.setAll(natives, _ -> Arena.global().allocate(BYTES, 8));
    }

    /** A shape, and the offsets of its bytes in their order. */
    private record Drawn(Shape shape, int[] bytes) {}

    @Override
    void burst(Strand strand) {
        for (int i = 0; i < 4; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            int run = strand.below(3) == 0 ? 1 + strand.below(100) : 1 << strand.below(7);
            int count = 1 + strand.below(BYTES / 4 / run);
            Drawn there = draw(strand, run, count);
            Drawn here = strand.below(3) == 0 ? contiguous(run * count) : draw(strand, run, count);
            MemorySegment memory = strand.below(2) == 0 ? natives[strand.index()]
                    : MemorySegment.ofArray(new byte[BYTES]);
            byte[] data = new byte[BYTES];
            strand.random().nextBytes(data);
            MemorySegment.copy(data, 0, memory, ValueLayout.JAVA_BYTE, 0, BYTES);
            if (strand.below(2) == 0) {
                put(strand, rank, there, memory, data, here);
            } else {
                get(strand, rank, there, memory, data, here);
            }
        }
    }

    private static Drawn contiguous(int bytes) {
        int[] each = new int[bytes];
        Arrays.setAll(each, i -> i);
        return new Drawn(Shape.contiguous(bytes), each);
    }

    /** {@code count} runs that do not overlap, within {@link #BYTES}. */
    private static Drawn draw(Strand strand, int run, int count) {
        int slot = BYTES / count;
        int[] runs = new int[count];
        switch (strand.below(3)) {
            case 0 -> {
                int stride = run + strand.below(slot - run + 1);
                Arrays.setAll(runs, i -> i * stride);
                return new Drawn(Shape.chunked(run, count, stride), bytes(runs, run));
            }
            case 1 -> {
                Arrays.setAll(runs, i -> i * slot + strand.below(slot - run + 1));
                shuffle(strand, runs);
                long[] offsets = Arrays.stream(runs).asLongStream().toArray();
                if (strand.below(2) == 0) {
                    return new Drawn(Shape.indexed(run, offsets), bytes(runs, run));
                }
                long[] lengths = new long[count];
                Arrays.fill(lengths, run);
                return new Drawn(Shape.vector(offsets, lengths), bytes(runs, run));
            }
            default -> {
                // two levels, the outer one within the inner: a transpose
                int inner = 1 + strand.below(count);
                while (count % inner != 0) {
                    inner--;
                }
                int columns = count / inner;
                int rows = inner;
                Arrays.setAll(runs, i -> i % rows * columns * run + i / rows * run);
                return new Drawn(Shape.strided(run, new long[]{rows, columns}, new long[]{(long) columns * run, run}),
                        bytes(runs, run));
            }
        }
    }

    private static void shuffle(Strand strand, int[] runs) {
        for (int i = runs.length - 1; i > 0; i--) {
            int j = strand.below(i + 1);
            int kept = runs[i];
            runs[i] = runs[j];
            runs[j] = kept;
        }
    }

    private static int[] bytes(int[] runs, int run) {
        int[] each = new int[runs.length * run];
        Arrays.setAll(each, i -> runs[i / run] + i % run);
        return each;
    }

    private void put(Strand strand, int rank, Drawn there, MemorySegment memory, byte[] data, Drawn here) {
        switch (strand.below(3)) {
            case 0 -> vis.put(rank, stripes.at(strand), there.shape, memory, 0, here.shape);
            case 1 -> vis.putNb(rank, stripes.at(strand), there.shape, memory, 0, here.shape, LocalCompletion.DEFER)
                    .await();
            default -> {
                vis.putNbi(rank, stripes.at(strand), there.shape, memory, 0, here.shape, LocalCompletion.DEFER);
                job().nbi().await();
            }
        }
        byte[] model = stripes.model(strand, rank);
        for (int i = 0; i < there.bytes.length; i++) {
            model[there.bytes[i]] = data[here.bytes[i]];
        }
    }

    private void get(Strand strand, int rank, Drawn there, MemorySegment memory, byte[] data, Drawn here) {
        if (strand.below(2) == 0) {
            vis.get(memory, 0, here.shape, rank, stripes.at(strand), there.shape);
        } else {
            vis.getNb(memory, 0, here.shape, rank, stripes.at(strand), there.shape).await();
        }
        byte[] model = stripes.model(strand, rank);
        for (int i = 0; i < there.bytes.length; i++) {
            data[here.bytes[i]] = model[there.bytes[i]];
        }
        byte[] found = new byte[BYTES];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, found, 0, BYTES);
        int at = Arrays.mismatch(data, found);
        if (at >= 0) {
            throw strand.mismatch("a get of " + there.shape + " to " + here.shape + ", in local memory", rank, at,
                    data[at], found[at]);
        }
    }

    @Override
    void verify(Strand main) {
        stripes.verify();
    }
}
