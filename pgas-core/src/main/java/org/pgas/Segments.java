package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.place.SegmentTable;
import org.pgas.rank.Cores;

/**
 * The segments of this rank, and how to make more, at any time. A segment is reached by others when it is
 * {@linkplain Endpoint#bind bound} to an endpoint and that is {@linkplain Team#publish published}; peers map it at
 * their first access.
 *
 * <p>Any thread; not collective; illegal in a restricted context. A rank may have up to {@link #most} at a time, that
 * of {@link Job#attach} not counted.
 *
 * <p>Source: GASNet-EX Memory Kinds 4.2 (gex_Segment_Create).
 */
public final class Segments {
    private final Job job;
    private final SegmentTable table;

    Segments(Job job, SegmentTable table) {
        this.job = job;
        this.table = table;
    }

    /** {@link #create(long, MemoryKind)} of kind {@link MemoryKind#HOST}. */
    public Segment create(long bytes) {
        return create(bytes, MemoryKind.HOST);
    }

    /**
     * Makes a segment of zeros, of {@code bytes} bytes rounded up to whole {@linkplain Job#pageBytes() pages}; or, of a
     * kind that opens files, one of what its file holds. Room is reserved before it returns, so no later access can
     * fail for lack of memory.
     *
     * <p>Errors: bytes outside 1..{@link GlobalPointer#MAX_SEGMENT_BYTES}; a kind that is null, destroyed, or of
     * another membership; as many segments as there can be, or no room for it, or a file that the kind may not make or
     * open ({@link ErrorCode#RESOURCE}: nothing is left behind then).
     *
     * @param bytes 0 is legal when a file is opened: the size that it has
     */
    public Segment create(long bytes, MemoryKind kind) {
        return Segment.of(table.create(bytes, kind == null ? null : Cores.of(kind), core -> new Segment(job, core)));
    }

    /**
     * Makes a segment of <em>client memory</em>, memory of the program's own, of any size from 1: what
     * {@link Job#attach(MemorySegment)} says of it holds here too, where 0 bytes are legal. Segments may overlap; then
     * updates of the same bytes through several of them do not exclude each other.
     *
     * <p>Errors: memory that is null, read-only, confined to a thread, closed, of 0 bytes, or above
     * {@link GlobalPointer#MAX_SEGMENT_BYTES}; as many segments as there can be ({@link ErrorCode#RESOURCE}). The
     * memory must stay open until the segment is destroyed; {@link Segment#destroy} returns when no peer copies from or
     * to it any more.
     */
    public Segment create(MemorySegment memory) {
        return Segment.of(table.create(memory, core -> new Segment(job, core)));
    }

    /** This rank's segments, without that of {@link Job#attach}. */
    public List<Segment> list() {
        return table.list().stream().map(Segment::of).toList();
    }

    /** How many segments a rank may have. */
    public int most() {
        return table.most();
    }
}
