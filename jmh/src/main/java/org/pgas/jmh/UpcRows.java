package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.Memvec;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Rows of the UPC dialect, with memory of both threads. */
final class UpcRows {
    private static final int PEER = DialectRows.PEER;
    private static final int BYTES = DialectRows.ROWS * DialectRows.LEADING;

    /** Of a list: so many regions, so long, and every second one of each thread. */
    private static final int ENTRIES = 256;

    private static final int ENTRY_BYTES = 64;
    private static final int ENTRY_SPACE = 3 * ENTRY_BYTES;

    private final Job job;
    private final DialectRows rows;

    private Upc upc;
    private MemorySegment local;
    private long[] memory;

    UpcRows(Job job, DialectRows rows) {
        this.job = job;
        this.rows = rows;
    }

    void run() {
        try (Arena arena = Arena.ofShared()) {
            local = arena.allocate(BYTES, 4096);
            upc = Upc.init(job, 8L << 20, 8L << 20);
            long blocks = upc.allAlloc(upc.threads(), BYTES);
            memory = new long[]{blocks, GlobalPointer.of(PEER, GlobalPointer.offset(blocks))};
            contiguous();
            lists();
            section();
            upc.barrier();
            upc.allFree(blocks);
            upc.finish();
        }
    }

    private void contiguous() {
        Rma rma = upc.team().rma();
        long mine = GlobalPointer.offset(memory[0]);
        long theirs = GlobalPointer.offset(memory[PEER]);
        rows.alone("dialects-upc-memput", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                upc.memput(memory[PEER], local, 0, 8);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                rma.put(PEER, theirs, local, 0, 8);
            }
        });
        rows.alone("dialects-upc-memget", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                upc.memget(local, 0, memory[PEER], 8);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                rma.get(local, 0, PEER, theirs, 8);
            }
        });
        MemorySegment own = upc.local();
        for (int bytes : new int[]{8, 64 << 10}) {
            rows.alone("dialects-upc-memcpy", bytes, 1, times -> {
                for (long i = 0; i < times; i++) {
                    upc.memcpy(memory[PEER], memory[0], bytes);
                }
            }, times -> {
                for (long i = 0; i < times; i++) {
                    rma.put(PEER, theirs, own, mine, bytes);
                }
            });
        }
    }

    /** To a list of as many regions in local memory, which lie closer. */
    private void lists() {
        SharedMemvec[] sources = new SharedMemvec[ENTRIES];
        Memvec[] targets = new Memvec[ENTRIES];
        long[] pointers = new long[ENTRIES];
        long[] offsets = new long[ENTRIES];
        long[] lengths = new long[ENTRIES];
        Arrays.fill(lengths, ENTRY_BYTES);
        for (int i = 0; i < ENTRIES; i++) {
            // offsets that have no constant distance
            long place = (long) ENTRY_SPACE * i + i % 3 * ENTRY_BYTES;
            sources[i] = new SharedMemvec(memory[i % 2] + place, ENTRY_BYTES);
            pointers[i] = GlobalPointer.of(i % 2, Places.DATA + place);
            offsets[i] = 2L * ENTRY_BYTES * i;
            targets[i] = new Memvec(offsets[i], ENTRY_BYTES);
        }
        GlobalTransfers below = GlobalTransfers.of(job.world());
        GlobalShape source = GlobalShape.vector(pointers, lengths);
        Shape target = Shape.vector(offsets, lengths);
        rows.alone("dialects-upc-memget-vlist", ENTRIES * ENTRY_BYTES, 1, times -> {
            for (long i = 0; i < times; i++) {
                upc.memgetVlist(ENTRIES, local, targets, ENTRIES, sources);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                below.get(local, 0, target, source);
            }
        });
    }

    private void section() {
        Vis vis = Vis.of(upc.team());
        Shape shape = Shape.chunked(DialectRows.ROW_BYTES, DialectRows.ROWS, DialectRows.LEADING);
        long theirs = GlobalPointer.offset(memory[PEER]);
        long[] count = {DialectRows.ROW_BYTES, DialectRows.ROWS};
        long[] strides = {DialectRows.LEADING};
        rows.alone("dialects-upc-memput-strided", DialectRows.SECTION_BYTES, 1, times -> {
            for (long i = 0; i < times; i++) {
                upc.memputStrided(memory[PEER], strides, local, 0, strides, count, 1);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                vis.put(PEER, theirs, shape, local, 0, shape);
            }
        });
    }
}
