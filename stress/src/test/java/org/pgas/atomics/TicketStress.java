package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.WaiterSlots;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * The steps of a {@link TicketLock} that meet when the holder unlocks: its waiter registers to be woken, or gives up.
 */
public final class TicketStress {
    private static final int WAITER = 3;

    private TicketStress() {}

    /** Ticket 0 holds the lock, ticket 1 waits. */
    @State
    public static class Waited extends Meeting {
        final long base = Slab.take(TicketLock.BYTES);

        public Waited() {
            TicketLock.hold(base, TicketLock.take(base) + 1);
            TicketLock.take(base);
        }

        void register() {
            TicketLock.register(base, 1, WAITER);
        }

        /** As the wait does it. */
        boolean abandon() {
            boolean left = TicketLock.abandon(base, 1);
            if (!left) {
                TicketLock.release(base);
            }
            return left;
        }

        /** Whether who comes now has the lock, after some abandoned tickets perhaps. */
        boolean tryTake() {
            boolean taken;
            do {
                taken = TicketLock.tryTake(base);
            } while (!taken && TicketLock.skip(base) != TicketLock.NOTHING);
            return taken;
        }
    }

    @Outcome(id = "-1, false", expect = FORBIDDEN, desc = "it sleeps and nobody rings")
    @Outcome(id = {"3, true", "3, false", "-1, true"}, expect = ACCEPTABLE, desc = "it sees its turn, or is rung")
    public static class Wake {}

    @JCStressTest
    @JCStressMeta(Wake.class)
    public static class UnlockAndSleep {
        @Actor
        public void holder(Waited lock, IZ_Result result) {
            lock.meet();
            result.r1 = TicketLock.release(lock.base);
        }

        @Actor
        public void waiter(Waited lock, IZ_Result result) {
            lock.meet();
            lock.register();
            SharedMemory.fullFence(); // the announcement of a sleep
            result.r2 = TicketLock.isServed(lock.base, 1);
        }
    }

    /** Who waits goes to sleep without a fence. */
    @JCStressTest
    @JCStressMeta(Wake.class)
    @Weakened(of = UnlockAndSleep.class)
    public static class SleepWithoutFence {
        @Actor
        public void holder(Waited lock, IZ_Result result) {
            lock.meet();
            result.r1 = TicketLock.release(lock.base);
        }

        @Actor
        public void waiter(Waited lock, IZ_Result result) {
            lock.meet();
            lock.register();
            result.r2 = TicketLock.isServed(lock.base, 1);
        }
    }

    /** Whether the waiter left, and whether another can have the lock afterwards. */
    @Outcome(id = {"true, true",
        "false, true"}, expect = ACCEPTABLE, desc = "it left, or had the turn and passed it on")
    @Outcome(expect = FORBIDDEN, desc = "the turn is nobody's, or was passed on twice")
    public static class Leave {}

    @JCStressTest
    @JCStressMeta(Leave.class)
    public static class UnlockAndAbandon {
        @Actor
        public void holder(Waited lock) {
            lock.meet();
            TicketLock.release(lock.base);
        }

        @Actor
        public void waiter(Waited lock, ZZ_Result result) {
            lock.meet();
            lock.register();
            result.r1 = lock.abandon();
        }

        @Arbiter
        public void next(Waited lock, ZZ_Result result) {
            result.r2 = lock.tryTake();
        }
    }

    /** Leaves when its turn has not come, and says so to nobody. */
    @JCStressTest
    @JCStressMeta(Leave.class)
    @Weakened(of = UnlockAndAbandon.class)
    public static class AbandonInSilence {
        @Actor
        public void holder(Waited lock) {
            lock.meet();
            TicketLock.release(lock.base);
        }

        @Actor
        public void waiter(Waited lock, ZZ_Result result) {
            lock.meet();
            result.r1 = !TicketLock.isServed(lock.base, 1);
            if (!result.r1) {
                TicketLock.release(lock.base);
            }
        }

        @Arbiter
        public void next(Waited lock, ZZ_Result result) {
            result.r2 = lock.tryTake();
        }
    }

    /** Takes the turn that has come to it without asking whether another has skipped it. */
    @JCStressTest
    @JCStressMeta(Leave.class)
    @Weakened(of = UnlockAndAbandon.class)
    public static class TurnWithoutReclaim {
        @Actor
        public void holder(Waited lock) {
            lock.meet();
            TicketLock.release(lock.base);
        }

        @Actor
        public void waiter(Waited lock, ZZ_Result result) {
            lock.meet();
            WaiterSlots.abandon(lock.base + TicketLock.BYTES - WaiterSlots.BYTES, 1);
            Window.dwell();
            result.r1 = !TicketLock.isServed(lock.base, 1);
            if (!result.r1) {
                TicketLock.release(lock.base);
            }
        }

        @Arbiter
        public void next(Waited lock, ZZ_Result result) {
            result.r2 = lock.tryTake();
        }
    }

    /** Ticket 1 gives up, and ticket 2 waits behind it. */
    @JCStressTest
    @JCStressMeta(Leave.class)
    public static class AbandonBeforeAnother {
        @Actor
        public void holder(Waited lock) {
            lock.meet();
            TicketLock.release(lock.base);
        }

        @Actor
        public void waiters(Waited lock, ZZ_Result result) {
            lock.meet();
            lock.register();
            long behind = TicketLock.take(lock.base);
            result.r1 = lock.abandon();
            while (!TicketLock.isServed(lock.base, behind)) {
                TicketLock.skip(lock.base);
                Thread.yield();
            }
            TicketLock.release(lock.base);
        }

        @Arbiter
        public void next(Waited lock, ZZ_Result result) {
            result.r2 = lock.tryTake();
        }
    }
}
