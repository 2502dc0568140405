package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;

import org.pgas.vis.Shape;

/**
 * A shape, and where each of its bytes lies by the definition of its kind, found byte by byte: what transfers are held
 * against.
 *
 * <p>Shapes are made from arrays that are found unchanged and then spoiled, so that a shape that has kept one of them
 * is wrong.
 */
final class ModelShape {
    private static final long SPOILED = 0x5A5A5A5A5A5A5A5AL;

    private final String text;
    private final Shape shape;
    private final int[] offsets;
    private final int low;
    private final int high;

    /** {@code offsets[i]} is where byte i of the order of the shape lies. */
    ModelShape(String text, Shape shape, int[] offsets) {
        this.text = text;
        this.shape = shape;
        this.offsets = offsets;
        this.low = Arrays.stream(offsets).min().orElse(0);
        this.high = Arrays.stream(offsets).map(offset -> offset + 1).max().orElse(0);
        checkProperties();
    }

    static ModelShape contiguous(int bytes) {
        return new ModelShape("contiguous " + bytes, Shape.contiguous(bytes), new Bytes().add(0, bytes).toArray());
    }

    static ModelShape vector(long[] offsets, long[] lengths) {
        Bytes bytes = new Bytes();
        for (int i = 0; i < offsets.length; i++) {
            bytes.add(offsets[i], lengths[i]);
        }
        String text = "vector of offsets " + Arrays.toString(offsets) + " and lengths " + Arrays.toString(lengths);
        Shape shape = made(() -> Shape.vector(offsets, lengths), offsets, lengths);
        return new ModelShape(text, shape, bytes.toArray());
    }

    static ModelShape indexed(int length, long[] offsets) {
        Bytes bytes = new Bytes();
        for (long offset : offsets) {
            bytes.add(offset, length);
        }
        String text = "indexed " + length + " at " + Arrays.toString(offsets);
        return new ModelShape(text, made(() -> Shape.indexed(length, offsets), offsets), bytes.toArray());
    }

    static ModelShape strided(int element, long[] counts, long[] strides) {
        String text = "strided " + element + " with counts " + Arrays.toString(counts) + " and strides "
                + Arrays.toString(strides);
        int[] offsets = nestOffsets(element, counts, strides);
        return new ModelShape(text, made(() -> Shape.strided(element, counts, strides), counts, strides), offsets);
    }

    static ModelShape chunked(int bytes, int count, int stride) {
        return new ModelShape("chunked " + bytes + " times " + count + ", " + stride + " apart",
                Shape.chunked(bytes, count, stride), nestOffsets(bytes, new long[]{count}, new long[]{stride}));
    }

    /** Of a nest of loops, level 0 the innermost, without asking the library. */
    static int[] nestOffsets(int element, long[] counts, long[] strides) {
        long rounds = Arrays.stream(counts).reduce(1, (a, b) -> a * b);
        Bytes bytes = new Bytes();
        long[] index = new long[counts.length];
        for (long round = 0; round < rounds; round++) {
            long offset = 0;
            for (int level = 0; level < counts.length; level++) {
                offset += index[level] * strides[level];
            }
            bytes.add(offset, element);
            for (int level = 0; level < counts.length && ++index[level] == counts[level]; level++) {
                index[level] = 0;
            }
        }
        return bytes.toArray();
    }

    private static Shape made(Supplier<Shape> maker, long[]... arguments) {
        long[][] before = Arrays.stream(arguments).map(long[]::clone).toArray(long[][]::new);
        Shape shape = maker.get();
        assertArrayEquals(before, arguments, "arguments of a shape");
        for (long[] argument : arguments) {
            Arrays.fill(argument, SPOILED);
        }
        return shape;
    }

    private void checkProperties() {
        assertEquals(offsets.length, shape.bytes(), () -> "bytes of " + text);
        assertEquals(low, shape.low(), () -> "low of " + text);
        assertEquals(high, shape.high(), () -> "high of " + text);
        assertEquals(runs() <= 1, shape.isContiguous(), () -> "isContiguous of " + text);
        assertTrue(shape.regionCount() >= runs() && shape.regionCount() <= offsets.length,
                () -> "regionCount of " + text + " is " + shape.regionCount() + ", but " + runs() + " do");
    }

    private long runs() {
        long runs = 0;
        for (int i = 0; i < offsets.length; i++) {
            runs += i == 0 || offsets[i] != offsets[i - 1] + 1 ? 1 : 0;
        }
        return runs;
    }

    Shape shape() {
        return shape;
    }

    int bytes() {
        return offsets.length;
    }

    /** Where byte {@code position} of its order lies. */
    int offset(int position) {
        return offsets[position];
    }

    int low() {
        return low;
    }

    int high() {
        return high;
    }

    /** Whether no byte is taken twice. */
    boolean isDisjoint() {
        return areDisjoint(offsets);
    }

    static boolean areDisjoint(int[] offsets) {
        int low = Arrays.stream(offsets).min().orElse(0);
        BitSet taken = new BitSet();
        for (int offset : offsets) {
            if (taken.get(offset - low)) {
                return false;
            }
            taken.set(offset - low);
        }
        return true;
    }

    /** What a transfer moves: byte i of the order of {@code source} to byte i of the order of this. */
    void move(ModelShape source, byte[] from, int fromBase, byte[] to, int toBase) {
        for (int i = 0; i < offsets.length; i++) {
            to[toBase + offsets[i]] = from[fromBase + source.offsets[i]];
        }
    }

    /** The byte of the order that lies at an offset, or -1. */
    int positionOf(int offset) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] == offset) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return text;
    }

    /** A list of the offsets of bytes that grows. */
    private static final class Bytes {
        private int[] offsets = new int[64];
        private int count;

        Bytes add(long offset, long length) {
            for (long i = 0; i < length; i++) {
                if (count == offsets.length) {
                    offsets = Arrays.copyOf(offsets, 2 * count);
                }
                offsets[count++] = Math.toIntExact(offset + i);
            }
            return this;
        }

        int[] toArray() {
            return Arrays.copyOf(offsets, count);
        }
    }
}
