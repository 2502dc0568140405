package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;
import org.pgas.vis.Shape;
import org.pgas.vis.inside.Shapes;

/**
 * Updates of mapped memory between shapes of every form: what comes out, under which locks, and how many of them are
 * taken.
 */
@Seeded
class MappedUpdatesTest {
    private static final int BLOCK = 64 << 10;
    private static final int ROOM = 3 * BLOCK;
    private static final int HOLDER = 3;

    /** A kind of element and an operation on it; spans of 12 and 16 bytes, and odd places, cross the ends of blocks. */
    private record Kind(Basic basic, Op op) {}

    private static final Kind[] KINDS = {new Kind(Basic.LONG, Op.SUM), new Kind(Basic.INT, Op.MAX),
        new Kind(Basic.DOUBLE_INT, Op.MAXLOC), new Kind(Basic.UINT16, Op.BXOR),
        new Kind(Basic.DOUBLE_COMPLEX, Op.REPLACE), new Kind(Basic.BYTE, Op.BOR),
        new Kind(Basic.SHORT_INT, Op.REPLACE)};

    /** A shape, and where its elements begin, in the order of its packed form. */
    private record Layout(Shape shape, long[] starts) {}

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void free() {
        arena.close();
    }

    /** Elements in {@code room} bytes, in a shape of any form, none of them over another. */
    private static Layout draw(SplittableRandom random, int elements, int span, int room) {
        int pitch = room / elements;
        int distance = random.nextInt(3) == 0 ? pitch : span + random.nextInt(Math.min(9, pitch - span + 1));
        int low = random.nextInt(room - (elements - 1) * distance - span + 1);
        long[] starts = new long[elements];
        for (int i = 0; i < elements; i++) {
            starts[i] = low + (long) i * distance;
        }
        switch (random.nextInt(5)) {
            case 0 -> {
                for (int i = 0; i < elements; i++) {
                    starts[i] = low + (long) i * span;
                }
                return new Layout(Shape.contiguous((long) elements * span).at(low), starts);
            }
            case 1 -> {
                return new Layout(Shape.chunked(span, elements, distance).at(low), starts);
            }
            case 2 -> {
                int columns = random.nextInt(1, elements + 1);
                while (elements % columns != 0) {
                    columns--;
                }
                int rows = elements / columns;
                long[] turned = new long[elements];
                for (int i = 0; i < elements; i++) {
                    turned[i] = starts[i % rows * columns + i / rows];
                }
                return new Layout(Shape.strided(span, new long[]{rows, columns},
                        new long[]{(long) columns * distance, distance}).at(low), turned);
            }
            case 3 -> {
                shuffle(starts, random);
                return new Layout(Shape.indexed(span, starts), starts);
            }
            default -> {
                return pieces(random, elements, span, distance, low);
            }
        }
    }

    /** Runs of one to five elements, in any order. */
    private static Layout pieces(SplittableRandom random, int elements, int span, int distance, int low) {
        long[] offsets = new long[elements];
        long[] lengths = new long[elements];
        int runs = 0;
        for (int done = 0; done < elements; runs++) {
            int length = Math.min(elements - done, random.nextInt(1, 6));
            offsets[runs] = low + (long) done * distance;
            lengths[runs] = (long) length * span;
            done += length;
        }
        long[] order = new long[runs];
        Arrays.setAll(order, i -> i);
        shuffle(order, random);
        long[] placed = new long[runs];
        long[] taken = new long[runs];
        long[] starts = new long[elements];
        int next = 0;
        for (int i = 0; i < runs; i++) {
            placed[i] = offsets[(int) order[i]];
            taken[i] = lengths[(int) order[i]];
            for (long at = 0; at < taken[i]; at += span) {
                starts[next++] = placed[i] + at;
            }
        }
        return new Layout(Shape.vector(placed, taken), starts);
    }

