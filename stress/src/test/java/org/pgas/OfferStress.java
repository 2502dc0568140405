package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.lend.Offer;
import org.pgas.lend.OfferLayout;
import org.pgas.lend.Offers;
import org.pgas.lend.PeerOffer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.PeerProcess;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Offer} and {@link PeerOffer}: nothing is written when the owner has seen that nobody is inside. */
public final class OfferStress {
    private static final int OWNER = 0;
    private static final int PEER = 1;
    private static final int RANKS = 2;
    private static final int GENERATION = 1;
    private static final long NONCE = 5;

    /** What an owner finds that has to wait. */
    private static final int WAITS = 2;

    private static final MemorySegment NOTE = Arena.global().allocate(OfferLayout.NOTE_BYTES, Long.BYTES);
    private static final MemorySegment ONE = Arena.global().allocate(Long.BYTES, Long.BYTES);
    private static final Offers OFFERS = new Offers(null, LaneConduit.of(0, PEER, () -> {}), null, null, true);

    private OfferStress() {}

    /** The system's copy: writes 1. */
    private static final class Store implements PeerProcess {
        @Override
        public boolean read(long address, MemorySegment target, long offset, long bytes) {
            return true;
        }

        @Override
        public boolean write(long address, MemorySegment source, long offset, long bytes) {
            SharedMemory.putIntOpaque(address, 1);
            return true;
        }
    }

    @State
    public static class Offered extends Meeting {
        private static final PeerProcess PROCESS = new Store();

        final long card = Slab.take(OfferLayout.bytes(RANKS) + Long.BYTES);
        final long word = card + OfferLayout.bytes(RANKS);
        final Offer offer = new Offer(RANKS, 0, card, NOTE);
        final PeerOffer found = new PeerOffer(OFFERS, PROCESS, card, PEER, GENERATION, word, Long.BYTES);

        public Offered() {
            offer.begin(OWNER, 1, ONE, NONCE);
        }

        void put() {
            found.put(0, ONE, 0, Long.BYTES);
        }

        int lookInside() {
            return offer.isMet() ? SharedMemory.getIntOpaque(word) : WAITS;
        }
    }

    @Outcome(id = {"0, 0",
        "1, 1"}, expect = ACCEPTABLE, desc = "the memory was given back unwritten, or after the write")
    @Outcome(id = {"2, 0", "2, 1"}, expect = ACCEPTABLE, desc = "the owner waits for the peer")
    @Outcome(expect = FORBIDDEN, desc = "a write to memory that was given back")
    public static class Never {}

    @JCStressTest
    @JCStressMeta(Never.class)
    public static class PutAndEnd {
        @Actor
        public void owner(Offered offered, II_Result result) {
            offered.meet();
            offered.offer.end();
            result.r1 = offered.lookInside();
        }

        @Actor
        public void peer(Offered offered) {
            offered.meet();
            offered.put();
        }

        @Arbiter
        public void both(Offered offered, II_Result result) {
            result.r2 = SharedMemory.getIntOpaque(offered.word);
        }
    }

    /** The peer looks whether the offer lasts, and then says that it is inside. */
    @JCStressTest
    @JCStressMeta(Never.class)
    @Weakened(of = PutAndEnd.class)
    public static class LookThenEnter {
        @Actor
        public void owner(Offered offered, II_Result result) {
            offered.meet();
            offered.offer.end();
            result.r1 = offered.lookInside();
        }

        @Actor
        public void peer(Offered offered) {
            offered.meet();
            if (SharedMemory.getLongAcquire(offered.card + OfferLayout.GENERATION) == GENERATION) {
                Window.dwell();
                long inside = OfferLayout.inside(offered.card, PEER);
                SharedMemory.getAndAddLong(inside, 1);
                SharedMemory.putIntOpaque(offered.word, 1);
                SharedMemory.getAndAddLong(inside, -1);
            }
        }

        @Arbiter
        public void both(Offered offered, II_Result result) {
            result.r2 = SharedMemory.getIntOpaque(offered.word);
        }
    }

    /** The owner looks who is inside, and then ends the offer. */
    @JCStressTest
    @JCStressMeta(Never.class)
    @Weakened(of = PutAndEnd.class)
    public static class LookThenEnd {
        @Actor
        public void owner(Offered offered, II_Result result) {
            offered.meet();
            result.r1 = offered.lookInside();
            Window.dwell();
            offered.offer.end();
        }

        @Actor
        public void peer(Offered offered) {
            offered.meet();
            offered.put();
        }

        @Arbiter
        public void both(Offered offered, II_Result result) {
            result.r2 = SharedMemory.getIntOpaque(offered.word);
        }
    }
}
