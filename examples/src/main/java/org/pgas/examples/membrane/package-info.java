/**
 * A membrane under a load by Jacobi's method, in blocks whose borders go to neighbours by MPI's messages.
 *
 * <p>{@code Membrane} is the problem with its known shape, and {@code Block} the points of a rectangle and the step;
 * both know nothing of ranks. {@code Halo} has all messages between blocks, each way of them that programs of MPI use
 * ({@code Exchange}). What all ranks do together, sums and the gathering of the result, is the program's.
 */
package org.pgas.examples.membrane;
