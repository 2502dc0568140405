/**
 * Which way a transfer takes: mapped memory at once, this rank's own client memory, a peer's by a copy between
 * processes, by messages, or as a large copy that goes on.
 *
 * <p>{@link org.pgas.transfer.TransferRoutes} chooses; {@link org.pgas.transfer.SegmentMisses} finds, or
 * refuses, what a team's map of addresses has no range for. An 8-byte put: {@code Rma}, {@code RmaValues},
 * {@code AddressMap}, {@code SharedMemory}. Tests: {@code BulkTransfersTest}, {@code OffersTest}, and those of
 * transfers in the conformance tests.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.transfer;
