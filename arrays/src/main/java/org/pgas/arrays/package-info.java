/**
 * Arrays and matrices of numbers, with elements in the memory of all ranks of a team.
 *
 * <pre>{@code
 * DoubleArray a = DoubleArray.create(job.world(), Distribution.block(1_000_000));
 * a.updateLocal((i, x) -> Math.sin(i));             // every rank its own elements
 * a.barrier();
 * double first = a.get(0);                           // of whatever rank
 * double[] middle = new double[1000];
 * a.getRange(499_500, middle);                       // across ranks
 * double total = a.sum();                            // the same bits on all ranks
 * DoubleArray dealt = a.redistribute(Distribution.cyclic(1_000_000));
 * a.close();
 * }</pre>
 *
 * <p>A {@link org.pgas.arrays.Distribution} says how elements are dealt in blocks; a
 * {@link org.pgas.arrays.GridDistribution}, how those of a matrix are.
 *
 * <p><b>Inside.</b> An array is an endpoint and a segment of its own on each rank, and a team of these; or a place in
 * segments that are there ({@code ArrayMemory}). {@code Distribution} turns an index into a rank and a place, by
 * multiplications with reciprocals. A section is cut into even stretches by owner ({@code SectionTransfers}):
 * contiguous ones and few pieces go through {@code Rma}, the rest as a {@code Vis} shape for each, at most nine for a
 * rank. The classes for each type are thin, and made from three templates in {@code src/main/templates}.
 */
package org.pgas.arrays;
