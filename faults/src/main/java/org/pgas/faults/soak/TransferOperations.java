package org.pgas.faults.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.LocalCompletion;

/**
 * Puts, gets, fills and values, of all lengths and alignments, blocking and not, from all kinds of memory; each strand
 * in stripes of its own.
 */
final class TransferOperations extends Operations {
    private static final int BYTES = 64 << 10;
    private static final int PARTS = 16;
    private static final int PART = BYTES / PARTS;

    private final Stripes stripes;

    /** A buffer in the own segment for each strand. */
    private final long buffers;

    private final MemorySegment[] natives;

    TransferOperations(Stage stage) {
        super(stage, "transfers");
        stripes = new Stripes(stage, BYTES);
        buffers = stage.place((long) BYTES * stage.strands());
        natives = new MemorySegment[stage.strands()];
        Arrays.setAll(natives, _ -> Arena.global().allocate(BYTES, 8));
    }

    @Override
    void burst(Strand strand) {
        for (int i = 0; i < 8; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            switch (strand.below(6)) {
                case 0 -> values(strand, rank);
                case 1 -> put(strand, rank);
                case 2 -> get(strand, rank);
                case 3 -> fill(strand, rank);
                case 4 -> several(strand, rank, false);
                default -> several(strand, rank, true);
            }
        }
    }

    private void values(Strand strand, int rank) {
        int bytes = 1 << strand.below(4);
        int offset = strand.below(BYTES / bytes) * bytes;
        long value = strand.random().nextLong();
        long at = stripes.at(strand) + offset;
        switch (strand.below(3)) {
            case 0 -> rma().putValue(rank, at, value, bytes);
            case 1 -> rma().putValueNb(rank, at, value, bytes).await();
            default -> typed(rank, at, value, bytes);
        }
        byte[] model = stripes.model(strand, rank);
        for (int i = 0; i < bytes; i++) {
            model[offset + i] = (byte) (value >>> 8 * i);
        }
        long mask = bytes == 8 ? -1 : (1L << 8 * bytes) - 1;
        long found = strand.below(2) == 0 ? rma().getValue(rank, at, bytes) : rma().getValueNb(rank, at, bytes).await();
        strand.same("a value of " + bytes + " bytes", rank, at, value & mask, found & mask);
    }

    private void typed(int rank, long at, long value, int bytes) {
        switch (bytes) {
            case 1 -> rma().putByte(rank, at, (byte) value);
            case 2 -> rma().putShort(rank, at, (short) value);
            case 4 -> rma().putInt(rank, at, (int) value);
            default -> rma().putLongRelease(rank, at, value);
        }
    }

    /** Random bytes in memory of some kind, and where in it. */
    private record Local(MemorySegment memory, long offset, byte[] bytes) {}

