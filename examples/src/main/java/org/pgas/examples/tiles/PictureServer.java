package org.pgas.examples.tiles;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;

/**
 * The rank with the large memory, as an I/O cluster is: it has a picture, room for the result, and the words by which
 * {@link TileWorker}s share the work. Its process takes no part in their transfers. One at a time in an {@link Mppa};
 * it ends with that.
 */
public final class PictureServer {
    private final Mppa mppa;
    private final Picture picture;
    private final MppaSegment result;

    /** Memory of the control segment, which nobody else sees before {@link #open}. */
    private final MemorySegment control;

    private final int ranks;

    /** Error: no room for the picture and its result. */
    public PictureServer(Job job, Mppa mppa, Picture picture) {
        this.mppa = mppa;
        this.picture = picture;
        this.ranks = job.size();
        MemorySegment pixels = MemorySegment.ofArray(picture.pixels());
        mppa.segmentCreate(null, pixels.byteSize(), SegmentFlags.NONE, 0, Control.PICTURE, null).memory()
                .copyFrom(pixels);
        result = mppa.segmentCreate(null, pixels.byteSize(), SegmentFlags.NONE, 0, Control.RESULT, null);
        control = job.segments().create(Control.bytes(ranks)).local();
        control.set(ValueLayout.JAVA_LONG, Control.WIDTH, picture.width());
        control.set(ValueLayout.JAVA_LONG, Control.HEIGHT, picture.height());
    }

    /** Lets the workers begin: they wait for this segment, and find everything in place when it is there. */
    public void open() {
        mppa.segmentCreate(control, Control.bytes(ranks), SegmentFlags.NONE, 0, Control.CONTROL, null);
    }

    /** Returns when the result has {@code tiles} tiles: how many each rank has made. */
    public long[] await(int tiles) {
        mppa.evalCond(control, Control.DONE, tiles, WaitCondition.EQ, null);
        return control.asSlice(Control.tilesOf(0), (long) ranks * Long.BYTES).toArray(ValueLayout.JAVA_LONG);
    }

    /** A copy of the result, when all tiles are there. */
    public Picture result() {
        return new Picture(picture.width(), picture.height(), result.memory().toArray(ValueLayout.JAVA_BYTE));
    }
}
