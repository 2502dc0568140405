package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;
import org.pgas.vis.inside.Shapes;

/** Copies move the bytes that the model says, and touch no others. */
@Seeded
class TypedCopyTest {
    private static final Spares<SendBuffer> BUFFERS = new Spares<>(SendBuffer::new);

    @Test
    void shouldCopyTheBytesOfTheModelAndNoOthers() {
        SplittableRandom random = Seed.of("copies");
        RandomTypes types = new RandomTypes(random);
        int copies = 0;
        while (copies < 1500) {
            RandomTypes.Pair sent = types.next();
            RandomTypes.Pair received = types.next();
            int sentCount = random.nextInt(4);
            int receivedCount = random.nextInt(6);
            TypeModel to = received.model().contiguous(receivedCount);
            TypeModel from = sent.model().contiguous(sentCount);
            if (to.size() >= from.size() && !to.overlaps()) {
                assertCopies(random, sent.type(), sentCount, from.bytes(), received.type(), receivedCount, to.bytes());
                copies++;
            }
        }
    }

    @Test
    void shouldCopyListsOfAnyNumberOfElements() {
        SplittableRandom random = Seed.of("many");
        Datatype struct = Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        Datatype reversed = Datatype.struct(new int[]{1, 1}, new long[]{16, 0},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        Datatype list = Datatype.resized(Datatype.hindexed(new int[]{1, 2, 1}, new long[]{8, 20, 0}, Datatype.INT), 0,
                28).commit();
        Datatype rows = Datatype.resized(Datatype.contiguous(3001, struct), 0, 3001 * 16 + 5).commit();
        Datatype dense = Datatype.contiguous(12, Datatype.BYTE).commit();
        assertFalse(struct.layout.isDirect(10_000));
        assertFalse(rows.layout.isDirect(3));
        TypeModel model = TypeModel.struct(new int[]{1, 1}, new long[]{0, 8},
                java.util.List.of(TypeModel.of(Datatype.INT), TypeModel.of(Datatype.DOUBLE)));
        long[] ofStruct = model.contiguous(9003).bytes();
        long[] ofReversed = TypeModel.struct(new int[]{1, 1}, new long[]{16, 0},
                java.util.List.of(TypeModel.of(Datatype.INT), TypeModel.of(Datatype.DOUBLE))).contiguous(9003).bytes();
        long[] ofList = TypeModel.of(Datatype.INT).hindexed(new int[]{1, 2, 1}, new long[]{8, 20, 0}).resized(0, 28)
                .contiguous(6753).bytes();
        long[] ofRows = model.contiguous(3001).resized(0, 3001 * 16 + 5).contiguous(3).bytes();
        long[] ofDense = TypeModel.of(Datatype.BYTE).contiguous(9003 * 12).bytes();
        assertCopies(random, struct, 9003, ofStruct, struct, 9003, ofStruct);
        assertCopies(random, struct, 9003, ofStruct, reversed, 9003, ofReversed);
        assertCopies(random, struct, 9003, ofStruct, dense, 9003, ofDense);
        assertCopies(random, dense, 9003, ofDense, struct, 9003, ofStruct);
        assertCopies(random, struct, 9003, ofStruct, list, 6753, ofList);
        assertCopies(random, struct, 9003, ofStruct, rows, 3, ofRows);
        assertCopies(random, rows, 3, ofRows, reversed, 9003, ofReversed);
        assertCopies(random, rows, 3, ofRows, rows, 3, ofRows);
        long[] ofPairs = TypeModel.of(Datatype.SHORT_INT).contiguous(9003).bytes();
        assertCopies(random, Datatype.SHORT_INT, 9003, ofPairs, Datatype.BYTE, 6 * 9003,
                Arrays.copyOf(ofDense, 6 * 9003));
        assertCopies(random, Datatype.BYTE, 6 * 9003, Arrays.copyOf(ofDense, 6 * 9003), Datatype.SHORT_INT, 9003,
                ofPairs);
        assertCopies(random, list, 5001, Arrays.copyOf(ofList, 5001 * 16), reversed, 9003, ofReversed);
        assertCopies(random, list, 5001, Arrays.copyOf(ofList, 5001 * 16), rows, 3, ofRows);
    }

    private static void assertCopies(SplittableRandom random, Datatype sent, long sentCount, long[] from,
            Datatype received, long receivedCount, long[] to) {
        byte[] source = new byte[span(from)];
        random.nextBytes(source);
        byte[] target = new byte[span(to)];
        random.nextBytes(target);
        long sourceBase = -lowest(from);
        long targetBase = -lowest(to);
        byte[] expected = target.clone();
        byte[] packed = new byte[from.length];
        for (int i = 0; i < from.length; i++) {
            packed[i] = source[(int) (from[i] + sourceBase)];
            expected[(int) (to[i] + targetBase)] = packed[i];
        }
        byte[] copied = target.clone();
        TypedCopy.copy(BUFFERS, sent, sentCount, MemorySegment.ofArray(source), sourceBase, received, receivedCount,
                MemorySegment.ofArray(copied), targetBase);
        assertArrayEquals(expected, copied,
                () -> sentCount + " of " + sent + " to " + receivedCount + " of " + received);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mapped = arena.allocateFrom(ValueLayout.JAVA_BYTE, target);
            TypedCopy.copy(BUFFERS, sent, sentCount, MemorySegment.ofArray(source), sourceBase, received, receivedCount,
                    SharedMemory.everything(), mapped.address() + targetBase);
            assertArrayEquals(expected, mapped.toArray(ValueLayout.JAVA_BYTE));
        }
        int begin = random.nextInt(from.length + 1);
        int end = random.nextInt(begin, from.length + 1);
        assertPacks(sent, sentCount, MemorySegment.ofArray(source), sourceBase, packed, begin, end);
        assertPacks(sent, sentCount, MemorySegment.ofArray(source), sourceBase, packed, 0, from.length);
        byte[] unpacked = target.clone();
        MemorySegment data = MemorySegment.ofArray(packed);
        for (int[] part : new int[][]{{begin, end}, {0, begin}, {end, from.length}}) {
            TypedCopy.unpack(received, receivedCount, false, MemorySegment.ofArray(unpacked), targetBase, part[0],
                    data, part[0], part[1] - part[0]);
        }
        assertArrayEquals(expected, unpacked, received::toString);
        unpacked = target.clone();
        TypedCopy.unpack(received, receivedCount, false, MemorySegment.ofArray(unpacked), targetBase, 0, data, 0,
                packed.length);
        assertArrayEquals(expected, unpacked, received::toString);
    }

