package org.pgas.memory;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Mapped memory as buffers of numbers, for loops that HotSpot turns into vectors.
 *
 * <p>A VarHandle gets a floating-point number from native memory as an integer and converts it, which HotSpot does not
 * turn into vectors; a buffer gets the number itself. The index of such a loop needs a bound that the compiler sees: so
 * it is an int below {@link #MOST}, and added to a place in the buffer that is cut down to a gigabyte.
 *
 * <p>A buffer reaches less than two gigabytes. So there is one for each gigabyte of addresses that a program uses, and
 * it reaches so far beyond that a loop which begins in it ends in it. It reaches over addresses where no memory is, as
 * {@link SharedMemory} does.
 *
 * <p>Each thread has views of its own, since each access to a buffer asks whether its memory belongs to a thread, and
 * whether to this one. HotSpot compiles that by what all segments and buffers of the program have been; where many
 * belonged to threads, it asks the second question ahead of the loop, whatever the answer to the first. For memory that
 * belongs to nobody that fails: the loop falls back to the interpreter, and is compiled once more without vectors.
 */
record NumberViews(long gigabyte, IntBuffer ints, LongBuffer longs, FloatBuffer floats, DoubleBuffer doubles) {
    /** Numbers that a loop over a view may have at most. */
    static final int MOST = 4096;

    private static final int GIGABYTE_SHIFT = 30;

    private static final long GIGABYTE = 1L << GIGABYTE_SHIFT;

    /** Views of consecutive gigabytes: a terabyte has room without two at one place. */
    private static final int VIEWS = 1024;

    private static final ThreadLocal<NumberViews[]> OF_THREAD = ThreadLocal.withInitial(() -> new NumberViews[VIEWS]);

    /** This thread's views in which numbers from that address on are, at their {@link #place}. */
    static NumberViews of(long address) {
        NumberViews[] mine = OF_THREAD.get();
        long gigabyte = address >>> GIGABYTE_SHIFT;
        int at = (int) gigabyte & VIEWS - 1;
        NumberViews views = mine[at];
        if (views == null || views.gigabyte != gigabyte) {
            views = make(gigabyte);
            mine[at] = views;
        }
        return views;
    }

    private static NumberViews make(long gigabyte) {
        long bytes = GIGABYTE + (long) MOST * Long.BYTES;
        ByteBuffer buffer = SharedMemory.view(gigabyte << GIGABYTE_SHIFT, bytes, Arena.ofConfined())
                .asByteBuffer().order(ByteOrder.nativeOrder());
        return new NumberViews(gigabyte, buffer.asIntBuffer(), buffer.asLongBuffer(), buffer.asFloatBuffer(),
                buffer.asDoubleBuffer());
    }

    /** Where the number at that address, a multiple of {@code bytes} (4 or 8), is in its view. */
    static int place(long address, int bytes) {
        return (int) (address & GIGABYTE - bytes) / bytes;
    }
}
