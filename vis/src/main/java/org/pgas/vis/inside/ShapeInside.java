package org.pgas.vis.inside;

import org.pgas.regions.CopyPlan;
import org.pgas.regions.Regions;

/**
 * What a shape is made of. {@link Shapes} shows it to the library's own modules; a program that has a shape gets
 * nothing from here.
 *
 * @param <S> the type of shapes
 */
public abstract class ShapeInside<S extends ShapeInside<S>> {
    protected ShapeInside() {}

    /** The regions, in the order of the shape. */
    protected abstract Regions regions();

    /** How to copy from here to a shape of equal volume; remembered by both. */
    protected abstract CopyPlan planTo(S target);

    /** A shape of regions. It has nothing of this one. */
    protected abstract S made(Regions made);
}
