/**
 * Words in shared memory through which the members of a team arrive: one line for each member, which it alone
 * writes.
 *
 * <p>Protocol: a member adds one to its own count, by which everything that it has written before is published;
 * a phase is complete when all counts have reached it, read with acquire. What members tell each other with an
 * arrival lies beside the count, twice, by the parity of the phase, with a check. The table is at
 * {@link org.pgas.barrier.BarrierLane}. Nothing here knows a team. Tests: {@code BarrierLaneTest},
 * {@code DamagedLaneTest}, {@code NamedBarrierTest}; {@code BarrierStress}, {@code TeamWordsStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.barrier;
