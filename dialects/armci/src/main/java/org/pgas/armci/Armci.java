package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.atomics.ArmciRmw;

/**
 * The Aggregate Remote Memory Copy Interface, for one job.
 *
 * <pre>{@code
 * try (Job job = Job.join()) {
 *     Armci armci = Armci.init(job);
 *     long[] rows = armci.malloc(1000 * 8);                       // rows[p] points to those of process p
 *     armci.acc(Scale.ofDouble(0.5), mine, 0, rows[right], 8000, right);
 *     armci.barrier();
 *     armci.free(rows);
 *     armci.finish();
 * }
 * }</pre>
 *
 * <p>A process is a rank of the job, and {@code proc} its job rank. Any thread of it may make any call, but the collective ones by one
 * thread of each process at a time. Errors are {@link org.pgas.PgasException}s in place of return codes; collective calls throw on all processes.
 * Several of these may live for one job at a time; none knows of the others' pointers.
 *
 * <p>Source: ARMCI, the draft specification; for groups, rmw, mutexes, notify, values and flags ARMCI as released.
 */
public final class Armci extends NonBlockingTransfers {
    private final Synchronisation synchronisation;
    private final Groups groups;

    /** Whether {@link #finish} closes the job, as {@link #initArgs} has joined it. */
    private final boolean ownsJob;

    Armci(ArmciCore core, boolean ownsJob) {
        super(core);
        this.synchronisation = core.synchronisation;
        this.groups = core.groups;
        this.ownsJob = ownsJob;
    }

    /** {@link #init(Job, long)} with as much memory as the setting {@code pgas.segment} says, 64 MiB by default. */
    public static Armci init(Job job) {
        return init(job, Creation.checked(job).settings().bytes(Setting.SEGMENT, 64L << 20));
    }

    /**
     * Starts the library. Collective. Legal any number of times for one job, one after the other or at the same time: what they make has nothing to do with each other.
     *
     * <p>Errors, on all processes, with nothing left behind: a limit outside 0..2^39; on one of them no room for it
     * ({@link org.pgas.ErrorCode#RESOURCE}). Null is one for the caller alone. Source: ARMCI_Init.
     *
     * @param shmLimit how many bytes this process may allocate, which are reserved now; may differ. Of gaps between
     *     blocks, 16 bytes in front of each, and up to 64 more in front of one of 1 KiB and more, which begins at a cache line, somewhat fewer may be had
     */
    public static Armci init(Job job, long shmLimit) {
        return new Creation(Creation.checked(job), shmLimit).make(false);
    }

    /**
     * Joins the job ({@link Job#join()}) and starts the library; {@link #finish} leaves the job. Collective over all processes that the launcher has started. The arguments are
     * the program's: what the library needs, it gets by settings. Source: ARMCI_Init_args.
     */
    public static Armci initArgs(String[] args) {
        Job job = Job.join(JobConfig.builder().build());
        try {
            return new Creation(job, job.settings().bytes(Setting.SEGMENT, 64L << 20)).make(true);
        } catch (RuntimeException | Error e) {
            job.close();
            throw e;
        }
    }

    /** Whether it can be used: it is neither finished nor its job closed. Source: ARMCI_Initialized. */
    public boolean isInitialized() {
        return core.isUsable();
    }

    /**
     * Ends the library: completes this thread's operations, waits for all processes, and frees all memory, mutexes and groups. Collective. Other threads' operations must be complete. Every later call is an
     * error. What one of this thread's operations throws, and what keeps a team of {@link #team} or of a group in use (an atomic domain, a collective that is not
     * synchronised), is thrown when all else is over: such a team lasts as long as the job. Source: ARMCI_Finalize.
     */
    public void finish() {
        core.begin("Armci.finish");
        core.places.checkUsable("Armci.finish");
        try (Job _ = ownsJob ? job() : null) {
            core.finish();
        } catch (PgasException e) {
            throw core.places.refusal("Armci.finish", e);
        }
    }

    /**
     * Prints {@code message} to standard error and ends the job, all its processes, with that code; never returns: {@code throw armci.error(...)}. Any thread, at any
     * time. A code outside 1..255, which a process cannot return as that of an error, becomes 1. Source: ARMCI_Error.
     */
    public RuntimeException error(String message, int code) {
        System.err.println("rank " + me() + ": Armci.error: " + message + " (code " + code + ")");
        throw job().exit(code < 1 || code > 255 ? 1 : code);
    }

    /**
     * Completes at {@code proc} what this thread has put and accumulated there: whoever is told afterwards sees it. Any thread. Source: ARMCI_Fence.
     */
    public void fence(int proc) {
        synchronisation.fence(proc);
    }

    /** {@link #fence} of all processes. Source: ARMCI_AllFence. */
    public void allFence() {
        synchronisation.allFence();
    }

    /** {@link #allFence}, and returns when all processes have called it: then all see what any of the calling threads did before. Collective. Source: ARMCI_Barrier. */
    public void barrier() {
        synchronisation.barrier();
    }

    /**
     * Fetch-and-add or swap of an int or a long: atomically, the word at {@code prem} on {@code proc}, aligned, changes, and the value before goes to local
     * memory. A fetch-and-add adds {@code extra}; a swap stores what local memory holds, and ignores it. Atomic towards all other rmw and {@link #fetchAndAdd}. An
     * acquire and a release. Any thread. Source: ARMCI_Rmw.
     */
    public void rmw(ArmciRmw.Operation op, MemorySegment ploc, long plocOffset, long prem, int extra, int proc) {
        synchronisation.rmw(op, ploc, plocOffset, prem, extra, proc);
    }

