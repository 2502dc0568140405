package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.ShapeCache;
import org.pgas.vis.Vis;

/** What all parts of one thread's UPC share: team, transfers, checks of pointers. Immutable but for what it keeps. */
final class UpcCore {
    private static final long OFFSET_AND_ENDPOINT = (1L << 52) - 1;

    final Job job;
    final Refusals refusals;

    /** Its members are the endpoints made for it, in the order of the threads. */
    final Team team;

    final Rma rma;
    final Vis vis;
    final GlobalTransfers lists;
    final ShapeCache shapes;
    final int thread;
    final int threads;

    /** Of every thread. */
    final long segmentBytes;

    final boolean checked;

    /** By thread, as it is mapped here; null while nobody has asked, and of one elsewhere. Racy: all find the same. */
    private final MemorySegment[] memories; // any thread | any thread | plain

    private final ThreadLocal<ListSide.Pair> sides = ThreadLocal.withInitial(ListSide.Pair::new);

    UpcCore(Team team, long segmentBytes) {
        this.job = team.job();
        this.refusals = Refusals.of(job.rank());
        this.team = team;
        this.rma = team.rma();
        this.vis = Vis.of(team);
        this.lists = GlobalTransfers.over(team);
        this.shapes = ShapeCache.of(team);
        this.thread = team.rank();
        this.threads = team.size();
        this.segmentBytes = segmentBytes;
        this.checked = job.isChecked();
        this.memories = new MemorySegment[threads];
    }

    /** Refuses a restricted context, in checked mode. */
    void begin(String call) {
        if (checked) {
            TeamCore.of(team).checkUnrestricted(call);
        }
    }

    /** A pointer of which a query is made that no job knows. */
    static long withoutEndpoint(String call, long pointer) {
        if (pointer < 0 && GlobalPointer.endpointIndex(pointer) != 0) {
            throw Refusals.OF_NO_RANK.bad(call,
                    GlobalPointer.toString(pointer) + " names an endpoint: a pointer-to-shared has none");
        }
        return pointer;
    }

    /** Refuses private memory that is null; says true otherwise. */
    boolean given(String call, String argument, MemorySegment memory) {
        if (memory == null) {
            throw refusals.bad(call,
                    argument + " is null: give the memory, as an array (MemorySegment.ofArray) or native");
        }
        return true;
    }

    /** The thread of a pointer that is one; outside 0..threads-1 of others. */
    static int thread(long pointer) {
        return (int) (pointer >>> 52) - GlobalPointer.MAX_RANKS;
    }

    /** The offset of a pointer that is one; too large of others with an endpoint. */
    static long offset(long pointer) {
        return pointer & OFFSET_AND_ENDPOINT;
    }

    /** Whether {@code bytes} bytes from there on are a thread's. */
    boolean isThere(long pointer, long bytes) {
        int owner = thread(pointer);
        return owner >= 0 && owner < threads && bytes >= 0 && offset(pointer) <= segmentBytes - bytes;
    }

    /** Refuses what is not there; of 0 bytes nothing is looked at. */
    void checkThere(String call, String argument, long pointer, long bytes) {
        if (!isThere(pointer, bytes) && bytes != 0) {
            throw notThere(call, argument, pointer, bytes);
        }
    }

    PgasException notThere(String call, String argument, long pointer, long bytes) {
        String what;
        if (bytes < 0) {
            what = "a length of " + bytes + " bytes: legal are 0 and more";
        } else if (pointer == GlobalPointer.NULL) {
            what = "is null";
        } else if (pointer >= 0) {
            what = "0x" + Long.toHexString(pointer) + ", is no pointer-to-shared: its top bit is not set";
        } else if (thread(pointer) >= threads || GlobalPointer.endpointIndex(pointer) != 0) {
            what = name(pointer) + ": threads are 0.." + (threads - 1);
        } else {
            what = bytes + " bytes at " + name(pointer) + " are outside the " + segmentBytes
                    + " bytes of shared memory that a thread has";
        }
        return refusals.bad(call, argument + ": " + what);
    }

    private static String name(long pointer) {
        int endpoint = GlobalPointer.endpointIndex(pointer);
        return "thread " + thread(pointer) + (endpoint == 0 ? "" : ", endpoint " + endpoint) + ", address "
                + GlobalPointer.offset(pointer);
    }

    /** What the calling thread takes its lists apart into. */
    ListSide.Pair sides() {
        return sides.get();
    }

    /** All of the shared memory of the thread that a pointer points to; null of a thread of another neighbourhood. */
    MemorySegment memoryAt(long pointer) {
        return memory(thread(pointer));
    }

    /** All of a thread's shared memory; null where that is not mapped. */
    MemorySegment memory(int owner) {
        MemorySegment memory = memories[owner];
        if (memory == null) {
            memory = owner == thread ? team.endpoint().segment().local()
                    : team.endpoint().boundSegment(team, owner).mapped();
            memories[owner] = memory;
        }
        return memory;
    }

    /** "thread 1 of 4". */
    @Override
    public String toString() {
        return "thread " + thread + " of " + threads;
    }
}
