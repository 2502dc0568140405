package org.pgas.place;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.pgas.BoundSegment;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.area.EndpointDirectory;
import org.pgas.lend.Offers;
import org.pgas.lend.PeerOffer;
import org.pgas.memory.AddressTable;
import org.pgas.rank.PublicCall;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Conduit;
import org.pgas.spi.Member;
import org.pgas.spi.SegmentStore;
import org.pgas.spi.Topology;

/**
 * What was published to this rank of its peers' segments. Mapped memory is mapped at the first access, which finds no
 * mapped range and comes here; from then on accesses have their mapped range in the {@link AddressTable}.
 *
 * <p>What a peer has destroyed, unbound or bound anew is taken away here: by the next access that finds no mapped
 * range, by the next question for the bound segment, and by a look at all of it a few times a second. An access in
 * between that still has a mapped range finds zeros.
 *
 * <p>Any thread. The lock is held for system calls, and for nothing that waits for a peer; of a segment in a file they
 * take as long as its file system does. The look does not wait for it: it leaves its work to the next one.
 */
public final class PeerSegments {
    /** What is bound where nothing is. */
    public static final BoundSegment NONE = new BoundSegment(0, null);

    private final ThisRank self;
    private final Offers offers;
    private final SegmentStore store;
    private final Member membership;
    private final Topology topology;
    private final int neighbourhood;
    private final AddressTable addresses;
    private final EndpointDirectory directory;

    private final ReentrantLock lock = new ReentrantLock();
    private final Held unlock = lock::unlock;

    /** By {@link #key}. Guarded by {@link #lock}. */
    private final Map<Long, Published> published = new HashMap<>();

    /** Those that are not from the collective attach. Guarded by {@link #lock}. */
    private final List<PeerSegment> segments = new ArrayList<>();

    /** Guarded by {@link #lock}. */
    private boolean closed;

    /** A published endpoint; {@code segment} is null, and {@code end} says why, when that no longer holds. */
    private record Published(SegmentCard card, PeerSegment segment, String end) {}

    public PeerSegments(ThisRank self, Conduit conduit, AddressTable addresses, EndpointDirectory directory,
            Offers offers) {
        this.self = self;
        this.offers = offers;
        store = conduit.segments();
        membership = conduit.member();
        topology = conduit.topology();
        neighbourhood = topology.neighbourhood(membership.rank());
        this.addresses = addresses;
        this.directory = directory;
        membership.everyTick(this::look);
    }

    /** The end of a hold of the lock. */
    private interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private Held hold() {
        lock.lock();
        return unlock;
    }

    private static long key(int jobRank, int endpoint) {
        return (long) jobRank * GlobalPointer.MAX_ENDPOINTS + endpoint;
    }

    /** Takes over a segment of the collective attach, which is mapped already if it can be. */
    void attached(PeerSegment segment) {
        try (Held _ = hold()) {
            SegmentCard card = segment.card();
            forget(card.jobRank(), card.endpoint());
            published.put(key(card.jobRank(), card.endpoint()), new Published(card, segment, ""));
            if (segment.isMapped()) {
                addresses.publish(card.jobRank(), card.endpoint(), segment.view().address(), card.bytes(),
                        card.capabilities());
            }
        }
    }

    /** Replaces what a peer told of an endpoint. {@code attached} is its segment of the collective attach, or null. */
    public void publish(SegmentCard told, PeerSegment attached) {
        SegmentCard card = topology.neighbourhood(told.jobRank()) == neighbourhood ? told : told.fromElsewhere();
        try (Held _ = hold()) {
            Published before = published.get(key(card.jobRank(), card.endpoint()));
            if (before != null && before.card().equals(card) && before.segment() != null) {
                return;
            }
            if (closed || card.reach() == SegmentCard.Reach.NONE) {
                forget(card.jobRank(), card.endpoint());
                return;
            }
            // the new one first: a segment that stays is not to be mapped again
            PeerSegment segment = card.slot() == 0 ? attached : segment(card);
            segment.use();
            forget(card.jobRank(), card.endpoint());
            published.put(key(card.jobRank(), card.endpoint()), new Published(card, segment, ""));
        }
    }

    /** As {@link #publish}, of what may come late: what has ended takes the place of nothing. */
    public void introduce(SegmentCard card, PeerSegment attached) {
        try (Held _ = hold()) {
            if (end(card).isEmpty()) {
                publish(card, attached);
            }
        }
    }

    private PeerSegment segment(SegmentCard card) {
        for (PeerSegment known : segments) {
            if (known.card().isSameSegment(card)) {
                return known;
            }
        }
        PeerSegment segment = new PeerSegment(card);
        segments.add(segment);
        return segment;
    }

    /** Takes away what was published of an endpoint. */
    public void forget(int jobRank, int endpoint) {
        try (Held _ = hold()) {
            Published before = published.remove(key(jobRank, endpoint));
            if (before != null && before.segment() != null) {
                release(before);
            }
        }
    }

    private void release(Published entry) {
        addresses.withdraw(entry.card().jobRank(), entry.card().endpoint());
        if (entry.card().slot() != 0 && entry.segment().isLastUse()) {
            segments.remove(entry.segment());
            entry.segment().close();
        }
    }

