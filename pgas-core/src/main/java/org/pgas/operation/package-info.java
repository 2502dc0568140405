/**
 * Operations that have begun and are not over: the events that stand for them, and what a program has promised of
 * its source.
 *
 * <p>{@link org.pgas.operation.PendingEvent} is what {@code Event} of the API hides; the rooms that begin
 * operations extend it. Each thread's events that nobody has awaited are listed, up to a limit, for
 * {@code Job.close} to tell of. An event belongs to the thread that began it. Nothing here knows how an operation
 * is carried out. Tests: {@code EventTest}, {@code UnawaitedEventsTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.operation;
