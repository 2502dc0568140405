package org.pgas.faults.soak;

import java.util.SplittableRandom;

/**
 * One of a rank's threads, or rather its successors in all rounds: each round has new threads, so that what the library
 * keeps for a thread has to go with it.
 */
final class Strand {
    private final Stage stage;
    private final int index;
    private SplittableRandom random;
    private String module = "none";
    private long operation;

    Strand(Stage stage, int index) {
        this.stage = stage;
        this.index = index;
    }

    /** Begins a round: the same seed makes the same choices, whatever other threads do. */
    void begin(int round) {
        random = new SplittableRandom(Stage.mixed(stage.seed(), round, stage.rank(), index));
        operation = 0;
    }

    Stage stage() {
        return stage;
    }

    /** 0-based among this rank's strands. */
    int index() {
        return index;
    }

    /** 0-based among all strands of the job. */
    int number() {
        return stage.rank() * stage.strands() + index;
    }

    SplittableRandom random() {
        return random;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** A length in 0..most: often a small one, sometimes the whole. */
    int length(int most) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(most + 1);
            case 1 -> random.nextInt(Math.min(most, 4096) + 1);
            case 2 -> 1 << random.nextInt(Math.min(7, 32 - Integer.numberOfLeadingZeros(most)));
            default -> random.nextInt(Math.min(most, 80) + 1);
        };
    }

    /** What comes next checks {@code of}, and is no operation. */
    void checks(Operations of) {
        module = of.name();
    }

    String module() {
        return module;
    }

    /** What comes next is an operation of {@code module}. */
    void does(Operations of) {
        module = of.name();
        operation++;
        of.count();
    }

    Mismatch mismatch(String what, int rank, long offset, Object expected, Object found) {
        return new Mismatch("MISMATCH " + module + ": " + what + ": seed " + stage.seed() + ", round " + stage.round()
                + ", rank " + stage.rank() + ", thread " + index + ", operation " + operation + ", at rank " + rank
                + " offset " + offset + ": expected " + expected + ", found " + found);
    }

    void same(String what, int rank, long offset, long expected, long found) {
        if (expected != found) {
            throw mismatch(what, rank, offset, expected, found);
        }
    }

    @Override
    public String toString() {
        return "round " + stage.round() + ", rank " + stage.rank() + ", thread " + index + ", in operation " + operation
                + " of " + module;
    }
}
