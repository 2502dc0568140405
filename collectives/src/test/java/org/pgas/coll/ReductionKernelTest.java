package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * Every built-in operation on every type against {@link Opcode#result}, one number after the other, with nothing else
 * touched.
 */
@Seeded
class ReductionKernelTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Numbers for which comparisons, signs and roundings are special. */
    private static final double[] FRACTIONS = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 1, -1};
    private static final long[] INTEGERS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE,
        Integer.MAX_VALUE, 0xFFFF_FFFFL, 0x7FF0_0000_0000_0001L, 0xFFF0_0000_0000_0001L, 0x7F80_0001L, 0xFF80_0001L};

    private static final int BYTES = 64 << 10;

    private final Arena arena = Arena.ofConfined();
    private SplittableRandom random;

    @AfterEach
    void free() {
        arena.close();
    }

    static List<Reduction> all() {
        List<Reduction> all = new ArrayList<>();
        for (DataType type : DataType.values()) {
            for (Opcode opcode : List.of(Opcode.ADD, Opcode.MULT, Opcode.MIN, Opcode.MAX, Opcode.AND, Opcode.OR,
                    Opcode.XOR)) {
                if (opcode.isLegalFor(type)) {
                    all.add(Reduction.of(type, opcode));
                }
            }
        }
        return all;
    }

    private static long get(MemorySegment memory, long offset, long bytes) {
        return bytes == 4 ? memory.get(INT, offset) : memory.get(LONG, offset);
    }

    private static void put(MemorySegment memory, long offset, long bytes, long value) {
        if (bytes == 4) {
            memory.set(INT, offset, (int) value);
        } else {
            memory.set(LONG, offset, value);
        }
    }

    /** A number's bits, special ones often. */
    private long draw(DataType type) {
        if (random.nextInt(4) == 0) {
            return INTEGERS[random.nextInt(INTEGERS.length)];
        }
        if (type.isInteger()) {
            return random.nextBoolean() ? random.nextLong() : random.nextInt(-5, 5);
        }
        double value = random.nextInt(3) == 0 ? FRACTIONS[random.nextInt(FRACTIONS.length)]
                : random.nextInt(-9, 9) / 4.0;
        return type == DataType.FLT ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
    }

    /** A NaN that is computed has whatever bits the processor gives it; one that is chosen keeps its own. */
    private static boolean isEqual(Reduction reduction, long expected, long found) {
        if (expected == found) {
            return true;
        }
        if (reduction.opcode() != Opcode.ADD && reduction.opcode() != Opcode.MULT) {
            return false;
        }
        return switch (reduction.type()) {
            case FLT ->
                Float.isNaN(Float.intBitsToFloat((int) expected)) && Float.isNaN(Float.intBitsToFloat((int) found));
            case DBL -> Double.isNaN(Double.longBitsToDouble(expected)) && Double.isNaN(Double.longBitsToDouble(found));
            default -> false;
        };
    }

    /** Where the vectors are. */
    enum Kind {
        MAPPED,
        NATIVE,
        ARRAYS,
        MIXED
    }

    private MemorySegment memory(Kind kind) {
        return switch (kind) {
            case MAPPED, NATIVE -> arena.allocate(BYTES, 8);
            case ARRAYS -> switch (random.nextInt(3)) {
                case 0 -> MemorySegment.ofArray(new byte[BYTES]);
                case 1 -> MemorySegment.ofArray(new int[BYTES / 4]);
                default -> MemorySegment.ofArray(new double[BYTES / 8]);
            };
            case MIXED -> memory(random.nextBoolean() ? Kind.NATIVE : Kind.ARRAYS);
        };
    }

    private void fill(DataType type, MemorySegment memory, long from, int count) {
        for (int i = 0; i < count; i++) {
            put(memory, from + i * type.bytes(), type.bytes(), draw(type));
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldCombineEachElementAndTouchNothingElse(Kind kind) {
        random = Seed.of("fold");
        for (Reduction reduction : all()) {
            MemorySegment left = memory(kind);
            MemorySegment right = memory(kind);
            MemorySegment target = memory(kind);
            for (int count = 0; count <= 1000; count += count < 140 ? 1 : 1 + random.nextInt(60)) {
                check(reduction, kind, left, right, target, count);
            }
            // so many that HotSpot makes vectors of the loops
            for (int round = 0; round < (kind == Kind.MAPPED ? 40 : 1); round++) {
                check(reduction, kind, left, right, target, (int) (BYTES / reduction.elementBytes()) - 3);
            }
        }
    }

    /** With the target apart from the operands, the same as left, or the same as right. */
    private void check(Reduction reduction, Kind kind, MemorySegment left, MemorySegment right, MemorySegment target,
            int count) {
        long bytes = reduction.elementBytes();
        int room = (int) (BYTES - count * bytes);
        // aligned vectors are combined where they are, others by way of arrays
        int step = random.nextBoolean() ? 8 : 1;
        long l = random.nextInt(room) & -step;
        long r = random.nextInt(room) & -step;
        int where = random.nextInt(3);
        MemorySegment to = where == 0 ? target : where == 1 ? left : right;
        long t = where == 0 ? random.nextInt(room) & -step : where == 1 ? l : r;
        fill(reduction.type(), left, l, count);
        fill(reduction.type(), right, r, count);
        byte[] before = to.toArray(ValueLayout.JAVA_BYTE);
        long[] expected = new long[count];
        for (int i = 0; i < count; i++) {
            expected[i] = reduction.opcode().result(reduction.type(), get(left, l + i * bytes, bytes),
                    get(right, r + i * bytes, bytes), 0);
        }
        fold(reduction, kind, left, l, right, r, to, t, count);
        String what = reduction + ", " + count + " from " + l + " and " + r + " to " + t + " as " + where;
        for (int i = 0; i < count; i++) {
            long found = get(to, t + i * bytes, bytes);
            if (!isEqual(reduction, expected[i], found)) {
                assertEquals(Long.toHexString(expected[i]), Long.toHexString(found), what + ", element " + i);
            }
        }
        MemorySegment.copy(MemorySegment.ofArray(before), t, to, t, count * bytes);
        assertEquals(-1, to.mismatch(MemorySegment.ofArray(before)), what);
    }

    private void fold(Reduction reduction, Kind kind, MemorySegment left, long l, MemorySegment right, long r,
            MemorySegment target, long t, int count) {
        ReductionKernel kernel = reduction.kernel();
        if (kind != Kind.MAPPED) {
            kernel.fold(left, l, right, r, target, t, count);
            return;
        }
        if (random.nextBoolean()) {
            kernel.fold(left.address() + l, right.address() + r, target.address() + t, count);
        } else {
            kernel.fold(SharedMemory.everything(), left.address() + l, SharedMemory.everything(),
                    right.address() + r, SharedMemory.everything(), target.address() + t, count);
        }
    }

    /**
     * Folds vectors of one number, given and returned as bits: of 4 bytes, the low-order ones, and returned
     * sign-extended.
     */
    private static long one(Reduction reduction, long left, long right) {
        int bytes = reduction.type().bytes();
        try (Arena arena = Arena.ofConfined()) {
            long place = arena.allocate(3L * bytes, bytes).address();
            SharedMemory.putValue(place, left, bytes);
            SharedMemory.putValue(place + bytes, right, bytes);
            reduction.kernel().fold(place, place + bytes, place + 2L * bytes, 1);
            return bytes == 4 ? SharedMemory.getInt(place + 2L * bytes) : SharedMemory.getLong(place + 2L * bytes);
        }
    }

    @Test
    void shouldCombineAnyTwoNumbers() {
        random = Seed.of("scalars");
        for (Reduction reduction : all()) {
            for (int round = 0; round < 500; round++) {
                long left = draw(reduction.type());
                long right = draw(reduction.type());
                long expected = reduction.opcode().result(reduction.type(), left, right, 0);
                long found = one(reduction, left, right);
                if (!isEqual(reduction, expected, found)) {
                    assertEquals(Long.toHexString(expected), Long.toHexString(found),
                            reduction + " of " + Long.toHexString(left) + " and " + Long.toHexString(right));
                }
            }
        }
    }

    private static double two(Opcode opcode, double left, double right) {
        return Double.longBitsToDouble(one(Reduction.of(DataType.DBL, opcode), Double.doubleToRawLongBits(left),
                Double.doubleToRawLongBits(right)));
    }

    @Test
    void shouldTakeTheRightOneOfZerosAndWhereANumberIsMissing() {
        for (Opcode opcode : List.of(Opcode.MIN, Opcode.MAX)) {
            assertEquals(0.0, two(opcode, -0.0, 0.0));
            assertEquals(-0.0, two(opcode, 0.0, -0.0));
            assertEquals(1.0, two(opcode, Double.NaN, 1.0));
            assertEquals(Double.NaN, two(opcode, 1.0, Double.NaN));
            assertEquals(-1.0, two(opcode, Double.longBitsToDouble(-1), -1.0));
        }
        assertEquals(-2.0, two(Opcode.MIN, -2.0, Double.POSITIVE_INFINITY));
        assertEquals(Double.POSITIVE_INFINITY, two(Opcode.MAX, -2.0, Double.POSITIVE_INFINITY));
        assertEquals(-Double.MIN_VALUE, two(Opcode.MIN, 0.0, -Double.MIN_VALUE));
        assertEquals(-1L, one(Reduction.of(DataType.U64, Opcode.MAX), -1L, 1L));
        assertEquals(1L, one(Reduction.of(DataType.I64, Opcode.MAX), -1L, 1L));
        assertEquals(1L, one(Reduction.of(DataType.U32, Opcode.MIN), 1L, 0xFFFF_FFFFL));
    }
}
