package org.pgas.upc;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.coll.Collectives;
import org.pgas.heap.SharedHeap;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Makes one thread's UPC: an endpoint of its own with a segment bound to it, a team of these in the order of the job's
 * ranks, and heaps in the segments.
 *
 * <p>Three exchanges: what each rank wishes, where it has made that, and whether it has opened the whole. What is wrong
 * with one rank all learn from these, so all throw, with the same code, and nobody waits for one that has.
 */
final class UpcCreation {
    static final String CALL = "Upc.init";

    private static final int PROBLEM = 0;
    private static final int SYMMETRIC = 1;
    private static final int LOCAL = 2;
    private static final int ENDPOINT = 1;
    private static final int LENGTH = 3;

    private final Job job;
    private final Team world;
    private final UpcResources resources;

    /** What a heap takes for itself. */
    private final long heapBytes;

    /** Without what the heaps take. */
    private final long symmetricBytes;

    private final long localBytes;

    UpcCreation(Job job, long symmetricBytes, long localBytes) {
        this.job = job;
        this.world = job.world();
        this.resources = new UpcResources(job);
        this.heapBytes = aligned(SharedHeap.leastBytes(world));
        this.symmetricBytes = symmetricBytes;
        this.localBytes = localBytes;
    }

    /** Three quarters of the setting for the symmetric part, a quarter for the local one. */
    static UpcCreation byDefault(Job job) {
        long segment = Math.min(job.settings().bytes(Setting.SEGMENT, 64L << 20), GlobalPointer.MAX_SEGMENT_BYTES / 2);
        return new UpcCreation(job, segment - segment / 4, segment / 4);
    }

    private static long aligned(long bytes) {
        return bytes + SharedHeap.ALIGNMENT - 1 & -SharedHeap.ALIGNMENT;
    }

    Upc make() {
        TeamCore.of(world).checkUnrestricted(CALL);
        long[] wishes = exchange(world, refusal(), new long[]{0, symmetricBytes, localBytes});
        checkWishes(wishes);
        try {
            long[] own = new long[LENGTH];
            Throwable failure = Failures.of(() -> own[ENDPOINT] = resources.make(segmentBytes()).index());
            return join(exchange(world, failure, own));
        } catch (RuntimeException | Error e) {
            Failures.giveBack(e, resources::free);
            throw e;
        }
    }

    private long segmentBytes() {
        return symmetricHeap() + localHeap();
    }

    private long symmetricHeap() {
        return aligned(symmetricBytes) + heapBytes;
    }

    private long localHeap() {
        return localBytes == 0 ? 0 : aligned(localBytes) + heapBytes;
    }

    private PgasException refusal() {
        long most = GlobalPointer.MAX_SEGMENT_BYTES - 2 * heapBytes - 2 * SharedHeap.ALIGNMENT;
        if (symmetricBytes < 0 || symmetricBytes > most) {
            return bad("symmetricBytes is " + symmetricBytes + ": legal are 0.." + most);
        }
        if (localBytes < 0 || localBytes > most - symmetricBytes) {
            return bad("localBytes is " + localBytes + ": legal are 0.." + (most - symmetricBytes)
                    + ", with that many symmetric ones");
        }
        return null;
    }

    private PgasException bad(String what) {
        return error(ErrorCode.BAD_ARGUMENT, what);
    }

    private PgasException error(ErrorCode code, String what) {
        return Refusals.of(job.rank()).error(code, CALL, what);
    }

    private void checkWishes(long[] wishes) {
        for (int rank = 0; rank < job.size(); rank++) {
            int at = rank * LENGTH;
            if (wishes[at + SYMMETRIC] != symmetricBytes || wishes[at + LOCAL] != localBytes) {
                throw bad("rank " + rank + " gives " + wishes[at + SYMMETRIC] + " and " + wishes[at + LOCAL]
                        + " bytes, this rank " + symmetricBytes + " and " + localBytes + ": all give the same");
            }
        }
    }

    /** Tells all ranks {@code own}, or that this one has failed with what its code may throw: then all throw. */
    private long[] exchange(Team among, Throwable problem, long[] own) {
        own[PROBLEM] = Failures.word(problem);
        long[] all = new long[LENGTH * among.size()];
        Collectives.of(among).allGather(MemorySegment.ofArray(all), MemorySegment.ofArray(own));
        Failures.rethrow(problem);
        for (int at = PROBLEM; at < all.length; at += LENGTH) {
            if (all[at] != 0) {
                throw error(Failures.code(all[at]), "nothing was made, since it was refused on rank "
                        + Failures.ranks(all, LENGTH) + ": see the error there");
            }
        }
        return all;
    }

    private Upc join(long[] made) {
        List<Endpoint.Location> members = new ArrayList<>(job.size());
        for (int rank = 0; rank < job.size(); rank++) {
            members.add(new Endpoint.Location(rank, Math.clamp(made[rank * LENGTH + ENDPOINT], -1, Integer.MAX_VALUE)));
        }
        Team own = world.create(members, TeamFlags.RANK_IS_JOBRANK).get(0);
        resources.made(own);
        own.publish(own.endpoint());
        Upc[] upc = new Upc[1];
        exchange(own, Failures.of(() -> upc[0] = lay(own)), new long[LENGTH]);
        // the heap of all is there now
        exchange(own, Failures.of(upc[0].heaps::open), new long[LENGTH]);
        return upc[0];
    }

    /** What may fail on one rank alone: it maps memory. */
    private Upc lay(Team own) {
        Heaps heaps = new Heaps(own, symmetricHeap(), localHeap(), symmetricBytes, localBytes);
        heaps.lay();
        return new Upc(new UpcCore(own, segmentBytes()), heaps, resources);
    }
}
