package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.Segment;

/**
 * A FILE segment that one job makes and closes, and that the next one opens, reads from another rank, writes and
 * closes.
 */
public final class Kept {
    /** What rank 0 prints when all was done. */
    public static final String DONE = "opened, read, written and closed";

    /** What a rank prints when the data is not what the job before has written. */
    public static final String OTHER_DATA = "other data";

    private static final int BYTES = 1 << 16;

    private Kept() {}

    /** Arguments: {@code make} or {@code use}, and the file. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            boolean make = arguments[0].equals("make");
            Segment own = null;
            if (job.rank() == 0) {
                own = job.segments().create(make ? BYTES : 0, MemoryKind.create(job,
                        new MemoryKind.File(Path.of(arguments[1]), make ? FileUse.CREATE : FileUse.OPEN), 0));
                if (make) {
                    fill(own.local());
                }
                job.endpoint().bind(own);
                job.world().publish(job.endpoint());
            } else {
                job.world().publish();
            }
            MemorySegment copy = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);
            job.world().rma().get(copy, 0, 0, 0, BYTES);
            if (!isWhole(copy)) {
                System.out.println(OTHER_DATA);
            }
            job.world().barrier();
            job.world().rma().putLong(0, 8L * job.rank(), 8L * job.rank());
            job.world().barrier();
            if (own == null) {
                job.world().unpublish();
            } else {
                job.world().unpublish(job.endpoint());
                job.endpoint().unbind();
                own.sync();
                own.destroy();
                System.out.println(DONE);
            }
        }
    }

    private static void fill(MemorySegment data) {
        for (long at = 0; at < BYTES; at += Long.BYTES) {
            data.set(ValueLayout.JAVA_LONG, at, at);
        }
    }

    private static boolean isWhole(MemorySegment data) {
        for (long at = 0; at < BYTES; at += Long.BYTES) {
            if (data.get(ValueLayout.JAVA_LONG_UNALIGNED, at) != at) {
                return false;
            }
        }
        return true;
    }
}
