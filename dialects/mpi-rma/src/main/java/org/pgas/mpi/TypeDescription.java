package org.pgas.mpi;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;

import org.pgas.PgasException;

/**
 * The light-weight representation of a type: its constructors, in the order in which they were called, each behind
 * those of its constituents, so that it is made by copying those, and read with a stack. Numbers have 7 bits in each
 * byte, the low ones first, the sign in the lowest bit.
 *
 * <pre>
 * code                     operands, behind the types they are for          takes from the stack
 * ordinal of a Basic                                                        nothing
 * AGAIN                                                                     nothing; leaves the last type twice
 * TIMES                    count, block length, stride in bytes             a type
 * BLOCKS                   n, then n times length, displacement in bytes    a type
 * EQUAL_BLOCKS             n, length, then n displacements in bytes         a type
 * STRUCT                   n, then n times length, displacement in bytes    n types
 * RESIZED                  lower bound, extent                              a type
 * SUBARRAY                 n, then n times size, size of the part, start    a type
 * </pre>
 *
 * <p>Displacements of a list are differences to the one before.
 *
 * <p>Source: Traeff, Ritzdorf, Hempel (2000) "Handling of derived datatypes".
 */
final class TypeDescription {
    private static final int AGAIN = 0x20;
    private static final int TIMES = 0x21;
    private static final int BLOCKS = 0x22;
    private static final int EQUAL_BLOCKS = 0x23;
    private static final int STRUCT = 0x24;
    private static final int RESIZED = 0x25;
    private static final int SUBARRAY = 0x26;

    private TypeDescription() {}

    static byte[] of(Basic basic) {
        return new byte[]{(byte) basic.ordinal()};
    }

    static byte[] times(Datatype type, long count, long blockLength, long stride) {
        return new Writer().type(type).code(TIMES).number(count).number(blockLength).number(stride).bytes();
    }

    static byte[] resized(Datatype type, long lower, long extent) {
        return new Writer().type(type).code(RESIZED).number(lower).number(extent).bytes();
    }

    static byte[] blocks(Datatype type, long[] lengths, long[] displacements) {
        boolean isEqual = lengths.length > 0;
        for (long length : lengths) {
            isEqual &= length == lengths[0];
        }
        Writer writer = new Writer().type(type).code(isEqual ? EQUAL_BLOCKS : BLOCKS).number(lengths.length);
        if (isEqual) {
            writer.number(lengths[0]);
        }
        for (int i = 0; i < lengths.length; i++) {
            if (!isEqual) {
                writer.number(lengths[i]);
            }
            writer.number(displacements[i] - (i == 0 ? 0 : displacements[i - 1]));
        }
        return writer.bytes();
    }

    static byte[] struct(Datatype[] types, long[] lengths, long[] displacements) {
        Writer writer = new Writer();
        for (int i = 0; i < types.length; i++) {
            if (i > 0 && types[i] == types[i - 1]) {
                writer.code(AGAIN);
            } else {
                writer.type(types[i]);
            }
        }
        writer.code(STRUCT).number(types.length);
        for (int i = 0; i < types.length; i++) {
            writer.number(lengths[i]).number(displacements[i] - (i == 0 ? 0 : displacements[i - 1]));
        }
        return writer.bytes();
    }

    static byte[] subarray(Datatype type, int[] sizes, int[] subsizes, int[] starts) {
        Writer writer = new Writer().type(type).code(SUBARRAY).number(sizes.length);
        for (int i = 0; i < sizes.length; i++) {
            writer.number(sizes[i]).number(subsizes[i]).number(starts[i]);
        }
        return writer.bytes();
    }

    /** The type; not committed unless predefined. */
    static Datatype read(byte[] description) {
        try {
            return new Reader(description).read();
        } catch (PgasException | ArithmeticException e) {
            throw new IllegalArgumentException("not the description of a datatype: " + e.getMessage(), e);
        }
    }

