package org.pgas.memory;

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

/** The orders that the names of {@link SharedMemory}'s methods promise, between two words in lines of their own. */
public final class OrderStress {
    private static final int FLAG = 64;

    private OrderStress() {}

    @State
    public static class Words extends Meeting {
        final long data = Slab.take(128);
        final long flag = data + FLAG;
    }

    /** A producer stores data, then a flag; a consumer looks at the flag, then at the data. */
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE, desc = "in order")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the flag was seen before the data")
    public static class Publication {}

    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class ReleaseAcquire {
        @Actor
        public void producer(Words words) {
            words.meet();
            SharedMemory.putInt(words.data, 1);
            SharedMemory.putIntRelease(words.flag, 1);
        }

        @Actor
        public void consumer(Words words, II_Result result) {
            words.meet();
            result.r1 = SharedMemory.getIntAcquire(words.flag);
            result.r2 = SharedMemory.getInt(words.data);
        }
    }

    /** Publishes first. */
    @JCStressTest
    @JCStressMeta(Publication.class)
    @Weakened(of = ReleaseAcquire.class)
    public static class ReleaseAcquireReversed {
        @Actor
        public void producer(Words words) {
            words.meet();
            SharedMemory.putIntRelease(words.flag, 1);
            Window.dwell();
            SharedMemory.putInt(words.data, 1);
        }

        @Actor
        public void consumer(Words words, II_Result result) {
            words.meet();
            result.r1 = SharedMemory.getIntAcquire(words.flag);
            result.r2 = SharedMemory.getInt(words.data);
        }
    }

    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class UpdateAcquire {
        @Actor
        public void producer(Words words) {
            words.meet();
            SharedMemory.putLong(words.data, 1);
            SharedMemory.getAndAddLong(words.flag, 1);
        }

        @Actor
        public void consumer(Words words, II_Result result) {
            words.meet();
            result.r1 = (int) SharedMemory.getLongAcquire(words.flag);
            result.r2 = (int) SharedMemory.getLong(words.data);
        }
    }

    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class ExchangeAcquire {
        @Actor
        public void producer(Words words) {
            words.meet();
            SharedMemory.putLong(words.data, 1);
            SharedMemory.compareAndExchangeLong(words.flag, 0, 1);
        }

        /** A failed exchange is an acquire, too. */
        @Actor
        public void consumer(Words words, II_Result result) {
            words.meet();
            result.r1 = (int) SharedMemory.compareAndExchangeLong(words.flag, 2, 3);
            result.r2 = (int) SharedMemory.getLong(words.data);
        }
    }

    @JCStressTest
    @JCStressMeta(Publication.class)
    public static class Fences {
        @Actor
        public void producer(Words words) {
            words.meet();
            SharedMemory.putInt(words.data, 1);
            SharedMemory.releaseFence();
            SharedMemory.putIntOpaque(words.flag, 1);
        }

        @Actor
        public void consumer(Words words, II_Result result) {
            words.meet();
            result.r1 = SharedMemory.getIntOpaque(words.flag);
            SharedMemory.acquireFence();
            result.r2 = SharedMemory.getInt(words.data);
        }
    }

    /** Each stores to its own word, then looks at the other's: at least one must see the other. */
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE, desc = "one saw the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "neither saw the other")
    public static class Handshake {}

    @JCStressTest
    @JCStressMeta(Handshake.class)
    public static class VolatileHandshake {
        @Actor
        public void one(Words words, II_Result result) {
            words.meet();
            SharedMemory.putIntVolatile(words.data, 1);
            result.r1 = SharedMemory.getIntVolatile(words.flag);
        }

        @Actor
        public void other(Words words, II_Result result) {
            words.meet();
            SharedMemory.putIntVolatile(words.flag, 1);
            result.r2 = SharedMemory.getIntVolatile(words.data);
        }
    }

    /** Lacks the fence between store and load. */
    @JCStressTest
    @JCStressMeta(Handshake.class)
    @Weakened(of = VolatileHandshake.class)
    public static class HandshakeWithoutFence {
        @Actor
        public void one(Words words, II_Result result) {
            words.meet();
            SharedMemory.putIntRelease(words.data, 1);
            result.r1 = SharedMemory.getIntAcquire(words.flag);
        }

        @Actor
        public void other(Words words, II_Result result) {
            words.meet();
            SharedMemory.putIntRelease(words.flag, 1);
            result.r2 = SharedMemory.getIntAcquire(words.data);
        }
    }

    @JCStressTest
    @JCStressMeta(Handshake.class)
    public static class FencedHandshake {
        @Actor
        public void one(Words words, II_Result result) {
            words.meet();
            SharedMemory.putIntRelease(words.data, 1);
            SharedMemory.fullFence();
            result.r1 = SharedMemory.getIntOpaque(words.flag);
        }

        @Actor
        public void other(Words words, II_Result result) {
            words.meet();
            SharedMemory.putIntRelease(words.flag, 1);
            SharedMemory.fullFence();
            result.r2 = SharedMemory.getIntOpaque(words.data);
        }
    }

    /** An update of one word stands for the fence. */
    @JCStressTest
    @JCStressMeta(Handshake.class)
    public static class UpdatingHandshake {
        @Actor
        public void one(Words words, II_Result result) {
            words.meet();
            SharedMemory.getAndAddLong(words.data, 1);
            result.r1 = (int) SharedMemory.getLongVolatile(words.flag);
        }

        @Actor
        public void other(Words words, II_Result result) {
            words.meet();
            SharedMemory.compareAndSetLong(words.flag, 0, 1);
            result.r2 = (int) SharedMemory.getLongVolatile(words.data);
        }
    }
}
