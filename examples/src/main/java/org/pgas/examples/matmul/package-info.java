/**
 * The product of two matrices whose tiles are spread over the segments of all ranks. Ranks draw products of two
 * tiles from a counter until none is left, and add what they get to the tiles of the result, where others add too.
 *
 * <p>{@link org.pgas.examples.matmul.Multiplication} is the entry, one rank's part of the whole. Where tiles lie, what is in them, how
 * two are multiplied, and how the result is checked is in {@link org.pgas.examples.matmul.TileGrid},
 * {@link org.pgas.examples.matmul.Numbers}, {@link org.pgas.examples.matmul.TileProduct} and
 * {@link org.pgas.examples.matmul.ProductCheck}, which know nothing of shared memory.
 */
package org.pgas.examples.matmul;
