/**
 * Absolute addresses, kept in one place: {@link org.pgas.memory.SharedMemory} reads and writes them,
 * {@link org.pgas.memory.AddressMap} makes them out of (rank, offset) after one bounds check.
 *
 * <p>Exported to the library's own modules only. Invariant: no type of another package returns an absolute address.
 */
package org.pgas.memory;
