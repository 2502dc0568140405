package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

import org.pgas.mpi.inside.TypeInside;
import org.pgas.mpi.inside.TypedMemory;
import org.pgas.regions.Regions;
import org.pgas.vis.Shape;

/**
 * MPI_Datatype: which bytes of some memory the elements of a transfer are, in which order, and what each of them is.
 *
 * <p>A type is a list of elements, each of a predefined kind at a displacement in bytes: its <em>type map</em>. The
 * kinds without the displacements are its <em>signature</em>: a transfer needs that of what is sent to be a beginning
 * of that of what is received, while the displacements of both sides are independent. {@code count} elements of a type
 * follow each other at distances of its {@link #extent}.
 *
 * <pre>{@code
 * Datatype column = Datatype.vector(rows, 1, columns, Datatype.DOUBLE).commit();    a column of a matrix
 * Datatype box = Datatype.subarray(new int[]{8, 8}, new int[]{2, 3}, new int[]{1, 4}, Datatype.INT).commit();
 * }</pre>
 *
 * <p><b>Predefined.</b> Elements are in native byte order, as Java has them in memory segments. {@link #BYTE} is a kind
 * of its own, which only matches itself. Of the pairs, each is two elements in signatures: {@link #DOUBLE_INT} matches
 * a {@link #DOUBLE} and an {@link #INT}.
 *
 * <p><b>Derived.</b> Made by the static methods, by any thread, locally; values that do not change, but for two marks:
 * a type must be committed ({@link #commit} answers the type itself) before it is used in communication, and may be
 * freed. Types may be made of uncommitted ones. A freed type is an error in every use; types made of it before, and
 * transfers that are going on, are not affected. The garbage collector takes types that are never freed, once no window
 * has them among the 1024 types that it has last sent to targets with memory that is not mapped. A window drops freed
 * types when it is given another type. A program that shares a type between threads commits it before.
 *
 * <p><b>Bounds.</b> The lower bound is the least displacement of all elements. The upper bound is the greatest end of
 * one, and some bytes more: they make the extent, which is upper minus lower bound, a multiple of the largest alignment
 * of the elements, as C pads structs. {@link #resized} and {@link #subarray} replace both bounds by marks. All types
 * made of a type with marks keep these; their bounds come from the marks alone. Displacements, bounds and extents may
 * be negative. Counts of 0 are legal; a type without elements has all bounds 0.
 *
 * <p><b>Limits.</b> No displacement, bound or size beyond 2^61 bytes. Lists of lists are refused if one element of the
 * type would be more than 2^22 byte ranges.
 *
 * <p><b>Cost.</b> Types are flattened when they are made: strided ones, of any depth, to a few numbers, others to a
 * list of byte ranges. A type remembers the shapes and plans of recent transfers; so keep types, and repeated transfers
 * allocate nothing.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException} that names the argument and its value: null, negative counts and
 * lengths, lists of different lengths, freed types, and what is beyond the limits.
 *
 * <p>Source: MPI-1 "Derived datatypes", MPI-2 4.14 "New Datatype Manipulation Functions"; Traeff, Ritzdorf, Hempel
 * (2000) "Handling of derived datatypes".
 */
@SuppressWarnings("exports") // what only the modules of the library may call of it
public final class Datatype extends TypeInside {
    /** MPI_BYTE: 1 byte that means nothing here. */
    public static final Datatype BYTE = new Datatype(Basic.BYTE);

    /** MPI_INT8_T: a byte of Java. */
    public static final Datatype INT8 = new Datatype(Basic.INT8);

    /** MPI_UINT8_T. */
    public static final Datatype UINT8 = new Datatype(Basic.UINT8);

    /** MPI_C_BOOL: 1 byte, 0 or 1. */
    public static final Datatype BOOLEAN = new Datatype(Basic.BOOLEAN);

    /** A char of Java: 2 bytes, which MPI knows as MPI_UINT16_T; another kind than {@link #UINT16}. */
    public static final Datatype CHAR = new Datatype(Basic.CHAR);

