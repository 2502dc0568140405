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

/**
 * The file, as a segment of kind FILE of rank 0 at its primordial endpoint: so it is what all transfers to rank 0
 * reach.
 */
final class StoreSegment implements StoreDevice {
    private final Segment segment;
    private final boolean forced;

    private StoreSegment(Segment segment, boolean forced) {
        this.segment = segment;
        this.forced = forced;
    }

    /**
     * Opens the file, by force if its last owner was killed, or makes it with {@code bytes} if there is none. By rank
     * 0.
     * Error: the file is no segment, or in use by another job.
     */
    static StoreSegment open(Job job, Path file, long bytes) {
        if (!Files.exists(file)) {
            return make(job, file, bytes);
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

    /** Makes the file. Error: there is one. */
    static StoreSegment make(Job job, Path file, long bytes) {
        return new StoreSegment(segment(job, file, FileUse.CREATE, bytes), false);
    }

    private static Segment segment(Job job, Path file, FileUse use, long bytes) {
        return job.segments().create(bytes, MemoryKind.create(job, new MemoryKind.File(file, use), 0));
    }

    /** Lets all ranks reach the file. Collective; {@code own} is the file of rank 0, and null of the others. */
    static void publish(Job job, StoreSegment own) {
        if (own == null) {
            job.world().publish();
        } else {
            job.endpoint().bind(own.segment);
            job.world().publish(job.endpoint());
        }
    }

    /**
     * Closes the file, when nobody uses it any more: what was written is on its device then. Collective, as {@link
     * #publish}.
     */
    static void close(Job job, StoreSegment own) {
        if (own == null) {
            job.world().unpublish();
        } else {
            Endpoint endpoint = job.endpoint();
            job.world().unpublish(endpoint);
            endpoint.unbind();
            own.closeUnpublished();
        }
    }

    /** Closes a file that was not published. */
    void closeUnpublished() {
        segment.destroy();
    }

    @Override
    public void sync() {
        segment.sync();
    }

    /** Bytes of the file for a store. */
    long bytes() {
        return segment.size();
    }

    /** Whether it was opened by force: its last owner has not closed it. */
    boolean wasForced() {
        return forced;
    }
}
