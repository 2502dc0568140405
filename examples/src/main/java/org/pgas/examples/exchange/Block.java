package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.mpi.Datatype;

/** A block of INTs in some layout: what one neighbour is supplied with. Has its datatype, which ends with it. */
final class Block implements AutoCloseable {
    /** What lies between the INTs before an exchange, and still after it. */
    static final byte GAP = (byte) 0xA5;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final long CACHE_LINE = 64;

    private final Layout layout;
    private final int bytes;
    private final Datatype type;

    /** @param bytes of data, a multiple of {@link Layout#DATA_BYTES} */
    Block(Layout layout, int bytes, Datatype type) {
        this.layout = layout;
        this.bytes = bytes;
        this.type = type;
    }

    static Block of(Layout layout, int bytes) {
        return new Block(layout, bytes, layout.datatype());
    }

    Layout layout() {
        return layout;
    }

    Datatype type() {
        return type;
    }

    /** Elements of {@link #type}. */
    int count() {
        return bytes / (layout == Layout.CONTIGUOUS ? Integer.BYTES : Layout.DATA_BYTES);
    }

    /** Bytes of data. */
    int bytes() {
        return bytes;
    }

    private int groups() {
        return bytes / Integer.BYTES / layout.intsOfGroup();
    }

    /** From its first byte to its last. */
    long extent() {
        return (long) groups() * layout.groupBytes();
    }

    /** From one block to the next. */
    long stride() {
        return Math.ceilDiv(extent(), CACHE_LINE) * CACHE_LINE;
    }

    /** Block {@code j}, from 1, of several. */
    MemorySegment slice(MemorySegment blocks, int j) {
        return blocks.asSlice((j - 1) * stride(), extent());
    }

    private long run(int group, int run) {
        return (long) group * layout.groupBytes() + (long) run * layout.strideBytes;
    }

    /** Fills the block with INTs that follow from {@code seed}. */
    void fill(MemorySegment block, int seed) {
        int index = 0;
        for (int group = 0; group < groups(); group++) {
            for (int run = 0; run < layout.runsOfGroup; run++) {
                long at = run(group, run);
                for (int i = 0; i < layout.intsOfRun; i++) {
                    block.set(INT, at + (long) i * Integer.BYTES, value(seed, index++));
                }
            }
        }
    }

    /**
     * Null if the block is as {@link #fill} with that seed makes it, and its gaps as {@link #clear}; else what is
     * wrong.
     */
    String problem(MemorySegment block, int seed) {
        int index = 0;
        for (int group = 0; group < groups(); group++) {
            for (int run = 0; run < layout.runsOfGroup; run++) {
                long at = run(group, run);
                for (int i = 0; i < layout.intsOfRun; i++) {
                    int found = block.get(INT, at + (long) i * Integer.BYTES);
                    if (found != value(seed, index)) {
                        return "INT " + index + " is " + found + " instead of " + value(seed, index);
                    }
                    index++;
                }
                if (run + 1 < layout.runsOfGroup) {
                    long gap = at + (long) layout.intsOfRun * Integer.BYTES;
                    long next = run(group, run + 1);
                    for (long other = gap; other < next; other++) {
                        if (block.get(ValueLayout.JAVA_BYTE, other) != GAP) {
                            return "byte " + other + ", in a gap, was written to";
                        }
                    }
                }
            }
        }
        return null;
    }

    static void clear(MemorySegment blocks) {
        blocks.fill(GAP);
    }

    private static int value(int seed, int index) {
        return (seed + index) * 0x9E3779B1 ^ seed;
    }

    /** Such as "65536 bytes of INTs, struct". */
    @Override
    public String toString() {
        return bytes + " bytes of INTs, " + layout.title();
    }

    @Override
    public void close() {
        if (layout != Layout.CONTIGUOUS) {
            type.free();
        }
    }
}
