package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.PgasException;
import org.pgas.Segment;

/**
 * Records in a FILE segment of rank 0, written by all ranks, synchronised, closed and opened again. A record is a page
 * of one number, so that half of one shows. A rank that opens the file without a complaint must find whole records;
 * after a complaint it is opened by force and begun anew.
 */
public final class Journal {
    /** What {@code look} prints of a file that was closed; the records were whole. */
    public static final String CLEAN = "the file was closed and is whole";
    /** What {@code look} prints of a file that nobody closed, or nobody made. */
    public static final String NOT_CLOSED = "the file is refused: it was not closed";
    /** What {@code look} prints if there is no file. */
    public static final String NO_FILE = "there is no file";

    private static final int RECORD = 4096;
    private static final int RECORDS = 16;
    private static final int ROUNDS_OF_A_SYNC = 20;
    private static final int SYNCS_OF_A_CLOSE = 3;

    private final Job job;
    private final Path file;

    private Journal(Job job, Path file) {
        this.job = job;
        this.file = file;
    }

    /** Arguments: {@code write} or {@code look}, and the file. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            Journal journal = new Journal(job, Path.of(arguments[1]));
            if (arguments[0].equals("look")) {
                journal.look();
            } else {
                System.out.println(Workload.READY);
                while (true) {
                    journal.write();
                }
            }
        }
    }

    private Segment open(FileUse use, long bytes) {
        return job.segments().create(bytes, MemoryKind.create(job, new MemoryKind.File(file, use), 0));
    }

    private void look() {
        if (!Files.exists(file)) {
            System.out.println(NO_FILE);
            return;
        }
        Segment segment = openCleanly();
        if (segment == null) {
            System.out.println(NOT_CLOSED);
            open(FileUse.FORCE, 0).destroy();
        } else {
            System.out.println(CLEAN);
            segment.destroy();
        }
    }

    /** Null if it was not closed. */
    private Segment openCleanly() {
        try {
            Segment segment = open(FileUse.OPEN, 0);
            whole(segment.local());
            return segment;
        } catch (PgasException e) {
            if (e.code() != ErrorCode.NOT_CLOSED) {
                throw e;
            }
            return null;
        }
    }

    private static void whole(MemorySegment all) {
        for (long at = 0; at < all.byteSize(); at += Long.BYTES) {
            Check.equal("byte " + at + " of a file that was closed",
                    all.get(ValueLayout.JAVA_LONG, at / RECORD * RECORD), all.get(ValueLayout.JAVA_LONG, at));
        }
    }

    private Segment openOrMake() {
        if (!Files.exists(file)) {
            return open(FileUse.CREATE, (long) RECORD * RECORDS * job.size());
        }
        Segment found = openCleanly();
        if (found != null) {
            return found;
        }
        Segment forced = open(FileUse.FORCE, 0);
        forced.local().fill((byte) 0);
        return forced;
    }

    private void write() {
        Segment own = null;
        if (job.rank() == 0) {
            own = openOrMake();
            job.endpoint().bind(own);
            job.world().publish(job.endpoint());
        } else {
            job.world().publish();
        }
        long[] record = new long[RECORD / Long.BYTES];
        for (int round = 0; round < ROUNDS_OF_A_SYNC * SYNCS_OF_A_CLOSE; round++) {
            Arrays.fill(record, 1000L * round + job.rank());
            long place = (long) RECORD * (RECORDS * job.rank() + round % RECORDS);
            job.world().rma().put(0, place, MemorySegment.ofArray(record), 0, RECORD);
            if (own != null && round % ROUNDS_OF_A_SYNC == 0) {
                own.sync();
            }
        }
        job.world().barrier();
        if (own == null) {
            job.world().unpublish();
        } else {
            job.world().unpublish(job.endpoint());
            job.endpoint().unbind();
            own.destroy();
        }
    }
}
