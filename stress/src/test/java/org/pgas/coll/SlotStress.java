package org.pgas.coll;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * The slots of collectives: data come with their tag, and a slot, or a cell of a buffer, is written again when it has
 * been read.
 */
public final class SlotStress {
    /** Of a member of which one slot is used. */
    private static final long BLOCK_BYTES = 384;

    /** Behind both blocks: two words of a cell, in lines of their own. */
    private static final long CELL = 2 * BLOCK_BYTES;

    private static final long SECOND = 64;
    private static final int TORN = -1;
    private static final int NOT_SEEN = -2;

    /** Looks for what may never be seen, where the other is too early. */
    private static final int LOOKS = 1_000;

    private SlotStress() {}

    @State
    public static class TwoMembers extends Meeting {
        final long base = Slab.take(CELL + 2 * SECOND);
        final Slots writer = new Slots(new View(base, BLOCK_BYTES, 0), 1);
        final Slots reader = new Slots(new View(base, BLOCK_BYTES, 1), 1);

        static void put(long address, long value) {
            SharedMemory.putLong(address, value);
            Window.dwell();
            SharedMemory.putLong(address + SECOND, value);
        }

        static int get(long address) {
            long first = SharedMemory.getLong(address);
            Window.dwell();
            return SharedMemory.getLong(address + SECOND) == first ? (int) first : TORN;
        }

        void write(long sequence) {
            long slot = writer.ownSlot(sequence);
            put(slot + Slots.DATA, sequence);
            writer.publish(slot, sequence, 0);
        }

        /** What is read of a collective. */
        int read(long sequence) {
            long slot = reader.slot(0, sequence);
            for (int look = 0; look < LOOKS; look++) {
                if (Slots.isPublished(slot, sequence)) {
                    return get(slot + Slots.DATA);
                }
                Thread.onSpinWait();
            }
            return NOT_SEEN;
        }

        void awaitFree(long sequence) {
            while (!writer.isFree(sequence)) {
                Thread.yield();
            }
        }

        /** A round of a buffer of one cell. */
        void produce(long round) {
            put(base + CELL, round);
            writer.available(writer.ownSlot(1), round);
        }

        void awaitConsumed(long rounds) {
            while (writer.consumedBy(1, 1) < rounds) {
                Thread.yield();
            }
        }

        int consume(long round) {
            reader.beginConsuming(1);
            int seen = NOT_SEEN;
            for (int look = 0; look < LOOKS && seen == NOT_SEEN; look++) {
                if (Slots.available(reader.slot(0, 1)) >= round) {
                    seen = get(base + CELL);
                }
            }
            reader.consumed(1, round);
            return seen;
        }
    }

    @Outcome(id = {"1", "-2"}, expect = ACCEPTABLE, desc = "what was written for it, or nothing in time")
    @Outcome(expect = FORBIDDEN, desc = "what was there before, or comes later, or half of it")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class DataWithTheirTag {
        @Actor
        public void writer(TwoMembers members) {
            members.meet();
            members.write(1);
        }

        @Actor
        public void reader(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.read(1);
        }
    }

    /** The tag is stored first. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = DataWithTheirTag.class)
    public static class TagBeforeData {
        @Actor
        public void writer(TwoMembers members) {
            members.meet();
            long slot = members.writer.ownSlot(1);
            members.writer.publish(slot, 1, 0);
            TwoMembers.put(slot + Slots.DATA, 1);
        }

        @Actor
        public void reader(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.read(1);
        }
    }

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class SlotUsedAgain {
        @Actor
        public void writer(TwoMembers members) {
            members.meet();
            members.write(1);
            members.writer.finish(1);
            members.awaitFree(2);
            members.write(2);
        }

        @Actor
        public void reader(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.read(1);
            members.reader.finish(1);
        }
    }

    /** The writer does not ask whether the reader has finished. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = SlotUsedAgain.class)
    public static class SlotUsedTooEarly {
        @Actor
        public void writer(TwoMembers members) {
            members.meet();
            members.write(1);
            members.writer.finish(1);
            Window.dwell();
            members.write(2);
        }

        @Actor
        public void reader(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.read(1);
            members.reader.finish(1);
        }
    }

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class CellUsedAgain {
        @Actor
        public void writer(TwoMembers members) {
            members.meet();
            members.produce(1);
            members.awaitConsumed(1);
            members.produce(2);
        }

        @Actor
        public void reader(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.consume(1);
        }
    }

    /** The writer does not wait for the reader. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = CellUsedAgain.class)
    public static class CellUsedTooEarly {
        @Actor
        public void writer(TwoMembers members) {
            members.meet();
            members.produce(1);
            Window.dwell();
            members.produce(2);
        }

        @Actor
        public void reader(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.consume(1);
        }
    }
}
