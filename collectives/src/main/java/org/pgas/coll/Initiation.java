package org.pgas.coll;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Makes the operations of calls. The caller has checked the arguments. */
class Initiation {
    /**
     * A cell is at least so large, and of a block this part. Where all write and read, it is best to have written all
     * before anything is read: a reader is ahead of itself by the processor's prefetches, and takes lines away from the
     * writer. Where some only write and others only read, smaller cells have them work at the same time.
     */
    private static final long LEAST_CELL_BYTES = 8 << 10;

    private static final long MOST_CELL_BYTES = 128 << 10;
    private static final int CELLS_OF_A_BLOCK = 2;
    private static final long MOST_CELL_BYTES_ONE_WAY = 32 << 10;
    private static final int CELLS_ONE_WAY = 4;

    /** From here on, and from three members on, each member reduces a part of the vectors, rather than all of them. */
    static final long DIVIDED_BYTES = 32 << 10;

    private static final long ALIGNMENT = 64;
    static final int NO_ROOT = -1;

    final Member member;
    final int rank;
    final int size;

    /** Whether callers wait for each before they begin the next. */
    private final boolean isBlocking;

    Initiation(Member member) {
        this(member, false);
    }

    private Initiation(Member member, boolean isBlocking) {
        this.member = member;
        this.isBlocking = isBlocking;
        this.rank = member.rank;
        this.size = member.size;
    }

    /** Of a team that may have several neighbourhoods. */
    static Initiation of(Member member) {
        return member.around.neighbourhoods() != null ? CrossingInitiation.make(member) : new Initiation(member);
    }

    /** The same for callers that wait for each. No other where members are elsewhere: polls bring in their words. */
    static Initiation ofBlocking(Member member) {
        return member.around.neighbourhoods() != null ? of(member) : new Initiation(member, true);
    }

    Operation broadcast(int root, MemorySegment target, MemorySegment source, long bytes) {
        Parts all = Parts.same(bytes);
        return copy(Form.BROADCAST, root, bytes, target, source, all, all);
    }

    Operation gather(int root, MemorySegment target, MemorySegment source, long bytes) {
        return copy(Form.GATHER, root, bytes, target, source, Parts.same(bytes), Parts.inOrder(bytes));
    }

    Operation scatter(int root, MemorySegment target, MemorySegment source, long bytes) {
        return copy(Form.SCATTER, root, bytes, target, source, Parts.inOrder(bytes), Parts.same(bytes));
    }

    Operation allGather(MemorySegment target, MemorySegment source, long bytes) {
        return copy(Form.ALL_GATHER, NO_ROOT, bytes, target, source, Parts.same(bytes), Parts.inOrder(bytes));
    }

    Operation exchange(MemorySegment target, MemorySegment source, long bytes) {
        Parts all = Parts.inOrder(bytes);
        return copy(Form.EXCHANGE, NO_ROOT, bytes, target, source, all, all);
    }

    Operation gatherV(int root, MemorySegment target, Blocks blocks, MemorySegment source) {
        Parts in = rank == root ? parts(blocks) : null;
        return copy(Form.GATHER_V, root, 0, target, source, Parts.same(source.byteSize()), in);
    }

    Operation scatterV(int root, MemorySegment target, MemorySegment source, Blocks blocks) {
        Parts out = rank == root ? parts(blocks) : null;
        return copy(Form.SCATTER_V, root, 0, target, source, out, Parts.same(target.byteSize()));
    }

    Operation allGatherV(MemorySegment target, Blocks blocks, MemorySegment source) {
        return copy(Form.ALL_GATHER_V, NO_ROOT, 0, target, source, Parts.same(source.byteSize()), parts(blocks));
    }

    Operation exchangeV(MemorySegment target, Blocks targetBlocks, MemorySegment source, Blocks sourceBlocks) {
        return copy(Form.EXCHANGE_V, NO_ROOT, 0, target, source, parts(sourceBlocks), parts(targetBlocks));
    }

    /** The root alone has a target where it reads, and a source where it writes; what is given elsewhere is ignored. */
    private Operation copy(Form form, int root, long bytes, MemorySegment target, MemorySegment source, Parts out,
            Parts in) {
        boolean takesPart = root == NO_ROOT || rank == root;
        MemorySegment from = takesPart || form.flow != Form.Flow.FROM_ROOT ? source : null;
        MemorySegment to = takesPart || form.flow != Form.Flow.TO_ROOT ? target : null;
        String details = member.checked && form == Form.ALL_GATHER_V
                ? ", blocks of " + Arrays.toString(in.lengths()) + " bytes"
                : "";
        Call call = call(form, root, bytes, 1, from, to, details);
        return begin(new CopyOperation(member, call, to, from, out, in, takesPart));
    }

