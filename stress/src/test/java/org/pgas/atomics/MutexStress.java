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
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.OneRank;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** A {@link FairMutex} between two threads, around a counter that is no atomic one. */
public final class MutexStress {
    private static final long COUNTER_BYTES = 64;

    /** About as long as the other holds the mutex. */
    private static final Duration SOON = Duration.ofNanos(500);

    private MutexStress() {}

    private static int add(long counter) {
        int before = SharedMemory.getInt(counter);
        Window.dwell();
        SharedMemory.putInt(counter, before + 1);
        return 1;
    }

    @State
    public static class Counted extends Meeting {
        final FairMutex mutex;
        final long counter;

        public Counted() {
            long offset = OneRank.take(FairMutex.bytes() + COUNTER_BYTES);
            mutex = FairMutex.initialise(OneRank.world(), 0, offset);
            counter = OneRank.address(offset + FairMutex.bytes());
        }

        void add() {
            mutex.lock();
            MutexStress.add(counter);
            mutex.unlock();
        }

        int addIfFree() {
            return mutex.tryLock() ? addAndUnlock() : 0;
        }

        int addSoon() {
            return mutex.tryLock(SOON) ? addAndUnlock() : 0;
        }

        private int addAndUnlock() {
            int added = MutexStress.add(counter);
            mutex.unlock();
            return added;
        }

        /** The count, or -1 if the mutex cannot be had by who comes now. */
        int count() {
            return mutex.tryLock() ? SharedMemory.getInt(counter) : -1;
        }
    }

    /** The words of a mutex alone. */
    @State
    public static class Words extends Meeting {
        final long base = Slab.take(TicketLock.BYTES + COUNTER_BYTES);
        final long counter = base + TicketLock.BYTES;
    }

    @Outcome(id = "2", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "both at a time")
    public static class Exclusion {}

    @JCStressTest
    @JCStressMeta(Exclusion.class)
    public static class LockAndUnlock {
        @Actor
        public void one(Counted counted) {
            counted.meet();
            counted.add();
        }

        @Actor
        public void other(Counted counted) {
            counted.meet();
            counted.add();
        }

        @Arbiter
        public void both(Counted counted, I_Result result) {
            result.r1 = counted.count();
        }
    }

    /** Draws a ticket by a load and a store. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @Weakened(of = LockAndUnlock.class)
    public static class TicketInTwoSteps {
        private static final long NEXT = 64;

        private static void addOnce(Words words) {
            long ticket = SharedMemory.getLongVolatile(words.base + NEXT);
            SharedMemory.putLongVolatile(words.base + NEXT, ticket + 1);
            // who has drawn the other's ticket may find its turn over
            while (!TicketLock.isServed(words.base, ticket) && !TicketLock.isServed(words.base, ticket + 1)) {
                Thread.yield();
            }
            add(words.counter);
            TicketLock.release(words.base);
        }

        @Actor
        public void one(Words words) {
            words.meet();
            addOnce(words);
        }

        @Actor
        public void other(Words words) {
            words.meet();
            addOnce(words);
        }

        @Arbiter
        public void both(Words words, I_Result result) {
            result.r1 = SharedMemory.getInt(words.counter);
        }
    }

    /** How often each locked, and the count. */
    @Outcome(id = {"1, 1, 2", "1, 0, 1", "0, 1, 1"}, expect = ACCEPTABLE, desc = "one after the other, or one alone")
    @Outcome(id = {"1, 1, -1", "1, 0, -1", "0, 1, -1"}, expect = FORBIDDEN, desc = "the mutex is lost")
    @Outcome(expect = FORBIDDEN, desc = "both at a time, or none")
    public static class Tries {}

    @JCStressTest
    @JCStressMeta(Tries.class)
    public static class TryLock {
        @Actor
        public void one(Counted counted, III_Result result) {
            counted.meet();
            result.r1 = counted.addIfFree();
        }

        @Actor
        public void other(Counted counted, III_Result result) {
            counted.meet();
            result.r2 = counted.addIfFree();
        }

        @Arbiter
        public void both(Counted counted, III_Result result) {
            result.r3 = counted.count();
        }
    }

    /** Looks whether the turn is now, and draws any ticket. */
    @JCStressTest
    @JCStressMeta(Tries.class)
    @Weakened(of = TryLock.class)
    public static class TryWithoutExchange {
        private static final long NEXT = 64;
        private static final long SERVING = 128;

        private static int addIfFree(Words words) {
            long turn = SharedMemory.getLongAcquire(words.base + SERVING);
            if (SharedMemory.getLongAcquire(words.base + NEXT) != turn) {
                return 0;
            }
            TicketLock.take(words.base);
            int added = add(words.counter);
            TicketLock.release(words.base);
            return added;
        }

        @Actor
        public void one(Words words, III_Result result) {
            words.meet();
            result.r1 = addIfFree(words);
        }

        @Actor
        public void other(Words words, III_Result result) {
            words.meet();
            result.r2 = addIfFree(words);
        }

        @Arbiter
        public void both(Words words, III_Result result) {
            result.r3 = SharedMemory.getInt(words.counter);
        }
    }

    /** Who waits gives up at about the time of the unlock; nobody may be left with the turn. */
    @JCStressTest
    @JCStressMeta(Tries.class)
    public static class TimedLock {
        @Actor
        public void one(Counted counted, III_Result result) {
            counted.meet();
            result.r1 = counted.addSoon();
        }

        @Actor
        public void other(Counted counted, III_Result result) {
            counted.meet();
            result.r2 = counted.addSoon();
        }

        @Arbiter
        public void both(Counted counted, III_Result result) {
            result.r3 = counted.count();
        }
    }
}
