package org.pgas.rpc;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.stress.Meeting;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * {@link Peer} and {@link CallQueue}: the slots of calls, the end of a peer, and which thread goes on with a call that
 * has come.
 */
public final class CallStress {
    private static final PgasException LOST = new PgasException(ErrorCode.RESOURCE, "the rank has left");

    private CallStress() {}

    @State
    public static class OneSlot extends Meeting {
        final Peer peer = new Peer(1, 1, 1);
        final RemoteFuture<Object> future = new RemoteFuture<>(null, peer, "f");
    }

    @Outcome(id = {"0, -1", "-1, 0"}, expect = ACCEPTABLE, desc = "one has it, and the other none")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or nobody")
    public static class Slots {}

    @JCStressTest
    @JCStressMeta(Slots.class)
    public static class TakeSlot {
        @Actor
        public void one(OneSlot state, II_Result result) {
            state.meet();
            result.r1 = state.peer.takeSlot();
        }

        @Actor
        public void other(OneSlot state, II_Result result) {
            state.meet();
            result.r2 = state.peer.takeSlot();
        }
    }

    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "the call waits for ever for a rank that has left")
    @Outcome(expect = ACCEPTABLE, desc = "the caller finds out, or is found")
    public static class Loss {}

    /** A call is begun while somebody finds that the rank has left, and fails the calls that he sees. */
    @JCStressTest
    @JCStressMeta(Loss.class)
    public static class CallAndLoss {
        @Actor
        public void caller(OneSlot state, ZZ_Result result) {
            state.meet();
            state.peer.future(0, state.future);
            result.r1 = state.peer.failure() != null;
        }

        @Actor
        public void finder(OneSlot state, ZZ_Result result) {
            state.meet();
            state.peer.fail(LOST);
            result.r2 = state.peer.future(0) != null;
        }
    }

    /** Asks whether the rank has left before it shows the call. */
    @JCStressTest
    @JCStressMeta(Loss.class)
    @Weakened(of = CallAndLoss.class)
    public static class EarlyQuestion {
        @Actor
        public void caller(OneSlot state, ZZ_Result result) {
            state.meet();
            result.r1 = state.peer.failure() != null;
            Window.dwell();
            state.peer.future(0, state.future);
        }

        @Actor
        public void finder(OneSlot state, ZZ_Result result) {
            state.meet();
            state.peer.fail(LOST);
            result.r2 = state.peer.future(0) != null;
        }
    }

    @State
    public static class Calls extends Meeting {
        private static final int NUMBERS = 2;

        final CallQueue queue = new CallQueue(NUMBERS);

        /** What belongs to each number: written by the handler, read by who takes it. */
        final int[] arguments = new int[NUMBERS];

        int takeOnce() {
            for (int look = 0; look < 200; look++) {
                int number = queue.take();
                if (number != CallQueue.EMPTY) {
                    return number + 10 * arguments[number];
                }
                Thread.onSpinWait();
            }
            return CallQueue.EMPTY;
        }
    }

    @Outcome(id = {"50", "-1"}, expect = ACCEPTABLE, desc = "what belongs to the call, or no call in time")
    @Outcome(expect = FORBIDDEN, desc = "a call without what belongs to it")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class PutAndTake {
        @Actor
        public void handler(Calls calls) {
            calls.meet();
            calls.arguments[0] = 5;
            calls.queue.put(0);
        }

        @Actor
        public void taker(Calls calls, I_Result result) {
            calls.meet();
            result.r1 = calls.takeOnce();
        }
    }

    /** Puts the number in before what belongs to it is there. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = PutAndTake.class)
    public static class EarlyPut {
        @Actor
        public void handler(Calls calls) {
            calls.meet();
            calls.queue.put(0);
            Window.dwell();
            calls.arguments[0] = 5;
        }

        @Actor
        public void taker(Calls calls, I_Result result) {
            calls.meet();
            result.r1 = calls.takeOnce();
        }
    }

    @State
    public static class OneCall extends Calls {
        public OneCall() {
            queue.put(1);
        }
    }

    @Outcome(id = {"1, -1", "-1, 1"}, expect = ACCEPTABLE, desc = "one takes it")
    @Outcome(expect = FORBIDDEN, desc = "both take it, or nobody")
    public static class Once {}

    @JCStressTest
    @JCStressMeta(Once.class)
    public static class TwoTakers {
        @Actor
        public void one(OneCall calls, II_Result result) {
            calls.meet();
            result.r1 = calls.queue.take();
        }

        @Actor
        public void other(OneCall calls, II_Result result) {
            calls.meet();
            result.r2 = calls.queue.take();
        }
    }
}
