package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;
import org.pgas.regions.Packing;
import org.pgas.vis.inside.Shapes;

/**
 * Copies between typed buffers, and between a typed buffer and a part of its packed form. What the layouts have shapes
 * for is copied by plans, which are found once; where one side is longer or is not direct, rows and units are taken one
 * after the other, or both sides meet in a buffer of bounded size.
 *
 * <p>Source: Traeff, Ritzdorf, Hempel (2000) "Handling of derived datatypes": direct copies, flattening on the fly.
 */
final class TypedCopy {
    /** Through which two layouts meet that have nothing in common. */
    private static final int STAGED_BYTES = 1 << 16;

    private TypedCopy() {}

    /**
     * Copies what is sent to where it is received; both were checked. Memory that is mapped is
     * SharedMemory.everything() with an address as its base. {@code buffers}: for two layouts that meet in one.
     */
    static void copy(Spares<SendBuffer> buffers, Datatype sentType, long sentCount, MemorySegment from, long fromBase,
            Datatype receivedType, long receivedCount, MemorySegment to, long toBase) {
        Layout sent = sentType.layout;
        Layout received = receivedType.layout;
        long bytes = sent.bytes() * sentCount;
        if (bytes == 0) {
            return;
        }
        if (sent.isRun(sentCount) && received.isRun(receivedCount)) {
            SharedMemory.copy(from, fromBase + sent.start(), to, toBase + received.start(), bytes);
        } else {
            copyPieces(buffers, sent, sentCount, from, fromBase, received, receivedCount, to, toBase);
        }
    }

    private static void copyPieces(Spares<SendBuffer> buffers, Layout sent, long sentCount, MemorySegment from,
            long fromBase, Layout received, long receivedCount, MemorySegment to, long toBase) {
        long bytes = sent.bytes() * sentCount;
        // of a longer target, only so many elements are written
        long count = bytes == received.bytes() * receivedCount ? receivedCount : bytes / received.bytes();
        boolean isWhole = count * received.bytes() == bytes;
        if (received.isRun(receivedCount)) {
            copyPacked(true, sent, from, fromBase, 0, to, toBase + received.start(), bytes, sentCount);
        } else if (sent.isRun(sentCount)) {
            copyPacked(false, received, to, toBase, 0, from, fromBase + sent.start(), bytes,
                    isWhole ? count : receivedCount);
        } else if (isWhole && sent.isDirect(sentCount) && received.isDirect(count)) {
            Shapes.plan(sent.shape(sentCount), received.shape(count)).copy(from, fromBase, to, toBase);
        } else if (isWhole && sent.unitBytes() == received.unitBytes() && sent.rows(sentCount) == 1
                && received.rows(count) == 1) {
            copyUnits(sent, sent.units(sentCount), from, fromBase, received, to, toBase);
        } else {
            copyStaged(buffers, sent, sentCount, from, fromBase, received, receivedCount, to, toBase, bytes);
        }
    }

    /** Two rows of equal units. */
    private static void copyUnits(Layout sent, long units, MemorySegment from, long fromBase, Layout received,
            MemorySegment to, long toBase) {
        long together = Math.min(sent.unitsTogether(units), received.unitsTogether(units));
        for (long unit = 0; unit < units; unit += together) {
            long now = Math.min(together, units - unit);
            Shapes.plan(sent.row(now).shape, received.row(now).shape).copy(from, fromBase + unit * sent.step(), to,
                    toBase + unit * received.step());
        }
    }

    private static void copyStaged(Spares<SendBuffer> buffers, Layout sent, long sentCount, MemorySegment from,
            long fromBase, Layout received, long receivedCount, MemorySegment to, long toBase, long bytes) {
        SendBuffer buffer = buffers.take();
        try {
            MemorySegment stage = buffer.staging((int) Math.min(bytes, STAGED_BYTES));
            for (long done = 0; done < bytes; done += STAGED_BYTES) {
                long piece = Math.min(STAGED_BYTES, bytes - done);
                copyPacked(true, sent, from, fromBase, done, stage, 0, piece, sentCount);
                copyPacked(false, received, to, toBase, done, stage, 0, piece, receivedCount);
            }
        } finally {
            buffers.giveBack(buffer);
        }
    }

    /**
     * Packs {@code bytes} bytes from {@code position} of the packed form on. {@code elements}: of
     * {@link Datatype#elements} instead of {@link Datatype#shape}.
     */
    static void pack(Datatype type, long count, boolean elements, MemorySegment memory, long base, long position,
            MemorySegment packed, long at, long bytes) {
        copyPacked(true, elements ? type.wholeLayout : type.layout, memory, base, position, packed, at, bytes, count);
    }

    /** The reverse of {@link #pack}. */
    static void unpack(Datatype type, long count, boolean elements, MemorySegment memory, long base, long position,
            MemorySegment packed, long at, long bytes) {
        copyPacked(false, elements ? type.wholeLayout : type.layout, memory, base, position, packed, at, bytes, count);
    }

    /** To the packed form if {@code packs}, else from there. */
    private static void copyPacked(boolean packs, Layout layout, MemorySegment memory, long base, long position,
            MemorySegment packed, long at, long bytes, long count) {
        if (bytes == 0) {
            return;
        }
        if (layout.isRun(count)) {
            long start = base + layout.start() + position;
            if (packs) {
                SharedMemory.copy(memory, start, packed, at, bytes);
            } else {
                SharedMemory.copy(packed, at, memory, start, bytes);
            }
            return;
        }
        if (bytes == layout.bytes() * count && layout.isDirect(count)) {
            layout.row(layout.units(count)).copy(packs, memory, base, packed, at);
            return;
        }
        long units = layout.units(count);
        long done = 0;
        while (done < bytes) {
            long unit = (position + done) / layout.unitBytes();
            long row = unit / units;
            long first = unit - row * units;
            long together = layout.unitsFrom(position + done, bytes - done, first, units);
            // the last units of a long list are taken with others before them, so that one shape serves for all
            first = Math.min(first, units - together);
            Layout.Row shape = layout.row(together);
            long whole = together * layout.unitBytes();
            long start = base + row * layout.extent() + first * layout.step();
            long skipped = position + done - (row * units + first) * layout.unitBytes();
            long piece = Math.min(bytes - done, reach(layout, skipped, whole));
            if (piece == whole) {
                shape.copy(packs, memory, start, packed, at + done);
            } else if (packs) {
                Packing.pack(Shapes.regions(shape.shape), memory, start, skipped, packed, at + done, piece);
            } else {
                Packing.unpack(Shapes.regions(shape.shape), memory, start, skipped, packed, at + done, piece);
            }
            done += piece;
        }
    }

    /** How far to go from a place in a shape: from within a unit to its end, so that whole shapes follow. */
    private static long reach(Layout layout, long skipped, long whole) {
        long begun = skipped % layout.unitBytes();
        return begun == 0 ? whole - skipped : layout.unitBytes() - begun;
    }
}
