package org.pgas.conformance.litmus;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.WaitCondition;
import org.pgas.armci.Armci;
import org.pgas.atomics.ArmciRmw;
import org.pgas.conformance.WindowParts;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.upc.Upc;

/**
 * The promises of MPI's windows, of ARMCI, MPPA and UPC. Words are put by the dialect's own calls to the rank that
 * reads.
 */
final class DialectWays {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Of the memory behind a window, a segment, an allocation: the flag, and behind it the words. */
    private static final long FLAG = 0;

    private static final long BYTES = 4096;

    private DialectWays() {}

    private static long offset(int place) {
        return 256 + 128L * place;
    }

    private interface Put {
        void put(long offset, long value);
    }

    /** Each word goes to the other rank, and is read in the own memory. */
    private static Way.Words to(Put put, MemorySegment own) {
        return new Way.Words() {
            @Override
            public void write(int place, long value) {
                put.put(offset(place), value);
            }

            @Override
            public long read(int place) {
                return own.get(LONG, offset(place));
            }
        };
    }

    private static MemorySegment word(long value) {
        return MemorySegment.ofArray(new long[]{value});
    }

    // MPI

    private static Window window(Job job) {
        return Window.allocate(job.world(), BYTES, 1);
    }

    private static Way of(Job job, Window window, Way way) {
        return way.words(to((offset, value) -> put(window, Way.peer(job), offset, value),
                window.sharedPart(job.rank()).memory()));
    }

    private static void put(Window window, int target, long offset, long value) {
        window.put(word(value), 1, Datatype.LONG, target, offset, 1, Datatype.LONG);
    }

    static Way mpiFence(Job job) {
        Window window = window(job);
        window.fence(Assertions.NONE);
        Way.Step both = _ -> window.fence(Assertions.NONE);
        return of(job, window, new Way(job, both, both)).ofAll().end(() -> {
            window.fence(Assertions.NOSUCCEED);
            window.free();
        });
    }

    static Way mpiPostStartCompleteWait(Job job) {
        Window window = window(job);
        Group other = Group.of(Way.peer(job));
        return of(job, window, new Way(job, _ -> window.complete(), _ -> {
            window.post(other, Assertions.NONE);
            window.await();
        })).before(_ -> window.start(other, Assertions.NONE)).end(window::free);
    }

    /** The flag is a word of one rank's part, like all else that is put under the lock of that part. */
    static Way mpiLock(Job job) {
        int host = Way.host(job);
        Window window = window(job);
        WindowParts parts = new WindowParts(job, window);
        return new CoreWays.Spinning(job, round -> {
            put(window, host, FLAG, round);
            window.unlock(host);
        }, () -> {
            window.lock(LockType.SHARED, host, Assertions.NONE);
            long flag = parts.get(host, FLAG);
            window.unlock(host);
            return flag;
        }).words(new Way.Words() {
            @Override
            public void write(int place, long value) {
                put(window, host, offset(place), value);
            }

            @Override
            public long read(int place) {
                if (parts.isMapped(host)) {
                    return parts.get(host, offset(place));
                }
                window.lock(LockType.SHARED, host, Assertions.NONE);
                long value = parts.get(host, offset(place));
                window.unlock(host);
                return value;
            }
        })
                .before(_ -> window.lock(LockType.EXCLUSIVE, host, Assertions.NONE)).end(window::free);
    }

    static Way mpiFlush(Job job) {
        Window window = window(job);
        window.lockAll(Assertions.NONE);
        Rma rma = job.world().rma();
        return of(job, window, new CoreWays.Spinning(job, round -> {
            window.flush(Way.peer(job));
            rma.putLongRelease(Way.peer(job), Way.OWN, round);
        }, () -> rma.getLongAcquire(job.rank(), Way.OWN))).end(() -> {
            window.unlockAll();
            window.free();
        });
    }

    // ARMCI

    private static Way of(Armci armci, long[] pointers, Way way) {
        int peer = armci.me() == 0 ? 1 : 0;
        return way.words(to((offset, value) -> armci.put(word(value), 0, pointers[peer] + offset, 8, peer),
                armci.memory(pointers[armci.me()], BYTES))).end(armci::finish);
    }

    private static long[] zeros(Armci armci) {
        long[] pointers = armci.malloc(BYTES);
        armci.memory(pointers[armci.me()], BYTES).fill((byte) 0);
        armci.barrier();
        return pointers;
    }

    static Way armciValue(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        long[] pointers = zeros(armci);
        int peer = Way.peer(job);
        return of(armci, pointers,
                new CoreWays.Spinning(job, round -> armci.putValueLong(round, pointers[peer] + FLAG, peer),
                        () -> armci.getValueLong(pointers[armci.me()] + FLAG, armci.me())));
    }

