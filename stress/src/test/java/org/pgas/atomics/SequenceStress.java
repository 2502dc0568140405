package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.atomics.words.VersionedRecord;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** The {@link VersionedRecord} of a sequence lock: two words, which every writer increments. */
public final class SequenceStress {
    /** Words in lines of their own, which move one by one. */
    private static final int SECOND = 64;

    private static final int TORN = -1;
    private static final int DISTURBED = -2;
    private static final long SELF = 1;

    private SequenceStress() {}

    @State
    public static class Versioned extends Meeting {
        final long base = Slab.take(VersionedRecord.RECORD + 2 * SECOND);

        void write() {
            while (!VersionedRecord.tryBeginWrite(base, SELF)) {
                Thread.yield();
            }
            increment();
            VersionedRecord.endWrite(base);
        }

        void increment() {
            long record = VersionedRecord.record(base);
            int before = SharedMemory.getInt(record);
            SharedMemory.putInt(record, before + 1);
            Window.dwell();
            SharedMemory.putInt(record + SECOND, before + 1);
        }

        /** Both words, or {@link #TORN}; in the other order, so that it meets a writer. */
        int load() {
            long record = VersionedRecord.record(base);
            int second = SharedMemory.getInt(record + SECOND);
            Window.dwell();
            return SharedMemory.getInt(record) == second ? second : TORN;
        }

        int tryRead() {
            long version = VersionedRecord.beginRead(base);
            if (VersionedRecord.isOdd(version)) {
                return DISTURBED;
            }
            int value = load();
            return VersionedRecord.isValid(base, version) ? value : DISTURBED;
        }
    }

    @Outcome(id = {"0", "1", "-2"}, expect = ACCEPTABLE, desc = "before or after the writer, or disturbed by it")
    @Outcome(expect = FORBIDDEN, desc = "half of what was written, as if it were whole")
    public static class Snapshot {}

    @JCStressTest
    @JCStressMeta(Snapshot.class)
    public static class WriterAndReader {
        @Actor
        public void writer(Versioned versioned) {
            versioned.meet();
            versioned.write();
        }

        @Actor
        public void reader(Versioned versioned, I_Result result) {
            versioned.meet();
            result.r1 = versioned.tryRead();
        }
    }

    /** The reader does not look at the version again. */
    @JCStressTest
    @JCStressMeta(Snapshot.class)
    @Weakened(of = WriterAndReader.class)
    public static class ReadWithoutValidation {
        @Actor
        public void writer(Versioned versioned) {
            versioned.meet();
            versioned.write();
        }

        @Actor
        public void reader(Versioned versioned, I_Result result) {
            versioned.meet();
            long version = VersionedRecord.beginRead(versioned.base);
            result.r1 = VersionedRecord.isOdd(version) ? DISTURBED : versioned.load();
        }
    }

    /** The writer makes the version odd when it has begun already. */
    @JCStressTest
    @JCStressMeta(Snapshot.class)
    @Weakened(of = WriterAndReader.class)
    public static class LateVersion {
        @Actor
        public void writer(Versioned versioned) {
            versioned.meet();
            versioned.increment();
            VersionedRecord.tryBeginWrite(versioned.base, SELF);
            VersionedRecord.endWrite(versioned.base);
        }

        @Actor
        public void reader(Versioned versioned, I_Result result) {
            versioned.meet();
            result.r1 = versioned.tryRead();
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "both at a time")
    public static class TwoWriters {
        @Actor
        public void one(Versioned versioned) {
            versioned.meet();
            versioned.write();
        }

        @Actor
        public void other(Versioned versioned) {
            versioned.meet();
            versioned.write();
        }

        @Arbiter
        public void both(Versioned versioned, I_Result result) {
            result.r1 = versioned.tryRead();
        }
    }

    /** What was read at first, and then. */
    @JCStressTest
    @Outcome(id = {"1, 0", "1, -1", "0, -1"}, expect = FORBIDDEN, desc = "back to an older record, or half of one")
    @Outcome(expect = ACCEPTABLE, desc = "the records in their order, or disturbed")
    public static class TwoReads {
        @Actor
        public void writer(Versioned versioned) {
            versioned.meet();
            versioned.write();
        }

        @Actor
        public void reader(Versioned versioned, II_Result result) {
            versioned.meet();
            result.r1 = versioned.tryRead();
            result.r2 = versioned.tryRead();
        }
    }
}
