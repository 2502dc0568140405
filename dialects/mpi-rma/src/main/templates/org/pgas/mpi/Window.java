//$ One class, made by config/Templates.java. Lines behind "//$ byte int" stand once for each of these columns.
//$ value | byte | int | long | float | double
//$ TYPE  | BYTE | INT | LONG | FLOAT | DOUBLE
//$ bytes | 1    | 4   | 8    | 4     | 8
package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.ArrayCopies;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;
import org.pgas.wait.Serving;

/**
 * A window: memory of each rank of a team that all of them put to, get from and update, between calls that synchronise.
 * One object per rank.
 *
 * <pre>{@code
 * Window window = Window.allocate(job.world(), 1 << 20, 8);
 * window.fence(Assertions.NOPRECEDE);
 * window.put(mine, 100, Datatype.DOUBLE, right, 0, 100, Datatype.DOUBLE);
 * window.fence(Assertions.NOSUCCEED);                  // now it is there, and what others put is here
 * window.free();
 * }</pre>
 *
 * <p><b>Memory.</b> Each rank has a part. A part of {@link #allocate} and {@link #allocateShared} is mapped. So is a
 * part of {@link #create} over memory from {@link WindowMemory} or a segment of this rank, and such memory that is
 * {@linkplain #attach attached}. On mapped memory, the rank that transfers does all the work. Other memory is reached
 * by messages. Its rank carries them out inside its own calls: of any window, also those that do not wait; in every
 * wait of the library; or on a progress thread ({@code pgas.progress.thread=on}). Parts of ranks of another
 * neighbourhood are reached by messages, whatever their memory is; their rank carries these out also while it computes.
 * Windows may overlap.
 *
 * <p><b>Places.</b> (rank, displacement): byte displacement times the target's displacement unit of its part. The
 * origin is memory that the calling thread may access, heap arrays too; its offset 0 is where the first element of the
 * datatype has its displacement 0.
 *
 * <p><b>Epochs.</b> Communication is legal in an access epoch for its target, and complete when that has ended:
 * <ul>
 * <li>{@link #fence} to {@link #fence}, collective: all ranks access all;
 * <li>{@link #start} to {@link #complete}, with targets that {@link #post} and {@link #await} meanwhile; the first
 * access to a target waits for its post;
 * <li>{@link #lock} to {@link #unlock}, or {@link #lockAll} to {@link #unlockAll}: targets do nothing. {@link #flush}
 * and its siblings complete in between.
 * </ul>
 * One kind at a time: an epoch is begun when no other is open. A fence opens none until a communication call follows,
 * which may be a call that is refused for its arguments. A rank may have several targets locked, and an access and an
 * exposure epoch at once.
 *
 * <p><b>Callers.</b> Any thread of the rank. Several threads may communicate at once; a call that synchronises must be
 * alone. Not in a restricted context (see {@link org.pgas.Job}). Rank {@link #PROC_NULL} is legal as target, and
 * nothing happens then.
 *
 * <p><b>Legal.</b> Origin and target have equal signatures: the same predefined datatypes in the same order. What is
 * sent may be a beginning of what is received. Origins of puts and accumulates stay as they are, and results are not
 * read, until the epoch ends or a flush (local suffices) has returned. In an epoch, one place is put to once and not
 * read otherwise; it may be accumulated to by all, with one operation and one predefined datatype. Anything else is
 * undefined in its result, but does nothing else. Loads and stores of one's own part, and of others' that are mapped,
 * need synchronisation by epochs or {@link #sync} too.
 *
 * <p><b>Atomicity.</b> Accumulate, get-accumulate, fetch-and-op and compare-and-swap are atomic for each element
 * against each other, and done in the order of their origin's calls. That holds for all windows over the same memory,
 * if the rank that has the memory gave it to each of them. They are not atomic against puts, gets, stores, or the
 * operations of {@code org.pgas.atomics} domains.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException} before anything moves: rank outside the window; range outside the
 * target's part or the origin; datatype null, not committed, freed; signatures that differ; operation not defined on
 * the type; target type that overlaps itself; a call outside its epoch, which names what is open and what is legal; a
 * freed window. In checked mode also: untrue {@link Assertions}, restricted contexts.
 *
 * <p>Source: MPI-2 "One-Sided Communications" as in Traeff, Ritzdorf, Hempel 2000; MPI-3.
 */
