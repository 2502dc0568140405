package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.atomics.words.MessageSlots;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** The slots of a {@link MessageQueue}: messages of two words, the second ten times the first. */
public final class QueueStress {
    private static final int MESSAGE_BYTES = 8;
    private static final int CAPACITY = 2;
    private static final int TORN = -1;

    private QueueStress() {}

    /** Room for two messages. */
    @State
    public static class Queue extends Meeting {
        final long base = Slab.take(MessageSlots.bytes(CAPACITY, MESSAGE_BYTES));
        final MessageSlots slots;

        public Queue() {
            MessageSlots.reset(base, CAPACITY, MESSAGE_BYTES, 0);
            slots = new MessageSlots(base, CAPACITY, MESSAGE_BYTES);
        }

        static void write(long slot, int number) {
            SharedMemory.putInt(MessageSlots.payload(slot), number);
            Window.dwell();
            SharedMemory.putInt(MessageSlots.payload(slot) + 4, 10 * number);
        }

        /** In the other order, so that it meets a writer. */
        static int read(long slot) {
            int second = SharedMemory.getInt(MessageSlots.payload(slot) + 4);
            Window.dwell();
            int first = SharedMemory.getInt(MessageSlots.payload(slot));
            return MessageSlots.length(slot) == MESSAGE_BYTES && second == 10 * first ? first : TORN;
        }

        /** When there is room, and nobody at work where it is. */
        final void put(int number) {
            long slot = slots.claimFree();
            while (slot < 0) {
                Thread.yield();
                slot = slots.claimFree();
            }
            write(slot, number);
            MessageSlots.publish(slot, MESSAGE_BYTES);
        }

        /** The next message, 0 if there is none, when nobody is at work there. */
        int poll() {
            long slot = slots.claimPublished(MESSAGE_BYTES);
            while (slot == MessageSlots.BUSY) {
                Thread.yield();
                slot = slots.claimPublished(MESSAGE_BYTES);
            }
            return slot == MessageSlots.EMPTY ? 0 : readAndRelease(slot);
        }

        int readAndRelease(long slot) {
            int number = read(slot);
            slots.release(slot);
            return number;
        }
    }

    @Outcome(id = {"0, 1", "1, 0"}, expect = ACCEPTABLE, desc = "the whole message, now or later")
    @Outcome(expect = FORBIDDEN, desc = "a message before it was written, lost, or twice")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class ProducerAndConsumer {
        @Actor
        public void producer(Queue queue) {
            queue.meet();
            queue.put(1);
        }

        @Actor
        public void consumer(Queue queue, II_Result result) {
            queue.meet();
            result.r1 = queue.poll();
        }

        @Arbiter
        public void rest(Queue queue, II_Result result) {
            result.r2 = queue.poll();
        }
    }

    /** Publishes the slot, then writes. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = ProducerAndConsumer.class)
    public static class EarlyPublication {
        @Actor
        public void producer(Queue queue) {
            queue.meet();
            long slot = queue.slots.claimFree();
            MessageSlots.publish(slot, MESSAGE_BYTES);
            Queue.write(slot, 1);
        }

        @Actor
        public void consumer(Queue queue, II_Result result) {
            queue.meet();
            result.r1 = queue.poll();
        }

        @Arbiter
        public void rest(Queue queue, II_Result result) {
            result.r2 = queue.poll();
        }
    }

    @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "both messages, once")
    @Outcome(expect = FORBIDDEN, desc = "a message is lost, torn, or twice")
    public static class Both {}

    @JCStressTest
    @JCStressMeta(Both.class)
    public static class TwoProducers {
        @Actor
        public void one(Queue queue) {
            queue.meet();
            queue.put(1);
        }

        @Actor
        public void other(Queue queue) {
            queue.meet();
            queue.put(2);
        }

        @Arbiter
        public void all(Queue queue, II_Result result) {
            result.r1 = queue.poll();
            result.r2 = queue.poll();
        }
    }

    /** Two messages are there. */
    @State
    public static class Full extends Queue {
        public Full() {
            put(1);
            put(2);
        }
    }

    @JCStressTest
    @JCStressMeta(Both.class)
    public static class TwoConsumers {
        @Actor
        public void one(Full queue, II_Result result) {
            queue.meet();
            result.r1 = queue.poll();
        }

        @Actor
        public void other(Full queue, II_Result result) {
            queue.meet();
            result.r2 = queue.poll();
        }
    }

    /** Claims a message by a load and a store of the head. */
    @JCStressTest
    @JCStressMeta(Both.class)
    @Weakened(of = TwoConsumers.class)
    public static class ClaimInTwoSteps {
        private static final long HEAD = 256;
        private static final long SLOTS = 384;

        private static int poll(Full queue) {
            long head = SharedMemory.getLongVolatile(queue.base + HEAD);
            Window.dwell();
            SharedMemory.putLongVolatile(queue.base + HEAD, head + 1);
            return Queue.read(queue.base + SLOTS + head * 64);
        }

        @Actor
        public void one(Full queue, II_Result result) {
            queue.meet();
            result.r1 = poll(queue);
        }

        @Actor
        public void other(Full queue, II_Result result) {
            queue.meet();
            result.r2 = poll(queue);
        }
    }

    /** What the consumer read, and what is left. */
    @Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "the third message waited for room, and came last")
    @Outcome(expect = FORBIDDEN, desc = "it was written where another was being read, or is not in its place")
    public static class Round {}

    @JCStressTest
    @JCStressMeta(Round.class)
    public static class ProducerWaitsForRoom {
        @Actor
        public void producer(Full queue) {
            queue.meet();
            queue.put(3);
        }

        @Actor
        public void consumer(Full queue, III_Result result) {
            queue.meet();
            result.r1 = queue.poll();
        }

        @Arbiter
        public void rest(Full queue, III_Result result) {
            result.r2 = queue.poll();
            result.r3 = queue.poll();
        }
    }

    /** Gives the slot back, then reads. */
    @JCStressTest
    @JCStressMeta(Round.class)
    @Weakened(of = ProducerWaitsForRoom.class)
    public static class EarlyRelease {
        @Actor
        public void producer(Full queue) {
            queue.meet();
            queue.put(3);
        }

        @Actor
        public void consumer(Full queue, III_Result result) {
            queue.meet();
            long slot = queue.slots.claimPublished(MESSAGE_BYTES);
            queue.slots.release(slot);
            result.r1 = Queue.read(slot);
        }

        @Arbiter
        public void rest(Full queue, III_Result result) {
            result.r2 = queue.poll();
            result.r3 = queue.poll();
        }
    }

    /** Each puts a message in and takes one out; in the end none is left. */
    @JCStressTest
    @Outcome(id = {"1, 2, 0", "2, 1, 0"}, expect = ACCEPTABLE, desc = "both messages, once")
    @Outcome(expect = FORBIDDEN, desc = "a message is lost, torn, or twice, or not seen by who put it in")
    public static class PutAndPoll {
        @Actor
        public void one(Queue queue, III_Result result) {
            queue.meet();
            queue.put(1);
            result.r1 = queue.poll();
        }

        @Actor
        public void other(Queue queue, III_Result result) {
            queue.meet();
            queue.put(2);
            result.r2 = queue.poll();
        }

        @Arbiter
        public void rest(Queue queue, III_Result result) {
            result.r3 = queue.poll();
        }
    }
}
