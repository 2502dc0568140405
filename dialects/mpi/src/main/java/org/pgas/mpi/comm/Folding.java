package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.ReduceOp;

/** Elements of one rank to which those of others are added, in the order of the ranks. For one thread at a time. */
final class Folding {
    private final ReduceOp op;
    private Buffer value;

    /** {@code value}: where there is something already, and what changes. */
    Folding(ReduceOp op, Buffer value) {
        this.op = op;
        this.value = value;
    }

    /** Where the value is; another buffer after each {@link #append}. */
    Buffer value() {
        return value;
    }

    /** {@code value = value op right}: the result lies where {@code right} was. */
    void append(Buffer right) {
        op.reduceLocal(memory(value), memory(right), value.count(), value.type());
        value = right;
    }

    /** {@code value = left op value}. */
    void prepend(Buffer left) {
        op.reduceLocal(memory(left), memory(value), value.count(), value.type());
    }

    /** From where its first element begins. */
    private static MemorySegment memory(Buffer elements) {
        return elements.offset() == 0 ? elements.memory() : elements.memory().asSlice(elements.offset());
    }
}
