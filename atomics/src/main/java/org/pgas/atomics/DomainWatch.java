package org.pgas.atomics;

import org.pgas.Team;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Checked mode: notices a target of two domains between two barriers. Every use of four bytes is noted in the trailer
 * behind the segment, where all ranks that map it see the note. A use by messages is not noted:
 *
 * <pre>
 * bits    field   writer                    reader                    order
 * 63..37  tag     ranks that use the word   ranks that use the word   volatile
 * 36..10  phase
 *  9..0   domain  0: no note
 * </pre>
 *
 * <p>The place of a note is the low-order part of the number of the four bytes, the tag the rest. A word that has the
 * place of another takes it over, so a use may be missed; but what is reported has happened. (But for two uses that lie
 * 2^27 barriers apart.)
 */
final class DomainWatch {
    /** Domains are told apart by their number modulo this. */
    private static final int DOMAINS = (1 << 10) - 1;

    private static final int GRANULE = 4;
    private static final int PHASE_SHIFT = 10;
    private static final int PHASE_BITS = 27;
    private static final int TAG_SHIFT = PHASE_SHIFT + PHASE_BITS;

    private DomainWatch() {}

    /** Notes that {@code domain}, from 0, is about to use a mapped word of 4 or 8 bytes; throws if another one has. */
    static void note(String call, Team team, int domain, int rank, long offset, int width) {
        MappedRange mapped = TeamCore.of(team).mapped(rank, offset, width);
        if (mapped == null) {
            return; // closed meanwhile
        }
        long phase = TeamCore.of(team).accessPhase() & (1L << PHASE_BITS) - 1;
        long use = phase << PHASE_SHIFT | domain % DOMAINS + 1;
        for (long at = offset; at < offset + width; at += GRANULE) {
            int other = otherUser(place(mapped, at), tag(at) | use);
            if (other != 0) {
                throw Refusals.of(team.job().rank()).bad(call,
                        "bytes " + at + ".." + (at + GRANULE - 1) + " of rank " + rank
                                + " were a target of atomic domain " + (other - 1)
                                + " of the team since the last barrier, and would now " + "be one of domain " + domain
                                + " (counted in the order of creation, from 0): use one domain for "
                                + "them, or put a barrier between");
            }
        }
        for (long at = offset; at < offset + width; at += GRANULE) {
            // of two domains that come at the same time one may stay unnoticed, until its next use
            SharedMemory.putLongVolatile(place(mapped, at), tag(at) | use);
        }
    }

    private static long place(MappedRange mapped, long at) {
        return SegmentTrailer.note(mapped.trailer(), at / GRANULE);
    }

    private static long tag(long at) {
        return at / GRANULE / SegmentTrailer.NOTES << TAG_SHIFT;
    }

    /** Which other domain has used the same word in the same phase, or 0. */
    private static int otherUser(long place, long note) {
        long before = SharedMemory.getLongVolatile(place);
        boolean sameWord = (before ^ note) >>> PHASE_SHIFT == 0;
        return sameWord && before != note ? (int) (before & DOMAINS) : 0;
    }
}
