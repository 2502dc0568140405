/**
 * The product of two matrices whose blocks are spread over the memory of all ranks. Ranks draw products of two
 * tiles from a counter until none is left, and add what they get to the tiles of the result, where others add too.
 *
 * <p>{@link org.pgas.examples.matmul.Multiplication} is the entry, one rank's part of the whole. Which tiles there are,
 * how two are multiplied, and how the result is checked is in {@link org.pgas.examples.matmul.TileGrid},
 * {@link org.pgas.examples.matmul.TileProduct} and {@link org.pgas.examples.matmul.PlainMultiply}, which are the same
 * wherever the matrices lie. Where they do, an {@link org.pgas.examples.matmul.Operands} says:
 * {@link org.pgas.examples.matmul.SegmentOperands} are in the segments that ranks attach,
 * {@link org.pgas.examples.matmul.GlobalArrayOperands} are arrays of {@code org.pgas.ga}.
 */
package org.pgas.examples.matmul;
