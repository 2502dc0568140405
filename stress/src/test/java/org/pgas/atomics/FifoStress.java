package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.atomics.words.ByteRing;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * The {@link ByteRing} of a stream: pieces of three words, the same number in each; the third piece goes around the
 * ring's end.
 */
public final class FifoStress {
    private static final long PIECE_BYTES = 24;
    private static final long CAPACITY = 64;
    private static final long TAIL = 136;
    private static final int TORN = -1;

    /** The pieces 0 to 3, of which 0 is not used. */
    private static final MemorySegment PIECES = pieces();

    private FifoStress() {}

    private static MemorySegment pieces() {
        MemorySegment pieces = Arena.global().allocate(4 * PIECE_BYTES, Long.BYTES);
        for (int word = 0; word < 4 * PIECE_BYTES / Long.BYTES; word++) {
            pieces.setAtIndex(ValueLayout.JAVA_LONG, word, word * Long.BYTES / PIECE_BYTES);
        }
        return pieces;
    }

    @State
    public static class Stream extends Meeting {
        final long base = Slab.take(ByteRing.bytes(CAPACITY, PIECE_BYTES));
        final ByteRing ring = new ByteRing(base, CAPACITY);

        /** When there is room, and nobody else appends. */
        final void append(int number) {
            while (ring.append(PIECES, number * PIECE_BYTES, PIECE_BYTES, true, number) != PIECE_BYTES) {
                Thread.yield();
            }
        }

        /** The next piece, 0 if there is none. */
        int poll() {
            long place = ring.take(PIECE_BYTES, 1);
            return place == ByteRing.EMPTY ? 0 : readAndDiscard(place);
        }

        int readAndDiscard(long place) {
            int number = read(place);
            ring.discard(PIECE_BYTES, 1);
            return number;
        }

        /** From the last word to the first, so that it meets a writer. */
        int read(long place) {
            long at = base + ByteRing.RING + place;
            long third = SharedMemory.getLong(at + 16);
            Window.dwell();
            long second = SharedMemory.getLong(at + 8);
            return third == second && third == SharedMemory.getLong(at) ? (int) third : TORN;
        }
    }

    @Outcome(id = {"0, 1", "1, 0"}, expect = ACCEPTABLE, desc = "the whole piece, now or later")
    @Outcome(expect = FORBIDDEN, desc = "a piece before it was written, or lost")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class ProducerAndConsumer {
        @Actor
        public void producer(Stream stream) {
            stream.meet();
            stream.append(1);
        }

        @Actor
        public void consumer(Stream stream, II_Result result) {
            stream.meet();
            result.r1 = stream.poll();
        }

        @Arbiter
        public void rest(Stream stream, II_Result result) {
            result.r2 = stream.poll();
        }
    }

    /** Moves the tail, then copies. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = ProducerAndConsumer.class)
    public static class EarlyTail {
        @Actor
        public void producer(Stream stream) {
            stream.meet();
            SharedMemory.putLongRelease(stream.base + TAIL, PIECE_BYTES);
            Window.dwell();
            SharedMemory.copyIn(PIECES, PIECE_BYTES, stream.base + ByteRing.RING, PIECE_BYTES);
        }

        @Actor
        public void consumer(Stream stream, II_Result result) {
            stream.meet();
            result.r1 = stream.poll();
        }

        @Arbiter
        public void rest(Stream stream, II_Result result) {
            result.r2 = stream.poll();
        }
    }

    @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "both pieces, one after the other")
    @Outcome(expect = FORBIDDEN, desc = "a piece is lost, or mixed with another")
    public static class Both {}

    @JCStressTest
    @JCStressMeta(Both.class)
    public static class TwoProducers {
        @Actor
        public void one(Stream stream) {
            stream.meet();
            stream.append(1);
        }

        @Actor
        public void other(Stream stream) {
            stream.meet();
            stream.append(2);
        }

        @Arbiter
        public void all(Stream stream, II_Result result) {
            result.r1 = stream.poll();
            result.r2 = stream.poll();
        }
    }

    /** Takes no turn. */
    @JCStressTest
    @JCStressMeta(Both.class)
    @Weakened(of = TwoProducers.class)
    public static class ProducersWithoutTurn {
        private static void append(Stream stream, int number) {
            long tail = SharedMemory.getLongAcquire(stream.base + TAIL);
            SharedMemory.copyIn(PIECES, number * PIECE_BYTES, stream.base + ByteRing.RING + tail, PIECE_BYTES);
            Window.dwell();
            SharedMemory.putLongRelease(stream.base + TAIL, tail + PIECE_BYTES);
        }

