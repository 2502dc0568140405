package org.pgas.place;

import java.nio.file.Path;

import org.pgas.rank.ThisRank;
import org.pgas.refusal.Refusals;
import org.pgas.spi.MappedSegment;
import org.pgas.spi.SegmentStore;

/**
 * What sort of memory segments are made of: memory of this host, or a file; and how many there are.
 *
 * <p>{@code segments} and {@code destroyed} are guarded by {@code this}.
 */
public final class KindCore {
    /** Memory of this host, which ends with the job. */
    public static final KindCore HOST = new KindCore(null, null, false, false);

    /** Null of {@link #HOST}. */
    private final ThisRank self;

    /** Absolute; null of {@link #HOST}. */
    private final Path path;

    private final boolean creates;
    private final boolean forces;
    private int segments;
    private boolean destroyed;
    private Object face;

    private KindCore(ThisRank self, Path path, boolean creates, boolean forces) {
        this.self = self;
        this.path = path;
        this.creates = creates;
        this.forces = forces;
    }

    /**
     * A file.
     *
     * @param creates makes it; else it is opened
     * @param forces opens it also when it was not closed
     */
    public static KindCore file(ThisRank self, Path path, boolean creates, boolean forces) {
        return new KindCore(self, path, creates, forces);
    }

    /**
     * The type of the API that stands for it; of {@link #HOST} there is one in all memberships, and none is kept here.
     */
    public Object face() {
        return face;
    }

    /** Before any segment is made of it. */
    public void face(Object newFace) {
        face = newFace;
    }

    boolean isFile() {
        return path != null;
    }

    /** The path of the file, or "". */
    String path() {
        return path == null ? "" : path.toString();
    }

    boolean opensFile() {
        return isFile() && !creates;
    }

    /** Makes or opens what a segment of this kind is. */
    MappedSegment map(SegmentStore store, int number, long bytes) {
        if (path == null) {
            return store.create(number, bytes);
        }
        return creates ? store.createFile(path, bytes) : store.openFile(path, bytes, forces);
    }

    public synchronized int segmentCount() {
        return segments;
    }

    public synchronized boolean isDestroyed() {
        return destroyed;
    }

    public void destroy() {
        if (self == null) {
            throw Refusals.OF_NO_RANK.bad("MemoryKind.destroy",
                    "HOST always exists, and is of no rank: legal are kinds that MemoryKind.create has made");
        }
        self.checkOpen();
        synchronized (this) {
            if (destroyed) {
                throw self.refusals().bad("MemoryKind.destroy", this + " was destroyed already");
            }
            if (segments > 0) {
                throw self.refusals().bad("MemoryKind.destroy", segments + " segments of " + this
                        + " are not destroyed: destroy them first (Segment.destroy)");
            }
            destroyed = true;
        }
    }

    /** Notes one more segment, or refuses it. */
    void take(ThisRank user, String call) {
        if (self == null) {
            return;
        }
        if (self != user) {
            throw user.refusals().bad(call,
                    this + " was made for another membership, of rank " + self.rank() + " in job "
                            + self.name());
        }
        synchronized (this) {
            if (destroyed) {
                throw self.refusals().bad(call, this + " was destroyed: a kind is of no use after its destruction");
            }
            segments++;
        }
    }

    /** Notes the end of a segment. */
    void release() {
        if (self != null) {
            synchronized (this) {
                segments--;
            }
        }
    }

    /** "kind HOST", "kind FILE (/data/table)". */
    @Override
    public String toString() {
        return path == null ? "kind HOST" : "kind FILE (" + path + ")";
    }
}
