package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.atomics.AtomicDomain;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;

/** All types and operations of atomic domains: on words of one strand against a model, on words of all against what must come of all their operations. */
final class AtomicOperations extends Operations {
    private static final int WORDS = 16;

    /** Shared words: sum, sum by compare-and-swap, exclusive or, greatest, least. */
    private static final int SHARED = 5;

    private final long own;
    private final long shared;
    private final long[][][] model;
    private final int[][][] ints;
    private final double[][][] doubles;
    private final float[][][] floats;

    /** What each strand has done to the shared words of each rank. */
    private final long[][][] done;

    private LongAtomicDomain longDomain;
    private IntAtomicDomain intDomain;
    private DoubleAtomicDomain doubleDomain;
    private FloatAtomicDomain floatDomain;

    AtomicOperations(Stage stage) {
        super(stage, "atomics");
        own = stage.place(4L * WORDS * 8 * stage.allStrands());
        shared = stage.place(8L * 64 * SHARED);
        model = new long[stage.strands()][stage.ranks()][WORDS];
        ints = new int[stage.strands()][stage.ranks()][WORDS];
        doubles = new double[stage.strands()][stage.ranks()][WORDS];
        floats = new float[stage.strands()][stage.ranks()][WORDS];
        done = new long[stage.strands()][stage.ranks()][SHARED];
        longDomain = LongAtomicDomain.create(stage.world());
        intDomain = IntAtomicDomain.create(stage.world());
        doubleDomain = DoubleAtomicDomain.create(stage.world());
        floatDomain = FloatAtomicDomain.create(stage.world());
    }

    private long at(Strand strand, int kind, int word) {
        return own + ((strand.number() * 4L + kind) * WORDS + word) * 8;
    }

    private long sharedAt(int word) {
        return shared + 512L * word;
    }

    @Override
    void burst(Strand strand) {
        for (int i = 0; i < 16; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            int word = strand.below(WORDS);
            switch (strand.below(5)) {
                case 0 -> longs(strand, rank, word, model[strand.index()][rank]);
                case 1 -> ints(strand, rank, word, ints[strand.index()][rank]);
                case 2 -> doubles(strand, rank, word, doubles[strand.index()][rank]);
                case 3 -> floats(strand, rank, word, floats[strand.index()][rank]);
                default -> shared(strand, rank, done[strand.index()][rank]);
            }
        }
    }

    private void longs(Strand strand, int rank, int word, long[] words) {
        long at = at(strand, 0, word);
        long x = strand.random().nextLong();
        long old = words[word];
        long found = old;
        LongAtomicDomain d = longDomain;
        switch (strand.below(14)) {
            case 0 -> d.set(rank, at, words[word] = x);
            case 1 -> {
                found = d.swap(rank, at, x);
                words[word] = x;
            }
            case 2 -> {
                found = d.fetchAdd(rank, at, x);
                words[word] += x;
            }
            case 3 -> {
                found = d.fetchSubtract(rank, at, x);
                words[word] -= x;
            }
            case 4 -> {
                found = d.fetchMultiply(rank, at, x);
                words[word] *= x;
            }
            case 5 -> {
                found = d.fetchMin(rank, at, x);
                words[word] = Math.min(old, x);
            }
            case 6 -> {
                found = d.fetchMax(rank, at, x);
                words[word] = Math.max(old, x);
            }
            case 7 -> {
                found = d.fetchAnd(rank, at, x);
                words[word] &= x;
            }
            case 8 -> {
                found = d.fetchOr(rank, at, x);
                words[word] |= x;
            }
            case 9 -> {
                found = d.fetchXor(rank, at, x);
                words[word] ^= x;
            }
            case 10 -> {
                found = d.fetchIncrement(rank, at);
                words[word]++;
            }
            case 11 -> {
                d.decrement(rank, at);
                words[word]--;
            }
            case 12 -> {
                found = d.fetchCompareAndSwap(rank, at, strand.below(2) == 0 ? old : ~old, x);
                long now = d.get(rank, at);
                if (now != old && now != x) {
                    found = ~old;
                }
                words[word] = now;
            }
            default -> event(strand, rank, at, x, words, word);
        }
        strand.same("the previous long", rank, at, old, found);
    }

    private void event(Strand strand, int rank, long at, long x, long[] words, int word) {
        long[] result = new long[1];
        MemorySegment target = MemorySegment.ofArray(result);
        if (strand.below(2) == 0) {
            longDomain.applyNb(target, 0, rank, at, org.pgas.Opcode.FADD, x, 0, 0).await();
        } else {
            longDomain.applyNbi(target, 0, rank, at, org.pgas.Opcode.FADD, x, 0, 0);
            job().nbi().await();
        }
        strand.same("what an event brought", rank, at, words[word], result[0]);
        words[word] += x;
    }

    private void ints(Strand strand, int rank, int word, int[] words) {
        long at = at(strand, 1, word);
        int x = strand.random().nextInt();
        int old = words[word];
        int found = old;
        IntAtomicDomain d = intDomain;
        switch (strand.below(8)) {
            case 0 -> {
                found = d.swap(rank, at, x);
                words[word] = x;
            }
            case 1 -> {
                found = d.fetchAdd(rank, at, x);
                words[word] += x;
            }
            case 2 -> {
                found = d.fetchMultiply(rank, at, x);
                words[word] *= x;
            }
            case 3 -> {
                found = d.fetchMin(rank, at, x);
                words[word] = Math.min(old, x);
            }
            case 4 -> {
                found = d.fetchMax(rank, at, x);
                words[word] = Math.max(old, x);
            }
            case 5 -> {
                found = d.fetchXor(rank, at, x);
                words[word] ^= x;
            }
            case 6 -> {
                found = d.compareAndSwap(rank, at, old, x) ? old : ~old;
                words[word] = x;
            }
            default -> found = d.get(rank, at);
        }
        strand.same("the previous int", rank, at, old, found);
    }

