package org.pgas.faults.histories;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.faults.jobs.RandomSettings;

/**
 * What the ranks of a job do, all of which comes from a seed: the same seed makes the same program in every process.
 *
 * @param owner the rank that has all objects in its memory
 * @param settings options of {@code pgas run}
 * @param rounds between which ranks meet at a barrier, or some of them do not
 */
record Program(long seed, Focus focus, int ranks, int neighbourhoods, int owner, List<String> settings, int rounds) {
    private static final long SALT_OF_RANKS = 0x9E3779B97F4A7C15L;
    private static final long VALUES_OF_A_RANK = 100_000_000;

    /** More than a few sums of what is added, so that a sum is no value that another step stores. */
    private static final long VALUES_OF_A_STEP = 100;

    /** Of a rank in a round: calls on words take less than a microsecond, others wait, or are messages. */
    private static final int MOST_STEPS = 200;
    private static final int MOST_QUICK_STEPS = 800;

    private static final int MOST_UNDER_A_LOCK = 3;

    /** The program of that seed. */
    static Program of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Focus focus = Focus.values()[random.nextInt(Focus.values().length)];
        int ranks = 2 + random.nextInt(3);
        int neighbourhoods = random.nextInt(3) == 0 ? 2 : 1;
        int owner = random.nextInt(ranks);
        int rounds = 20 + random.nextInt(40);
        return new Program(seed, focus, ranks, neighbourhoods, owner, RandomSettings.of(random), rounds);
    }

    /** The line of the table. */
    String kind() {
        return neighbourhoods == 1 ? focus.words() : focus.words() + ", in " + neighbourhoods + " neighbourhoods";
    }

    /** For people. */
    String words() {
        return "seed " + seed + ": " + kind() + ", " + ranks + " ranks, objects of rank " + owner + ", " + rounds
                + " rounds, " + String.join(" ", settings);
    }

    /** The steps of one rank, by rounds. */
    List<List<Step>> steps(int rank) {
        SplittableRandom common = new SplittableRandom(seed + SALT_OF_RANKS);
        Maker maker = new Maker(rank, new SplittableRandom(seed ^ SALT_OF_RANKS * (rank + 1)));
        List<List<Step>> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<Subject> subjects = new ArrayList<>(focus.subjects());
            while (subjects.size() > 1 && common.nextInt(3) > 0) {
                subjects.remove(common.nextInt(subjects.size()));
            }
            int most = 1 + common.nextInt(isQuick() ? MOST_QUICK_STEPS : MOST_STEPS);
            int longestPause = common.nextInt(3) == 0 ? 0 : common.nextInt(1, 300);
            all.add(maker.round(subjects, most, longestPause));
        }
        return all;
    }

    private boolean isQuick() {
        return neighbourhoods == 1 && (focus == Focus.WORDS || focus == Focus.QUEUE || focus == Focus.HEAP);
    }

    /** Whether all ranks wait for each other behind that round. */
    boolean meetBehind(int round) {
        return new SplittableRandom(seed + round).nextInt(4) > 0;
    }

    /** How many messages all ranks send to that one. */
    int messagesTo(int rank) {
        int messages = 0;
        for (int from = 0; from < ranks; from++) {
            for (List<Step> round : steps(from)) {
                messages += (int) round.stream()
                        .filter(step -> step.kind() == Kind.SEND && step.value() == rank).count();
            }
        }
        return messages;
    }

    /** Makes the steps of one rank, one round after the other. */
    private final class Maker {
        private final int rank;
        private final SplittableRandom random;
        private long values;

        Maker(int rank, SplittableRandom random) {
            this.rank = rank;
            this.random = random;
        }

        private List<Step> round(List<Subject> subjects, int most, int longestPause) {
            List<Step> steps = new ArrayList<>();
            List<Subject> others = subjects.stream().filter(each -> !isLock(each)).toList();
            while (steps.size() < most) {
                Subject subject = subjects.get(random.nextInt(subjects.size()));
                steps.add(step(subject, longestPause));
                if (isLock(subject)) {
                    for (int i = random.nextInt(MOST_UNDER_A_LOCK + 1); i > 0 && !others.isEmpty(); i--) {
                        steps.add(step(others.get(random.nextInt(others.size())), longestPause));
                    }
                    steps.add(new Step(subject, Kind.UNLOCK, 0, 0, pause(longestPause)));
                }
            }
            return steps;
        }

        private static boolean isLock(Subject subject) {
            return subject == Subject.LOCK || subject == Subject.OTHER_LOCK;
        }

        private int pause(int longest) {
            return longest == 0 ? 0 : random.nextInt(longest);
        }

        private Step step(Subject subject, int longestPause) {
            Kind kind = switch (subject) {
                case WORD, OTHER_WORD -> oneOf(Kind.GET, Kind.SET, Kind.ADD, Kind.FETCH_ADD, Kind.COMPARE_AND_SWAP,
                        Kind.COMPARE_AND_SWAP, Kind.SWAP);
                case ORDERED_WORD -> oneOf(Kind.GET, Kind.GET, Kind.SET);
                case ELEMENT -> oneOf(Kind.GET, Kind.SET, Kind.ADD, Kind.FETCH_ADD, Kind.COMPARE_AND_SWAP,
                        Kind.COMPARE_AND_SWAP, Kind.SWAP, Kind.EXCLUSIVE_GET, Kind.EXCLUSIVE_SET);
                case LOCK, OTHER_LOCK -> oneOf(Kind.LOCK, Kind.TRY_LOCK);
                case QUEUE -> oneOf(Kind.OFFER, Kind.POLL);
                case HEAP -> oneOf(Kind.MALLOC, Kind.FREE);
                case MESSAGES -> Kind.SEND;
            };
            return new Step(subject, kind, value(kind), random.nextInt(4), pause(longestPause));
        }

        private Kind oneOf(Kind... kinds) {
            return kinds[random.nextInt(kinds.length)];
        }

        /** What is stored or offered is of no other rank, and of no other step of this one. */
        private long value(Kind kind) {
            return switch (kind) {
                case SET, SWAP, COMPARE_AND_SWAP, EXCLUSIVE_SET, OFFER -> VALUES_OF_A_RANK * (rank + 1)
                        + VALUES_OF_A_STEP * ++values;
                case ADD, FETCH_ADD -> 1 + random.nextInt(9);
                case MALLOC -> random.nextInt(random.nextInt(8) == 0 ? 6_000 : 200);
                case SEND -> random.nextInt(ranks);
                default -> 0;
            };
        }
    }
}
