package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Opcode;
import org.pgas.atomics.AtomicDomain;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;

/**
 * All types and operations of atomic domains: on words of one strand against a model, on words of all against what must
 * come of all their operations.
 */
final class AtomicOperations extends Operations {
    private static final int WORDS = 16;

    /** Shared words: sum, sum by compare-and-swap, exclusive or, greatest, least. */
    private static final int SHARED = 5;

    private final long own;
    private final long shared;
    private final LongAtomicDomain longDomain;
    private final List<AtomicKind<?>> kinds;

    /** The bits of what each kind's words of each strand have at each rank. */
    private final long[][][][] model;

    /** What each strand has done to the shared words of each rank. */
    private final long[][][] done;

    AtomicOperations(Stage stage) {
        super(stage, "atomics");
        longDomain = LongAtomicDomain.create(stage.world());
        kinds = List.of(AtomicKind.longs(0, longDomain), AtomicKind.ints(1, IntAtomicDomain.create(stage.world())),
                AtomicKind.doubles(2, DoubleAtomicDomain.create(stage.world())),
                AtomicKind.floats(3, FloatAtomicDomain.create(stage.world())));
        own = stage.place((long) kinds.size() * WORDS * 8 * stage.allStrands());
        shared = stage.place(8L * 64 * SHARED);
        model = new long[kinds.size()][stage.strands()][stage.ranks()][WORDS];
        done = new long[stage.strands()][stage.ranks()][SHARED];
    }

    private long at(Strand strand, int kind, int word) {
        return own + ((strand.number() * (long) kinds.size() + kind) * WORDS + word) * 8;
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
            int kind = strand.below(kinds.size() + 2);
            if (kind < kinds.size()) {
                update(strand, kinds.get(kind), rank, word, model[kind][strand.index()][rank]);
            } else if (kind == kinds.size()) {
                event(strand, rank, word, model[0][strand.index()][rank]);
            } else {
                shared(strand, rank, done[strand.index()][rank]);
            }
        }
    }

    private <T> void update(Strand strand, AtomicKind<T> kind, int rank, int word, long[] words) {
        long at = at(strand, kind.number(), word);
        T operand = kind.random().apply(strand.random());
        T old = kind.of(words[word]);
        AtomicKind.Step<T> step = kind.steps().get(strand.below(kind.steps().size()));
        T found = step.call().apply(rank, at, old, operand);
        words[word] = kind.bits(step.model().apply(old, operand));
        strand.same("the previous " + kind.name(), rank, at, kind.bits(old), kind.bits(found));
    }

    private void event(Strand strand, int rank, int word, long[] words) {
        long at = at(strand, 0, word);
        long x = strand.random().nextLong();
        long[] result = new long[1];
        MemorySegment target = MemorySegment.ofArray(result);
        if (strand.below(2) == 0) {
            longDomain.applyNb(target, 0, rank, at, Opcode.FADD, x, 0, 0).await();
        } else {
            longDomain.applyNbi(target, 0, rank, at, Opcode.FADD, x, 0, 0);
            job().nbi().await();
        }
        strand.same("what an event brought", rank, at, words[word], result[0]);
        words[word] += x;
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
        Opcode[] by = {Opcode.ADD, Opcode.ADD, Opcode.XOR, Opcode.MAX,
            Opcode.MIN};
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
                    for (AtomicKind<?> kind : kinds) {
                        long at = at(strand, kind.number(), word);
                        main.same("the bits of a " + kind.name() + " of strand " + index, rank, at,
                                model[kind.number()][index][rank][word], kind.read(rma(), rank, at));
                    }
                }
            }
        }
    }

    @Override
    void close() {
        kinds.forEach(kind -> kind.domain().destroy());
    }
}
