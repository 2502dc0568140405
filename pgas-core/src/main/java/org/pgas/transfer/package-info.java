/**
 * Which way a transfer takes: mapped memory at once, this rank's own client memory, a peer's by a copy between
 * processes, by messages, or as a large copy that goes on.
 *
 * <p>{@link org.pgas.transfer.TransferRoutes} chooses; {@link org.pgas.transfer.SegmentMisses} finds, or refuses, what
 * a team's map of addresses has no range for. The ways of puts, file by file, are walks at {@link org.pgas}.
 *
 * <p><b>The bounds check is the closed check.</b> Closed, never attached, rank without a segment, memory that is not
 * mapped: all are a range of size -1, so the hot path has one comparison, and what to say is found out afterwards.
 *
 * <p><b>Checked mode hides the ranges.</b> A team then shows an {@code AddressMap} without any, so every access fails
 * the fast check and comes to {@code CheckedMisses}, which looks at the restricted context and goes on in the real
 * map. The hot path has no test of its own for it.
 *
 * <p><b>Copies go in pieces.</b> 2 MiB below 16 MiB, which stay in the caches for a reader that follows; 4 MiB from
 * there, which the JDK's copy streams past them. Both delay a safepoint by a fraction of a millisecond.
 *
 * <p><b>A signal</b> word is changed with getAndSet or getAndAdd and read with acquire: the release of the data, and
 * the fence before the look at the sleepers, in one. Other words that are waited for have the order of their
 * operation; missed rings are made up for by looking ({@link org.pgas.wait}).
 *
 * <p>Tests: {@code PutGetTest}, {@code PutSignalTest}, {@code FarTransferTest}, {@code ExplicitTransfersTest},
 * {@code TeamTransfersTest}, {@code BulkTransfersTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.transfer;
