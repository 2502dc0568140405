package org.pgas.armci;

import java.util.ArrayList;
import java.util.List;

import org.pgas.Endpoint;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.heap.SharedHeap;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Makes one process' part of the library: an endpoint of its own, with a segment of its own, and a team of these.
 *
 * <p>A segment begins with a word for each process, which counts its notifications, and one that counts groups, of use
 * on process 0 only; the heap follows. Two exchanges: what each process has made, and whether it has opened the whole;
 * what is wrong with one all learn from these.
 */
final class Creation {
    private static final long MOST = 1L << 39;
    private static final String CALL = "Armci.init";

    private final Job job;
    private final long shmLimit;
    private final Resources resources;

    Creation(Job job, long shmLimit) {
        this.job = job;
        this.shmLimit = shmLimit;
        this.resources = new Resources(job);
    }

    static Job checked(Job job) {
        if (job == null) {
            throw Refusals.OF_NO_RANK.bad(CALL, "job: it is null: join one (Job.join)");
        }
        return job;
    }

    /** Offset of the word that counts notifications of {@code proc}. */
    static long notifications(int proc) {
        return (long) Long.BYTES * proc;
    }

    /** Offset of the word that counts groups. */
    static long groups(int nproc) {
        return notifications(nproc);
    }

    /** Where the heap begins. */
    static long low(int nproc) {
        return Math.ceilDiv(groups(nproc) + Long.BYTES, SharedHeap.ALIGNMENT) * SharedHeap.ALIGNMENT;
    }

    Armci make(boolean ownsJob) {
        Team world = job.world();
        TeamCore.of(world).begin(CALL);
        Throwable problem = Failures.of(() -> {
            if (shmLimit < 0 || shmLimit > MOST) {
                throw Refusals.of(job.rank()).bad(CALL, "shmLimit: " + shmLimit + " bytes: legal are 0.." + MOST);
            }
            resources.take(low(job.size()) + SharedHeap.leastBytes(world) + shmLimit);
        });
        try {
            long[] told = Agreement.exchange(CALL, world, problem, problem != null ? 0 : resources.endpointIndex(),
                    problem != null ? 0 : resources.bytes());
            return join(told, ownsJob);
        } catch (RuntimeException | Error e) {
            Failures.giveBack(e, this::giveBack);
            throw e;
        }
    }

    private void giveBack() {
        Ending ending = new Ending();
        resources.free(ending);
        ending.finish();
    }

    private Armci join(long[] told, boolean ownsJob) {
        int size = job.size();
        List<Endpoint.Location> members = new ArrayList<>(size);
        long[] bases = new long[size];
        long[] ends = new long[size];
        for (int proc = 0; proc < size; proc++) {
            int endpoint = (int) told[2 * proc];
            members.add(new Endpoint.Location(proc, endpoint));
            bases[proc] = GlobalPointer.of(proc, endpoint, 0);
            ends[proc] = told[2 * proc + 1];
        }
        resources.join(members);
        Armci[] made = new Armci[1];
        Throwable problem = Failures.of(() -> {
            resources.layHeap(low(size), resources.bytes() - low(size));
            made[0] = new Armci(new ArmciCore(resources, shmLimit, bases, ends), ownsJob);
        });
        Agreement.exchange(CALL, resources.team(), problem);
        return made[0];
    }
}
