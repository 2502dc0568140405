/**
 * Conjugate gradients over the memory of all ranks.
 *
 * <p>{@code SparseRows} are a rank's rows of the matrix, made by a {@code SparseRowsBuilder} and multiplied with a
 * vector; {@code Poisson} makes those of a model problem, and {@code SymmetryCheck} compares rows with columns.
 * {@code SharedVector} is a vector that lies in the segments of all ranks, and {@code ConjugateGradient} the solver,
 * with sums by collectives.
 */
package org.pgas.examples.cg;
