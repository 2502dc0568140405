/**
 * UPC shared arrays and its memory copy library: asynchronous, indexed, strided.
 *
 * <p>{@code SharedLayout} is the arithmetic, {@code SharedPointer} and {@code SharedArray} use it;
 * {@link org.pgas.upc.Upc} is the calls, over {@code ContiguousCopies}, {@code IndexedCopies}, {@code StridedCopies}
 * and {@code Synchronisation}.
 *
 * <p><b>Memory</b> is one mapped segment for each rank, of a size given at the start. Arrays need the same offset on
 * every thread: the heap of thread 0 decides for all, so one thread alone can allocate for all
 * ({@code upc_global_alloc}); memory of one thread comes from a second heap. Ranks of another neighbourhood reach it by
 * messages; a copy from there to there goes through a buffer of this rank ({@code org.pgas.vis.GlobalTransfers}).
 *
 * <p><b>Invariant:</b> elements lie where the language says ({@code SharedLayoutTest.shouldDealElementsAsOneByOne},
 * {@code SharedPointerTest.shouldLeadFromAnyElementToAnyOther},
 * {@code UpcArrayTest.shouldHaveEachElementWhereItsIndexAndItsPointerSay}).
 *
 * <p><b>Invariant:</b> what one thread is refused no thread gets, and nothing is kept
 * ({@code UpcArrayTest.shouldRefuseOnAllRanksWhatOneGivesWrong}).
 *
 * <p><b>Invariant:</b> nothing moves before every argument is checked, lists to their last entry
 * ({@code UpcCopyTest.shouldRefuseWhatIsNotThereAndChangeNothing}).
 *
 * <p><b>Invariant:</b> a thread that fails at the end keeps no other waiting
 * ({@code UpcArrayTest.shouldNotFinishWhileADomainIsLive}).
 *
 * <p><b>Invariant:</b> calls with equal arguments allocate nothing
 * ({@code UpcAllocationTest.shouldAllocateNothingForStridesThatCameBefore}).
 */
package org.pgas.upc;
