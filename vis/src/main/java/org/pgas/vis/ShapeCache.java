package org.pgas.vis;

import java.util.Arrays;
import java.util.Objects;

import org.pgas.Team;
import org.pgas.regions.Nest;
import org.pgas.regions.Regions;

/**
 * Finds shapes by what they would be made of, or makes them: for calls that take strides, counts and lists as arguments
 * each time, and are repeated with equal ones. A shape that is found has found out already what it remembers, such as
 * the way of its last transfer.
 *
 * <p>Equal arguments give the same shape as long as it is kept, whichever call gave them; arguments that differ never
 * do. Kept are some hundred shapes, of lists of up to 32768 entries; lists of more are made in each call. Lists of
 * shapes take 20 MiB at most, and as much those of global shapes.
 *
 * <p><b>Callers.</b> Any thread; nothing is waited for. To find allocates nothing. Arrays are copied, and may be
 * overwritten when a call returns.
 *
 * <p><b>Units.</b> As of {@link Shape} and {@link GlobalShape}: bytes.
 *
 * <p><b>Errors.</b> Those of the shape's making, in the name of {@code call} and with the rank.
 */
public final class ShapeCache {
    /** Kinds of arguments, of which equal numbers mean different shapes, or shapes of different names. */
    private static final int NESTED = 1;
    private static final int CHUNKED = 2;
    private static final int STREAMED = 3;
    private static final int DEEP = 4;
    private static final int INDEXED = 5;
    private static final int VECTOR = 6;
    private static final int PLACED = 7;
    private static final int REGIONS = 8;

    /** Of {@link #NESTED}, the number of levels in these units is added. */
    private static final int LEVEL = 16;

    private static final long[] NONE = {};

    /** Gives the rank for messages; null where no rank is known. */
    private final Team team;

    private final ContentTable<Shape> nests;
    private final ListTables<Shape> lists;
    private final ContentTable<GlobalShape> places;
    private final ListTables<GlobalShape> globals;

    /** Places in the tables of nests and of short lists: powers of two, and 32 lists at least; or none. */
    ShapeCache(Team team, int nests, int lists) {
        this.team = team;
        this.nests = new ContentTable<>(nests);
        this.lists = new ListTables<>(lists);
        this.places = new ContentTable<>(nests);
        this.globals = new ListTables<>(lists);
    }

    /** An empty cache. Messages name the team's rank. */
    public static ShapeCache of(Team team) {
        return new ShapeCache(Objects.requireNonNull(team, "team"), 512, 64);
    }

    /** Makes each shape anew. Messages name no rank. */
    static ShapeCache keepingNothing() {
        return new ShapeCache(null, 0, 0);
    }

    /** For what is said about arguments that were refused. */
    Call call(String name) {
        return new Call(team, name);
    }

    void notNegative(String call, String argument, long value) {
        if (value < 0) {
            call(call).notNegative(argument, value);
        }
    }

    /** {@link Shape#contiguous}. */
    public Shape contiguous(String call, long bytes) {
        notNegative(call, "bytes", bytes);
        return nest(call, 0, bytes);
    }

    /** {@link Shape#chunked}. */
    public Shape chunked(String call, long bytes, long count, long stride) {
        long hash = ContentHash.ofNumbers(CHUNKED, 0, bytes, count, stride, 0, 0);
        Shape found = find(nests, hash, CHUNKED, 0, bytes, count, stride, 0, 0);
        if (found == null) {
            found = Shape.chunked(call(call), bytes, count, stride);
            nests.keep(hash, ContentTable.Entry.ofNumbers(CHUNKED, 0, bytes, count, stride, 0, 0, found));
        }
        return found;
    }

    /** {@link Shape#strided}. */
    public Shape strided(String call, long elementBytes, long[] counts, long[] strides) {
        Objects.requireNonNull(counts, "counts");
        Objects.requireNonNull(strides, "strides");
        if (counts.length != strides.length) {
            throw call(call).bad(counts.length + " counts and " + strides.length
                    + " strides: each level needs one of either");
        }
        return nest(call, elementBytes, counts, 0, strides, counts.length);
    }

