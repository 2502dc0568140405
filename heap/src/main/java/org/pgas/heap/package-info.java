/**
 * An allocator whose state and blocks lie in a segment: any rank allocates and frees in any member's, at once.
 *
 * <p>Invariant: knows addresses only through the team, and no file, process or transport.
 */
package org.pgas.heap;
