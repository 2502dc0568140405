package org.pgas.place;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

import org.pgas.lend.Offers;
import org.pgas.lend.PeerOffer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;
import org.pgas.spi.SegmentStore;

/**
 * A peer's segment that was published to this rank, bound to one or several endpoints: mapped here once, when it is
 * first used. Guarded by the lock of {@link PeerSegments}.
 */
public final class PeerSegment {
    private final SegmentCard card;

    /** Null until it is mapped, and of what is not mapped by itself. */
    private MappedSegment mapped;

    private Arena views;

    /** Null until it is mapped; of client memory always. */
    private MemorySegment view;

    /** What its owner offers of client memory, null for nothing; looked for at the first use. */
    private PeerOffer offer;

    private boolean offerSought;

    /** Endpoints by which it is known here. */
    private int users;

    PeerSegment(SegmentCard card) {
        this.card = card;
    }

    /** One that the collective attach has mapped; {@code view} null of client memory. */
    PeerSegment(SegmentCard card, MemorySegment view) {
        this(card);
        this.view = view;
    }

    SegmentCard card() {
        return card;
    }

    public long bytes() {
        return card.bytes();
    }

    public boolean isClientMemory() {
        return card.reach() == SegmentCard.Reach.MESSAGES;
    }

    /** A way to client memory without messages; null when there is none. */
    PeerOffer offer(Offers offers) {
        if (!offerSought) {
            offerSought = true;
            offer = isClientMemory() ? offers.find(card.jobRank(), card.slot()) : null;
        }
        return offer;
    }

    void use() {
        users++;
    }

    /** Says whether nobody uses it any more. */
    boolean isLastUse() {
        return --users == 0;
    }

    boolean isMapped() {
        return view != null;
    }

    MemorySegment view() {
        return view;
    }

    /** Maps it; throws what the store throws. */
    void map(SegmentStore store) {
        mapped = card.reach() == SegmentCard.Reach.FILE ? store.mapFile(Path.of(card.path()), card.bytes())
                : store.map(card.jobRank(), card.slot(), card.bytes());
        views = Arena.ofShared();
        view = SharedMemory.view(mapped.address(), mapped.bytes(), views);
    }

    /** Ends the mapping: what races this finds zeros. */
    void close() {
        if (mapped == null) {
            return;
        }
        view = null;
        SegmentViews.close(views);
        mapped.close();
        mapped = null;
    }

    /** Ends the views when the membership ends, which ends the mappings itself. */
    void closeViews() {
        if (mapped != null) {
            SegmentViews.close(views);
        }
    }
}