    /**
     * Parts of {@code count[0]} bytes, and {@code count[i]} rounds that are {@code strides[i - 1]} bytes apart, for i
     * from 1 to {@code levels}. Entries behind these are not looked at; without levels, {@code strides} may be null.
     *
     * <p>Source: ARMCI_PutS; UPC, upc_memcpy_strided.
     */
    public Shape strided(String call, int[] count, int[] strides, int levels) {
        checkLevels(call, count == null ? -1 : count.length, strides == null ? -1 : strides.length, levels);
        checkPart(call, count[0]);
        return switch (levels) {
            case 0 -> nest(call, 0, count[0]);
            case 1 -> nest(call, 0, count[0], count[1], strides[0]);
            case 2 -> nest(call, 0, count[0], count[1], strides[0], count[2], strides[1]);
            default -> deepNest(call, count, strides, levels);
        };
    }

    /** As the other form. */
    public Shape strided(String call, long[] count, long[] strides, int levels) {
        checkLevels(call, count == null ? -1 : count.length, strides == null ? -1 : strides.length, levels);
        checkPart(call, count[0]);
        return nest(call, count[0], count, 1, strides, levels);
    }

    /** Lengths are negative where there is no array. */
    private void checkLevels(String call, int counts, int strides, int levels) {
        if (levels < 0 || counts <= levels || levels > 0 && strides < levels) {
            throw call(call).bad(levels + " levels, with "
                    + (counts < 0 ? "no count" : counts + " entries of count") + " and "
                    + (strides < 0 ? "no strides" : strides + " entries of strides")
                    + ": legal are 0 levels and more, an entry of strides for each, and of count one more");
        }
    }

    private void checkPart(String call, long bytes) {
        if (bytes < 0) {
            throw call(call).bad("count[0] is " + bytes + ": legal are 0 and more");
        }
    }

    private Shape nest(String call, long bytes, long[] counts, int from, long[] strides, int levels) {
        return switch (levels) {
            case 0 -> nest(call, 0, bytes);
            case 1 -> nest(call, 0, bytes, counts[from], strides[0]);
            case 2 -> nest(call, 0, bytes, counts[from], strides[0], counts[from + 1], strides[1]);
            default -> deepNest(call, bytes, counts, from, strides, levels);
        };
    }

    /** An element at {@code origin}. */
    Shape nest(String call, long origin, long bytes) {
        return nest(call, 0, origin, bytes, 0, 0, 0, 0);
    }

    /** Elements in one loop, the first at {@code origin}. */
    Shape nest(String call, long origin, long bytes, long count, long stride) {
        return nest(call, 1, origin, bytes, count, stride, 0, 0);
    }

    /** Elements in two loops, the first at {@code origin}. */
    Shape nest(String call, long origin, long bytes, long count0, long stride0, long count1, long stride1) {
        return nest(call, 2, origin, bytes, count0, stride0, count1, stride1);
    }

    private Shape nest(String call, int levels, long origin, long bytes, long count0, long stride0, long count1,
            long stride1) {
        int form = NESTED + LEVEL * levels;
        long hash = ContentHash.ofNumbers(form, origin, bytes, count0, stride0, count1, stride1);
        Shape found = find(nests, hash, form, origin, bytes, count0, stride0, count1, stride1);
        if (found == null) {
            found = Shape.strided(call(call), origin, bytes, Arrays.copyOf(new long[]{count0, count1}, levels),
                    Arrays.copyOf(new long[]{stride0, stride1}, levels));
            nests.keep(hash,
                    ContentTable.Entry.ofNumbers(form, origin, bytes, count0, stride0, count1, stride1, found));
        }
        return found;
    }

    private static <S> S find(ContentTable<S> table, long hash, int form, long base, long bytes, long count0,
            long stride0, long count1, long stride1) {
        for (int way = 0; way < ContentTable.WAYS; way++) {
            ContentTable.Entry<S> entry = table.entry(hash, way);
            if (entry != null && entry.isOfNumbers(form, base, bytes, count0, stride0, count1, stride1)) {
                return entry.shape();
            }
        }
        return null;
    }

