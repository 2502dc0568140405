/**
 * Remote atomic operations, performed by the initiator directly on mapped memory.
 *
 * <p>Invariant: knows addresses only through {@link org.pgas.memory.AddressMap}, and no file, process or transport.
 */
package org.pgas.atomics;
