package org.pgas.upc;

/**
 * A contiguous region of one thread's shared memory. Immutable.
 *
 * <p>Source: upc_smemvec_t.
 *
 * @param addr a pointer-to-shared; ignored if {@code len} is 0
 * @param len in bytes
 */
public record SharedMemvec(long addr, long len) {}
