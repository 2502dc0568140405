package org.pgas.armci;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.heap.SharedHeap;
import org.pgas.refusal.Failures;

/**
 * What this process allocates of its own memory, and what it sees of others'.
 *
 * <pre>
 * field   writer                          reader                 order
 * limit   the program                     threads that allocate  volatile
 * used    threads that allocate or free   the same               CAS or add
 * pieces  threads that allocate           threads that free      concurrent map
 * </pre>
 */
final class Memory {
    /** From so many bytes on, memory begins at a cache line: copies are quicker so (jmh/NOTES.md, Copies and fills). */
    private static final long LARGE = 1024;

    private static final long LINE = 64;

    private final ArmciCore core;
    private final Places places;
    private final SharedHeap heap;
    private final MemorySegment own;
    private final long reserved;

    /** How many bytes may be in use, and are. */
    private volatile long limit;

    private final AtomicLong used = new AtomicLong();

    /** By offset, what this process has allocated alone. */
    private final ConcurrentHashMap<Long, Piece> pieces = new ConcurrentHashMap<>();

    /** By process, its memory as it is mapped here; null before the first look. Racy: all looks find the same. */
    private final MemorySegment[] views; // any thread | any thread | plain

    private record Piece(long bytes, boolean described) {}

    Memory(ArmciCore core, long reserved) {
        this.core = core;
        this.places = core.places;
        this.heap = core.resources.heap();
        this.own = core.resources.memory();
        this.reserved = reserved;
        this.limit = reserved;
        this.views = new MemorySegment[core.nproc];
    }

    void setLimit(long bytes) {
        places.checkUsable("Armci.setShmLimit");
        if (bytes < 0 || bytes > reserved) {
            throw core.refusals.bad("Armci.setShmLimit",
                    "bytes: " + bytes + ": legal are 0.." + reserved + ", what Armci.init has reserved");
        }
        limit = bytes;
    }

    /** The offset of a new block. */
    private long allocate(String call, long bytes) {
        if (bytes < 0) {
            throw core.refusals.bad(call, "bytes: " + bytes + ": legal are 0 and more");
        }
        long before;
        do {
            before = used.get();
            if (bytes > limit - before) {
                throw noRoom(call, bytes, before);
            }
        } while (!used.compareAndSet(before, before + bytes));
        long block = SharedHeap.NONE;
        try {
            block = bytes < LARGE ? heap.tryMalloc(bytes) : heap.tryMemalign(LINE, bytes);
        } finally {
            if (block == SharedHeap.NONE) {
                used.addAndGet(-bytes);
            }
        }
        if (block == SharedHeap.NONE) {
            throw noRoom(call, bytes, before);
        }
        return block;
    }

    private PgasException noRoom(String call, long bytes, long before) {
        return core.refusals.error(ErrorCode.RESOURCE, call,
                "no room for " + bytes + " bytes: " + before + " of " + limit
                        + " are in use, and the largest free block has " + heap.statistics().largestFree()
                        + ": free memory, or start with more (Armci.init)");
    }

    private void giveBack(long block, long bytes) {
        if (block != SharedHeap.NONE) {
            heap.free(block);
            used.addAndGet(-bytes);
        }
    }

    long[] malloc(String call, ArmciGroup group, long bytes) {
        core.enter(call);
        long[] block = {SharedHeap.NONE};
        Throwable problem = bytes == 0 ? null : Failures.of(() -> block[0] = allocate(call, bytes));
        long[] told = Agreement.exchange(call, group.openTeam(), problem, () -> giveBack(block[0], bytes),
                block[0] == SharedHeap.NONE ? GlobalPointer.NULL : heap.pointer(block[0]), bytes);
        long[] pointers = new long[group.size()];
        long[] sizes = new long[pointers.length];
        for (int i = 0; i < pointers.length; i++) {
            pointers[i] = told[2 * i];
            sizes[i] = told[2 * i + 1];
        }
        core.allocations.add(new Allocations.Allocation(group, pointers.clone(), sizes));
        return pointers;
    }

    void free(String call, ArmciGroup group, long[] pointers) {
        core.enter(call);
        PgasException problem = pointers == null ? core.refusals.bad(call, "pointers: the array is null")
                : pointers.length != group.size()
                        ? core.refusals.bad(call,
                                "pointers: the array has " + pointers.length + ": legal are " + group.size()
                                        + ", one for each process")
                        : Allocations.key(pointers) != GlobalPointer.NULL
                                && core.allocations.find(group, pointers) == null
                                        ? core.refusals.bad(call,
                                                "pointers: not those of one allocation that lives (the first is to "
                                                        + GlobalPointer.toString(Allocations.key(pointers)) + ")")
                                        : null;
        free(call, group, problem, problem != null ? 0 : pointers[group.rank()],
                problem != null ? 0 : Allocations.key(pointers));
    }

    /** Looks at the own pointer, too: one that was freed would be no other than NULL to a look at the others alone. */
    void free(String call, ArmciGroup group, long own) {
        core.enter(call);
        PgasException problem = own != GlobalPointer.NULL && !core.allocations.hasOwn(group, own)
                ? core.refusals.bad(call,
                        "own: the pointer (" + (own < 0 ? GlobalPointer.toString(own) : Long.toHexString(own))
                                + ") is not that of an allocation that lives, on this process")
                : null;
        free(call, group, problem, own, GlobalPointer.NULL);
    }

