package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.mpi.Window;
import org.pgas.team.TeamCore;

/**
 * MPI's communicators and messages on the ranks of a job.
 *
 * <pre>{@code
 * try (Job job = Job.join()) {
 *     Mpi mpi = Mpi.of(job);
 *     Comm world = mpi.world();
 *     MemorySegment buffer = MemorySegment.ofArray(new int[4]);
 *     if (world.rank() == 0) {
 *         world.send(buffer, 0, 4, Datatype.INT, 1, 7);
 *     } else if (world.rank() == 1) {
 *         Status status = new Status();
 *         world.recv(buffer, 0, 4, Datatype.INT, Mpi.ANY_SOURCE, 7, status);
 *     }
 *     mpi.finish();
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> Any thread of a rank may make any call at any time (MPI_THREAD_MULTIPLE); collective calls of one
 * communicator one after the other. Messages that two threads send are in an order when the call of one has returned
 * before that of the other began.
 *
 * <p><b>Progress.</b> Every call takes in messages; those that wait do so all the while, and so does every other wait
 * of the library. A rank that computes takes in nothing; {@code pgas.progress.thread=on} is for that.
 *
 * <p><b>Errors</b> are exceptions, and say what {@link ErrorHandler} says. Ranks and tags that are not legal, memory
 * that is too small, communicators that were freed and the like are a {@link org.pgas.PgasException}, before anything
 * was sent.
 *
 * <p>Source: MPI-4.1 chapters 3, 7, 9 and 11. In place of MPI_Init and MPI_Finalize a program joins a job, makes this,
 * finishes it, and closes the job.
 */
public final class Mpi {
    /** No rank, count, index or colour. Source: MPI_UNDEFINED. */
    public static final int UNDEFINED = -1;

    /** The rank that stands for nobody: messages to it and from it are complete at once. Source: MPI_PROC_NULL. */
    public static final int PROC_NULL = Window.PROC_NULL;

    /** Of a receive or probe: whatever rank has sent it. Source: MPI_ANY_SOURCE. */
    public static final int ANY_SOURCE = -2;

    /** Of a receive or probe: whatever tag it has. Source: MPI_ANY_TAG. */
    public static final int ANY_TAG = -1;

    /** Tags are 0 to this. Source: MPI_TAG_UB. */
    public static final int MAX_TAG = Integer.MAX_VALUE;

    /** What a message takes of the attached buffer besides its data, at most. Source: MPI_BSEND_OVERHEAD. */
    public static final int BSEND_OVERHEAD = 8;

    private static final double NANO = 1e-9;

    private final Job job;
    private final Engine engine;
    private final Team team;
    private final Comm world;
    private final Comm self;
    private boolean isFinished;

    private Mpi(Job job) {
        this.job = job;
        // number 0 of rank 0 is the world, and 1 of each rank itself alone
        engine = new Engine(job, 2);
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        new MessageHandlers(engine, endpoint);
        // nobody sends before all have told their endpoint, which has its handlers then
        long[] told = TeamCore.of(job.world()).exchangeNumbers("Mpi.of", endpoint.index());
        List<Endpoint.Location> members = new ArrayList<>(told.length);
        for (int rank = 0; rank < told.length; rank++) {
            members.add(new Endpoint.Location(rank, Math.clamp(told[rank], -1, Integer.MAX_VALUE)));
        }
        team = job.world().create(members, TeamFlags.RANK_IS_JOBRANK).get(0);
        engine.open(team);
        world = new Comm(this, new CommId(0, 0), null, job.rank(), "world");
        self = new Comm(this, new CommId(job.rank(), 1), new int[]{job.rank()}, 0, "self");
    }

    /**
     * Makes communicators and messages of their own, on an endpoint and a team made for them. Collective over the job's
     * world; any number of times, but each takes one of the rank's endpoints for good. Errors: those of making
     * endpoints and teams.
     */
    public static Mpi of(Job job) {
        return new Mpi(job);
    }

    /** The communicator of all ranks of the job, in their order. Source: MPI_COMM_WORLD. */
    public Comm world() {
        return world;
    }

    /** The communicator of this rank alone. Source: MPI_COMM_SELF. */
    public Comm self() {
        return self;
    }

    public Job job() {
        return job;
    }

    Engine engine() {
        return engine;
    }

    /** Of the endpoints that the messages go by, one for each rank of the job. */
    Team team() {
        return team;
    }

    /** Seconds since some moment, which is another one on each host. Source: MPI_Wtime. */
    public static double wtime() {
        return System.nanoTime() * NANO;
    }

    /** What {@link #wtime} counts in, in seconds. Source: MPI_Wtick. */
    public static double wtick() {
        return NANO;
    }

    /**
     * MPI_Abort: ends the whole job with this code, as {@link Job#exit} does. Never returns; a caller may write
     * {@code throw mpi.abort(1)}.
     */
    public RuntimeException abort(int code) {
        throw job.exit(code);
    }

    /**
     * MPI_Buffer_attach: memory for the data of {@link Comm#bsend} and its siblings that receivers do not take at once.
     * Native memory that every thread may access, or an array. It is the library's until it is detached. Errors: null,
     * read-only, confined to a thread; one is attached already.
     */
    public void attachBuffer(MemorySegment buffer) {
        if (buffer == null || buffer.isReadOnly() || !buffer.isAccessibleBy(new Thread())) {
            throw engine.refusals.bad("Mpi.attachBuffer", "the buffer is "
                    + (buffer == null ? "null" : buffer.isReadOnly() ? "read-only" : "confined to a thread")
                    + ": give an array, or native memory that every thread may write");
        }
        engine.buffered.attach(buffer);
    }

    /**
     * MPI_Buffer_detach: waits until receivers have taken what is in the buffer, and gives it back; null if none is
     * attached.
     */
    public MemorySegment detachBuffer() {
        engine.world.begin("Mpi.detachBuffer");
        return engine.buffered.detach();
    }

    /**
     * MPI_Finalize: waits for all ranks, and gives back what was made; the communicators are of no use then. Collective
     * over the job's world. Before it every request is complete, but buffered sends: it waits for their receives.
     * Idempotent on all ranks alike. What was sent and never received is dropped. Attributes of {@link #self} are
     * deleted first, in the reverse order in which their keys came; what that throws, this call throws at its end.
     */
    public void finish() {
        if (isFinished) {
            return;
        }
        engine.world.begin("Mpi.finish");
        RuntimeException failure = self.attributes().endAll();
        engine.buffered.flush();
        // all members have sent all that they will
        team.barrier();
        isFinished = true;
        // the endpoint stays: what was sent and not received may still be on its way to it
        team.destroy();
        if (failure != null) {
            throw failure;
        }
    }

    /** Whether {@link #finish} has ended it. Source: MPI_Finalized. */
    public boolean isFinished() {
        return isFinished;
    }
}
