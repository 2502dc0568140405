package org.pgas.armci;

import java.lang.foreign.MemorySegment;

/**
 * Segments of equal size for a vector call: the one numbered {@code i} goes from {@code src[i]} to {@code dst[i]}. The
 * two sides are given by the direction: of a put or an accumulate, {@code src} holds byte offsets in {@code local} and
 * {@code dst} pointers; of a get, {@code src} holds pointers and {@code dst} offsets.
 *
 * <p>The arrays are not copied: they may be used again, with other contents, when the call that they were given to has
 * returned.
 *
 * <p>Source: armci_giov_t.
 *
 * @param local the local memory
 * @param src where each segment comes from
 * @param dst where each segment goes
 * @param ptrArrayLen how many segments there are; the arrays may be longer
 * @param bytes size of each segment
 */
public record Giov(MemorySegment local, long[] src, long[] dst, int ptrArrayLen, int bytes) {}
