package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.ints;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;

/** Datatypes without messages: the cases of MPICH's programs about their sizes, bounds, packing and life. */
class MpichDatatypeTest {
    private static final Datatype[] TWO_INTS = {Datatype.INT, Datatype.INT};

    /** The elements are ints at these places, in this order, and no others. */
    private static void assertPlaces(Datatype type, int count, int... places) {
        Datatype used = type.commit();
        int length = Arrays.stream(places).max().orElse(0) + 5;
        int[] packed = new int[places.length];
        assertEquals(4L * places.length, used.packSize(count));
        assertEquals(4L * places.length,
                used.pack(MemorySegment.ofArray(ints(length, 0)), count, MemorySegment.ofArray(packed), 0));
        assertArrayEquals(places, packed, () -> "packed " + count + " " + used);
        int[] into = new int[length];
        Arrays.fill(into, -1);
        int[] expected = into.clone();
        for (int place : places) {
            expected[place] = place;
        }
        used.unpack(MemorySegment.ofArray(packed), 0, MemorySegment.ofArray(into), count);
        assertArrayEquals(expected, into, () -> "unpacked " + count + " " + used);
    }

    private static void assertSizes(Datatype type, long size, long lowerBound, long extent) {
        assertEquals(size, type.size(), () -> "size of " + type);
        assertEquals(lowerBound, type.lowerBound(), () -> "lower bound of " + type);
        assertEquals(extent, type.extent(), () -> "extent of " + type);
    }

    private static void assertTrueBounds(Datatype type, long lowerBound, long extent) {
        assertEquals(lowerBound, type.trueLowerBound(), () -> "true lower bound of " + type);
        assertEquals(extent, type.trueExtent(), () -> "true extent of " + type);
    }

