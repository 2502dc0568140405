package org.pgas.vis;

import java.util.ArrayList;
import java.util.List;

import org.pgas.regions.Regions;

/**
 * What of local memory belongs to which rank's part of a global shape: transfers between one rank and here. Immutable;
 * any thread.
 */
final class LocalMatch {
    /**
     * A transfer between {@code place}, which counts from {@code base} of the segment of job rank {@code rank}, and
     * {@code local}, which counts from {@code localBase} behind the transfer's place in local memory.
     */
    record Part(int rank, long base, Shape place, long localBase, Shape local) {}

    private final Shape local;
    private final List<Part> parts;

    private LocalMatch(Shape local, List<Part> parts) {
        this.local = local;
        this.parts = parts;
    }

    static LocalMatch of(GlobalShape global, Shape local) {
        List<Part> parts = new ArrayList<>();
        for (GlobalRuns.Part part : global.parts()) {
            parts.add(match(part, local));
        }
        return new LocalMatch(local, List.copyOf(parts));
    }

    private static Part match(GlobalRuns.Part part, Shape local) {
        Regions packed = part.packed();
        if (packed.isContiguous() && packed.bytes() == local.bytes()) {
            return new Part(part.rank(), part.base(), part.place(), 0, local);
        }
        return local.isContiguous()
                ? new Part(part.rank(), part.base(), part.place(), local.low(), Shape.of(packed))
                : new Part(part.rank(), part.base(), part.place(), 0, Composition.of(local.regions(), packed, 0));
    }

    boolean isOf(Shape shape) {
        return local == shape || local.isContiguous() && shape.isContiguous() && local.low() == shape.low()
                && local.bytes() == shape.bytes();
    }

    List<Part> parts() {
        return parts;
    }
}