    /** {@link #rmw} with FETCH_AND_ADD_LONG that answers the value before. */
    public long fetchAndAdd(long prem, int extra, int proc) {
        return synchronisation.fetchAndAdd(prem, extra, proc);
    }

    /**
     * Makes {@code num} mutexes on this process, numbered from 0. Collective; numbers may differ, and 0 is legal. Errors, on all processes, with none made: mutexes that live; on
     * one of them a negative number or no room. Source: ARMCI_Create_mutexes.
     */
    public void createMutexes(int num) {
        synchronisation.createMutexes(num);
    }

    /**
     * Ends all mutexes, when all processes have called it: until it calls itself, a process may use those of others. Collective. Errors, on all processes, with all as before: there are none; one is held or
     * waited for then. Source: ARMCI_Destroy_mutexes.
     */
    public void destroyMutexes() {
        synchronisation.destroyMutexes();
    }

    /**
     * Returns when the calling thread holds mutex {@code mutex} of {@code proc}, which takes no part. Fair; not reentrant; an acquire. Waits take in
     * messages, and end with an exception when the holder has left the job ({@link org.pgas.PeerLostException}). Errors: no such mutex; the thread holds it already. Source: ARMCI_Lock.
     */
    public void lock(int mutex, int proc) {
        synchronisation.lock(mutex, proc);
    }

    /** Gives it back; a release. Errors: no such mutex; the calling thread does not hold it. Source: ARMCI_Unlock. */
    public void unlock(int mutex, int proc) {
        synchronisation.unlock(mutex, proc);
    }

    /**
     * Tells {@code proc}: whoever returns there from the {@link #notifyWait} that this ends sees what this thread has put and accumulated, and
     * waited for, before. Loopback is legal. Any thread. Source: armci_notify.
     */
    public void notify(int proc) {
        synchronisation.notify(proc);
    }

    /**
     * Returns when {@code proc} has notified this process once more than was waited for, and answers how often that was. Any thread; of several at once each takes one. The wait takes in messages, and ends with
     * an exception when {@code proc} has left the job. Source: armci_notify_wait.
     */
    public int notifyWait(int proc) {
        return synchronisation.notifyWait(proc);
    }

    /**
     * Makes a group of processes. Collective over the {@linkplain #groupGetDefault default group}: all its processes call it, at the same place. {@code pids} are ranks in that
     * group, in the order of their ranks in the new one. Who is in its own list becomes a member, and all members give the same list; several groups that have no process in
     * common may be made at once. Who gives a list without itself (an empty one, say) only takes part, and gets null.
     *
     * <p>Errors, on all processes, with no group made: on one of them a null list, one with a rank outside the group or with one twice; members whose lists differ. Source:
     * ARMCI_Group_create.
     */
    public ArmciGroup groupCreate(int[] pids) {
        return groups.create("Armci.groupCreate", pids, groups.defaultGroup());
    }

    /** As {@link #groupCreate}, with another group in place of the default one. For the caller alone: a group that is null, freed, or of another {@link Armci}. Source: ARMCI_Group_create_child. */
    public ArmciGroup groupCreateChild(int[] pids, ArmciGroup parent) {
        return groups.create("Armci.groupCreateChild", pids, parent);
    }

    /** The group of all processes. Source: ARMCI_Group_get_world. */
    public ArmciGroup groupGetWorld() {
        return groups.world();
    }

    /** The default group of this process: at first that of all. Source: ARMCI_Group_get_default. */
    public ArmciGroup groupGetDefault() {
        return groups.defaultGroup();
    }

    /**
     * Sets the default group of this process, in which {@link #groupCreate} makes groups. Nothing else changes: {@link #malloc}, {@link #barrier} and the like concern
     * all processes, as in ARMCI's own releases; where those of ComEx make them concern the default group, {@link #mallocGroup} and {@link #barrierGroup} do. Not collective. Errors: null; a group that was freed, or of another {@link Armci}. Source: ARMCI_Group_set_default.
     */
    public void groupSetDefault(ArmciGroup group) {
        groups.setDefault(group);
    }

    /** As {@link #malloc}, of a group: collective over it, and entry i is that of its rank i. Pointers are as all others. For the caller alone: a group that is null, freed, or of another {@link Armci}. Source: ARMCI_Malloc_group. */
    public long[] mallocGroup(long bytes, ArmciGroup group) {
        return core.memory.malloc("Armci.mallocGroup", groups.checked("Armci.mallocGroup", group), bytes);
    }

    /** As {@link #free(long[])}, of a group. For the caller alone: a group that is null, freed, or of another {@link Armci}. Source: ARMCI_Free_group. */
    public void freeGroup(long[] pointers, ArmciGroup group) {
        core.memory.free("Armci.freeGroup", groups.checked("Armci.freeGroup", group), pointers);
    }

    /** As {@link #free(long)}, of a group. For the caller alone: a group that is null, freed, or of another {@link Armci}. Source: ARMCI_Free_group. */
    public void freeGroup(long own, ArmciGroup group) {
        core.memory.free("Armci.freeGroup", groups.checked("Armci.freeGroup", group), own);
    }

    /** Whether the group's processes share memory: always true. Source: ARMCI_Uses_shm_grp. */
    public boolean usesShmGroup(ArmciGroup group) {
        groups.checked("Armci.usesShmGroup", group);
        return true;
    }

    /** As {@link #barrier}, of a group. Collective over it. For the caller alone: a group that is null, freed, or of another {@link Armci}. Source: armci_msg_group_barrier. */
    public void barrierGroup(ArmciGroup group) {
        groups.barrier(group);
    }

    /** "ARMCI of 4 processes, process 1". */
    @Override
    public String toString() {
        return "ARMCI of " + nproc() + " processes, process " + me();
    }
}
