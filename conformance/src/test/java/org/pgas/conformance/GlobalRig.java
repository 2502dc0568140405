package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.EventCategory;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.Shape;

/** Draws global shapes within a rig's stripes, and moves them. */
final class GlobalRig {
    private final Job job;
    private final TransferRig rig;
    private final SplittableRandom random;

    GlobalRig(Job job, TransferRig rig) {
        this.job = job;
        this.rig = rig;
        this.random = rig.random();
    }

    /** A shape, and its bytes one by one. */
    private record Drawn(String text, GlobalShape shape, long[] places) {}

    /** A list of so many bytes on any ranks. */
    private Drawn list(int total) {
        long[] pointers = new long[total + 8];
        long[] lengths = new long[total + 8];
        long[] places = new long[total];
        int count = 0;
        int done = 0;
        while (done < total || random.nextInt(4) == 0 && count < pointers.length) {
            int length = count < 12 ? Math.min(total - done, rig.small(60)) : total - done;
            int rank = rig.peer();
            int offset = random.nextInt(TransferRig.BYTES - length + 1);
            pointers[count] = length == 0 && random.nextBoolean() ? GlobalPointer.NULL
                    : GlobalPointer.of(rank, rig.base() + offset);
            lengths[count++] = length;
            for (int i = 0; i < length; i++) {
                places[done++] = TransferRig.there(rank, offset + i);
            }
        }
        long[] givenPointers = Arrays.copyOf(pointers, count);
        long[] givenLengths = Arrays.copyOf(lengths, count);
        GlobalShape shape = GlobalShape.vector(givenPointers, givenLengths);
        assertArrayEquals(Arrays.copyOf(pointers, count), givenPointers);
        assertArrayEquals(Arrays.copyOf(lengths, count), givenLengths);
        Arrays.fill(givenPointers, -1);
        Arrays.fill(givenLengths, -1);
        return new Drawn("list " + Arrays.toString(Arrays.copyOf(lengths, count)), shape, places);
    }

    /** A range of an array in blocks, dealt to some of the ranks in any order. */
    private Drawn cyclic(int total) {
        int[] ranks = random.ints(0, job.size()).distinct().limit(1 + random.nextInt(job.size())).toArray();
        int block = 1 + rig.small(80);
        int before = rig.small(100);
        int behind = rig.small(20);
        int all = before + total + behind;
        int base = rig.small(50);
        if (base + (all / block / ranks.length + 2) * block > TransferRig.BYTES) {
            return list(total);
        }
        long[] places = new long[total];
        for (int i = 0; i < total; i++) {
            int at = before + i;
            int number = at / block;
            places[i] = TransferRig.there(ranks[number % ranks.length],
                    base + number / ranks.length * block + at % block);
        }
        GlobalShape array = GlobalShape.blockCyclic(block, all, ranks, rig.base() + base);
        assertEquals(all, array.bytes());
        return new Drawn("blocks of " + block + " from " + before + " for " + Arrays.toString(ranks),
                array.range(before, total), places);
    }

    private Drawn placed(int total) {
        int rank = rig.peer();
        int chunk = 1 + rig.small(40);
        int count = total / chunk;
        int stride = chunk + rig.small(20);
        int span = count == 0 ? 0 : (count - 1) * stride + chunk;
        if (count * chunk != total || span > TransferRig.BYTES) {
            return list(total);
        }
        int base = random.nextInt(TransferRig.BYTES - span + 1);
        long[] places = new long[total];
        for (int i = 0; i < total; i++) {
            places[i] = TransferRig.there(rank, base + i / chunk * stride + i % chunk);
        }
        return new Drawn(count + " chunks of " + chunk + " by " + stride,
                GlobalShape.of(GlobalPointer.of(rank, rig.base() + base), Shape.chunked(chunk, count, stride)), places);
    }

    /** A part of another one, piece by piece. */
    private Drawn selected(int total) {
        int before = rig.small(40);
        int step = 1 + rig.small(3);
        Drawn whole = draw(before + total * step);
        long[] places = new long[total];
        Arrays.setAll(places, i -> whole.places[before + i * step]);
        return new Drawn("one in " + step + " from " + before + " of " + whole.text,
                whole.shape.select(before, Shape.chunked(1, total, step)), places);
    }

    private Drawn draw(int total) {
        return switch (random.nextInt(7)) {
            case 0, 1 -> list(total);
            case 2, 3, 4 -> cyclic(total);
            case 5 -> placed(total);
            default -> total < 200 ? selected(total) : list(total);
        };
    }

    /**
     * A put or a get in any form, with local memory contiguous or in two parts that are the wrong way round. Says
     * whether it moved something.
     */
    int transfer(GlobalTransfers transfers) {
        int total = rig.small(400);
        Drawn drawn = draw(total);
        assertEquals(total, drawn.shape.bytes(), drawn.text);
        int at = random.nextInt(TransferRig.BYTES - 2 * total);
        int cut = random.nextInt(total + 1);
        boolean isCut = random.nextBoolean();
        Shape local = isCut
                ? Shape.vector(new long[]{total, 0}, new long[]{cut, total - cut})
                : Shape.contiguous(total);
        long[] here = new long[total];
        Arrays.setAll(here, i -> TransferRig.here(at + (!isCut ? i : i < cut ? total + i : i - cut)));
        boolean isPut = random.nextBoolean();
        String text = (isPut ? "put of " : "get of ") + drawn.text;
        Runnable call = isPut ? () -> put(transfers, drawn.shape, at, local) : () -> get(transfers, at, local, drawn);
        return attempt(text, isPut ? drawn.places : here, isPut ? here : drawn.places, call);
    }

    private void put(GlobalTransfers transfers, GlobalShape target, long at, Shape local) {
        switch (random.nextInt(3)) {
            case 0 -> transfers.put(target, rig.local(), at, local);
            case 1 -> transfers.putNb(target, rig.local(), at, local, LocalCompletion.DEFER).await();
            default -> {
                transfers.putNbi(target, rig.local(), at, local, LocalCompletion.NOW);
                job.nbi().await(EventCategory.PUT);
            }
        }
    }

    private void get(GlobalTransfers transfers, long at, Shape local, Drawn source) {
        switch (random.nextInt(3)) {
            case 0 -> transfers.get(rig.local(), at, local, source.shape);
            case 1 -> transfers.getNb(rig.local(), at, local, source.shape).await();
            default -> {
                transfers.getNbi(rig.local(), at, local, source.shape);
                job.nbi().await(EventCategory.GET);
            }
        }
    }

    int copy(GlobalTransfers transfers) {
        int total = rig.small(200);
        Drawn target = draw(total);
        Drawn source = draw(total);
        String text = "copy to " + target.text + " from " + source.text;
        if (TransferRig.isTarget(target.places, new long[0]) && !TransferRig.isTarget(target.places, source.places)) {
            return 0; // undefined
        }
        return attempt(text, target.places, source.places, () -> {
            switch (random.nextInt(3)) {
                case 0 -> transfers.copy(target.shape, source.shape);
                case 1 -> transfers.copyNb(target.shape, source.shape).await();
                default -> {
                    transfers.copyNbi(target.shape, source.shape);
                    job.nbi().await(EventCategory.PUT, EventCategory.GET);
                }
            }
        });
    }

    /** Twice, since the second call finds what the first one has found out. */
    private int attempt(String text, long[] targets, long[] sources, Runnable call) {
        return rig.attempt(text, targets, sources, () -> {
            call.run();
            call.run();
        });
    }
}
