package org.pgas.faults.histories;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MessageQueue;
import org.pgas.heap.SharedHeap;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;

/** The objects of a job, all in the memory of one rank, and the calls of the library that are made on them. */
final class Objects implements Calls {
    /** Messages that the queue holds: few, so that it is often full. */
    static final int QUEUE_CAPACITY = 4;

    /** Where the heap is in the segment, and how long: much longer than all blocks that programs hold at a time. */
    static final long HEAP = 64 << 10;
    static final long HEAP_BYTES = 2 << 20;

    /** Handlers of short and medium messages. */
    static final int SHORT = 200;
    static final int MEDIUM = 201;

    private static final long WORD = 0;
    private static final long OTHER_WORD = 64;
    private static final long ORDERED_WORD = 128;

    /** In the segment of each rank: the block that was left for it, or 0. */
    private static final long LEFT = 192;

    private static final long LOCK = 4096;
    private static final long OTHER_LOCK = 8192;
    private static final long QUEUE = 16_384;

    private final Job job;
    private final Rma rma;
    private final int owner;
    private final LongAtomicDomain domain;
    private final FairMutex lock;
    private final FairMutex otherLock;
    private final MessageQueue queue;
    private final SharedHeap heap;
    private final Window window;
    private final MemorySegment message = MemorySegment.ofArray(new long[1]);

    private Objects(Job job, int owner) {
        this.job = job;
        this.owner = owner;
        rma = job.world().rma();
        job.attach(HEAP + HEAP_BYTES);
        domain = LongAtomicDomain.create(job.world());
        lock = FairMutex.create(job.world(), owner, LOCK);
        otherLock = FairMutex.create(job.world(), owner, OTHER_LOCK);
        queue = MessageQueue.create(job.world(), owner, QUEUE, QUEUE_CAPACITY, Long.BYTES);
        heap = SharedHeap.create(job.world(), owner, HEAP, HEAP_BYTES);
        window = Window.allocate(job.world(), Long.BYTES, Long.BYTES);
    }

    /** Collective. */
    static Objects make(Job job, int owner) {
        return new Objects(job, owner);
    }

    /** Leaves a block for a rank, or takes what was left there by 0; answers what was there before. In no history. */
    long leave(int rank, long block) {
        return domain.swap(rank, LEFT, block);
    }

    @Override
    public long make(Call call) {
        return switch (call.subject()) {
            case WORD -> word(call, WORD);
            case OTHER_WORD -> word(call, OTHER_WORD);
            case ORDERED_WORD -> orderedWord(call);
            case ELEMENT -> element(call);
            case LOCK -> lock(call, lock);
            case OTHER_LOCK -> lock(call, otherLock);
            case QUEUE -> queue(call);
            case HEAP -> heap(call);
            case MESSAGES -> send(call);
        };
    }

    private static IllegalArgumentException noCall(Call call) {
        return new IllegalArgumentException("no such call: " + call);
    }

    private long word(Call call, long offset) {
        return switch (call.kind()) {
            case GET -> domain.get(owner, offset);
            case SET -> {
                domain.set(owner, offset, call.first());
                // a release store alone may come to the others later
                rma.fence();
                yield 0;
            }
            case ADD -> {
                domain.add(owner, offset, call.first());
                yield 0;
            }
            case FETCH_ADD -> domain.fetchAdd(owner, offset, call.first());
            case COMPARE_AND_SWAP -> domain.fetchCompareAndSwap(owner, offset, call.first(), call.second());
            case SWAP -> domain.swap(owner, offset, call.first());
            default -> throw noCall(call);
        };
    }

    private long orderedWord(Call call) {
        return switch (call.kind()) {
            case GET -> rma.getLongAcquire(owner, ORDERED_WORD);
            case SET -> {
                rma.putLongRelease(owner, ORDERED_WORD, call.first());
                rma.fence();
                yield 0;
            }
            default -> throw noCall(call);
        };
    }

    /** In an epoch of its own. Plain puts and gets are legal under an exclusive lock only. */
    private long element(Call call) {
        boolean isPlain = call.kind() == Kind.EXCLUSIVE_GET || call.kind() == Kind.EXCLUSIVE_SET;
        long[] found = new long[1];
        MemorySegment result = MemorySegment.ofArray(found);
        MemorySegment operand = MemorySegment.ofArray(new long[]{call.first()});
        window.lock(isPlain ? LockType.EXCLUSIVE : LockType.SHARED, owner, Assertions.NONE);
        switch (call.kind()) {
            case GET -> found[0] = window.fetchAndOp(0, owner, 0, Op.NO_OP);
            case SET -> window.accumulate(operand, 1, Datatype.LONG, owner, 0, 1, Datatype.LONG, Op.REPLACE);
            case ADD -> window.accumulate(operand, 1, Datatype.LONG, owner, 0, 1, Datatype.LONG, Op.SUM);
            case FETCH_ADD -> window.getAccumulate(operand, 1, Datatype.LONG, result, 1, Datatype.LONG, owner, 0, 1,
                    Datatype.LONG, Op.SUM);
            case COMPARE_AND_SWAP -> found[0] = window.compareAndSwap(call.first(), call.second(), owner, 0);
            case SWAP -> found[0] = window.fetchAndOp(call.first(), owner, 0, Op.REPLACE);
            case EXCLUSIVE_GET -> window.get(result, 1, Datatype.LONG, owner, 0, 1, Datatype.LONG);
            case EXCLUSIVE_SET -> window.put(operand, 1, Datatype.LONG, owner, 0, 1, Datatype.LONG);
            default -> throw noCall(call);
        }
        window.unlock(owner);
        return found[0];
    }

    private static long lock(Call call, FairMutex mutex) {
        switch (call.kind()) {
            case LOCK -> mutex.lock();
            case TRY_LOCK -> {
                return mutex.tryLock() ? 1 : 0;
            }
            case UNLOCK -> mutex.unlock();
            default -> throw noCall(call);
        }
        return 0;
    }

    private long queue(Call call) {
        if (call.kind() == Kind.OFFER) {
            message.set(ValueLayout.JAVA_LONG, 0, call.first());
            return queue.offer(message, 0, Long.BYTES) ? 1 : 0;
        }
        return queue.poll(message, 0) == MessageQueue.NO_MESSAGE ? Kind.NOTHING
                : message.get(ValueLayout.JAVA_LONG, 0);
    }

    private long heap(Call call) {
        if (call.kind() == Kind.MALLOC) {
            long block = heap.tryMalloc(call.first());
            return block == SharedHeap.NONE ? Kind.NOTHING : block;
        }
        heap.free(call.first());
        return 0;
    }

    /** Odd numbers go in short messages, even ones in medium ones. */
    private long send(Call call) {
        int number = (int) call.second();
        if (number % 2 != 0) {
            job.world().am().requestShort((int) call.first(), SHORT, number);
        } else {
            message.set(ValueLayout.JAVA_LONG, 0, number);
            job.world().am().requestMedium((int) call.first(), MEDIUM, message, 0, Long.BYTES, number);
        }
        return 0;
    }
}
