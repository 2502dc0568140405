package org.pgas.atomics;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.RecordSteps;
import org.pgas.atomics.words.StructureStep;
import org.pgas.far.StepRequest;

/** A {@link SequenceLock} of a rank elsewhere, which carries out steps; a long record is transferred between two. */
final class FarRecord {
    private static final int ALIGNMENT = 64;

    private final SequenceLock lock;

    FarRecord(SequenceLock lock) {
        this.lock = lock;
    }

    private boolean isShort() {
        return lock.recordBytes() <= lock.far().steps().mostBytes();
    }

    private Rma rma() {
        return lock.team().rma();
    }

    void write(String call, MemorySegment source, long sourceOffset) {
        if (isShort()) {
            new Write(call, StructureStep.RECORD_WRITE, source, sourceOffset).await(AnnouncedWait.FOREVER);
            return;
        }
        new Write(call, StructureStep.RECORD_BEGIN, null, 0).await(AnnouncedWait.FOREVER);
        store(call, source, sourceOffset);
    }

    /** On a copy, which goes back whatever the change throws. */
    void update(String call, Consumer<MemorySegment> change) {
        MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, lock.recordBytes()), ALIGNMENT);
        new Write(call, StructureStep.RECORD_BEGIN, null, 0).await(AnnouncedWait.FOREVER);
        fetch(call, copy);
        try {
            change.accept(copy.asSlice(0, lock.recordBytes()));
        } finally {
            store(call, copy, 0);
        }
    }

    /** By the writer, which writes no more if that fails. */
    private void fetch(String call, MemorySegment copy) {
        boolean isThere = false;
        try {
            rma().get(copy, 0, lock.rank(), lock.recordOffset(), lock.recordBytes());
            isThere = true;
        } finally {
            if (!isThere) {
                endWrite(call);
            }
        }
    }

    /** Ends the write, unless the owner has not said that it has all of it: nobody is to read what it has. */
    private void store(String call, MemorySegment source, long sourceOffset) {
        boolean isTorn = false;
        try {
            rma().put(lock.rank(), lock.recordOffset(), source, sourceOffset, lock.recordBytes());
        } catch (PgasException e) {
            isTorn = true;
            throw e;
        } finally {
            if (!isTorn) {
                endWrite(call);
            }
        }
    }

    private void endWrite(String call) {
        lock.answer(call, lock.far().call(call, StructureStep.RECORD_END, 0, 0));
    }

    void read(String call, MemorySegment target, long targetOffset) {
        if (isShort()) {
            new Read(call, target, targetOffset).await(AnnouncedWait.FOREVER);
            return;
        }
        long stamp;
        do {
            stamp = beginRead(call);
            rma().get(target, targetOffset, lock.rank(), lock.recordOffset(), lock.recordBytes());
        } while (!isValid(call, stamp));
    }

    boolean tryRead(String call, MemorySegment target, long targetOffset) {
        if (isShort()) {
            Read once = new Read(call, target, targetOffset);
            return once.taken(lock.answer(call, once.attempt()));
        }
        long stamp = lock.answer(call, lock.far().call(call, StructureStep.RECORD_VERSION, 0, 0)
                .into(FarStructure.numbers(1), 0, Long.BYTES));
        if (RecordSteps.isOdd(stamp)) {
            return false;
        }
        rma().get(target, targetOffset, lock.rank(), lock.recordOffset(), lock.recordBytes());
        return isValid(call, stamp);
    }

    long beginRead(String call) {
        Version wait = new Version(call);
        wait.await(AnnouncedWait.FOREVER);
        return wait.stamp;
    }

    boolean isValid(String call, long stamp) {
        return lock.answer(call, lock.far().call(call, StructureStep.RECORD_VALIDATE, stamp, 0)) == RecordSteps.DONE;
    }

    void destroy(String call) {
        MemorySegment writer = FarStructure.numbers(1);
        if (lock.answer(call, lock.far().call(call, StructureStep.RECORD_DESTROY, 0, 0).into(writer, 0,
                Long.BYTES)) == RecordSteps.WRITING) {
            throw lock.misuse(call, "is being written by " + Holder.describe(FarStructure.number(writer, 0))
                    + ": let that end first");
        }
    }

    /** For the end of a write. */
    private abstract class RecordWait extends FarAttempt {
        private final long self = Holder.current(lock.jobRank());
        private long writer;

        RecordWait(String call) {
            super(lock, call);
        }

        /** Notes the rank that writes; an error if it is this thread. */
        final boolean isWriting(long newWriter) {
            writer = newWriter;
            lock.refuseOwnUpdate(call(), writer, self);
            return false;
        }

        @Override
        final int neededRank() {
            return Holder.jobRank(writer);
        }

        @Override
        final String missing() {
            return ", being written by " + Holder.describe(writer);
        }
    }

    private final class Write extends RecordWait {
        private final StructureStep step;
        private final MemorySegment source;
        private final long sourceOffset;
        private final MemorySegment writer = FarStructure.numbers(1);

        Write(String call, StructureStep step, MemorySegment source, long sourceOffset) {
            super(call);
            this.step = step;
            this.source = source;
            this.sourceOffset = sourceOffset;
        }

        @Override
        protected StepRequest attempt() {
            StepRequest made = step(step, 0, 0).into(writer, 0, Long.BYTES);
            return source == null ? made : made.with(source, sourceOffset, lock.recordBytes());
        }

        @Override
        boolean succeeded(long answer) {
            return answer == RecordSteps.DONE || isWriting(FarStructure.number(writer, 0));
        }
    }

    private final class Read extends RecordWait {
        private final MemorySegment target;
        private final long targetOffset;
        private final MemorySegment brought = MemorySegment
                .ofArray(new byte[(int) Math.max(Long.BYTES, lock.recordBytes())]);

        Read(String call, MemorySegment target, long targetOffset) {
            super(call);
            this.target = target;
            this.targetOffset = targetOffset;
        }

        @Override
        protected StepRequest attempt() {
            return step(StructureStep.RECORD_READ, 0, 0).into(brought, 0, brought.byteSize());
        }

        boolean taken(long answer) {
            if (answer == RecordSteps.DONE) {
                MemorySegment.copy(brought, 0, target, targetOffset, lock.recordBytes());
            }
            return answer == RecordSteps.DONE;
        }

        @Override
        boolean succeeded(long answer) {
            return taken(answer) || isWriting(brought.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
        }
    }

    private final class Version extends RecordWait {
        private final MemorySegment writer = FarStructure.numbers(1);
        private long stamp;

        Version(String call) {
            super(call);
        }

        @Override
        protected StepRequest attempt() {
            return step(StructureStep.RECORD_VERSION, 0, 0).into(writer, 0, Long.BYTES);
        }

        @Override
        boolean succeeded(long answer) {
            stamp = answer;
            return !RecordSteps.isOdd(answer) || isWriting(FarStructure.number(writer, 0));
        }
    }
}
