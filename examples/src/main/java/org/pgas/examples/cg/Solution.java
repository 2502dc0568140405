package org.pgas.examples.cg;

/**
 * What the solver has found; the same on all ranks, but for the time.
 *
 * @param iterations that were made
 * @param residual length of what is left of the right-hand side, computed anew from the solution, relative to the
 *       right-hand side
 * @param converged whether the tolerance was met
 * @param errors rows with a part of the residual that is too large for a solution that meets the tolerance
 * @param nanos that the iterations took
 */
public record Solution(int iterations, double residual, boolean converged, long errors, long nanos) {}
