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
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** A reader that asks and does not wait, and the writer before it, which unlocks: one of them passes the turn on. */
public final class PassingReaderStress {
    private static final int RANKS = 2;

    private PassingReaderStress() {}

    /** A writer has the lock, and a reader has drawn the next ticket. */
    @State
    public static class Words extends Meeting {
        final long base = Slab.take(TicketReadWriteLock.bytes(RANKS));
        final long ticket;

        public Words() {
            TicketLock.take(base);
            TicketLock.hold(base, Holder.of(0));
            ticket = TicketLock.take(base);
        }

        void unlock() {
            TicketReadWriteLock.endWrite(base);
        }

        /** The turn when both are done, and tickets finished; who comes next passes a turn on that nobody has seen. */
        void end(II_Result result) {
            TicketReadWriteLock.skip(base);
            result.r1 = (int) TicketLock.served(base);
            result.r2 = TicketReadWriteLock.mayWrite(base, 1) ? 1 : 0;
        }
    }

    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the reader is in, and only the writer has finished")
    @Outcome(expect = FORBIDDEN, desc = "the turn was passed on twice, or by nobody")
    public static class Once {}

    @JCStressTest
    @JCStressMeta(Once.class)
    public static class AskAndUnlock {
        @Actor
        public void writer(Words words) {
            words.meet();
            words.unlock();
        }

        @Actor
        public void reader(Words words) {
            words.meet();
            TicketLock.pass(words.base, words.ticket);
            if (TicketLock.isServed(words.base, words.ticket)) {
                TicketReadWriteLock.skip(words.base);
            }
        }

        @Arbiter
        public void both(Words words, II_Result result) {
            words.end(result);
        }
    }

    /** The reader takes its turn without asking whether the writer has passed it on. */
    @JCStressTest
    @JCStressMeta(Once.class)
    @Weakened(of = AskAndUnlock.class)
    public static class PassWithoutExchange {
        @Actor
        public void writer(Words words) {
            words.meet();
            words.unlock();
        }

        @Actor
        public void reader(Words words) {
            words.meet();
            TicketLock.pass(words.base, words.ticket);
            Window.dwell();
            if (TicketLock.served(words.base) >= words.ticket) {
                TicketReadWriteLock.passOn(words.base);
            }
        }

        @Arbiter
        public void both(Words words, II_Result result) {
            words.end(result);
        }
    }

    /** The reader begins to wait at about the time of the unlock: it has the turn then, or is in. */
    @Outcome(id = {"1, 1", "2, 1"}, expect = ACCEPTABLE, desc = "it has the turn, or is in")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    public static class Either {}

    @State
    public static class Asked extends Words {
        boolean waits;

        public Asked() {
            TicketLock.pass(base, ticket);
        }

        @Override
        void end(II_Result result) {
            super.end(result);
            boolean served = TicketLock.isServed(base, ticket);
            if (served != waits) {
                result.r1 = -1;
            }
        }
    }

    @JCStressTest
    @JCStressMeta(Either.class)
    public static class WaitAndUnlock {
        @Actor
        public void writer(Asked words) {
            words.meet();
            words.unlock();
        }

        @Actor
        public void reader(Asked words) {
            words.meet();
            words.waits = TicketLock.stopPassing(words.base, words.ticket, 1);
        }

        @Arbiter
        public void both(Asked words, II_Result result) {
            words.end(result);
        }
    }

    /** The reader looks whether it is in, and registers as a waiter then. */
    @JCStressTest
    @JCStressMeta(Either.class)
    @Weakened(of = WaitAndUnlock.class)
    public static class WaitInTwoSteps {
        @Actor
        public void writer(Asked words) {
            words.meet();
            words.unlock();
        }

        @Actor
        public void reader(Asked words) {
            words.meet();
            words.waits = TicketLock.served(words.base) <= words.ticket;
            Window.dwell();
            if (words.waits) {
                TicketLock.register(words.base, words.ticket, 1);
            }
        }

        @Arbiter
        public void both(Asked words, II_Result result) {
            words.end(result);
        }
    }
}
