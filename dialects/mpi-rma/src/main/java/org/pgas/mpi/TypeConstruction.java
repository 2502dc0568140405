package org.pgas.mpi;

import java.util.Arrays;

/** The constructors of {@link Datatype}, behind the API. Arrays given are neither kept nor changed. */
final class TypeConstruction {
    private TypeConstruction() {}

    static Datatype contiguous(long count, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.contiguous");
        arguments.type("type", type);
        arguments.notNegative("count", count);
        Typemap map = type.map();
        return arguments.make(TypeArguments.of("contiguous(" + count + ")", type),
                () -> map.times(count, map.extent()), () -> TypeDescription.times(type, 1, count, 0));
    }

    static Datatype vector(long count, long blockLength, long stride, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.vector");
        arguments.type("type", type);
        return strided(arguments, "vector", count, blockLength, stride, type.map().extent(), type);
    }

    static Datatype hvector(long count, long blockLength, long stride, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hvector");
        arguments.type("type", type);
        return strided(arguments, "hvector", count, blockLength, stride, 1, type);
    }

    private static Datatype strided(TypeArguments arguments, String constructor, long count, long blockLength,
            long stride, long unit, Datatype type) {
        arguments.notNegative("count", count);
        arguments.notNegative("blockLength", blockLength);
        String head = constructor + "(" + count + ", " + blockLength + ", " + stride + ")";
        Typemap map = type.map();
        return arguments.make(TypeArguments.of(head, type),
                () -> map.times(blockLength, map.extent()).times(count, Math.multiplyExact(stride, unit)),
                () -> TypeDescription.times(type, count, blockLength, stride * unit));
    }

