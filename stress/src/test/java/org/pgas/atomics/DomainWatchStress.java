package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.OneRank;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;
import org.pgas.team.TeamCore;

/** {@link DomainWatch}: what is reported has happened, and of two domains the next use of one is reported. */
public final class DomainWatchStress {
    private static final int FIRST = 0;
    private static final int SECOND = 1;

    /** From a word to the next one that has its note in the same place. */
    private static final long SAME_PLACE = SegmentTrailer.NOTES * (long) Integer.BYTES;

    private static final AtomicLong NEXT = new AtomicLong();

    private DomainWatchStress() {}

    /** A word of the segment, none of whose notes is left. */
    @State
    public static class Word extends Meeting {
        final Team team = OneRank.world();
        final long offset = NEXT.getAndIncrement() % SegmentTrailer.NOTES * Integer.BYTES;
        final long note;

        public Word() {
            // attaches the segment
            OneRank.take(Long.BYTES);
            note = SegmentTrailer.note(TeamCore.of(team).mapped(0, offset, Integer.BYTES).trailer(),
                    offset / Integer.BYTES);
            SharedMemory.putLong(note, 0);
        }

        /** How often a use by that domain is reported: 0 or 1. */
        int use(int domain, long at) {
            try {
                DomainWatch.note("use", team, domain, 0, at, Integer.BYTES);
                return 0;
            } catch (PgasException e) {
                return 1;
            }
        }
    }

    @Outcome(id = {"0, 0, 1", "0, 1, 1", "1, 0, 1"}, expect = ACCEPTABLE, desc = "one is reported, or at the next use")
    @Outcome(expect = FORBIDDEN, desc = "both are reported, or neither")
    public static class Reported {}

    @JCStressTest
    @JCStressMeta(Reported.class)
    public static class TwoDomains {
        @Actor
        public void one(Word word, III_Result result) {
            word.meet();
            result.r1 = word.use(FIRST, word.offset);
        }

        @Actor
        public void other(Word word, III_Result result) {
            word.meet();
            result.r2 = word.use(SECOND, word.offset);
        }

        @Arbiter
        public void next(Word word, III_Result result) {
            result.r3 = word.use(FIRST, word.offset) | word.use(SECOND, word.offset);
        }
    }

    /**
     * Looks once more behind its own note, and so does the other: both are refused, or one is for what has not
     * happened.
     */
    @JCStressTest
    @JCStressMeta(Reported.class)
    @Weakened(of = TwoDomains.class)
    public static class NoteThenLook {
        private static int use(Word word, int domain) {
            long before = SharedMemory.getLongVolatile(word.note);
            SharedMemory.putLongVolatile(word.note, domain + 1);
            Window.dwell();
            return before != 0 || SharedMemory.getLongVolatile(word.note) != domain + 1 ? 1 : 0;
        }

        @Actor
        public void one(Word word, III_Result result) {
            word.meet();
            result.r1 = use(word, FIRST);
        }

        @Actor
        public void other(Word word, III_Result result) {
            word.meet();
            result.r2 = use(word, SECOND);
        }

        @Arbiter
        public void next(Word word, III_Result result) {
            result.r3 = 1;
        }
    }

    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "two words, of one domain each")
    @Outcome(expect = FORBIDDEN, desc = "a report of what has not happened")
    public static class TwoWords {}

    @JCStressTest
    @JCStressMeta(TwoWords.class)
    public static class OnePlace {
        @Actor
        public void one(Word word, II_Result result) {
            word.meet();
            result.r1 = word.use(FIRST, word.offset) + word.use(FIRST, word.offset);
        }

        @Actor
        public void other(Word word, II_Result result) {
            word.meet();
            long at = word.offset + SAME_PLACE;
            result.r2 = word.use(SECOND, at) + word.use(SECOND, at);
        }
    }

    /** Writes whose word it is and which domain uses it one after the other. */
    @JCStressTest
    @JCStressMeta(TwoWords.class)
    @Weakened(of = OnePlace.class)
    public static class NoteInTwoSteps {
        private static int use(Word word, int tag, int domain) {
            int before = SharedMemory.getIntOpaque(word.note);
            int whose = SharedMemory.getIntOpaque(word.note + Integer.BYTES);
            SharedMemory.putIntOpaque(word.note, domain + 1);
            Window.dwell();
            SharedMemory.putIntOpaque(word.note + Integer.BYTES, tag);
            return whose == tag && before != 0 && before != domain + 1 ? 1 : 0;
        }

        @Actor
        public void one(Word word, II_Result result) {
            word.meet();
            result.r1 = use(word, 1, FIRST) + use(word, 1, FIRST);
        }

        @Actor
        public void other(Word word, II_Result result) {
            word.meet();
            result.r2 = use(word, 2, SECOND) + use(word, 2, SECOND);
        }
    }
}
