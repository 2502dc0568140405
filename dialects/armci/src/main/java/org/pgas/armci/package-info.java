/**
 * The Aggregate Remote Memory Copy Interface: global memory, transfers, accumulates, mutexes, groups.
 *
 * <p>{@link org.pgas.armci.Armci} is the calls, over {@code Memory}, {@code Contiguous}, {@code Strided},
 * {@code Vectors} and {@code PendingOperations}, which knows which handle holds what; {@code Creation} makes an
 * endpoint, a segment and a heap in it for each process. {@code Places} turns a pointer and a process into an offset,
 * or refuses.
 *
 * <p><b>A dialect has an endpoint of its own</b>, so that what it does has nothing to do with the attached segment or
 * with another dialect, and no mechanism of its own: strides and lists become shapes of the cache of
 * {@code org.pgas.vis}, accumulates take the locks of {@code org.pgas.atomics}. The same holds for
 * {@code org.pgas.mppa} and {@code org.pgas.upc}.
 *
 * <p><b>Memory</b> is one mapped segment for each rank, of a size given at the start, with a heap in it.
 * {@code malloc} lets each process allocate in its own part and tells the pointers by an all-gather; what fails on one
 * fails on all, and is given back. Ranks of another neighbourhood reach it by messages, and see none of it.
 *
 * <p><b>Invariant:</b> what one process is refused no process gets, and nothing is kept
 * ({@code ArmciMemoryTest.shouldRefuseOnAllWhatIsRefusedOnOne},
 * {@code ArmciGroupTest.shouldRefuseOnAllWhatIsRefusedOnOne}).
 *
 * <p><b>Invariant:</b> a process that fails at the end keeps no other waiting
 * ({@code ArmciEndTest.shouldFinishForAllWhateverWentWrong}).
 *
 * <p><b>Invariant:</b> nothing moves before every argument is checked, lists to their last entry
 * ({@code ArmciBadInputTest.shouldRefuseListsThatAreNoneBeforeTheFirstOneMoves}).
 *
 * <p><b>Invariant:</b> calls with equal arguments allocate nothing
 * ({@code ArmciAllocationTest.shouldAllocateNothingForTransfers}).
 */
package org.pgas.armci;
