package org.pgas.faults.security;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.faults.work.Workload;

/**
 * What the ranks of a job do that another user is after. With {@code MILLIS}: puts and gets for so long, checked. With
 * {@code MILLIS PATH}: rank 0 opens PATH as a FILE segment again and again, and says what came of it. With
 * {@code MILLIS PATH create}: it makes one there first.
 */
public final class Victim {
    private static final int BYTES = 64 << 10;

    private Victim() {}

    /** See above. */
    public static void main(String[] arguments) throws IOException {
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
        try (Job job = Job.join()) {
            job.attach(BYTES);
            System.out.println(Workload.READY);
            if (arguments.length > 1) {
                if (job.rank() == 0 && arguments.length > 2) {
                    job.segments().create(BYTES, MemoryKind.create(job,
                            new MemoryKind.File(Path.of(arguments[1]), FileUse.CREATE), 0)).destroy();
                } else if (job.rank() == 0) {
                    open(job, Path.of(arguments[1]), end);
                }
            } else {
                exchange(job, end);
            }
            job.world().barrier();
        }
    }

    private static void exchange(Job job, long end) {
        int peer = (job.rank() + 1) % job.size();
        for (long round = 1; round < 10 || System.nanoTime() < end; round++) {
            job.world().rma().putLong(peer, 8L * job.rank(), round);
            if (job.world().rma().getLong(peer, 8L * job.rank()) != round) {
                throw new IllegalStateException("round " + round + ": another value was there than was put");
            }
            if (round % 100 == 0) {
                Thread.yield();
            }
        }
    }

    private static void open(Job job, Path path, long end) throws IOException {
        int tried = 0;
        int refused = 0;
        while (tried < 20 || System.nanoTime() < end) {
            tried++;
            try {
                Segment segment = job.segments().create(0, MemoryKind.create(job,
                        new MemoryKind.File(path, FileUse.OPEN), 0));
                System.out.println("OPENED " + path + ", which holds "
                        + segment.local().get(ValueLayout.JAVA_LONG, 0));
                segment.destroy();
            } catch (PgasException e) {
                refused++;
                if (refused == 1) {
                    System.out.println("refused: " + e.getMessage());
                }
            }
        }
        System.out.println(refused + " of " + tried + " refused" + (Files.exists(path) ? "" : ", the file is gone"));
    }
}
