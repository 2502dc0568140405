package org.pgas.jmh.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.io.ReferenceOwner;

/** Chronicle's bytes over its own mapping. */
record ChronicleWord(MappedBytesStore bytes, long offset) implements AtomicWord {
    static AtomicWord[] open(Path file, Layout layout) {
        try {
            MappedBytesStore bytes = MappedFile.ofSingle(file.toFile(), WordFile.BYTES, false)
                    .acquireByteStore(ReferenceOwner.temporary("words"), 0);
            return new AtomicWord[]{new ChronicleWord(bytes, layout.offset(0)),
                new ChronicleWord(bytes, layout.offset(1))};
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + file, e);
        }
    }

    @Override
    public long getAndAdd(long delta) {
        return bytes.addAndGetLong(offset, delta) - delta;
    }

    @Override
    public boolean compareAndSet(long expected, long desired) {
        return bytes.compareAndSwapLong(offset, expected, desired);
    }

    @Override
    public long get() {
        return bytes.readVolatileLong(offset);
    }

    @Override
    public void set(long value) {
        bytes.writeOrderedLong(offset, value);
    }
}
