/**
 * The smallest eigenvalue of a random sparse matrix, by inverse iteration with conjugate gradients over MPI's messages
 * and collective calls.
 *
 * <p>{@code RandomGraph} is the matrix, whose smallest eigenvalue is known; it knows nothing of ranks.
 * {@code InverseIteration} deals it to a grid of ranks, and has all calls of MPI that the iteration makes. Blocks of
 * the matrix are {@code SparseRows}.
 */
package org.pgas.examples.eigen;
