/**
 * Messages: sending, receiving, the handlers, and the turn to run them.
 *
 * <p>Here live {@link org.pgas.message.Messenger}, which sends, takes in and waits, {@code MessageChecks}, which
 * refuses, {@code MessageDispatcher}, which runs what is in the table of handlers, the prepared messages, the batches
 * of aggregators, and the cores of the API's tokens, payloads and handlers. Which endpoints there are it asks a room
 * above, through {@link org.pgas.message.Receivers} and {@link org.pgas.message.HandlersOf}; where the data of a long
 * reply goes, through {@link org.pgas.message.ReplyTargets}; data that is still in its sender's memory it reads
 * through {@link org.pgas.message.Lent}. It knows no segment and no team. The rings themselves are the conduit's: see
 * {@code org.pgas.pshm}.
 *
 * <p>The way of a short request and its reply, file by file, is a walk at {@link org.pgas}.
 *
 * <h2>The turn</h2>
 *
 * <p><b>The rank's turn.</b> A thread that takes in messages holds the turn of its rank
 * ({@link org.pgas.message.Turn}: the number of a thread, since a reference would cost the collector's barrier at each
 * change). A thread that finds it taken goes on with its own wait: the holder does the work. So the handlers of a rank
 * run one at a time and need no locks against each other, each ring has the one consumer that its protocol asks for,
 * and tokens and payloads are objects that are used again. The price is that a slow handler delays every message to
 * its rank. A turn is at most 64 replies and then about 64 requests; then the holder publishes what handlers did,
 * passes the turn, and wakes threads of its own rank, which may sleep until a handler has run or until it is their
 * turn.
 *
 * <p><b>Invariant:</b> two handlers of a rank never run at once, and what one did is seen by every thread that waits
 * for it ({@code PollTest.shouldNeverRunTwoHandlersOfARankAtOnce},
 * {@code PollTest.shouldShowWhatAHandlerDidInAnotherThread},
 * {@code PollTest.shouldShowWhatAHandlerDidInAnotherThreadToASleeper}).
 * <table class="striped">
 * <caption>Fields of the turn and of handlers</caption>
 * <thead><tr><th>field</th><th>writer</th><th>reader</th><th>order</th><th>why that is enough</th></tr></thead>
 * <tbody>
 * <tr><td>entries of the table of handlers</td> <td>the thread that registers</td> <td>the holder of the turn</td>
 * <td>plain</td> <td>immutable objects; a sender was told after the registration</td></tr>
 * <tr><td>holder of the {@code Turn}</td> <td>the thread that takes it, the one that passes it on</td> <td>threads of
 * the rank</td> <td>CAS from none / release</td> <td>a thread finds its own number there by a plain read: no other
 * thread writes it</td></tr>
 * <tr><td>rounds of the {@code Turn}, acknowledged</td> <td>the holder of the turn</td> <td>threads that wait for
 * handlers</td> <td>release / acquire</td> <td>what a handler did is seen by the condition that is evaluated
 * after</td></tr>
 * <tr><td>holder of a {@code HandlerSafeLock}</td> <td>the thread that locks or unlocks</td> <td>threads of the
 * rank</td> <td>CAS from none / release</td> <td>as with the turn</td></tr>
 * <tr><td>prepared request of a dead thread</td> <td>its thread</td> <td>its rank's watcher</td>
 * <td>{@code Thread.isAlive} is false</td> <td>all that a thread did happened before it is seen dead</td></tr>
 * <tr><td>batch of an {@code Aggregator}</td> <td>its holder</td> <td>its next holder</td> <td>CAS / release</td>
 * <td></td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>Loopback</b> goes through no ring. The sending thread takes the turn, waiting for it if another has it;
 * arguments and payload are copied to memory of {@code Loopback}, where the handler finds them as it finds others; the
 * handler runs before the call returns, and its reply's handler inside it. A job of one rank has no rings.
 *
 * <p><b>A long message is a put and a short one.</b> The data is copied once, from its source to the target's segment;
 * the record's release publishes it. Only then does the sender wait for room.
 *
 * <p><b>A thread that dies cancels.</b> A request that its thread leaves prepared when it dies is cancelled at the
 * next tick of its rank's watcher, 0.2 s: in a ring of a pair nothing behind it would arrive, and staged it would keep
 * its slot. Of replies, checked mode reports those that a handler leaves prepared.
 *
 * <p><b>Invariant:</b> what is behind the message of a thread that died arrives, and what it had prepared has room
 * again ({@code DeadThreadTest.shouldDeliverWhatIsBehindTheMessageOfADeadThread},
 * {@code DeadThreadTest.shouldHaveRoomForMoreThanDeadThreadsHavePrepared}).
 *
 * <p><b>Messages carry their ends.</b> Those between primordial endpoints do not. Others carry the indices of both
 * endpoints: the target's chooses handlers and segment, the source's is where a reply goes. The library's own handlers
 * belong to the primordial endpoint.
 *
 * <p><b>Invariant:</b> only messages of other endpoints carry their ends, and they run the handlers of the endpoint
 * they were sent to ({@code MessagesTest.onlyMessagesOfOtherEndpointsCarryTheirEnds},
 * {@code EndpointMessagesTest.shouldRunTheHandlerOfTheTargetEndpointAndAnswerTheOneThatAsked}).
 *
 * <h2>Why nothing blocks for ever</h2>
 * <ol>
 * <li>A thread that waits, for whatever, outside a handler and without a lock, takes in requests and replies, or finds
 * that another thread of its rank has the turn. Room for a request is such a wait.</li>
 * <li>The handler of a request waits for one thing that needs another rank: room for its reply. Its thread has the
 * turn, and takes in replies meanwhile, and no requests.</li>
 * <li>The handler of a reply may send nothing, and may wait for nothing but a handler-safe lock; the lock's holder may
 * not communicate. So it ends.</li>
 * <li>By 2 and 3, the thread of a rank that has the turn takes in replies: at once, or when the handler of a reply
 * that it runs has ended. So a rank that waits, polls, or handles a request empties its reply rings.</li>
 * <li>So room for a reply comes, and by 2 every handler of a request ends.</li>
 * <li>So a rank that waits or polls empties its request rings too, and room for a request comes.</li>
 * <li>A record that is claimed and not complete stops what is behind it. Its sender waits for nothing between claim
 * and completion. A program may not communicate between prepare and commit, so it waits for no rank either; and if it
 * is stopped there, only messages of its own rank are behind it; if its thread dies there, the claim is cancelled. A
 * process that is stopped in the middle of a send holds up its ring until it goes on, or until the deadline ends the
 * job.</li>
 * <li>A rank that computes without a call of the library takes in nothing, and its peers may wait for it: as GASNet
 * has it. A progress thread ({@code pgas.progress.thread=on}) is for that.</li>
 * </ol>
 *
 * <p>Transfers by messages are requests and replies like all others: the owner's handlers wait for room for their
 * reply at most, and what a reply brings is taken in by 4. Sleeping changes none of it: a thread that sleeps is woken
 * for messages, for room, and for the turn.
 *
 * <p><b>Invariant:</b> floods of all categories with replies, from every thread of every rank to every rank, through
 * rings of 8 KiB with slow handlers, end, and lose, double or reorder nothing
 * ({@code MessageFloodTest.shouldDeliverAllInOrderThroughTinyRingsOfPairs},
 * {@code MessageFloodTest.shouldDeliverAllInOrderThroughTinySharedRings},
 * {@code MessageFloodTest.shouldDeliverAllInOrderFromSeveralThreadsThroughTinyRingsOfPairs},
 * {@code MessageFloodTest.shouldDeliverAllInOrderFromSeveralThreadsThroughTinySharedRings},
 * {@code MessageFloodTest.shouldDeliverAllBetweenSleepersThroughTinyRingsOfPairs},
 * {@code MessageFloodTest.shouldDeliverAllBetweenSleepersThroughTinySharedRings}).
 *
 * <p><b>Invariant:</b> handlers may not communicate or wait, and checked mode says so
 * ({@code TokenTest.shouldRefuseRequestsAndWaitsInHandlers},
 * {@code RestrictedContextTest.aReplyHandlerMayNotEvenReply}).
 *
 * <h2>Aggregators</h2>
 *
 * <p>An aggregator has a batch of up to 4 KiB, or of one item if that is larger, for each rank of the team. A batch is
 * one medium request to a handler of the library's own, at an index below the program's; that one runs the program's
 * handler and replies. The replies are only counted: {@code complete} waits until there are as many as batches were
 * sent, which tells that handlers have run and not merely that messages have left. Each batch is held by one thread at
 * a time, with a compare-and-swap. With a delay, a virtual thread sends what is old; it never waits for room, and
 * passes over batches that another thread holds. A thread that adds looks, once it holds the batch, whether the
 * aggregator is closed, and is refused then; otherwise the close, which takes every batch afterwards, flushes the item.
 *
 * <p><b>Invariant:</b> every item is handled once and in the order of the thread that added it, and what is added
 * while the aggregator closes is sent or refused ({@code AggregatorTest.shouldDeliverItemsOfEverySizeOnceAndInOrder},
 * {@code AggregatorTest.shouldKeepTheOrderOfEachThreadThatAdds},
 * {@code AggregatorTest.shouldSendOrRefuseWhatIsAddedWhileItCloses}).
 *
 * <p>Tests: {@code HandlerEntryTest}, {@code PayloadTest}, {@code ArgumentPackingTest}, {@code HandlerSafeLockTest},
 * {@code AggregatorRefusalTest}; {@code TurnStress}, {@code HandlerSafeLockStress}, {@code AggregatorStress},
 * {@code StagingStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.message;
