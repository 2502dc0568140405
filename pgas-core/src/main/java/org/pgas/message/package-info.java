/**
 * Messages: sending, receiving, the handlers, and whose turn it is to run them.
 *
 * <p>Here live {@link org.pgas.message.Messenger}, what it checks, the prepared messages, the batches of
 * aggregators, and the cores of the API's tokens, payloads and handlers. Which endpoints there are it asks a room
 * above, through {@link org.pgas.message.Receivers} and {@link org.pgas.message.HandlersOf}; where the data of a
 * long reply goes, through {@link org.pgas.message.ReplyTargets}; data that is still in its sender's memory it
 * reads through {@link org.pgas.message.Lent}. It knows no segment and no team.
 *
 * <p>Protocol: one thread of a rank at a time has the {@link org.pgas.message.Turn}, takes messages out of the
 * rings and runs their handlers; what they did happens before the next round that a thread acquires. A handler
 * that has to wait for room for its reply takes in replies alone, so replies always drain. A request to the rank
 * itself waits for the turn too.
 *
 * <p>A short request: {@code ActiveMessages}, {@code MessageChecks}, {@code Messenger}, {@code MessageOutbox};
 * at the other end {@code Messenger}, {@code MessageDispatcher}, {@code HandlerEntry}, and the reply
 * {@code Token}, {@code Delivery}, {@code Messenger}. Tests: {@code HandlerEntryTest}, {@code PayloadTest},
 * {@code ArgumentPackingTest}, {@code HandlerSafeLockTest}; {@code TurnStress}, {@code AggregatorStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.message;
