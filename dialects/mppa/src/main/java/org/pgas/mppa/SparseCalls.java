package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;

/** The transfers of {@link Mppa} with a shape at both ends. */
abstract sealed class SparseCalls extends TransferCalls permits SynchronisationCalls {
    SparseCalls(Team team, SegmentRegistry registry) {
        super(team, registry);
    }

    /**
     * Gets {@code count} elements of {@code size} bytes, {@code space} bytes apart in the segment and {@code skew} bytes apart in local memory.
     * Source: mppa_async_sget_spaced.
     */
    public final void sgetSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long skew, long space, MppaEvent event) {
        Member member = one("Mppa.sgetSpaced", segment, event);
        checkLocal("Mppa.sgetSpaced", local);
        try {
            member.transfers.sgetSpaced(local, localOffset, member.rank, offset, size, count, skew, space);
        } catch (PgasException e) {
            throw named("Mppa.sgetSpaced", e);
        }
    }

    /**
     * Puts {@code count} elements of {@code size} bytes, {@code space} bytes apart in the segment and {@code skew} bytes apart in local memory.
     * Source: mppa_async_sput_spaced.
     */
    public final void sputSpaced(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int count, long skew, long space, MppaEvent event) {
        Member[] members = all("Mppa.sputSpaced", segment, event);
        checkLocal("Mppa.sputSpaced", local);
        try {
            for (Member member : members) {
                member.transfers.sputSpaced(member.rank, offset, local, localOffset, size, count, skew, space);
            }
        } catch (PgasException e) {
            throw named("Mppa.sputSpaced", e);
        }
    }

    /** Gets a block of {@code width} times {@code height} elements of {@code size} bytes; it must lie in the matrices of both points. Source: mppa_async_sget_block2d. */
    public final void sgetBlock2d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, Point2d localPoint, Point2d remotePoint, MppaEvent event) {
        Member member = one("Mppa.sgetBlock2d", segment, event);
        checkLocal("Mppa.sgetBlock2d", local);
        try {
            member.transfers.sgetBlock2d(local, localOffset, member.rank, offset, size, width, height, localPoint,
                    remotePoint);
        } catch (PgasException e) {
            throw named("Mppa.sgetBlock2d", e);
        }
    }

    /** Puts a block of {@code width} times {@code height} elements of {@code size} bytes; it must lie in the matrices of both points. Source: mppa_async_sput_block2d. */
    public final void sputBlock2d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, Point2d localPoint, Point2d remotePoint, MppaEvent event) {
        Member[] members = all("Mppa.sputBlock2d", segment, event);
        checkLocal("Mppa.sputBlock2d", local);
        try {
            for (Member member : members) {
                member.transfers.sputBlock2d(member.rank, offset, local, localOffset, size, width, height, localPoint,
                        remotePoint);
            }
        } catch (PgasException e) {
            throw named("Mppa.sputBlock2d", e);
        }
    }

    /**
     * Gets a block of {@code width} times {@code height} times {@code depth} elements of {@code size} bytes; it must lie in the bodies of both points.
     * Source: mppa_async_sget_block3d.
     */
    public final void sgetBlock3d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, int depth, Point3d localPoint, Point3d remotePoint, MppaEvent event) {
        Member member = one("Mppa.sgetBlock3d", segment, event);
        checkLocal("Mppa.sgetBlock3d", local);
        try {
            member.transfers.sgetBlock3d(local, localOffset, member.rank, offset, size, width, height, depth,
                    localPoint,
                    remotePoint);
        } catch (PgasException e) {
            throw named("Mppa.sgetBlock3d", e);
        }
    }

    /**
     * Puts a block of {@code width} times {@code height} times {@code depth} elements of {@code size} bytes; it must lie in the bodies of both points.
     * Source: mppa_async_sput_block3d.
     */
    public final void sputBlock3d(MemorySegment local, long localOffset, MppaSegment segment, long offset, long size,
            int width, int height, int depth, Point3d localPoint, Point3d remotePoint, MppaEvent event) {
        Member[] members = all("Mppa.sputBlock3d", segment, event);
        checkLocal("Mppa.sputBlock3d", local);
        try {
            for (Member member : members) {
                member.transfers.sputBlock3d(member.rank, offset, local, localOffset, size, width, height, depth,
                        localPoint, remotePoint);
            }
        } catch (PgasException e) {
            throw named("Mppa.sputBlock3d", e);
        }
    }
}
