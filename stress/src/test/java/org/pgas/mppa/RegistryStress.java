package org.pgas.mppa;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link SegmentWords}: who finds an entry of the registry finds all of it. */
public final class RegistryStress {
    private static final long IDENTIFIER = 42;

    private RegistryStress() {}

    private static Registration of(long identifier) {
        return new Registration(0, 0, 0, identifier, identifier, 0, 0, 0, 1, true, 0, new byte[0]);
    }

    @State
    public static class Entry extends Meeting {
        final long entry = Slab.take(SegmentWords.ENTRY_BYTES);

        void write() {
            SegmentWords.write(entry, of(IDENTIFIER), 128);
        }

        void enter() {
            SegmentWords.generation(entry, 1);
        }

        void find(II_Result result) {
            result.r1 = (int) SegmentWords.generation(entry);
            result.r2 = result.r1 == 0 ? 0 : (int) SegmentWords.identifier(entry);
        }
    }

    @Outcome(id = {"0, 0", "1, 42"}, expect = ACCEPTABLE, desc = "nothing yet, or all of it")
    @Outcome(expect = FORBIDDEN, desc = "an entry that is not written")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class EnterAndFind {
        @Actor
        public void creator(Entry entry) {
            entry.meet();
            entry.write();
            entry.enter();
        }

        @Actor
        public void other(Entry entry, II_Result result) {
            entry.meet();
            entry.find(result);
        }
    }

    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = EnterAndFind.class)
    public static class EarlyEntry {
        @Actor
        public void creator(Entry entry) {
            entry.meet();
            entry.enter();
            Window.dwell();
            entry.write();
        }

        @Actor
        public void other(Entry entry, II_Result result) {
            entry.meet();
            entry.find(result);
        }
    }

    /** An entry that is there, is cleared, and becomes another one while somebody reads it. */
    @State
    public static class Used extends Meeting {
        final long entry = Slab.take(SegmentWords.ENTRY_BYTES);

        public Used() {
            SegmentWords.write(entry, of(IDENTIFIER), 128);
            SegmentWords.generation(entry, 1);
        }

        void clear() {
            SegmentWords.generation(entry, 0);
        }

        void become() {
            SegmentWords.write(entry, of(IDENTIFIER + 1), 256);
            SegmentWords.generation(entry, 2);
        }

        /** Two words of it, where they belong together. */
        void read(II_Result result) {
            long generation = SegmentWords.generation(entry);
            int identifier = (int) SegmentWords.identifier(entry);
            int size = (int) SegmentWords.read(entry, 0, generation, null).size();
            if (generation != 0 && SegmentWords.isStill(entry, generation)) {
                result.r1 = identifier;
                result.r2 = size;
            }
        }
    }

    @Outcome(id = {"0, 0", "42, 42", "43, 43"}, expect = ACCEPTABLE, desc = "nothing, or all of one")
    @Outcome(expect = FORBIDDEN, desc = "words of two")
    public static class One {}

    @JCStressTest
    @JCStressMeta(One.class)
    public static class ReuseAndRead {
        @Actor
        public void creator(Used used) {
            used.meet();
            used.clear();
            used.become();
        }

        @Actor
        public void other(Used used, II_Result result) {
            used.meet();
            used.read(result);
        }
    }

    @JCStressTest
    @JCStressMeta(One.class)
    @Weakened(of = ReuseAndRead.class)
    public static class ReuseOfWhatIsThere {
        @Actor
        public void creator(Used used) {
            used.meet();
            used.become();
        }

        @Actor
        public void other(Used used, II_Result result) {
            used.meet();
            used.read(result);
        }
    }
}
