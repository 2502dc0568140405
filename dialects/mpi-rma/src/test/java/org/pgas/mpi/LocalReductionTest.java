package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** MPI_Reduce_local by predefined operations and by a program's own. */
@Seeded
class LocalReductionTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** As {@link FoldsTest} has each operation, against the same loops in a buffer without gaps. */
    @Test
    void shouldReduceElementsWhereverTheTypeHasThemAndTouchNothingElse() {
        SplittableRandom random = Seed.of("local reduction");
        for (int round = 0; round < 500; round++) {
            Basic basic = Basic.values()[random.nextInt(Basic.values().length)];
            Op op = Op.values()[random.nextInt(Op.values().length)];
            if (!op.isDefinedFor(basic) || op == Op.REPLACE || op == Op.NO_OP) {
                continue;
            }
            Datatype element = Datatype.predefined(basic);
            Datatype type = switch (random.nextInt(3)) {
                case 0 -> element;
                case 1 -> Datatype.contiguous(1 + random.nextInt(3), element).commit();
                default -> Datatype.vector(1 + random.nextInt(3), 1, 2, element).commit();
            };
            int count = random.nextInt(5);
            byte[] in = new byte[(int) (type.extent() * 5)];
            byte[] inout = new byte[in.length];
            int each = (int) (type.elementBytes(1) / basic.span);
            fill(in, basic, type, count, random);
            fill(inout, basic, type, count, random);
            byte[] expected = inout.clone();
            MemorySegment packedIn = whole(in, type, count);
            MemorySegment packed = whole(expected, type, count);
            Folds.fold(op, basic, packedIn, 0, packed, 0, (long) each * count);
            TypedCopy.unpack(type, count, true, MemorySegment.ofArray(expected), 0, 0, packed, 0, packed.byteSize());
            op.reduceLocal(MemorySegment.ofArray(in), MemorySegment.ofArray(inout), count, type);
            assertArrayEquals(expected, inout, () -> op + " of " + count + " " + type);
        }
    }

    private static void fill(byte[] memory, Basic basic, Datatype type, int count, SplittableRandom random) {
        random.nextBytes(memory);
        MemorySegment packed = whole(memory, type, count);
        for (long at = 0; at < packed.byteSize(); at += basic.span) {
            packed.asSlice(at, basic.span).copyFrom(MemorySegment.ofArray(ElementModel.draw(basic, random)));
        }
        TypedCopy.unpack(type, count, true, MemorySegment.ofArray(memory), 0, 0, packed, 0, packed.byteSize());
    }

    /** The elements, gaps within pairs included. */
    private static MemorySegment whole(byte[] memory, Datatype type, int count) {
        MemorySegment packed = MemorySegment.ofArray(new byte[(int) type.elementBytes(count)]);
        TypedCopy.pack(type, count, true, MemorySegment.ofArray(memory), 0, 0, packed, 0, packed.byteSize());
        return packed;
    }

    @Test
    void shouldGiveAUserFunctionTheOperandsOfTheRanksBelowAsIn() {
        UserOp minus = UserOp.create((in, inout, count, type) -> {
            assertTrue(in.isReadOnly());
            for (long at = 0; at < count * type.extent(); at += type.extent()) {
                inout.set(LONG, at, in.get(LONG, at) - inout.get(LONG, at));
            }
        }, false);
        assertFalse(minus.isCommutative());
        assertTrue(Op.SUM.isCommutative());
        assertTrue(minus.isDefinedOn(Datatype.TWO_INT));
        long[] inout = {1, 2, 3};
        minus.reduceLocal(MemorySegment.ofArray(new long[]{10, 20, 30}), MemorySegment.ofArray(inout), 2,
                Datatype.LONG);
        assertArrayEquals(new long[]{9, 18, 3}, inout);
        minus.reduceLocal(MemorySegment.NULL, MemorySegment.NULL, 0, Datatype.LONG);
    }

    @Test
    void shouldSayWhatIsWrong() {
        MemorySegment memory = MemorySegment.ofArray(new long[4]);
        MemorySegment other = MemorySegment.ofArray(new long[3]);
        Datatype mixed = Datatype.struct(new int[]{1, 1}, new long[]{0, 8}, new Datatype[]{Datatype.LONG, Datatype.INT})
                .commit();
        Datatype open = Datatype.contiguous(2, Datatype.LONG);
        Datatype same = Datatype.resized(Datatype.LONG, 0, 4).commit();
        assertRefused(() -> Op.SUM.reduceLocal(memory, other, 4, Datatype.LONG), "inout memory", "24 bytes");
        assertRefused(() -> Op.SUM.reduceLocal(memory, null, 4, Datatype.LONG), "inout is null");
        assertRefused(() -> Op.SUM.reduceLocal(memory, other, 1, null), "type is null");
        assertRefused(() -> Op.SUM.reduceLocal(memory, other, -1, Datatype.LONG), "-1");
        assertRefused(() -> Op.SUM.reduceLocal(memory, other, 1, open), "not committed");
        assertRefused(() -> Op.SUM.reduceLocal(memory, other, 2, same), "more than once");
        assertRefused(() -> Op.SUM.reduceLocal(memory, memory, 1, Datatype.LONG), "overlap");
        assertRefused(() -> Op.SUM.reduceLocal(memory, other.asReadOnly(), 1, Datatype.LONG), "read-only");
        assertRefused(() -> Op.SUM.reduceLocal(memory, other, 1, mixed), "several kinds", "UserOp");
        assertRefused(() -> Op.BAND.reduceLocal(memory, other, 1, Datatype.DOUBLE), "BAND", "DOUBLE");
        assertRefused(() -> Op.REPLACE.reduceLocal(memory, other, 1, Datatype.LONG), "accumulates");
        assertRefused(() -> UserOp.create(null, true), "null");
        assertEquals(24, Datatype.LONG.packSize(3));
        assertEquals(36, Datatype.DOUBLE_INT.packSize(3));
        assertRefused(() -> Datatype.LONG.packSize(-1), "-1");
    }

    private static void assertRefused(Executable call, String... parts) {
        String message = assertThrows(PgasException.class, call).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
