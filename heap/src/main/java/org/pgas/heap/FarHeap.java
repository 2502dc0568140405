package org.pgas.heap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

import org.pgas.ErrorCode;
import org.pgas.Team;
import org.pgas.far.FarSteps;
import org.pgas.far.OwnerSteps;
import org.pgas.far.RepeatedStep;
import org.pgas.far.StepRequest;
import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapFaults;
import org.pgas.heap.blocks.HeapFigures;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.heap.blocks.HeapStep;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A heap of a rank of another neighbourhood, which carries out the calls. A lock that is taken is waited for here: the
 * owner waits for nothing, and is asked again.
 */
final class FarHeap {
    private static final long[] NOTHING = {0, 0};

    private final Team team;
    private final int rank;
    private final long offset;
    private final FarSteps steps;
    private final long kind;
    private final long bytes;
    private final boolean isLaid;

    /** In the place of the heap's words: of no kind. */
    private final MemorySegment nowhere = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    /** Asks what is there. */
    FarHeap(String call, Team team, int rank, long offset) {
        this.team = team;
        this.rank = rank;
        this.offset = offset;
        TeamCore.of(team).begin(call);
        steps = TeamCore.of(team).updates().steps(rank, offset);
        MemorySegment found = MemorySegment.ofArray(new long[2]);
        long answer = steps.call(call, HeapStep.OPEN.code(), 0, 0, 0, 0).into(found, 0, found.byteSize()).run();
        if (answer == OwnerSteps.NOT_MAPPED) {
            throw Refusals.of(team.job().rank()).bad(call, "rank " + rank
                    + " attached client memory, which holds no heap: let rank " + rank
                    + " attach a mapped segment (Job.attach(long), Segments.create(long))");
        }
        kind = answer == OwnerSteps.GONE ? 0 : answer;
        bytes = found.getAtIndex(ValueLayout.JAVA_LONG, 0);
        isLaid = found.getAtIndex(ValueLayout.JAVA_LONG, 1) != 0;
    }

    long kind() {
        return kind;
    }

    boolean isLaid() {
        return isLaid;
    }

    long bytes() {
        return bytes;
    }

    long nowhere() {
        return nowhere.address();
    }

    void lay(String call, long newBytes, int ranks, int stripes) {
        if (OwnerSteps.isGone(steps.call(call, HeapStep.LAY.code(), 0, 0, newBytes, HeapStep.caches(ranks, stripes))
                .run())) {
            throw Refusals.of(team.job().rank()).bad(call, "the memory of " + this
                    + " was unbound or replaced at this moment: publish what is bound now (Team.publish)");
        }
    }

    private long run(String call, HeapStep step, long first, long second) {
        return run(call, step, first, second, MemorySegment.ofArray(NOTHING.clone()));
    }

    /** What comes back beside the answer goes to {@code back}. */
    private long run(String call, HeapStep step, long first, long second, MemorySegment back) {
        Wait wait = new Wait(call, step, first, second);
        wait.await();
        if (OwnerSteps.isGone(wait.answer)) {
            throw Refusals.of(team.job().rank()).bad(call, this
                    + " has been destroyed or recovered: make it anew, or open what is there now");
        }
        if (wait.answer == HeapStep.FAILED) {
            throw wait.failure();
        }
        MemorySegment.copy(wait.back, 0, back, 0, Math.min(wait.back.byteSize(), back.byteSize()));
        return wait.answer;
    }

    long allocate(String call, long wanted, long alignment) {
        return run(call, HeapStep.ALLOCATE, wanted, alignment);
    }

    void free(String call, long block) {
        run(call, HeapStep.FREE, block, 0);
    }

    long usableBytes(String call, long block) {
        return run(call, HeapStep.USABLE, block, 0);
    }

    long reallocate(String call, long block, long wanted) {
        MemorySegment had = MemorySegment.ofArray(new long[1]);
        long there = run(call, HeapStep.RESIZE, block, wanted, had);
        if (there != HeapStep.MOVE) {
            return there;
        }
        long moved = allocate(call, wanted, 1);
        if (moved == Blocks.NONE) {
            return wanted <= had.get(ValueLayout.JAVA_LONG, 0) ? block : run(call, HeapStep.EXTEND, block, wanted);
        }
        run(call, HeapStep.COPY, block, moved);
        free(call, block);
        return moved;
    }

    void reclaim(String call, boolean all) {
        run(call, HeapStep.RECLAIM, all ? 1 : 0, 0);
    }

    void addHandle(String call, long more) {
        run(call, HeapStep.HANDLE, more, 0);
    }

    /** Nothing after the close of the job, and of a heap that is gone. */
    void close(String call) {
        if (steps.isClosed()) {
            return;
        }
        Wait wait = new Wait(call, HeapStep.RECLAIM, 0, 0);
        wait.await();
        if (wait.answer == HeapStep.FAILED) {
            throw wait.failure();
        }
        if (!OwnerSteps.isGone(wait.answer)) {
            addHandle(call, -1);
        }
    }

