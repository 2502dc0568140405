package org.pgas.coll;

import java.lang.foreign.MemorySegment;

/**
 * A program's own operation of a reduction: {@code right[i] = left[i] operation right[i]} for each of its elements.
 *
 * <p>It is called an unspecified number of times, by any thread that calls the library or by one of the library's own,
 * and maybe by several at once. It may be given any part of the vectors, from the program's own memory or of results on
 * their way, and {@code count} is at least 1 and says nothing of how many elements a call of a collective has. It does
 * the same to each element, wherever that is, and on every rank. It does not call the library, but for what is legal in
 * a restricted context, and waits for nothing that depends on other ranks. An exception ends the collective on this
 * rank and comes out of the call that ran it, as it is.
 *
 * <p>Source: GASNet-EX "User-Defined Reduction Operations", gex_Coll_ReduceFn_t.
 */
@FunctionalInterface
public interface UserOperation {
    /**
     * Combines {@code count} elements.
     *
     * @param left the operands left of the operation, exactly {@code count} elements, read-only
     * @param rightAndResult the operands right of it, exactly as many, which the results replace; apart from {@code
     * left}
     * @param count elements; both segments start at a multiple of 8 and are valid during the call only
     */
    void apply(MemorySegment left, MemorySegment rightAndResult, long count);
}
