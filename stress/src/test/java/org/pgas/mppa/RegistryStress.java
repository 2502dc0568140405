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

    @State
    public static class Entry extends Meeting {
        final long entry = Slab.take(SegmentWords.ENTRY_BYTES);

        void write() {
            SegmentWords.write(entry, new Registration(0, 0, 0, IDENTIFIER, 64, 0, 0, 0, 1, true, false, new byte[0]),
                    128);
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
}
