/**
 * Updates of words at random places in a table that lies in the segments of all ranks, each by one atomic operation.
 *
 * <p>{@link org.pgas.examples.gups.RandomTable} is the entry. What is updated, in which order, and where it lies is in
 * {@link org.pgas.examples.gups.RandomStream} and {@link org.pgas.examples.gups.Spread}, which know nothing of memory.
 *
 * <p>Source: the RandomAccess benchmark of HPC Challenge; the stream of numbers and the check are the same.
 */
package org.pgas.examples.gups;
