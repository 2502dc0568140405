package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.regions.Regions;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;
import org.pgas.vis.Shape;
import org.pgas.vis.inside.Shapes;

/** What types are made of, know of themselves, and refuse. */
@Seeded
class DatatypeTest {
    @Test
    void shouldBeAsTheDocumentsDefineIt() {
        RandomTypes types = new RandomTypes(Seed.of("types"));
        for (int round = 0; round < 3000; round++) {
            RandomTypes.Pair pair = types.next();
            assertIs(pair.model(), pair.type());
            assertIs(pair.model(), Datatype.dup(pair.type()));
        }
    }

    private static void assertIs(TypeModel model, Datatype type) {
        assertEquals(model.size(), type.size(), type::toString);
        assertEquals(model.lower(), type.lowerBound(), type::toString);
        assertEquals(model.extent(), type.extent(), type::toString);
        assertEquals(model.trueLower(), type.trueLowerBound(), type::toString);
        assertEquals(model.trueUpper() - model.trueLower(), type.trueExtent(), type::toString);
        assertEquals(model.signature(), signature(type), type::toString);
        for (int count = 0; count < 4; count++) {
            long[] bytes = model.contiguous(count).bytes();
            assertArrayEquals(bytes, bytes(type.shape(count)), type::toString);
            assertEquals(bytes.length, type.bytes(count), type::toString);
            assertEquals(Arrays.stream(bytes).min().orElse(0), type.low(count), type::toString);
            assertEquals(Arrays.stream(bytes).max().orElse(-1) + 1, type.high(count), type::toString);
            boolean isDense = bytes.length > 0 && model.extent() == model.size();
            for (int i = 0; i < bytes.length; i++) {
                isDense &= bytes[i] == i;
            }
            if (count == 3) {
                assertEquals(isDense ? bytes.length : -1, type.denseBytes(count), type::toString);
            }
        }
    }

    private static List<String> signature(Datatype type) {
        Signature signature = type.signature();
        List<String> kinds = new ArrayList<>();
        for (long element = 0; element < signature.elements(); element++) {
            kinds.add(signature.at(element).name());
        }
        return kinds;
    }

    private static long[] bytes(Shape shape) {
        Regions regions = Shapes.regions(shape);
        long[] all = new long[Math.toIntExact(regions.bytes())];
        int next = 0;
        for (long run = 0; run < regions.runs(); run++) {
            for (long i = 0; i < regions.length(run); i++) {
                all[next++] = regions.offset(run) + i;
            }
        }
        return all;
    }

    @Test
    void shouldHaveThePairsOfC() {
        assertMeasures(Datatype.FLOAT_INT, 8, 8);
        assertMeasures(Datatype.DOUBLE_INT, 12, 16);
        assertMeasures(Datatype.LONG_INT, 12, 16);
        assertMeasures(Datatype.SHORT_INT, 6, 8);
        assertMeasures(Datatype.TWO_INT, 8, 8);
        for (Datatype type : RandomTypes.PREDEFINED) {
            assertTrue(type.isPredefined() && type.isCommitted(), type::toString);
            assertEquals(type.uniform().name(), type.toString());
            assertEquals(type.uniform().extent, type.extent());
            assertEquals(type.uniform().span, type.trueExtent());
        }
    }

    private static void assertMeasures(Datatype type, long size, long extent) {
        assertEquals(size, type.size());
        assertEquals(extent, type.extent());
    }

    @Test
    void shouldTakeWholePairsForAccumulates() {
        Datatype strided = Datatype.vector(3, 2, 4, Datatype.SHORT_INT).commit();
        long[] whole = bytes(strided.elements(2));
        assertEquals(2 * 6 * 8, whole.length);
        for (int element = 0; element < 12; element++) {
            // elements of a type begin where its extent of 80 ends
            long begin = element / 6 * 80 + element % 6 / 2 * 32 + element % 2 * 8;
            for (int i = 0; i < 8; i++) {
                assertEquals(begin + i, whole[element * 8 + i]);
            }
        }
        assertSame(Basic.SHORT_INT, strided.uniform());
        Datatype pairs = Datatype.vector(3, 2, 4, Datatype.DOUBLE_INT).commit();
        assertSame(pairs.shape(5), pairs.elements(5));
    }

