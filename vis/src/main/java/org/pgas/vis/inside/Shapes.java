package org.pgas.vis.inside;

import org.pgas.regions.CopyPlan;
import org.pgas.regions.Regions;

/** Shapes for code that knows regions and plans of copies. */
public final class Shapes {
    private Shapes() {}

    /** The regions of {@code shape}, in its order. */
    public static Regions regions(ShapeInside<?> shape) {
        return shape.regions();
    }

    /** How to copy from {@code source} to {@code target}, which are of equal volume. */
    public static <S extends ShapeInside<S>> CopyPlan plan(S source, S target) {
        return source.planTo(target);
    }

    /** The shape of {@code regions}, of the type that {@code any} has. */
    public static <S extends ShapeInside<S>> S of(S any, Regions regions) {
        return any.made(regions);
    }
}
