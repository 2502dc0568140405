package org.pgas.compare.scaling;

import java.util.ArrayList;
import java.util.List;

import org.pgas.barrier.BarrierLane;

/**
 * The steps of the library's protocols, as its classes take them: which lines a rank writes and which it waits for. Checks that have
 * the answer at hand, and what is done once in many times on lines that nobody waits for, are left out.
 */
enum Protocol {
    /** {@code BarrierLane} where ranks are few, else {@code TreeLane}. */
    BARRIER("barrier") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return (ranks < BarrierLane.TREE_MEMBERS ? FLAT_BARRIER : TREE_BARRIER).steps(rank, ranks, repetition);
        }

        @Override
        int lines(int ranks) {
            return Math.max(FLAT_BARRIER.lines(ranks), TREE_BARRIER.lines(ranks));
        }
    },

    /** {@code BarrierLane}: each counts in its own line and looks at everybody's, from rank 0 on. */
    FLAT_BARRIER("a flat barrier, taken below 9 ranks") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            List<Step> steps = new ArrayList<>(ranks + 1);
            steps.add(new Step.Write(rank));
            awaitOthers(steps, rank, ranks, 0, repetition);
            return steps;
        }

        @Override
        int lines(int ranks) {
            return ranks;
        }
    },

    /**
     * {@code TreeLane}: the last rank below a word to arrive raises it and looks at those beside it; all read the root.
     */
    TREE_BARRIER("a barrier with a tree, taken from 9 ranks on") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            List<Step> climb = new ArrayList<>();
            int length = climbLength(rank, ranks);
            int first = 0;
            int index = rank;
            int words = ranks;
            while (words > 1) {
                int begin = index / BarrierLane.TREE_WIDTH * BarrierLane.TREE_WIDTH;
                for (int each = begin; each < Math.min(begin + BarrierLane.TREE_WIDTH, words); each++) {
                    if (each != index) {
                        climb.add(new Step.Look(first + each, repetition, length - climb.size() - 1));
                    }
                }
                first += words;
                index /= BarrierLane.TREE_WIDTH;
                words = above(words);
                climb.add(new Step.Raise(first + index, repetition, length - climb.size() - 1));
            }
            List<Step> steps = new ArrayList<>();
            steps.add(new Step.Write(rank));
            steps.addAll(climb);
            steps.add(new Step.Await(first, repetition));
            return steps;
        }

        @Override
        int lines(int ranks) {
            int lines = ranks;
            for (int words = ranks; words > 1; words = above(words)) {
                lines += above(words);
            }
            return lines;
        }

        /** Steps from the arrival to the wait for the root. */
        private int climbLength(int rank, int ranks) {
            int length = 0;
            int index = rank;
            for (int words = ranks; words > 1; words = above(words)) {
                int begin = index / BarrierLane.TREE_WIDTH * BarrierLane.TREE_WIDTH;
                // those beside it, and the one above
                length += Math.min(begin + BarrierLane.TREE_WIDTH, words) - begin;
                index /= BarrierLane.TREE_WIDTH;
            }
            return length;
        }

        private int above(int words) {
            return (words + BarrierLane.TREE_WIDTH - 1) / BarrierLane.TREE_WIDTH;
        }
    },

    /** {@code ShortWays}: the root writes its slot, the others read it; 16 slots, roots in turns. */
    SMALL_BROADCAST("broadcast of 8 bytes") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            int root = repetition % ranks;
            List<Step> steps = new ArrayList<>();
            if (rank == root) {
                // its slot is free when all have finished what it was used for before
                awaitProgress(steps, rank, ranks, repetition - SLOTS);
                steps.add(new Step.Write(slot(root, repetition)));
            } else {
                steps.add(new Step.Await(slot(root, repetition), turns(root, ranks, repetition)));
            }
            if (repetition % PROGRESS == 0) {
                steps.add(new Step.Write(progress(rank)));
            }
            return steps;
        }

        @Override
        int lines(int ranks) {
            return ranks * (SLOTS + 1);
        }

        private int progress(int rank) {
            return rank * (SLOTS + 1) + SLOTS;
        }

        private int slot(int rank, int repetition) {
            return rank * (SLOTS + 1) + repetition % SLOTS;
        }

        /** How often {@code root} has written the slot of this repetition, this one included. */
        private int turns(int root, int ranks, int repetition) {
            int turns = 0;
            for (int earlier = repetition; earlier > 0; earlier -= SLOTS) {
                turns += earlier % ranks == root ? 1 : 0;
            }
            return turns;
        }

        private void awaitProgress(List<Step> steps, int rank, int ranks, int repetition) {
            for (int other = 0; repetition >= PROGRESS && other < ranks; other++) {
                if (other != rank) {
                    steps.add(new Step.Await(progress(other), repetition / PROGRESS));
                }
            }
        }
    },

    /** {@code ShortWays}: everybody writes a slot and reads everybody's, from rank 0 on, for the left fold. */
    SMALL_ALL_REDUCE("all-reduce of 8 bytes") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            List<Step> steps = new ArrayList<>(ranks + 1);
            int slot = repetition % SLOTS;
            steps.add(new Step.Write(slot * ranks + rank));
            awaitOthers(steps, rank, ranks, slot * ranks, (repetition + SLOTS - 1) / SLOTS);
            return steps;
        }

        @Override
        int lines(int ranks) {
            return ranks * SLOTS;
        }
    },

    /** What the library does not do: rounds in which each tells one other, twice as far away in each. For comparison. */
    DISSEMINATION("a barrier by dissemination, for comparison") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            List<Step> steps = new ArrayList<>();
            for (int round = 0, distance = 1; distance < ranks; round++, distance *= 2) {
                steps.add(new Step.Write(round * ranks + (rank + distance) % ranks));
                steps.add(new Step.Await(round * ranks + rank, repetition));
            }
            return steps;
        }

        @Override
        int lines(int ranks) {
            return ranks * Integer.SIZE;
        }
    };

    /** Repetitions after which everything recurs. */
    static final int PERIOD = 64;

    private static final int SLOTS = 16;
    private static final int PROGRESS = 8;

    private final String text;

    Protocol(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }

    /** Of one rank, in repetition 1, 2, ... */
    abstract List<Step> steps(int rank, int ranks, int repetition);

    /** Lines that the ranks use. */
    abstract int lines(int ranks);

    private static void awaitOthers(List<Step> steps, int rank, int ranks, int first, int times) {
        for (int other = 0; other < ranks; other++) {
            if (other != rank) {
                steps.add(new Step.Await(first + other, times));
            }
        }
    }
}