    static Datatype indexed(int[] blockLengths, int[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.indexed");
        long[] lengths = arguments.lengths(blockLengths);
        arguments.given("displacements", displacements);
        arguments.sameLength("blockLengths", lengths.length, "displacements", displacements.length);
        return blocks(arguments, "indexed", lengths, inBytes(arguments, displacements, type), type);
    }

    static Datatype hindexed(int[] blockLengths, long[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hindexed");
        long[] lengths = arguments.lengths(blockLengths);
        arguments.given("displacements", displacements);
        arguments.sameLength("blockLengths", lengths.length, "displacements", displacements.length);
        return blocks(arguments, "hindexed", lengths, displacements.clone(), type);
    }

    static Datatype indexedBlock(long blockLength, int[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.indexedBlock");
        arguments.given("displacements", displacements);
        return blocks(arguments, "indexedBlock", equal(arguments, blockLength, displacements.length),
                inBytes(arguments, displacements, type), type);
    }

    static Datatype hindexedBlock(long blockLength, long[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hindexedBlock");
        arguments.given("displacements", displacements);
        return blocks(arguments, "hindexedBlock", equal(arguments, blockLength, displacements.length),
                displacements.clone(), type);
    }

    private static long[] equal(TypeArguments arguments, long blockLength, int count) {
        arguments.notNegative("blockLength", blockLength);
        long[] lengths = new long[count];
        Arrays.fill(lengths, blockLength);
        return lengths;
    }

    private static long[] inBytes(TypeArguments arguments, int[] displacements, Datatype type) {
        arguments.type("type", type);
        long extent = type.map().extent();
        long[] bytes = new long[displacements.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = displacements[i] * extent;
            if (Math.multiplyHigh(displacements[i], extent) != bytes[i] >> 63) {
                throw arguments.bad("displacements[" + i + "], " + displacements[i] + " extents of " + type
                        + ", is beyond 2^61 bytes");
            }
        }
        return bytes;
    }

    /** Of blocks in a description. */
    static Datatype blocks(long[] lengths, long[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hindexed");
        for (int i = 0; i < lengths.length; i++) {
            arguments.notNegative("blockLengths[" + i + "]", lengths[i]);
        }
        return blocks(arguments, "hindexed", lengths, displacements, type);
    }

    private static Datatype blocks(TypeArguments arguments, String constructor, long[] lengths, long[] displacements,
            Datatype type) {
        arguments.type("type", type);
        String head = constructor + "(" + lengths.length + (lengths.length == 1 ? " block)" : " blocks)");
        return arguments.make(TypeArguments.of(head, type), () -> type.map().blocks(lengths, displacements),
                () -> TypeDescription.blocks(type, lengths, displacements));
    }

    static Datatype struct(int[] blockLengths, long[] displacements, Datatype[] types) {
        TypeArguments arguments = new TypeArguments("Datatype.struct");
        long[] lengths = arguments.lengths(blockLengths);
        arguments.given("displacements", displacements);
        arguments.given("types", types);
        arguments.sameLength("blockLengths", lengths.length, "displacements", displacements.length);
        arguments.sameLength("blockLengths", lengths.length, "types", types.length);
        for (int i = 0; i < types.length; i++) {
            arguments.type("types[" + i + "]", types[i]);
        }
        return arguments.make(nameOfStruct(lengths, types), () -> {
            Typemap[] parts = new Typemap[lengths.length];
            for (int i = 0; i < parts.length; i++) {
                Typemap map = types[i].map();
                parts[i] = map.times(lengths[i], map.extent());
            }
            return Typemap.sequence(parts, displacements);
        }, () -> TypeDescription.struct(types, lengths, displacements));
    }

    private static String nameOfStruct(long[] lengths, Datatype[] types) {
        StringBuilder head = new StringBuilder("struct(");
        for (int i = 0; i < types.length; i++) {
            head.append(i == 0 ? "" : ", ").append(lengths[i]).append(' ').append(types[i]);
            if (head.length() > 60) {
                return head.substring(0, 57) + "...: " + types.length + " blocks)";
            }
        }
        return head.append(')').toString();
    }

    static Datatype resized(Datatype type, long lowerBound, long extent) {
        TypeArguments arguments = new TypeArguments("Datatype.resized");
        arguments.type("type", type);
        return arguments.make(TypeArguments.of("resized(" + lowerBound + ", " + extent + ")", type),
                () -> type.map().resized(lowerBound, extent),
                () -> TypeDescription.resized(type, lowerBound, extent));
    }

    static Datatype dup(Datatype type) {
        new TypeArguments("Datatype.dup").type("type", type);
        String name = type.isPredefined() ? "dup of " + type : type.toString();
        Datatype copy = new Datatype(name, type.map(), type.description());
        return type.isCommitted() ? copy.commit() : copy;
    }

    static Datatype subarray(int[] sizes, int[] subsizes, int[] starts, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.subarray");
        arguments.type("type", type);
        arguments.given("sizes", sizes);
        arguments.given("subsizes", subsizes);
        arguments.given("starts", starts);
        arguments.sameLength("sizes", sizes.length, "subsizes", subsizes.length);
        arguments.sameLength("sizes", sizes.length, "starts", starts.length);
        if (sizes.length == 0) {
            throw arguments.bad("sizes has no entries: an array has one dimension at least");
        }
        for (int i = 0; i < sizes.length; i++) {
            String place = "[" + i + "] is ";
            if (sizes[i] < 1) {
                throw arguments.bad("sizes" + place + sizes[i] + ": legal are 1 and more");
            }
            if (subsizes[i] < 1 || subsizes[i] > sizes[i]) {
                throw arguments.bad("subsizes" + place + subsizes[i] + ": legal are 1.." + sizes[i]);
            }
            if (starts[i] < 0 || starts[i] > sizes[i] - subsizes[i]) {
                throw arguments.bad("starts" + place + starts[i] + ": legal are 0.." + (sizes[i] - subsizes[i]));
            }
        }
        String part = sizes.length > 4 ? sizes.length + " dimensions"
                : Arrays.toString(subsizes) + " at " + Arrays.toString(starts) + " in " + Arrays.toString(sizes);
        return arguments.make(TypeArguments.of("subarray(" + part + ")", type),
                () -> type.map().part(sizes, subsizes, starts),
                () -> TypeDescription.subarray(type, sizes, subsizes, starts));
    }
}
