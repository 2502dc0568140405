package org.pgas.mppa;

import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.MppaAtomics;
import org.pgas.team.TeamCore;
import org.pgas.vis.MppaTransfers;
import org.pgas.vis.ShapeCache;

/** A segment, or one process's part of a multicast one, as this process reaches it. Immutable. */
final class Member {
    /** The job rank that has it. */
    final int rank;

    /** Where it begins in what is bound to its endpoint, in bytes. */
    final long base;

    final Team pair;
    final Rma rma;
    final MppaAtomics atomics;
    final MppaTransfers transfers;

    /** Whether its process has it in memory that neighbours map: it holds heaps then. */
    final boolean mappable;

    /** Whether it is mapped here. */
    final boolean mapped;

    /** Address of its words in the {@link SegmentRegistry}. */
    final long words;

    final long generation;

    private Member(MppaTransfers transfers, int rank, long base, boolean mappable, long words, long generation) {
        this.pair = transfers.team();
        this.rank = rank;
        this.base = base;
        this.rma = pair.rma();
        this.atomics = MppaAtomics.of(pair);
        this.transfers = transfers;
        this.mappable = mappable;
        this.mapped = mappable && !TeamCore.of(pair).addresses().isElsewhere(rank);
        this.words = words;
        this.generation = generation;
    }

    /** What was found in the registry; from now on this process can reach it. */
    static Member of(Job job, Registration found, ShapeCache shapes) {
        if (found.endpoint() != 0) {
            TeamCore.of(job.world()).introduce(found.introduction());
        }
        // of an own segment the endpoint is at both ends: it alone knows the memory
        Endpoint local = found.rank() == job.rank() ? job.endpoints().get(found.endpoint()) : job.endpoint();
        return new Member(MppaTransfers.of(local.pair(found.endpoint()), found.base(), found.size(), shapes),
                found.rank(), found.base(), found.mapped(), found.words(), found.generation());
    }

    /** The attached segment of a rank. */
    static Member ofDefault(Job job, int rank, long size, boolean mappable, long words, ShapeCache shapes) {
        return new Member(MppaTransfers.of(job.endpoint().pair(0), 0, size, shapes), rank, 0, mappable, words,
                SegmentRegistry.ALWAYS);
    }

    /** Whether its process has not destroyed it; one plain load. */
    boolean isThere() {
        return SegmentWords.isThere(words, generation);
    }
}
