package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Segment;
import org.pgas.Team;

/**
 * Copies between any two ranks, by puts and gets: at least one side is memory that this rank reaches, or else a buffer
 * is put in between.
 */
final class GlobalCopy {
    /** Of the buffer: enough for several messages each way. */
    static final int BUFFER_BYTES = 256 << 10;

    private final Team team;
    private final Vis vis;

    GlobalCopy(Team team, Vis vis) {
        this.team = team;
        this.vis = vis;
    }

    /** Of shapes that were checked. */
    void copy(GlobalShape target, GlobalShape source, PartialTransfers parts) {
        for (long position = 0; position < target.bytes();) {
            GlobalMatch match = target.match(source, position);
            for (GlobalMatch.Part part : match.parts()) {
                copy(part, parts);
            }
            position = match.end();
        }
    }

    private void copy(GlobalMatch.Part part, PartialTransfers parts) {
        MemorySegment source = memory(part.sourceRank());
        if (source != null) {
            parts.put(part.targetRank(), part.targetBase(), part.target(), source, part.sourceBase(), part.source());
            return;
        }
        MemorySegment target = memory(part.targetRank());
        if (target != null) {
            parts.get(target, part.targetBase(), part.target(), part.sourceRank(), part.sourceBase(), part.source());
        } else {
            copyThroughBuffer(part, parts);
        }
    }

    /** The segment of a rank, if it is this rank's own or mapped here; else null. */
    private MemorySegment memory(int rank) {
        Segment own = rank == team.rank() ? team.endpoint().segment() : null;
        return own != null ? own.local() : team.endpoint().boundSegment(team, rank).mapped();
    }

    private void copyThroughBuffer(GlobalMatch.Part part, PartialTransfers parts) {
        long total = part.target().bytes();
        MemorySegment buffer = MemorySegment.ofArray(new byte[(int) Math.min(total, BUFFER_BYTES)]);
        for (long position = 0; position < total; position += BUFFER_BYTES) {
            long bytes = Math.min(BUFFER_BYTES, total - position);
            Shape packed = Shape.contiguous(bytes);
            vis.get(buffer, 0, packed, part.sourceRank(), part.sourceBase(),
                    Composition.slice(part.source().regions(), position, bytes));
            parts.put(part.targetRank(), part.targetBase(),
                    Composition.slice(part.target().regions(), position, bytes), buffer, 0, packed);
        }
    }
}