    /** MPI_SHORT, MPI_INT16_T. */
    public static final Datatype SHORT = new Datatype(Basic.SHORT);

    /** MPI_UINT16_T, MPI_UNSIGNED_SHORT. */
    public static final Datatype UINT16 = new Datatype(Basic.UINT16);

    /** MPI_INT, MPI_INT32_T. */
    public static final Datatype INT = new Datatype(Basic.INT);

    /** MPI_UINT32_T, MPI_UNSIGNED. */
    public static final Datatype UINT32 = new Datatype(Basic.UINT32);

    /** MPI_LONG, MPI_INT64_T. */
    public static final Datatype LONG = new Datatype(Basic.LONG);

    /** MPI_UINT64_T, MPI_UNSIGNED_LONG. */
    public static final Datatype UINT64 = new Datatype(Basic.UINT64);

    /** MPI_FLOAT. */
    public static final Datatype FLOAT = new Datatype(Basic.FLOAT);

    /** MPI_DOUBLE. */
    public static final Datatype DOUBLE = new Datatype(Basic.DOUBLE);

    /** MPI_C_FLOAT_COMPLEX: two floats. */
    public static final Datatype FLOAT_COMPLEX = new Datatype(Basic.FLOAT_COMPLEX);

    /** MPI_C_DOUBLE_COMPLEX: two doubles. */
    public static final Datatype DOUBLE_COMPLEX = new Datatype(Basic.DOUBLE_COMPLEX);

    /** MPI_FLOAT_INT: a float at 0, an int at 4. */
    public static final Datatype FLOAT_INT = new Datatype(Basic.FLOAT_INT);

    /** MPI_DOUBLE_INT: a double at 0, an int at 8; the extent is 16, and 4 bytes are not touched. */
    public static final Datatype DOUBLE_INT = new Datatype(Basic.DOUBLE_INT);

    /** MPI_LONG_INT: a long at 0, an int at 8; the extent is 16, and 4 bytes are not touched. */
    public static final Datatype LONG_INT = new Datatype(Basic.LONG_INT);

    /**
     * MPI_SHORT_INT: a short at 0, an int at 4; the size is 6, and the 2 bytes between them are no data: puts and gets
     * do not touch them, accumulates, and what these fetch, may.
     */
    public static final Datatype SHORT_INT = new Datatype(Basic.SHORT_INT);

    /** MPI_2INT: an int at 0, an int at 4. */
    public static final Datatype TWO_INT = new Datatype(Basic.TWO_INT);

    /** By ordinal of their kinds. */
    private static final List<Datatype> PREDEFINED = List.of(BYTE, INT8, UINT8, BOOLEAN, CHAR, SHORT, UINT16, INT,
            UINT32, LONG, UINT64, FLOAT, DOUBLE, FLOAT_COMPLEX, DOUBLE_COMPLEX, FLOAT_INT, DOUBLE_INT, LONG_INT,
            SHORT_INT, TWO_INT);

    private static final int MADE = 0;
    private static final int COMMITTED = 1;
    private static final int FREED = 2;

    private final String name;
    private final boolean predefined;
    final Typemap map;
    private final byte[] description;
    private final long size;
    private final long extent;
    final Layout layout;

    /** Of elements with the gaps in pairs; the same object where there are none. */
    final Layout wholeLayout;

    /** Elements that do not reach beyond the limits, at most. */
    final long most;

    private int state;

    /** {@link #most} if it may be used, else -1. */
    private long usable = -1;

    /** As {@link #usable}, if it is dense as well. */
    private long usableDense = -1;

    /** What it was last found to be a beginning of, when sent. Racy: immutable, and any is right. */
    private SignatureMatch match; // any thread | any thread | plain

    private Datatype(Basic basic) {
        this(basic.name(), Typemap.of(basic), TypeDescription.of(basic), true);
        use();
    }

    Datatype(String name, Typemap map, byte[] description) {
        this(name, map, description, false);
    }