    /** @param lane 0..PARTS-1: of those that are used at once each has its own */
    private Local local(Strand strand, int length, int lane) {
        byte[] bytes = new byte[length];
        strand.random().nextBytes(bytes);
        long offset = length == BYTES ? 0 : Math.min((long) lane * PART + strand.below(8), BYTES - length);
        MemorySegment memory;
        switch (strand.below(4)) {
            case 0 -> {
                memory = MemorySegment.ofArray(bytes.clone());
                offset = 0;
            }
            case 1 -> {
                memory = MemorySegment.ofArray(new long[length / 8 + 2]);
                offset = strand.below(8);
            }
            case 2 -> memory = natives[strand.index()];
            default -> memory = stage().local().asSlice(buffers + (long) strand.index() * BYTES, BYTES);
        }
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, length);
        return new Local(memory, offset, bytes);
    }

    private void put(Strand strand, int rank) {
        int length = strand.length(BYTES);
        int offset = strand.below(BYTES - length + 1);
        Local local = local(strand, length, 0);
        long at = stripes.at(strand) + offset;
        switch (strand.below(3)) {
            case 0 -> rma().put(rank, at, local.bytes, 0, length);
            case 1 -> rma().put(rank, at, local.memory, local.offset, length);
            default -> rma().putNb(rank, at, local.memory, local.offset, length, LocalCompletion.NOW).await();
        }
        System.arraycopy(local.bytes, 0, stripes.model(strand, rank), offset, length);
    }

    private void get(Strand strand, int rank) {
        int length = strand.length(BYTES);
        int offset = strand.below(BYTES - length + 1);
        Local local = local(strand, length, 0);
        long at = stripes.at(strand) + offset;
        if (strand.below(2) == 0) {
            rma().get(local.memory, local.offset, rank, at, length);
        } else {
            rma().getNb(local.memory, local.offset, rank, at, length).await();
        }
        MemorySegment.copy(local.memory, ValueLayout.JAVA_BYTE, local.offset, local.bytes, 0, length);
        stripes.check(strand, "a get", rank, offset, local.bytes, 0, length);
    }

    private void fill(Strand strand, int rank) {
        int length = strand.length(BYTES);
        int offset = strand.below(BYTES - length + 1);
        byte value = (byte) strand.below(256);
        long at = stripes.at(strand) + offset;
        switch (strand.below(3)) {
            case 0 -> rma().memset(rank, at, value, length);
            case 1 -> rma().memsetNb(rank, at, value, length).await();
            default -> {
                rma().memsetNbi(rank, at, value, length);
                job().nbi().await();
            }
        }
        Arrays.fill(stripes.model(strand, rank), offset, offset + length, value);
    }

    /**
     * Puts and gets that are under way at once, in parts that do not touch each other; with events, or implicit ones in
     * a region or in none.
     */
    private void several(Strand strand, int rank, boolean implicit) {
        Event[] events = new Event[PARTS];
        Local[] locals = new Local[PARTS];
        int[] offsets = new int[PARTS];
        boolean[] puts = new boolean[PARTS];
        AccessRegion region = implicit && strand.below(2) == 0 ? job().nbi().beginAccessRegion() : null;
        for (int part = 0; part < PARTS; part++) {
            int length = strand.length(PART - 8);
            offsets[part] = part * PART + strand.below(PART - length + 1);
            locals[part] = local(strand, length, part);
            puts[part] = strand.below(2) == 0;
            events[part] = begin(implicit, puts[part], rank, stripes.at(strand) + offsets[part], locals[part]);
        }
        if (region != null) {
            region.end().await();
        } else if (implicit) {
            job().nbi().await();
        } else {
            Event.awaitAll(events);
        }
        for (int part = 0; part < PARTS; part++) {
            Local local = locals[part];
            if (puts[part]) {
                System.arraycopy(local.bytes, 0, stripes.model(strand, rank), offsets[part], local.bytes.length);
            } else {
                MemorySegment.copy(local.memory, ValueLayout.JAVA_BYTE, local.offset, local.bytes, 0,
                        local.bytes.length);
                stripes.check(strand, "a get beside others", rank, offsets[part], local.bytes, 0, local.bytes.length);
            }
        }
    }

    private Event begin(boolean implicit, boolean put, int rank, long at, Local local) {
        int length = local.bytes.length;
        if (!implicit) {
            return put ? rma().putNb(rank, at, local.memory, local.offset, length, LocalCompletion.DEFER)
                    : rma().getNb(local.memory, local.offset, rank, at, length);
        }
        if (put) {
            rma().putNbi(rank, at, local.memory, local.offset, length, LocalCompletion.DEFER);
        } else {
            rma().getNbi(local.memory, local.offset, rank, at, length);
        }
        return Event.DONE;
    }

    @Override
    void damage(Strand main) {
        int rank = stage().ranks() - 1;
        long at = stripes.at(main) + BYTES / 2;
        rma().putByte(rank, at, (byte) (rma().getByte(rank, at) ^ 1));
    }

    @Override
    void verify(Strand main) {
        stripes.verify();
    }
}
