/**
 * Operations that have begun and are not over: the events that stand for them, and what a program has promised of its
 * source.
 *
 * <p>{@link org.pgas.operation.PendingEvent} is what {@code Event} of the API hides; the rooms that begin operations
 * extend it. An event belongs to the thread that began it. Nothing here knows how an operation is carried out.
 *
 * <p><b>What is never awaited is told of.</b> {@code UnawaitedOperations} has, for each thread, a list through its
 * events, of a few stores for each, up to a limit; what is in it at close was never awaited, and {@code Job.close}
 * tells of it.
 *
 * <p><b>Invariant:</b> an event that no thread has awaited is told of at close
 * ({@code UnawaitedOperationsTest.shouldRefuseToCloseQuietlyWithoutEveryEventAwaited}).
 *
 * <p>Tests: {@code EventTest}, {@code UnawaitedEventsTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.operation;
