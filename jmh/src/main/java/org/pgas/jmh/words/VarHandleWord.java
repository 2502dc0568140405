package org.pgas.jmh.words;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/** The JDK alone. */
record VarHandleWord(MemorySegment memory, long offset) implements AtomicWord {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    static AtomicWord[] open(Path file, Layout layout) {
        MemorySegment memory = WordFile.map(file, Arena.global());
        return new AtomicWord[]{new VarHandleWord(memory, layout.offset(0)),
            new VarHandleWord(memory, layout.offset(1))};
    }

    @Override
    public long getAndAdd(long delta) {
        return (long) LONG.getAndAdd(memory, offset, delta);
    }

    @Override
    public boolean compareAndSet(long expected, long desired) {
        return LONG.compareAndSet(memory, offset, expected, desired);
    }

    @Override
    public long get() {
        return (long) LONG.getAcquire(memory, offset);
    }

    @Override
    public void set(long value) {
        LONG.setRelease(memory, offset, value);
    }
}
