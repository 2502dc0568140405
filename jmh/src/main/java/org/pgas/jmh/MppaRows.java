package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.MppaAtomics;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaSegment;
import org.pgas.vis.MppaShapes;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Rows of the MPPA dialect, with the segment that rank 1 has attached. */
final class MppaRows {
    private static final int PEER = DialectRows.PEER;
    private static final int ELEMENT = 8;
    private static final int WIDTH = DialectRows.ROW_BYTES / ELEMENT;
    private static final Point2d PLACE = new Point2d(0, 0, DialectRows.LEADING / ELEMENT, DialectRows.ROWS);

    private final Job job;
    private final DialectRows rows;

    private Mppa mppa;
    private MppaSegment segment;
    private MemorySegment local;

    MppaRows(Job job, DialectRows rows) {
        this.job = job;
        this.rows = rows;
    }

    void run() {
        try (Arena arena = Arena.ofShared()) {
            local = arena.allocate((long) DialectRows.ROWS * DialectRows.LEADING, 4096);
            mppa = Mppa.init(job);
            segment = mppa.defaultSegment(PEER);
            transfers();
            atomics();
            block();
            job.world().barrier();
            mppa.finish();
        }
    }

    private void transfers() {
        Rma rma = job.world().rma();
        rows.alone("dialects-mppa-put8", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                mppa.put(local, 0, segment, Places.DATA, 8, null);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                rma.put(PEER, Places.DATA, local, 0, 8);
            }
        });
        rows.alone("dialects-mppa-get8", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                mppa.get(local, 0, segment, Places.DATA, 8, null);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                rma.get(local, 0, PEER, Places.DATA, 8);
            }
        });
    }

    private void atomics() {
        MppaAtomics below = MppaAtomics.create(job.world());
        rows.alone("dialects-mppa-poke", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                mppa.poke(segment, Places.COUNTER, i);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                below.poke(PEER, Places.COUNTER, i);
            }
        });
        rows.alone("dialects-mppa-postadd", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                mppa.postAdd(segment, Places.COUNTER, 1);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                below.postAdd(PEER, Places.COUNTER, 1);
            }
        });
        rows.alone("dialects-mppa-fetchadd", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                mppa.fetchAdd(segment, Places.COUNTER, 1);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                below.fetchAdd(PEER, Places.COUNTER, 1);
            }
        });
        below.destroy();
    }

    private void block() {
        Vis vis = Vis.of(job.world());
        Shape shape = MppaShapes.block2d(ELEMENT, WIDTH, DialectRows.ROWS, PLACE);
        rows.alone("dialects-mppa-sputblock2d", DialectRows.SECTION_BYTES, 1, times -> {
            for (long i = 0; i < times; i++) {
                mppa.sputBlock2d(local, 0, segment, Places.DATA, ELEMENT, WIDTH, DialectRows.ROWS, PLACE, PLACE, null);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                vis.put(PEER, Places.DATA, shape, local, 0, shape);
            }
        });
    }
}
