/**
 * Sets of byte ranges, and copies between them: what a non-contiguous transfer moves, and how.
 *
 * <p>Invariant: knows memory as (segment, base) and geometry as offsets from a base, and no rank, job or message.
 */
package org.pgas.regions;
