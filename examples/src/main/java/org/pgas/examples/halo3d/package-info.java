/**
 * Heat in a cube that is cut into blocks in all three dimensions: each block has a layer of ghost cells around it, into
 * which its neighbours put their faces.
 *
 * <p>{@link org.pgas.examples.halo3d.HaloBlock} is the entry, one rank's part of the whole.
 * {@link org.pgas.examples.halo3d.CubeModel} computes the same alone, and knows nothing of shared memory.
 */
package org.pgas.examples.halo3d;
