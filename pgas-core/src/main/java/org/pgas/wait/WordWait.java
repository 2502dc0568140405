package org.pgas.wait;

import org.pgas.WaitCondition;
import org.pgas.memory.SharedMemory;

/** That a word of this rank's segment fulfils a condition. For one thread. */
public final class WordWait extends LocalAwaited implements SharedCondition {
    // Fields and orders: words of the program's, with the order that each call promises.

    /**
     * Puts ring no bell, which would cost each of them, so sleepers look by themselves once a millisecond: that, less
     * the kernel's timer slack and a wake-up.
     */
    static final long LONGEST_SLEEP_NANOS = 900_000;

    private final String call;
    private final long offset;
    private final long address;
    private final int width;
    private final WaitCondition condition;
    private final long value;
    private long datum;

    public WordWait(String call, long offset, long address, int width, WaitCondition condition, long value) {
        this.call = call;
        this.offset = offset;
        this.address = address;
        this.width = width;
        this.condition = condition;
        this.value = value;
    }

    /** Reads a word of 4 or 8 bytes; an acquire. Ints are widened with their sign. */
    public static long read(long address, int width) {
        return width == 4 ? SharedMemory.getIntAcquire(address) : SharedMemory.getLongAcquire(address);
    }

    @Override
    public boolean isMet() {
        datum = read(address, width);
        return condition.holds(datum, value);
    }

    @Override
    public int[] needed() {
        return NOBODY;
    }

    @Override
    public int[] absent() {
        return NOBODY;
    }

    /** What the last look saw. */
    public long datum() {
        return datum;
    }

    @Override
    public long longestSleepNanos() {
        return LONGEST_SLEEP_NANOS;
    }

    @Override
    public String describe() {
        return call + ": the " + (width == 4 ? "int" : "long") + " at offset " + offset + " is not " + condition + " "
                + text(condition, value, width) + " but " + text(condition, read(address, width), width);
    }

    /** The number as this condition sees it, for messages: signed, unsigned, or in hexadecimal. */
    public static String text(WaitCondition condition, long number, int width) {
        long bits = width == 4 ? number & 0xFFFF_FFFFL : number;
        return switch (condition) {
            case NE, EQ, LT, GE, LE, GT -> Long.toString(number);
            case LTU, GEU, LEU, GTU -> Long.toUnsignedString(bits);
            case ALL, NALL, ANY, NONE -> "0x" + Long.toHexString(bits);
        };
    }
}
