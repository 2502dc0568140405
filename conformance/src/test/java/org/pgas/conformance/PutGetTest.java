package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.RmaFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Every form of put, get and memset moves exactly the bytes it says, between every kind of local memory and every rank.
 *
 * <p>Each rank writes to a stripe of its own in every segment, so all ranks run at once. Ranks wait for each other at
 * the end: the owner of client memory is needed as long as somebody works on it.
 */
@AcrossNeighbourhoods
@AcrossTheNetwork
@RankDefaults(ranks = {1, 3}, segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
class PutGetTest {
    private static final int STRIPE = 16 << 10;
    private static final int GUARD = 64;
    private static final int MEBI = 1 << 20;

    @RankTest
    void shouldMoveEveryPrimitiveAtEveryAlignmentAndTouchNothingElse(Job job) {
        Rma rma = job.world().rma();
        for (int peer = 0; peer < job.size(); peer++) {
            for (int at = GUARD; at < GUARD + 16; at++) {
                long offset = stripeOffset(job) + at;
                for (long bits : new long[]{0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0x0123456789ABCDEFL,
                    0x7FF0000000000001L, 0x7F8000017F800001L}) {
                    fillNear(job, peer);
                    rma.putByte(peer, offset, (byte) bits);
                    assertEquals((byte) bits, rma.getByte(peer, offset));
                    assertOnlyWritten(job, peer, at, bits, 1);
                    rma.putShort(peer, offset, (short) bits);
                    assertEquals((short) bits, rma.getShort(peer, offset));
                    assertOnlyWritten(job, peer, at, bits, 2);
                    rma.putInt(peer, offset, (int) bits);
                    assertEquals((int) bits, rma.getInt(peer, offset));
                    assertOnlyWritten(job, peer, at, bits, 4);
                    rma.putLong(peer, offset, bits);
                    assertEquals(bits, rma.getLong(peer, offset));
                    assertOnlyWritten(job, peer, at, bits, 8);

                    fillNear(job, peer);
                    rma.putFloat(peer, offset, Float.intBitsToFloat((int) bits));
                    assertEquals((int) bits, Float.floatToRawIntBits(rma.getFloat(peer, offset)));
                    assertOnlyWritten(job, peer, at, bits, 4);
                    rma.putDouble(peer, offset, Double.longBitsToDouble(bits));
                    assertEquals(bits, Double.doubleToRawLongBits(rma.getDouble(peer, offset)));
                    assertOnlyWritten(job, peer, at, bits, 8);
                }
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldMoveOrderedWordsAsPlainOnes(Job job) {
        Rma rma = job.world().rma();
        for (int peer = 0; peer < job.size(); peer++) {
            fillNear(job, peer);
            rma.putIntRelease(peer, stripeOffset(job) + GUARD + 4, 0x89ABCDEF);
            assertEquals(0x89ABCDEF, rma.getIntAcquire(peer, stripeOffset(job) + GUARD + 4));
            assertOnlyWritten(job, peer, GUARD + 4, 0x89ABCDEFL, 4);

            fillNear(job, peer);
            rma.putLongRelease(peer, stripeOffset(job) + GUARD, 0xFEDCBA9876543210L);
            assertEquals(0xFEDCBA9876543210L, rma.getLongAcquire(peer, stripeOffset(job) + GUARD));
            assertOnlyWritten(job, peer, GUARD, 0xFEDCBA9876543210L, 8);
        }
        job.world().barrier();
    }

    @RankTest
    void shouldMoveValuesOf1To8BytesAndExtendThemWithZeros(Job job) {
        Rma rma = job.world().rma();
        int step = Repetitions.of(job, 1, 5);
        for (int peer = 0; peer < job.size(); peer++) {
            for (int bytes = 1; bytes <= 8; bytes++) {
                for (int at = GUARD; at < GUARD + 9; at += step) {
                    long offset = stripeOffset(job) + at;
                    for (long value : new long[]{-1, 0x8182838485868788L, 0x0102030405060708L, 0}) {
                        fillNear(job, peer);
                        rma.putValue(peer, offset, value, bytes);
                        assertValue(job, peer, at, value, bytes);

                        fillNear(job, peer);
                        rma.putValueNb(peer, offset, value, bytes).await();
                        assertValue(job, peer, at, value, bytes);

                        fillNear(job, peer);
                        rma.putValueNbi(peer, offset, value, bytes);
                        job.nbi().await();
                        assertValue(job, peer, at, value, bytes);
                    }
                }
            }
        }
        job.world().barrier();
    }

    private static void assertValue(Job job, int peer, int at, long value, int bytes) {
        long low = bytes == 8 ? value : value & (1L << 8 * bytes) - 1;
        Rma rma = job.world().rma();
        assertEquals(low, rma.getValue(peer, stripeOffset(job) + at, bytes));
        assertEquals(low, rma.getValueNb(peer, stripeOffset(job) + at, bytes).await());
        assertOnlyWritten(job, peer, at, value, bytes);
    }

    @RankTest
    void shouldMoveBulkBetweenEveryKindOfLocalMemoryAndEveryRank(Job job) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] sources = localMemories(job, arena, 0);
            MemorySegment[] targets = localMemories(job, arena, 1);
            for (int peer = 0; peer < job.size(); peer++) {
                for (int kind = 0; kind < sources.length; kind++) {
                    for (int bytes : new int[]{0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 255, 1024, 1537}) {
                        for (int shift : new int[]{0, 1, 5}) {
                            assertBulkMoves(job, peer, sources[kind], targets[kind], bytes, shift);
                        }
                    }
                }
            }
        }
        job.world().barrier();
    }

    /**
     * Heap arrays of every type, native memory, and the upper part of this rank's own segment, which no stripe covers.
     */
    private static MemorySegment[] localMemories(Job job, Arena arena, int half) {
        MemorySegment own = job.endpoint().segment().local();
        return new MemorySegment[]{
            MemorySegment.ofArray(new byte[2048]), MemorySegment.ofArray(new short[1024]),
            MemorySegment.ofArray(new char[1024]), MemorySegment.ofArray(new int[512]),
            MemorySegment.ofArray(new long[256]), MemorySegment.ofArray(new float[512]),
            MemorySegment.ofArray(new double[256]), arena.allocate(2048),
            own.asSlice(3 * STRIPE + half * 4096, 2048)};
    }

    private static void assertBulkMoves(Job job, int peer, MemorySegment source, MemorySegment target, int bytes,
            int shift) {
        Rma rma = job.world().rma();
        int at = GUARD + 3 * shift;
        fill(job, peer, 2048);
        Stamp.fill(source, job.rank(), Space.HEAP, 0);
        rma.put(peer, stripeOffset(job) + at, source, shift, bytes);
        MemorySegment stripe = Views.read(job, peer, stripeOffset(job), 2048);
        Stamp.check("stripe before", stripe.asSlice(0, at), job.rank(), Space.SEGMENT, 0);
        Stamp.check("stripe", stripe.asSlice(at, bytes), job.rank(), Space.HEAP, shift);
        Stamp.check("stripe after", stripe.asSlice(at + bytes, 2048 - at - bytes), job.rank(), Space.SEGMENT,
                at + bytes);
        Stamp.check("source", source, job.rank(), Space.HEAP, 0);

        Stamp.fill(target, job.rank(), Space.NATIVE, 0);
        rma.get(target, shift + 1, peer, stripeOffset(job) + at, bytes);
        Stamp.check("target before", target.asSlice(0, shift + 1), job.rank(), Space.NATIVE, 0);
        Stamp.check("target", target.asSlice(shift + 1, bytes), job.rank(), Space.HEAP, shift);
        Stamp.check("target after", target.asSlice(shift + 1 + bytes), job.rank(), Space.NATIVE, shift + 1 + bytes);
        Stamp.check("stripe", Views.read(job, peer, stripeOffset(job) + at, bytes), job.rank(), Space.HEAP, shift);
    }

    @RankTest
    void shouldMoveArraysByElements(Job job) {
        Rma rma = job.world().rma();
        int length = 40;
        for (int peer = 0; peer < job.size(); peer++) {
            for (int at : new int[]{GUARD, GUARD + 1}) {
                long offset = stripeOffset(job) + at;
                for (int count : new int[]{0, 1, 2, 17, 37}) {
                    byte[] bytes = new byte[length];
                    byte[] bytesBack = new byte[length];
                    Stamp.fill(bytes, job.rank(), Space.HEAP, 0);
                    fillStripe(job, peer);
                    rma.put(peer, offset, bytes, 3, count);
                    rma.get(bytesBack, 2, peer, offset, count);
                    assertArray(job, peer, at, MemorySegment.ofArray(bytesBack), 1, count);

                    int[] ints = new int[length];
                    int[] intsBack = new int[length];
                    Stamp.fill(MemorySegment.ofArray(ints), job.rank(), Space.HEAP, 0);
                    fillStripe(job, peer);
                    rma.put(peer, offset, ints, 3, count);
                    rma.get(intsBack, 2, peer, offset, count);
                    assertArray(job, peer, at, MemorySegment.ofArray(intsBack), 4, count);

                    long[] longs = new long[length];
                    long[] longsBack = new long[length];
                    Stamp.fill(MemorySegment.ofArray(longs), job.rank(), Space.HEAP, 0);
                    fillStripe(job, peer);
                    rma.put(peer, offset, longs, 3, count);
                    rma.get(longsBack, 2, peer, offset, count);
                    assertArray(job, peer, at, MemorySegment.ofArray(longsBack), 8, count);

                    float[] floats = new float[length];
                    float[] floatsBack = new float[length];
                    Stamp.fill(MemorySegment.ofArray(floats), job.rank(), Space.HEAP, 0);
                    fillStripe(job, peer);
                    rma.put(peer, offset, floats, 3, count);
                    rma.get(floatsBack, 2, peer, offset, count);
                    assertArray(job, peer, at, MemorySegment.ofArray(floatsBack), 4, count);

                    double[] doubles = new double[length];
                    double[] doublesBack = new double[length];
                    Stamp.fill(MemorySegment.ofArray(doubles), job.rank(), Space.HEAP, 0);
                    fillStripe(job, peer);
                    rma.put(peer, offset, doubles, 3, count);
                    rma.get(doublesBack, 2, peer, offset, count);
                    assertArray(job, peer, at, MemorySegment.ofArray(doublesBack), 8, count);
                }
            }
        }
        job.world().barrier();
    }

    /**
     * Elements 3.. of the source are in the stripe at {@code at} and in elements 2.. of {@code back}; nothing else
     * changed.
     */
    private static void assertArray(Job job, int peer, int at, MemorySegment back, int width, int count) {
        MemorySegment stripe = stripe(job, peer);
        int bytes = width * count;
        Stamp.check("stripe before", stripe.asSlice(0, at), job.rank(), Space.SEGMENT, 0);
        Stamp.check("stripe", stripe.asSlice(at, bytes), job.rank(), Space.HEAP, 3L * width);
        Stamp.check("stripe after", stripe.asSlice(at + bytes, 1024 - at - bytes), job.rank(), Space.SEGMENT,
                at + bytes);
        Stamp.checkUntouched("array before", back.asSlice(0, 2L * width));
        Stamp.check("array", back.asSlice(2L * width, bytes), job.rank(), Space.HEAP, 3L * width);
        Stamp.checkUntouched("array after", back.asSlice(2L * width + bytes));
    }

    @RankTest
    void shouldSetExactlyTheBytesOfAMemset(Job job) {
        Rma rma = job.world().rma();
        for (int peer = 0; peer < job.size(); peer++) {
            for (int bytes : new int[]{0, 1, 3, 8, 15, 64, 700}) {
                for (int form = 0; form < 3; form++) {
                    int at = GUARD + 5 * form;
                    long offset = stripeOffset(job) + at;
                    byte value = (byte) (0x80 + bytes + form);
                    fillStripe(job, peer);
                    switch (form) {
                        case 0 -> rma.memset(peer, offset, value, bytes);
                        case 1 -> rma.memsetNb(peer, offset, value, bytes).await();
                        default -> {
                            rma.memsetNbi(peer, offset, value, bytes);
                            job.nbi().await();
                        }
                    }
                    MemorySegment stripe = stripe(job, peer);
                    Stamp.check("stripe before", stripe.asSlice(0, at), job.rank(), Space.SEGMENT, 0);
                    byte[] expected = new byte[bytes];
                    Arrays.fill(expected, value);
                    assertArrayEquals(expected, stripe.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE));
                    Stamp.check("stripe after", stripe.asSlice(at + bytes, 1024 - at - bytes), job.rank(),
                            Space.SEGMENT, at + bytes);
                }
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = 2, segment = "3m")
    void shouldMoveSizesAroundTheBorderOfAPieceUpToTheWholeSegment(Job job) {
        Rma rma = job.world().rma();
        int whole = 3 * MEBI;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(whole);
            for (int writer = 0; writer < job.size(); writer++) {
                for (int bytes : new int[]{MEBI - 1, MEBI, MEBI + 1, whole}) {
                    job.world().barrier();
                    if (job.rank() != writer) {
                        continue;
                    }
                    for (int peer = 0; peer < job.size(); peer++) {
                        int at = bytes == whole ? 0 : 3;
                        rma.memset(peer, 0, (byte) 0, whole);
                        Stamp.fill(local.asSlice(0, bytes), writer, Space.NATIVE, 0);
                        rma.put(peer, at, local, 0, bytes);
                        MemorySegment segment = Views.read(job, peer, 0, whole);
                        Stamp.checkUntouched("before", segment.asSlice(0, at));
                        Stamp.check("segment", segment.asSlice(at, bytes), writer, Space.NATIVE, 0);
                        Stamp.checkUntouched("after", segment.asSlice(at + bytes));
                        local.fill((byte) 0);
                        rma.get(local, whole - bytes, peer, at, bytes);
                        Stamp.checkUntouched("local before", local.asSlice(0, whole - bytes));
                        Stamp.check("local", local.asSlice(whole - bytes), writer, Space.NATIVE, 0);
                    }
                }
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = 2, segment = "4m")
    void shouldSetSizesAroundTheBorderOfAPiece(Job job) {
        Rma rma = job.world().rma();
        int peer = (job.rank() + 1) % job.size();
        for (int bytes : new int[]{MEBI - 1, MEBI, MEBI + 1, 3 * MEBI + 7, 4 * MEBI}) {
            byte[] ones = new byte[4 * MEBI];
            Arrays.fill(ones, (byte) 1);
            Views.write(job, peer, 0, MemorySegment.ofArray(ones));
            int at = 4 * MEBI - bytes;
            rma.memset(peer, at, (byte) 2, bytes);
            byte[] expected = new byte[4 * MEBI];
            Arrays.fill(expected, 0, at, (byte) 1);
            Arrays.fill(expected, at, 4 * MEBI, (byte) 2);
            assertEquals(-1, MemorySegment.ofArray(expected).mismatch(Views.read(job, peer, 0, 4 * MEBI)),
                    "first wrong byte");
        }
        job.world().barrier();
    }

    @RankTest
    void shouldAgreeWithAModelUnderRandomOperations(Job job) {
        SplittableRandom random = Seed.of("operations of rank " + job.rank());
        byte[][] model = new byte[job.size()][STRIPE];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] buffers = {
                MemorySegment.ofArray(new byte[1024]), MemorySegment.ofArray(new long[128]),
                arena.allocate(1024), job.endpoint().segment().local().asSlice(3 * STRIPE, 1024)};
            for (int step = 0; step < 3_000; step++) {
                int peer = random.nextInt(job.size());
                MemorySegment buffer = buffers[random.nextInt(buffers.length)];
                new Step(job, random, buffer, peer, model[peer], step).run();
            }
            for (int peer = 0; peer < job.size(); peer++) {
                assertModel(job, peer, model[peer]);
            }
        }
        job.world().barrier();
        for (int peer = 0; peer < job.size(); peer++) {
            assertModel(job, peer, model[peer]);
        }
        job.world().barrier();
    }

    private static void assertModel(Job job, int peer, byte[] model) {
        long wrong = MemorySegment.ofArray(model).mismatch(stripe(job, peer));
        assertEquals(-1, wrong, () -> "byte " + wrong + " of rank " + job.rank() + "'s stripe at rank " + peer);
    }

    /** One random operation on the library and on the model. */
    private static final class Step {
        private final Job job;
        private final Rma rma;
        private final SplittableRandom random;
        private final MemorySegment buffer;
        private final int peer;
        private final byte[] model;
        private final int step;
        private final int bytes;
        private final int at;
        private final long offset;
        private final int local;

        Step(Job job, SplittableRandom random, MemorySegment buffer, int peer, byte[] model, int step) {
            this.job = job;
            this.rma = job.world().rma();
            this.random = random;
            this.buffer = buffer;
            this.peer = peer;
            this.model = model;
            this.step = step;
            // skewed small, often nothing, often up to the end
            bytes = random.nextInt(20) == 0 ? 0 : random.nextInt(1 + random.nextInt(1 + random.nextInt(1000)));
            at = random.nextInt(10) == 0 ? STRIPE - bytes : random.nextInt(STRIPE - bytes + 1);
            offset = stripeOffset(job) + at;
            local = random.nextInt((int) buffer.byteSize() - bytes + 1);
        }

        void run() {
            switch (random.nextInt(4)) {
                case 0 -> put();
                case 1 -> get();
                case 2 -> memset();
                default -> value();
            }
        }

        private void put() {
            MemorySegment source = buffer.asSlice(local, bytes);
            Stamp.fill(source, job.rank(), Space.PAYLOAD, step * 31L);
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, model, at, bytes);
            switch (random.nextInt(6)) {
                case 0 -> rma.put(peer, offset, buffer, local, bytes);
                case 1 -> assertTrue(rma.put(peer, offset, buffer, local, bytes, RmaFlags.IMMEDIATE));
                case 2 -> rma.putNb(peer, offset, buffer, local, bytes, LocalCompletion.DEFER).await();
                case 3 -> rma.putNb(peer, offset, buffer, local, bytes, LocalCompletion.NOW, RmaFlags.IMMEDIATE)
                        .await();
                case 4 -> {
                    rma.putNbi(peer, offset, buffer, local, bytes, LocalCompletion.GROUP);
                    job.nbi().await();
                }
                default -> {
                    assertTrue(rma.putNbi(peer, offset, buffer, local, bytes, LocalCompletion.DEFER,
                            RmaFlags.IMMEDIATE));
                    job.nbi().await();
                }
            }
        }

        private void get() {
            switch (random.nextInt(6)) {
                case 0 -> rma.get(buffer, local, peer, offset, bytes);
                case 1 -> assertTrue(rma.get(buffer, local, peer, offset, bytes, RmaFlags.IMMEDIATE));
                case 2 -> rma.getNb(buffer, local, peer, offset, bytes).await();
                case 3 -> Event.awaitAll(rma.getNb(buffer, local, peer, offset, bytes, RmaFlags.PEER_SEG_BOUND));
                case 4 -> {
                    rma.getNbi(buffer, local, peer, offset, bytes);
                    job.nbi().await();
                }
                default -> {
                    assertTrue(rma.getNbi(buffer, local, peer, offset, bytes, RmaFlags.IMMEDIATE));
                    job.nbi().await();
                }
            }
            byte[] expected = Arrays.copyOfRange(model, at, at + bytes);
            long wrong = MemorySegment.ofArray(expected).mismatch(buffer.asSlice(local, bytes));
            assertEquals(-1, wrong, () -> "byte " + wrong + " of get " + step + " of " + bytes + " bytes at " + at
                    + " of rank " + job.rank() + "'s stripe at rank " + peer);
        }

        private void memset() {
            byte value = (byte) random.nextInt();
            Arrays.fill(model, at, at + bytes, value);
            rma.memset(peer, offset, value, bytes);
        }

        private void value() {
            int width = 1 + random.nextInt(8);
            int place = random.nextInt(STRIPE - width + 1);
            MemorySegment modelled = MemorySegment.ofArray(model);
            if (random.nextBoolean()) {
                long value = random.nextLong();
                rma.putValue(peer, stripeOffset(job) + place, value, width);
                for (int i = 0; i < width; i++) {
                    model[place + i] = nativeByte(value, i, width);
                }
            } else {
                long value = rma.getValue(peer, stripeOffset(job) + place, width);
                for (int i = 0; i < width; i++) {
                    assertEquals(modelled.get(ValueLayout.JAVA_BYTE, place + i), nativeByte(value, i, width));
                }
                assertEquals(0, width == 8 ? 0 : value >>> 8 * width, "bits above the value");
            }
        }
    }

    /** What byte {@code index} of a value of {@code width} bytes is in memory. */
    private static byte nativeByte(long value, int index, int width) {
        boolean little = java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.LITTLE_ENDIAN;
        return (byte) (value >>> 8 * (little ? index : width - 1 - index));
    }

    private static long stripeOffset(Job job) {
        return (long) job.rank() * STRIPE;
    }

    private static MemorySegment stripe(Job job, int peer) {
        return Views.read(job, peer, stripeOffset(job), STRIPE);
    }

    /** What {@link #assertOnlyWritten} looks at. */
    private static void fillNear(Job job, int peer) {
        fill(job, peer, 256);
    }

    private static void fillStripe(Job job, int peer) {
        fill(job, peer, 1024);
    }

    private static void fill(Job job, int peer, int bytes) {
        byte[] stamp = new byte[bytes];
        Stamp.fill(stamp, job.rank(), Space.SEGMENT, 0);
        Views.write(job, peer, stripeOffset(job), MemorySegment.ofArray(stamp));
    }

    private static void assertOnlyWritten(Job job, int peer, int at, long value, int bytes) {
        MemorySegment stripe = Views.read(job, peer, stripeOffset(job), 256);
        for (int i = 0; i < bytes; i++) {
            assertEquals(nativeByte(value, i, bytes), stripe.get(ValueLayout.JAVA_BYTE, at + i), "byte " + i);
        }
        Stamp.check("before", stripe.asSlice(0, at), job.rank(), Space.SEGMENT, 0);
        Stamp.check("after", stripe.asSlice(at + bytes, 2 * GUARD), job.rank(), Space.SEGMENT, at + bytes);
    }
}
