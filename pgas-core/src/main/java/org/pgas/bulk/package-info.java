/**
 * Large copies of mapped memory that go on when their call has returned, in pieces that the thread which waits takes
 * part in. Nothing here knows where memory is.
 *
 * <p><b>A core that idles may copy.</b> NB and NBI transfers of mapped memory from {@code pgas.async.bytes} on are left
 * to a thread of the rank ({@code BulkCopier}) if ranks that are awake and copiers at work are fewer than the
 * processors; the guess costs a few loads, and a wrong one only time. A transfer is cut into pieces with two counters,
 * which are begun, which are done: the copier takes pieces, and so does a thread that waits for it, so that nothing has
 * to be handed back. Every piece is taken by an atomic count, and the last one done publishes all: the table is at
 * {@link org.pgas.bulk.BulkCopy}. A thread keeps its copies in the order of their beginning. The figures behind the
 * threshold of 4 MiB are in jmh/NOTES.md.
 *
 * <p><b>Some do not wait.</b> What must be done when the call returns (local completion now), what only the caller can
 * reach (confined memory), signals, the payload of long messages and shapes are copied by the caller.
 *
 * <p><b>Invariant:</b> nothing is complete before it is done, and all is complete when the rank closes
 * ({@code BulkTransfersTest.nothingCompletesBeforeItIsDone},
 * {@code BulkOverlapTest.shouldShowTheDataToWhoeverIsToldAfterTheEvent},
 * {@code BulkOverlapTest.shouldShowTheDataToWhoeverIsToldAfterTheSet},
 * {@code BulkOverlapTest.shouldShowTheDataToWhoeverIsToldAfterAFence},
 * {@code BulkOverlapTest.shouldCloseWithCopiesUnderWay}).
 *
 * <p><b>Invariant:</b> the caller does what only it may touch, and what may not wait
 * ({@code BulkTransfersTest.theCallerDoesWhatOnlyItMayTouch}, {@code BulkTransfersTest.theCallerDoesWhatMayNotWait}).
 *
 * <p>A fault in a copy (a truncated file) is an error that HotSpot throws when the thread next looks for a safepoint,
 * in compiled code often behind the copy and the code that would note it. So each piece ends with a call of the virtual
 * machine, which looks.
 *
 * <p><b>Invariant:</b> a thread that synchronises a copy is told of its fault, and the copier survives it
 * ({@code BulkOverlapTest.shouldTellWhoSynchronisesOfATruncatedFile}).
 *
 * <p>The tables are at {@code BulkCopy}, {@code BulkQueue} and {@code BulkCopier}. Tests: {@code BulkTransfersTest},
 * {@code BulkOverlapTest}; {@code BulkCopyStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.bulk;