public final class Window {
    // field  writer                   reader       order
    // freed  the thread that frees    all threads  volatile
    // name   the thread that names    all threads  volatile

    /** The rank that stands for nobody. Source: MPI_PROC_NULL. */
    public static final int PROC_NULL = -1;

    final WindowCore core;

    private final Part[] parts;
    private final DynamicMemory dynamic;
    private final Group group;
    private final Serving serving;
    private final Epochs epochs;
    private final Transfers transfers;
    private final WindowResources resources;

    /** By rank: not 0 if communication need not look at anything else. Fields and orders: ControlWords. */
    private final byte[] open;

    /** This rank's own part. */
    private final MemorySegment memory;

    private final WindowAttributes attributes;

    private volatile String name = "";
    private volatile boolean freed;

    /** {@code dynamic} is null unless the window is dynamic. */
    Window(WindowCore core, Messages messages, DynamicMemory dynamic, WindowResources resources) {
        this.core = core;
        this.parts = core.parts;
        this.dynamic = dynamic;
        this.group = Group.all(core.size());
        this.serving = TeamCore.of(core.team.job().world()).serving();
        this.resources = resources;
        this.epochs = new Epochs(core, messages);
        this.open = epochs.open;
        this.transfers = new Transfers(core, epochs, messages, dynamic);
        this.memory = resources.local() != null ? resources.local() : core.view(core.rank);
        this.attributes = new WindowAttributes(this, core.refusals);
        core.refusals.made(this);
    }

    /**
     * A window over {@code bytes} zeros on this rank, which neighbours reach with loads and stores. Collective.
     *
     * <p>Errors, on all ranks, with no window made: a team with several members of one rank of the job; bytes below 0,
     * a unit below 1, an info that differs; on one of them no room, no endpoint left
     * ({@link org.pgas.ErrorCode#RESOURCE}; a window takes one endpoint). Source: MPI-3 MPI_Win_allocate.
     *
     * @param bytes of this rank's part; ranks may differ, and 0 is legal
     * @param displacementUnit what displacements in this part are multiplied by, in bytes; ranks may differ
     */
    public static Window allocate(Team team, long bytes, int displacementUnit) {
        return allocate(team, bytes, displacementUnit, WindowInfo.DEFAULT);
    }

    /** As {@link #allocate(Team, long, int)}, with an info. */
    public static Window allocate(Team team, long bytes, int displacementUnit, WindowInfo info) {
        return new WindowCreation(team, "Window.allocate", WindowFlavour.ALLOCATE, info).make(bytes, displacementUnit,
                null);
    }

    /**
     * As {@link #allocate}, where each rank's part begins right behind the one before it, in one piece of memory,
     * unless the info says {@link WindowInfo#noncontiguous}. Source: MPI-3 MPI_Win_allocate_shared.
     */
    public static Window allocateShared(Team team, long bytes, int displacementUnit) {
        return allocateShared(team, bytes, displacementUnit, WindowInfo.DEFAULT);
    }

    /** As {@link #allocateShared(Team, long, int)}, with an info. */
    public static Window allocateShared(Team team, long bytes, int displacementUnit, WindowInfo info) {
        return new WindowCreation(team, "Window.allocateShared", WindowFlavour.SHARED, info).make(bytes,
                displacementUnit, null);
    }

    /**
     * A window over memory that is there. Collective. Mapped where the memory is of a mapped segment of this rank, such
     * as {@link WindowMemory#allocate} gives; else reached by messages: arrays, and native memory that every thread may
     * access, which stays as long as the window.
     *
     * <p>Errors: as of {@link #allocate}; memory that is null, read-only, or confined to a thread. Source: MPI-2
     * MPI_Win_create.
     *
     * @param memory this rank's part; may be empty
     */
    public static Window create(Team team, MemorySegment memory, int displacementUnit) {
        return create(team, memory, displacementUnit, WindowInfo.DEFAULT);
    }

    /** As {@link #create(Team, MemorySegment, int)}, with an info. */
    public static Window create(Team team, MemorySegment memory, int displacementUnit, WindowInfo info) {
        return new WindowCreation(team, "Window.create", WindowFlavour.CREATE, info)
                .make(memory == null ? 0 : memory.byteSize(), displacementUnit, memory);
    }

