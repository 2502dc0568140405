package org.pgas.coll;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Member}: who goes on with collectives, and who has the slots when none is under way. */
public final class MemberStress {
    private static final long BLOCK_BYTES = 384;
    private static final int SELF = 0;
    private static final int ROOT = 1;
    private static final int VALUE = 7;
    private static final int NOT_IN_TIME = -1;
    private static final int LOOKS = 1_000;
    private static final Call CALL = new Call(Form.BROADCAST, ROOT, Long.BYTES, Long.BYTES, Long.BYTES, 1, true,
            null, "broadcast");

    private MemberStress() {}

    /** A member that gets a number from another. */
    @State
    public static class Receiving extends Meeting {
        final long base = Slab.take(2 * BLOCK_BYTES);
        final AtomicInteger entries = new AtomicInteger();
        final Slots root = new Slots(new View(base, BLOCK_BYTES, ROOT), 1);
        final long[] target = new long[1];
        final Member member = new Member(new View(base, BLOCK_BYTES, SELF) {
            @Override
            public void inBackground(Member ignored) {
                entries.getAndIncrement();
            }
        }, new Slots(new View(base, BLOCK_BYTES, SELF), 1));
        final Operation operation = begin();

        final Operation begin() {
            return member.begin(new CopyOperation(member, CALL, MemorySegment.ofArray(target), null, null,
                    Parts.same(Long.BYTES), false));
        }

        /** What the other member does. */
        final void send() {
            long slot = root.ownSlot(1);
            SharedMemory.putLong(slot + Slots.DATA, VALUE);
            root.publish(slot, 1, Form.BROADCAST.head(ROOT, Long.BYTES));
        }

        boolean hasCome() {
            return Slots.isPublished(root.ownSlot(1), 1);
        }
    }

    @Outcome(id = "true", expect = ACCEPTABLE, desc = "somebody has gone on with it")
    @Outcome(expect = FORBIDDEN, desc = "what has come waits, and nobody looks")
    public static class Done {}

    @JCStressTest
    @JCStressMeta(Done.class)
    public static class ComesWhileAnotherLooks {
        @Actor
        public void one(Receiving state) {
            state.meet();
            state.member.advance();
        }

        @Actor
        public void other(Receiving state) {
            state.meet();
            state.send();
            state.member.advance();
        }

        @Arbiter
        public void both(Receiving state, Z_Result result) {
            result.r1 = state.operation.isDone();
        }
    }

    @State
    public static class PlainTurn extends Receiving {
        final AtomicBoolean turn = new AtomicBoolean();
        boolean done;

        void advance() {
            if (turn.compareAndSet(false, true)) {
                done |= hasCome();
                Window.dwell();
                turn.set(false);
            }
        }
    }

    /** Who has found the turn taken leaves no word, and its holder does not look again. */
    @JCStressTest
    @JCStressMeta(Done.class)
    @Weakened(of = ComesWhileAnotherLooks.class)
    public static class LeavesWithoutALook {
        @Actor
        public void one(PlainTurn state) {
            state.meet();
            state.advance();
        }

        @Actor
        public void other(PlainTurn state) {
            state.meet();
            state.send();
            state.advance();
        }

        @Arbiter
        public void both(PlainTurn state, Z_Result result) {
            result.r1 = state.done;
        }
    }

    @Outcome(id = {"7", "-1"}, expect = ACCEPTABLE, desc = "all that was done, or not idle in time")
    @Outcome(expect = FORBIDDEN, desc = "idle before the end")
    public static class Handed {}

    @JCStressTest
    @JCStressMeta(Handed.class)
    public static class EndAndIdle {
        @Actor
        public void poller(Receiving state) {
            state.meet();
            state.send();
            state.member.advance();
        }

        @Actor
        public void caller(Receiving state, I_Result result) {
            state.meet();
            for (int look = 0; look < LOOKS && !state.member.isIdle(); look++) {
                Thread.onSpinWait();
            }
            result.r1 = state.member.isIdle() ? (int) state.target[0] : NOT_IN_TIME;
        }
    }

    @State
    public static class Counted extends Receiving {
        final AtomicInteger pending = new AtomicInteger(1);
    }

    /** Counts the collective as ended, and then takes what it brings. */
    @JCStressTest
    @JCStressMeta(Handed.class)
    @Weakened(of = EndAndIdle.class)
    public static class IdleBeforeTheEnd {
        @Actor
        public void poller(Counted state) {
            state.meet();
            state.pending.getAndDecrement();
            Window.dwell();
            state.target[0] = VALUE;
        }

        @Actor
        public void caller(Counted state, I_Result result) {
            state.meet();
            for (int look = 0; look < LOOKS && state.pending.get() > 0; look++) {
                Thread.onSpinWait();
            }
            result.r1 = state.pending.get() == 0 ? (int) state.target[0] : NOT_IN_TIME;
        }
    }

    /** One that polls go on with, and of which all has come. */
    @State
    public static class Polled extends Receiving {
        public Polled() {
            member.goOnInBackground();
            send();
        }

        void poll() {
            if (member.background()) {
                entries.getAndDecrement();
            }
        }

        void beginAnother() {
            begin();
            member.goOnInBackground();
        }
    }

    @Outcome(id = {"1, 1", "1, 2"}, expect = ACCEPTABLE, desc = "polls go on with what is under way")
    @Outcome(expect = FORBIDDEN, desc = "one is under way that no poll goes on with")
    public static class Listed {}

    @JCStressTest
    @JCStressMeta(Listed.class)
    public static class BeginWhileAPollEnds {
        @Actor
        public void poller(Polled state) {
            state.meet();
            state.poll();
        }

        @Actor
        public void caller(Polled state) {
            state.meet();
            state.beginAnother();
        }

        @Arbiter
        public void both(Polled state, II_Result result) {
            result.r1 = state.member.pending() > 0 ? 1 : 0;
            result.r2 = state.entries.get();
        }
    }

    @State
    public static class PlainList extends Meeting {
        final AtomicInteger pending = new AtomicInteger(1);
        final AtomicBoolean listed = new AtomicBoolean(true);
        final AtomicInteger entries = new AtomicInteger(1);
    }

    /** The poll looks whether something is under way, and then says that it is off the list. */
    @JCStressTest
    @JCStressMeta(Listed.class)
    @Weakened(of = BeginWhileAPollEnds.class)
    public static class OffTheListWithoutALook {
        @Actor
        public void poller(PlainList state) {
            state.meet();
            if (state.pending.decrementAndGet() == 0) {
                Window.dwell();
                state.listed.set(false);
                state.entries.getAndDecrement();
            }
        }

        @Actor
        public void caller(PlainList state) {
            state.meet();
            state.pending.getAndIncrement();
            if (state.listed.compareAndSet(false, true)) {
                state.entries.getAndIncrement();
            }
        }

        @Arbiter
        public void both(PlainList state, II_Result result) {
            result.r1 = state.pending.get();
            result.r2 = state.entries.get();
        }
    }
}
