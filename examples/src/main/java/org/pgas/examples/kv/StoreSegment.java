package org.pgas.examples.kv;

import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.PgasException;
import org.pgas.Segment;

/** The file, as a segment of kind FILE of rank 0 at its primordial endpoint: so it is what all transfers to rank 0 reach. */
public final class StoreSegment {
    private final Segment segment;
    private final boolean forced;

    private StoreSegment(Segment segment, boolean forced) {
        this.segment = segment;
        this.forced = forced;
    }

    /**
     * Opens the file, by force if who had it last was killed, or makes it with {@code bytes} if there is none. By rank 0. Error: the file is no segment, or in use
     * by another job.
     */
    public static StoreSegment open(Job job, Path file, long bytes) {
        if (!Files.exists(file)) {
            return new StoreSegment(segment(job, file, FileUse.CREATE, bytes), false);
        }
        try {
            return new StoreSegment(segment(job, file, FileUse.OPEN, 0), false);
        } catch (PgasException e) {
            if (e.code() != ErrorCode.NOT_CLOSED) {
                throw e;
            }
            return new StoreSegment(segment(job, file, FileUse.FORCE, 0), true);
        }
    }

    private static Segment segment(Job job, Path file, FileUse use, long bytes) {
        return job.segments().create(bytes, MemoryKind.create(job, new MemoryKind.File(file, use), 0));
    }

    /** Lets all ranks reach the file. Collective; {@code own} is the file of rank 0, and null of the others. */
    public static void publish(Job job, StoreSegment own) {
        if (own == null) {
            job.world().publish();
        } else {
            job.endpoint().bind(own.segment);
            job.world().publish(job.endpoint());
        }
    }

    /** Closes the file, when nobody uses it any more: what was written is on its device then. Collective, as {@link #publish}. */
    public static void close(Job job, StoreSegment own) {
        if (own == null) {
            job.world().unpublish();
        } else {
            Endpoint endpoint = job.endpoint();
            job.world().unpublish(endpoint);
            endpoint.unbind();
            own.segment.destroy();
        }
    }

    /** Bytes of the file for a store. */
    public long bytes() {
        return segment.size();
    }

    /** Whether it was opened by force: who had it last has not closed it. */
    public boolean wasForced() {
        return forced;
    }
}
