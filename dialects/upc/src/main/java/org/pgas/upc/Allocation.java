package org.pgas.upc;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.coll.Collectives;
import org.pgas.heap.SharedHeap;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;

/** Takes shared memory from the heaps and gives it back; what goes wrong in a collective call, all threads throw. */
record Allocation(UpcCore core, Heaps heaps) {
    /** Of a cache line: what structures of {@code org.pgas.atomics} begin at. */
    private static final long LINE = 64;

    /** A block of a line or more begins at a line, so that such structures may lie in it. */
    static long take(SharedHeap heap, long bytes) {
        return bytes < LINE ? heap.tryMalloc(bytes) : heap.tryMemalign(LINE, bytes);
    }

    /** Bytes of each thread. */
    long rows(String call, long nblocks, long nbytes) {
        if (nblocks < 0 || nbytes < 0) {
            throw core.refusals.bad(call, nblocks + " blocks of " + nbytes + " bytes: legal are 0 and more");
        }
        long rows = Math.ceilDiv(nblocks, core.threads);
        if (Math.multiplyHigh(rows, nbytes) != 0 || rows * nbytes < 0) {
            throw noRoom(call, Long.MAX_VALUE);
        }
        return rows * nbytes;
    }

    private PgasException noRoom(String call, long bytes) {
        return core.refusals.error(ErrorCode.RESOURCE, call,
                "no room for " + (bytes == Long.MAX_VALUE ? "more than 2^63" : bytes) + " bytes of each thread in the "
                        + heaps.symmetricRoom
                        + " that are symmetric: free some, or give more to Upc.init or by pgas.segment");
    }

    /** By one thread. */
    long symmetric(String call, long bytes) {
        if (bytes == 0) {
            return GlobalPointer.NULL;
        }
        long block = take(heaps.symmetric(), bytes);
        if (block == SharedHeap.NONE) {
            throw noRoom(call, bytes);
        }
        return GlobalPointer.of(0, block);
    }

    /** Thread 0 allocates, and tells all; they give the same number. */
    long forAll(String call, long bytes) {
        return bytes == 0 ? GlobalPointer.NULL : forAll(call, bytes, block -> {
        });
    }

    /** The same of more than 0 bytes, which thread 0 lets {@code use} have before others know of it. */
    long forAll(String call, long bytes, LongConsumer use) {
        long[] told = {SharedHeap.NONE, 0};
        Throwable failure = null;
        if (core.thread == 0) {
            failure = Failures.of(() -> {
                told[0] = take(heaps.symmetric(), bytes);
                if (told[0] != SharedHeap.NONE) {
                    use.accept(told[0]);
                }
            });
        }
        hear(call, told, failure);
        if (told[0] == SharedHeap.NONE) {
            throw noRoom(call, bytes);
        }
        long last = heaps.symmetricBytes - bytes;
        if (told[0] < 0 || told[0] > last) {
            throw core.refusals.error(ErrorCode.RESOURCE, call, "thread 0 tells of a block at address " + told[0]
                    + ": legal are 0.." + last + ": another process has written into the files of the job");
        }
        return GlobalPointer.of(0, told[0]);
    }

    /** Thread 0 tells all its words, and in the second what went wrong. */
    private void hear(String call, long[] told, Throwable failure) {
        told[1] = Failures.word(failure);
        MemorySegment memory = MemorySegment.ofArray(told);
        Collectives.of(core.team).broadcast(0, memory, memory);
        Failures.rethrow(failure);
        if (told[1] != 0) {
            throw core.refusals.error(Failures.code(told[1]), call, "refused on thread 0: see the error there");
        }
    }

    /** By one thread, for itself. */
    long local(String call, long nbytes) {
        if (nbytes < 0) {
            throw core.refusals.bad(call, nbytes + " bytes: legal are 0 and more");
        }
        if (nbytes == 0) {
            return GlobalPointer.NULL;
        }
        SharedHeap heap = heaps.local(core.thread);
        long block = heap == null ? SharedHeap.NONE : take(heap, nbytes);
        if (block == SharedHeap.NONE) {
            throw core.refusals.error(ErrorCode.RESOURCE, call, "no room for " + nbytes + " bytes in the "
                    + heaps.localRoom + " that are local: free some, or give more to Upc.init or by pgas.segment");
        }
        return GlobalPointer.of(core.thread, block);
    }

    /** By one thread; of null nothing. */
    void free(String call, long pointer) {
        if (pointer == GlobalPointer.NULL) {
            return;
        }
        core.checkThere(call, "pointer", pointer, 1);
        SharedHeap heap = heaps.of(pointer);
        if (heap == null) {
            throw core.refusals.bad(call, "thread " + UpcCore.thread(pointer) + ", address "
                    + GlobalPointer.offset(pointer)
                    + " is nothing that was allocated: what all threads have is freed by its pointer to thread 0");
        }
        try {
            heap.free(GlobalPointer.offset(pointer));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    /** Thread 0 frees it when all have come, and tells all how that went. */
    void freeForAll(String call, long pointer) {
        freeForAll(call, () -> free(call, pointer));
    }

    /** The same of what is freed otherwise. */
    void freeForAll(String call, Runnable free) {
        core.team.barrier();
        hear(call, new long[2], core.thread == 0 ? Failures.of(free) : null);
    }

    /** Throws on all threads, and frees the array, when one has failed to fill it. All have come when it returns. */
    void agree(String call, SharedArray made, Throwable failure) {
        long[] all = new long[core.threads];
        Collectives.of(core.team).allGather(MemorySegment.ofArray(all),
                MemorySegment.ofArray(new long[]{Failures.word(failure)}));
        for (int thread = 0; thread < core.threads; thread++) {
            if (all[thread] != 0) {
                if (core.thread == 0) {
                    free(call, made.base());
                }
                Failures.rethrow(failure);
                throw core.refusals.error(Failures.code(all[thread]), call,
                        "no array was made, since thread " + thread + " has failed: see the error there");
            }
        }
    }
}