    /** The segment of a peer's endpoint, if what was published of it still holds; else null. */
    public PeerSegment find(int jobRank, int endpoint) {
        try (Held _ = hold()) {
            Published entry = published.get(key(jobRank, endpoint));
            return entry == null ? null : checked(entry).segment();
        }
    }

    /** Takes away what was published of a peer's endpoint if that does not hold any more. */
    public void check(int jobRank, int endpoint) {
        find(jobRank, endpoint);
    }

    /** A way to client memory of a peer's endpoint without messages; null when there is none. */
    public PeerOffer offer(int jobRank, int endpoint) {
        try (Held _ = hold()) {
            PeerSegment segment = find(jobRank, endpoint);
            if (segment == null) {
                return null;
            }
            PeerOffer offer = segment.offer(offers);
            // a slot is used again: what was found is what was meant if that still lives
            return offer != null && find(jobRank, endpoint) == segment ? offer : null;
        }
    }

    /** What is left of an entry after a look at the directory. */
    private Published checked(Published entry) {
        if (entry.segment() == null || closed) {
            return entry;
        }
        String end = end(entry.card());
        if (end.isEmpty()) {
            return entry;
        }
        release(entry);
        Published ended = new Published(entry.card(), null, end);
        published.put(key(entry.card().jobRank(), entry.card().endpoint()), ended);
        return ended;
    }

    /** What has ended the truth of a card; "" when it holds. */
    private String end(SegmentCard card) {
        if (card.slot() != 0 && directory.generation(card.jobRank(), card.slot()) != card.generation()) {
            return "was destroyed";
        }
        return card.binding() == SegmentCard.ALWAYS
                || directory.binding(card.jobRank(), card.endpoint()) == card.binding() ? "" : "was unbound";
    }

    /** Whether anything was published of an endpoint, and not unpublished. */
    public boolean wasPublished(int jobRank, int endpoint) {
        try (Held _ = hold()) {
            return published.containsKey(key(jobRank, endpoint));
        }
    }

    /** Why there is no segment to be reached at an endpoint of a peer, and what to do; names the endpoint. */
    public String absence(int jobRank, int endpoint, String name) {
        try (Held _ = hold()) {
            Published entry = published.get(key(jobRank, endpoint));
            if (entry != null && entry.segment() == null) {
                return "the segment that " + name + " had published to this rank " + entry.end()
                        + " since: publish what is bound now (Endpoint.bind, Team.publish)";
            }
            if (!directory.exists(jobRank, endpoint)) {
                return name + " does not exist: create it there (Job.endpoints) before it is used";
            }
            return name
                    + " has no segment that was published to this rank: bind one there (Endpoint.bind), and have both "
                    + "ranks publish it (Team.publish)";
        }
    }

    /** Where a segment is mapped here, which it is now if it was not; throws when that fails, or it is no more. */
    public long map(int jobRank, int endpoint, PeerSegment segment, String name) {
        try (Held _ = hold()) {
            Published entry = closed ? null : published.get(key(jobRank, endpoint));
            if (entry != null && entry.segment() == segment && mapIfAlive(entry, name)) {
                long base = segment.view().address();
                addresses.publish(jobRank, endpoint, base, segment.bytes(), entry.card().capabilities());
                return base;
            }
        }
        self.checkOpen();
        throw self.refusals().error(ErrorCode.NOT_INITIALIZED, PublicCall.current(), absence(jobRank, endpoint, name));
    }

    private boolean mapIfAlive(Published entry, String name) {
        PeerSegment segment = entry.segment();
        if (!segment.isMapped()) {
            try {
                segment.map(store);
            } catch (PgasException e) {
                if (checked(entry).segment() == null) {
                    return false;
                }
                throw self.refusals().error(e.code(), PublicCall.current(), "the segment that " + name
                        + " has published could not be mapped here: " + e.getMessage(), e);
            }
        }
        // a slot, and so a name, is used again: what was mapped is what was meant if that still lives
        return checked(entry).segment() != null;
    }

    /** What is known of the segment of a peer's endpoint; mapped here if it can be. */
    public BoundSegment bound(int jobRank, int endpoint) {
        try (Held _ = hold()) {
            PeerSegment segment = closed ? null : find(jobRank, endpoint);
            if (segment == null) {
                return NONE;
            }
            if (segment.isClientMemory() || segment.isMapped()) {
                return new BoundSegment(segment.bytes(), segment.view());
            }
            Published entry = published.get(key(jobRank, endpoint));
            return mapIfAlive(entry, "endpoint " + endpoint + " of rank " + jobRank)
                    ? new BoundSegment(segment.bytes(), segment.view())
                    : NONE;
        }
    }

    /** As {@link #checkAll}, a few times a second; not while a thread maps: that may wait for a file system. */
    void look() {
        if (lock.tryLock()) {
            try {
                checkAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Takes away everything that its owner has ended meanwhile. */
    public void checkAll() {
        try (Held _ = hold()) {
            for (Published entry : List.copyOf(published.values())) {
                checked(entry);
            }
        }
    }

    /** Ends the views; the membership ends the mappings. */
    public void close() {
        try (Held _ = hold()) {
            closed = true;
            segments.forEach(PeerSegment::closeViews);
        }
    }

    /** How many segments of peers are known here, those of the collective attach not counted. */
    public int count() {
        try (Held _ = hold()) {
            return segments.size();
        }
    }
}
