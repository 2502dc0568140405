package org.pgas.heap.blocks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

import org.pgas.PgasException;
import org.pgas.far.FarStep;
import org.pgas.far.OwnerSteps;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/** What the owner of a heap does there for ranks elsewhere: in their caches, and under the locks of the heap. */
public final class HeapSteps implements OwnerSteps {
    // Fields and orders: HeapLayout.

    @Override
    public int module() {
        return HeapStep.MODULE;
    }

    @Override
    public long run(FarStep step) {
        HeapStep what = HeapStep.of(step.code());
        return switch (what) {
            case OPEN -> open(step);
            case LAY -> lay(step);
            default -> run(what, step);
        };
    }

    private static long open(FarStep step) {
        boolean hasRoom = step.room() >= HeapLayout.HEAD_BYTES;
        HeapLayout layout = hasRoom ? HeapLayout.read(step.base()) : null;
        step.answer(layout == null ? 0 : layout.bytes(), layout == null ? 0 : 1);
        return layout == null ? 0 : HeapLayout.kind(step.base());
    }

    /** The asking rank has checked the same. */
    private static long lay(FarStep step) {
        int ranks = (int) step.second();
        int stripes = (int) (step.second() >>> Integer.SIZE);
        if (!HeapLayout.isLegal(ranks, stripes) || step.first() > step.room()
                || step.first() < HeapLayout.leastBytes(ranks, stripes)) {
            return OwnerSteps.GONE;
        }
        HeapLayout layout = HeapLayout.lay(step.base(), step.first(), ranks, stripes);
        core(step, layout, "SharedHeap", "SharedHeap.initialise").central.lay();
        HeapLayout.publish(step.base());
        return 0;
    }

    private static HeapCore core(FarStep step, HeapLayout layout, String name, String call) {
        return new HeapCore(layout, step.offset(), step.source(),
                new HeapFaults(Refusals.of(step.source()), name, step.offset()), new NoWait(step));
    }

    private static long run(HeapStep what, FarStep step) {
        boolean isThere = step.room() >= HeapLayout.HEAD_BYTES
                && (what == HeapStep.RECOVER || HeapLayout.isThere(step.base(), step.word()));
        HeapLayout layout = isThere ? HeapLayout.read(step.base()) : null;
        if (layout == null || layout.bytes() > step.room()) {
            return OwnerSteps.GONE;
        }
        byte[] text = new byte[step.dataBytes() - Long.BYTES];
        SharedMemory.copyOut(step.data() + Long.BYTES, MemorySegment.ofArray(text), 0, text.length);
        String call = new String(text, StandardCharsets.UTF_8);
        String name = HeapFaults.name((int) SharedMemory.getLong(step.data()), step.offset());
        try {
            return run(what, step, core(step, layout, name, call), call);
        } catch (HeapBusy e) {
            step.answer(e.holder(), e.isCache() ? 1 : 0);
            return HeapStep.BUSY;
        } catch (PgasException e) {
            return failed(step, e);
        }
    }

    private static long failed(FarStep step, PgasException e) {
        byte[] text = e.getMessage().getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, Math.min(HeapStep.MOST_TEXT, step.mostBytes() - 2 * Long.BYTES));
        MemorySegment answer = step.memory(2 * Long.BYTES + bytes);
        answer.set(ValueLayout.JAVA_LONG, 0, e.code().ordinal());
        answer.set(ValueLayout.JAVA_LONG, Long.BYTES, bytes);
        MemorySegment.copy(text, 0, answer, ValueLayout.JAVA_BYTE, 2 * Long.BYTES, bytes);
        return HeapStep.FAILED;
    }

    private static long run(HeapStep what, FarStep step, HeapCore core, String call) {
        long first = step.first();
        long second = step.second();
        return switch (what) {
            case ALLOCATE -> core.allocate(call, first, second);
            case FREE -> {
                core.free(call, first);
                yield 0;
            }
            case USABLE -> core.usableBytes(call, first);
            case RESIZE -> {
                step.answer(core.usableBytes(call, first));
                yield core.resize(call, first, second);
            }
            case EXTEND -> core.extend(call, first, second) ? first : Blocks.NONE;
            case COPY -> copy(step, core, call);
            case RECLAIM -> {
                if (first == 0) {
                    core.reclaimOwn(call);
                } else {
                    core.reclaimAll(call);
                }
                yield 0;
            }
            case LOCK -> lock(step, core);
            case UNLOCK -> {
                if (HeapLock.holder(core.layout.base() + HeapLayout.LOCK) == step.self()) {
                    core.unlock();
                }
                yield 0;
            }
            case FIGURES -> figures(step, HeapInspection.figures(core));
            case BLOCKS -> blocks(step, core);
            case CHECK -> {
                HeapInspection.check(core);
                yield 0;
            }
            case HANDLE -> SharedMemory.getAndAddLong(step.base() + HeapLayout.HANDLES, first);
            case RECOVER -> recover(step, core);
            case DESTROY -> {
                HeapLayout.destroy(step.base());
                yield 0;
            }
            case OPEN, LAY -> throw new AssertionError(what);
        };
    }

    /** Of blocks in use that the asking rank has, or is about to have. */
    private static long copy(FarStep step, HeapCore core, String call) {
        long bytes = Math.min(core.usableBytes(call, step.first()), core.usableBytes(call, step.second()));
        SharedMemory.copy(core.payload(step.first()), core.payload(step.second()), bytes);
        return 0;
    }

    private static long lock(FarStep step, HeapCore core) {
        long lock = core.layout.base() + HeapLayout.LOCK;
        if (!HeapLock.tryLock(lock, step.self())) {
            throw new HeapBusy(HeapLock.holder(lock), false);
        }
        return 0;
    }

    /** Answers how many numbers all figures are; from the first number on, as many as there is room for go back. */
    private static long figures(FarStep step, HeapFigures figures) {
        long[] cached = figures.cachedBytes();
        long[] head = {figures.bytes(), figures.freeBytes(), figures.largestFree(), figures.handles(), cached.length};
        long[] numbers = Stream.of(head, cached, figures.allocations(), figures.frees()).flatMapToLong(Arrays::stream)
                .toArray();
        int from = Math.clamp(step.first(), 0, numbers.length);
        int to = Math.min(numbers.length, from + step.mostBytes() / Long.BYTES);
        step.answer(Arrays.copyOfRange(numbers, from, to));
        return numbers.length;
    }

    private static long blocks(FarStep step, HeapCore core) {
        long[] found = new long[step.mostBytes() / Long.BYTES];
        int count = HeapInspection.blocks(core, step.first() == 0 ? core.blocks.first() : step.first(), found);
        step.answer(Arrays.copyOf(found, 1 + count));
        return count;
    }

    private static long recover(FarStep step, HeapCore core) {
        HeapRecovery recovery = new HeapRecovery(core);
        recovery.check();
        HeapLayout.retract(step.base());
        recovery.rebuild();
        HeapLayout.publish(step.base());
        return 0;
    }

    /** A step does not wait. */
    private record NoWait(FarStep step) implements HeapLock.Waiting {
        @Override
        public void take(String call, long lock, long self, String part) {
            throw new HeapBusy(HeapLock.holder(lock), lock != step.base() + HeapLayout.LOCK);
        }

        @Override
        public void ring() {
            step.ringAll();
        }
    }
}
