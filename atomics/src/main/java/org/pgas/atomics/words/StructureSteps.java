package org.pgas.atomics.words;

import org.pgas.atomics.locks.TicketLock;
import org.pgas.far.FarStep;
import org.pgas.far.OwnerSteps;
import org.pgas.memory.SharedMemory;

/** What the owner of structures does on their words for ranks elsewhere. */
public final class StructureSteps implements OwnerSteps {
    // Fields and orders: WorkCounter.

    @Override
    public int module() {
        return StructureStep.MODULE;
    }

    @Override
    public long run(FarStep step) {
        StructureStep what = StructureStep.of(step.code());
        return switch (what) {
            case OPEN -> open(step);
            case LAY -> lay(step);
            default -> isThere(what, step) ? run(what, step) : OwnerSteps.GONE;
        };
    }

    private static long open(FarStep step) {
        long word = StructureKind.word(step.base());
        step.answer(StructureKind.dimension(step.base(), 0), StructureKind.dimension(step.base(), 1));
        return StructureKind.of(word) == null ? 0 : word;
    }

    /** The asking rank has checked the same. */
    private static long lay(FarStep step) {
        StructureKind kind = StructureKind.values()[(int) step.word()];
        if (!kind.isLegal(step.first(), step.second()) || kind.bytes(step.first(), step.second()) > step.room()) {
            return OwnerSteps.GONE;
        }
        kind.lay(step.base(), step.first(), step.second());
        return 0;
    }

    /** Whether the structure is still there, whole, and one that has such a step. */
    private static boolean isThere(StructureStep what, FarStep step) {
        long word = StructureKind.word(step.base());
        StructureKind kind = StructureKind.of(word);
        if (word != step.word() || kind == null || !what.isOf(kind)) {
            return false;
        }
        long first = StructureKind.dimension(step.base(), 0);
        long second = StructureKind.dimension(step.base(), 1);
        return kind.isLegal(first, second) && kind.bytes(first, second) <= step.room()
                && LockSteps.isOf(kind, step, first);
    }

    private static long run(StructureStep what, FarStep step) {
        long first = StructureKind.dimension(step.base(), 0);
        int ranks = (int) first;
        return switch (what) {
            case RETRACT -> {
                StructureKind.retract(step.base());
                step.ringAll();
                yield 0;
            }
            case COUNTER_ADD -> counted(step, SharedMemory.getAndAddLong(counter(step), step.first()));
            case COUNTER_GET -> counted(step, SharedMemory.getLongAcquire(counter(step)));
            case COUNTER_SET -> {
                SharedMemory.putLongRelease(counter(step), step.first());
                yield 0;
            }
            case LOCK_ASK -> LockSteps.ask(step, ranks);
            case LOCK_LOOK -> new LockSteps(step, step.second(), ranks).lookAround();
            case LOCK_LEAVE -> new LockSteps(step, step.second(), ranks).leave();
            case LOCK_TRY -> new LockSteps(step, TicketLock.NO_TICKET, ranks).tryOnce();
            case LOCK_END -> new LockSteps(step, TicketLock.NO_TICKET, ranks).endHolding();
            case LOCK_STATE -> new LockSteps(step, TicketLock.NO_TICKET, ranks).state();
            case LOCK_DESTROY -> new LockSteps(step, TicketLock.NO_TICKET, ranks).destroy();
            case RECORD_BEGIN -> RecordSteps.begin(step);
            case RECORD_END -> RecordSteps.end(step);
            case RECORD_WRITE -> RecordSteps.write(step, first);
            case RECORD_READ -> RecordSteps.read(step, first);
            case RECORD_VERSION -> RecordSteps.version(step);
            case RECORD_VALIDATE -> RecordSteps.validate(step);
            case RECORD_DESTROY -> RecordSteps.destroy(step);
            case QUEUE_PUT -> new QueueSteps(step).put();
            case QUEUE_CLAIM -> new QueueSteps(step).claim();
            case QUEUE_PUBLISH -> new QueueSteps(step).publish();
            case QUEUE_TAKE -> new QueueSteps(step).take();
            case QUEUE_RELEASE -> new QueueSteps(step).release();
            case QUEUE_SIZE -> new QueueSteps(step).size();
            case FIFO_APPEND -> new FifoSteps(step).append();
            case FIFO_BEGIN -> new FifoSteps(step).begin();
            case FIFO_END -> new FifoSteps(step).end();
            case FIFO_AVAILABLE -> new FifoSteps(step).available();
            case OPEN, LAY -> throw new AssertionError(what);
        };
    }

    private static long counter(FarStep step) {
        return step.base() + StructureKind.LINE_BYTES;
    }

    private static long counted(FarStep step, long number) {
        step.answer(number);
        return 0;
    }
}
