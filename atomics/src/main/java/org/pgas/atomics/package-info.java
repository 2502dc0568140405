/**
 * Remote atomic operations, and the structures that are made of them. The initiator performs them directly on mapped memory; on client
 * memory its owner does.
 *
 * <p>Invariant: knows addresses only through {@link org.pgas.memory.AddressMap}, and no file, process or transport.
 */
package org.pgas.atomics;