    private Parts parts(Blocks blocks) {
        long[] lengths = new long[size];
        long[] offsets = new long[size];
        for (int i = 0; i < size; i++) {
            lengths[i] = blocks.bytes(i);
            offsets[i] = blocks.offset(i);
        }
        return Parts.of(lengths, offsets);
    }

    Operation reduceToOne(int root, MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        return fold(Form.REDUCE_TO_ONE, root, rank == root ? target : null, source, reduction, bytes);
    }

    Operation reduceToAll(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        // to compare calls, each is one collective
        if (size > 2 && bytes >= DIVIDED_BYTES && !member.checked) {
            return dividedReduceToAll(target, source, reduction, bytes);
        }
        return fold(Form.REDUCE_TO_ALL, NO_ROOT, target, source, reduction, bytes);
    }

    Operation scan(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        return fold(Form.SCAN, NO_ROOT, target, source, reduction, bytes);
    }

    Operation exscan(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        return fold(Form.EXSCAN, NO_ROOT, rank == 0 ? null : target, source, reduction, bytes);
    }

    Operation fold(Form form, int root, MemorySegment target, MemorySegment source, Reduction reduction,
            long bytes) {
        String details = "";
        if (member.checked) {
            boolean inPlace = form == Form.REDUCE_TO_ALL && CopyOperation.isSame(source, 0, target, 0);
            details = ", " + reduction + (inPlace ? ", in place" : "");
        }
        return begin(folded(form, root, target, source, reduction, bytes, details));
    }

    /** Not begun. */
    Operation folded(Form form, int root, MemorySegment target, MemorySegment source, Reduction reduction, long bytes,
            String details) {
        Call call = call(form, root, bytes, reduction.elementBytes(), source, target, details);
        Parts all = Parts.same(bytes);
        return new FoldOperation(member, call, reduction, target, source, all, all);
    }

    private Operation dividedReduceToAll(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        Parts dealt = Parts.dealt(bytes, reduction.elementBytes(), size);
        long own = dealt.bytes(rank);
        Call reduce = call(Form.REDUCE_PARTS, NO_ROOT, bytes, reduction.elementBytes(), source, target, "");
        Operation reduced = new FoldOperation(member, reduce, reduction, target, source, dealt, Parts.same(own));
        begin(reduced);
        Call collect = call(Form.COLLECT_PARTS, NO_ROOT, bytes, reduction.elementBytes(), source, target, "");
        MemorySegment part = target.asSlice(dealt.offset(rank), own);
        return begin(new CopyOperation(member, collect, target, part, Parts.same(own), dealt, true).after(reduced));
    }

    final Operation begin(Operation operation) {
        return isBlocking ? member.carryOut(operation) : member.begin(operation);
    }

    final Call call(Form form, int root, long bytes, long elementBytes, MemorySegment source, MemorySegment target,
            String details) {
        int lanes = form.isPerReader() ? size - 1 : 1;
        long single = Math.max(1, bytes);
        boolean oneShot = !form.isInRounds()
                && stride(single) * (form.isPerReader() ? size : 1) <= member.slots.mostInOneRound();
        long cell = oneShot ? single
                : cell(form.isVaried() ? Long.MAX_VALUE : bytes, form.isOneWay(), lanes, elementBytes, leastCell());
        Thread owner = isConfined(source) || isConfined(target) ? Thread.currentThread() : null;
        String text = member.checked ? form.call() + "(" + (root < 0 ? "" : "root " + root + ", ")
                + (form.isVaried() ? "blocks of their own" : bytes + " bytes") + details + ")" : null;
        return new Call(form, root, bytes, cell, stride(cell), elementBytes, oneShot, owner, text);
    }

    final long stride(long cell) {
        return member.checked ? Operation.checksumOffset(cell) + Long.BYTES : cell;
    }

    /** Bytes that a cell has at least, as far as there may be so many. */
    long leastCell() {
        return LEAST_CELL_BYTES;
    }

    private static long cell(long bytes, boolean oneWay, int lanes, long elementBytes, long least) {
        long most = Math.max(least, oneWay ? MOST_CELL_BYTES_ONE_WAY : MOST_CELL_BYTES) / lanes;
        long wanted = Math.min(most, Math.max(least, bytes / (oneWay ? CELLS_ONE_WAY : CELLS_OF_A_BLOCK)));
        long aligned = Math.max(ALIGNMENT, wanted / ALIGNMENT * ALIGNMENT);
        return Math.max(1, aligned / elementBytes) * elementBytes;
    }

    /** Asked of a thread that owns nothing. */
    private static boolean isConfined(MemorySegment memory) {
        return memory != null && memory.scope().isAlive() && !memory.isAccessibleBy(NobodysThread.INSTANCE);
    }

    private static final class NobodysThread {
        static final Thread INSTANCE = Thread.ofPlatform().unstarted(() -> {});
    }
}
