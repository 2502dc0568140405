package org.pgas.pshm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** A {@link Lane}: claims, commits and takes of messages of two words. */
public final class RingStress {
    private static final int CAPACITY = 128;
    private static final int TYPE = 1;
    private static final int MESSAGE_BYTES = 16;
    private static final int RECORD_BYTES = 8 + MESSAGE_BYTES;
    private static final int RING_BYTES = CAPACITY + AmLayout.LANE_END_LENGTH;
    private static final int LANE_BYTES = RING_BYTES + CAPACITY * Lane.SLAB_FACTOR;
    private static final Slab LANES = Slab.ofNative(LANE_BYTES);

    private RingStress() {}

    @State
    public static class Messages extends Meeting {
        private final long place = LANES.place(LANE_BYTES);
        final Lane lane = new Lane(place, place + RING_BYTES, CAPACITY);

        int claim() {
            return lane.tryClaim(TYPE, MESSAGE_BYTES);
        }

        void write(int index, long first, long second) {
            SharedMemory.putLong(lane.address(index), first);
            Window.dwell();
            SharedMemory.putLong(lane.address(index) + 8, second);
        }

        void send(long first, long second) {
            int index = claim();
            write(index, first, second);
            lane.complete(index);
        }

        /** Adds up the words of what is there, and gives its room, as {@link LaneReader} does. */
        void take(JJ_Result result) {
            int from = (int) lane.head() & CAPACITY - 1;
            long round = lane.head() - from;
            int to = sum(from, round, result);
            lane.give(from, round, to, to);
        }

        void writeInSlab(int index, long first, long second) {
            SharedMemory.putLong(lane.slabAddress(index), first);
            Window.dwell();
            SharedMemory.putLong(lane.slabAddress(index) + 8, second);
        }

        void sendInSlab(long first, long second) {
            int index = claim();
            writeInSlab(index, first, second);
            lane.complete(index);
        }

        /** As {@link #sum}, of payloads in the slab. */
        int sumInSlab(JJ_Result result) {
            int at = 0;
            while (at + RECORD_BYTES <= CAPACITY && lane.recordLength(at) > 0) {
                result.r1 += SharedMemory.getLong(lane.slabAddress(at + 8));
                Window.dwell();
                result.r2 += SharedMemory.getLong(lane.slabAddress(at + 8) + 8);
                at += RECORD_BYTES;
            }
            return at;
        }

        /** The index behind the last message. */
        int sum(int from, long round, JJ_Result result) {
            int at = from;
            while (at < CAPACITY && lane.recordLength(round + at) > 0) {
                result.r1 += SharedMemory.getLong(lane.address(at) + 8);
                result.r2 += SharedMemory.getLong(lane.address(at) + 16);
                at += RECORD_BYTES;
            }
            return at;
        }
    }

    @Outcome(id = {"0, 0", "1, 10"}, expect = ACCEPTABLE, desc = "no message yet, or the whole one")
    @Outcome(expect = FORBIDDEN, desc = "a message before it was written")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class SenderAndReceiver {
        @Actor
        public void sender(Messages messages) {
            messages.meet();
            messages.send(1, 10);
        }

        @Actor
        public void receiver(Messages messages, JJ_Result result) {
            messages.meet();
            messages.take(result);
        }
    }

    /** Commits, then writes. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = SenderAndReceiver.class)
    public static class EarlyCommit {
        @Actor
        public void sender(Messages messages) {
            messages.meet();
            int index = messages.claim();
            messages.lane.complete(index);
            messages.write(index, 1, 10);
        }

        @Actor
        public void receiver(Messages messages, JJ_Result result) {
            messages.meet();
            messages.take(result);
        }
    }

    @Outcome(id = "3, 30", expect = ACCEPTABLE, desc = "both messages")
    @Outcome(expect = FORBIDDEN, desc = "a message is lost or damaged")
    public static class Both {}

    @JCStressTest
    @JCStressMeta(Both.class)
    public static class TwoSenders {
        @Actor
        public void one(Messages messages) {
            messages.meet();
            messages.send(1, 10);
        }

        @Actor
        public void other(Messages messages) {
            messages.meet();
            messages.send(2, 20);
        }

        @Arbiter
        public void receiver(Messages messages, JJ_Result result) {
            messages.take(result);
        }
    }

    /** Claims by a load and a store. */
    @JCStressTest
    @JCStressMeta(Both.class)
    @Weakened(of = TwoSenders.class)
    public static class ClaimsInTwoSteps {
        private static void send(Messages messages, long first, long second) {
            Lane lane = messages.lane;
            int tail = (int) lane.tailAcquire();
            Window.dwell();
            SharedMemory.putLongVolatile(lane.address(CAPACITY) + AmLayout.TAIL, tail + RECORD_BYTES);
            messages.write(tail + 8, first, second);
            SharedMemory.putInt(lane.address(tail) + 4, TYPE);
            SharedMemory.putIntRelease(lane.address(tail), RECORD_BYTES);
        }

        @Actor
        public void one(Messages messages) {
            messages.meet();
            send(messages, 1, 10);
        }

        @Actor
        public void other(Messages messages) {
            messages.meet();
            send(messages, 2, 20);
        }

        @Arbiter
        public void receiver(Messages messages, JJ_Result result) {
            messages.take(result);
        }
    }

    /** A ring that is full. */
    @State
    public static class FullRing extends Meeting {
        private static final int LAPS = 1_000;
        final Messages messages = new Messages();
        boolean sent;

