package org.pgas.heap;

import java.util.Arrays;
import java.util.function.Function;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapFaults;
import org.pgas.heap.blocks.HeapFigures;
import org.pgas.heap.blocks.HeapInspection;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.heap.blocks.HeapRecovery;
import org.pgas.memory.AddressMap;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.Cores;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * An allocator in a range of a member's segment: any thread of any member allocates there, and frees any block.
 *
 * <pre>{@code
 * SharedHeap heap = SharedHeap.create(team, 0, 64 << 20); // in the segment of rank 0
 * long node = heap.malloc(48);                            // an offset in that segment
 * team.rma().putLong(0, node, 42);
 * heap.free(node);                                        // by any rank
 * }</pre>
 *
 * <p>Any thread, virtual ones too; the program of the segment's owner takes no part. Blocks begin at multiples of 16
 * bytes and have 16 more in front. The next holder of a block's memory sees what was done to it before it was freed.
 * Blocks of up to about two kilobytes come from caches that each rank has in the heap, mostly without touching what
 * other ranks use. Larger ones come from bins under a lock, first fit; free neighbours are joined at once. When nothing
 * else is free the caches of all ranks are emptied, so they hide no room but what threads are moving then.
 *
 * <p>Waits are for the holder of that lock, and take in messages. They end with the lock, with an exception of the
 * {@code pgas.wait.timeout}, with the end of the job, or with a {@link org.pgas.PeerLostException} that names the
 * holder if it has left. A call that ends with an exception has done and lost nothing, but that a small block may have
 * been freed, and that a {@code realloc} may leave a copy of the block in use: see {@link #blocks}.
 *
 * <p><b>Files.</b> All state is in the segment, in native byte order: where that is a file that survives, {@link #open}
 * finds the heap as it was left. After the death of a rank, one rank calls {@link #recover} before others open it: a
 * lock that the dead one held would never be given back. {@link HeapStatistics#handles} tells whether that is needed:
 * if all handles of a heap were closed, it is 1 for the first opener. A rank that is alone with the heap may always
 * recover it.
 *
 * <p><b>Errors</b>, before anything is changed: an offset that is no block in use of this heap: freed already, also by
 * another rank at the same time, outside, not a multiple of 16, or inside a block; any call but the queries after
 * {@link #close}, {@link #destroy} or the close of the job; and in a restricted context (see {@link org.pgas.Job};
 * checked mode). A block that was freed, and given out again since, is not told from the new one. Stores beyond a
 * block, or into one that was freed, damage the heap: a call that meets the damage reports it, and does not follow it.
 *
 * <p>Where the heap lies in another neighbourhood, its owner carries out each call, also while it computes: a message
 * and its answer, a few more for a {@code realloc} of a block that is moved, and for the queries. To verify, recover or
 * trim it, or to move a large block, keeps the owner's handlers busy for as long as that takes. A call that throws
 * because the owner does not answer may be carried out all the same. Client memory cannot hold a heap. Source: MPPA 9
 * (memory allocation), ARMCI_Memget; C malloc, calloc, realloc, free, memalign, malloc_usable_size.
 */
public final class SharedHeap implements AutoCloseable { // Fields and orders: HeapLayout.
    /** What the offset of a heap is a multiple of, in bytes. */
    public static final int ALIGNMENT = HeapLayout.ALIGNMENT;

    /** No block: what the forms that try answer when there is no room. */
    public static final long NONE = -1;

    private final Team team;
    private final int rank;
    private final long offset;
    private final long base;
    private final long kind;

    /** Null of a heap elsewhere. */
    private final HeapCore core;

    /** Null where the heap is mapped. */
    private final FarHeap elsewhere;

    /** What {@link GlobalPointer}s into the segment have besides their offset. */
    private final long pointers;

    private volatile boolean closed; // the thread that closes | all threads of the rank | volatile

    private SharedHeap(String call, Team team, int rank, long offset) {
        this.team = team;
        this.rank = rank;
        this.offset = offset;
        long there = reached(call, team, rank, offset, HeapLayout.HEAD_BYTES);
        this.elsewhere = there == AddressMap.NOT_MAPPED ? new FarHeap(call, team, rank, offset) : null;
        this.base = elsewhere == null ? there : elsewhere.nowhere();
        this.kind = elsewhere == null ? HeapLayout.kind(base) : elsewhere.kind();
        if (kind == 0) {
            throw none(call, team, rank, offset,
                    (elsewhere == null ? HeapLayout.isLaid(base) : elsewhere.isLaid())
                            ? "one was being recovered there by a process that did not end: recover it"
                            : "there is none");
        }
        this.core = elsewhere == null ? core(call, team, rank, offset, base, new HeapWaiting(this)) : null;
        TeamCore members = TeamCore.of(team);
        this.pointers = GlobalPointer.of(members.memberJobRank(rank), members.members().endpoint(rank), 0);
        if (elsewhere == null) {
            SharedMemory.getAndAddLong(base + HeapLayout.HANDLES, 1);
        } else {
            reached(call, team, rank, offset, elsewhere.bytes());
            elsewhere.addHandle(call, 1);
        }
    }

    private static HeapCore core(String call, Team team, int rank, long offset, long base, HeapLock.Waiting waiting) {
        HeapLayout layout = HeapLayout.read(base);
        if (layout == null) {
            throw none(call, team, rank, offset, "what describes it was overwritten meanwhile");
        }
        address(call, team, rank, offset, layout.bytes());
        int jobRank = team.job().rank();
        return new HeapCore(layout, offset, jobRank,
                new HeapFaults(Refusals.of(jobRank), HeapFaults.name(rank, offset), offset),
                waiting);
    }

    /** How many bytes a heap takes at least, with room for one small block: more for each rank of the job. */
    public static long leastBytes(Team team) {
        int ranks = team.job().size();
        return HeapLayout.leastBytes(ranks, stripes(ranks));
    }

    private static int stripes(int ranks) {
        return HeapLayout.stripes(ranks, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Makes an empty heap of {@code bytes} at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team
     * rank {@code rank}. Collective: all members name the same place, where nothing may be in use any more, and none
     * returns before it is there. A member that cannot reach the place gets an error at once, and the others wait until
     * it leaves: {@link Team#publish} such endpoints before.
     */
    public static SharedHeap create(Team team, int rank, long offset, long bytes) {
        TeamCore.of(team).checkUnrestricted("SharedHeap.create");
        TeamCore.of(team).checkSingleValued("SharedHeap.create",
                "rank " + rank + ", offset " + offset + ", " + bytes + " bytes");
        checkRange("SharedHeap.create", team, rank, offset, bytes);
        return laid("SharedHeap.create", team, rank, offset, bytes);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, heap.offset())}, after their last call on the
     * heap.
     */
    public static SharedHeap create(Team team, int rank, long bytes) {
        String call = "SharedHeap.create";
        TeamCore.of(team).checkUnrestricted(call);
        TeamCore.of(team).checkSingleValued(call, "rank " + rank + ", " + bytes + " bytes");
        checkLeast(call, team, bytes);
        long offset = Cores.of(team.symmetric()).allocateMapped(call, rank, bytes, ALIGNMENT);
        return laid(call, team, rank, offset, bytes);
    }

    private static SharedHeap laid(String call, Team team, int rank, long offset, long bytes) {
        if (team.rank() == rank) {
            lay(call, team, rank, offset, bytes);
        } else if (reached(call, team, rank, offset, bytes) == AddressMap.NOT_MAPPED) {
            new FarHeap(call, team, rank, offset); // refuses client memory before others are waited for
        }
        team.barrier();
        return new SharedHeap(call, team, rank, offset);
    }

    /** As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. */
    public static SharedHeap initialise(Team team, int rank, long offset, long bytes) {
        checkRange("SharedHeap.initialise", team, rank, offset, bytes);
        lay("SharedHeap.initialise", team, rank, offset, bytes);
        return new SharedHeap("SharedHeap.initialise", team, rank, offset);
    }

    private static void checkRange(String call, Team team, int rank, long offset, long bytes) {
        reached(call, team, rank, offset, Math.max(0, bytes));
        checkLeast(call, team, bytes);
    }

    private static void checkLeast(String call, Team team, long bytes) {
        long least = leastBytes(team);
        if (bytes < least) {
            throw Refusals.of(team.job().rank()).bad(call, bytes + " bytes are too few: a heap for a job of "
                    + team.job().size() + " ranks takes " + least + " at least");
        }
    }

    private static void lay(String call, Team team, int rank, long offset, long bytes) {
        long base = reached(call, team, rank, offset, bytes);
        int ranks = team.job().size();
        if (base == AddressMap.NOT_MAPPED) {
            new FarHeap(call, team, rank, offset).lay(call, bytes, ranks, stripes(ranks));
            return;
        }
        HeapLayout.lay(base, bytes, ranks, stripes(ranks));
        core(call, team, rank, offset, base, null).central.lay();
        HeapLayout.publish(base);
    }

    /** A handle of a heap that is there, also of one that an earlier job has left in a file. Error: there is none. */
    public static SharedHeap open(Team team, int rank, long offset) {
        return new SharedHeap("SharedHeap.open", team, rank, offset);
    }

    /**
     * Opens a heap that was left anyhow, such as by ranks that were killed in the middle of a call: keeps every block
     * in use, and makes all other memory free, that of caches too. Handles from before do not work any more.
     *
     * <p>By one rank, while nobody else uses the heap. It looks at every block. Error, with nothing changed: there is
     * no heap, or its blocks do not lead one to the other up to the end, since somebody has overwritten what is in
     * front of one; the message names the place.
     */
    public static SharedHeap recover(Team team, int rank, long offset) {
        String call = "SharedHeap.recover";
        long base = reached(call, team, rank, offset, HeapLayout.HEAD_BYTES);
        if (base == AddressMap.NOT_MAPPED) {
            FarHeap there = new FarHeap(call, team, rank, offset);
            if (!there.isLaid()) {
                throw none(call, team, rank, offset, "there is none");
            }
            there.recover(call);
            return new SharedHeap(call, team, rank, offset);
        }
        if (!HeapLayout.isLaid(base)) {
            throw none(call, team, rank, offset, "there is none");
        }
        HeapRecovery recovery = new HeapRecovery(core(call, team, rank, offset, base, null));
        recovery.check();
        HeapLayout.retract(base);
        recovery.rebuild();
        HeapLayout.publish(base);
        return new SharedHeap(call, team, rank, offset);
    }

    /** As {@link #reached}, where it has to be mapped. */
    private static long address(String call, Team team, int rank, long offset, long bytes) {
        long address = reached(call, team, rank, offset, bytes);
        return address == AddressMap.NOT_MAPPED ? TeamCore.of(team).addresses().address(rank, offset, bytes) : address;
    }

    /** The address of a place that may hold a heap, or {@link AddressMap#NOT_MAPPED} of a rank elsewhere. */
    private static long reached(String call, Team team, int rank, long offset, long bytes) {
        TeamCore.of(team).checkUnrestricted(call);
        if (offset % ALIGNMENT != 0) {
            throw Refusals.of(team.job().rank()).bad(call,
                    "offset " + offset + " is not a multiple of " + ALIGNMENT + ": give the next one");
        }
        AddressMap addresses = TeamCore.of(team).addresses();
        long address = addresses.addressIfMapped(rank, offset, bytes);
        return address == AddressMap.NOT_MAPPED && !addresses.isElsewhere(rank)
                ? addresses.address(rank, offset, bytes)
                : address;
    }

    private static PgasException none(String call, Team team, int rank, long offset, String what) {
        return Refusals.of(team.job().rank()).bad(call,
                "no heap to open at offset " + offset + " of rank " + rank + ": " + what);
    }

    /**
     * Allocates {@code bytes}, not cleared; answers their offset in the segment, a multiple of 16. Of 0 bytes it is a
     * block, too. Error: {@link ErrorCode#RESOURCE}, no room; the message says what the largest free block takes.
     */
    public long malloc(long bytes) {
        return malloc("SharedHeap.malloc", bytes);
    }

    /** As {@link #malloc}; {@link #NONE} when there is no room. */
    public long tryMalloc(long bytes) {
        return offsetOfBlock(allocate("SharedHeap.tryMalloc", bytes));
    }

    /** As {@link #malloc}, for {@code count} elements of {@code bytes} each, cleared. */
    public long calloc(long count, long bytes) {
        return calloc("SharedHeap.calloc", count, bytes);
    }

    /** As {@link #calloc}; {@link #NONE} when there is no room. */
    public long tryCalloc(long count, long bytes) {
        long all = product("SharedHeap.tryCalloc", count, bytes);
        return cleared(offsetOfBlock(allocate("SharedHeap.tryCalloc", all)), all);
    }

    /**
     * As {@link #malloc}, at a multiple of {@code alignment}, a power of two up to {@link org.pgas.Job#pageBytes()}.
     */
    public long memalign(long alignment, long bytes) {
        return memalign("SharedHeap.memalign", alignment, bytes);
    }

    /** As {@link #memalign}; {@link #NONE} when there is no room. */
    public long tryMemalign(long alignment, long bytes) {
        return offsetOfBlock(allocate("SharedHeap.tryMemalign", alignment, bytes));
    }

    /**
     * Makes the block at {@code block} larger or smaller, where it is if possible, and answers where it is afterwards;
     * {@code block} is none any more if that is another place. The bytes up to the lesser of both sizes are kept. Of
     * {@link #NONE} it is {@link #malloc}; of 0 bytes a block remains. Error: as with {@link #malloc}; the block stays.
     */
    public long realloc(long block, long bytes) {
        return realloc("SharedHeap.realloc", block, bytes);
    }

    /** As {@link #realloc}; {@link #NONE} when there is no room, and the block is as it was. */
    public long tryRealloc(long block, long bytes) {
        return offsetOfBlock(reallocate("SharedHeap.tryRealloc", block, bytes));
    }

    /** Frees the block at that offset, whichever rank has allocated it; for {@link #NONE} it does nothing. */
    public void free(long block) {
        free("SharedHeap.free", isHere("SharedHeap.free"), block);
    }

    /** How many bytes may be used at that offset: those asked for, or somewhat more. */
    public long usableBytes(long block) {
        boolean isHere = isHere("SharedHeap.usableBytes");
        long place = block - offset - Bins.HEADER_BYTES;
        return isHere ? core.usableBytes("SharedHeap.usableBytes", place)
                : elsewhere.usableBytes("SharedHeap.usableBytes", place);
    }

    /** {@link #malloc}, with a {@link GlobalPointer}. */
    public long mallocPointer(long bytes) {
        return pointers | malloc("SharedHeap.mallocPointer", bytes);
    }

    /** {@link #calloc}, with a {@link GlobalPointer}. */
    public long callocPointer(long count, long bytes) {
        return pointers | calloc("SharedHeap.callocPointer", count, bytes);
    }

    /** {@link #memalign}, with a {@link GlobalPointer}. */
    public long memalignPointer(long alignment, long bytes) {
        return pointers | memalign("SharedHeap.memalignPointer", alignment, bytes);
    }

    /** {@link #realloc}, with {@link GlobalPointer}s; null stands for none. */
    public long reallocPointer(long pointer, long bytes) {
        String call = "SharedHeap.reallocPointer";
        isHere(call);
        return pointers | realloc(call, offsetOf(call, pointer), bytes);
    }

    /** {@link #free}, with a {@link GlobalPointer}; null stands for none. */
    public void freePointer(long pointer) {
        boolean isHere = isHere("SharedHeap.freePointer");
        free("SharedHeap.freePointer", isHere, offsetOf("SharedHeap.freePointer", pointer));
    }

    /** The {@link GlobalPointer} to an offset in the heap's segment; null for {@link #NONE}. Also after the close. */
    public long pointer(long block) {
        return block == NONE ? GlobalPointer.NULL : GlobalPointer.add(pointers, block);
    }

    /** A {@link GlobalPointer}'s offset, {@link #NONE} for null; also after the close. Error: another segment's. */
    public long offsetOf(long pointer) {
        return offsetOf("SharedHeap.offsetOf", pointer);
    }

    private long offsetOf(String call, long pointer) {
        if (GlobalPointer.isNull(pointer)) {
            return NONE;
        }
        if (pointer < 0 && (pointer ^ pointers) < GlobalPointer.MAX_SEGMENT_BYTES) {
            return GlobalPointer.offset(pointer);
        }
        throw misuse(call, GlobalPointer.toString(pointer) + " is not in the segment of " + this);
    }

    private void free(String call, boolean isHere, long block) {
        if (block == NONE) {
            return;
        }
        long place = block - offset - Bins.HEADER_BYTES;
        if (isHere) {
            core.free(call, place);
        } else {
            elsewhere.free(call, place);
        }
    }

    /** A block, or {@link Blocks#NONE} when there is no room; so are all of these. */
    private long allocate(String call, long bytes) {
        boolean isHere = isHere(call);
        checkBytes(call, bytes);
        return isHere ? core.allocate(call, bytes) : elsewhere.allocate(call, bytes, 1);
    }

    private long allocate(String call, long alignment, long bytes) {
        boolean isHere = isHere(call);
        checkBytes(call, bytes);
        long most = team.job().pageBytes();
        if (alignment <= 0 || alignment > most || Long.bitCount(alignment) != 1) {
            throw misuse(call, "alignment " + alignment + " is not a power of two in 1.." + most);
        }
        return isHere ? core.allocate(call, bytes, alignment) : elsewhere.allocate(call, bytes, alignment);
    }

    private long reallocate(String call, long block, long bytes) {
        if (block == NONE) {
            return allocate(call, bytes);
        }
        boolean isHere = isHere(call);
        checkBytes(call, bytes);
        long place = block - offset - Bins.HEADER_BYTES;
        return isHere ? core.reallocate(call, place, bytes) : elsewhere.reallocate(call, place, bytes);
    }

    private void checkBytes(String call, long bytes) {
        if (bytes < 0) {
            throw misuse(call, bytes + " bytes: give 0 or more");
        }
    }

    private long malloc(String call, long bytes) {
        long block = allocate(call, bytes);
        return block == Blocks.NONE ? noRoom(call, bytes) : offsetOfBlock(block);
    }

    private long memalign(String call, long alignment, long bytes) {
        long block = allocate(call, alignment, bytes);
        return block == Blocks.NONE ? noRoom(call, bytes) : offsetOfBlock(block);
    }

    private long calloc(String call, long count, long bytes) {
        return cleared(malloc(call, product(call, count, bytes)), count * bytes);
    }

    private long realloc(String call, long block, long bytes) {
        long now = reallocate(call, block, bytes);
        return now == Blocks.NONE ? noRoom(call, bytes) : offsetOfBlock(now);
    }

    private long offsetOfBlock(long block) {
        return block == Blocks.NONE ? NONE : offset + block + Bins.HEADER_BYTES;
    }

    /** Too many are as many as there can never be. */
    private long product(String call, long count, long bytes) {
        isHere(call);
        if (count < 0 || bytes < 0) {
            throw misuse(call, count + " elements of " + bytes + " bytes: give 0 or more of each");
        }
        return Math.multiplyHigh(count, bytes) != 0 || count * bytes < 0 ? Long.MAX_VALUE : count * bytes;
    }

    private long cleared(long block, long bytes) {
        if (block != NONE && elsewhere == null) {
            SharedMemory.fill(base + block - offset, (byte) 0, bytes);
        } else if (block != NONE) {
            team.rma().memset(rank, block, (byte) 0, bytes);
        }
        return block;
    }

    /** Always throws. */
    private long noRoom(String call, long bytes) {
        HeapFigures now = figures(call);
        throw new HeapFaults(Refusals.of(team.job().rank()), toString(), offset).noRoom(call, bytes, now.largestFree(),
                now.freeBytes(), now.bytes());
    }

    /**
     * Empties the caches of all ranks into the bins, where neighbours are joined: so that a large block finds room, or
     * the statistics show how much there is. Allocations that find none do so by themselves.
     */
    public void trim() {
        if (isHere("SharedHeap.trim")) {
            core.reclaimAll("SharedHeap.trim");
        } else {
            elsewhere.reclaim("SharedHeap.trim", true);
        }
    }

    /** How full it is. It waits for the lock, and looks at a part of the free blocks. */
    public HeapStatistics statistics() {
        return new HeapStatistics(figures("SharedHeap.statistics"));
    }

    /** Looks at every block; throws if one is damaged. Meanwhile only allocations and frees of large blocks wait. */
    public void verify() {
        if (isHere("SharedHeap.verify")) {
            locked("SharedHeap.verify", HeapInspection::check);
        } else {
            elsewhere.verify("SharedHeap.verify");
        }
    }

    /** The offsets of all blocks in use, ascending: also of those that a crash has lost. As {@link #verify}. */
    public long[] blocks() {
        long[] blocks = isHere("SharedHeap.blocks") ? locked("SharedHeap.blocks", HeapInspection::blocks)
                : elsewhere.blocks("SharedHeap.blocks");
        Arrays.setAll(blocks, i -> offsetOfBlock(blocks[i]));
        return blocks;
    }

    private HeapFigures figures(String call) {
        return isHere(call) ? locked(call, HeapInspection::figures) : elsewhere.figures(call);
    }

    private <T> T locked(String call, Function<HeapCore, T> look) {
        core.lock(call);
        try {
            return look.apply(core);
        } finally {
            core.unlock();
        }
    }

    /**
     * Gives the blocks in this rank's caches back, and ends this handle; blocks in use stay. It does nothing if the
     * handle is closed, the heap is destroyed, or the job is closed. A rank that leaves without it leaves blocks in its
     * caches; others get these when they need room, and by {@link #trim}. If the heap is in another neighbourhood and
     * its owner has left the job, it throws a {@link org.pgas.PeerLostException}.
     */
    @Override
    public void close() {
        TeamCore.of(team).checkUnrestricted("SharedHeap.close");
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (elsewhere != null) {
            elsewhere.close("SharedHeap.close");
        } else if (exists()) {
            core.reclaimOwn("SharedHeap.close");
            SharedMemory.getAndAddLong(base + HeapLayout.HANDLES, -1);
        }
    }

    /** Ends the heap, for all ranks: there are no blocks any more. By one rank, when nobody else is in a call on it. */
    public void destroy() {
        if (isHere("SharedHeap.destroy")) {
            HeapLayout.destroy(base);
        } else {
            elsewhere.destroy("SharedHeap.destroy");
        }
    }

    /**
     * Refuses a call in a restricted context, of a handle that was closed, on a heap that is gone, and after the close
     * of the job; says whether the heap is mapped. If not, its owner says whether it is still there.
     */
    private boolean isHere(String call) {
        TeamCore.of(team).checkUnrestricted(call);
        return !closed && exists() || isElsewhere(call);
    }

    private boolean isElsewhere(String call) {
        if (closed || elsewhere == null) {
            throw gone(call);
        }
        TeamCore.of(team).begin(call);
        return false;
    }

    /** Whether it is still there: neither destroyed, nor made anew, nor gone with the job. */
    boolean exists() {
        return HeapLayout.isThere(base, kind);
    }

    /** Why it cannot be used. */
    PgasException gone(String call) {
        // says so when the job has been closed
        TeamCore.of(team).addresses().addressIfMapped(rank, offset, HeapLayout.HEAD_BYTES);
        return misuse(call, closed
                ? "this handle of " + this + " was closed: open another one"
                : this + " has been destroyed or recovered: make it anew, or open what is there now");
    }

    private PgasException misuse(String call, String what) {
        return Refusals.of(team.job().rank()).bad(call, what);
    }

    public Team team() {
        return team;
    }

    /** The owner of the segment in which it lies, as a team rank. */
    public int rank() {
        return rank;
    }

    /** Where it begins in that segment, in bytes. */
    public long offset() {
        return offset;
    }

    /** How many bytes it takes there, all included. */
    public long bytes() {
        return elsewhere == null ? core.layout.bytes() : elsewhere.bytes();
    }

    @Override
    public String toString() {
        return HeapFaults.name(rank, offset);
    }
}
