package org.pgas.pshm;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.pgas.ErrorCode;
import org.pgas.refusal.Refusals;
import org.pgas.spi.MappedSegment;

/**
 * A mapping of a {@link SegmentStorage}, and what ends with it.
 *
 * <pre>
 * field   writer              reader    order
 * closed  threads that close  all       CAS / volatile
 * </pre>
 */
class StoredSegment implements MappedSegment {
    private final int rank;
    private final Set<StoredSegment> open;
    private final SegmentMappings mappings;
    private final Mapping mapping;
    private final long offset;
    private final long bytes;
    private final WatchedFile file;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * @param open where this segment is, by its own doing, until it is closed
     * @param offset of the segment in the mapping
     * @param watch makes the file behind it one that is watched until the segment is closed
     */
    StoredSegment(int rank, Set<StoredSegment> open, SegmentMappings mappings, Mapping mapping, long offset,
            long bytes, Function<BooleanSupplier, WatchedFile> watch) {
        this.rank = rank;
        this.open = open;
        this.mappings = mappings;
        this.mapping = mapping;
        this.offset = offset;
        this.bytes = bytes;
        file = watch.apply(closed::get);
        open.add(this);
    }

    @Override
    public final long address() {
        return mapping.address() + offset;
    }

    @Override
    public final long bytes() {
        return bytes;
    }

    /** Whether this rank has made or opened the segment, and others map it. */
    boolean isOwn() {
        return false;
    }

    final WatchedFile file() {
        return file;
    }

    final Mapping mapping() {
        return mapping;
    }

    @Override
    public final void sync() {
        if (closed.get()) {
            throw Refusals.of(rank).error(ErrorCode.NOT_INITIALIZED, "Segment.sync",
                    "the segment was closed");
        }
        synchronise();
    }

    @Override
    public final void close() {
        end(false);
    }

    /** As {@link #close} when this rank leaves the job: the segment may be used by others still. */
    final void leave() {
        end(true);
    }

    private void end(boolean leaving) {
        if (closed.compareAndSet(false, true)) {
            try {
                beforeAbandon(leaving);
            } finally {
                mappings.abandon(mapping);
                afterAbandon();
                open.remove(this);
            }
        }
    }

    /** Brings what the segment holds to its device, if it has one. */
    void synchronise() {
        // memory is its own device
    }

    /** Ends what this rank ends with its mapping. Once. */
    void beforeAbandon(boolean leaving) {
        // what is a peer's is the peer's to end
    }

    /** Ends what must outlive the mapping: nothing that is written here reaches the segment any more. Once. */
    void afterAbandon() {
        // most have nothing
    }
}
