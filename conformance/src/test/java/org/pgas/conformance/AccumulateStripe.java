package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.AccumulateType;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.Scale;

/** One rank's part of a peer's segment, to which it accumulates at random, and what must be there. */
final class AccumulateStripe {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private final Job job;
    private final Accumulator accumulator;
    private final SplittableRandom random;
    private final int peer;
    private final AccumulateType type;
    private final int size;
    private final long start;
    private final MemorySegment model;
    private final MemorySegment nativeSource;

    AccumulateStripe(Job job, SplittableRandom random, Arena confined, int peer, AccumulateType type, int size) {
        this.job = job;
        this.accumulator = Accumulator.of(job.world());
        this.random = random;
        this.peer = peer;
        this.type = type;
        this.size = size;
        this.start = (long) size * job.rank() + size / 2; // so that it lies in two blocks
        this.model = MemorySegment.ofArray(new byte[size]);
        this.nativeSource = confined.allocate(size + 8);
    }

    void work(int rounds) {
        fill(model, size);
        job.world().rma().put(peer, start, model, 0, size);
        MemorySegment found = MemorySegment.ofArray(new byte[size]);
        for (int round = 0; round < rounds; round++) {
            int most = random.nextInt(5) == 0 ? size : 200;
            int bytes = random.nextInt(most) / type.bytes() * type.bytes();
            int from = random.nextInt(size - bytes) / type.componentBytes() * type.componentBytes();
            int form = random.nextInt(5);
            accumulate(form, from, bytes);
            job.world().rma().get(found, 0, peer, start, size);
            String what = type + " in form " + form + ", " + bytes + " bytes to " + from + " of rank " + peer;
            assertEquals(-1, found.mismatch(model), what);
        }
    }

    /** Numbers of which no sum of products is NaN: the model need not know which NaN. */
    private void fill(MemorySegment memory, int bytes) {
        for (int at = 0; at < bytes; at += 8) {
            double number = random.nextDouble(-1000, 1000);
            switch (type) {
                case INT, LNG -> memory.set(LONG, at, random.nextLong());
                case FLT, CPL -> {
                    memory.set(FLOAT, at, (float) number);
                    memory.set(FLOAT, at + 4, (float) -number / 3);
                }
                default -> memory.set(DOUBLE, at, number);
            }
        }
    }

    private void accumulate(int form, int to, int bytes) {
        MemorySegment heap = MemorySegment.ofArray(new byte[Math.ceilDiv(bytes, 8) * 8]);
        fill(heap, bytes);
        float re = random.nextFloat(-3, 3);
        float im = random.nextInt(3) == 0 ? 0 : random.nextFloat(-3, 3);
        Scale scale = scale(re, im);
        ScaledSum.add(type, model, to, heap, 0, bytes / type.bytes(), scale.real(), scale.imaginary());
        long offset = start + to;
        switch (form) {
            case 0 -> named(offset, heap, bytes, re, im);
            case 1 -> array(offset, heap, bytes, scale, re);
            case 2 -> accumulator.accumulate(peer, offset, scale, heap.asReadOnly(), 0, bytes);
            case 3 -> {
                int shift = random.nextInt(8);
                nativeSource.asSlice(shift, bytes).copyFrom(heap.asSlice(0, bytes));
                LocalCompletion completion = LocalCompletion.event();
                accumulator.accumulateNb(peer, offset, scale, nativeSource, shift, bytes, completion,
                        AtomicFlags.NONE).await();
                completion.leaf().await();
            }
            default -> {
                int shift = random.nextInt(8);
                MemorySegment other = MemorySegment.ofArray(new long[bytes / 8 + 2]);
                other.asSlice(shift, bytes).copyFrom(heap.asSlice(0, bytes));
                while (!accumulator.accumulateNbi(peer, offset, scale, other, shift, bytes, LocalCompletion.DEFER,
                        AtomicFlags.IMMEDIATE)) {
                    job.poll();
                }
                other.fill((byte) -1);
                job.nbi().await();
            }
        }
    }

    private Scale scale(float re, float im) {
        return switch (type) {
            case INT -> Scale.ofInt((int) (re * 1e6f));
            case LNG -> Scale.ofLong((long) (re * 1e15f));
            case FLT -> Scale.ofFloat(re);
            case DBL -> Scale.ofDouble(re);
            case CPL -> Scale.ofComplexFloat(re, im);
            case DCP -> Scale.ofComplexDouble(re, im);
        };
    }

    private void named(long offset, MemorySegment source, int bytes, float re, float im) {
        long count = bytes / type.bytes();
        switch (type) {
            case INT -> accumulator.accumulateInts(peer, offset, source, 0, count, (int) (re * 1e6f));
            case LNG -> accumulator.accumulateLongs(peer, offset, source, 0, count, (long) (re * 1e15f));
            case FLT -> accumulator.accumulateFloats(peer, offset, source, 0, count, re);
            case DBL -> accumulator.accumulateDoubles(peer, offset, source, 0, count, re);
            case CPL -> accumulator.accumulateComplexFloats(peer, offset, source, 0, count, re, im);
            case DCP -> accumulator.accumulateComplexDoubles(peer, offset, source, 0, count, re, im);
        }
    }

    /** From the second element of an array of the type on; of complex numbers, of their parts. */
    private void array(long offset, MemorySegment source, int bytes, Scale scale, float re) {
        int count = bytes / type.bytes();
        switch (type) {
            case INT -> {
                int[] array = new int[count + 1];
                MemorySegment.copy(source, INT, 0, array, 1, count);
                accumulator.accumulateInts(peer, offset, array, 1, count, (int) (re * 1e6f));
            }
            case LNG -> {
                long[] array = new long[count + 1];
                MemorySegment.copy(source, LONG, 0, array, 1, count);
                accumulator.accumulateLongs(peer, offset, array, 1, count, (long) (re * 1e15f));
            }
            case FLT -> {
                float[] array = new float[count + 1];
                MemorySegment.copy(source, FLOAT, 0, array, 1, count);
                accumulator.accumulateFloats(peer, offset, array, 1, count, re);
            }
            case DBL -> {
                double[] array = new double[count + 1];
                MemorySegment.copy(source, DOUBLE, 0, array, 1, count);
                accumulator.accumulateDoubles(peer, offset, array, 1, count, re);
            }
            case CPL -> {
                float[] array = new float[2 * count + 1];
                MemorySegment.copy(source, FLOAT, 0, array, 1, 2 * count);
                assertTrue(accumulator.accumulate(peer, offset, scale, MemorySegment.ofArray(array), 4, bytes,
                        AtomicFlags.NONE));
            }
            case DCP -> {
                double[] array = new double[2 * count + 1];
                MemorySegment.copy(source, DOUBLE, 0, array, 1, 2 * count);
                accumulator.accumulate(peer, offset, scale, MemorySegment.ofArray(array), 8, bytes);
            }
        }
    }
}