    private Shape deepNest(String call, long bytes, long[] counts, int from, long[] strides, int levels) {
        long hash = ContentHash.ofNest(ContentHash.ofHead(DEEP, bytes, levels), counts, from, strides, levels);
        for (int way = 0; way < ContentTable.WAYS; way++) {
            ContentTable.Entry<Shape> entry = nests.entry(hash, way);
            if (entry != null && entry.isOfLists(DEEP, bytes, levels)
                    && isPart(counts, from, entry.list()) && isPart(strides, 0, entry.otherList())) {
                return entry.shape();
            }
        }
        return newDeepNest(call, hash, bytes, Arrays.copyOfRange(counts, from, from + levels),
                Arrays.copyOf(strides, levels));
    }

    private Shape deepNest(String call, int[] count, int[] strides, int levels) {
        long bytes = count[0];
        long hash = ContentHash.ofNest(ContentHash.ofHead(DEEP, bytes, levels), count, 1, strides, levels);
        for (int way = 0; way < ContentTable.WAYS; way++) {
            ContentTable.Entry<Shape> entry = nests.entry(hash, way);
            if (entry != null && entry.isOfLists(DEEP, bytes, levels)
                    && isPart(count, 1, 1, entry.list()) && isPart(strides, 0, 1, entry.otherList())) {
                return entry.shape();
            }
        }
        return newDeepNest(call, hash, bytes, scaled(count, 1, levels, 1), scaled(strides, 0, levels, 1));
    }

    private Shape newDeepNest(String call, long hash, long bytes, long[] counts, long[] strides) {
        Shape made = Shape.strided(call(call), 0, bytes, counts, strides);
        nests.keep(hash, ContentTable.Entry.ofLists(DEEP, bytes, counts, strides, made));
        return made;
    }

    private static boolean isPart(long[] list, int from, long[] kept) {
        return Arrays.equals(list, from, from + kept.length, kept, 0, kept.length);
    }

    private static boolean isPart(int[] list, int from, long factor, long[] kept) {
        for (int i = 0; i < kept.length; i++) {
            if (list[from + i] * factor != kept[i]) {
                return false;
            }
        }
        return true;
    }