    @Test
    void shouldKnowWhetherAllElementsAreOfOneKind() {
        Datatype none = Datatype.struct(new int[0], new long[0], new Datatype[0]);
        assertNull(none.uniform());
        assertEquals(0, none.extent());
        assertSame(Basic.INT, Datatype.contiguous(0, Datatype.INT).uniform());
        Datatype[] types = {Datatype.INT, Datatype.DOUBLE, Datatype.vector(2, 1, 2, Datatype.INT)};
        assertSame(Basic.INT, Datatype.struct(new int[]{1, 0, 2}, new long[]{0, 8, 16}, types).uniform());
        assertNull(Datatype.struct(new int[]{1, 1, 2}, new long[]{0, 8, 16}, types).uniform());
    }

    @Test
    void shouldStayANestOfLoopsAtAnyDepth() {
        Datatype column = Datatype.resized(Datatype.vector(1000, 1, 1000, Datatype.DOUBLE), 0, 8);
        Datatype columns = Datatype.indexedBlock(1, new int[]{0, 3, 6, 9}, column);
        Datatype all = Datatype.hvector(1 << 20, 1, 1 << 24, Datatype.contiguous(1 << 10, columns)).commit();
        assertTrue(all.layout.isDirect(1L << 10), all::toString);
        assertEquals(32_000L << 30, all.size());
        assertEquals(Datatype.contiguous(24, Datatype.INT).commit().shape(1), Datatype
                .subarray(new int[]{9, 2, 3}, new int[]{4, 2, 3}, new int[]{0, 0, 0}, Datatype.INT).commit().shape(1));
    }

    @Test
    void shouldBeUsableOnlyWhileCommitted() {
        Datatype type = Datatype.vector(2, 1, 2, Datatype.INT);
        assertUnusable("the target datatype, vector(2, 1, 2) of INT, is not committed: call commit()", 1, type);
        assertFalse(type.isCommitted());
        assertEquals(-1, Datatype.contiguous(2, Datatype.INT).denseBytes(1));
        assertSame(type, type.commit().commit());
        assertNull(TypeChecks.unusable("target", 1, type));
        assertUnusable("the target count is -1: legal are 0 and more", -1, type);
        assertUnusable("the target count is " + Long.MAX_VALUE + ": legal are 0..", Long.MAX_VALUE, type);
        assertUnusable("the target datatype is null", 1, null);
        Datatype dense = Datatype.contiguous(2, Datatype.INT).commit();
        assertEquals(24, dense.denseBytes(3));
        assertEquals(-1, dense.denseBytes(-1));
        assertEquals(-1, dense.denseBytes(Long.MAX_VALUE / 8));
        dense.free();
        assertEquals(-1, dense.denseBytes(3));
        Datatype outer = Datatype.contiguous(2, type).commit();
        Datatype twin = Datatype.dup(type);
        assertTrue(twin.isCommitted());
        type.free();
        assertUnusable("the target datatype, vector(2, 1, 2) of INT, was freed", 1, type);
        assertFalse(type.isCommitted());
        for (Executable use : List.<Executable>of(type::commit, type::free, type::size, type::extent,
                type::lowerBound, type::trueExtent, type::trueLowerBound, () -> Datatype.contiguous(1, type),
                () -> Datatype.resized(type, 0, 8), () -> Datatype.dup(type),
                () -> Datatype.indexed(new int[]{1}, new int[]{1}, type),
                () -> Datatype.struct(new int[]{1}, new long[]{1}, new Datatype[]{type}),
                () -> Datatype.subarray(new int[]{1}, new int[]{1}, new int[]{0}, type))) {
            assertIllegal("vector(2, 1, 2) of INT", use);
        }
        assertEquals(16, outer.size());
        assertEquals(8, twin.size());
        assertIllegal("Datatype.free: INT is predefined", Datatype.INT::free);
    }

    private static void assertUnusable(String text, long count, Datatype type) {
        String found = TypeChecks.unusable("target", count, type);
        assertTrue(found != null && found.startsWith(text), found);
    }

