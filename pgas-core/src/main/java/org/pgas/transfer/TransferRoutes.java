package org.pgas.transfer;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.RmaFlags;
import org.pgas.bulk.BulkCopy;
import org.pgas.bulk.BulkTransfers;
import org.pgas.bulk.TransferFlags;
import org.pgas.events.Recorder;
import org.pgas.events.TransferEvent;
import org.pgas.far.FarEvent;
import org.pgas.far.FarMessages;
import org.pgas.far.FarTransfers;
import org.pgas.lend.PeerOffer;
import org.pgas.memory.AddressMap;
import org.pgas.memory.SharedMemory;
import org.pgas.operation.Completion;
import org.pgas.place.ClientMemory;
import org.pgas.place.Places;
import org.pgas.rank.RankCounters;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;

/**
 * A team's transfers in full, for those that its fast map has no mapped range for: in checked mode all of them; this
 * rank's own client memory, which is reached at once; and that of peers, which is reached by messages. Also those that
 * are large enough to go on when their call has returned, and makes copies of them where that pays. Throws when the
 * access is illegal.
 */
public final class TransferRoutes {
    // Fields and orders: words of the program's, with the order that each call promises.

    private final ThisRank self;
    private final RankCounters counters;
    private final TeamMembers members;
    private final Places places;
    private final AddressMap addresses;
    private final TransferChecks checks;
    private final FarTransfers far;
    private final BulkTransfers bulk;

    /** Transfers of so many bytes can be events. */
    private final long eventBytes;

    public TransferRoutes(ThisRank self, TeamMembers members, Places places, AddressMap addresses,
            TransferChecks checks, FarTransfers far, BulkTransfers bulk) {
        this.self = self;
        this.counters = self.rankCounters();
        this.members = members;
        this.places = places;
        this.addresses = addresses;
        this.checks = checks;
        this.far = far;
        this.bulk = bulk;
        this.eventBytes = self.origin().leastBytes();
    }

    /** Transfers of so many bytes can be recorded events. */
    public long eventBytes() {
        return eventBytes;
    }

    /**
     * Puts to where the memory of that member is mapped, counted and recorded. Longer than what HotSpot puts into a
     * caller that seldom comes here (35 bytes of bytecode): small puts stay small code where a program has large ones
     * as well.
     */
    public void putMapped(int rank, MemorySegment source, long sourceOffset, long address, long bytes) {
        TransferEvent event = startEvent(bytes);
        SharedMemory.copyInApart(source, sourceOffset, address, bytes);
        finish(event, "put", rank, bytes);
        counters.put(bytes);
    }

    /** Gets from where the memory of that member is mapped, as {@link #putMapped}. */
    public void getMapped(int rank, long address, MemorySegment target, long targetOffset, long bytes) {
        TransferEvent event = startEvent(bytes);
        SharedMemory.copyOutApart(address, target, targetOffset, bytes);
        finish(event, "get", rank, bytes);
        counters.get(bytes);
    }

    /** Null when the transfer is not recorded. */
    private TransferEvent startEvent(long bytes) {
        return bytes < eventBytes ? null : Recorder.transfer();
    }

    private void finish(TransferEvent event, String kind, int rank, long bytes) {
        if (event != null) {
            event.finish(self.origin(), kind, peer(rank), bytes);
        }
    }

    /** One that was not {@code done} is none; says whether it was. */
    private boolean finished(TransferEvent event, boolean done, String kind, int rank, long bytes) {
        if (done) {
            finish(event, kind, rank, bytes);
        }
        return done;
    }

    /**
     * The address of a transfer that is to go on when its call has returned, or {@link AddressMap#NOT_MAPPED} when it
     * is not.
     */
    private long bulkAddress(int rank, long offset, MemorySegment local, long bytes, int flags) {
        if (bytes < bulk.leastBytes()) {
            return AddressMap.NOT_MAPPED;
        }
        long address = addresses.addressIfMapped(rank, offset, bytes);
        return address != AddressMap.NOT_MAPPED && bulk.takes(local, flags) ? address : AddressMap.NOT_MAPPED;
    }

    /** The memory of this rank's own if that is what {@code rank} names, which is not mapped; null for a peer's. */
    private ClientMemory own(int rank) {
        return members.jobRank(rank) == self.rank() ? places.endpoints().clientMemory(members.endpoint(rank))
                : null;
    }

    private int peer(int rank) {
        return members.jobRank(rank);
    }