    private static long[] scaled(int[] list, int from, int count, long factor) {
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
            longs[i] = list[from + i] * factor;
        }
        return longs;
    }

    /** {@link Shape#indexed} of the first {@code count} entries of {@code offsets}. */
    public Shape indexed(String call, long bytes, long[] offsets, int count) {
        checkList(call, "offsets", offsets == null ? -1 : offsets.length, count);
        ContentTable<Shape> table = lists.forLength(count);
        if (table == null) {
            return Shape.of(ListGeometry.indexedOf(call(call), bytes, Arrays.copyOf(offsets, count)));
        }
        long hash = ContentHash.ofList(ContentHash.ofHead(INDEXED, bytes, count), offsets, count);
        Shape found = find(table, hash, INDEXED, bytes, offsets, NONE, count);
        return found != null ? found : newIndexed(call, table, hash, bytes, Arrays.copyOf(offsets, count));
    }

    /** As the other form, of offsets that are {@code indices} times {@code bytes}. */
    public Shape indexed(String call, long bytes, int[] indices, int count) {
        checkList(call, "indices", indices == null ? -1 : indices.length, count);
        if (bytes < 0 || bytes > Integer.MAX_VALUE) {
            return farIndexed(call, bytes, indices, count);
        }
        ContentTable<Shape> table = lists.forLength(count);
        if (table == null) {
            return Shape.of(ListGeometry.indexedOf(call(call), bytes, scaled(indices, 0, count, bytes)));
        }
        long hash = ContentHash.ofList(ContentHash.ofHead(INDEXED, bytes, count), indices, count, bytes);
        for (int way = 0; way < ContentTable.WAYS; way++) {
            ContentTable.Entry<Shape> entry = table.entry(hash, way);
            if (entry != null && entry.isOfLists(INDEXED, bytes, count) && isPart(indices, 0, bytes, entry.list())) {
                return entry.shape();
            }
        }
        return newIndexed(call, table, hash, bytes, scaled(indices, 0, count, bytes));
    }

    /** Elements so long that an index times their length may be no long any more. */
    private Shape farIndexed(String call, long bytes, int[] indices, int count) {
        Call named = call(call);
        named.notNegative("bytes", bytes);
        long[] offsets = new long[count];
        return named.shape(() -> {
            for (int i = 0; i < count; i++) {
                offsets[i] = Math.multiplyExact(indices[i], bytes);
            }
            return Shape.of(ListGeometry.indexedOf(named, bytes, offsets));
        });
    }

    private Shape newIndexed(String call, ContentTable<Shape> table, long hash, long bytes, long[] offsets) {
        Shape made = Shape.of(ListGeometry.indexedOf(call(call), bytes, offsets));
        table.keep(hash, ContentTable.Entry.ofLists(INDEXED, bytes, offsets, NONE, made));
        return made;
    }

    /** {@link Shape#vector} of the first {@code count} entries of both lists. */
    public Shape vector(String call, long[] offsets, long[] lengths, int count) {
        return vector(call, "offsets", offsets, "lengths", lengths, count);
    }

    /** As the other form, with the names that the call has for the lists. */
    public Shape vector(String call, String offsetsName, long[] offsets, String lengthsName, long[] lengths,
            int count) {
        checkList(call, offsetsName, offsets == null ? -1 : offsets.length, count);
        checkList(call, lengthsName, lengths == null ? -1 : lengths.length, count);
        ContentTable<Shape> table = lists.forLength(count);
        if (table == null) {
            return newVector(call, lengthsName, Arrays.copyOf(offsets, count), Arrays.copyOf(lengths, count));
        }
        long hash = ContentHash.ofList(ContentHash.ofHead(VECTOR, 0, count), offsets, count);
        hash = ContentHash.ofList(hash, lengths, count);
        Shape found = find(table, hash, VECTOR, 0, offsets, lengths, count);
        if (found == null) {
            long[] keptOffsets = Arrays.copyOf(offsets, count);
            long[] keptLengths = Arrays.copyOf(lengths, count);
            found = newVector(call, lengthsName, keptOffsets, keptLengths);
            table.keep(hash, ContentTable.Entry.ofLists(VECTOR, 0, keptOffsets, keptLengths, found));
        }
        return found;
    }

    private Shape newVector(String call, String lengthsName, long[] offsets, long[] lengths) {
        Call named = call(call);
        for (int i = 0; i < lengths.length; i++) {
            named.notNegative(lengthsName, i, lengths[i]);
        }
        return Shape.of(ListGeometry.vectorOf(named, offsets, lengths));
    }

    private static <S> S find(ContentTable<S> table, long hash, int form, long bytes, long[] list, long[] otherList,
            int count) {
        for (int way = 0; way < ContentTable.WAYS; way++) {
            ContentTable.Entry<S> entry = table.entry(hash, way);
            if (entry != null && entry.isOfLists(form, bytes, count) && isPart(list, 0, entry.list())
                    && isPart(otherList, 0, entry.otherList())) {
                return entry.shape();
            }
        }
        return null;
    }

    /** The length is negative where there is no array. */
    private void checkList(String call, String name, int length, int count) {
        if (count < 0 || count > length) {
            Call named = call(call);
            named.notNegative("count", count);
            throw length < 0
                    ? named.bad(name + " is null")
                    : named.bad("count is " + count + ", but " + name + " has " + length + " entries");
        }
    }

    /** {@link GlobalShape#vector} of the first {@code count} entries of both lists. */
    public GlobalShape globalVector(String call, long[] pointers, long[] lengths, int count) {
        checkList(call, "pointers", pointers == null ? -1 : pointers.length, count);
        checkList(call, "lengths", lengths == null ? -1 : lengths.length, count);
        ContentTable<GlobalShape> table = globals.forLength(count);
        if (table == null) {
            return GlobalShape.listed(call(call), Arrays.copyOf(pointers, count), Arrays.copyOf(lengths, count));
        }
        long hash = ContentHash.ofList(ContentHash.ofHead(VECTOR, 0, count), pointers, count);
        hash = ContentHash.ofList(hash, lengths, count);
        GlobalShape found = find(table, hash, VECTOR, 0, pointers, lengths, count);
        if (found == null) {
            long[] keptPointers = Arrays.copyOf(pointers, count);
            long[] keptLengths = Arrays.copyOf(lengths, count);
            found = GlobalShape.listed(call(call), keptPointers, keptLengths);
            table.keep(hash, ContentTable.Entry.ofLists(VECTOR, 0, keptPointers, keptLengths, found));
        }
        return found;
    }

    /** {@link GlobalShape#indexed} of the first {@code count} entries of {@code pointers}. */
    public GlobalShape globalIndexed(String call, long bytes, long[] pointers, int count) {
        checkList(call, "pointers", pointers == null ? -1 : pointers.length, count);
        ContentTable<GlobalShape> table = globals.forLength(count);
        if (table == null) {
            return GlobalShape.listed(call(call), bytes, Arrays.copyOf(pointers, count));
        }
        long hash = ContentHash.ofList(ContentHash.ofHead(INDEXED, bytes, count), pointers, count);
        GlobalShape found = find(table, hash, INDEXED, bytes, pointers, NONE, count);
        if (found == null) {
            long[] kept = Arrays.copyOf(pointers, count);
            found = GlobalShape.listed(call(call), bytes, kept);
            table.keep(hash, ContentTable.Entry.ofLists(INDEXED, bytes, kept, NONE, found));
        }
        return found;
    }

    /** {@link GlobalShape#of}; found where {@code shape} is the very one that it was made of. */
    public GlobalShape global(String call, long pointer, Shape shape) {
        if (shape == null) {
            throw call(call).bad("shape is null");
        }
        Regions regions = shape.regions();
        ContentTable<GlobalShape> table = regions instanceof Nest ? places : globals.forLength(regions.runs());
        if (table == null) {
            return GlobalShape.of(call(call), pointer, shape);
        }
        long hash = ContentHash.ofPlace(pointer, shape);
        for (int way = 0; way < ContentTable.WAYS; way++) {
            ContentTable.Entry<GlobalShape> entry = table.entry(hash, way);
            if (entry != null && entry.isOfPlace(PLACED, pointer, shape)) {
                return entry.shape();
            }
        }
        GlobalShape made = GlobalShape.of(call(call), pointer, shape);
        table.keep(hash, ContentTable.Entry.ofPlace(PLACED, pointer, shape, made));
        return made;
    }

    // What calls make themselves, of arguments of their own kind; asked for before it is made.

    /** Null when it is not kept, or an entry is null. */
    Shape regions(Memvec[] regions) {
        ContentTable<Shape> table = lists.forLength(regions.length);
        if (table != null) {
            long hash = ContentHash.ofRegions(regions);
            for (int way = 0; way < ContentTable.WAYS; way++) {
                ContentTable.Entry<Shape> entry = table.entry(hash, way);
                if (entry != null && entry.isOfLists(REGIONS, 0, regions.length)
                        && areSame(regions, entry.list(), entry.otherList())) {
                    return entry.shape();
                }
            }
        }
        return null;
    }

    private static boolean areSame(Memvec[] regions, long[] offsets, long[] lengths) {
        for (int i = 0; i < regions.length; i++) {
            Memvec region = regions[i];
            if (region == null || region.offset() != offsets[i] || region.length() != lengths[i]) {
                return false;
            }
        }
        return true;
    }

    /** The arrays are kept. */
    Shape keepRegions(Shape made, long[] offsets, long[] lengths) {
        ContentTable<Shape> table = lists.forLength(offsets.length);
        if (table != null) {
            table.keep(ContentHash.ofRegions(offsets, lengths),
                    ContentTable.Entry.ofLists(REGIONS, 0, offsets, lengths, made));
        }
        return made;
    }

    /** Of numbers alone, but as much as a list of {@code count} entries. */
    Shape streamed(long size, int count, long step, int span, long skip) {
        ContentTable<Shape> table = lists.forLength(count);
        long hash = ContentHash.ofNumbers(STREAMED, 0, size, count, step, span, skip);
        return table == null ? null : find(table, hash, STREAMED, 0, size, count, step, span, skip);
    }

    Shape keepStreamed(Shape made, long size, int count, long step, int span, long skip) {
        ContentTable<Shape> table = lists.forLength(count);
        if (table != null) {
            long hash = ContentHash.ofNumbers(STREAMED, 0, size, count, step, span, skip);
            table.keep(hash, ContentTable.Entry.ofNumbers(STREAMED, 0, size, count, step, span, skip, made));
        }
        return made;
    }
}
