/**
 * Global Arrays: arrays of up to seven dimensions that lie in the memory of all ranks, and are used by all as if they
 * were whole.
 *
 * <p>{@link org.pgas.ga.Ga} makes arrays, synchronises, and has the operations on several arrays; {@link
 * org.pgas.ga.GaArray} is one, with transfers of its patches, and the operations on it alone. {@code GaHandle}
 * describes an array until it is made.
 *
 * <p><b>Where elements lie.</b> A {@code Layout} has an {@code Axis} for each dimension, which cuts its indices in
 * blocks, and a {@code Dealing}, which tells the process of a block and the place of its elements there: one block for
 * each process, with ghost cells or without; blocks in turn; blocks in turn along a grid.
 *
 * <p><b>Transfers.</b> A {@code PatchWalk} goes over the blocks of a patch, and starts with each owner what its part
 * takes: a copy where it is contiguous on both sides, else one shape of {@code org.pgas.vis}. {@code ElementTransfers}
 * are those of single elements. Ghost cells, copies, transposes and the panels of products go the same way.
 *
 * <p><b>Operations</b> work on an {@code OwnPart} of a patch, row by row: {@code ElementRows} are the loops for each
 * type, and a {@code Cursor} is where a row lies. What lies elsewhere is gotten in sections before.
 *
 * <p><b>Memory, mutexes and the endpoint</b> are those of an {@link org.pgas.armci.Armci}, as the toolkit's are; the
 * arrays of {@code org.pgas.arrays} have two dimensions at most, of real numbers, and an endpoint for each. Nothing
 * here knows an address, a message or a file.
 *
 * <p><b>Invariant:</b> an operation finds in every element what the same one finds in a plain array, whatever the type,
 * the extents and the distribution ({@code GaTransferTest.shouldAgreeWithAModelUnderRandomTransfers},
 * {@code GaOperationTest.shouldDoToPatchesWhatLoopsDo}).
 *
 * <p><b>Invariant:</b> what one process is refused no process gets ({@code
 * GaCreationTest.shouldRefuseOnAllWhatIsRefusedOnOne}).
 */
package org.pgas.ga;
