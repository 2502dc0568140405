/**
 * A filter of pictures on the MPPA interface: one rank has the picture, all ranks take tiles of it in turn into small
 * local memories.
 *
 * <p>{@link org.pgas.examples.tiles.PictureServer} and {@link org.pgas.examples.tiles.TileWorker} are the two sides,
 * which know each other by the identifiers in {@link org.pgas.examples.tiles.Control}.
 * {@link org.pgas.examples.tiles.Filter}, {@link org.pgas.examples.tiles.Picture},
 * {@link org.pgas.examples.tiles.PgmFile} and {@link org.pgas.examples.tiles.Tiling} know nothing of shared memory.
 */
package org.pgas.examples.tiles;