    private static int[] places(int count, IntUnaryOperator place) {
        return IntStream.range(0, count).map(place).toArray();
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"blockindexed_misc", "hindexed_block"})
    @Test
    void shouldHaveBlocksOfEqualLengths() {
        for (boolean isInBytes : new boolean[]{false, true}) {
            Datatype contiguous = blocks(isInBytes, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            assertSizes(contiguous, 40, 0, 40);
            assertPlaces(contiguous, 2, places(20, i -> i));
            Datatype single = blocks(isInBytes, 1, 0);
            assertSizes(single, 4, 0, 4);
            Datatype spread = blocks(isInBytes, 1, 0, 3, 6, 9);
            assertSizes(spread, 16, 0, 40);
            assertTrueBounds(spread, 0, 40);
            assertPlaces(spread, 2, 0, 3, 6, 9, 10, 13, 16, 19);
            Datatype unordered = blocks(isInBytes, 2, 7, 0, 3);
            assertSizes(unordered, 24, 0, 36);
            assertPlaces(unordered, 1, 7, 8, 0, 1, 3, 4);
            Datatype ahead = blocks(isInBytes, 2, 2, 5);
            assertSizes(ahead, 16, 8, 20);
            assertPlaces(ahead, 2, 2, 3, 5, 6, 7, 8, 10, 11);
        }
    }

    private static Datatype blocks(boolean isInBytes, int length, int... places) {
        return isInBytes
                ? Datatype.hindexedBlock(length, Arrays.stream(places).mapToLong(place -> 4L * place).toArray(),
                        Datatype.INT)
                : Datatype.indexedBlock(length, places, Datatype.INT);
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"indexed_misc", "indexed_misc_oldapi", "zeroblks"})
    @Test
    void shouldHaveBlocksOfDifferentLengths() {
        Datatype compact = Datatype.indexed(new int[]{1, 2, 1}, new int[]{0, 1, 3}, Datatype.INT);
        assertSizes(compact, 16, 0, 16);
        assertPlaces(compact, 2, 0, 1, 2, 3, 4, 5, 6, 7);
        Datatype emptyFirst = Datatype.indexed(new int[]{0, 2, 3}, new int[]{30, 5, 1}, Datatype.INT);
        assertSizes(emptyFirst, 20, 4, 24);
        assertPlaces(emptyFirst, 1, 5, 6, 1, 2, 3);
        Datatype emptyAmong = Datatype.indexed(new int[]{2, 0, 0, 1}, new int[]{0, 0, 99, 4}, Datatype.INT);
        assertSizes(emptyAmong, 12, 0, 20);
        assertPlaces(emptyAmong, 2, 0, 1, 4, 5, 6, 9);
        Datatype ofVectors = Datatype.indexed(new int[]{1, 2}, new int[]{2, 0},
                Datatype.vector(2, 1, 2, Datatype.INT));
        assertSizes(ofVectors, 24, 0, 36);
        assertPlaces(ofVectors, 1, 6, 8, 0, 2, 3, 5);
        Datatype negative = Datatype.indexed(new int[]{1, 1}, new int[]{-2, 3}, Datatype.INT);
        assertSizes(negative, 8, -8, 24);
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"blockindexed_zero_count", "contig_zero_count",
        "struct_zero_count", "struct_no_real_types"})
    @Test
    void shouldHaveNoSizeWithoutElements() {
        Datatype nothing = Datatype.contiguous(0, Datatype.INT);
        for (Datatype type : List.of(nothing, Datatype.vector(0, 5, 7, Datatype.INT),
                Datatype.vector(3, 0, 7, Datatype.INT), Datatype.indexedBlock(0, new int[0], Datatype.INT),
                Datatype.indexedBlock(0, new int[]{3, 4}, Datatype.INT),
                Datatype.hindexed(new int[0], new long[0], Datatype.INT),
                Datatype.struct(new int[0], new long[0], new Datatype[0]),
                Datatype.struct(new int[]{1, 0}, new long[]{0, 8}, new Datatype[]{nothing, Datatype.INT}))) {
            assertSizes(type, 0, 0, 0);
            assertTrueBounds(type, 0, 0);
            assertPlaces(type, 3);
        }
        // bounds that are marked stay
        assertSizes(Datatype.resized(nothing, 0, 12), 0, 0, 12);
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"struct_derived_zeros", "struct_empty_el"})
    @Test
    void shouldLeaveOutBlocksWithoutElements() {
        Datatype struct = Datatype.struct(new int[]{0, 1, 1}, new long[]{-200, 4, 8},
                new Datatype[]{Datatype.DOUBLE, Datatype.INT, Datatype.INT});
        assertSizes(struct, 8, 4, 8);
        assertPlaces(struct, 3, 1, 2, 3, 4, 5, 6);
        // vectors of none, one and two
        Datatype[] vectors = {Datatype.hvector(0, 1, 8, Datatype.INT), Datatype.hvector(1, 1, 8, Datatype.INT),
            Datatype.hvector(2, 1, 8, Datatype.INT)};
        Datatype ofVectors = Datatype.struct(new int[]{1, 1, 1}, new long[]{100, 0, 8}, vectors);
        assertSizes(ofVectors, 12, 0, 20);
        assertPlaces(ofVectors, 1, 0, 2, 4);
        Datatype[] empty = {vectors[0], vectors[0], vectors[0]};
        assertSizes(Datatype.struct(new int[]{1, 1, 1}, new long[]{0, 40, -200}, empty), 0, 0, 0);
    }

    /** Types of which the marks, and not the data, say where they begin and end. */
    @SuiteCase(suite = "MPICH datatype", programs = {"lbub", "simple_resized"})
    @Test
    void shouldHaveTheBoundsThatAreMarked() {
        Datatype four = Datatype.contiguous(4, Datatype.BYTE);
        Datatype wide = Datatype.resized(four, -3, 9);
        assertSizes(wide, 4, -3, 9);
        assertTrueBounds(wide, 0, 4);
        Datatype three = Datatype.contiguous(3, wide);
        assertSizes(three, 12, -3, 27);
        assertTrueBounds(three, 0, 22);
        Datatype apart = Datatype.indexed(new int[]{1, 1}, new int[]{0, 3}, wide);
        assertSizes(apart, 8, -3, 36);
        assertTrueBounds(apart, 0, 31);
        Datatype before = Datatype.hindexed(new int[]{1}, new long[]{-10}, wide);
        assertSizes(before, 4, -13, 9);
        assertTrueBounds(before, -10, 4);
        Datatype struct = Datatype.struct(new int[]{1, 1}, new long[]{0, 50},
                new Datatype[]{wide, Datatype.INT});
        assertEquals(8, struct.size());
        assertEquals(-3, struct.lowerBound());
        assertTrueBounds(struct, 0, 54);
        // the upper bound is below the lower one
        Datatype backwards = Datatype.resized(four, 6, -9);
        assertSizes(backwards, 4, 6, -9);
        assertTrueBounds(backwards, 0, 4);
        Datatype threeBackwards = Datatype.contiguous(3, backwards);
        assertSizes(threeBackwards, 12, -12, 9);
        assertTrueBounds(threeBackwards, -18, 22);
        Datatype vector = Datatype.vector(3, 1, -1, wide);
        assertSizes(vector, 12, -21, 27);
        assertTrueBounds(vector, -18, 22);
        Datatype padded = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 20);
        assertSizes(padded, 8, 0, 20);
        assertPlaces(padded, 3, 0, 1, 5, 6, 10, 11);
        Datatype nothing = Datatype.resized(Datatype.INT, 0, 0);
        assertSizes(Datatype.contiguous(2, nothing), 8, 0, 0);
    }

    @SuiteCase(suite = "MPICH datatype", programs = "typelb")
    @Test
    void shouldBeginWhereTheFirstByteIs() {
        Datatype outer = Datatype.hindexed(new int[]{1}, new long[]{1},
                Datatype.hindexed(new int[]{1}, new long[]{3}, Datatype.BYTE));
        assertSizes(outer, 1, 4, 1);
        assertTrueBounds(outer, 4, 1);
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"simple_commit", "simple_size_extent",
        "simple_size_extent_oldapi"})
    @Test
    void shouldKnowTheSizesOfPredefinedTypes() {
        assertSame(Datatype.INT, Datatype.INT.commit());
        assertSame(Datatype.FLOAT_INT, Datatype.FLOAT_INT.commit());
        assertTrue(Datatype.FLOAT_INT.isCommitted());
        assertSizes(Datatype.BYTE, 1, 0, 1);
        assertSizes(Datatype.BOOLEAN, 1, 0, 1);
        assertSizes(Datatype.SHORT, 2, 0, 2);
        assertSizes(Datatype.INT, 4, 0, 4);
        assertSizes(Datatype.LONG, 8, 0, 8);
        assertSizes(Datatype.FLOAT, 4, 0, 4);
        assertSizes(Datatype.DOUBLE, 8, 0, 8);
        assertSizes(Datatype.FLOAT_COMPLEX, 8, 0, 8);
        assertSizes(Datatype.DOUBLE_COMPLEX, 16, 0, 16);
        assertSizes(Datatype.FLOAT_INT, 8, 0, 8);
    }

    private static List<Datatype> valuesOfPairs() {
        return List.of(Datatype.FLOAT, Datatype.DOUBLE, Datatype.LONG, Datatype.SHORT, Datatype.INT);
    }

    /** A pair is as the struct of a value and an int. */
    @SuiteCase(suite = "MPICH datatype", programs = {"pairtype_size_extent", "pairtype_pack"})
    @Test
    void shouldHavePairsThatAreStructs() {
        Datatype[] pairs = {Datatype.FLOAT_INT, Datatype.DOUBLE_INT, Datatype.LONG_INT, Datatype.SHORT_INT,
            Datatype.TWO_INT};
        for (int i = 0; i < pairs.length; i++) {
            Datatype value = valuesOfPairs().get(i);
            Datatype struct = Datatype.struct(new int[]{1, 1}, new long[]{0, Math.max(4, value.size())},
                    new Datatype[]{value, Datatype.INT}).commit();
            assertSizes(pairs[i], struct.size(), 0, struct.extent());
            assertTrueBounds(pairs[i], struct.trueLowerBound(), struct.trueExtent());
            for (int count : new int[]{1, 10}) {
                byte[] data = bytes(count * (int) struct.size(), i);
                byte[] packed = new byte[data.length];
                MemorySegment memory = new Layout(struct, count).with(data);
                pairs[i].pack(memory, count, MemorySegment.ofArray(packed), 0);
                assertArrayEquals(data, packed);
                Layout layout = new Layout(pairs[i], count);
                assertEquals(-1, layout.with(data).mismatch(memory), "gaps are not touched");
            }
        }
    }

    /** A byte and then a number that is aligned: as long as in C. */
    @SuiteCase(suite = "MPICH datatype", programs = "dataalign2")
    @Test
    void shouldPadStructsToTheLargestAlignment() {
        for (Datatype type : List.of(Datatype.INT8, Datatype.UINT8, Datatype.SHORT, Datatype.UINT16, Datatype.INT,
                Datatype.UINT32, Datatype.LONG, Datatype.UINT64, Datatype.FLOAT, Datatype.DOUBLE)) {
            long alignment = type.size();
            Datatype behind = Datatype.struct(new int[]{1, 1}, new long[]{0, alignment},
                    new Datatype[]{Datatype.BYTE, Datatype.dup(type)});
            assertEquals(2 * alignment, behind.extent(), () -> "a byte before " + type);
            Datatype before = Datatype.struct(new int[]{1, 1}, new long[]{0, alignment},
                    new Datatype[]{Datatype.dup(type), Datatype.BYTE});
            assertEquals(2 * alignment, before.extent(), () -> "a byte behind " + type);
        }
        Datatype complex = Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.BYTE, Datatype.DOUBLE_COMPLEX});
        assertEquals(24, complex.extent());
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"localpack", "simple_pack"})
    @Test
    void shouldPackOneBehindTheOther() {
        byte[] packed = new byte[100];
        MemorySegment memory = MemorySegment.ofArray(packed);
        double[] numbers = {3.5, -7.25};
        long position = Datatype.INT.pack(MemorySegment.ofArray(new int[]{10}), 1, memory, 0);
        position = Datatype.DOUBLE.pack(MemorySegment.ofArray(numbers), 2, memory, position);
        position = Datatype.FLOAT.pack(MemorySegment.ofArray(new float[]{1.5f}), 1, memory, position);
        assertEquals(24, position);
        int[] count = new int[1];
        double[] one = new double[1];
        double[] other = new double[1];
        float[] last = new float[1];
        position = Datatype.INT.unpack(memory, 0, MemorySegment.ofArray(count), 1);
        position = Datatype.DOUBLE.unpack(memory, position, MemorySegment.ofArray(one), 1);
        position = Datatype.DOUBLE.unpack(memory, position, MemorySegment.ofArray(other), 1);
        assertEquals(24, Datatype.FLOAT.unpack(memory, position, MemorySegment.ofArray(last), 1));
        assertEquals(10, count[0]);
        assertArrayEquals(numbers, new double[]{one[0], other[0]});
        assertEquals(1.5f, last[0]);
        Datatype nested = Datatype.vector(2, 1, 2, Datatype.vector(2, 1, 2, Datatype.INT));
        assertPlaces(nested, 1, 0, 2, 6, 8);
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"transpose_pack", "transpose_pack_oldapi"})
    @Test
    void shouldPackATransposedMatrix() {
        int size = 100;
        Datatype row = Datatype.vector(size, 1, size, Datatype.INT);
        Datatype transposed = Datatype.hvector(size, 1, 4, row);
        assertPlaces(transposed, 1, places(size * size, i -> i % size * size + i / size));
    }

    @SuiteCase(suite = "MPICH datatype", programs = "slice_pack")
    @Test
    void shouldPackASliceOfACube() {
        int size = 30;
        Datatype line = Datatype.vector(9, 1, 2, Datatype.INT);
        Datatype plane = Datatype.hvector(9, 1, 4L * size, line);
        Datatype cube = Datatype.hvector(9, 1, 4L * size * size, plane);
        assertPlaces(cube, 1, places(9 * 9 * 9, i -> i / 81 * size * size + i / 9 % 9 * size + i % 9 * 2));
    }

    @SuiteCase(suite = "MPICH datatype", programs = "triangular_pack")
    @Test
    void shouldPackTheTrianglesOfAMatrix() {
        int size = 100;
        int[] rest = places(size, row -> size - row);
        int[] diagonal = places(size, row -> row * (size + 1));
        List<Integer> upper = new ArrayList<>();
        List<Integer> lower = new ArrayList<>();
        for (int i = 0; i < size * size; i++) {
            if (i % size >= i / size) {
                upper.add(i);
            }
            if (i % size <= i / size) {
                lower.add(i);
            }
        }
        assertPlaces(Datatype.indexed(rest, diagonal, Datatype.INT), 1, unboxed(upper));
        assertPlaces(Datatype.indexed(places(size, row -> row + 1), places(size, row -> row * size), Datatype.INT), 1,
                unboxed(lower));
    }

    private static int[] unboxed(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    /** In C order, of one dimension up to four. */
    @SuiteCase(suite = "MPICH datatype", programs = "subarray_pack")
    @Test
    void shouldPackPartsOfArrays() {
        assertPlaces(Datatype.subarray(new int[]{9}, new int[]{3}, new int[]{3}, Datatype.INT), 2, 3, 4, 5, 12, 13, 14);
        assertPlaces(Datatype.subarray(new int[]{3, 3}, new int[]{2, 2}, new int[]{1, 0}, Datatype.INT), 1, 3, 4, 6, 7);
        assertPlaces(Datatype.subarray(new int[]{3, 3}, new int[]{3, 1}, new int[]{0, 2}, Datatype.INT), 2, 2, 5, 8, 11,
                14, 17);
        Datatype pairs = Datatype.contiguous(2, Datatype.INT);
        assertPlaces(Datatype.subarray(new int[]{2, 3}, new int[]{2, 1}, new int[]{0, 1}, pairs), 1, 2, 3, 8, 9);
        Datatype part = Datatype.subarray(new int[]{3, 4, 5, 6}, new int[]{2, 2, 3, 2}, new int[]{1, 2, 0, 4},
                Datatype.INT);
        assertSizes(part, 4 * 24, 0, 4 * 360);
        assertPlaces(part, 1, places(24, i -> ((1 + i / 12) * 4 + 2 + i / 6 % 2) * 30 + i / 2 % 3 * 6 + 4 + i % 2));
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"struct_pack", "structpack2"})
    @Test
    void shouldPackStructs() {
        Datatype struct = Datatype.struct(new int[]{1, 3, 2}, new long[]{0, 8, 36},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE, Datatype.INT8}).commit();
        assertSizes(struct, 30, 0, 40);
        for (int count : new int[]{1, 10}) {
            Layout layout = new Layout(struct, count);
            byte[] data = bytes(layout.bytes(), count);
            MemorySegment memory = layout.with(data);
            for (int i = 0; i < count; i++) {
                for (int at = 0; at < 30; at++) {
                    int place = 40 * i + (at < 4 ? at : at < 28 ? at + 4 : at + 8);
                    assertEquals(data[30 * i + at], memory.get(ValueLayout.JAVA_BYTE, place));
                }
            }
            byte[] packed = new byte[data.length];
            struct.pack(memory, count, MemorySegment.ofArray(packed), 0);
            assertArrayEquals(data, packed);
        }
        Datatype ten = Datatype.contiguous(10, Datatype.struct(new int[]{1, 1}, new long[]{0, 4},
                new Datatype[]{Datatype.INT, Datatype.INT8})).commit();
        assertSizes(ten, 50, 0, 80);
        byte[] data = bytes(50, 1);
        byte[] packed = new byte[50];
        ten.pack(new Layout(ten, 1).with(data), 1, MemorySegment.ofArray(packed), 0);
        assertArrayEquals(data, packed);
    }

    /** By addresses, in the memory of the whole process. */
    @SuiteCase(suite = "MPICH datatype", programs = {"struct_pack_mpi_bottom", "struct_unpack_mpi_bottom",
        "typecommit"})
    @SuppressWarnings("restricted") // as large as the address space
    @Test
    void shouldPackByAddress() {
        MemorySegment everything = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment one = arena.allocate(8);
            MemorySegment far = arena.allocate(1 << 20);
            MemorySegment other = arena.allocate(12);
            Datatype both = Datatype.struct(new int[]{8, 12}, new long[]{one.address(), other.address()},
                    new Datatype[]{Datatype.BYTE, Datatype.BYTE}).commit();
            assertSame(both, both.commit());
            assertEquals(20, both.packSize(1));
            byte[] data = bytes(20, 3);
            both.unpack(MemorySegment.ofArray(data), 0, everything, 1);
            assertArrayEquals(Arrays.copyOf(data, 8), one.toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(Arrays.copyOfRange(data, 8, 20), other.toArray(ValueLayout.JAVA_BYTE));
            byte[] packed = new byte[20];
            both.pack(everything, 1, MemorySegment.ofArray(packed), 0);
            assertArrayEquals(data, packed);
            assertEquals(1 << 20, far.byteSize());
        }
    }

    /** Blocks as long as the stride, of elements with a gap. */
    @SuiteCase(suite = "MPICH datatype", programs = {"vecblklen", "hvecblklen"})
    @Test
    void shouldPackVectorsWhoseBlocksTouch() {
        Datatype element = Datatype.resized(Datatype.contiguous(59, Datatype.INT8), 0, 64);
        for (int blocks : new int[]{1, 4, 100}) {
            for (int length : new int[]{1, 10}) {
                for (Datatype vector : List.of(Datatype.vector(blocks, length, length, element).commit(),
                        Datatype.hvector(blocks, length, 64L * length, element).commit())) {
                    Layout layout = new Layout(vector, 1);
                    assertEquals(59 * blocks * length, layout.bytes());
                    byte[] data = bytes(layout.bytes(), blocks);
                    MemorySegment memory = layout.with(data);
                    for (int i = 0; i < 64 * blocks * length - 5; i++) {
                        assertEquals(i % 64 < 59 ? data[i / 64 * 59 + i % 64] : 0x55,
                                memory.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
                    }
                    byte[] packed = new byte[data.length];
                    vector.pack(memory, 1, MemorySegment.ofArray(packed), 0);
                    assertArrayEquals(data, packed);
                }
            }
        }
    }

    /** Of an indexed type in an indexed type, several elements from the middle of some packed data. */
    @SuiteCase(suite = "MPICH datatype", programs = "unpack")
    @Test
    void shouldUnpackNestedBlocks() {
        Datatype inner = Datatype.indexed(new int[]{1, 1}, new int[]{0, 2}, Datatype.INT8);
        Datatype outer = Datatype.indexed(new int[]{1, 1}, new int[]{0, 2}, inner).commit();
        assertSizes(outer, 4, 0, 9);
        byte[] into = new byte[20];
        byte[] packed = bytes(20, 1);
        assertEquals(13, outer.unpack(MemorySegment.ofArray(packed), 5, MemorySegment.ofArray(into), 2));
        byte[] expected = new byte[20];
        int[] places = {0, 2, 6, 8, 9, 11, 15, 17};
        for (int i = 0; i < places.length; i++) {
            expected[places[i]] = packed[5 + i];
        }
        assertArrayEquals(expected, into);
    }

    /** A struct of structs, whose displacements fall, many times. */
    @SuiteCase(suite = "MPICH datatype", programs = {"contigstruct", "struct_verydeep"})
    @Test
    void shouldNestTypesDeeply() {
        int[] ones = new int[8];
        Arrays.fill(ones, 1);
        long[] falling = new long[8];
        Datatype[] types = new Datatype[8];
        Arrays.setAll(falling, i -> 28 - 4 * i);
        Arrays.fill(types, Datatype.INT);
        Datatype struct = Datatype.struct(ones, falling, types);
        assertPlaces(struct, 2, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
        Datatype many = Datatype.contiguous(65_536, struct).commit();
        assertEquals(2L * 65_536 * 32, many.packSize(2));
        Datatype deep = Datatype.contiguous(4, Datatype.BYTE);
        long extent = 4;
        for (int level = 0; level < 5; level++) {
            Datatype vector = Datatype.vector(1, 5, 1, deep);
            extent *= 10;
            deep = Datatype.resized(Datatype.struct(new int[]{1}, new long[]{0}, new Datatype[]{vector}), 0, extent);
        }
        assertSizes(deep.commit(), 4 * 3125, 0, 400_000);
        byte[] data = bytes(4 * 3125, 2);
        byte[] packed = new byte[data.length];
        deep.pack(new Layout(deep, 1).with(data), 1, MemorySegment.ofArray(packed), 0);
        assertArrayEquals(data, packed);
    }

    @SuiteCase(suite = "MPICH datatype", programs = "lots_of_types")
    @Test
    void shouldHaveManyTypesOfManyBlocks() {
        Datatype[] types = new Datatype[300];
        for (int i = 0; i < types.length; i++) {
            int step = 4 + i;
            types[i] = Datatype.indexed(places(1024, j -> j % 3 + 1), places(1024, j -> j * step), Datatype.INT)
                    .commit();
        }
        for (int i = 0; i < types.length; i++) {
            assertEquals(4L * (1023 * (4 + i) + 1), types[i].extent());
            types[i].free();
        }
    }

    /** A freed copy is of no use any more; its first type, and types made of it, are. */
    @SuiteCase(suite = "MPICH datatype", programs = "typefree")
    @Test
    void shouldFreeTypes() {
        Datatype copy = Datatype.dup(Datatype.INT);
        Datatype made = Datatype.contiguous(3, copy);
        copy.free();
        assertIllegal("use", copy::size, "freed");
        assertIllegal("twice", copy::free, "freed");
        assertIllegal("predefined", Datatype.INT::free, "predefined");
        assertPlaces(made, 2, 0, 1, 2, 3, 4, 5);
    }

    /** Sizes and extents beyond what an int counts. */
    @SuiteCase(suite = "MPICH datatype", programs = {"large_type", "type_large"})
    @Test
    void shouldHaveLargeTypes() {
        for (long bytes : new long[]{1L << 31, (1L << 31) + 100, (1L << 33) + 3}) {
            assertSizes(Datatype.contiguous(bytes, Datatype.INT8).commit(), bytes, 0, bytes);
            long chunk = 1 << 20;
            Datatype chunks = Datatype.contiguous(bytes / chunk, Datatype.contiguous(chunk, Datatype.BYTE));
            Datatype rest = Datatype.contiguous(bytes % chunk, Datatype.BYTE);
            Datatype both = Datatype.struct(new int[]{1, 1}, new long[]{0, bytes / chunk * chunk},
                    new Datatype[]{chunks, rest});
            assertSizes(both.commit(), bytes, 0, bytes);
            long block = bytes / 256 / 4;
            long[] places = new long[256];
            Arrays.setAll(places, i -> 4 * block * i);
            assertSizes(Datatype.hindexedBlock(block, places, Datatype.INT).commit(), 1024 * block, 0, 1024 * block);
        }
    }
}
