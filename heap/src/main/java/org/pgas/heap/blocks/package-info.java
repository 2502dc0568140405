/**
 * The words and blocks of a heap, and the calls on them at the addresses where they lie: by ranks that have them
 * mapped, and by their owner for ranks that have not.
 *
 * <p>Knows no job, and waits as it is told. {@link org.pgas.heap.blocks.HeapCore} has the calls;
 * {@link org.pgas.heap.blocks.BlockCache}, {@link org.pgas.heap.blocks.FreeBins} and
 * {@link org.pgas.heap.blocks.CentralHeap} are its parts, {@link org.pgas.heap.blocks.Blocks} the headers;
 * {@link org.pgas.heap.blocks.HeapRecovery} and {@link org.pgas.heap.blocks.HeapInspection} look at a whole heap.
 *
 * <p><b>Steps for ranks elsewhere.</b> The owner of a heap allocates and frees in the caches of the rank that asks, as
 * that would itself ({@link org.pgas.heap.blocks.HeapStep}). It waits for no lock: a step that finds one taken has done
 * nothing, names the holder, and is asked for again.
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.heap.blocks;