        public FullRing() {
            // 120 of 128 bytes: what is sent next is padded to the edge, and begins the ring's next round
            for (int i = 0; i < CAPACITY / RECORD_BYTES; i++) {
                messages.send(1, 10);
            }
        }

        /** Sends when there is room, soon or not at all. */
        void sendIntoRoom() {
            for (int i = 0; i < LAPS && !sent; i++) {
                int index = messages.claim();
                if (index > 0) {
                    messages.write(index, 2, 20);
                    // not by the lane, which completes no claim that it finds cleared: that is to be seen as an outcome
                    SharedMemory.putIntRelease(messages.lane.address(index) - 8, RECORD_BYTES);
                    sent = true;
                }
            }
        }

        /** What is there at the ring's beginning, without what was sent there. */
        void missing(JJ_Result result) {
            messages.sum(0, CAPACITY, result);
            result.r1 -= sent ? 2 : 0;
            result.r2 -= sent ? 20 : 0;
        }
    }

    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "what was sent into the room that was given is there")
    @Outcome(expect = FORBIDDEN, desc = "it is lost or damaged")
    public static class Kept {}

    @JCStressTest
    @JCStressMeta(Kept.class)
    public static class RoomIsGivenCleared {
        @Actor
        public void sender(FullRing ring) {
            ring.meet();
            ring.sendIntoRoom();
        }

        @Actor
        public void receiver(FullRing ring) {
            ring.meet();
            ring.messages.take(new JJ_Result());
        }

        @Arbiter
        public void look(FullRing ring, JJ_Result result) {
            ring.missing(result);
        }
    }

    /** Gives, then clears. */
    @JCStressTest
    @JCStressMeta(Kept.class)
    @Weakened(of = RoomIsGivenCleared.class)
    public static class RoomIsGivenBefore {
        @Actor
        public void sender(FullRing ring) {
            ring.meet();
            ring.sendIntoRoom();
        }

        @Actor
        public void receiver(FullRing ring) {
            ring.meet();
            Lane lane = ring.messages.lane;
            int end = ring.messages.sum(0, 0, new JJ_Result());
            SharedMemory.putLongRelease(lane.headAddress(), end);
            Window.dwell();
            SharedMemory.fill(lane.address(0), (byte) 0, end);
        }

        @Arbiter
        public void look(FullRing ring, JJ_Result result) {
            ring.missing(result);
        }
    }

    /** The payload lies in the slab. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class SenderInSlabAndReceiver {
        @Actor
        public void sender(Messages messages) {
            messages.meet();
            messages.sendInSlab(1, 10);
        }

        @Actor
        public void receiver(Messages messages, JJ_Result result) {
            messages.meet();
            messages.sumInSlab(result);
        }
    }

    /** Commits, then writes the payload. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = SenderInSlabAndReceiver.class)
    public static class EarlyCommitInSlab {
        @Actor
        public void sender(Messages messages) {
            messages.meet();
            int index = messages.claim();
            messages.lane.complete(index);
            messages.writeInSlab(index, 1, 10);
        }

        @Actor
        public void receiver(Messages messages, JJ_Result result) {
            messages.meet();
            messages.sumInSlab(result);
        }
    }

    /** A ring that is full, of messages with payloads in the slab. */
    @State
    public static class FullSlab extends Meeting {
        private static final int LAPS = 1_000;
        final Messages messages = new Messages();

        public FullSlab() {
            for (int i = 0; i < CAPACITY / RECORD_BYTES; i++) {
                messages.sendInSlab(1, 10);
            }
        }

        /** Sends when there is room, soon or not at all. */
        void sendIntoRoom() {
            for (int i = 0; i < LAPS; i++) {
                int index = messages.claim();
                if (index > 0) {
                    messages.writeInSlab(index, 2, 20);
                    return;
                }
            }
        }
    }

    @Outcome(id = "5, 50", expect = ACCEPTABLE, desc = "the payloads that were sent")
    @Outcome(expect = FORBIDDEN, desc = "a payload is overwritten before it is read")
    public static class Held {}

    @JCStressTest
    @JCStressMeta(Held.class)
    public static class RoomInSlabIsHeld {
        @Actor
        public void sender(FullSlab slab) {
            slab.meet();
            slab.sendIntoRoom();
        }

        @Actor
        public void receiver(FullSlab slab, JJ_Result result) {
            slab.meet();
            int to = slab.messages.sumInSlab(result);
            slab.messages.lane.give(0, 0, to, to);
        }
    }

    /** Gives the room, then reads the payloads. */
    @JCStressTest
    @JCStressMeta(Held.class)
    @Weakened(of = RoomInSlabIsHeld.class)
    public static class RoomInSlabIsGivenBefore {
        @Actor
        public void sender(FullSlab slab) {
            slab.meet();
            slab.sendIntoRoom();
        }

        @Actor
        public void receiver(FullSlab slab, JJ_Result result) {
            slab.meet();
            Lane lane = slab.messages.lane;
            int records = CAPACITY / RECORD_BYTES;
            lane.give(0, 0, records * RECORD_BYTES, records * RECORD_BYTES);
            for (int i = 0; i < records; i++) {
                Window.dwell();
                result.r1 += SharedMemory.getLong(lane.slabAddress(i * RECORD_BYTES + 8));
                result.r2 += SharedMemory.getLong(lane.slabAddress(i * RECORD_BYTES + 8) + 8);
            }
        }
    }
}
