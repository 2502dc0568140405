package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicBoolean;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Leash;
import org.pgas.stress.Meeting;
import org.pgas.stress.OneRank;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Aggregator}: items of several threads, and its end. */
public final class AggregatorStress {
    private static final int HANDLER = OneRank.job().endpoint().handlers()
            .register(HandlerEntry.ofMedium(AggregatorStress::handle).request().arguments(0));

    private AggregatorStress() {}

    /** Items are addresses of what counts them. */
    private static void handle(Token token, Payload items) {
        for (int at = 0; at < items.bytes(); at += Long.BYTES) {
            SharedMemory.getAndAddInt(items.getLong(at), 1);
        }
    }

    private static Aggregator open() {
        return OneRank.world().am().aggregator(HANDLER, Long.BYTES);
    }

    @State
    public static class Shared extends Meeting {
        private static final Aggregator AGGREGATOR = open();

        final long handled = Slab.take(Integer.BYTES);

        void add() {
            AGGREGATOR.add(0, handled);
        }

        void flush() {
            AGGREGATOR.flush(0);
        }

        int complete() {
            AGGREGATOR.complete();
            return SharedMemory.getIntOpaque(handled);
        }
    }

    @Outcome(id = "3", expect = ACCEPTABLE, desc = "each item once")
    @Outcome(expect = FORBIDDEN, desc = "an item is lost, or comes twice")
    public static class Once {}

    @JCStressTest
    @JCStressMeta(Once.class)
    public static class AddAndFlush {
        @Actor
        public void one(Shared shared) {
            shared.meet();
            shared.add();
            shared.flush();
        }

        @Actor
        public void other(Shared shared) {
            shared.meet();
            shared.add();
            shared.add();
        }

        @Arbiter
        public void both(Shared shared, I_Result result) {
            result.r1 = shared.complete();
        }
    }

    /** A batch without a holder. */
    @State
    public static class Unheld extends Meeting {
        int used;

        void add() {
            int before = used;
            Window.dwell();
            used = before + 1;
        }
    }

    /** Adds to the batch without holding it. */
    @JCStressTest
    @JCStressMeta(Once.class)
    @Weakened(of = AddAndFlush.class)
    public static class AddUnheld {
        @Actor
        public void one(Unheld batch) {
            batch.meet();
            batch.add();
        }

        @Actor
        public void other(Unheld batch) {
            batch.meet();
            batch.add();
            batch.add();
        }

        @Arbiter
        public void both(Unheld batch, I_Result result) {
            result.r1 = batch.used;
        }
    }

    /** Opened by who comes first, since few can be open at once. */
    @State
    public static class Closing extends Meeting {
        private static final Leash LEASH = new Leash(100);

        final long handled = Slab.take(Integer.BYTES);
        private Aggregator aggregator;

        synchronized Aggregator aggregator() {
            if (aggregator == null) {
                aggregator = open();
            }
            return aggregator;
        }

        int tryAdd(Aggregator open) {
            try {
                open.add(0, handled);
                return 1;
            } catch (PgasException e) {
                return 0;
            }
        }
    }

    @Outcome(id = {"0, 0", "1, 1"}, expect = ACCEPTABLE, desc = "refused, or sent")
    @Outcome(expect = FORBIDDEN, desc = "taken, and never sent")
    public static class SentOrRefused {}

    @JCStressTest
    @JCStressMeta(SentOrRefused.class)
    public static class AddAndClose {
        @Actor
        public void adder(Closing state, II_Result result) {
            Closing.LEASH.lead();
            Aggregator open = state.aggregator();
            state.meet();
            result.r1 = state.tryAdd(open);
        }

        @Actor
        public void closer(Closing state) {
            Aggregator open = state.aggregator();
            state.meet();
            open.close();
            Closing.LEASH.follow();
        }

        @Arbiter
        public void both(Closing state, II_Result result) {
            result.r2 = SharedMemory.getIntOpaque(state.handled);
        }
    }

    @State
    public static class LooseEnd extends Meeting {
        final AtomicBoolean closed = new AtomicBoolean();
        final AtomicBoolean held = new AtomicBoolean();
        int used;
        int sent;

        void hold() {
            while (!held.compareAndSet(false, true)) {
                Thread.yield();
            }
        }
    }

    /** Looks whether it was closed before it holds the batch. */
    @JCStressTest
    @JCStressMeta(SentOrRefused.class)
    @Weakened(of = AddAndClose.class)
    public static class LookThenHold {
        @Actor
        public void adder(LooseEnd end, II_Result result) {
            end.meet();
            if (!end.closed.get()) {
                Window.dwell();
                end.hold();
                end.used++;
                end.held.setRelease(false);
                result.r1 = 1;
            }
        }

        @Actor
        public void closer(LooseEnd end) {
            end.meet();
            end.closed.set(true);
            end.hold();
            end.sent = end.used;
            end.held.setRelease(false);
        }

        @Arbiter
        public void both(LooseEnd end, II_Result result) {
            result.r2 = end.sent;
        }
    }
}
