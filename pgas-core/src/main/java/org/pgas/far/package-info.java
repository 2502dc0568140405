/**
 * The message path: operations on memory that is not mapped here, which its owner carries out when it polls or
 * waits.
 *
 * <p>At the origin {@link org.pgas.far.FarTransfers} sends pieces and keeps a {@code FarOperation} under a
 * handle until the last reply; at the owner {@code FarOwner} and {@code FarRegionOwner} carry them out, in the
 * order of each thread; {@code FarReplies} lands what comes back. Data for memory that is confined to its thread
 * waits until that thread lands it. What a place in a message means is at {@code FarMessages}. Nothing here knows
 * mapped memory. Tests: {@code FarTransfersTest}, {@code FarRegionsTest}, {@code FarUpdateTest} of the conformance
 * tests.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.far;
