package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.Team;

/** The transfers of {@link Mppa} whose local side is dense. */
abstract sealed class TransferCalls extends MppaCalls permits SparseCalls {
    TransferCalls(Team team, SegmentRegistry registry) {
        super(team, registry);
    }

    /** Gets {@code bytes} bytes from {@code offset} of a segment. Source: mppa_async_get. */
    public final void get(MemorySegment local, long localOffset, MppaSegment segment, long offset, long bytes,
            MppaEvent event) {
        Member member = one("Mppa.get", segment, event);
        checkRange("Mppa.get", segment, offset, bytes);
        checkLocal("Mppa.get", local);
        try {
            member.rma.get(local, localOffset, member.rank, member.base + offset, bytes);
        } catch (PgasException e) {
            throw named("Mppa.get", e);
        }
    }

    /** Puts {@code bytes} bytes to {@code offset} of a segment. Source: mppa_async_put. */
    public final void put(MemorySegment local, long localOffset, MppaSegment segment, long offset, long bytes,
            MppaEvent event) {
        Member member = written("Mppa.put", segment, event);
        if (member == null) {
            putAll(local, localOffset, segment, offset, bytes);
            return;
        }
        checkRange("Mppa.put", segment, offset, bytes);
        checkLocal("Mppa.put", local);
        try {
            member.rma.put(member.rank, member.base + offset, local, localOffset, bytes);
        } catch (PgasException e) {
            throw named("Mppa.put", e);
        }
    }

    private void putAll(MemorySegment local, long localOffset, MppaSegment segment, long offset, long bytes) {
        Member[] members = all("Mppa.put", segment);
        checkRange("Mppa.put", segment, offset, bytes);
        checkLocal("Mppa.put", local);
        try {
            for (Member member : members) {
                member.rma.put(member.rank, member.base + offset, local, localOffset, bytes);
            }
        } catch (PgasException e) {
            throw named("Mppa.put", e);
        }
    }

    /** Gets {@code count} elements of {@code size} bytes from places {@code space} bytes apart. Source: mppa_async_get_spaced. */
    public final void getSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long space, MppaEvent event) {
        Member member = one("Mppa.getSpaced", segment, event);
        checkLocal("Mppa.getSpaced", local);
        try {
            member.transfers.getSpaced(local, localOffset, member.rank, offset, size, count, space);
        } catch (PgasException e) {
            throw named("Mppa.getSpaced", e);
        }
    }

    /** Puts {@code count} elements of {@code size} bytes to places {@code space} bytes apart. Source: mppa_async_put_spaced. */
    public final void putSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long space, MppaEvent event) {
        Member[] members = all("Mppa.putSpaced", segment, event);
        checkLocal("Mppa.putSpaced", local);
        try {
            for (Member member : members) {
                member.transfers.putSpaced(member.rank, offset, local, localOffset, size, count, space);
            }
        } catch (PgasException e) {
            throw named("Mppa.putSpaced", e);
        }
    }

    /** As {@link #getSpaced}, from places {@code stride} elements apart. Source: mppa_async_get_strided. */
    public final void getStrided(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long stride, MppaEvent event) {
        Member member = one("Mppa.getStrided", segment, event);
        checkLocal("Mppa.getStrided", local);
        try {
            member.transfers.getStrided(local, localOffset, member.rank, offset, size, count, stride);
        } catch (PgasException e) {
            throw named("Mppa.getStrided", e);
        }
    }

    /** As {@link #putSpaced}, to places {@code stride} elements apart. Source: mppa_async_put_strided. */
    public final void putStrided(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long stride, MppaEvent event) {
        Member[] members = all("Mppa.putStrided", segment, event);
        checkLocal("Mppa.putStrided", local);
        try {
            for (Member member : members) {
                member.transfers.putStrided(member.rank, offset, local, localOffset, size, count, stride);
            }
        } catch (PgasException e) {
            throw named("Mppa.putStrided", e);
        }
    }

    /** Gets {@code count} regions, of {@code sizes[i]} bytes from {@code offsets[i]} of the segment. Source: mppa_async_get_vectored. */
    public final void getVectored(MemorySegment local, long localOffset, MppaSegment segment, int count,
            long[] offsets, long[] sizes, MppaEvent event) {
        Member member = one("Mppa.getVectored", segment, event);
        checkLocal("Mppa.getVectored", local);
        try {
            member.transfers.getVectored(local, localOffset, member.rank, count, offsets, sizes);
        } catch (PgasException e) {
            throw named("Mppa.getVectored", e);
        }
    }

    /** Puts {@code count} regions, of {@code sizes[i]} bytes to {@code offsets[i]} of the segment. Source: mppa_async_put_vectored. */
    public final void putVectored(MemorySegment local, long localOffset, MppaSegment segment, int count,
            long[] offsets, long[] sizes, MppaEvent event) {
        Member[] members = all("Mppa.putVectored", segment, event);
        checkLocal("Mppa.putVectored", local);
        try {
            for (Member member : members) {
                member.transfers.putVectored(member.rank, local, localOffset, count, offsets, sizes);
            }
        } catch (PgasException e) {
            throw named("Mppa.putVectored", e);
        }
    }

    /** Gets {@code count} elements of {@code size} bytes from {@code indices[i] * size} bytes behind {@code offset}. Source: mppa_async_get_indexed. */
    public final void getIndexed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int[] indices, MppaEvent event) {
        Member member = one("Mppa.getIndexed", segment, event);
        checkLocal("Mppa.getIndexed", local);
        try {
            member.transfers.getIndexed(local, localOffset, member.rank, offset, size, count, indices);
        } catch (PgasException e) {
            throw named("Mppa.getIndexed", e);
        }
    }

    /** Puts {@code count} elements of {@code size} bytes to {@code indices[i] * size} bytes behind {@code offset}. Source: mppa_async_put_indexed. */
    public final void putIndexed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int[] indices, MppaEvent event) {
        Member[] members = all("Mppa.putIndexed", segment, event);
        checkLocal("Mppa.putIndexed", local);
        try {
            for (Member member : members) {
                member.transfers.putIndexed(member.rank, offset, local, localOffset, size, count, indices);
            }
        } catch (PgasException e) {
            throw named("Mppa.putIndexed", e);
        }
    }

    /**
     * Gets {@code count} elements of {@code size} bytes from places {@code stride} elements apart, with {@code skip} elements more behind every
     * {@code span}. Source: mppa_async_get_streamed.
     */
    public final void getStreamed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int stride, int span, int skip, MppaEvent event) {
        Member member = one("Mppa.getStreamed", segment, event);
        checkLocal("Mppa.getStreamed", local);
        try {
            member.transfers.getStreamed(local, localOffset, member.rank, offset, size, count, stride, span, skip);
        } catch (PgasException e) {
            throw named("Mppa.getStreamed", e);
        }
    }

    /**
     * Puts {@code count} elements of {@code size} bytes to places {@code stride} elements apart, with {@code skip} elements more behind every
     * {@code span}. Source: mppa_async_put_streamed.
     */
    public final void putStreamed(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, int stride, int span, int skip, MppaEvent event) {
        Member[] members = all("Mppa.putStreamed", segment, event);
        checkLocal("Mppa.putStreamed", local);
        try {
            for (Member member : members) {
                member.transfers.putStreamed(member.rank, offset, local, localOffset, size, count, stride, span, skip);
            }
        } catch (PgasException e) {
            throw named("Mppa.putStreamed", e);
        }
    }
}
