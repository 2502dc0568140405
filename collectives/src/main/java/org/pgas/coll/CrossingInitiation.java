package org.pgas.coll;

import java.lang.foreign.MemorySegment;

/**
 * Makes the operations of a team of several neighbourhoods: folds of large vectors go from neighbourhood to
 * neighbourhood, where fewer bytes have to cross then. It depends on the team, the root and the size alone.
 */
final class CrossingInitiation extends Initiation {
    /**
     * What a frame of a wire takes: each costs a call of the system on both sides, and a turn of the poll. In checked
     * mode a cell is more, and goes in two.
     */
    private static final long CELL_BYTES = 64 << 10;

    private final Crossing crossing;

    // made when they are first needed; null when operands go to their readers as they are

    private final FoldChain[] toOne;
    private final boolean[] isToOneKnown;
    private final FoldChain toLast;
    private final FoldChain upward;

    private CrossingInitiation(Member member) {
        super(member);
        crossing = new Crossing(member.around.neighbourhoods());
        toOne = new FoldChain[size];
        isToOneKnown = new boolean[size];
        FoldChain last = FoldChain.toLast(crossing);
        toLast = isShorterForAll(last) ? last : null;
        FoldChain scan = FoldChain.upward(crossing);
        upward = scan.crossings() < directly(Form.SCAN, NO_ROOT) ? scan : null;
    }

    /** Declared as {@code Initiation} for the reason of {@link CopiedSlots#make}. */
    static Initiation make(Member member) {
        return new CrossingInitiation(member);
    }

    /** How often operands cross when each reader reads the operand of every member that it needs data of. */
    private int directly(Form form, int root) {
        int crossings = 0;
        for (int rank = 0; rank < size; rank++) {
            int writer = rank;
            crossings += crossing.takers(writer, reader -> form.reads(reader, writer, root)).length;
        }
        return crossings;
    }

    /**
     * Of large vectors each member folds a part, for which the operands of all others come; then the parts go to all.
     * In a chain the result goes to all.
     */
    private boolean isShorterForAll(FoldChain chain) {
        int others = crossing.neighbourhoods() - 1;
        long parts = 0;
        for (int rank = 0; rank < size; rank++) {
            parts += crossing.elsewhere(rank);
        }
        return (long) chain.crossings() * size < parts
                && chain.crossings() + others < directly(Form.REDUCE_TO_ALL, NO_ROOT);
    }

    private FoldChain toOne(int root) {
        if (!isToOneKnown[root]) {
            isToOneKnown[root] = true;
            FoldChain chain = FoldChain.toOne(crossing, root);
            toOne[root] = chain.crossings() < directly(Form.REDUCE_TO_ONE, root) ? chain : null;
        }
        return toOne[root];
    }

    @Override
    long leastCell() {
        return CELL_BYTES;
    }

    /** Whether the blocks of a neighbourhood are more than goes in one round, which is the quickest for less. */
    private boolean isLarge(long bytes) {
        return stride(bytes) * crossing.most() > member.slots.mostInOneRound();
    }

    @Override
    Operation reduceToAll(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        if (!isLarge(bytes)) {
            return fold(Form.REDUCE_TO_ALL, NO_ROOT, target, source, reduction, bytes);
        }
        // to compare calls, each is one collective
        if (toLast == null || member.checked) {
            return super.reduceToAll(target, source, reduction, bytes);
        }
        Call fold = call(Form.REDUCE_FOR_ALL, NO_ROOT, bytes, reduction.elementBytes(), source, target, "");
        ChainOperation folded = new ChainOperation(member, fold, toLast, reduction, target, source);
        begin(folded);
        Call give = call(Form.GIVE_RESULT, toLast.last(), bytes, reduction.elementBytes(), source, target, "");
        return begin(ResultOperation.of(member, give, folded, target));
    }

    @Override
    Operation folded(Form form, int root, MemorySegment target, MemorySegment source, Reduction reduction, long bytes,
            String details) {
        FoldChain chain = !isLarge(bytes) ? null : switch (form) {
            case REDUCE_TO_ONE -> toOne(root);
            case SCAN, EXSCAN -> upward;
            default -> null;
        };
        if (chain == null) {
            return super.folded(form, root, target, source, reduction, bytes, details);
        }
        Form along = switch (form) {
            case REDUCE_TO_ONE -> Form.REDUCE_ALONG;
            case SCAN -> Form.SCAN_ALONG;
            default -> Form.EXSCAN_ALONG;
        };
        Call call = call(along, root, bytes, reduction.elementBytes(), source, target, details);
        return new ChainOperation(member, call, chain, reduction, target, source);
    }
}
