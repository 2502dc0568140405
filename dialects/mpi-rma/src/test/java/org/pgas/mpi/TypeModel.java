package org.pgas.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A datatype as the MPI documents define it: a list of (kind, displacement), and marks of bounds. What Datatype is
 * compared with; it shares nothing with it but the names of kinds.
 *
 * @param lowers displacements of marks of the lower bound
 * @param uppers of the upper bound
 */
record TypeModel(List<Entry> entries, List<Long> lowers, List<Long> uppers) {
    /** Bytes, and alignment in C. */
    private static final Map<String, int[]> KINDS = Map.ofEntries(Map.entry("BYTE", new int[]{1, 1}),
            Map.entry("INT8", new int[]{1, 1}), Map.entry("UINT8", new int[]{1, 1}),
            Map.entry("BOOLEAN", new int[]{1, 1}), Map.entry("CHAR", new int[]{2, 2}),
            Map.entry("SHORT", new int[]{2, 2}), Map.entry("UINT16", new int[]{2, 2}),
            Map.entry("INT", new int[]{4, 4}), Map.entry("UINT32", new int[]{4, 4}),
            Map.entry("LONG", new int[]{8, 8}), Map.entry("UINT64", new int[]{8, 8}),
            Map.entry("FLOAT", new int[]{4, 4}), Map.entry("DOUBLE", new int[]{8, 8}),
            Map.entry("FLOAT_COMPLEX", new int[]{8, 4}), Map.entry("DOUBLE_COMPLEX", new int[]{16, 8}));

    record Entry(String kind, long displacement) {
        int bytes() {
            return KINDS.get(kind)[0];
        }

        int alignment() {
            return KINDS.get(kind)[1];
        }
    }

    /** A type at a place. */
    record Placed(TypeModel type, long displacement) {}

    static TypeModel of(Datatype predefined) {
        return switch (predefined.toString()) {
            case "FLOAT_INT" -> pair("FLOAT", 4);
            case "DOUBLE_INT" -> pair("DOUBLE", 8);
            case "LONG_INT" -> pair("LONG", 8);
            case "SHORT_INT" -> pair("SHORT", 4);
            case "TWO_INT" -> pair("INT", 4);
            case String kind -> new TypeModel(List.of(new Entry(kind, 0)), List.of(), List.of());
        };
    }

    private static TypeModel pair(String first, long place) {
        return new TypeModel(List.of(new Entry(first, 0), new Entry("INT", place)), List.of(), List.of());
    }

    /** What all constructors come down to. */
    static TypeModel sequence(List<Placed> parts) {
        List<Entry> entries = new ArrayList<>();
        List<Long> lowers = new ArrayList<>();
        List<Long> uppers = new ArrayList<>();
        for (Placed part : parts) {
            part.type.entries
                    .forEach(entry -> entries.add(new Entry(entry.kind, entry.displacement + part.displacement)));
            part.type.lowers.forEach(mark -> lowers.add(mark + part.displacement));
            part.type.uppers.forEach(mark -> uppers.add(mark + part.displacement));
        }
        return new TypeModel(entries, lowers, uppers);
    }

    TypeModel contiguous(long count) {
        return hvector(count, 1, extent());
    }

    TypeModel vector(long count, long blockLength, long stride) {
        return hvector(count, blockLength, stride * extent());
    }

    TypeModel hvector(long count, long blockLength, long stride) {
        List<Placed> parts = new ArrayList<>();
        for (long block = 0; block < count; block++) {
            for (long i = 0; i < blockLength; i++) {
                parts.add(new Placed(this, block * stride + i * extent()));
            }
        }
        return sequence(parts);
    }

    TypeModel hindexed(int[] blockLengths, long[] displacements) {
        List<Placed> parts = new ArrayList<>();
        for (int block = 0; block < blockLengths.length; block++) {
            for (long i = 0; i < blockLengths[block]; i++) {
                parts.add(new Placed(this, displacements[block] + i * extent()));
            }
        }
        return sequence(parts);
    }

    static TypeModel struct(int[] blockLengths, long[] displacements, List<TypeModel> types) {
        List<Placed> parts = new ArrayList<>();
        for (int block = 0; block < blockLengths.length; block++) {
            parts.add(new Placed(types.get(block).contiguous(blockLengths[block]), displacements[block]));
        }
        return sequence(parts);
    }

    TypeModel resized(long lower, long extent) {
        return new TypeModel(entries, List.of(lower), List.of(lower + extent));
    }

    TypeModel subarray(int[] sizes, int[] subsizes, int[] starts) {
        List<Placed> parts = new ArrayList<>();
        long all = 1;
        long taken = 1;
        for (int dimension = 0; dimension < sizes.length; dimension++) {
            all *= sizes[dimension];
            taken *= subsizes[dimension];
        }
        for (long element = 0; element < taken; element++) {
            long rest = element;
            long place = 0;
            long row = 1;
            for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
                place += (starts[dimension] + rest % subsizes[dimension]) * row;
                rest /= subsizes[dimension];
                row *= sizes[dimension];
            }
            parts.add(new Placed(this, place * extent()));
        }
        return sequence(parts).resized(0, all * extent());
    }

    long size() {
        return entries.stream().mapToLong(Entry::bytes).sum();
    }

    long trueLower() {
        return entries.stream().mapToLong(Entry::displacement).min().orElse(0);
    }

    long trueUpper() {
        return entries.stream().mapToLong(entry -> entry.displacement + entry.bytes()).max().orElse(0);
    }

    long lower() {
        return lowers.stream().mapToLong(mark -> mark).min().orElse(trueLower());
    }

    long extent() {
        if (!uppers.isEmpty()) {
            return uppers.stream().mapToLong(mark -> mark).max().getAsLong() - lower();
        }
        long extent = trueUpper() - lower();
        int alignment = entries.stream().mapToInt(Entry::alignment).max().orElse(1);
        while (extent % alignment != 0) {
            extent++;
        }
        return extent;
    }

    List<String> signature() {
        return entries.stream().map(Entry::kind).toList();
    }

    /** Displacements of all bytes, in the order of the packed form. */
    long[] bytes() {
        return entries.stream()
                .flatMapToLong(entry -> java.util.stream.LongStream.range(0, entry.bytes())
                        .map(i -> entry.displacement + i))
                .toArray();
    }

    boolean overlaps() {
        return java.util.Arrays.stream(bytes()).distinct().count() < size();
    }
}