    @Test
    void shouldNameTheArgumentThatIsWrong() {
        int[] two = {1, 2};
        long[] far = {0, 1};
        assertIllegal("Datatype.contiguous: count is -1", () -> Datatype.contiguous(-1, Datatype.INT));
        assertIllegal("Datatype.contiguous: type is null", () -> Datatype.contiguous(1, null));
        assertIllegal("Datatype.vector: blockLength is -2", () -> Datatype.vector(1, -2, 3, Datatype.INT));
        assertIllegal("Datatype.hvector: count is -2", () -> Datatype.hvector(-2, 2, 3, Datatype.INT));
        assertIllegal("Datatype.indexed: blockLengths is null", () -> Datatype.indexed(null, two, Datatype.INT));
        assertIllegal("Datatype.indexed: blockLengths[1] is -7",
                () -> Datatype.indexed(new int[]{1, -7}, two, Datatype.INT));
        assertIllegal("Datatype.indexed: blockLengths has 1 entries and displacements 2",
                () -> Datatype.indexed(new int[]{1}, two, Datatype.INT));
        assertIllegal("Datatype.hindexed: displacements is null", () -> Datatype.hindexed(two, null, Datatype.INT));
        assertIllegal("Datatype.indexedBlock: blockLength is -1", () -> Datatype.indexedBlock(-1, two, Datatype.INT));
        assertIllegal("Datatype.hindexedBlock: type is null", () -> Datatype.hindexedBlock(1, far, null));
        assertIllegal("Datatype.struct: types[1] is null",
                () -> Datatype.struct(two, far, new Datatype[]{Datatype.INT, null}));
        assertIllegal("Datatype.struct: blockLengths has 2 entries and types 1",
                () -> Datatype.struct(two, far, new Datatype[]{Datatype.INT}));
        assertIllegal("Datatype.subarray: subsizes[1] is 3: legal are 1..2",
                () -> Datatype.subarray(two, new int[]{1, 3}, new int[]{0, 0}, Datatype.INT));
        assertIllegal("Datatype.subarray: starts[1] is 1: legal are 0..0",
                () -> Datatype.subarray(two, two, new int[]{0, 1}, Datatype.INT));
        assertIllegal("Datatype.subarray: sizes has no entries",
                () -> Datatype.subarray(new int[0], new int[0], new int[0], Datatype.INT));
    }

    @Test
    void shouldRefuseWhatReachesBeyondTheLimits() {
        Datatype wide = Datatype.resized(Datatype.INT, 0, 1L << 60);
        assertIllegal("beyond 2^61", () -> Datatype.contiguous(1L << 60, Datatype.INT));
        assertIllegal("beyond 2^61", () -> Datatype.contiguous(Long.MAX_VALUE, Datatype.DOUBLE));
        assertIllegal("beyond 2^61", () -> Datatype.contiguous(4, wide));
        assertIllegal("beyond 2^61", () -> Datatype.vector(2, 1, Long.MIN_VALUE, Datatype.DOUBLE));
        assertIllegal("displacements[1]", () -> Datatype.indexedBlock(1, new int[]{0, 1 << 30}, wide));
        assertIllegal("beyond 2^61", () -> Datatype.hindexedBlock(1, new long[]{0, Long.MAX_VALUE}, Datatype.INT));
        assertIllegal("beyond 2^61", () -> Datatype.resized(Datatype.INT, Long.MAX_VALUE, Long.MAX_VALUE));
        Datatype list = Datatype.indexedBlock(1, new int[]{0, 2, 5, 9}, Datatype.INT);
        assertIllegal("needs a list of 8388608 byte ranges",
                () -> Datatype.indexed(new int[]{1 << 20, 1 << 19, 1 << 19}, new int[]{1 << 22, 0, 7}, list));
    }

    private static void assertIllegal(String text, Executable use) {
        PgasException thrown = assertThrowsExactly(PgasException.class, use);
        assertEquals(ErrorCode.BAD_ARGUMENT, thrown.code());
        assertTrue(thrown.getMessage().contains(text), thrown.getMessage());
    }

    @Test
    void shouldFindOverlapsOfAnyNumberOfElements() {
        SplittableRandom random = Seed.of("overlaps");
        RandomTypes types = new RandomTypes(random);
        int overlapping = 0;
        for (int round = 0; round < 2000; round++) {
            RandomTypes.Pair pair = types.next();
            for (int attempt = 0; attempt < 4; attempt++) {
                int count = random.nextInt(6);
                boolean overlaps = pair.model().contiguous(count).overlaps();
                assertEquals(overlaps, !pair.type().layout.overlap(count).isEmpty(),
                        () -> count + " of " + pair.type());
                overlapping += overlaps ? 1 : 0;
            }
        }
        assertTrue(overlapping > 500, "overlapping: " + overlapping);
    }