    /** {@code key}: that of the array that was given; NULL when none was. */
    private void free(String call, ArmciGroup group, PgasException problem, long pointer, long key) {
        long[] told = Agreement.exchange(call, group.openTeam(), problem, pointer, key);
        long[] pointers = new long[group.size()];
        for (int i = 0; i < pointers.length; i++) {
            pointers[i] = told[2 * i];
        }
        long agreed = Allocations.key(pointers);
        Allocations.Allocation ended = core.allocations.find(group, pointers);
        for (int i = 0; i < pointers.length; i++) {
            boolean other = told[2 * i + 1] != GlobalPointer.NULL && told[2 * i + 1] != agreed;
            if (other || ended == null && agreed != GlobalPointer.NULL) {
                throw core.refusals.bad(call,
                        "the processes give pointers of different allocations: all give those of one");
            }
        }
        if (ended != null) {
            core.allocations.remove(ended);
            if (pointer != GlobalPointer.NULL) {
                giveBack(heap.offsetOf(pointer), ended.bytes()[group.rank()]);
            }
        }
    }

    MemorySegment view(long pointer, long bytes) {
        String call = "Armci.memory";
        core.enter(call);
        int proc = pointer < 0 ? GlobalPointer.jobRank(pointer) : core.me;
        long offset = places.offset(call, "pointer", pointer, bytes, proc);
        MemorySegment view = views[proc];
        if (view == null) {
            Team team = core.team;
            view = proc == core.me ? own : team.endpoint().boundSegment(team, proc).mapped();
            if (view == null) {
                throw core.refusals.bad(call, "pointer: memory of process " + proc + ", which is of another "
                        + "neighbourhood, is not mapped here: get and put it (Armci.usesShm tells before)");
            }
            views[proc] = view;
        }
        return view.asSlice(offset, bytes);
    }

    MemorySegment mallocLocal(long bytes) {
        core.enter("Armci.mallocLocal");
        return own.asSlice(piece("Armci.mallocLocal", bytes, false), bytes);
    }

    private long piece(String call, long bytes, boolean described) {
        long block = allocate(call, bytes);
        pieces.put(block, new Piece(bytes, described));
        return block;
    }

    void freeLocal(MemorySegment memory) {
        String call = "Armci.freeLocal";
        core.enter(call);
        if (memory == null) {
            throw core.refusals.bad(call, "memory: it is null");
        }
        long block = memory.isNative() ? memory.address() - own.address() : SharedHeap.NONE;
        if (!pieces.remove(block, new Piece(memory.byteSize(), false))) {
            throw core.refusals.bad(call, "memory: these " + memory.byteSize()
                    + " bytes are not what one Armci.mallocLocal has given, or were freed already");
        }
        giveBack(block, memory.byteSize());
    }

    long pointer(MemorySegment memory) {
        String call = "Armci.pointer";
        core.enter(call);
        if (memory == null) {
            throw core.refusals.bad(call, "memory: it is null");
        }
        long offset = memory.isNative() ? memory.address() - own.address() : -1;
        if (offset < Creation.low(core.nproc) || offset > own.byteSize() - memory.byteSize()) {
            throw core.refusals.bad(call,
                    "memory: it is not in what this process has of this Armci: allocate it there");
        }
        return heap.pointer(offset);
    }

    MemInfo memget(long bytes, int flags) {
        String call = "Armci.memget";
        core.enter(call);
        if (flags != 0) {
            throw core.refusals.bad(call, "flags: 0x" + Integer.toHexString(flags) + ": legal is 0");
        }
        long pointer = heap.pointer(piece(call, bytes, true));
        return new MemInfo(pointer, pointer, bytes, core.me);
    }

    long memat(MemInfo info, long offset) {
        String call = "Armci.memat";
        core.enter(call);
        checkInfo(call, info);
        if (offset < 0 || offset > info.size()) {
            throw core.refusals.bad(call,
                    "offset: " + offset + ": legal are 0.." + info.size() + ", the size of the memory");
        }
        return info.armciAddr() + offset;
    }

    private void checkInfo(String call, MemInfo info) {
        if (info == null) {
            throw core.refusals.bad(call, "info: it is null");
        }
        places.origin(call, "info", info.armciAddr(), 0, info.size(), info.cpid());
    }

    void memctl(MemInfo info) {
        String call = "Armci.memctl";
        core.enter(call);
        checkInfo(call, info);
        if (info.cpid() != core.me) {
            throw core.refusals.bad(call,
                    "info: memory of process " + info.cpid() + " is freed by that one, not by " + core.me);
        }
        long block = heap.offsetOf(info.armciAddr());
        if (!pieces.remove(block, new Piece(info.size(), true))) {
            throw core.refusals.bad(call,
                    "info: " + info.size() + " bytes at " + GlobalPointer.toString(info.armciAddr())
                            + " are not what one Armci.memget has given, or were freed already");
        }
        giveBack(block, info.size());
    }
}
