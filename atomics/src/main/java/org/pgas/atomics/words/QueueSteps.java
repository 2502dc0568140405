package org.pgas.atomics.words;

import org.pgas.far.FarStep;
import org.pgas.memory.SharedMemory;

/**
 * Steps of a queue of messages, carried out by its owner. A message that is too long for a step is transferred by the
 * rank that asks, between the claim of its slot and what ends that.
 */
public final class QueueSteps {
    // Fields and orders: MessageSlots.

    /** Answers of a claim are slots' distances from the base, or those of {@link MessageSlots}, or this. */
    public static final long DONE = 0;

    /** Of a message that is taken out: it is long, and its slot and its length go back as data. */
    public static final long LONG_ONE = Long.MIN_VALUE + 2;

    private final FarStep step;
    private final int maxMessageBytes;
    private final MessageSlots slots;

    QueueSteps(FarStep step) {
        this.step = step;
        maxMessageBytes = (int) StructureKind.dimension(step.base(), 1);
        slots = new MessageSlots(step.base(), (int) StructureKind.dimension(step.base(), 0), maxMessageBytes);
    }

    private void ringIf(long waiting) {
        if (SharedMemory.getLongOpaque(waiting) != 0) {
            step.ringAll();
        }
    }

    private long claimFree() {
        long slot = slots.claimFree();
        if (slot > 0) {
            MessageSlots.claimer(slot, step.source());
        } else {
            step.answer(slots.claimerAtTail());
        }
        return slot;
    }

    private void publish(long slot, int bytes) {
        MessageSlots.publish(slot, bytes);
        ringIf(MessageSlots.waitingConsumers(step.base()));
    }

    private void release(long slot) {
        slots.release(slot);
        ringIf(MessageSlots.waitingProducers(step.base()));
    }

    long put() {
        int bytes = Math.min(step.dataBytes(), maxMessageBytes);
        long slot = claimFree();
        if (slot < 0) {
            return slot;
        }
        SharedMemory.copy(step.data(), MessageSlots.payload(slot), bytes);
        publish(slot, bytes);
        return DONE;
    }

    long claim() {
        long slot = claimFree();
        return slot < 0 ? slot : slot - step.base();
    }

    /** The first number is the slot's distance, the second the message's length. */
    long publish() {
        if (slots.isSlot(step.first())) {
            publish(step.base() + step.first(), (int) Math.min(step.second(), maxMessageBytes));
        }
        return DONE;
    }

    /** The first number is the room for the message. */
    long take() {
        for (;;) {
            long slot = slots.claimPublished(step.first());
            if (slot < 0) {
                if (slot == MessageSlots.BUSY) {
                    step.answer(slots.claimerAtHead());
                }
                return slot;
            }
            MessageSlots.claimer(slot, step.source());
            // whatever has been written there, no copy leaves the slot
            int bytes = (int) Math.min(Math.min(MessageSlots.length(slot), maxMessageBytes), step.first());
            if (bytes > step.mostBytes()) {
                step.answer(slot - step.base(), bytes);
                return LONG_ONE;
            }
            if (bytes >= 0) {
                SharedMemory.copyOut(MessageSlots.payload(slot), step.memory(bytes), 0, bytes);
            }
            release(slot);
            if (bytes >= 0) {
                return bytes;
            }
        }
    }

    long release() {
        if (slots.isSlot(step.first())) {
            release(step.base() + step.first());
        }
        return DONE;
    }

    long size() {
        return slots.size();
    }
}
