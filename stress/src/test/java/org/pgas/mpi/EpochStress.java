package org.pgas.mpi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;

/** The counts of pairs in a window: whoever sees a post or a complete sees what was stored before it. */
public final class EpochStress {
    private static final int RANKS = 2;
    private static final int PEER = 1;

    /** Looks for the count, where the other is late. */
    private static final int LOOKS = 1_000;

    private static final int NOT_SEEN = -1;
    private static final int STORED = 5;

    private EpochStress() {}

    @State
    public static class Words extends Meeting {
        final long control = Slab.take(ControlWords.peers(RANKS) + 64);

        /** A word of the window. */
        final long data = control + ControlWords.peers(RANKS);

        void store() {
            SharedMemory.putInt(data, STORED);
        }

        void post() {
            ControlWords.post(null, control, PEER, 1, STORED);
        }

        void complete() {
            ControlWords.complete(null, control, PEER, 1, STORED);
        }

        void accessWhenPosted(II_Result result) {
            result.r1 = NOT_SEEN;
            result.r2 = NOT_SEEN;
            for (int look = 0; look < LOOKS; look++) {
                if (ControlWords.posts(control, PEER) == 1) {
                    result.r1 = SharedMemory.getInt(data);
                    result.r2 = ControlWords.postPromises(control, PEER);
                    return;
                }
                Thread.onSpinWait();
            }
        }

        void readWhenComplete(II_Result result) {
            result.r1 = NOT_SEEN;
            result.r2 = NOT_SEEN;
            for (int look = 0; look < LOOKS; look++) {
                if (ControlWords.completes(control, PEER) == 1) {
                    result.r1 = SharedMemory.getInt(data);
                    result.r2 = (int) ControlWords.issued(control, PEER);
                    return;
                }
                Thread.onSpinWait();
            }
        }
    }

    @Outcome(id = {"5, 5", "-1, -1"}, expect = ACCEPTABLE, desc = "what was stored before, or nothing in time")
    @Outcome(expect = FORBIDDEN, desc = "the count came first")
    public static class Ordered {}

    @JCStressTest
    @JCStressMeta(Ordered.class)
    public static class Post {
        @Actor
        public void target(Words words) {
            words.meet();
            words.store();
            words.post();
        }

        @Actor
        public void origin(Words words, II_Result result) {
            words.meet();
            words.accessWhenPosted(result);
        }
    }

    /** Posts before it has stored. */
    @JCStressTest
    @JCStressMeta(Ordered.class)
    @Weakened(of = Post.class)
    public static class EarlyPost {
        @Actor
        public void target(Words words) {
            words.meet();
            words.post();
            org.pgas.stress.Window.dwell();
            words.store();
        }

        @Actor
        public void origin(Words words, II_Result result) {
            words.meet();
            words.accessWhenPosted(result);
        }
    }

    @JCStressTest
    @JCStressMeta(Ordered.class)
    public static class Complete {
        @Actor
        public void origin(Words words) {
            words.meet();
            words.store();
            words.complete();
        }

        @Actor
        public void target(Words words, II_Result result) {
            words.meet();
            words.readWhenComplete(result);
        }
    }

    /** Counts before it says how many messages there were. */
    @JCStressTest
    @JCStressMeta(Ordered.class)
    @Weakened(of = Complete.class)
    public static class EarlyComplete {
        @Actor
        public void origin(Words words) {
            words.meet();
            words.store();
            ControlWords.complete(null, words.control, PEER, 1, 0);
            org.pgas.stress.Window.dwell();
            words.complete();
        }

        @Actor
        public void target(Words words, II_Result result) {
            words.meet();
            words.readWhenComplete(result);
        }
    }
}
