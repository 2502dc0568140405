/**
 * The loop in which a rank waits, what it waits for, and how it is woken.
 *
 * <p>{@link org.pgas.wait.Waiting} is the only loop: it spins, yields or sleeps, lets messages be taken in
 * meanwhile through {@link org.pgas.wait.Progress}, looks for ranks that are gone, and tells of waits that last.
 * What is waited for is an {@link org.pgas.wait.Awaited}. Nothing here knows what a message, an endpoint or an
 * event of the API is.
 *
 * <p>Protocol: a rank that is about to sleep takes a ticket, looks once more, and sleeps on the ticket; who
 * makes a condition true rings afterwards, if {@link org.pgas.wait.Doorbell} says that anybody sleeps. A wait that
 * lasts is shown in the rank's part of the counters, with one writer, the thread that holds the place: the table
 * is at {@code ShownWait}. Tests: {@code WaitMessageTest}, {@code DeadlineTest}, {@code CircleTest},
 * {@code ShownWaitTest}; {@code ShownWaitStress}, {@code TellingStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.wait;