    private static final class Writer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Writer type(Datatype type) {
            bytes.writeBytes(type.description());
            return this;
        }

        Writer code(int code) {
            bytes.write(code);
            return this;
        }

        Writer number(long number) {
            long rest = number << 1 ^ number >> 63;
            while (rest >>> 7 != 0) {
                bytes.write((int) rest & 0x7F | 0x80);
                rest >>>= 7;
            }
            bytes.write((int) rest);
            return this;
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private final ArrayDeque<Datatype> types = new ArrayDeque<>();
        private final Basic[] basics = Basic.values();
        private int next;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        Datatype read() {
            while (next < bytes.length) {
                int code = bytes[next++];
                types.push(code >= 0 && code < basics.length ? Datatype.predefined(basics[code]) : made(code));
            }
            Datatype type = pop();
            if (!types.isEmpty()) {
                throw wrong("ends with " + (types.size() + 1) + " types");
            }
            return type;
        }

        private Datatype made(int code) {
            return switch (code) {
                case AGAIN -> {
                    Datatype type = pop();
                    types.push(type);
                    yield type;
                }
                case TIMES -> {
                    long count = number();
                    long blockLength = number();
                    yield Datatype.hvector(count, blockLength, number(), pop());
                }
                case BLOCKS, EQUAL_BLOCKS -> blocks(code == EQUAL_BLOCKS);
                case STRUCT -> struct();
                case RESIZED -> {
                    long lower = number();
                    yield Datatype.resized(pop(), lower, number());
                }
                case SUBARRAY -> subarray();
                default -> throw wrong("has code " + code + " at " + (next - 1));
            };
        }

        private Datatype blocks(boolean isEqual) {
            int count = count(isEqual ? 1 : 2);
            long length = isEqual ? number() : 0;
            long[] lengths = new long[count];
            long[] displacements = new long[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = isEqual ? length : number();
                displacements[i] = number() + (i == 0 ? 0 : displacements[i - 1]);
            }
            return Datatype.blocks(lengths, displacements, pop());
        }

        private Datatype struct() {
            int count = count(2);
            int[] lengths = new int[count];
            long[] displacements = new long[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = Math.toIntExact(number());
                displacements[i] = number() + (i == 0 ? 0 : displacements[i - 1]);
            }
            Datatype[] parts = new Datatype[count];
            for (int i = count - 1; i >= 0; i--) {
                parts[i] = pop();
            }
            return Datatype.struct(lengths, displacements, parts);
        }

        private Datatype subarray() {
            int count = count(3);
            int[] sizes = new int[count];
            int[] subsizes = new int[count];
            int[] starts = new int[count];
            for (int i = 0; i < count; i++) {
                sizes[i] = Math.toIntExact(number());
                subsizes[i] = Math.toIntExact(number());
                starts[i] = Math.toIntExact(number());
            }
            return Datatype.subarray(sizes, subsizes, starts, pop());
        }

        private Datatype pop() {
            if (types.isEmpty()) {
                throw wrong("lacks a type before byte " + next);
            }
            return types.pop();
        }

        /**
         * The length of a list of entries with {@code numbers} numbers each. The rest of the description has room for
         * it.
         */
        private int count(int numbers) {
            long count = number();
            if (count < 0 || count > (bytes.length - next) / numbers) {
                throw wrong("has a list of " + count + " before byte " + next);
            }
            return (int) count;
        }

        private long number() {
            long number = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                if (next == bytes.length) {
                    throw wrong("ends in a number");
                }
                byte part = bytes[next++];
                number |= (part & 0x7FL) << shift;
                if (part >= 0) {
                    return number >>> 1 ^ -(number & 1);
                }
            }
            throw wrong("has a number of more than 64 bits before byte " + next);
        }

        private static IllegalArgumentException wrong(String what) {
            return new IllegalArgumentException("not the description of a datatype: it " + what);
        }
    }
}
