package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.Seed;

/** Every kernel against one that does a number after the other, with nothing else touched. */
class ScaledAddTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private static final int BYTES = 32768;
    private static final int ROUNDS = 3000;

    private final Seed seed = new Seed();
    private final Random random = seed.random();
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment source = arena.allocate(BYTES, 64);
    private final MemorySegment target = arena.allocate(BYTES, 64);
    private final MemorySegment model = arena.allocate(BYTES, 64);

    /** Of what is added now. */
    private int count;
    private long from;
    private long to;
    private String what;

    @AfterEach
    void free() {
        arena.close();
    }

    /** Numbers, small counts above all, anywhere in source and target; a source need not be aligned. */
    private void draw(int bytes, boolean aligned) {
        count = random.nextInt(random.nextInt(8) == 0 ? BYTES / bytes / 2 : 12);
        int step = aligned || random.nextBoolean() ? bytes : 1;
        from = (long) random.nextInt((BYTES - count * bytes) / step + 1) * step;
        to = (long) random.nextInt((BYTES - count * bytes) / bytes + 1) * bytes;
        for (int at = 0; at < BYTES; at += 8) {
            target.set(LONG, at, 0x4004_4004_4004_4004L + (random.nextLong() & 0x0003_FFFF_0003_FFFFL));
        }
        model.copyFrom(target);
        what = count + " of " + bytes + " bytes from " + from + " to " + to + ", " + seed;
    }

    private void fill(int bytes) {
        for (int i = 0; i < count; i++) {
            long at = from + (long) i * bytes;
            if (bytes == 4) {
                source.set(FLOAT, at, random.nextFloat() * 1000 - 500);
            } else {
                source.set(DOUBLE, at, random.nextDouble() * 1000 - 500);
            }
        }
    }

    private void check() {
        assertEquals(-1, target.mismatch(model), what);
    }

    @Test
    void ints() {
        for (int round = 0; round < ROUNDS; round++) {
            boolean array = round % 3 == 0;
            draw(4, array);
            fill(4);
            int scale = random.nextInt();
            for (int i = 0; i < count; i++) {
                model.set(INT, to + 4L * i,
                        model.get(INT, to + 4L * i) + scale * source.get(INT, from + 4L * i));
            }
            if (array) {
                ScaledAdd.addInts(source.toArray(INT), (int) from / 4, target.address() + to, count, scale);
            } else if (round % 3 == 1) {
                ScaledAdd.addInts(source, from, target.address() + to, count, scale);
            } else {
                ScaledAdd.addInts(source.address() + from, target.address() + to, count, scale);
            }
            check();
        }
    }

    @Test
    void longs() {
        for (int round = 0; round < ROUNDS; round++) {
            boolean array = round % 3 == 0;
            draw(8, array);
            fill(8);
            long scale = random.nextLong();
            for (int i = 0; i < count; i++) {
                model.set(LONG, to + 8L * i,
                        model.get(LONG, to + 8L * i) + scale * source.get(LONG, from + 8L * i));
            }
            if (array) {
                ScaledAdd.addLongs(source.toArray(LONG), (int) from / 8, target.address() + to, count, scale);
            } else if (round % 3 == 1) {
                ScaledAdd.addLongs(source, from, target.address() + to, count, scale);
            } else {
                ScaledAdd.addLongs(source.address() + from, target.address() + to, count, scale);
            }
            check();
        }
    }

    @Test
    void floats() {
        for (int round = 0; round < ROUNDS; round++) {
            boolean array = round % 3 == 0;
            draw(4, array);
            fill(4);
            float scale = random.nextFloat() * 4 - 2;
            for (int i = 0; i < count; i++) {
                model.set(FLOAT, to + 4L * i,
                        model.get(FLOAT, to + 4L * i) + scale * source.get(FLOAT, from + 4L * i));
            }
            if (array) {
                ScaledAdd.addFloats(source.toArray(FLOAT), (int) from / 4, target.address() + to, count, scale);
            } else if (round % 3 == 1) {
                ScaledAdd.addFloats(source, from, target.address() + to, count, scale);
            } else {
                ScaledAdd.addFloats(source.address() + from, target.address() + to, count, scale);
            }
            check();
        }
    }

    @Test
    void doubles() {
        for (int round = 0; round < ROUNDS; round++) {
            boolean array = round % 3 == 0;
            draw(8, array);
            fill(8);
            double scale = random.nextDouble() * 4 - 2;
            for (int i = 0; i < count; i++) {
                model.set(DOUBLE, to + 8L * i,
                        model.get(DOUBLE, to + 8L * i) + scale * source.get(DOUBLE, from + 8L * i));
            }
            if (array) {
                ScaledAdd.addDoubles(source.toArray(DOUBLE), (int) from / 8, target.address() + to, count, scale);
            } else if (round % 3 == 1) {
                ScaledAdd.addDoubles(source, from, target.address() + to, count, scale);
            } else {
                ScaledAdd.addDoubles(source.address() + from, target.address() + to, count, scale);
            }
            check();
        }
    }

    /** A source that is closed, another thread's or too short is noticed before anything is added. */
    @Test
    void sourcesThatCannotBeRead() throws InterruptedException {
        long count = BYTES / 8;
        model.copyFrom(target);
        MemorySegment closed;
        try (Arena brief = Arena.ofConfined()) {
            closed = brief.allocate(BYTES, 64);
        }
        assertThrows(IllegalStateException.class, () -> ScaledAdd.addDoubles(closed, 0, target.address(), count, 1));
        assertThrows(IndexOutOfBoundsException.class,
                () -> ScaledAdd.addDoubles(source, 8, target.address(), count, 1));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        long to = target.address();
        Thread other = new Thread(() -> ScaledAdd.addDoubles(source, 0, to, count, 1));
        other.setUncaughtExceptionHandler((thread, e) -> thrown.set(e));
        other.start();
        other.join();
        assertInstanceOf(WrongThreadException.class, thrown.get());
        check();
    }

    /** (1 + 2i) * (3 - i) is 5 + 5i: the model multiplies by parts, as the two kernels, and must be right itself. */
    @Test
    void complexFloats() {
        assertEquals(5, part(1f, 2f, 3f, -1f, true));
        assertEquals(5, part(1f, 2f, 3f, -1f, false));
        for (int round = 0; round < ROUNDS; round++) {
            draw(8, true);
            count = 2 * count;
            fill(4);
            float re = random.nextFloat() * 4 - 2;
            float im = random.nextFloat() * 4 - 2;
            for (int i = 0; i < count; i += 2) {
                float x = source.get(FLOAT, from + 4L * i);
                float y = source.get(FLOAT, from + 4L * i + 4);
                model.set(FLOAT, to + 4L * i, model.get(FLOAT, to + 4L * i) + part(re, im, x, y, true));
                model.set(FLOAT, to + 4L * i + 4, model.get(FLOAT, to + 4L * i + 4) + part(re, im, x, y, false));
            }
            if (round % 2 == 0) {
                ScaledAdd.addComplexFloats(source.address() + from, target.address() + to, count / 2, re, im);
            } else {
                float[] numbers = source.asSlice(from, 4L * count).toArray(FLOAT);
                ScaledAdd.multiplyComplexFloats(numbers, count / 2, re, im);
                ScaledAdd.addFloats(numbers, 0, target.address() + to, count, 1);
            }
            check();
        }
    }

    private static float part(float re, float im, float x, float y, boolean real) {
        return real ? re * x - im * y : re * y + im * x;
    }

    @Test
    void complexDoubles() {
        for (int round = 0; round < ROUNDS; round++) {
            draw(16, true);
            count = 2 * count;
            fill(8);
            double re = random.nextDouble() * 4 - 2;
            double im = random.nextDouble() * 4 - 2;
            for (int i = 0; i < count; i += 2) {
                double x = source.get(DOUBLE, from + 8L * i);
                double y = source.get(DOUBLE, from + 8L * i + 8);
                model.set(DOUBLE, to + 8L * i, model.get(DOUBLE, to + 8L * i) + (re * x - im * y));
                model.set(DOUBLE, to + 8L * i + 8, model.get(DOUBLE, to + 8L * i + 8) + (re * y + im * x));
            }
            if (round % 2 == 0) {
                ScaledAdd.addComplexDoubles(source.address() + from, target.address() + to, count / 2, re, im);
            } else {
                double[] numbers = source.asSlice(from, 8L * count).toArray(DOUBLE);
                ScaledAdd.multiplyComplexDoubles(numbers, count / 2, re, im);
                ScaledAdd.addDoubles(numbers, 0, target.address() + to, count, 1);
            }
            check();
        }
    }
}
