package org.pgas.jmh.words;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Words of one JVM. Objects begin at a multiple of 64 there, by an option of the benchmark: so neighbours in an array
 * share a line, and two objects do not.
 */
final class HeapWords {
    private HeapWords() {}

    static AtomicWord[] atomicLongs(Layout layout) {
        if (layout == Layout.ONE_LINE) {
            var array = new AtomicLongArray(2);
            return new AtomicWord[]{new OfArray(array, 0), new OfArray(array, 1)};
        }
        var first = new OfAtomicLong(new AtomicLong());
        return new AtomicWord[]{first, layout == Layout.ONE_WORD ? first : distant()};
    }

    /** With another object between it and whatever was allocated before. */
    private static AtomicWord distant() {
        AtomicLong[] several = {new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicLong()};
        return new OfAtomicLong(several[several.length - 1]);
    }

    static AtomicWord[] longAdder() {
        var adder = new OfLongAdder(new LongAdder());
        return new AtomicWord[]{adder, adder};
    }

    private record OfAtomicLong(AtomicLong value) implements AtomicWord {
        @Override
        public long getAndAdd(long delta) {
            return value.getAndAdd(delta);
        }

        @Override
        public boolean compareAndSet(long expected, long desired) {
            return value.compareAndSet(expected, desired);
        }

        @Override
        public long get() {
            return value.getAcquire();
        }

        @Override
        public void set(long desired) {
            value.setRelease(desired);
        }
    }

    private record OfArray(AtomicLongArray values, int index) implements AtomicWord {
        @Override
        public long getAndAdd(long delta) {
            return values.getAndAdd(index, delta);
        }

        @Override
        public boolean compareAndSet(long expected, long desired) {
            return values.compareAndSet(index, expected, desired);
        }

        @Override
        public long get() {
            return values.getAcquire(index);
        }

        @Override
        public void set(long desired) {
            values.setRelease(index, desired);
        }
    }

    private record OfLongAdder(LongAdder adder) implements AtomicWord {
        @Override
        public long getAndAdd(long delta) {
            adder.add(delta);
            return delta;
        }

        @Override
        public boolean compareAndSet(long expected, long desired) {
            throw new UnsupportedOperationException("LongAdder has no compareAndSet");
        }

        @Override
        public long get() {
            return adder.sum();
        }

        @Override
        public void set(long value) {
            throw new UnsupportedOperationException("LongAdder has no set");
        }
    }
}
