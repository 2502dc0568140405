/**
 * Arrays and matrices of numbers whose elements lie in the memory of all ranks of a team.
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
 * <p>A {@link org.pgas.arrays.Distribution} says how elements are dealt in blocks; a {@link org.pgas.arrays.GridDistribution}, how those of a matrix are.
 */
package org.pgas.arrays;