    private static void shuffle(long[] numbers, SplittableRandom random) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long number = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = number;
        }
    }

    private static MemorySegment origin(SplittableRandom random, int bytes) {
        byte[] noise = new byte[bytes + 16];
        random.nextBytes(noise);
        if (random.nextBoolean()) {
            return MemorySegment.ofArray(noise);
        }
        MemorySegment longs = MemorySegment.ofArray(new long[noise.length / 8]);
        longs.copyFrom(MemorySegment.ofArray(noise).asSlice(0, longs.byteSize()));
        return longs;
    }

    @Test
    void shouldUpdateEachElementUnderTheLockOfTheBlockInWhichItBegins() {
        SplittableRandom random = Seed.of("shapes");
        MemorySegment memory = arena.allocate(ROOM, 8);
        for (int round = 0; round < 250; round++) {
            Kind kind = KINDS[round % KINDS.length];
            int span = kind.basic.span;
            int elements = 1 + random.nextInt(round % 9 == 0 ? 2000 : 150);
            update(random, memory, kind, draw(random, elements, span, ROOM), draw(random, elements, span,
                    elements * (span + 9)), draw(random, elements, span, elements * (span + 9)), round);
        }
    }

    private static void update(SplittableRandom random, MemorySegment memory, Kind kind, Layout target, Layout from,
            Layout back, int round) {
        int span = kind.basic.span;
        int elements = target.starts.length;
        byte[] noise = new byte[ROOM];
        random.nextBytes(noise);
        memory.copyFrom(MemorySegment.ofArray(noise));
        MemorySegment origin = origin(random, elements * (span + 9));
        MemorySegment result = origin(random, elements * (span + 9));
        MemorySegment expected = MemorySegment.ofArray(noise);
        MemorySegment expectedResult = MemorySegment.ofArray(result.toArray(ValueLayout.JAVA_BYTE));
        int part = elements == 1 ? 1 : 1 + random.nextInt(elements);
        boolean fetches = round % 3 == 0;
        boolean reads = fetches && round % 2 == 0;
        boolean isPart = !fetches && round % 5 == 0;
        int updated = isPart ? part : elements;
        for (int i = 0; i < updated; i++) {
            if (fetches) {
                MemorySegment.copy(expected, target.starts[i], expectedResult, back.starts[i], span);
            }
            if (!reads) {
                Folds.fold(kind.op, kind.basic, origin, from.starts[i], expected, target.starts[i], 1);
            }
        }
        long first = random.nextInt(2 * BLOCK);
        WatchedLocks locks = new WatchedLocks(memory, first);
        locks.expect(target.starts, span);
        long base = memory.address() - first;
        if (fetches || isPart) {
            new PackedUpdate(locks).update(null, base, HOLDER, first, Shapes.regions(target.shape),
                    (long) updated * span,
                    kind.basic, reads ? null : origin, Shapes.regions(from.shape), fetches ? result : null,
                    Shapes.regions(back.shape), reads ? Op.NO_OP : kind.op);
        } else {
            new PieceUpdate(locks).update(null, base, HOLDER, first, Shapes.plan(from.shape, target.shape), kind.basic,
                    origin, kind.op);
        }
        locks.assertQuiet();
        String what = kind + " from " + from.shape + " to " + target.shape + " at " + first + " and back to "
                + back.shape;
        assertEquals(-1, memory.mismatch(expected), what);
        assertEquals(-1, result.mismatch(expectedResult), what);
    }

    @Test
    void shouldUpdateDenseElementsLikewise() {
        SplittableRandom random = Seed.of("dense");
        MemorySegment memory = arena.allocate(ROOM, 8);
        for (int round = 0; round < 60; round++) {
            Kind kind = KINDS[round % KINDS.length];
            int span = kind.basic.span;
            int elements = 1 + random.nextInt(round % 3 == 0 ? 4 : (ROOM - 64) / span);
            int bytes = elements * span;
            int at = random.nextInt(ROOM - bytes);
            byte[] noise = new byte[ROOM];
            random.nextBytes(noise);
            memory.copyFrom(MemorySegment.ofArray(noise));
            MemorySegment expected = MemorySegment.ofArray(noise);
            MemorySegment origin = origin(random, bytes);
            byte[] was = Arrays.copyOfRange(noise, at, at + bytes);
            Folds.fold(kind.op, kind.basic, origin, 3, expected, at, elements);
            // so that an element reaches over the end of a block
            long first = 2 * BLOCK - at - random.nextInt(bytes);
            WatchedLocks locks = new WatchedLocks(memory, Math.max(0, first));
            long[] starts = new long[elements];
            Arrays.setAll(starts, i -> at + (long) i * span);
            locks.expect(starts, span);
            long begin = Math.max(0, first);
            long base = memory.address() - begin;
            if (round % 2 == 0) {
                DenseUpdate.accumulate(locks, null, base, HOLDER, begin + at, kind.basic, origin, 3, bytes, kind.op);
            } else {
                byte[] result = new byte[bytes + 1];
                DenseUpdate.getAccumulate(locks, null, base, HOLDER, begin + at, kind.basic, origin, 3,
                        MemorySegment.ofArray(result), 1, bytes, kind.op);
                assertEquals(-1, Arrays.mismatch(was, Arrays.copyOfRange(result, 1, bytes + 1)));
            }
            locks.assertQuiet();
            assertEquals(-1, memory.mismatch(expected), () -> kind + " at " + at);
            long blocks = (begin + starts[elements - 1]) / BLOCK - (begin + at) / BLOCK + 1;
            assertEquals(blocks, locks.taken);
        }
    }

    /** Rows, columns, lists in the order of the target: as many locks as blocks. */
    @Test
    void shouldTakeALockOnceForAllThatFollowsInItsBlock() {
        MemorySegment memory = arena.allocate(ROOM, 8);
        int size = 128;
        int pitch = ROOM / size;
        Shape rows = Shape.strided(8, new long[]{100, size}, new long[]{10, pitch});
        Shape columns = Shape.strided(8, new long[]{size, 100}, new long[]{pitch, 10});
        long[] offsets = new long[4000];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = 40L * i + i % 3;
        }
        Shape list = Shape.indexed(8, offsets);
        Shape dense = Shape.contiguous(8 * 100 * size);
        assertEquals(3, locksOf(memory, dense, rows, false));
        assertEquals(3, locksOf(memory, dense, columns, false), "a transpose, in the order of the target");
        // one that brings the old values releases before each buffer of them goes to the result
        assertTrue(locksOf(memory, dense, rows, true) <= dense.bytes() / 6144 + 3);
        assertEquals(3, locksOf(memory, Shape.contiguous(8 * offsets.length), list, false));
        assertTrue(locksOf(memory, Shape.contiguous(8 * offsets.length), list, true) <= 8 * offsets.length / 6144 + 3);
        assertEquals(1, locksOf(memory, Shape.contiguous(8 * 50), Shape.chunked(8, 50, 16).at(BLOCK + 1), false));
    }

    private static int locksOf(MemorySegment memory, Shape from, Shape to, boolean fetches) {
        MemorySegment origin = MemorySegment.ofArray(new byte[(int) from.bytes()]);
        WatchedLocks locks = new WatchedLocks(memory, 0);
        if (fetches) {
            new PackedUpdate(locks).update(null, memory.address(), HOLDER, 0, Shapes.regions(to), to.bytes(),
                    Basic.LONG,
                    origin, Shapes.regions(from), MemorySegment.ofArray(new byte[(int) from.bytes()]),
                    Shapes.regions(from),
                    Op.SUM);
        } else {
            new PieceUpdate(locks).update(null, memory.address(), HOLDER, 0, Shapes.plan(from, to), Basic.LONG, origin,
                    Op.SUM);
        }
        locks.assertQuiet();
        return locks.taken;
    }

    @Test
    void shouldUpdateOneLongAsAFoldDoes() {
        SplittableRandom random = Seed.of("longs");
        MemorySegment memory = arena.allocate(64, 8);
        MemorySegment model = MemorySegment.ofArray(new long[1]);
        for (Op op : Op.values()) {
            for (int round = 0; op.isDefinedFor(Basic.LONG) && round < 50; round++) {
                long at = random.nextInt(57);
                long old = MemorySegment.ofArray(ElementModel.draw(Basic.LONG, random))
                        .get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                long operand = MemorySegment.ofArray(ElementModel.draw(Basic.LONG, random))
                        .get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, old);
                model.set(ValueLayout.JAVA_LONG, 0, old);
                Folds.fold(op, Basic.LONG, MemorySegment.ofArray(new long[]{operand}), 0, model, 0, 1);
                WatchedLocks locks = new WatchedLocks(memory, BLOCK);
                locks.expect(new long[]{at}, 8);
                assertEquals(old, DenseUpdate.fetchAndOp(locks, null, memory.address() - BLOCK, HOLDER, BLOCK + at,
                        operand, op));
                locks.assertQuiet();
                assertEquals(model.get(ValueLayout.JAVA_LONG, 0), memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at),
                        () -> op + " of " + old + " and " + operand);
            }
        }
    }

    @Test
    void shouldSwapWhatIsEqualOnly() {
        SplittableRandom random = Seed.of("swaps");
        MemorySegment memory = arena.allocate(64, 8);
        for (int round = 0; round < 200; round++) {
            int span = 1 << round % 4;
            long mask = span == 8 ? -1 : (1L << 8 * span) - 1;
            long at = random.nextInt(64 - span + 1);
            long old = random.nextLong() & mask;
            long expected = random.nextBoolean() ? old : old ^ 1L << random.nextInt(8 * span);
            long value = random.nextLong() & mask;
            SharedMemory.putValue(memory.address() + at, old, span);
            WatchedLocks locks = new WatchedLocks(memory, BLOCK);
            locks.expect(new long[]{at}, span);
            assertEquals(old, DenseUpdate.compareAndSwap(locks, null, memory.address() - BLOCK, HOLDER, BLOCK + at,
                    span, expected, value));
            locks.assertQuiet();
            assertEquals(expected == old ? value : old,
                    SharedMemory.getValue(memory.address() + at, span));
        }
    }
}
