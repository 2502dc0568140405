/**
 * What requests of the library's modules have in common. Nothing here knows a transfer, a window or an address. Test:
 * {@code MpiPorterTest}.
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.mpi.inside;
