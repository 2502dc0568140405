package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Supplier;

import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Checks the arguments of a call that makes or changes a datatype, and says, in its name, what is wrong with them.
 *
 * @param call such as "Datatype.vector"
 */
record TypeArguments(String call) {
    /** Of a call that makes a type of {@code type}, which may be used for that. */
    static TypeArguments of(String call, Datatype type) {
        TypeArguments arguments = new TypeArguments(call);
        arguments.type("type", type);
        return arguments;
    }

    PgasException bad(String what) {
        return Refusals.OF_NO_RANK.bad(call, what);
    }

    void notNegative(String argument, long value) {
        if (value < 0) {
            throw Refusals.OF_NO_RANK.illegal(call, argument, value, "0 and more");
        }
    }

    /** Checks that two lists have the same number of entries. */
    void sameLength(String list, int length, String other, int otherLength) {
        if (length != otherLength) {
            throw bad(list + " has " + length + " entries and " + other + " " + otherLength
                    + ": they must have the same number");
        }
    }

    void given(String argument, Object value) {
        if (value == null) {
            throw bad(argument + " is null");
        }
    }

    /** What a type may be made of. */
    void type(String argument, Datatype type) {
        given(argument, type);
        if (type.isFreed()) {
            throw bad(argument + ", " + type + ", was freed: make other types of it before that");
        }
    }

    /** The lengths of blocks. */
    long[] lengths(int[] blockLengths) {
        given("blockLengths", blockLengths);
        long[] lengths = new long[blockLengths.length];
        for (int i = 0; i < lengths.length; i++) {
            notNegative("blockLengths[" + i + "]", blockLengths[i]);
            lengths[i] = blockLengths[i];
        }
        return lengths;
    }

    /** As many equal lengths. */
    long[] equal(long blockLength, int count) {
        notNegative("blockLength", blockLength);
        long[] lengths = new long[count];
        Arrays.fill(lengths, blockLength);
        return lengths;
    }

    /** Displacements in extents of {@code type}, in bytes. */
    long[] inBytes(int[] displacements, Datatype type) {
        type("type", type);
        long extent = type.map.extent();
        long[] bytes = new long[displacements.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = displacements[i] * extent;
            if (Math.multiplyHigh(displacements[i], extent) != bytes[i] >> 63) {
                throw bad("displacements[" + i + "], " + displacements[i] + " extents of " + type
                        + ", is beyond 2^61 bytes");
            }
        }
        return bytes;
    }

    /** The types of blocks. */
    void types(Datatype[] types, int blocks, int displacements) {
        given("types", types);
        sameLength("blockLengths", blocks, "displacements", displacements);
        sameLength("blockLengths", blocks, "types", types.length);
        for (int i = 0; i < types.length; i++) {
            type("types[" + i + "]", types[i]);
        }
    }

    /** A part of an array. */
    void part(int[] sizes, int[] subsizes, int[] starts) {
        given("sizes", sizes);
        given("subsizes", subsizes);
        given("starts", starts);
        sameLength("sizes", sizes.length, "subsizes", subsizes.length);
        sameLength("sizes", sizes.length, "starts", starts.length);
        if (sizes.length == 0) {
            throw bad("sizes has no entries: an array has one dimension at least");
        }
        for (int i = 0; i < sizes.length; i++) {
            String place = "[" + i + "] is ";
            if (sizes[i] < 1) {
                throw bad("sizes" + place + sizes[i] + ": legal are 1 and more");
            }
            if (subsizes[i] < 1 || subsizes[i] > sizes[i]) {
                throw bad("subsizes" + place + subsizes[i] + ": legal are 1.." + sizes[i]);
            }
            if (starts[i] < 0 || starts[i] > sizes[i] - subsizes[i]) {
                throw bad("starts" + place + starts[i] + ": legal are 0.." + (sizes[i] - subsizes[i]));
            }
        }
    }

    /** A vector; its stride is in multiples of {@code unit} bytes. */
    Datatype strided(String constructor, long count, long blockLength, long stride, long unit, Datatype type) {
        notNegative("count", count);
        notNegative("blockLength", blockLength);
        String head = constructor + "(" + count + ", " + blockLength + ", " + stride + ")";
        Typemap map = type.map;
        return make(within(head, type),
                () -> map.times(blockLength, map.extent()).times(count, Math.multiplyExact(stride, unit)),
                () -> TypeDescription.times(type, count, blockLength, stride * unit));
    }

    /** Blocks; their displacements are in bytes. */
    Datatype blocks(String constructor, long[] lengths, long[] displacements, Datatype type) {
        type("type", type);
        String head = constructor + "(" + lengths.length + (lengths.length == 1 ? " block)" : " blocks)");
        return make(within(head, type), () -> type.map.blocks(lengths, displacements),
                () -> TypeDescription.blocks(type, lengths, displacements));
    }

    static String nameOfStruct(long[] lengths, Datatype[] types) {
        StringBuilder head = new StringBuilder("struct(");
        for (int i = 0; i < types.length; i++) {
            head.append(i == 0 ? "" : ", ").append(lengths[i]).append(' ').append(types[i]);
            if (head.length() > 60) {
                return head.substring(0, 57) + "...: " + types.length + " blocks)";
            }
        }
        return head.append(')').toString();
    }

    /**
     * What is made of arguments that were checked; refuses those that reach too far. {@code name} is that of the type.
     */
    Datatype make(String name, Supplier<Typemap> typemap, Supplier<byte[]> description) {
        try {
            return new Datatype(name, typemap.get(), description.get());
        } catch (Flat.TooManyRuns e) {
            throw bad(name + ": " + e.getMessage());
        } catch (ArithmeticException e) {
            throw bad(name + " has displacements or sizes beyond 2^61 bytes");
        }
    }

    void writable(String role, MemorySegment memory) {
        if (memory.isReadOnly()) {
            throw bad("the " + role + " memory is read-only");
        }
    }

    /** Refuses {@code count} elements that may not be used, or stick out of their memory. */
    void elements(Datatype type, String role, MemorySegment memory, long count) {
        given(role, memory);
        count(type, role, count);
        long low = type.low(count);
        long high = type.high(count);
        if (low < 0 || high > memory.byteSize()) {
            throw bad(count + " elements of " + type + " are bytes " + low + ".." + (high - 1) + " of the " + role
                    + " memory, which has " + memory.byteSize() + " bytes: give a larger one, or fewer elements");
        }
    }

    /** Refuses a count, or a type, that may not be used. */
    void count(Datatype type, String role, long count) {
        if (count < 0 || !type.isCommitted() || count > type.most) {
            throw bad(TypeChecks.unusable(role, count, type));
        }
    }

    /** Memory and its packed form; answers the bytes of data. */
    long packed(Datatype type, String role, MemorySegment memory, long count,
            MemorySegment packed, long position) {
        given("packed", packed);
        elements(type, role, memory, count);
        long bytes = type.bytes(count);
        if (position < 0 || position > packed.byteSize() - bytes) {
            throw bad("the packed data is bytes " + position + ".." + (position + bytes - 1)
                    + " of the packed memory, which has " + packed.byteSize() + " bytes: " + count + " elements of "
                    + type
                    + " take " + bytes);
        }
        return bytes;
    }

    /** For names: a type within another one. */
    static String within(String head, Datatype type) {
        String inner = type.toString();
        return head + " of " + (inner.length() <= 60 ? inner : inner.substring(0, 57) + "...");
    }
}
