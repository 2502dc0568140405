package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * Every operation on every kind that it is defined on, against a model, in memory of every kind, with nothing else
 * touched.
 */
@Seeded
class FoldsTest {
    private static final int BYTES = 64 << 10;

    /** More than the arrays and blocks through which kernels go. */
    private static final int MANY = 3000;

    private final Arena arena = Arena.ofShared();

    @AfterEach
    void free() {
        arena.close();
    }

    /** A place of memory, and what the library is given for it. */
    private record Place(MemorySegment given, long offset, MemorySegment all, int from, int bytes) {
        MemorySegment memory() {
            return all.asSlice(from, bytes);
        }

        /** What is beside the place. */
        byte[] around() {
            byte[] around = all.toArray(ValueLayout.JAVA_BYTE);
            Arrays.fill(around, from, from + bytes, (byte) 0);
            return around;
        }
    }

    private Place draw(SplittableRandom random, int bytes) {
        int from = random.nextInt(BYTES - bytes + 1);
        if (random.nextInt(4) == 0) {
            from &= -8;
        }
        MemorySegment memory = switch (random.nextInt(7)) {
            case 0 -> MemorySegment.ofArray(new byte[BYTES]);
            case 1 -> MemorySegment.ofArray(new short[BYTES / 2]);
            case 2 -> MemorySegment.ofArray(new int[BYTES / 4]);
            case 3 -> MemorySegment.ofArray(new long[BYTES / 8]);
            case 4 -> MemorySegment.ofArray(new double[BYTES / 8]);
            default -> arena.allocate(BYTES, 8);
        };
        byte[] noise = new byte[BYTES];
        random.nextBytes(noise);
        memory.copyFrom(MemorySegment.ofArray(noise));
        return memory.isNative() && random.nextInt(3) > 0
                ? new Place(SharedMemory.everything(), memory.address() + from, memory, from, bytes)
                : new Place(memory, from, memory, from, bytes);
    }

    private static byte[] element(MemorySegment memory, int index, int span) {
        return memory.asSlice((long) index * span, span).toArray(ValueLayout.JAVA_BYTE);
    }

    private static void fill(MemorySegment memory, Basic basic, int elements, SplittableRandom random) {
        for (int i = 0; i < elements; i++) {
            memory.asSlice((long) i * basic.span, basic.span)
                    .copyFrom(MemorySegment.ofArray(ElementModel.draw(basic, random)));
        }
    }

    @Test
    void shouldAgreeWithAModelForEveryOperationOnEveryKind() {
        SplittableRandom random = Seed.of("elements");
        for (Op op : Op.values()) {
            for (Basic basic : Basic.values()) {
                for (int round = 0; op.isDefinedFor(basic) && round < 24; round++) {
                    int elements = switch (round % 4) {
                        case 0 -> 1;
                        case 1 -> random.nextInt(80);
                        case 2 -> random.nextInt(MANY);
                        default -> random.nextInt(10);
                    };
                    agree(op, basic, elements, random);
                }
            }
        }
    }

    private void agree(Op op, Basic basic, int elements, SplittableRandom random) {
        int bytes = elements * basic.span;
        Place target = draw(random, bytes);
        Place operand = draw(random, bytes);
        fill(target.memory(), basic, elements, random);
        fill(operand.memory(), basic, elements, random);
        byte[] before = target.memory().toArray(ValueLayout.JAVA_BYTE);
        byte[] operands = operand.memory().toArray(ValueLayout.JAVA_BYTE);
        byte[] around = target.around();
        Folds.fold(op, basic, operand.given, operand.offset, target.given, target.offset, elements);
        MemorySegment was = MemorySegment.ofArray(before);
        for (int i = 0; i < elements; i++) {
            byte[] old = element(was, i, basic.span);
            byte[] other = element(MemorySegment.ofArray(operands), i, basic.span);
            byte[] expected = ElementModel.combine(op, basic, old, other);
            byte[] found = element(target.memory(), i, basic.span);
            if (!ElementModel.isSame(op, basic, expected, found)) {
                HexFormat hex = HexFormat.of();
                assertEquals(hex.formatHex(expected), hex.formatHex(found), op + " of " + basic + ", element " + i
                        + " of " + elements + ": " + hex.formatHex(old) + " and " + hex.formatHex(other));
            }
        }
        assertEquals(-1, Arrays.mismatch(operands, operand.memory().toArray(ValueLayout.JAVA_BYTE)), "the operands");
        assertEquals(-1, Arrays.mismatch(around, target.around()), () -> op + " of " + basic + " beside its target");
    }

    @Test
    void shouldBeDefinedAsTheTableSays() {
        Set<Basic> integers = EnumSet.of(Basic.INT8, Basic.UINT8, Basic.SHORT, Basic.UINT16, Basic.INT, Basic.UINT32,
                Basic.LONG, Basic.UINT64);
        for (Basic basic : Basic.values()) {
            boolean integer = integers.contains(basic);
            boolean real = basic == Basic.FLOAT || basic == Basic.DOUBLE;
            boolean complex = basic == Basic.FLOAT_COMPLEX || basic == Basic.DOUBLE_COMPLEX;
            for (Op op : Op.values()) {
                boolean expected = switch (op) {
                    case MAX, MIN -> integer || real;
                    case SUM, PROD -> integer || real || complex;
                    case LAND, LOR, LXOR -> integer || basic == Basic.BOOLEAN;
                    case BAND, BOR, BXOR -> integer || basic == Basic.BYTE;
                    case MAXLOC, MINLOC -> basic.isPair();
                    case REPLACE, NO_OP -> true;
                };
                assertEquals(expected, op.isDefinedFor(basic), () -> op + " on " + basic);
                assertTrue(op.domain().length() > 3);
            }
        }
    }

    @Test
    void shouldCompareBitByBit() {
        MemorySegment one = MemorySegment.ofArray(new double[]{7, 0.0, Double.NaN, 1, 2});
        MemorySegment other = MemorySegment.ofArray(new double[]{-0.0, 0.0, Double.NaN, 1, 3});
        assertFalse(Updates.isEqual(Basic.DOUBLE, one, 8, other, 0));
        assertTrue(Updates.isEqual(Basic.DOUBLE, one, 8, other, 8));
        assertTrue(Updates.isEqual(Basic.DOUBLE, one, 16, other, 16));
        assertFalse(Updates.isEqual(Basic.DOUBLE_COMPLEX, one, 24, other, 24));
        assertTrue(Updates.isEqual(Basic.DOUBLE_COMPLEX, one, 16, other, 16));
    }
}