    /** For messages: where in the memory of that member. */
    private long at(int rank, long offset) {
        return FarMessages.at(members.endpoint(rank), offset);
    }

    /** Puts what needs no message; says whether it did. */
    private boolean putHere(int rank, long offset, MemorySegment source, long sourceOffset, long bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address != AddressMap.NOT_MAPPED) {
            checks.memory().overlap(source, sourceOffset, address, bytes);
            TransferEvent event = startEvent(bytes);
            SharedMemory.copyInApart(source, sourceOffset, address, bytes);
            finish(event, "put", rank, bytes);
            return true;
        }
        ClientMemory own = own(rank);
        if (own != null) {
            checks.memory().overlap(source, sourceOffset, own.segment(), offset, bytes);
            TransferEvent event = startEvent(bytes);
            own.put(offset, source, sourceOffset, bytes);
            finish(event, "put", rank, bytes);
        }
        return own != null || bytes == 0 || putAcross(rank, offset, source, sourceOffset, bytes);
    }

    /** A way to a peer's client memory that needs no message, for a transfer that is worth it; else null. */
    private PeerOffer offer(int rank, long bytes) {
        return bytes < PeerOffer.LEAST_BYTES || far.hasOperations() ? null
                : places.peers().offer(peer(rank), members.endpoint(rank));
    }

    /** Puts by one copy between the processes; says whether it did. */
    private boolean putAcross(int rank, long offset, MemorySegment source, long sourceOffset, long bytes) {
        PeerOffer offer = offer(rank, bytes);
        if (offer == null) {
            return false;
        }
        TransferEvent event = startEvent(bytes);
        return finished(event, offer.put(offset, source, sourceOffset, bytes), "put", rank, bytes);
    }

    /** The reverse of {@link #putAcross}. */
    private boolean getAcross(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        PeerOffer offer = offer(rank, bytes);
        if (offer == null) {
            return false;
        }
        TransferEvent event = startEvent(bytes);
        return finished(event, offer.get(target, targetOffset, offset, bytes), "get", rank, bytes);
    }

    /** Counts a put that was begun; answers {@code put}. */
    private boolean counted(boolean put, long bytes) {
        if (put) {
            counters.put(bytes);
        }
        return put;
    }

    /** Counts a get that was begun; answers {@code got}. */
    private boolean countedGet(boolean got, long bytes) {
        if (got) {
            counters.get(bytes);
        }
        return got;
    }

    public boolean put(int rank, long offset, MemorySegment source, long sourceOffset, long bytes, boolean immediate) {
        return counted(putHere(rank, offset, source, sourceOffset, bytes)
                || putFar(rank, offset, source, sourceOffset, bytes, immediate), bytes);
    }

    private boolean putFar(int rank, long offset, MemorySegment source, long sourceOffset, long bytes,
            boolean immediate) {
        TransferEvent event = startEvent(bytes);
        boolean done = far.put(peer(rank), at(rank, offset), source, sourceOffset, bytes, immediate);
        return finished(event, done, "put", rank, bytes);
    }

    public Event putNb(int rank, long offset, MemorySegment source, long sourceOffset, long bytes,
            Completion completion, int flags) {
        checks.local("source", source, sourceOffset, bytes);
        if (completion != Completion.NOW) {
            long address = bulkAddress(rank, offset, source, bytes, flags);
            if (address != AddressMap.NOT_MAPPED) {
                checks.memory().overlap(source, sourceOffset, address, bytes);
                counters.put(bytes);
                Event event = bulk
                        .begin(peer(rank),
                                BulkCopy.put("putNb", rank, offset, address, source, sourceOffset, bytes));
                completion.pending(event);
                return event;
            }
        }
        Event event = putHere(rank, offset, source, sourceOffset, bytes) ? Event.DONE
                : far.putNb(peer(rank), at(rank, offset), source, sourceOffset, bytes,
                        TransferFlags.isImmediate(flags), completion == Completion.NOW);
        if (counted(event != Event.NOT_SENT, bytes)) {
            completion.completed();
        }
        return event;
    }

    public boolean putNbi(int rank, long offset, MemorySegment source, long sourceOffset, long bytes,
            Completion completion, int flags) {
        checks.local("source", source, sourceOffset, bytes);
        if (completion != Completion.NOW) {
            long address = bulkAddress(rank, offset, source, bytes, flags);
            if (address != AddressMap.NOT_MAPPED) {
                checks.memory().overlap(source, sourceOffset, address, bytes);
                counters.put(bytes);
                bulk.beginImplicit(peer(rank),
                        BulkCopy.put("putNbi", rank, offset, address, source, sourceOffset, bytes)
                                .implicit(bulk.implicit(), completion == Completion.GROUP));
                return true;
            }
        }
        return counted(putHere(rank, offset, source, sourceOffset, bytes)
                || far.putNbi(peer(rank), at(rank, offset), source, sourceOffset, bytes,
                        TransferFlags.isImmediate(flags), completion == Completion.NOW),
                bytes);
    }

    private boolean getHere(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address != AddressMap.NOT_MAPPED) {
            checks.memory().overlap(target, targetOffset, address, bytes);
            TransferEvent event = startEvent(bytes);
            SharedMemory.copyOutApart(address, target, targetOffset, bytes);
            finish(event, "get", rank, bytes);
            return true;
        }
        ClientMemory own = own(rank);
        if (own != null) {
            checks.memory().overlap(target, targetOffset, own.segment(), offset, bytes);
            TransferEvent event = startEvent(bytes);
            own.get(target, targetOffset, offset, bytes);
            finish(event, "get", rank, bytes);
        }
        return own != null || bytes == 0 || getAcross(target, targetOffset, rank, offset, bytes);
    }

    public boolean get(MemorySegment target, long targetOffset, int rank, long offset, long bytes, boolean immediate) {
        return countedGet(getHere(target, targetOffset, rank, offset, bytes)
                || getFar(target, targetOffset, rank, offset, bytes, immediate), bytes);
    }

    private boolean getFar(MemorySegment target, long targetOffset, int rank, long offset, long bytes,
            boolean immediate) {
        TransferEvent event = startEvent(bytes);
        boolean done = far.get(target, targetOffset, peer(rank), at(rank, offset), bytes, immediate);
        return finished(event, done, "get", rank, bytes);
    }

    public Event getNb(MemorySegment target, long targetOffset, int rank, long offset, long bytes, int flags) {
        checks.localTarget(target, targetOffset, bytes);
        long address = bulkAddress(rank, offset, target, bytes, flags);
        if (address != AddressMap.NOT_MAPPED) {
            checks.memory().overlap(target, targetOffset, address, bytes);
            counters.get(bytes);
            return bulk.begin(peer(rank),
                    BulkCopy.get("getNb", rank, offset, address, target, targetOffset, bytes));
        }
        Event event = getHere(target, targetOffset, rank, offset, bytes) ? Event.DONE
                : far.getNb(target, targetOffset, peer(rank), at(rank, offset), bytes,
                        TransferFlags.isImmediate(flags));
        countedGet(event != Event.NOT_SENT, bytes);
        return event;
    }

    public boolean getNbi(MemorySegment target, long targetOffset, int rank, long offset, long bytes, int flags) {
        checks.localTarget(target, targetOffset, bytes);
        long address = bulkAddress(rank, offset, target, bytes, flags);
        if (address != AddressMap.NOT_MAPPED) {
            checks.memory().overlap(target, targetOffset, address, bytes);
            counters.get(bytes);
            bulk.beginImplicit(peer(rank),
                    BulkCopy.get("getNbi", rank, offset, address, target, targetOffset, bytes)
                            .implicit(bulk.implicit(), false));
            return true;
        }
        return countedGet(getHere(target, targetOffset, rank, offset, bytes)
                || far.getNbi(target, targetOffset, peer(rank), at(rank, offset), bytes,
                        TransferFlags.isImmediate(flags)),
                bytes);
    }

    private boolean memsetHere(String call, int rank, long offset, byte value, long bytes) {
        checks.length(bytes);
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address != AddressMap.NOT_MAPPED) {
            TransferEvent event = startEvent(bytes);
            SharedMemory.fill(address, value, bytes);
            finish(event, "memset", rank, bytes);
            return true;
        }
        ClientMemory own = own(rank);
        if (own != null) {
            TransferEvent event = startEvent(bytes);
            own.fill(offset, value, bytes);
            finish(event, "memset", rank, bytes);
        }
        return own != null || bytes == 0;
    }

    public void memset(int rank, long offset, byte value, long bytes) {
        if (!memsetHere("memset", rank, offset, value, bytes)) {
            TransferEvent event = startEvent(bytes);
            far.memset(peer(rank), at(rank, offset), value, bytes);
            finish(event, "memset", rank, bytes);
        }
        counters.put(bytes);
    }

    public Event memsetNb(int rank, long offset, byte value, long bytes) {
        long address = bulkAddress(rank, offset, SharedMemory.everything(), bytes, RmaFlags.NONE);
        if (address != AddressMap.NOT_MAPPED) {
            counters.put(bytes);
            return bulk.begin(peer(rank), BulkCopy.fill("memsetNb", rank, offset, address, value, bytes));
        }
        Event event = memsetHere("memsetNb", rank, offset, value, bytes) ? Event.DONE
                : far.memsetNb(peer(rank), at(rank, offset), value, bytes);
        counters.put(bytes);
        return event;
    }

    public void memsetNbi(int rank, long offset, byte value, long bytes) {
        long address = bulkAddress(rank, offset, SharedMemory.everything(), bytes, RmaFlags.NONE);
        if (address != AddressMap.NOT_MAPPED) {
            bulk.beginImplicit(peer(rank),
                    BulkCopy.fill("memsetNbi", rank, offset, address, value, bytes)
                            .implicit(bulk.implicit(), false));
        } else if (!memsetHere("memsetNbi", rank, offset, value, bytes)) {
            far.memsetNbi(peer(rank), at(rank, offset), value, bytes);
        }
        counters.put(bytes);
    }

    private boolean putValueHere(int rank, long offset, long value, int bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address != AddressMap.NOT_MAPPED) {
            SharedMemory.putValue(address, value, bytes);
            return true;
        }
        ClientMemory own = own(rank);
        if (own != null) {
            own.putValue(offset, value, bytes);
        }
        return own != null;
    }

    /** Puts 1 to 8 low-order bytes. */
    public void putValue(int rank, long offset, long value, int bytes) {
        putValue(rank, offset, value, bytes, false);
    }

    /** Says whether it did: it does unless it is {@code immediate}. */
    public boolean putValue(int rank, long offset, long value, int bytes, boolean immediate) {
        return counted(putValueHere(rank, offset, value, bytes)
                || far.putValue(peer(rank), at(rank, offset), value, bytes, immediate), bytes);
    }

    /**
     * As {@link #putValue}, an aligned word of 4 or 8 bytes, after everything that this thread did before and has
     * synchronised.
     */
    public void putRelease(int rank, long offset, long value, int bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            putValue(rank, offset, value, bytes);
            return;
        }
        if (bytes == 4) {
            SharedMemory.putIntRelease(address, (int) value);
        } else {
            SharedMemory.putLongRelease(address, value);
        }
        counters.put(bytes);
    }

    public Event putValueNb(int rank, long offset, long value, int bytes, boolean immediate) {
        Event event = putValueHere(rank, offset, value, bytes) ? Event.DONE
                : far.putValueNb(peer(rank), at(rank, offset), value, bytes, immediate);
        counted(event != Event.NOT_SENT, bytes);
        return event;
    }

    public boolean putValueNbi(int rank, long offset, long value, int bytes, boolean immediate) {
        return counted(putValueHere(rank, offset, value, bytes)
                || far.putValueNbi(peer(rank), at(rank, offset), value, bytes, immediate), bytes);
    }

    /** Gets 1 to 8 bytes, zero-extended. */
    public long getValue(int rank, long offset, int bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        counters.get(bytes);
        if (address != AddressMap.NOT_MAPPED) {
            return SharedMemory.getValue(address, bytes);
        }
        ClientMemory own = own(rank);
        return own != null ? own.getValue(offset, bytes) : far.getValue(peer(rank), at(rank, offset), bytes);
    }

    /** As {@link #getValue}, an aligned word of 4 or 8 bytes, before everything that this thread does afterwards. */
    public long getAcquire(int rank, long offset, int bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            return getValue(rank, offset, bytes);
        }
        counters.get(bytes);
        return bytes == 4 ? SharedMemory.getIntAcquire(address) : SharedMemory.getLongAcquire(address);
    }

    public FarEvent getValueNb(int rank, long offset, int bytes) {
        if (addresses.addressIfMapped(rank, offset, bytes) != AddressMap.NOT_MAPPED || own(rank) != null) {
            return null;
        }
        counters.get(bytes);
        return far.getValueNb(peer(rank), at(rank, offset), bytes);
    }

    public void fence() {
        bulk.fence();
        far.fence();
    }
}