    private Datatype(String name, Typemap map, byte[] description, boolean predefined) {
        this.name = name;
        this.map = map;
        this.description = description;
        this.predefined = predefined;
        this.extent = map.extent();
        this.layout = new Layout(map.data(), extent);
        this.wholeLayout = map.whole() == map.data() ? layout : new Layout(map.whole(), extent);
        this.size = layout.bytes();
        Bounds bounds = map.bounds();
        long reach = Math.max(Math.abs(bounds.low()), Math.abs(bounds.high()));
        // also of elements with their gaps
        long step = Math.max(Math.max(1, Math.abs(extent)), wholeLayout.bytes());
        this.most = 1 + (Regions.MOST - Math.max(reach, wholeLayout.bytes())) / step;
    }

    private void use() {
        state = COMMITTED;
        usable = most;
        usableDense = map.data().isDense(extent) ? most : -1;
    }

    /** MPI_Type_contiguous: {@code count} elements of {@code type}, an extent of it apart. */
    public static Datatype contiguous(long count, Datatype type) {
        TypeArguments arguments = TypeArguments.of("Datatype.contiguous", type);
        arguments.notNegative("count", count);
        Typemap map = type.map;
        return arguments.make(TypeArguments.within("contiguous(" + count + ")", type),
                () -> map.times(count, map.extent()), () -> TypeDescription.times(type, 1, count, 0));
    }

    /**
     * MPI_Type_vector: {@code count} blocks, each of {@code blockLength} elements that follow each other.
     *
     * @param stride from the beginning of a block to that of the next one, in extents of {@code type}; of any sign
     */
    public static Datatype vector(long count, long blockLength, long stride, Datatype type) {
        return TypeArguments.of("Datatype.vector", type).strided("vector", count, blockLength, stride,
                type.map.extent(), type);
    }

    /** MPI_Type_create_hvector: as {@link #vector}, with a stride in bytes. */
    public static Datatype hvector(long count, long blockLength, long stride, Datatype type) {
        return TypeArguments.of("Datatype.hvector", type).strided("hvector", count, blockLength, stride, 1, type);
    }

