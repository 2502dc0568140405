/**
 * Dense matrices of doubles, in blocks that lie in the memory of all ranks, and what programs do with them: any rank
 * gets, puts and accumulates any rectangular patch, of any rank's blocks; rank 0 reads and writes them as Matrix Market
 * files.
 *
 * <p>{@link org.pgas.examples.matrix.Matrix} is what programs see; {@link org.pgas.examples.matrix.DistributedMatrix}
 * lies in the segments that ranks attach, where {@code Blocks} says which rank has what;
 * {@link org.pgas.examples.matrix.GaMatrix} is a global array of {@code org.pgas.ga}.
 * {@link org.pgas.examples.matrix.Dense} says how a buffer is laid out.
 */
package org.pgas.examples.matrix;
