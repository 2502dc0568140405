package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.atomics.words.MessageSlots;
import org.pgas.atomics.words.QueueSteps;
import org.pgas.atomics.words.StructureStep;
import org.pgas.far.StepRequest;

/** A {@link MessageQueue} of a rank elsewhere, which carries out steps; a long message is transferred between two. */
final class FarQueue {
    private static final int NUMBERS = 2;

    private final MessageQueue queue;

    FarQueue(MessageQueue queue) {
        this.queue = queue;
    }

    /** Whether the message is in, within {@code nanos}; at once if {@code fullIsAnAnswer}. */
    boolean put(String call, MemorySegment source, long sourceOffset, long bytes, boolean fullIsAnAnswer, long nanos) {
        Put put = new Put(call, source, sourceOffset, bytes, fullIsAnAnswer);
        return put.await(nanos) && put.slot >= 0;
    }

    /** The length of the message, or as {@link MessageSlots#claimPublished} answers. */
    long take(String call, MemorySegment target, long targetOffset, long room, boolean emptyIsAnAnswer, long nanos) {
        Take take = new Take(call, target, targetOffset, room, emptyIsAnAnswer);
        return take.await(nanos) ? take.result : MessageSlots.EMPTY;
    }

    int size(String call) {
        return (int) queue.answer(call, queue.far().call(call, StructureStep.QUEUE_SIZE, 0, 0));
    }

    void destroy(String call) {
        queue.answer(call, queue.far().call(call, StructureStep.RETRACT, 0, 0));
    }

    private void end(String call, StructureStep step, long slot, long bytes) {
        queue.answer(call, queue.far().call(call, step, slot, bytes));
    }

    /** For room, or only for the end of a step where the room is to be. */
    private final class Put extends FarAttempt {
        private final MemorySegment source;
        private final long sourceOffset;
        private final long bytes;
        private final boolean fullIsAnAnswer;
        private final boolean isLong;
        private final MemorySegment claimer = FarStructure.numbers(1);
        private long slot;

        Put(String call, MemorySegment source, long sourceOffset, long bytes, boolean fullIsAnAnswer) {
            super(queue, call);
            this.source = source;
            this.sourceOffset = sourceOffset;
            this.bytes = bytes;
            this.fullIsAnAnswer = fullIsAnAnswer;
            isLong = bytes > queue.far().steps().mostBytes();
        }

        @Override
        protected StepRequest attempt() {
            StepRequest made = step(isLong ? StructureStep.QUEUE_CLAIM : StructureStep.QUEUE_PUT, 0, 0).into(claimer, 0,
                    Long.BYTES);
            return isLong ? made : made.with(source, sourceOffset, bytes);
        }

        @Override
        boolean succeeded(long answer) {
            slot = answer;
            if (answer >= 0 && isLong) {
                fill();
            }
            return answer >= 0 || fullIsAnAnswer && answer == MessageSlots.FULL;
        }

        private void fill() {
            long length = MessageSlots.NO_MESSAGE;
            try {
                queue.team().rma().put(queue.rank(), queue.offset() + MessageSlots.payload(slot), source, sourceOffset,
                        bytes);
                length = bytes;
            } finally {
                end(call(), StructureStep.QUEUE_PUBLISH, slot, length);
            }
        }

        @Override
        String missing() {
            return slot == MessageSlots.FULL ? " is full"
                    : MessageQueue.lastAt(" has room only behind a message that is being taken out",
                            (int) FarStructure.number(claimer, 0));
        }
    }

    /** For a message, or only for the end of a step where it is to be. */
    private final class Take extends FarAttempt {
        private final MemorySegment target;
        private final long targetOffset;
        private final long room;
        private final boolean emptyIsAnAnswer;
        private final MemorySegment brought;
        private long result;

        Take(String call, MemorySegment target, long targetOffset, long room, boolean emptyIsAnAnswer) {
            super(queue, call);
            this.target = target;
            this.targetOffset = targetOffset;
            this.room = room;
            this.emptyIsAnAnswer = emptyIsAnAnswer;
            long most = Math.min(Math.min(room, queue.maxMessageBytes()), queue.far().steps().mostBytes());
            brought = MemorySegment.ofArray(new byte[(int) Math.max(NUMBERS * Long.BYTES, most)]);
        }

        @Override
        protected StepRequest attempt() {
            return step(StructureStep.QUEUE_TAKE, room, 0).into(brought, 0, brought.byteSize());
        }

        @Override
        boolean succeeded(long answer) {
            result = answer;
            if (answer > 0) {
                MemorySegment.copy(brought, 0, target, targetOffset, answer);
            } else if (answer == QueueSteps.LONG_ONE) {
                drain(number(0), number(1));
            }
            return answer != MessageSlots.BUSY && (answer != MessageSlots.EMPTY || emptyIsAnAnswer);
        }

        private long number(int index) {
            return brought.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) Long.BYTES * index);
        }

        private void drain(long slot, long bytes) {
            try {
                queue.team().rma().get(target, targetOffset, queue.rank(), queue.offset() + MessageSlots.payload(slot),
                        bytes);
                result = bytes;
            } finally {
                end(call(), StructureStep.QUEUE_RELEASE, slot, 0);
            }
        }

        @Override
        String missing() {
            return result == MessageSlots.EMPTY ? " is empty"
                    : MessageQueue.lastAt(" has messages only behind one that is being put in", (int) number(0));
        }
    }
}
