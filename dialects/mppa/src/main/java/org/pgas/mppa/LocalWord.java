package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.WaitCondition;
import org.pgas.memory.SharedMemory;
import org.pgas.wait.SharedCondition;

/** That a word of local memory which peers do not map, such as an array's, fulfils a condition. */
record LocalWord(String call, MemorySegment local, long offset, long value, WaitCondition condition)
        implements
            SharedCondition {
    // Fields and orders: words of the program's, with the order that each call promises.

    private static final int[] NOBODY = {};

    @Override
    public boolean isMet() {
        boolean met = condition.holds(word(), value);
        if (met) {
            // SYNC: word of the program; what was done before it was written, by messages or by another thread, is seen
            SharedMemory.acquireFence();
        }
        return met;
    }

    private long word() {
        return local.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    }

    @Override
    public int[] needed() {
        return NOBODY;
    }

    @Override
    public String describe() {
        return call + ": the word at offset " + offset + " of " + local.byteSize() + " bytes of local memory is not "
                + condition + " " + value;
    }
}
