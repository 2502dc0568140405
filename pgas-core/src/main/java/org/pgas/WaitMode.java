package org.pgas;

/**
 * How a rank's threads wait. A rank's own choice: ranks of one job may differ.
 *
 * <p>Source: GASNet-1 3.6.2.1 (gasnet_set_waitmode).
 */
public enum WaitMode {
    /** Contends for the core: spins, then yields to others that are runnable, for as long as it takes. Wakes soonest. */
    SPIN,
    /** Gives the core away at once: a few spins, then sleeps until a peer rings. No processor time is used while asleep. */
    BLOCK,
    /** Spins, yields for about a millisecond, then sleeps. The default when the host has fewer cores than the job ranks. */
    SPIN_BLOCK
}
