package org.pgas.examples.tiles;

import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaSegment;

/**
 * A rank with a small memory, as a compute cluster is: it takes tiles of the picture that a {@link PictureServer} has,
 * until there are none left. It has room for two of them, so that one can be on its way while the other is filtered:
 * with an event, a machine with a transfer engine fetches in the background, and where the picture is mapped, as here,
 * the call itself has copied the tile when it returns.
 */
public final class TileWorker {
    private final Mppa mppa;
    private final int rank;
    private final MppaSegment control;
    private final MppaSegment picture;
    private final MppaSegment result;
    private final Tiling tiling;
    private TileBuffer current;
    private TileBuffer next;

    /** Waits until the server is open. */
    public TileWorker(Job job, Mppa mppa, Filter filter, int tileSize) {
        this.mppa = mppa;
        this.rank = job.rank();
        this.control = mppa.segmentClone(Control.CONTROL, null);
        this.picture = mppa.segmentClone(Control.PICTURE, null);
        this.result = mppa.segmentClone(Control.RESULT, null);
        this.tiling = new Tiling((int) mppa.peek(control, Control.WIDTH), (int) mppa.peek(control, Control.HEIGHT),
                tileSize);
        this.current = new TileBuffer(tiling, filter);
        this.next = new TileBuffer(tiling, filter);
    }

    public Tiling tiling() {
        return tiling;
    }

    /** Of the pixels that this rank has at once. */
    public int localBytes() {
        return current.bytes() + next.bytes();
    }

    /** Filters tiles until there are none left; others may still be at theirs. */
    public void run() {
        boolean hasTile = fetch(current);
        while (hasTile) {
            boolean hasNext = fetch(next);
            current.compute(mppa);
            deliver(current);
            TileBuffer free = current;
            current = next;
            next = free;
            hasTile = hasNext;
        }
    }

    /** Draws a tile and begins to fetch it; false when there are none left. */
    private boolean fetch(TileBuffer buffer) {
        long index = mppa.fetchAdd(control, Control.NEXT_TILE, 1);
        if (index >= tiling.count()) {
            return false;
        }
        buffer.fetch(mppa, picture, (int) index);
        return true;
    }

    private void deliver(TileBuffer buffer) {
        buffer.store(mppa, result);
        // the counters are in another segment, and nothing is ordered between two segments
        mppa.fence(result, null);
        mppa.postAdd(control, Control.tilesOf(rank), 1);
        // ordered after the one above: a process that sees all tiles done also sees which ranks have done them
        mppa.postAdd(control, Control.DONE, 1);
    }
}