    private static void assertPacks(Datatype type, long count, MemorySegment memory, long base, byte[] packed,
            int begin, int end) {
        byte[] expected = new byte[packed.length];
        System.arraycopy(packed, begin, expected, begin, end - begin);
        byte[] found = new byte[packed.length];
        TypedCopy.pack(type, count, false, memory, base, begin, MemorySegment.ofArray(found), begin, end - begin);
        assertArrayEquals(expected, found, () -> count + " of " + type + " from " + begin + " to " + end);
    }

    private static long lowest(long[] bytes) {
        return Arrays.stream(bytes).min().orElse(0);
    }

    private static int span(long[] bytes) {
        return (int) (Arrays.stream(bytes).max().orElse(-1) + 1 - lowest(bytes));
    }

    @Test
    void shouldPackPairsWithTheirGapsAsElements() {
        Datatype every = Datatype.vector(3, 1, 2, Datatype.SHORT_INT).commit();
        byte[] memory = new byte[48];
        for (int i = 0; i < memory.length; i++) {
            memory[i] = (byte) (i + 1);
        }
        byte[] packed = new byte[24];
        assertTrue(every.elementBytes(2) == 48 && every.bytes(2) == 36);
        TypedCopy.pack(every, 1, true, MemorySegment.ofArray(memory), 0, 0, MemorySegment.ofArray(packed), 0, 24);
        for (int i = 0; i < 24; i++) {
            assertTrue(packed[i] == i / 8 * 16 + i % 8 + 1, Arrays.toString(packed));
        }
        byte[] unpacked = new byte[48];
        TypedCopy.unpack(every, 1, true, MemorySegment.ofArray(unpacked), 0, 8, MemorySegment.ofArray(packed), 8, 8);
        for (int i = 0; i < 48; i++) {
            assertTrue(unpacked[i] == (i >= 16 && i < 24 ? i + 1 : 0), Arrays.toString(unpacked));
        }
    }

    @Test
    void shouldRememberShapesAndPlans() {
        Datatype struct = Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        assertSame(struct.shape(100), struct.shape(100));
        Layout layout = struct.layout;
        assertSame(layout.row(2048), layout.row(2048));
        assertSame(layout.row(2048).packing(), layout.row(2048).packing());
        var unpacking = layout.row(2048).unpacking();
        layout.row(2048).packing();
        assertSame(unpacking, layout.row(2048).unpacking());
        Datatype vector = Datatype.vector(10, 1, 2, Datatype.DOUBLE).commit();
        Datatype doubles = Datatype.contiguous(10, Datatype.DOUBLE).commit();
        assertSame(Shapes.plan(vector.shape(3), doubles.shape(3)), Shapes.plan(vector.shape(3), doubles.shape(3)));
    }

    @Test
    void shouldAllocateNothingForTypesThatWereTransferredBefore() {
        Datatype vector = Datatype.vector(16, 1, 3, Datatype.DOUBLE).commit();
        Datatype list = Datatype.resized(Datatype.indexed(new int[]{1, 2, 1}, new int[]{3, 8, 0}, Datatype.DOUBLE), 0,
                96).commit();
        Datatype struct = Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        Datatype twin = Datatype.struct(new int[]{1, 1}, new long[]{12, 0},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        MemorySegment one = MemorySegment.ofArray(new long[40_000]);
        MemorySegment other = MemorySegment.ofArray(new long[40_000]);
        Runnable transfers = () -> {
            transfer(Datatype.DOUBLE, 16, one, vector, 1, other);
            transfer(vector, 1, one, Datatype.DOUBLE, 16, other);
            transfer(list, 4, one, vector, 1, other);
            transfer(vector, 1, other, vector, 4, one);
            transfer(struct, 9, other, twin, 10, one);
            transfer(struct, 10_000, one, twin, 10_000, other);
            TypedCopy.pack(struct, 10_000, false, one, 0, 50_001, other, 0, 30_000);
            TypedCopy.unpack(struct, 9, false, one, 0, 0, other, 0, 108);
        };
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 20 && least >= 1000; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100; i++) {
                transfers.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1000, least + " bytes for 100 rounds");
    }

    /** As a call does. */
    private static void transfer(Datatype sent, long sentCount, MemorySegment from, Datatype received,
            long receivedCount, MemorySegment to) {
        Datatype.check(null, "put", "origin", sentCount, sent);
        Datatype.check(null, "put", "target", receivedCount, received);
        Datatype.checkSignatures(null, "put", sentCount, sent, receivedCount, received);
        Datatype.checkTarget(null, "put", "target", receivedCount, received);
        TypedCopy.copy(BUFFERS, sent, sentCount, from, 0, received, receivedCount, to, 0);
    }
}
