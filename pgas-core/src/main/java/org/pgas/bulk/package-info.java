/**
 * Large copies of mapped memory that go on when their call has returned, in pieces that the thread which waits
 * takes part in.
 *
 * <p>Every piece is taken by an atomic count, and the last one done publishes all: the table is at
 * {@link org.pgas.bulk.BulkCopy}. A thread keeps its copies in the order of their beginning. Nothing here knows
 * where memory is. Tests: {@code BulkCopierTest}, {@code BulkTransfersTest}; {@code BulkCopyStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.bulk;
