package org.pgas.jmh;

import org.pgas.Job;
import org.pgas.meter.Meter;

/**
 * Rows of the dialects ARMCI, MPPA and UPC, each beside the calls that its call is made of: their lines begin with
 * {@code below}. {@code armci.c} measures the rows of ARMCI with its libraries in C.
 */
final class DialectRows {
    static final int PEER = 1;

    /** Of a section of a matrix of 8-byte elements: so many rows, so long, and so far apart. */
    static final int ROWS = 256;

    static final int ROW_BYTES = 1024;
    static final int LEADING = 2048;
    static final int SECTION_BYTES = ROWS * ROW_BYTES;

    private final Job job;
    private final Meter meter;
    private final Meter below;

    DialectRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.below = meter.of("below");
    }

    void run() {
        new ArmciRows(job, this).run();
        new MppaRows(job, this).run();
        new UpcRows(job, this).run();
    }

    /** Rank 0 works, with the dialect and with what is below it. */
    void alone(String row, long bytes, int operations, Meter.Body dialect, Meter.Body without) {
        meter.alone(row, bytes, operations, dialect);
        below.alone(row, bytes, operations, without);
    }

    /** Both ranks work. */
    void together(String row, long bytes, Meter.Body dialect, Meter.Body without) {
        meter.together(row, bytes, dialect);
        below.together(row, bytes, without);
    }
}