    private void doubles(Strand strand, int rank, int word, double[] words) {
        long at = at(strand, 2, word);
        double x = strand.random().nextDouble() - 0.5;
        double old = words[word];
        double found = old;
        DoubleAtomicDomain d = doubleDomain;
        switch (strand.below(7)) {
            case 0 -> {
                found = d.swap(rank, at, x);
                words[word] = x;
            }
            case 1 -> {
                found = d.fetchAdd(rank, at, x);
                words[word] += x;
            }
            case 2 -> {
                found = d.fetchMultiply(rank, at, x);
                words[word] *= x;
            }
            case 3 -> {
                found = d.fetchMin(rank, at, x);
                words[word] = Math.min(old, x);
            }
            case 4 -> {
                found = d.fetchMax(rank, at, x);
                words[word] = Math.max(old, x);
            }
            case 5 -> {
                found = d.compareAndSwap(rank, at, old, x) ? old : ~0;
                words[word] = x;
            }
            default -> found = d.get(rank, at);
        }
        strand.same("the bits of the previous double", rank, at, Double.doubleToRawLongBits(old),
                Double.doubleToRawLongBits(found));
    }

    private void floats(Strand strand, int rank, int word, float[] words) {
        long at = at(strand, 3, word);
        float x = strand.random().nextFloat() - 0.5f;
        float old = words[word];
        float found = old;
        FloatAtomicDomain d = floatDomain;
        switch (strand.below(4)) {
            case 0 -> {
                found = d.swap(rank, at, x);
                words[word] = x;
            }
            case 1 -> {
                found = d.fetchAdd(rank, at, x);
                words[word] += x;
            }
            case 2 -> {
                found = d.fetchMax(rank, at, x);
                words[word] = Math.max(old, x);
            }
            default -> found = d.get(rank, at);
        }
        strand.same("the bits of the previous float", rank, at, Float.floatToRawIntBits(old),
                Float.floatToRawIntBits(found));
    }

    private void shared(Strand strand, int rank, long[] mine) {
        long x = strand.random().nextLong();
        switch (strand.below(SHARED)) {
            case 0 -> {
                longDomain.add(rank, sharedAt(0), x);
                mine[0] += x;
            }
            case 1 -> {
                long seen = longDomain.get(rank, sharedAt(1));
                for (long was = ~seen; was != seen;) {
                    was = seen;
                    seen = longDomain.fetchCompareAndSwap(rank, sharedAt(1), was, was + x);
                }
                mine[1] += x;
            }
            case 2 -> {
                longDomain.xor(rank, sharedAt(2), x);
                mine[2] ^= x;
            }
            case 3 -> {
                longDomain.max(rank, sharedAt(3), x);
                mine[3] = Math.max(mine[3], x);
            }
            default -> {
                longDomain.min(rank, sharedAt(4), x);
                mine[4] = Math.min(mine[4], x);
            }
        }
    }

    @Override
    boolean isCollective() {
        return true;
    }

    /** Makes and ends a domain. */
    @Override
    void together(SplittableRandom choices, Strand main) {
        main.does(this);
        AtomicDomain[] made = {LongAtomicDomain.create(world()), IntAtomicDomain.create(world()),
            DoubleAtomicDomain.create(world())};
        world().barrier();
        for (AtomicDomain each : made) {
            each.destroy();
        }
    }

    @Override
    void verify(Strand main) {
        org.pgas.Opcode[] by = {org.pgas.Opcode.ADD, org.pgas.Opcode.ADD, org.pgas.Opcode.XOR, org.pgas.Opcode.MAX,
            org.pgas.Opcode.MIN};
        for (int rank = 0; rank < stage().ranks(); rank++) {
            for (int word = 0; word < SHARED; word++) {
                long all = 0;
                for (int index = 0; index < stage().strands(); index++) {
                    long x = done[index][rank][word];
                    all = index == 0 ? x : switch (word) {
                        case 0, 1 -> all + x;
                        case 2 -> all ^ x;
                        case 3 -> Math.max(all, x);
                        default -> Math.min(all, x);
                    };
                }
                long[] result = new long[1];
                stage().collectives().reduceToAll(result, new long[]{all}, by[word]);
                main.same("a word of all", rank, sharedAt(word), result[0], rma().getLong(rank, sharedAt(word)));
            }
            for (int index = 0; index < stage().strands(); index++) {
                Strand strand = stage().strand(index);
                for (int word = 0; word < WORDS; word++) {
                    main.same("a long of strand " + index, rank, at(strand, 0, word), model[index][rank][word],
                            rma().getLong(rank, at(strand, 0, word)));
                    main.same("an int of strand " + index, rank, at(strand, 1, word), ints[index][rank][word],
                            rma().getInt(rank, at(strand, 1, word)));
                }
            }
        }
    }

    @Override
    void close() {
        longDomain.destroy();
        intDomain.destroy();
        doubleDomain.destroy();
        floatDomain.destroy();
    }
}
