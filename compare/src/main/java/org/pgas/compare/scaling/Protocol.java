package org.pgas.compare.scaling;

import java.util.ArrayList;
import java.util.List;

import org.pgas.barrier.BarrierLane;

/**
 * The steps of the library's protocols, as its classes take them: which lines a rank writes and which it waits for.
 * Checks that have the answer at hand, and what is done once in many times on lines that nobody waits for, are left
 * out.
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

    /**
     * {@code ShortWays}: the root writes its slot, the others read it; 16 slots, roots in turns. Members tell now and
     * then how far they are: where ranks are few each in its own line, else all in one ({@code Progress}).
     */
    SMALL_BROADCAST("broadcast of 8 bytes") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return broadcast(rank, ranks, repetition, ranks >= COUNTS_FROM);
        }

        @Override
        int lines(int ranks) {
            return ranks * BROADCAST_LINES + WORDS;
        }
    },

    /** The same with a line of each. */
    SMALL_BROADCAST_BY_LINES("a broadcast whose root looks at all, taken below 3 ranks") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return broadcast(rank, ranks, repetition, false);
        }

        @Override
        int lines(int ranks) {
            return SMALL_BROADCAST.lines(ranks);
        }
    },

    /** {@code ShortWays}, of teams in {@code Groups} where ranks are many. */
    SMALL_ALL_REDUCE("all-reduce of 8 bytes") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return (ranks < GROUPS_FROM ? FLAT_ALL_REDUCE : GROUPED_ALL_REDUCE).steps(rank, ranks, repetition);
        }

        @Override
        int lines(int ranks) {
            return GROUPED_ALL_REDUCE.lines(ranks);
        }
    },

    /** Everybody writes a slot and reads everybody's, from rank 0 on, for the left fold. */
    FLAT_ALL_REDUCE("a flat all-reduce, taken below 8 ranks") {
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

    /**
     * {@code Groups}: everybody writes a slot, the last of a group to do so reads those of its group and writes them
     * into a bundle, and everybody reads all bundles.
     */
    GROUPED_ALL_REDUCE("an all-reduce in groups, taken from 8 ranks on") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            int width = groupWidth(ranks);
            int slot = repetition % SLOTS;
            int times = (repetition + SLOTS - 1) / SLOTS;
            List<Step> steps = new ArrayList<>();
            steps.add(new Step.Write(slot * ranks + rank));
            int first = rank / width * width;
            int members = Math.min(width, ranks - first);
            if (members > 1) {
                steps.add(
                        new Step.Count(arrivals(rank / width, ranks, slot), members, members - 1 + bundleLines(width)));
                for (int member = first; member < first + members; member++) {
                    if (member != rank) {
                        steps.add(new Step.Await(slot * ranks + member, times));
                    }
                }
                // the first line tells of the others
                for (int line = bundleLines(width) - 1; line >= 0; line--) {
                    steps.add(new Step.Write(bundle(rank / width, ranks, slot) + line));
                }
            }
            for (int group = 0; group * width < ranks; group++) {
                awaitGroup(steps, rank, ranks, group, slot, times);
            }
            return steps;
        }

        private void awaitGroup(List<Step> steps, int rank, int ranks, int group, int slot, int times) {
            int last = ranks - 1;
            if (isAlone(group, ranks)) {
                if (rank != last) {
                    steps.add(new Step.Await(slot * ranks + last, times));
                }
                return;
            }
            for (int line = 0; line < bundleLines(groupWidth(ranks)); line++) {
                steps.add(new Step.Await(bundle(group, ranks, slot) + line, times));
            }
        }

        @Override
        int lines(int ranks) {
            return arrivals(groups(ranks), ranks, SLOTS - 1);
        }

        private int arrivals(int group, int ranks, int slot) {
            return bundle(0, ranks, SLOTS) + slot * groups(ranks) + group;
        }

        private int bundle(int group, int ranks, int slot) {
            return ranks * SLOTS + (slot * groups(ranks) + group) * bundleLines(groupWidth(ranks));
        }
    },

    /** {@code ShortWays}, of teams in {@code Groups} where ranks are many. */
    SMALL_REDUCE("reduction to one of 8 bytes") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return reduction(rank, ranks, repetition, ranks >= GROUPS_FROM);
        }

        @Override
        int lines(int ranks) {
            return reductionLines(ranks);
        }
    },

    /** All others write a slot, and rank 0 reads them. */
    FLAT_REDUCE("a flat reduction to one, taken below 8 ranks") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return reduction(rank, ranks, repetition, false);
        }

        @Override
        int lines(int ranks) {
            return reductionLines(ranks);
        }
    },

    /** The last to write of each group other than the root's makes a bundle, and the root reads those. */
    GROUPED_REDUCE("a reduction to one in groups, taken from 8 ranks on") {
        @Override
        List<Step> steps(int rank, int ranks, int repetition) {
            return reduction(rank, ranks, repetition, true);
        }

        @Override
        int lines(int ranks) {
            return reductionLines(ranks);
        }
    },

    /**
     * What the library does not do: rounds in which each tells one other, twice as far away in each. For comparison.
     */
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

    /** As the library's {@code Groups}. */
    static final int GROUPS_FROM = 8;

    private static final int LARGE_GROUPS_FROM = 64;

    /** As the library's {@code Progress}. */
    static final int COUNTS_FROM = 3;

    private static final int BUNDLE_HEAD_BYTES = 24;
    private static final int LINE_BYTES = 64;
    private static final int SLOTS = 16;
    private static final int PROGRESS = 8;

    /** As the library's {@code Progress}. */
    private static final int WORDS = 4;

    /** Slots of a rank, how far it is, and the counts of its group. */
    private static final int BROADCAST_LINES = SLOTS + 1 + WORDS;

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

    /** As the library's {@code Groups}. */
    private static int groupWidth(int ranks) {
        return ranks < LARGE_GROUPS_FROM ? 4 : 8;
    }

    private static List<Step> broadcast(int rank, int ranks, int repetition, boolean counts) {
        int root = repetition % ranks;
        List<Step> steps = new ArrayList<>();
        if (rank == root) {
            awaitFree(steps, rank, ranks, repetition, counts);
            steps.add(new Step.Write(slot(root, repetition)));
        } else {
            steps.add(new Step.Await(slot(root, repetition), turns(root, ranks, repetition)));
        }
        tellProgress(steps, rank, ranks, repetition, counts);
        return steps;
    }

    /** Tells now and then how far a rank is. */
    private static void tellProgress(List<Step> steps, int rank, int ranks, int repetition, boolean counts) {
        if (repetition % PROGRESS == 0) {
            int width = groupWidth(ranks);
            // the own line is for messages, where counts are read
            steps.add(new Step.Write(progress(rank)));
            if (counts) {
                int first = rank / width * width;
                int word = word(repetition / PROGRESS);
                steps.add(new Step.Count(progress(first) + 1 + word, Math.min(width, ranks - first), 1));
                steps.add(new Step.Write(ranks * BROADCAST_LINES + word));
            }
        }
    }

    private static List<Step> reduction(int rank, int ranks, int repetition, boolean isGrouped) {
        int width = groupWidth(ranks);
        int times = (repetition + SLOTS - 1) / SLOTS;
        List<Step> steps = new ArrayList<>();
        if (rank > 0) {
            awaitFree(steps, rank, ranks, repetition, ranks >= COUNTS_FROM);
            steps.add(new Step.Write(slot(rank, repetition)));
        }
        if (isGrouped && rank >= width && !isAlone(rank / width, ranks)) {
            int first = rank / width * width;
            int members = Math.min(width, ranks - first);
            steps.add(new Step.Count(arrivalsOfReduction(rank / width, ranks, repetition), members,
                    members - 1 + bundleLines(width)));
            for (int member = first; member < first + members; member++) {
                if (member != rank) {
                    steps.add(new Step.Await(slot(member, repetition), times));
                }
            }
            // the first line tells of the others
            for (int line = bundleLines(width) - 1; line >= 0; line--) {
                steps.add(new Step.Write(bundleOfReduction(rank / width, ranks, repetition) + line));
            }
        }
        int slots = rank > 0 ? 0 : isGrouped ? Math.min(width, ranks) : ranks;
        for (int other = 1; other < slots; other++) {
            steps.add(new Step.Await(slot(other, repetition), times));
        }
        for (int group = 1; isGrouped && rank == 0 && group < groups(ranks); group++) {
            if (isAlone(group, ranks)) {
                steps.add(new Step.Await(slot(ranks - 1, repetition), times));
            } else {
                for (int line = 0; line < bundleLines(width); line++) {
                    steps.add(new Step.Await(bundleOfReduction(group, ranks, repetition) + line, times));
                }
            }
        }
        tellProgress(steps, rank, ranks, repetition, ranks >= COUNTS_FROM);
        return steps;
    }

    /** Whether a group has one member only, and so no bundle. */
    private static boolean isAlone(int group, int ranks) {
        return ranks - group * groupWidth(ranks) == 1;
    }

    private static int bundleOfReduction(int group, int ranks, int repetition) {
        int before = ranks * BROADCAST_LINES + WORDS;
        return before + (repetition % SLOTS * groups(ranks) + group) * bundleLines(groupWidth(ranks));
    }

    private static int reductionLines(int ranks) {
        return arrivalsOfReduction(groups(ranks), ranks, SLOTS - 1);
    }

    private static int arrivalsOfReduction(int group, int ranks, int repetition) {
        int before = bundleOfReduction(0, ranks, 0) + SLOTS * groups(ranks) * bundleLines(groupWidth(ranks));
        return before + repetition % SLOTS * groups(ranks) + group;
    }

    private static int groups(int ranks) {
        return (ranks + groupWidth(ranks) - 1) / groupWidth(ranks);
    }

    private static int bundleLines(int width) {
        return (BUNDLE_HEAD_BYTES + width * Long.BYTES + LINE_BYTES - 1) / LINE_BYTES;
    }

    /** Waits until all have finished what a slot was used for before: by counts of all, or by a line of each. */
    private static void awaitFree(List<Step> steps, int rank, int ranks, int repetition, boolean counts) {
        int before = boundaryBefore(repetition);
        if (before == 0) {
            return;
        }
        if (counts) {
            steps.add(new Step.Await(ranks * BROADCAST_LINES + word(before),
                    (before + WORDS - 1) / WORDS * groups(ranks)));
            return;
        }
        for (int other = 0; other < ranks; other++) {
            if (other != rank) {
                steps.add(new Step.Await(progress(other), before));
            }
        }
    }

    /** The boundary that all have to pass before the slot of a repetition is free; 0 when it was not used before. */
    private static int boundaryBefore(int repetition) {
        return repetition > SLOTS ? (repetition - SLOTS + PROGRESS - 1) / PROGRESS : 0;
    }

    /** Which of the words counts a boundary. The library has them in one line. */
    private static int word(int boundary) {
        return (boundary - 1) % WORDS;
    }

    private static int progress(int rank) {
        return rank * BROADCAST_LINES + SLOTS;
    }

    private static int slot(int rank, int repetition) {
        return rank * BROADCAST_LINES + repetition % SLOTS;
    }

    /** How often {@code root} has written the slot of this repetition, this one included. */
    private static int turns(int root, int ranks, int repetition) {
        int turns = 0;
        for (int earlier = repetition; earlier > 0; earlier -= SLOTS) {
            turns += earlier % ranks == root ? 1 : 0;
        }
        return turns;
    }

    private static void awaitOthers(List<Step> steps, int rank, int ranks, int first, int times) {
        for (int other = 0; other < ranks; other++) {
            if (other != rank) {
                steps.add(new Step.Await(first + other, times));
            }
        }
    }
}
