/**
 * An allocator with its state and blocks in a segment: any rank allocates and frees in any member's segment, at once.
 *
 * <p>{@code SharedHeap} has the checks and the waits; the calls on bare addresses, with all parts of a heap, are in
 * {@code org.pgas.heap.blocks}. Where the heap lies in another neighbourhood, its owner carries out the calls
 * ({@code FarHeap}). The package gets addresses through the team and knows no file, process or transport.
 *
 * <p><b>Only headers have to be true.</b> A block's header says its size and whether it is in use; each split or join
 * commits by one store. Lists of free blocks, tags at the ends, caches and counts are made anew from the headers by
 * {@code recover}. So a kill at any moment loses no block that the program knows of.
 *
 * <p><b>Invariant:</b> every block of a process that is killed keeps its contents
 * ({@code HeapRecoveryTest.shouldKeepEveryBlockOfAProcessThatIsKilled},
 * {@code HeapRecoveryTest.shouldNeedNothingButTheHeadersOfBlocks}).
 *
 * <p><b>A free is a compare-and-set of the header.</b> Of several frees of a block one succeeds. 54 check bits, with a
 * seed for each heap, tell a header from what a program has stored.
 *
 * <p><b>Invariant:</b> no place but a block in use is taken back, and that once
 * ({@code HeapCoreTest.shouldRefuseEveryPlaceThatIsNoBlockInUseAndChangeNothing},
 * {@code SharedHeapTest.shouldLetOneOfTwoWhoFreeABlockSucceed}).
 *
 * <p><b>Caches belong to ranks and hide nothing.</b> A rank frees small blocks into caches of its own, which lie in
 * the segment behind locks that are only tried: a thread that finds one taken passes it over, and a thread that finds
 * no room empties the caches of all ranks. Bins, eight for each power of two, are behind one lock, and large blocks
 * are first-fit, joined with their neighbours.
 *
 * <p><b>Invariant:</b> blocks never overlap, and all freed are one block again
 * ({@code HeapCoreTest.shouldOverlapNothingAndKeepContentsUnderRandomUse},
 * {@code HeapCoreTest.shouldFillTheWholeHeapAndBecomeOneBlockAgain}).
 *
 * <p>The tables of words are at {@code Blocks}, {@code HeapLayout}, {@code BlockCache} and {@code HeapLock};
 * {@code HeapStress} tries them.
 */
package org.pgas.heap;