    /**
     * A window without memory, to which each rank {@linkplain #attach attaches} some at any time, mapped or not.
     * Collective. Its displacement unit is 1. Errors: as of {@link #allocate}.
     * Source: MPI-3 MPI_Win_create_dynamic.
     */
    public static Window createDynamic(Team team) {
        return createDynamic(team, WindowInfo.DEFAULT);
    }

    /** As {@link #createDynamic(Team)}, with an info. */
    public static Window createDynamic(Team team, WindowInfo info) {
        return new WindowCreation(team, "Window.createDynamic", WindowFlavour.DYNAMIC, info).make(0, 1, null);
    }

    /**
     * Refuses a call after the close of the job, in a restricted context, and on a window that was freed; else {@link
     * #serve}.
     */
    private void begin(String call) {
        TeamCore.of(core.team).begin(call);
        if (freed) {
            throw core.refusals.bad(call, "the window was freed: it is of no use any more");
        }
        serve();
    }

    /**
     * Takes in what peers want of memory of this rank, or answer: in every call, since a program may repeat one that
     * does not wait until a peer has gone on, which itself waits for this rank. Nothing where
     * all memory is mapped.
     */
    private void serve() {
        serving.poll();
    }

    /**
     * Ends the window; memory that was given to {@link #create} stays, and what is attached is detached. Collective;
     * waits for all. Errors, on all ranks, with the window as before: an epoch that is open on one of them; memory of
     * the window itself that something else uses on one of them, such as a window that was created over it, or to which
     * it is attached. For the caller alone: freed already; what an {@linkplain #attribute attribute} throws that is
     * told of its end, when the window is freed. There is no close for a try block: it would have a rank that throws
     * wait for the others. Source: MPI_Win_free.
     */
    public void free() {
        begin("Window.free");
        epochs.awaitAll();
        WindowEnd.check(core, epochs, resources.use(memory));
        RuntimeException failure = attributes.end();
        freed = true;
        epochs.end();
        resources.free();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Lets peers reach memory of this rank through a dynamic window; not collective. They are told the answer by other
     * means, such as a put of it. The memory is any that {@link #create} accepts, and is reached as there: of a mapped
     * segment of this rank, such as {@link WindowMemory#allocate} gives, by neighbours with loads and stores; else by
     * messages. It stays until it is detached.
     *
     * <p>Errors: the window is not dynamic; memory that is null, empty, read-only, closed, confined to a thread, or
     * above 2^40 bytes; memory that overlaps what is attached. With {@link org.pgas.ErrorCode#RESOURCE}: 8,192
     * regions attached already; no endpoint left, of which each segment with attached memory takes one in each window.
     * Source: MPI-3 MPI_Win_attach.
     *
     * @return the displacement of its first byte
     */
    public long attach(MemorySegment region) {
        begin("Window.attach");
        dynamic("Window.attach");
        WindowResources.checkAttachable(core, "Window.attach", region);
        return dynamic.attach(region);
    }

    /**
     * Ends what {@link #attach} has begun. All access to it is complete, and ranks are synchronised after that: what
     * comes later ends the job. Errors: not what {@code attach} answered. Source: MPI-3 MPI_Win_detach.
     */
    public void detach(long displacement) {
        begin("Window.detach");
        dynamic("Window.detach");
        dynamic.detach(displacement);
    }

    private void dynamic(String call) {
        if (dynamic == null) {
            throw core.refusals.bad(call, "the window is not dynamic: make it with Window.createDynamic");
        }
    }

    /** This rank's own part; of a dynamic window empty. Source: MPI_WIN_BASE, MPI_WIN_SIZE. */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * A rank's part, for loads and stores, which need the ordering of epochs or {@link #sync}. Errors: a part that is
     * not mapped here; rank outside the window; freed. With {@link #PROC_NULL} that of the lowest rank that has one.
     * Source: MPI-3 MPI_Win_shared_query.
     */
    public SharedPart sharedPart(int rank) {
        begin("Window.sharedPart");
        return core.sharedPart(rank == PROC_NULL ? core.lowestWithBytes() : rank);
    }

    /**
     * The parts of all ranks of an {@link #allocateShared} window as one memory: that of rank r begins at
     * {@link #sharedOffset} of r, behind those of the ranks below it. Errors: as of {@link #sharedPart}; a window of
     * another flavour, or with parts that are {@linkplain WindowInfo#noncontiguous not one behind the other}. Source:
     * MPI-4.1 12.2.3 "Window That Allocates Shared Memory": alloc_shared_noncontig.
     */
    public MemorySegment sharedMemory() {
        begin("Window.sharedMemory");
        return core.joinedView("Window.sharedMemory");
    }

    /** Where a rank's part begins in {@link #sharedMemory}, in bytes. Errors: as there; rank outside the window. */
    public long sharedOffset(int rank) {
        begin("Window.sharedOffset");
        core.checkJoined("Window.sharedOffset");
        core.checkRank("Window.sharedOffset", rank);
        return parts[rank].base;
    }

    /** This rank in the window, which is that in the team it was made over. */
    public int rank() {
        return core.rank;
    }

    /** How many ranks. */
    public int size() {
        return parts.length;
    }

    /** All ranks. Source: MPI_Win_get_group. */
    public Group group() {
        return group;
    }

    /** Bytes of a rank's part; 0 of a dynamic window. Error: rank outside the window. */
    public long bytes(int rank) {
        core.checkRank("Window.bytes", rank);
        return parts[rank].bytes;
    }

    /** A rank's displacement unit. Error: rank outside the window. Source: MPI_WIN_DISP_UNIT. */
    public int displacementUnit(int rank) {
        core.checkRank("Window.displacementUnit", rank);
        return (int) parts[rank].unit;
    }

    /** How it was made. Source: MPI_WIN_CREATE_FLAVOR. */
    public WindowFlavour flavour() {
        return core.flavour;
    }

    /** Its info. Source: MPI_Win_get_info. */
    public WindowInfo info() {
        return core.info;
    }

    /** What it is called in messages; empty at first. Source: MPI_Win_get_name. */
    public String name() {
        return name;
    }

    /** Gives it a name, of this rank's handle alone. Errors: null; freed. Source: MPI_Win_set_name. */
    public void name(String newName) {
        begin("Window.name");
        if (newName == null) {
            throw core.refusals.bad("Window.name", "the name is null: give an empty one for none");
        }
        name = newName;
    }

    /**
     * What is stored with this rank's handle under a key; null for nothing. Errors: freed; a null key. Source:
     * MPI_Win_get_attr.
     */
    public <T> T attribute(WindowKeyval<T> key) {
        begin("Window.attribute");
        return attributes.get(key);
    }

    /**
     * Stores an object under a key, in place of what was there. Errors: freed; a null key or object; one of the
     * constants of {@link WindowKeyval}. Source: MPI_Win_set_attr.
     */
    public <T> void attribute(WindowKeyval<T> key, T value) {
        begin("Window.attribute");
        attributes.put(key, value);
    }

    /**
     * Deletes what is stored under a key. Errors: as of {@link #attribute(WindowKeyval, Object)}; nothing is stored.
     * Source: MPI_Win_delete_attr.
     */
    public void deleteAttribute(WindowKeyval<?> key) {
        begin("Window.deleteAttribute");
        attributes.remove(key);
    }

    /** What is told of the errors of this rank's calls. Source: MPI_Win_get_errhandler. */
    public WindowErrorHandler errorHandler() {
        return core.refusals.handler();
    }

    /** Errors: null; freed. Source: MPI_Win_set_errhandler. */
    public void errorHandler(WindowErrorHandler handler) {
        begin("Window.errorHandler");
        if (handler == null) {
            throw core.refusals.bad("Window.errorHandler", "the handler is null: give WindowErrorHandler.THROW");
        }
        core.refusals.handler(handler);
    }

    /** Tells the handler of an error of the program's. Source: MPI_Win_call_errhandler. */
    public void callErrorHandler(PgasException error) {
        core.refusals.told(error);
    }

    /** Ends the job; answers what ends this thread. */
    RuntimeException exit(int code) {
        return core.team.job().exit(code);
    }

    /** Null for nobody. */
    private Part enter(String call, int target) {
        if (core.checked) {
            begin(call);
        } else {
            serve();
        }
        return target == PROC_NULL ? null : entered(call, target);
    }

    /** The part of a rank that is exposed or locked, or is waited for until it is; throws outside an epoch. */
    private Part entered(String call, int target) {
        byte[] opened = open;
        if (target < 0 || target >= opened.length || opened[target] == 0) {
            epochs.open(call, target);
        }
        SharedMemory.acquireFence(); // another thread of this rank may have waited and opened
        return parts[target];
    }

    private Part enterWithRequest(String call, int target) {
        begin(call);
        if (target == PROC_NULL) {
            return null;
        }
        epochs.checkPassive(call);
        return entered(call, target);
    }

    /**
     * Puts {@code originCount} elements of the origin to {@code targetCount} elements from a displacement on. Source:
     * MPI_Put.
     */
    public void put(MemorySegment origin, long originCount, Datatype originType, int target, long displacement,
            long targetCount, Datatype targetType) {
        Part part = enter("Window.put", target);
        if (part != null && (core.checked || originType != targetType || originCount != targetCount
                || !transfers.putDense(part, displacement, origin, 0, originCount, originType))) {
            transfers.put("Window.put", origin, originCount, originType, part, displacement, targetCount, targetType);
        }
    }

    /**
     * Gets {@code targetCount} elements from a displacement on to {@code originCount} elements of the origin. Source:
     * MPI_Get.
     */
    public void get(MemorySegment origin, long originCount, Datatype originType, int target, long displacement,
            long targetCount, Datatype targetType) {
        Part part = enter("Window.get", target);
        if (part != null && (core.checked || originType != targetType || originCount != targetCount
                || !transfers.getDense(part, displacement, origin, 0, originCount, originType))) {
            transfers.get("Window.get", origin, originCount, originType, part, displacement, targetCount, targetType);
        }
    }

    /** {@code target = target op origin} for each element. Source: MPI_Accumulate. */
    public void accumulate(MemorySegment origin, long originCount, Datatype originType, int target, long displacement,
            long targetCount, Datatype targetType, Op op) {
        Part part = enter("Window.accumulate", target);
        if (part != null) {
            transfers.accumulate("Window.accumulate", origin, originCount, originType, part, displacement,
                    targetCount, targetType, op);
        }
    }

    /**
     * As the other form, with the same count and datatype on both sides.
     *
     * @param originOffset bytes from the beginning of the origin to where the first element begins
     */
    public void put(MemorySegment origin, long originOffset, long count, Datatype type, int target,
            long displacement) {
        Part part = enter("Window.put", target);
        if (part != null && (core.checked
                || !transfers.putDense(part, displacement, origin, originOffset, count, type))) {
            transfers.put("Window.put", transfers.behind("Window.put", origin, originOffset), count, type, part,
                    displacement, count, type);
        }
    }

    /** As the other form, with an offset as of {@link #put(MemorySegment, long, long, Datatype, int, long)}. */
    public void get(MemorySegment origin, long originOffset, long count, Datatype type, int target,
            long displacement) {
        Part part = enter("Window.get", target);
        if (part != null && (core.checked
                || !transfers.getDense(part, displacement, origin, originOffset, count, type))) {
            transfers.get("Window.get", transfers.behind("Window.get", origin, originOffset), count, type, part,
                    displacement, count, type);
        }
    }

    /** As the other form, with an offset as of {@link #put(MemorySegment, long, long, Datatype, int, long)}. */
    public void accumulate(MemorySegment origin, long originOffset, long count, Datatype type, int target,
            long displacement, Op op) {
        Part part = enter("Window.accumulate", target);
        if (part != null && (core.checked
                || !transfers.accumulateDense(part, displacement, origin, originOffset, count, type, op))) {
            transfers.accumulate("Window.accumulate", transfers.behind("Window.accumulate", origin, originOffset),
                    count, type, part, displacement, count, type, op);
        }
    }

//$ byte int long float double
    /** Puts {@code count} elements of an array, from {@code index} on, as {@link Datatype#$TYPE$}. Source: MPI_Put. */
    public void put($value$[] origin, int index, int count, int target, long displacement) {
        long address = address("Window.put", target, displacement, origin.length, index, count, $bytes$);
        if (address != AddressMap.NOT_MAPPED) {
            ArrayCopies.in(origin, index, address, count);
        } else if (target != PROC_NULL) {
            transfers.put(parts[target], displacement, MemorySegment.ofArray(origin), index, count, Datatype.$TYPE$);
        }
    }

    /** Gets {@code count} elements of an array, from {@code index} on, as {@link Datatype#$TYPE$}. Source: MPI_Get. */
    public void get($value$[] origin, int index, int count, int target, long displacement) {
        long address = address("Window.get", target, displacement, origin.length, index, count, $bytes$);
        if (address != AddressMap.NOT_MAPPED) {
            ArrayCopies.out(address, origin, index, count);
        } else if (target != PROC_NULL) {
            transfers.get(parts[target], displacement, MemorySegment.ofArray(origin), index, count, Datatype.$TYPE$);
        }
    }

//$
    /** Where a short copy of elements of an array does all of it; {@link AddressMap#NOT_MAPPED} of others. */
    private long address(String call, int target, long displacement, int length, int index, int count, int width) {
        Part part = enter(call, target);
        return part == null || core.checked ? AddressMap.NOT_MAPPED
                : transfers.arrayAddress(part, displacement, length, index, count, (long) width * count);
    }

    /**
     * As {@link #accumulate}, and brings the elements as they were before to {@code result}. With {@link Op#NO_OP} an
     * atomic get, of which origin, its count and type are ignored and may be null. Source: MPI-3 MPI_Get_accumulate.
     */
    public void getAccumulate(MemorySegment origin, long originCount, Datatype originType, MemorySegment result,
            long resultCount, Datatype resultType, int target, long displacement, long targetCount, Datatype targetType,
            Op op) {
        Part part = enter("Window.getAccumulate", target);
        if (part != null) {
            transfers.getAccumulate("Window.getAccumulate", origin, originCount, originType, result, resultCount,
                    resultType, part, displacement, targetCount, targetType, op);
        }
    }

    /** {@link #getAccumulate} of one element of a predefined datatype. Source: MPI-3 MPI_Fetch_and_op. */
    public void fetchAndOp(MemorySegment origin, MemorySegment result, Datatype type, int target, long displacement,
            Op op) {
        Part part = enter("Window.fetchAndOp", target);
        if (part != null) {
            transfers.fetchAndOp("Window.fetchAndOp", origin, result, type, part, displacement, op);
        }
    }

    /**
     * {@code target = origin} if the target's element equals {@code compare}, bit by bit; brings it as it was before to
     * {@code result}. Of a predefined integer, BOOLEAN, or BYTE. Source: MPI-3 MPI_Compare_and_swap.
     */
    public void compareAndSwap(MemorySegment origin, MemorySegment compare, MemorySegment result, Datatype type,
            int target, long displacement) {
        Part part = enter("Window.compareAndSwap", target);
        if (part != null) {
            transfers.compareAndSwap("Window.compareAndSwap", origin, compare, result, type, part, displacement);
        }
    }

    /**
     * {@link #fetchAndOp} of a {@link Datatype#LONG}, which returns when the old value is here; 0 for
     * {@link #PROC_NULL}.
     */
    public long fetchAndOp(long operand, int target, long displacement, Op op) {
        Part part = enter("Window.fetchAndOp", target);
        return part == null ? 0 : transfers.fetchAndOp("Window.fetchAndOp", operand, part, displacement, op);
    }

    /**
     * {@link #compareAndSwap} of a {@link Datatype#LONG}, which returns when the old value is here; 0 for
     * {@link #PROC_NULL}.
     */
    public long compareAndSwap(long expected, long value, int target, long displacement) {
        Part part = enter("Window.compareAndSwap", target);
        return part == null ? 0
                : transfers.compareAndSwap("Window.compareAndSwap", expected, value, part, displacement);
    }

    /** {@link #put} with a request; in a passive epoch. Source: MPI-3 MPI_Rput. */
    public Request rput(MemorySegment origin, long originCount, Datatype originType, int target, long displacement,
            long targetCount, Datatype targetType) {
        Part part = enterWithRequest("Window.rput", target);
        return part == null ? Request.DONE
                : transfers.put("Window.rput", origin, originCount, originType, part, displacement, targetCount,
                        targetType);
    }

    /** {@link #put(MemorySegment, long, long, Datatype, int, long)} with a request. Source: MPI-3 MPI_Rput. */
    public Request rput(MemorySegment origin, long originOffset, long count, Datatype type, int target,
            long displacement) {
        Part part = enterWithRequest("Window.rput", target);
        return part == null ? Request.DONE
                : transfers.put("Window.rput", transfers.behind("Window.rput", origin, originOffset), count, type,
                        part, displacement, count, type);
    }

    /** {@link #get} with a request; in a passive epoch. Source: MPI-3 MPI_Rget. */
    public Request rget(MemorySegment origin, long originCount, Datatype originType, int target, long displacement,
            long targetCount, Datatype targetType) {
        Part part = enterWithRequest("Window.rget", target);
        return part == null ? Request.DONE
                : transfers.rget("Window.rget", origin, originCount, originType, part, displacement, targetCount,
                        targetType);
    }

    /** {@link #get(MemorySegment, long, long, Datatype, int, long)} with a request. Source: MPI-3 MPI_Rget. */
    public Request rget(MemorySegment origin, long originOffset, long count, Datatype type, int target,
            long displacement) {
        Part part = enterWithRequest("Window.rget", target);
        return part == null ? Request.DONE
                : transfers.rget("Window.rget", transfers.behind("Window.rget", origin, originOffset), count, type,
                        part, displacement, count, type);
    }

    /** {@link #accumulate} with a request; in a passive epoch. Source: MPI-3 MPI_Raccumulate. */
    public Request raccumulate(MemorySegment origin, long originCount, Datatype originType, int target,
            long displacement, long targetCount, Datatype targetType, Op op) {
        Part part = enterWithRequest("Window.raccumulate", target);
        return part == null ? Request.DONE
                : transfers.accumulate("Window.raccumulate", origin, originCount, originType, part, displacement,
                        targetCount, targetType, op);
    }

    /** {@link #accumulate(MemorySegment, long, long, Datatype, int, long, Op)} with a request. */
    public Request raccumulate(MemorySegment origin, long originOffset, long count, Datatype type, int target,
            long displacement, Op op) {
        Part part = enterWithRequest("Window.raccumulate", target);
        return part == null ? Request.DONE
                : transfers.accumulate("Window.raccumulate",
                        transfers.behind("Window.raccumulate", origin, originOffset), count, type, part, displacement,
                        count, type, op);
    }

    /** {@link #getAccumulate} with a request; in a passive epoch. Source: MPI-3 MPI_Rget_accumulate. */
    public Request rgetAccumulate(MemorySegment origin, long originCount, Datatype originType, MemorySegment result,
            long resultCount, Datatype resultType, int target, long displacement, long targetCount, Datatype targetType,
            Op op) {
        Part part = enterWithRequest("Window.rgetAccumulate", target);
        return part == null ? Request.DONE
                : transfers.rgetAccumulate("Window.rgetAccumulate", origin, originCount, originType, result,
                        resultCount, resultType, part, displacement, targetCount, targetType, op);
    }

    /**
     * Ends the epoch that the last fence began, and begins the next one. Collective. On return all that this rank began
     * is done, and all that others did to its part, and nobody's communication of the next epoch comes before a rank
     * has called. Error: another kind of epoch is open here. A fence that a wait's timeout has ended is not repeated:
     * the others may have taken it for done, and the window is of no use then. Source: MPI_Win_fence.
     *
     * @param assertions of {@link Assertions} NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED
     */
    public void fence(int assertions) {
        begin("Window.fence");
        epochs.fence(assertions);
    }

    /**
     * Begins an exposure epoch: the {@code origins} may access this rank's part once they have
     * {@linkplain #start started}. Does not wait. Errors: one is begun already; a fence's epoch with communication is
     * open; a rank outside the window; in checked mode, a part that somebody has locked. Source: MPI_Win_post.
     *
     * @param assertions of {@link Assertions} NOCHECK, NOSTORE, NOPUT
     */
    public void post(Group origins, int assertions) {
        begin("Window.post");
        epochs.post(origins, assertions);
    }

    /**
     * Begins an access epoch to the {@code targets}, each of which posts to this rank. Does not wait; the first access
     * to each target does. Errors: an access epoch is open; a rank outside the window. Source: MPI_Win_start.
     *
     * @param assertions of {@link Assertions} NOCHECK
     */
    public void start(Group targets, int assertions) {
        begin("Window.start");
        epochs.start(targets, assertions);
    }

    /**
     * Ends what {@link #start} began: this rank's operations are complete here; at a target when its {@link #await} has
     * returned. Error: no such epoch. Source: MPI_Win_complete.
     */
    public void complete() {
        begin("Window.complete");
        epochs.complete();
    }

    /**
     * Ends what {@link #post} began: returns when all origins have completed, and what they did is done. Error: no such
     * epoch. Source: MPI_Win_wait.
     */
    public void await() {
        begin("Window.await");
        epochs.await();
    }

    /**
     * As {@link #await} if that would return at once; else false, after a poll. Errors: no such epoch; an origin that
     * has left the job before it completed, after a few tests. Source: MPI_Win_test.
     */
    public boolean test() {
        begin("Window.test");
        return epochs.test();
    }

    /**
     * Begins an access epoch to one target, as soon as no rank has a conflicting lock. Ranks are served in the order in
     * which they ask; ranks that ask for {@link LockType#SHARED} share the lock, up to the next that asks for it
     * exclusively. With {@link WindowInfo#deferLocks} the call only takes its place in the queue, but for this rank's
     * own part; the first transfer, flush, sync and unlock wait then. If such a wait throws, the lock was not granted,
     * and the unlock only ends the epoch.
     *
     * <p>Errors: locked by this rank already; an epoch of another kind is open; a window without locks; rank outside
     * the window. Source: MPI_Win_lock.
     *
     * @param assertions of {@link Assertions} NOCHECK
     */
    public void lock(LockType type, int target, int assertions) {
        begin("Window.lock");
        if (target != PROC_NULL) {
            epochs.lock(type, target, assertions);
        }
    }

    /**
     * Ends what {@link #lock} began: on return all of it is done at the target. Error: not locked by this rank. Source:
     * MPI_Win_unlock.
     */
    public void unlock(int target) {
        begin("Window.unlock");
        if (target != PROC_NULL) {
            epochs.unlock(target);
        }
    }

    /** {@link #lock}, shared, of all ranks, one after the other. Source: MPI-3 MPI_Win_lock_all. */
    public void lockAll(int assertions) {
        begin("Window.lockAll");
        epochs.lockAll(assertions);
    }

    /** Ends what {@link #lockAll} began. Source: MPI-3 MPI_Win_unlock_all. */
    public void unlockAll() {
        begin("Window.unlockAll");
        epochs.unlockAll();
    }

    /**
     * Returns when what this rank began on a target is done there. In a passive epoch to that target. Source: MPI-3
     * MPI_Win_flush.
     */
    public void flush(int target) {
        begin("Window.flush");
        if (target != PROC_NULL) {
            epochs.flush(target);
        }
    }

    /** {@link #flush} of all targets that are locked. Source: MPI-3 MPI_Win_flush_all. */
    public void flushAll() {
        begin("Window.flushAll");
        epochs.flushAll();
    }

    /**
     * Returns when what this rank began on a target is complete here: origins may be changed, results are here. Source:
     * MPI-3 MPI_Win_flush_local.
     */
    public void flushLocal(int target) {
        begin("Window.flushLocal");
        if (target != PROC_NULL) {
            epochs.flushLocal(target);
        }
    }

    /** {@link #flushLocal} of all targets that are locked. Source: MPI-3 MPI_Win_flush_local_all. */
    public void flushLocalAll() {
        begin("Window.flushLocalAll");
        epochs.flushLocalAll();
    }

    /**
     * Orders this thread's loads and stores of the window's memory: those before it and those behind it. In a passive
     * epoch. Source: MPI-3 MPI_Win_sync.
     */
    public void sync() {
        begin("Window.sync");
        epochs.sync();
    }

    /** Such as "window of 4, rank 1". */
    @Override
    public String toString() {
        return (name.isEmpty() ? "window of " : "window \"" + name + "\" of ") + parts.length + ", rank " + core.rank;
    }
}
