package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.ByteRing;
import org.pgas.atomics.words.FifoSteps;
import org.pgas.atomics.words.StructureStep;
import org.pgas.far.StepRequest;
import org.pgas.team.TeamCore;

/**
 * A {@link ByteFifo} of a rank elsewhere, which carries out the steps of a producer; many bytes are transferred between
 * two, while this thread has the producers' turn.
 */
final class FarFifo {
    private final ByteFifo fifo;

    FarFifo(ByteFifo fifo) {
        this.fifo = fifo;
    }

    long available(String call) {
        return fifo.answer(call, fifo.far().call(call, StructureStep.FIFO_AVAILABLE, 0, 0));
    }

    /** Whether all bytes are in; false only if {@code fullIsAnAnswer}. */
    boolean enqueue(String call, MemorySegment source, long sourceOffset, long bytes, boolean atomic,
            boolean fullIsAnAnswer) {
        if (bytes == 0) {
            return true;
        }
        Append append = new Append(call, source, sourceOffset, bytes, atomic, fullIsAnAnswer);
        append.await(AnnouncedWait.FOREVER);
        return append.done == bytes;
    }

    Event enqueueNb(String call, MemorySegment source, long sourceOffset, long bytes, boolean atomic) {
        return bytes == 0 ? Event.DONE : new Append(call, source, sourceOffset, bytes, atomic, false).event();
    }

    void destroy(String call) {
        fifo.answer(call, fifo.far().call(call, StructureStep.RETRACT, 0, 0));
    }

    /** For room, or only for the end of an append. */
    private final class Append extends FarAttempt {
        private final MemorySegment source;
        private final long sourceOffset;
        private final long bytes;
        private final boolean atomic;
        private final boolean fullIsAnAnswer;
        private final MemorySegment numbers = FarStructure.numbers(FifoSteps.NUMBERS);
        private long done;
        private long last = ByteRing.BUSY;

        Append(String call, MemorySegment source, long sourceOffset, long bytes, boolean atomic,
                boolean fullIsAnAnswer) {
            super(fifo, call);
            this.source = source;
            this.sourceOffset = sourceOffset;
            this.bytes = bytes;
            this.atomic = atomic;
            this.fullIsAnAnswer = fullIsAnAnswer;
        }

        private boolean isLong() {
            return bytes - done > fifo.far().steps().mostBytes();
        }

        /** The turn of producers. */
        @Override
        boolean keepsOthersOut() {
            return isLong();
        }

        @Override
        protected StepRequest attempt() {
            long whole = atomic ? 1 : 0;
            return isLong() ? step(StructureStep.FIFO_BEGIN, whole, bytes - done).into(numbers, 0, numbers.byteSize())
                    : step(StructureStep.FIFO_APPEND, whole, 0).with(source, sourceOffset + done, bytes - done)
                            .into(numbers, 0, numbers.byteSize());
        }

        @Override
        boolean succeeded(long answer) {
            last = answer;
            if (answer == ByteRing.DAMAGED) {
                throw fifo.damaged(call(), ByteRing.positions(number(1), number(2), number(3)));
            }
            if (answer > 0) {
                if (isLong()) {
                    fill(number(0), answer);
                }
                done += answer;
            }
            return done == bytes || fullIsAnAnswer && answer == ByteRing.FULL;
        }

        private void fill(long place, long count) {
            long ring = fifo.offset() + ByteRing.RING;
            long first = Math.min(count, fifo.capacity() - place);
            long appended = 0;
            try {
                put(ring + place, sourceOffset + done, first);
                put(ring, sourceOffset + done + first, count - first);
                appended = count;
            } finally {
                fifo.answer(call(), fifo.far().call(call(), StructureStep.FIFO_END, appended, 0));
            }
        }

        private void put(long offset, long from, long count) {
            if (count > 0) {
                fifo.team().rma().put(fifo.rank(), offset, source, from, count);
            }
        }

        private long number(int index) {
            return FarStructure.number(numbers, index);
        }

        /** The rank that is appending; else the consumer, unless it had made room by the last attempt. */
        @Override
        int neededRank() {
            return last >= 0 ? Holder.jobRank(Holder.NOBODY)
                    : number(0) == Holder.NOBODY ? TeamCore.of(fifo.team()).memberJobRank(fifo.rank())
                            : Holder.jobRank(number(0));
        }

        @Override
        String missing() {
            return number(0) == Holder.NOBODY || last >= 0 ? " has too little room for " + (bytes - done) + " bytes"
                    : ", to which " + Holder.describe(number(0)) + " is appending";
        }
    }
}