    /** Words are put without waiting; the fence completes them. */
    static Way armciFence(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        long[] pointers = zeros(armci);
        int peer = Way.peer(job);
        Rma rma = job.world().rma();
        return of(armci, pointers, new CoreWays.Spinning(job, round -> {
            armci.fence(peer);
            rma.putLongRelease(peer, Way.OWN, round);
        }, () -> rma.getLongAcquire(job.rank(), Way.OWN)))
                .words(to((offset, value) -> armci.nbPut(word(value), 0, pointers[peer] + offset, 8, peer, null),
                        armci.memory(pointers[armci.me()], BYTES)));
    }

    static Way armciBarrier(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        return of(armci, zeros(armci), new Way(job, _ -> armci.barrier(), _ -> armci.barrier())).ofAll();
    }

    static Way armciNotify(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        int peer = Way.peer(job);
        return of(armci, zeros(armci), new Way(job, _ -> armci.notify(peer), _ -> armci.notifyWait(peer)));
    }

    static Way armciMutex(Job job) {
        int host = Way.host(job);
        Armci armci = Armci.init(job, 1 << 20);
        long[] pointers = zeros(armci);
        armci.createMutexes(1);
        Rma rma = job.world().rma();
        Way way = new CoreWays.Spinning(job, round -> {
            armci.lock(0, host);
            rma.putLong(host, Way.OWN, round);
            armci.unlock(0, host);
        }, () -> {
            armci.lock(0, host);
            long turn = rma.getLong(host, Way.OWN);
            armci.unlock(0, host);
            return turn;
        });
        return of(armci, pointers, way);
    }

    static Way armciUpdate(Job job) {
        int host = Way.host(job);
        Armci armci = Armci.init(job, 1 << 20);
        long[] pointers = zeros(armci);
        MemorySegment local = MemorySegment.ofArray(new long[1]);
        return of(armci, pointers, new CoreWays.Spinning(job, round -> {
            local.set(LONG, 0, round);
            armci.rmw(ArmciRmw.Operation.SWAP_LONG, local, 0, pointers[host] + FLAG, 0, host);
        }, () -> armci.getValueLong(pointers[host] + FLAG, host)));
    }

    // MPPA

    private static Way of(Job job, Mppa mppa, MppaSegment there, MppaSegment own, MppaEvent event, Way way) {
        return way.words(to((offset, value) -> mppa.put(word(value), 0, there, offset, 8, event), own.memory()))
                .end(() -> {
                    mppa.eventWait(event);
                    job.world().barrier();
                    mppa.finish();
                });
    }

    private static MppaSegment own(Job job, Mppa mppa) {
        return mppa.segmentCreate(null, BYTES, SegmentFlags.NONE, 0, 1 + job.rank(), null);
    }

    /** Nobody waits for the puts before the post. */
    static Way mppaPost(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment own = own(job, mppa);
        MppaSegment there = mppa.segmentClone(1 + Way.peer(job), null);
        MemorySegment memory = own.memory();
        return of(job, mppa, there, own, new MppaEvent(), new Way(job, _ -> mppa.postAdd(there, FLAG, 1),
                // rank 1 tells in odd rounds, rank 0 in even ones
                round -> mppa.evalCond(memory, FLAG, (round + 1) / 2, WaitCondition.GE, null)));
    }

    static Way mppaPoke(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment own = own(job, mppa);
        MppaSegment there = mppa.segmentClone(1 + Way.peer(job), null);
        return of(job, mppa, there, own, new MppaEvent(), new CoreWays.Spinning(job,
                round -> mppa.poke(there, FLAG, round), () -> mppa.peek(own, FLAG)));
    }

    // UPC

    static Way upcBarrier(Job job) {
        Upc upc = Upc.init(job);
        long blocks = upc.allAlloc(upc.threads(), BYTES);
        long base = Upc.addrfield(blocks);
        return new Way(job, _ -> upc.barrier(), _ -> upc.barrier()).ofAll()
                .words(to((offset, value) -> upc.memput(GlobalPointer.of(Way.peer(job), base + offset), word(value), 0,
                        8), upc.local().asSlice(base, BYTES)))
                .end(upc::finish);
    }

    /** Words are put asynchronously; the handle orders them before an ordered put. */
    static Way upcHandle(Job job) {
        Upc upc = Upc.init(job);
        long blocks = upc.allAlloc(upc.threads(), BYTES);
        long base = Upc.addrfield(blocks);
        Rma rma = job.world().rma();
        return new CoreWays.Spinning(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round),
                () -> rma.getLongAcquire(job.rank(), Way.OWN))
                .words(to((offset, value) -> upc.waitsync(upc.memputAsync(
                        GlobalPointer.of(Way.peer(job), base + offset), word(value), 0, 8)),
                        upc.local().asSlice(base, BYTES)))
                .end(upc::finish);
    }
}
