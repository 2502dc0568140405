/**
 * Dense matrices of doubles whose blocks lie in the segments of all ranks, and what programs do with them: any rank gets, puts and
 * accumulates any rectangular patch, whoever's it is; rank 0 reads and writes them as Matrix Market files.
 *
 * <p>{@link org.pgas.examples.matrix.DistributedMatrix} is the entry.
 */
package org.pgas.examples.matrix;
