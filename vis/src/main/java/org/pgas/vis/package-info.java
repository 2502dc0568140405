/**
 * Transfers of memory that is not contiguous: shapes, and put, get and accumulate between any two of equal volume. The initiator
 * performs them directly on mapped memory; on client memory its owner does.
 *
 * <p>Invariant: knows addresses only through {@link org.pgas.memory.AddressMap}, and no file, process or transport.
 */
package org.pgas.vis;
