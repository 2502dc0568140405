/**
 * Words in shared memory through which the members of a team arrive: one line for each member, which it alone writes.
 * Nothing here knows a team.
 *
 * <p><b>Flat barriers, and those with a tree.</b> Each rank counts its arrivals in a line of its own. Where ranks are
 * few, each reads the lines of all others: two ranks pay one line transfer in each direction, the least there can be,
 * and the cost grows with the square of the ranks in total. From {@code BarrierLane.TREE_MEMBERS} on a tree of words
 * stands above the counts, which grows with the ranks; docs/SCALING.md has both in the model. Arrivals are passive in
 * either: nobody waits for what a rank does after it has arrived. Any number of phases may be under way, since counts
 * only grow. Between neighbourhoods lanes are flat, and copied.
 *
 * <p><b>The arrival is the fence.</b> {@code getAndAdd} on the own line is volatile, and so is the read of the
 * sleepers' word after it: the two keep their order, and on x86 the question whether any thread sleeps costs a plain
 * load. By the arrival everything that the member has written before is published; a phase is complete when all counts
 * have reached it, read with acquire.
 *
 * <p>What members tell each other with an arrival lies beside the count, twice, by the parity of the phase, with a
 * check. The names of the named barrier are written plainly by their rank: between the count of this phase and the next
 * notify it does not write them. The table is at {@link org.pgas.barrier.BarrierLane}.
 *
 * <p>Tests: {@code BarrierLaneTest}, {@code TreeLaneTest}, {@code DamagedLaneTest}, {@code NamedBarrierTest}; {@code
 * BarrierStress}, {@code TreeStress}, {@code TellingStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.barrier;
