package org.pgas;

/**
 * How a rank's threads wait. A rank's own choice: ranks of one job may differ.
 *
 * <p>Source: GASNet-1 3.6.2.1 (gasnet_set_waitmode).
 */
public enum WaitMode {
    /** Contends for the core: spins, then yields to runnable threads, for as long as it takes. Wakes soonest. */
    SPIN,
    /** Gives the core away at once: a few spins, then sleeps, without processor time, until a peer rings. */
    BLOCK,
    /** Spins, yields for about a millisecond, then sleeps. The default where ranks outnumber the host's cores. */
    SPIN_BLOCK
}
