package org.pgas;

/**
 * Kinds of operations that can be synchronised apart, for {@link Nbi} and {@link Event#leaf}.
 *
 * <p>Source: GASNet-EX gex_EC_t.
 */
public enum EventCategory {
    /** Every category. */
    ALL,
    /** Gets, and atomic GET. */
    GET,
    /** Puts, memset, and atomic SET. */
    PUT,
    /** Active Messages. */
    AM,
    /** Local completion of puts and messages that asked for {@link LocalCompletion#GROUP}. */
    LC,
    /** Atomic operations other than GET and SET. */
    RMW
}
