package org.pgas.coll;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Leash;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Staging}: what is cut from the ring again nobody reads any more. */
public final class StagingRingStress {
    private static final long BLOCK_BYTES = 384;
    private static final long SECOND = 64;

    /** Two of these are the whole ring. */
    private static final long CUT_BYTES = Staging.RING_BYTES / 2;

    /** Actors are less than this apart: the rings of states far from each other are one. */
    private static final int RINGS = 128;

    private static final long ALL_RINGS = Arena.global().allocate(RINGS * (Staging.RING_BYTES + CUT_BYTES),
            SharedArea.ALIGNMENT).address();

    private static final Leash LEASH = new Leash(RINGS);
    private static final int TORN = -1;
    private static final int NOT_SEEN = -2;
    private static final int LOOKS = 1_000;

    private StagingRingStress() {}

    @State
    public static class Pieces extends Meeting {
        final long base = Slab.take(2 * BLOCK_BYTES);
        final Slots writer = new Slots(new View(base, BLOCK_BYTES, 0), 1);
        final Slots reader = new Slots(new View(base, BLOCK_BYTES, 1), 1);

        /** Places are addresses; behind the ring there is room for one piece more. */
        final Staging staging = new Staging(new View(base, BLOCK_BYTES, 0) {
            private long ring;

            @Override
            public long allocate(long bytes) {
                if (bytes != Staging.RING_BYTES) {
                    return ring + Staging.RING_BYTES;
                }
                ring = ALL_RINGS + LEASH.lead() * (Staging.RING_BYTES + CUT_BYTES);
                return ring;
            }
        });

        private static void put(long piece, long value) {
            SharedMemory.putLong(piece, value);
            Window.dwell();
            SharedMemory.putLong(piece + SECOND, value);
        }

        long write(long value) {
            long piece = staging.take(CUT_BYTES);
            put(piece, value);
            return piece;
        }

        /**
         * A piece for the reader, and two more, which make the ring go round; {@code waits} for the reader of the
         * first.
         */
        void writeThree(boolean waits) {
            long slot = writer.ownSlot(1);
            long piece = write(1);
            SharedMemory.putLong(slot + Slots.PLACE, piece);
            writer.publish(slot, 1, 0);
            write(2);
            if (!waits || writer.consumedBy(1, 1) == Slots.ALL) {
                staging.giveBack(piece);
            }
            write(3);
        }

        int read() {
            long slot = reader.slot(0, 1);
            reader.beginConsuming(1);
            int seen = NOT_SEEN;
            for (int look = 0; look < LOOKS && seen == NOT_SEEN; look++) {
                if (Slots.isPublished(slot, 1)) {
                    long piece = SharedMemory.getLong(slot + Slots.PLACE);
                    long first = SharedMemory.getLong(piece);
                    Window.dwell();
                    seen = SharedMemory.getLong(piece + SECOND) == first ? (int) first : TORN;
                }
            }
            reader.consumed(1, Slots.ALL);
            return seen;
        }
    }

    @Outcome(id = {"1", "-2"}, expect = ACCEPTABLE, desc = "what was written for it, or nothing in time")
    @Outcome(expect = FORBIDDEN, desc = "what was written over it")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class GivenBackWhenRead {
        @Actor
        public void writer(Pieces pieces) {
            pieces.meet();
            pieces.writeThree(true);
        }

        @Actor
        public void reader(Pieces pieces, I_Result result) {
            pieces.meet();
            result.r1 = pieces.read();
            LEASH.follow();
        }
    }

    /** Gives the piece back without a look who reads it. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = GivenBackWhenRead.class)
    public static class GivenBackTooEarly {
        @Actor
        public void writer(Pieces pieces) {
            pieces.meet();
            pieces.writeThree(false);
        }

        @Actor
        public void reader(Pieces pieces, I_Result result) {
            pieces.meet();
            result.r1 = pieces.read();
            LEASH.follow();
        }
    }
}