        @Actor
        public void one(Stream stream) {
            stream.meet();
            append(stream, 1);
        }

        @Actor
        public void other(Stream stream) {
            stream.meet();
            append(stream, 2);
        }

        @Arbiter
        public void all(Stream stream, II_Result result) {
            result.r1 = stream.poll();
            result.r2 = stream.poll();
        }
    }

    /** Two pieces are there, and no room for a third. */
    @State
    public static class Full extends Stream {
        public Full() {
            append(1);
            append(2);
        }
    }

    /** What the consumer read, and what is left. */
    @Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "the third piece waited for room, and came last")
    @Outcome(expect = FORBIDDEN, desc = "it was written where another was being read, or is damaged at the end of "
            + "the ring")
    public static class Round {}

    @JCStressTest
    @JCStressMeta(Round.class)
    public static class ProducerWaitsForRoom {
        @Actor
        public void producer(Full stream) {
            stream.meet();
            stream.append(3);
        }

        @Actor
        public void consumer(Full stream, III_Result result) {
            stream.meet();
            result.r1 = stream.poll();
        }

        @Arbiter
        public void rest(Full stream, III_Result result) {
            result.r2 = stream.poll();
            result.r3 = stream.poll();
        }
    }

    /** The consumer is shown what is there, and discards a piece of it without having dequeued it. */
    @JCStressTest
    @JCStressMeta(Round.class)
    public static class ProducerWaitsForRoomOfWhatWasShown {
        private static int poll(Full stream) {
            long place = stream.ring.show(PIECE_BYTES, new long[1], 1);
            return place == ByteRing.EMPTY ? 0 : stream.readAndDiscard(place);
        }

        @Actor
        public void producer(Full stream) {
            stream.meet();
            stream.append(3);
        }

        @Actor
        public void consumer(Full stream, III_Result result) {
            stream.meet();
            result.r1 = poll(stream);
        }

        @Arbiter
        public void rest(Full stream, III_Result result) {
            result.r2 = poll(stream);
            result.r3 = poll(stream);
        }
    }

    /** Discards the piece, then reads it. */
    @JCStressTest
    @JCStressMeta(Round.class)
    @Weakened(of = ProducerWaitsForRoom.class)
    public static class EarlyDiscard {
        @Actor
        public void producer(Full stream) {
            stream.meet();
            stream.append(3);
        }

        @Actor
        public void consumer(Full stream, III_Result result) {
            stream.meet();
            long place = stream.ring.take(PIECE_BYTES, 1);
            stream.ring.discard(PIECE_BYTES, 1);
            Window.dwell();
            result.r1 = stream.read(place);
        }

        @Arbiter
        public void rest(Full stream, III_Result result) {
            result.r2 = stream.poll();
            result.r3 = stream.poll();
        }
    }

    /** Two threads consume what is there; each piece goes to one of them. */
    @JCStressTest
    @JCStressMeta(Both.class)
    public static class TwoConsumers {
        private static int take(Full stream) {
            long place = stream.ring.take(PIECE_BYTES, 1);
            while (place == ByteRing.BUSY) {
                Thread.yield();
                place = stream.ring.take(PIECE_BYTES, 1);
            }
            return place < 0 ? 0 : stream.read(place);
        }

        @Actor
        public void one(Full stream, II_Result result) {
            stream.meet();
            result.r1 = take(stream);
        }

        @Actor
        public void other(Full stream, II_Result result) {
            stream.meet();
            result.r2 = take(stream);
        }
    }
}
