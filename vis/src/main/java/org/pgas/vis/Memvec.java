package org.pgas.vis;

/**
 * A region of memory: where it begins and how long it is, in bytes. The offset counts from the beginning of the memory
 * that the call names; a length of 0 is legal.
 *
 * <p>Source: gasnet_memvec_t; gex_Memvec_t.
 */
public record Memvec(long offset, long length) {}
