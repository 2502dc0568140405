package org.pgas.atomics.words;

import org.pgas.far.FarStep;
import org.pgas.memory.SharedMemory;

/**
 * Steps of a producer of a stream of bytes, carried out by its owner, the consumer. What is too much for a step is
 * transferred by the rank that asks, while it has the producers' turn.
 */
public final class FifoSteps {
    // Fields and orders: ByteRing.

    /** Numbers that go back: the producer, and the positions; of {@link #begin}: where the bytes go, and how many. */
    public static final int NUMBERS = 4;

    private final FarStep step;
    private final ByteRing ring;

    FifoSteps(FarStep step) {
        this.step = step;
        ring = new ByteRing(step.base(), StructureKind.dimension(step.base(), 0));
    }

    /** The first number is not 0 if all bytes go in one piece. */
    long append() {
        return told(ring.append(SharedMemory.everything(), step.data(), step.dataBytes(), step.first() != 0,
                step.self()));
    }

    /** Answers how many bytes were appended, or why none were, as {@link ByteRing#append}. */
    private long told(long done) {
        if (done > 0) {
            ring();
        } else if (done < 0) {
            step.answer(ring.numbers());
        }
        return done;
    }

    /** After bytes came, and the turn of a producer ended. */
    private void ring() {
        if (SharedMemory.getLongOpaque(ByteRing.waitingForTurn(step.base())) != 0
                || SharedMemory.getLongOpaque(ByteRing.waitingConsumer(step.base())) != 0) {
            step.ringAll();
        }
    }

    /** Takes the turn to append the second number of bytes, all in one piece if the first is not 0. */
    long begin() {
        long count = ring.beginAppend(step.second(), step.first() != 0, step.self());
        if (count < 0) {
            return told(count);
        }
        step.answer(ring.tailPlace(), 0, 0, 0);
        return count;
    }

    /** Has appended the first number of bytes, perhaps 0, and gives the turn back. */
    long end() {
        if (ring.producer() == step.self()) {
            ring.endAppend(step.first());
            ring();
        }
        return 0;
    }

    long available() {
        return ring.available();
    }
}