    @Test
    void shouldFindOverlapsOfVeryManyElementsOfLists() {
        Datatype list = Datatype.hindexed(new int[]{3, 1}, new long[]{0, 20}, Datatype.INT);
        Datatype apart = Datatype.resized(list, 0, 24).commit();
        Datatype meeting = Datatype.resized(list, 0, 20).commit();
        Datatype woven = Datatype.resized(list, 0, 40).commit();
        for (long count : new long[]{1, 2, 100_000, 1L << 40}) {
            assertEquals("", apart.layout.overlap(count));
            assertEquals("", woven.layout.overlap(count));
            assertEquals(count == 1, meeting.layout.overlap(count).isEmpty());
        }
        Datatype rows = Datatype.contiguous(100_000, apart);
        assertEquals("", Datatype.resized(rows, 0, 2_400_000).commit().layout.overlap(1L << 30));
        assertFalse(Datatype.resized(rows, 0, 24).commit().layout.overlap(2).isEmpty());
    }

    @Test
    void shouldMakeTheSameTypeOfItsDescription() {
        SplittableRandom random = Seed.of("descriptions");
        RandomTypes types = new RandomTypes(random);
        for (int round = 0; round < 1000; round++) {
            RandomTypes.Pair pair = types.next();
            byte[] description = pair.type().description();
            Datatype copy = Datatype.ofDescription(description.clone());
            assertIs(pair.model(), copy);
            assertTrue(copy.isCommitted());
            assertArrayEquals(description, copy.description());
            byte[] part = Arrays.copyOf(description, random.nextInt(description.length));
            if (part.length == 0 || description.length > 1) {
                refusesOrMakes(part);
            }
            description = description.clone();
            description[random.nextInt(description.length)] ^= (byte) (1 << random.nextInt(8));
            refusesOrMakes(description);
        }
        assertSame(Datatype.DOUBLE_INT, Datatype.ofDescription(Datatype.DOUBLE_INT.description()));
        for (byte[] none : new byte[][]{{}, {0, 0}, {127}, {-1}, {0x21}, {0, 0x21, 2}, {0, 0x22, 127}}) {
            assertThrowsExactly(IllegalArgumentException.class, () -> Datatype.ofDescription(none));
        }
    }

    /** Bytes that are changed may by chance describe another type. */
    private static void refusesOrMakes(byte[] description) {
        try {
            assertTrue(Datatype.ofDescription(description).isCommitted());
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("not the description of a datatype"), e.getMessage());
        }
    }

    @Test
    void shouldDescribeStridesBriefly() {
        Datatype type = Datatype.DOUBLE;
        for (int depth = 0; depth < 4; depth++) {
            type = Datatype.vector(1000, 3, 5, type);
        }
        assertTrue(type.description().length < 50, "bytes: " + type.description().length);
        Datatype pairs = Datatype.INT;
        for (int depth = 0; depth < 20; depth++) {
            pairs = Datatype.struct(new int[]{1, 1}, new long[]{0, 4L << depth}, new Datatype[]{pairs, pairs});
        }
        assertTrue(pairs.description().length < 300, "bytes: " + pairs.description().length);
        assertEquals(4L << 20, pairs.commit().denseBytes(1));
        assertTrue(type.toString().length() < 120, type::toString);
    }

    @Test
    void shouldKnowHowManyElementsOfAListAreAShape() {
        Datatype list = Datatype.indexed(new int[]{1, 2}, new int[]{0, 2}, Datatype.LONG).commit();
        // where one element ends, the next one begins
        assertEquals(3001, list.elements(3000).regionCount());
        assertTrue(list.wholeLayout.isShape(1 << 21));
        assertFalse(list.wholeLayout.isShape((1 << 21) + 1));
        assertTrue(TypeChecks.tooMany(9, list).startsWith("9 of indexed(2 blocks) of LONG are too many"));
        assertTrue(Datatype.LONG.wholeLayout.isShape(1L << 50));
        Datatype thinned = Datatype.indexed(new int[]{2, 1}, new int[]{0, 3}, Datatype.INT);
        assertTrue(Datatype.hvector(4096, 1, 100, thinned).commit().wholeLayout.isShape(0));
    }
}