    /**
     * MPI_Type_indexed: blocks of any length at any place, in the order of the lists. The arrays are copied.
     *
     * @param blockLengths elements of each block
     * @param displacements where each block begins, in extents of {@code type}
     */
    public static Datatype indexed(int[] blockLengths, int[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.indexed");
        long[] lengths = arguments.lengths(blockLengths);
        arguments.given("displacements", displacements);
        arguments.sameLength("blockLengths", lengths.length, "displacements", displacements.length);
        return arguments.blocks("indexed", lengths, arguments.inBytes(displacements, type), type);
    }

    /** MPI_Type_create_hindexed: as {@link #indexed}, with displacements in bytes. */
    public static Datatype hindexed(int[] blockLengths, long[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hindexed");
        long[] lengths = arguments.lengths(blockLengths);
        arguments.given("displacements", displacements);
        arguments.sameLength("blockLengths", lengths.length, "displacements", displacements.length);
        return arguments.blocks("hindexed", lengths, displacements.clone(), type);
    }

    /**
     * MPI_Type_create_indexed_block: blocks of equal length at any place, in the order of the list. The array is
     * copied.
     *
     * @param displacements where each block begins, in extents of {@code type}
     */
    public static Datatype indexedBlock(long blockLength, int[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.indexedBlock");
        arguments.given("displacements", displacements);
        return arguments.blocks("indexedBlock", arguments.equal(blockLength, displacements.length),
                arguments.inBytes(displacements, type), type);
    }

    /** MPI_Type_create_hindexed_block: as {@link #indexedBlock}, with displacements in bytes. */
    public static Datatype hindexedBlock(long blockLength, long[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hindexedBlock");
        arguments.given("displacements", displacements);
        return arguments.blocks("hindexedBlock", arguments.equal(blockLength, displacements.length),
                displacements.clone(), type);
    }

    /**
     * MPI_Type_create_struct: blocks of different types, in the order of the lists. The arrays are copied.
     *
     * @param blockLengths elements of each block
     * @param displacements where each block begins, in bytes
     * @param types of each block's elements
     */
    public static Datatype struct(int[] blockLengths, long[] displacements, Datatype[] types) {
        TypeArguments arguments = new TypeArguments("Datatype.struct");
        long[] lengths = arguments.lengths(blockLengths);
        arguments.given("displacements", displacements);
        arguments.types(types, lengths.length, displacements.length);
        return arguments.make(TypeArguments.nameOfStruct(lengths, types), () -> {
            Typemap[] parts = new Typemap[lengths.length];
            for (int i = 0; i < parts.length; i++) {
                Typemap map = types[i].map;
                parts[i] = map.times(lengths[i], map.extent());
            }
            return Typemap.sequence(parts, displacements);
        }, () -> TypeDescription.struct(types, lengths, displacements));
    }

    /**
     * MPI_Type_create_resized: the same elements with another lower bound and extent, in bytes, of any sign. Marks the
     * bounds: those of types made of it depend on these only.
     */
    public static Datatype resized(Datatype type, long lowerBound, long extent) {
        return TypeArguments.of("Datatype.resized", type).make(
                TypeArguments.within("resized(" + lowerBound + ", " + extent + ")", type),
                () -> type.map.resized(lowerBound, extent),
                () -> TypeDescription.resized(type, lowerBound, extent));
    }

    /** MPI_Type_dup: an equal type, committed if {@code type} is, to be freed by itself. */
    public static Datatype dup(Datatype type) {
        new TypeArguments("Datatype.dup").type("type", type);
        String name = type.isPredefined() ? "dup of " + type : type.toString();
        Datatype copy = new Datatype(name, type.map, type.description);
        return type.isCommitted() ? copy.commit() : copy;
    }

    /**
     * MPI_Type_create_subarray in C order: a part of an array of {@code type}, the last dimension varying fastest. Its
     * bounds are those of the whole array, and are marked as {@link #resized} does. The arrays are copied.
     *
     * @param sizes of the array by dimension; at least one dimension, none of size 0
     * @param subsizes of the part, at least 1 each
     * @param starts where the part begins, by dimension, in elements
     */
    public static Datatype subarray(int[] sizes, int[] subsizes, int[] starts, Datatype type) {
        TypeArguments arguments = TypeArguments.of("Datatype.subarray", type);
        arguments.part(sizes, subsizes, starts);
        String part = sizes.length > 4 ? sizes.length + " dimensions"
                : Arrays.toString(subsizes) + " at " + Arrays.toString(starts) + " in " + Arrays.toString(sizes);
        return arguments.make(TypeArguments.within("subarray(" + part + ")", type),
                () -> type.map.part(sizes, subsizes, starts),
                () -> TypeDescription.subarray(type, sizes, subsizes, starts));
    }

    /** Of blocks in a description. */
    static Datatype blocks(long[] lengths, long[] displacements, Datatype type) {
        TypeArguments arguments = new TypeArguments("Datatype.hindexed");
        for (int i = 0; i < lengths.length; i++) {
            arguments.notNegative("blockLengths[" + i + "]", lengths[i]);
        }
        return arguments.blocks("hindexed", lengths, displacements, type);
    }

    /** MPI_Type_commit: allows the type in communication. Once is enough. Answers this type. */
    public Datatype commit() {
        unfreed("Datatype.commit");
        use();
        return this;
    }

    /** MPI_Type_free: the type may not be used any more. Not of predefined types. */
    public void free() {
        unfreed("Datatype.free");
        if (predefined) {
            throw new TypeArguments("Datatype.free").bad(name + " is predefined: only derived types are freed");
        }
        usable = -1;
        usableDense = -1;
        state = FREED;
    }

    private void unfreed(String call) {
        if (state == FREED) {
            throw new TypeArguments(call).bad(name + " was freed: it may not be used any more");
        }
    }

    /** Whether it may be used in communication: it was committed, or is predefined, and was not freed. */
    public boolean isCommitted() {
        return state == COMMITTED;
    }

    boolean isFreed() {
        return state == FREED;
    }

    /** Whether it is one of the constants. */
    public boolean isPredefined() {
        return predefined;
    }

    /**
     * MPI_Pack: copies the data of {@code count} elements in {@code source} to {@code packed}, from {@code position}
     * on, without gaps. Answers the position behind it. Any thread. The two do not overlap.
     */
    public long pack(MemorySegment source, long count, MemorySegment packed, long position) {
        TypeArguments arguments = new TypeArguments("Datatype.pack");
        long bytes = arguments.packed(this, "source", source, count, packed, position);
        arguments.writable("packed", packed);
        TypedCopy.pack(this, count, false, source, 0, 0, packed, position, bytes);
        return position + bytes;
    }

    /** MPI_Unpack: the reverse of {@link #pack}. Gaps in {@code target} are not touched. */
    public long unpack(MemorySegment packed, long position, MemorySegment target, long count) {
        TypeArguments arguments = new TypeArguments("Datatype.unpack");
        long bytes = arguments.packed(this, "target", target, count, packed, position);
        arguments.writable("target", target);
        String overlap = layout.overlap(count);
        if (!overlap.isEmpty()) {
            throw arguments.bad(TypeChecks.overlapping("target", count, this, overlap));
        }
        TypedCopy.unpack(this, count, false, target, 0, 0, packed, position, bytes);
        return position + bytes;
    }

    /** MPI_Pack_size: bytes that {@link #pack} takes for {@code count} elements, no more. Error: a negative count. */
    public long packSize(long count) {
        new TypeArguments("Datatype.packSize").count(this, "packed", count);
        return bytes(count);
    }

    /** MPI_Type_size: bytes of data in one element, without gaps. */
    public long size() {
        unfreed("Datatype.size");
        return size;
    }

    /** MPI_Type_get_extent: the lower bound, in bytes. */
    public long lowerBound() {
        unfreed("Datatype.lowerBound");
        return map.bounds().lower();
    }

    /** MPI_Type_get_extent: how far elements are apart, in bytes. */
    public long extent() {
        unfreed("Datatype.extent");
        return extent;
    }

    /** MPI_Type_get_true_extent: displacement of the lowest byte of data; 0 if there is none. */
    public long trueLowerBound() {
        unfreed("Datatype.trueLowerBound");
        return map.bounds().low();
    }

    /** MPI_Type_get_true_extent: from the lowest byte of data to behind the highest. */
    public long trueExtent() {
        unfreed("Datatype.trueExtent");
        return map.bounds().high() - map.bounds().low();
    }

    /** How it was made, in a short form. */
    @Override
    public String toString() {
        return name;
    }

    static Datatype predefined(Basic basic) {
        return PREDEFINED.get(basic.ordinal());
    }

    /**
     * Bytes of {@code count} elements if the type is usable (committed, not freed), dense (one run from byte 0, as long
     * as its extent), and they are legal; else -1.
     */
    long denseBytes(long count) {
        return count >= 0 && count <= usableDense ? count * size : -1;
    }

    /**
     * Throws unless the type may be used in {@code call} with {@code count}; {@code role} is "origin", "target" or
     * "result". A null type is refused by the static form.
     */
    static void check(WindowCore core, String call, String role, long count, Datatype type) {
        if (type == null || count < 0 || count > type.usable) {
            throw core.refusals.bad(call, TypeChecks.unusable(role, count, type));
        }
    }

    /** Bytes of data in {@code count} elements; checked before for overflow. */
    long bytes(long count) {
        return size * count;
    }

    /** Offset of the lowest byte of {@code count} elements relative to where they begin; 0 where there are none. */
    long low(long count) {
        return count == 0 || size == 0 ? 0 : map.bounds().low() + Math.min(0, (count - 1) * extent);
    }

    /** Offset behind the highest byte of {@code count} elements. */
    long high(long count) {
        return count == 0 || size == 0 ? 0 : map.bounds().high() + Math.max(0, (count - 1) * extent);
    }

    /** The kind of all its elements, if they are of one; else null. */
    Basic uniform() {
        return map.kind();
    }

    Signature signature() {
        return map.signature();
    }

    SignatureMatch match() {
        return match;
    }

    void keep(SignatureMatch found) {
        match = found;
    }

    /** Throws unless what is sent is a beginning of what is received, element by element. */
    static void checkSignatures(WindowCore core, String call, long sentCount, Datatype sent, long receivedCount,
            Datatype received) {
        Basic kind = sent.map.kind();
        if (kind == null || kind != received.map.kind() || sent.bytes(sentCount) > received.bytes(receivedCount)) {
            String mismatch = TypeChecks.mismatch(sentCount, sent, receivedCount, received);
            if (mismatch != null) {
                throw core.refusals.bad(call, mismatch);
            }
        }
    }

    /** Throws if a transfer to {@code count} elements would write a byte twice. */
    static void checkTarget(WindowCore core, String call, String role, long count, Datatype type) {
        if (count > type.usableDense) {
            String overlap = type.layout.overlap(count);
            if (!overlap.isEmpty()) {
                throw core.refusals.bad(call, TypeChecks.overlapping(role, count, type, overlap));
            }
        }
    }

    /** Throws if {@link #elements} cannot be made of so many. */
    static void checkElements(WindowCore core, String call, long count, Datatype type) {
        if (!type.wholeLayout.isShape(count)) {
            throw core.refusals.bad(call, TypeChecks.tooMany(count, type));
        }
    }

    /**
     * The bytes of {@code count} elements, kept for the next time. Where {@link Layout#isDirect} is not so, the shape
     * is large, and is made each time, and cannot be made at all where {@link Layout#isShape} is not so:
     * {@link TypedCopy} does without.
     */
    Shape shape(long count) {
        return layout.shape(count);
    }

    /** As {@link #shape}, but of whole elements for accumulates: {@link Basic#span} bytes for each. */
    Shape elements(long count) {
        return wholeLayout.shape(count);
    }

    /** Bytes of what {@link #elements} takes, without making a shape. */
    long elementBytes(long count) {
        return wholeLayout.bytes() * count;
    }

    /**
     * The light-weight representation from which {@link #ofDescription} makes the type elsewhere; not to be changed.
     */
    byte[] description() {
        return description;
    }

    /** A committed type. Throws IllegalArgumentException for what is no description. */
    static Datatype ofDescription(byte[] description) {
        return TypeDescription.read(description).commit();
    }

    @Override
    protected String refusal(String role, long count) {
        return count < 0 || count > usable ? TypeChecks.unusable(role, count, this) : null;
    }

    @Override
    protected String overlap(String role, long count) {
        String found = count > usableDense ? layout.overlap(count) : "";
        return found.isEmpty() ? null : TypeChecks.overlapping(role, count, this, found);
    }

    @Override
    protected long denseRun(long count) {
        return denseBytes(count);
    }

    @Override
    protected long dataBytes(long count) {
        return bytes(count);
    }

    @Override
    protected long lowest(long count) {
        return low(count);
    }

    @Override
    protected long highest(long count) {
        return high(count);
    }

    @Override
    protected long elementsIn(long bytes) {
        return size == 0 ? 0 : signature().elementsIn(size, bytes);
    }

    @Override
    protected void pack(TypedMemory elements, long position, MemorySegment packed, long at, long bytes) {
        TypedCopy.pack(this, elements.count(), false, elements.memory(), elements.base(), position, packed, at, bytes);
    }

    @Override
    protected void unpack(TypedMemory elements, long position, MemorySegment packed, long at, long bytes) {
        TypedCopy.unpack(this, elements.count(), false, elements.memory(), elements.base(), position, packed, at,
                bytes);
    }
}
