package org.pgas.jmh.words;

import java.nio.file.Path;

import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Agrona's buffer over its own mapping, with its bounds checks. */
record AgronaWord(UnsafeBuffer buffer, int offset) implements AtomicWord {
    static AtomicWord[] open(Path file, Layout layout) {
        UnsafeBuffer buffer = new UnsafeBuffer(IoUtil.mapExistingFile(file.toFile(), "words"));
        return new AtomicWord[]{new AgronaWord(buffer, layout.offset(0)), new AgronaWord(buffer, layout.offset(1))};
    }

    @Override
    public long getAndAdd(long delta) {
        return buffer.getAndAddLong(offset, delta);
    }

    @Override
    public boolean compareAndSet(long expected, long desired) {
        return buffer.compareAndSetLong(offset, expected, desired);
    }

    @Override
    public long get() {
        return buffer.getLongAcquire(offset);
    }

    @Override
    public void set(long value) {
        buffer.putLongRelease(offset, value);
    }
}
