package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.LocalCompletion;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;

/**
 * Puts with signals and waits for them: strands count at each other's words, and main strands pass data round in a
 * ring.
 */
final class SignalOperations extends Operations {
    private static final int BYTES = 8192;

    /** A word for each strand of the job. */
    private final long counters;

    private final long[][] sums;

    /** A word, and data behind it. */
    private final long ring;

    private long passed;

    SignalOperations(Stage stage) {
        super(stage, "signals");
        counters = stage.place(8L * stage.allStrands());
        sums = new long[stage.strands()][stage.ranks()];
        ring = stage.place(64 + BYTES);
    }

    @Override
    void burst(Strand strand) {
        for (int i = 0; i < 8; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            long at = counters + 8L * strand.number();
            long addend = strand.random().nextLong();
            if (strand.below(8) == 0) {
                rma().signal(rank, at, addend, SignalOperation.SET);
                sums[strand.index()][rank] = addend;
            } else {
                rma().signal(rank, at, addend, SignalOperation.ADD);
                sums[strand.index()][rank] += addend;
            }
            strand.same("a signalled word", rank, at, sums[strand.index()][rank], rma().getLongAcquire(rank, at));
        }
    }

    @Override
    boolean isCollective() {
        return true;
    }

    @Override
    void together(SplittableRandom shared, Strand main) {
        int next = (stage().rank() + 1) % stage().ranks();
        int before = (stage().rank() + stage().ranks() - 1) % stage().ranks();
        for (int turn = 0; turn < 8; turn++) {
            main.does(this);
            passed++;
            long seed = shared.nextLong();
            int length = 1 + shared.nextInt(BYTES);
            byte[] data = new byte[length];
            new SplittableRandom(seed + stage().rank()).nextBytes(data);
            MemorySegment source = MemorySegment.ofArray(data);
            switch (shared.nextInt(3)) {
                case 0 -> rma().putSignal(next, ring + 64, source, 0, length, ring, passed, SignalOperation.SET);
                case 1 -> rma().putSignalNb(next, ring + 64, source, 0, length, ring, 1, SignalOperation.ADD,
                        LocalCompletion.DEFER).await();
                default -> {
                    rma().putSignalNbi(next, ring + 64, source, 0, length, ring, 1, SignalOperation.ADD,
                            LocalCompletion.DEFER);
                    job().nbi().await();
                }
            }
            main.same("the word waited for", stage().rank(), ring, passed,
                    job().endpoint().words().waitUntilLong(ring, WaitCondition.GE, passed));
            byte[] expected = new byte[length];
            new SplittableRandom(seed + before).nextBytes(expected);
            MemorySegment found = stage().local().asSlice(ring + 64, length);
            long wrong = found.mismatch(MemorySegment.ofArray(expected));
            if (wrong >= 0) {
                throw main.mismatch("data before its signal", stage().rank(), ring + 64 + wrong, expected[(int) wrong],
                        found.get(java.lang.foreign.ValueLayout.JAVA_BYTE, wrong));
            }
            world().barrier();
        }
    }

    @Override
    void verify(Strand main) {
        for (int index = 0; index < stage().strands(); index++) {
            for (int rank = 0; rank < stage().ranks(); rank++) {
                long at = counters + 8L * stage().strand(index).number();
                main.same("a signalled word of strand " + index, rank, at, sums[index][rank], rma().getLong(rank, at));
            }
        }
    }
}
