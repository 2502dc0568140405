package org.pgas;

/**
 * Hints given when an endpoint is created: bits, to be combined by or. On one host there is nothing that they could
 * accelerate: they have no effect, and {@link Endpoint#flags} answers them.
 *
 * <p>Source: GASNet-EX Memory Kinds 3.3 (GEX_FLAG_HINT_ACCEL_*).
 */
public final class EndpointFlags {
    /** The endpoint should get what accelerates atomic operations. */
    public static final int HINT_ACCEL_AD = 1;

    /** The endpoint should get what accelerates collectives. */
    public static final int HINT_ACCEL_COLL = 1 << 1;

    /** All hints. */
    public static final int HINT_ACCEL_ALL = HINT_ACCEL_AD | HINT_ACCEL_COLL;

    private EndpointFlags() {}
}
