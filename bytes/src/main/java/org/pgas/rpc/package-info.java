/**
 * Remote procedure calls on Active Messages, and distributed objects: {@link org.pgas.rpc.Rpc} is where to begin.
 * Values travel as a {@link org.pgas.bytes.TypeRegistry} writes them.
 *
 * <p>{@code Caller} sends and completes futures, {@code Server} takes in, runs and answers, {@code Protocol} is their
 * messages; {@code Functions} finds what is called, {@code LambdaCalls} finds out what a lambda is.
 *
 * <p><b>Handlers take in, polls run.</b> A handler may not communicate, so it puts a call into a queue, and a thread
 * that polls runs it after the handlers. There is room for every call that the callers' slots allow: so the queue is
 * never full, and a handler never waits. A result is sent when there is room, else by a later poll: the thread that
 * answers waits for no rank.
 *
 * <p><b>Invariant:</b> floods of calls from all ranks to all end and lose nothing
 * ({@code RpcFlowTest.shouldEndFloodsOfAllToAllOnPollingThreads}).
 *
 * <p><b>An {@code Rpc} ends when all have closed it.</b> Its endpoint and its part of each poll go when every member
 * has told that it has closed and has no call under way. If a rank leaves without that, the others keep both until they
 * close the job.
 *
 * <p><b>Invariant:</b> any number can be made and closed, and none ends early
 * ({@code RpcEndTest.shouldGiveBackWhatItHasWhenAllHaveClosed},
 * {@code RpcEndTest.shouldRefuseCallsUntilTheLastRankHasClosed}).
 *
 * <p><b>Invariant:</b> nothing is deserialised, and no message names a class
 * ({@code ConfinementTest.nothingIsDeserialisedAndNoClassIsLoadedByAName},
 * {@code ForgedCallTest.shouldReachOnlyWhatIsRegisteredWhateverTheBytesAre}).
 *
 * <p>The tables of fields are at {@code Peer}, {@code CallQueue}, {@code IncomingCall} and {@code Caller};
 * {@code CallStress}, {@code RpcFlowTest} and {@code RpcEndTest} try them.
 */
package org.pgas.rpc;