    void recover(String call) {
        run(call, HeapStep.RECOVER, 0, 0);
    }

    void destroy(String call) {
        run(call, HeapStep.DESTROY, 0, 0);
    }

    void verify(String call) {
        run(call, HeapStep.LOCK, 0, 0);
        try {
            run(call, HeapStep.CHECK, 0, 0);
        } finally {
            run(call, HeapStep.UNLOCK, 0, 0);
        }
    }

    HeapFigures figures(String call) {
        long[] numbers;
        run(call, HeapStep.LOCK, 0, 0);
        try {
            numbers = allFigures(call);
        } finally {
            run(call, HeapStep.UNLOCK, 0, 0);
        }
        int cached = HeapStep.FIGURES_HEAD;
        int allocations = cached + (int) numbers[cached - 1];
        int frees = allocations + Bins.COUNT;
        return new HeapFigures(numbers[0], numbers[1], numbers[2], numbers[3],
                Arrays.copyOfRange(numbers, cached, allocations), Arrays.copyOfRange(numbers, allocations, frees),
                Arrays.copyOfRange(numbers, frees, frees + Bins.COUNT));
    }

    /** In as many steps as they need. By the rank that has the lock. */
    private long[] allFigures(String call) {
        MemorySegment found = MemorySegment.ofArray(new long[steps.mostBytes() / Long.BYTES]);
        long[] numbers = {};
        long all;
        do {
            int had = numbers.length;
            all = run(call, HeapStep.FIGURES, had, 0, found);
            int more = (int) Math.min(all - had, found.byteSize() / Long.BYTES);
            numbers = Arrays.copyOf(numbers, had + more);
            MemorySegment.copy(found, ValueLayout.JAVA_LONG, 0, numbers, had, more);
        } while (numbers.length < all);
        return numbers;
    }

    long[] blocks(String call) {
        MemorySegment found = MemorySegment.ofArray(new long[steps.mostBytes() / Long.BYTES]);
        LongStream.Builder blocks = LongStream.builder();
        run(call, HeapStep.LOCK, 0, 0);
        try {
            long from = 0;
            do {
                int count = (int) run(call, HeapStep.BLOCKS, from, 0, found);
                from = found.getAtIndex(ValueLayout.JAVA_LONG, 0);
                for (int i = 1; i <= count; i++) {
                    blocks.add(found.getAtIndex(ValueLayout.JAVA_LONG, i));
                }
            } while (from != 0);
        } finally {
            run(call, HeapStep.UNLOCK, 0, 0);
        }
        return blocks.build().toArray();
    }

    @Override
    public String toString() {
        return HeapFaults.name(rank, offset);
    }

    /** For the answer, and for a lock before. */
    private final class Wait extends RepeatedStep {
        private static final int[] NOBODY = {};

        private final String call;
        private final HeapStep step;
        private final long first;
        private final long second;
        private final MemorySegment back = MemorySegment.ofArray(new long[steps.mostBytes() / Long.BYTES]);
        private long answer;

        Wait(String call, HeapStep step, long first, long second) {
            super(steps);
            this.call = call;
            this.step = step;
            this.first = first;
            this.second = second;
        }

        @Override
        protected StepRequest attempt() {
            byte[] name = call.getBytes(StandardCharsets.UTF_8);
            MemorySegment along = MemorySegment.ofArray(new byte[Long.BYTES + name.length]);
            along.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, rank);
            MemorySegment.copy(name, 0, along, ValueLayout.JAVA_BYTE, Long.BYTES, name.length);
            return steps
                    .call(call, step.code(), kind,
                            HeapLock.self(team.job().rank(), Thread.currentThread().threadId()), first, second)
                    .with(along, 0, along.byteSize()).into(back, 0, back.byteSize());
        }

        @Override
        protected boolean answered(long value) {
            answer = value;
            return value != HeapStep.BUSY;
        }

        void await() {
            try {
                TeamCore.of(team).await(this);
            } catch (RuntimeException e) {
                // what the owner has done meanwhile is done
                settleAfter(e);
            }
        }

        private long number(int index) {
            return back.getAtIndex(ValueLayout.JAVA_LONG, index);
        }

        /** The error that the owner has found. */
        RuntimeException failure() {
            byte[] text = back.asSlice(2 * Long.BYTES, number(1)).toArray(ValueLayout.JAVA_BYTE);
            return Refusals.OF_NO_RANK.failure(ErrorCode.values()[(int) number(0)],
                    new String(text, StandardCharsets.UTF_8));
        }

        private boolean isBusy() {
            return answer == HeapStep.BUSY;
        }

        @Override
        protected int[] holders() {
            return isBusy() ? new int[]{HeapLock.jobRank(number(0))} : NOBODY;
        }

        @Override
        public String describe() {
            return call + ": " + (isBusy() ? (number(1) != 0 ? "a cache" : "the bins") + " of " + FarHeap.this
                    + ", held by " + HeapLock.describe(number(0)) : FarHeap.this + ", whose owner has not answered");
        }
    }
}
