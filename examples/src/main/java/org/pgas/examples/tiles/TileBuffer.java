package org.pgas.examples.tiles;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.vis.MppaShapes.Point2d;

/** Local memory for one tile at a time: as it is in the picture, with a border, and as the filter has made it. */
final class TileBuffer {
    private final Tiling tiling;
    private final Filter filter;
    private final int border;

    /** From the beginning of a row to that of the next in {@link #pixels}. */
    private final int stride;

    private final byte[] pixels;
    private final byte[] filtered;

    /** That the pixels of {@link #tile} are there. */
    private final MppaEvent fetched = new MppaEvent();

    private Area tile;

    /** {@link #tile} and what the picture has of its border. */
    private Area source;

    TileBuffer(Tiling tiling, Filter filter) {
        this.tiling = tiling;
        this.filter = filter;
        this.border = filter.border();
        this.stride = tiling.tileWidth() + 2 * border;
        this.pixels = new byte[stride * (tiling.tileHeight() + 2 * border)];
        this.filtered = new byte[tiling.tileWidth() * tiling.tileHeight()];
    }

    int bytes() {
        return pixels.length + filtered.length;
    }

    /** Begins to fetch a tile. At the edges of the picture, a part of the border stays as it was. */
    void fetch(Mppa mppa, MppaSegment picture, int index) {
        tile = tiling.tile(index);
        source = tile.withBorder(border, tiling.width(), tiling.height());
        Point2d here = new Point2d(column(source.x()), row(source.y()), stride, pixels.length / stride);
        Point2d there = new Point2d(source.x(), source.y(), tiling.width(), tiling.height());
        mppa.sgetBlock2d(MemorySegment.ofArray(pixels), 0, picture, 0, 1, source.width(), source.height(), here, there,
                fetched);
    }

    /** Where column {@code x} of the picture is in a row of {@link #pixels}. */
    private int column(int x) {
        return x - tile.x() + border;
    }

    private int row(int y) {
        return y - tile.y() + border;
    }

    /** Filters the tile when it is there. */
    void compute(Mppa mppa) {
        mppa.eventWait(fetched);
        repeatEdges();
        for (int y = 0; y < tile.height(); y++) {
            int from = (y + border) * stride + border;
            int to = y * tiling.tileWidth();
            for (int x = 0; x < tile.width(); x++) {
                filtered[to + x] = (byte) filter.pixel(pixels, from + x, stride);
            }
        }
    }

    /** Gives what lies outside the picture the grey of the pixel that is nearest to it. */
    private void repeatEdges() {
        int left = column(source.x());
        int right = left + source.width();
        int top = row(source.y());
        int bottom = top + source.height();
        int width = tile.width() + 2 * border;
        for (int start = top * stride; start < bottom * stride; start += stride) {
            Arrays.fill(pixels, start, start + left, pixels[start + left]);
            Arrays.fill(pixels, start + right, start + width, pixels[start + right - 1]);
        }
        for (int y = 0; y < top; y++) {
            System.arraycopy(pixels, top * stride, pixels, y * stride, width);
        }
        for (int y = bottom; y < tile.height() + 2 * border; y++) {
            System.arraycopy(pixels, (bottom - 1) * stride, pixels, y * stride, width);
        }
    }

    /** Puts the filtered tile into the result. */
    void store(Mppa mppa, MppaSegment result) {
        Point2d here = new Point2d(0, 0, tiling.tileWidth(), tiling.tileHeight());
        Point2d there = new Point2d(tile.x(), tile.y(), tiling.width(), tiling.height());
        mppa.sputBlock2d(MemorySegment.ofArray(filtered), 0, result, 0, 1, tile.width(), tile.height(), here, there,
                null);
    }
}
