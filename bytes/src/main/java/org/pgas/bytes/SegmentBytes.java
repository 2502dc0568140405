package org.pgas.bytes;

import java.lang.foreign.MemorySegment;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Ranges of segments as Chronicle {@link BytesStore}s, without a copy: what is written lies there at once.
 *
 * <p>Offset 0 of a store is {@code offset} of the segment. {@link BytesStore#bytesForRead} and {@link
 * BytesStore#bytesForWrite} give {@link Bytes} with positions, which do not grow. No method of either reads or writes
 * outside the range: a {@link java.nio.BufferUnderflowException} or {@link java.nio.BufferOverflowException} says so.
 * They have no address ({@link UnsupportedOperationException}) and need not be released. Accesses after the segment is
 * unbound or destroyed, or after the job is closed, are errors.
 *
 * <p>Memory orders are Chronicle's: plain reads and writes order nothing, volatile, ordered and compare-and-swap ones
 * do, at multiples of their width; a barrier makes plain ones visible too. They are atomic towards atomic operations of
 * {@code org.pgas.atomics}. They wake no rank that sleeps.
 *
 * <p>A store is for any thread, {@code Bytes} for one at a time. To make one is illegal in handlers, to use it is not.
 *
 * <p>The same memory as a {@link MemorySegment} is {@link Segment#local}.
 */
public final class SegmentBytes {
    private SegmentBytes() {}

    /**
     * {@code bytes} bytes at {@code offset} of the segment of team rank {@code rank}, this rank or a peer.
     *
     * <p>Errors: the rank is outside the team; it has no segment; the range is outside it; a peer attached client
     * memory, or is of another neighbourhood.
     */
    public static BytesStore<?, Void> of(Team team, int rank, long offset, long bytes) {
        ChronicleAccess.check();
        long address = TeamCore.of(team).addresses().addressIfMapped(rank, offset, bytes);
        if (TeamCore.of(team).memberJobRank(rank) == team.job().rank()) {
            int index = TeamCore.of(team).members().endpoint(rank);
            return of(team.job().endpoints().get(index).segment(), offset, bytes);
        }
        if (address == AddressMap.NOT_MAPPED) {
            throw bad(team.job().rank(),
                    TeamCore.of(team).addresses().isElsewhere(rank)
                            ? "rank " + rank + " is of another neighbourhood, whose memory is not mapped here: get a "
                                    + "copy (Rma.get)"
                            : "rank " + rank + " attached client memory, which only its owner can view: let it attach "
                                    + "a mapped segment (Job.attach(long)), or get a copy (Rma.get)");
        }
        MappedRange mapped = TeamCore.of(team).mapped(rank, offset, bytes);
        if (mapped == null) {
            throw bad(team.job().rank(), "the segment of rank " + rank + " was unbound meanwhile");
        }
        return SegmentStore.ofPeer(team, rank, offset, bytes, mapped);
    }

    /**
     * {@code bytes} bytes at {@code offset} of a segment of this rank's own. Of client memory compare-and-swap is
     * refused: atomic operations on it belong to {@code org.pgas.atomics}.
     *
     * <p>Errors: the range is outside the segment; the segment is destroyed.
     */
    public static BytesStore<?, Void> of(Segment segment, long offset, long bytes) {
        ChronicleAccess.check();
        int rank = segment.owner();
        if (segment.isDestroyed()) {
            throw bad(rank, "the segment, of " + segment.size() + " bytes, was destroyed");
        }
        if (offset < 0 || bytes < 0 || offset > segment.size() - bytes) {
            throw bad(rank,
                    bytes + " bytes at offset " + offset + " are outside the segment of " + segment.size() + " bytes");
        }
        MemorySegment memory = segment.local().asSlice(offset, bytes);
        return segment.isMapped() ? SegmentStore.ofOwn("rank " + rank + ": this rank's segment", memory)
                : new MemoryStore(memory);
    }

    private static PgasException bad(int rank, String what) {
        return Refusals.of(rank).bad("SegmentBytes.of", what);
    }
}
