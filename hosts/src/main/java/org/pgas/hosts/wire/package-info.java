/**
 * The wire between ranks that do not share memory, as a contract: {@link org.pgas.hosts.wire.Wire} is one rank's end of
 * it, {@link org.pgas.hosts.wire.WireProvider} opens one.
 *
 * <p><b>The module.</b> {@code hosts} is for what a job needs when its ranks are not one neighbourhood: this contract,
 * what all wires over streams of bytes share in {@code org.pgas.hosts.stream}, such a wire within one host in {@code
 * org.pgas.hosts.local}, and above them the conduit, {@code org.pgas.hosts}. A wire moves bytes and knows ranks by
 * number. It knows no memory of a rank, no segment, no message, no team and no job but its secret; it runs no handler,
 * and no operation of its own on memory that a receiver did not name.
 *
 * <p><b>Why a receiver may refuse.</b> What a frame asks for may need an answer, and the answer room; what a thread
 * takes in for another may need memory. A receiver that waited for these inside a poll would keep the very rooms from
 * coming back that it waits for. One that copied frames aside without end would need memory without end. So it says
 * false: the frame stays, its room is not given back, and the sender is held up at last: on that channel, and nowhere
 * else. For the same reason polls do not nest. Replies cause no answers, so they can always be taken; requests wait for
 * replies at most.
 *
 * <p><b>Why rooms and not the system's buffers.</b> A stream that is full holds up both channels and every frame
 * behind. A sender that counts what the receiver has taken never fills the stream with what would not be taken out of
 * it: so a reader reads everything, always, and what is refused is never more than the room.
 *
 * <p><b>Laws.</b> {@code WireLaws} are the laws of every wire; a test of each wire extends them.
 *
 * <p><b>Invariant:</b> frames come once, whole, and in the order of their thread, peer and channel
 * ({@code WireLaws.everyFrameArrivesOnceWholeAndInOrder}).
 *
 * <p><b>Invariant:</b> the channels share no room ({@code WireLaws.repliesDrainWhileRequestsAreFullAndRefused}), and a
 * sender is told what is left ({@code WireLaws.roomIsWhatIsLeftOfAChannelComesBackAndIsNoneOfALostPeer}).
 *
 * <p><b>Invariant:</b> memory is bounded, and a send that says false has done nothing
 * ({@code WireLaws.whoIsNotPolledTakesABoundedNumberOfBytesAndWhatWasNotTakenNeverComes},
 * {@code WireLaws.aPeerThatSendsMoreThanThereIsRoomForIsHostile}).
 *
 * <p><b>Invariant:</b> no sleeper misses a wake or a frame ({@code WireLaws.aWakeIsNeverMissed},
 * {@code WireLaws.aFrameWakesASleeper}, {@code WireLaws.whatTheSystemCouldNotTakeAtOnceGoesOutAlthoughItsRankSleeps}).
 *
 * <p><b>Invariant:</b> whatever a peer does costs that peer alone
 * ({@code WireLaws.aPeerThatClosesIsLostWhenWhatItSentIsTakenIn},
 * {@code WireLaws.aPeerThatIsCutOffInTheMiddleOfAFrameIsLostAndTheFrameNeverComes},
 * {@code WireLaws.aFrameThatThisLibraryHasNotWrittenIsNeverHandedOverAndTheOthersGoOn},
 * {@code WireLaws.framesOfAnotherRankOrTwiceOrThatAnswerNothingAreHostile},
 * {@code WireLaws.strangersAreTurnedAwayAndHarmNobody}).
 *
 * <p><b>Invariant:</b> a frame allocates nothing but what encryption needs ({@code WireLaws.aFrameAllocatesNothing}).
 *
 * <p><b>Past frames.</b> A wire may reach registered memory of peers as well ({@link org.pgas.hosts.wire.OneSided});
 * {@code OneSidedLaws} are the laws of that.
 *
 * <p><b>Invariant:</b> what was put past frames is there when it is told, whole, and nothing beside it is touched
 * ({@code OneSidedLaws.whatIsPutIsThereWhenItIsToldAndNothingElseIsTouched},
 * {@code OneSidedLaws.nothingGoesBeyondTheBoundsOfMemory}).
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.hosts.wire;
