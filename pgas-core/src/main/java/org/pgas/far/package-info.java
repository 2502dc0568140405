/**
 * The message path: operations on memory that is not mapped here, which its owner carries out when it polls or waits;
 * for ranks of other neighbourhoods also while it computes, by a thread of the transport's.
 *
 * <p>At the origin {@link org.pgas.far.FarTransfers} sends pieces and keeps a {@code FarOperation} under a handle
 * until the last reply; at the owner {@code FarOwner} and {@code FarRegionOwner} carry them out, in the order of each
 * thread; {@code FarReplies} lands what comes back. Data for memory that is confined to its thread waits until that
 * thread lands it. What a place in a message means is at {@code FarMessages}. Nothing here knows mapped memory.
 *
 * <p><b>Memory that is not mapped has no mapped range.</b> {@code Job.attach(MemorySegment)} binds client memory, an
 * array or native memory of the program's own: it publishes a size and no address. So every access to it fails the
 * fast check; if it is no error, this rank's own memory is reached at once and a peer's by messages, which the owner's
 * handlers carry out one after another, each in microseconds. Mapped transfers pay nothing for it. The price is that
 * what neighbours do by messages is complete only when the owner polls or waits in the library. A thread that waits for
 * an owner that has left gets {@code PeerLostException}. Puts, gets, fills, atomic operations, accumulates and shapes
 * have a form by messages; signals and long messages of neighbours, and shared structures, need a mapped
 * segment, and are refused otherwise. Ranks of other neighbourhoods reach a mapped segment in the same way; their
 * signals and long messages go to either, too.
 *
 * <p><b>Steps of structures.</b> A lock, a queue or a heap in another neighbourhood is used by steps: its owner carries
 * out one on behalf of the rank that asks ({@link org.pgas.far.FarSteps}), by the code of the module that knows the
 * structure ({@link org.pgas.far.OwnerSteps}), and answers. A step waits for nothing; what has to be waited for, the
 * rank that asks waits for, and asks again ({@link org.pgas.far.RepeatedStep}). Where its memory is not bound any more,
 * the answer says so, and the call is refused; a transfer that comes so late ends the job. Locks of the library's own
 * lie in the area; each rank carries out the steps of those in its own part.
 *
 * <p><b>Only the last message of a put is acknowledged.</b> One thread's messages to one rank arrive in order, and a
 * rank runs its handlers one after another, so the others are done by then. The pieces of a get are answered one by
 * one, and each answer says where it belongs. A put has no source any more when it has been sent: local completion is
 * never outstanding. What a get brings for memory confined to its thread is kept by the thread that takes it in, and
 * goes there when that thread synchronises.
 *
 * <p><b>Past the owner's processors.</b> Where the transport has transfers that devices carry out
 * ({@link org.pgas.spi.OneSidedTransfers}), contiguous puts and gets of {@code FarKeys.LEAST_BYTES} and more, to mapped
 * segments of ranks of other neighbourhoods, go that way: blocking ones, and others but puts that have to free their
 * source at once ({@code LocalCompletion.NOW}); none to segments of kind FILE, to which the system would not see a
 * device write, and none in checked mode. They go in pieces, as by messages, and each piece's end is told by a reply of
 * the same kind; a piece for which there is no room goes by a message. So all that waits, counts and lands is as for
 * messages. None begins while this thread has something under way with that peer by messages, so none overtakes that;
 * what this thread begins behind it may overtake it until it is synchronised. The device's key of a segment is asked
 * for at the first of them ({@code FarKeys}), and belongs to a binding.
 *
 * <p><b>Invariant:</b> no message of a thread is taken for a transfer of a device's, which others may overtake
 * ({@code FarThreadTest.noMessageIsTakenForATransferOfADeviceThatJustEnds}).
 *
 * <p><b>Large data land where they belong</b> ({@code FarLanding}), where the transport can write them there while they
 * come; the handler of the message then finds none, and does the rest: it acknowledges, or completes.
 *
 * <p><b>Invariant:</b> both ways move the same bytes, in every form, and keep the same promises
 * ({@code PutGetTest.shouldAgreeWithAModelUnderRandomOperations},
 * {@code CompletionTest.shouldShowPutsBeforeAnOrderedStore},
 * {@code FarTransferTest.shouldAgreeWithAModelWithManyOutstandingFromTwoThreads},
 * {@code FarTransferTest.shouldAgreeWithAModelWithTheSmallestRingsAndBlockingWaits}).
 *
 * <p><b>Invariant:</b> no update of client memory is lost, whichever thread makes it
 * ({@code FarUpdateTest.shouldLoseNoUpdateWhoeverMakesItAndByWhateverForm},
 * {@code FarUpdateTest.shouldAgreeWithAModelInEveryFormOnOwnAndOtherMemory},
 * {@code FarUpdateTest.shouldNeverShowATornWordToAnOwnerWhoseMemoryAlignsIt}).
 *
 * <p><b>Invariant:</b> nothing by messages completes before the owner has carried it out, and all of it does
 * afterwards, also when its thread is gone ({@code FarTransferTest.shouldCompleteNothingWhileTheOwnerDoesNotPoll},
 * {@code FarTransferTest.shouldCompleteWhatAThreadThatIsGoneHasLeftOutstanding}).
 *
 * <p><b>Many small ones.</b> A blocking operation of a few bytes on a rank of another neighbourhood is counted when it
 * is complete, and a rank that has made many is told of it once ({@link org.pgas.far.SmallOperations}). What goes to
 * mapped memory does not come here, and pays nothing for it.
 *
 * <p><b>Invariant:</b> what waits for a few bytes of a rank elsewhere is counted in every form, and nothing else is; a
 * rank is told at most once ({@code FarWarningTest.shouldCountWhatWaitsElsewhereAndNothingElse},
 * {@code FarWarningTest.shouldTellOnceOfManyOperationsThatWaitElsewhere},
 * {@code SmallOperationsTest.ofThreadsThatCountAtOnceOneTellsAndNoCountIsLost}).
 *
 * <p><b>Regions travel as fragments</b> ({@link org.pgas.regions.RegionFragment}). {@code FarRegionSender} cuts and
 * packs, {@code FarRegionOwner} unpacks and packs at the owner, which walks a fragment in the ring and allocates
 * nothing.
 *
 * <p><b>Invariant:</b> regions of client memory agree with a model in every form, lose no update, and have moved when
 * they are complete ({@code FarRegionsTest.shouldAgreeWithAModelInEveryFormOnOwnAndOtherMemory},
 * {@code FarRegionsTest.shouldLoseNoUpdateWhoeverAddsToWhichElements},
 * {@code FarRegionsTest.shouldHaveMovedAllOfItWhenItIsComplete}).
 * <table class="striped">
 * <caption>Fields of operations by messages</caption>
 * <thead><tr><th>field</th><th>writer</th><th>reader</th><th>order</th><th>why that is enough</th></tr></thead>
 * <tbody>
 * <tr><td>done counts of a {@code FarSet}</td> <td>the holder of the turn</td> <td>the thread that began the
 * operations</td> <td>release / acquire</td> <td>a thread that sees them counted sees what they brought; begun counts
 * are the thread's own</td></tr>
 * <tr><td>done of a {@code FarWait}, which a {@code FarEvent} has</td> <td>the holder of the turn; a wait is begun
 * anew by its thread</td> <td>the thread that began the operation</td> <td>volatile</td> <td>the value and the data
 * were written before</td></tr>
 * <tr><td>the rest of a {@code FarOperation}</td> <td>the thread that began it, then the handlers of its replies</td>
 * <td>the same</td> <td>plain</td> <td>the messages order the two, and the turn the handlers</td></tr>
 * <tr><td>answered of a {@code StepRequest}</td> <td>the holder of the turn</td> <td>the thread that asks</td>
 * <td>volatile</td> <td>value and data were written before</td></tr>
 * <tr><td>what a get's data land in</td><td>the thread that began it</td><td>the thread that takes in what comes, in
 * {@code FarLanding}</td><td>plain</td><td>the request that named it, and its answer, order the two</td></tr>
 * <tr><td>kept data of a {@code FarThread}</td> <td>the holder of the turn</td> <td>the thread that it is for</td>
 * <td>{@code ConcurrentLinkedQueue}</td> <td>kept before the completion is told</td></tr>
 * <tr><td>words of client memory that are updated</td> <td>handlers, the owner's threads</td> <td>the same</td>
 * <td>monitor of {@code ClientMemory}; release fence before the store, acquire fence after the load</td> <td>ordered
 * accesses see what came before, too</td></tr>
 * </tbody>
 * </table>
 *
 * <p>There is no jcstress test: what orders these fields are rings and the turn, which have their own.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.far;
