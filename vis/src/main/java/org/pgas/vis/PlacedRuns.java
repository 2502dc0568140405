package org.pgas.vis;

import java.util.List;

import org.pgas.regions.Regions;

/** A shape at a place in one rank's memory. */
final class PlacedRuns extends GlobalRuns {
    private final int rank;
    private final long base;
    private final Shape shape;

    PlacedRuns(int rank, long base, Shape shape) {
        this.rank = rank;
        this.base = base;
        this.shape = shape;
    }

    int rank() {
        return rank;
    }

    long base() {
        return base;
    }

    Shape shape() {
        return shape;
    }

    @Override
    long bytes() {
        return shape.bytes();
    }

    @Override
    long count() {
        return shape.regions().runs();
    }

    @Override
    int rank(long index) {
        return rank;
    }

    @Override
    long offset(long index) {
        return base + shape.regions().offset(index);
    }

    @Override
    long length(long index) {
        return shape.regions().length(index);
    }

    @Override
    long position(long index) {
        return shape.regions().position(index);
    }

    @Override
    long runAt(long position) {
        return shape.regions().runAt(position);
    }

    @Override
    String name(long index) {
        return "region " + index + " (" + length(index) + " bytes at rank " + rank + ", offset " + offset(index) + ")";
    }

    @Override
    GlobalRuns select(long from, Regions regions) {
        return new PlacedRuns(rank, base, Composition.of(shape.regions(), regions, from));
    }

    @Override
    List<Part> parts() {
        return bytes() == 0
                ? List.of()
                : List.of(new Part(rank, base, shape, Regions.contiguous(0, bytes())));
    }

    @Override
    String overlap() {
        return shape.overlap();
    }
}
