package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.OneRank;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** A {@link FairReadWriteLock} between two threads, around a record of two words that a writer increments. */
public final class ReadWriteStress {
    private static final long RECORD_BYTES = 64;

    /** About as long as the other holds the lock. */
    private static final Duration SOON = Duration.ofNanos(500);

    private ReadWriteStress() {}

    @State
    public static class Guarded extends Meeting {
        final FairReadWriteLock lock;
        final long record;

        public Guarded() {
            long bytes = FairReadWriteLock.bytes(OneRank.world());
            long offset = OneRank.take(bytes + RECORD_BYTES);
            lock = FairReadWriteLock.initialise(OneRank.world(), 0, offset);
            record = OneRank.address(offset + bytes);
        }

        /** By a writer. */
        int increment() {
            int before = SharedMemory.getInt(record);
            SharedMemory.putInt(record, before + 1);
            Window.dwell();
            SharedMemory.putInt(record + 4, before + 1);
            return 1;
        }

        int incrementAndUnlock() {
            increment();
            lock.unlockWrite();
            return 1;
        }

        /**
         * By a reader: what both words hold, or -1 when they differ. It reads them in the other order, so that it meets
         * a writer.
         */
        int read() {
            int second = SharedMemory.getInt(record + 4);
            Window.dwell();
            return SharedMemory.getInt(record) == second ? second : -1;
        }

        int readAndUnlock() {
            int value = read();
            lock.unlockRead();
            return value;
        }

        /** What the record holds, or -2 when the lock cannot be had by who comes now. */
        int end() {
            return lock.tryLockWrite() ? read() : -2;
        }
    }

    @Outcome(id = {"0, 1", "1, 1"}, expect = ACCEPTABLE, desc = "the reader came before or after the writer")
    @Outcome(expect = FORBIDDEN, desc = "the reader came in between, or the lock is lost")
    public static class WholeRecord {}

    @JCStressTest
    @JCStressMeta(WholeRecord.class)
    public static class WriterAndReader {
        @Actor
        public void writer(Guarded guarded) {
            guarded.meet();
            guarded.lock.lockWrite();
            guarded.incrementAndUnlock();
        }

        @Actor
        public void reader(Guarded guarded, II_Result result) {
            guarded.meet();
            guarded.lock.lockRead();
            result.r1 = guarded.readAndUnlock();
        }

        @Arbiter
        public void both(Guarded guarded, II_Result result) {
            result.r2 = guarded.end();
        }
    }

    /** The writer goes ahead when it has the turn, as if those who had it before had finished. */
    @JCStressTest
    @JCStressMeta(WholeRecord.class)
    @Weakened(of = WriterAndReader.class)
    public static class WriterBesideReaders {
        @Actor
        public void writer(Guarded guarded) {
            guarded.meet();
            long base = guarded.lock.base();
            long ticket = TicketLock.take(base);
            while (!TicketLock.isServed(base, ticket)) {
                Thread.yield();
            }
            guarded.increment();
            TicketReadWriteLock.endWrite(base);
        }

        @Actor
        public void reader(Guarded guarded, II_Result result) {
            guarded.meet();
            guarded.lock.lockRead();
            result.r1 = guarded.readAndUnlock();
        }

        @Arbiter
        public void both(Guarded guarded, II_Result result) {
            result.r2 = guarded.end();
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2, 2", "2, 1, 2"}, expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "both at a time, or the lock is lost")
    public static class TwoWriters {
        private static int once(Guarded guarded) {
            guarded.lock.lockWrite();
            guarded.increment();
            int value = guarded.read();
            guarded.lock.unlockWrite();
            return value;
        }

        @Actor
        public void one(Guarded guarded, III_Result result) {
            guarded.meet();
            result.r1 = once(guarded);
        }

        @Actor
        public void other(Guarded guarded, III_Result result) {
            guarded.meet();
            result.r2 = once(guarded);
        }

        @Arbiter
        public void both(Guarded guarded, III_Result result) {
            result.r3 = guarded.end();
        }
    }

    /** One reads already. */
    @State
    public static class Read extends Guarded {
        public Read() {
            lock.lockRead();
        }
    }

    /** Readers share: one that comes while another reads need not wait. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both came in")
    @Outcome(expect = FORBIDDEN, desc = "one had to wait")
    public static class ReadersShare {
        private static final Duration LONG = Duration.ofMinutes(5);

        @Actor
        public void one(Read guarded, ZZ_Result result) {
            guarded.meet();
            result.r1 = guarded.lock.tryLockRead(LONG);
        }

        @Actor
        public void other(Read guarded, ZZ_Result result) {
            guarded.meet();
            result.r2 = guarded.lock.tryLockRead(LONG);
        }
    }

    /** Whether the writer wrote, what the other reader saw, and what is there in the end. */
    @Outcome(id = {"0, 0, 0", "1, 0, 1",
        "1, 1, 1"}, expect = ACCEPTABLE, desc = "the writer gave up, or wrote before or after")
    @Outcome(expect = FORBIDDEN, desc = "the reader came in between, or the lock is lost")
    public static class TimedWriter {}

    /** A writer gives up at about the time when the reader before it ends, with another reader behind it. */
    @JCStressTest
    @JCStressMeta(TimedWriter.class)
    public static class WriterGivesUp {
        @Actor
        public void writer(Read guarded, III_Result result) {
            guarded.meet();
            result.r1 = guarded.lock.tryLockWrite(SOON) ? guarded.incrementAndUnlock() : 0;
        }

        @Actor
        public void readers(Read guarded, III_Result result) {
            guarded.meet();
            guarded.lock.unlockRead();
            guarded.lock.lockRead();
            result.r2 = guarded.readAndUnlock();
        }

        @Arbiter
        public void all(Read guarded, III_Result result) {
            result.r3 = guarded.end();
        }
    }

    /** Who gives up passes the turn on, and does not count its ticket as finished. */
    @JCStressTest
    @JCStressMeta(TimedWriter.class)
    @Weakened(of = WriterGivesUp.class)
    public static class UnfinishedTicket {
        @Actor
        public void writer(Read guarded, III_Result result) {
            guarded.meet();
            long base = guarded.lock.base();
            long ticket = TicketLock.take(base);
            while (!TicketLock.isServed(base, ticket)) {
                Thread.yield();
            }
            if (TicketReadWriteLock.mayWrite(base, ticket)) {
                result.r1 = guarded.increment();
                TicketReadWriteLock.endWrite(base);
            } else {
                TicketLock.serve(base, ticket + 1);
            }
        }

        @Actor
        public void readers(Read guarded, III_Result result) {
            guarded.meet();
            guarded.lock.unlockRead();
            guarded.lock.lockRead();
            result.r2 = guarded.readAndUnlock();
        }

        @Arbiter
        public void all(Read guarded, III_Result result) {
            result.r3 = guarded.end();
        }
    }
}
