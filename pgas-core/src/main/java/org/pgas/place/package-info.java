/**
 * Where memory of the job is: this rank's endpoints and segments, what peers have published, the client memory, the
 * attach.
 *
 * <p>{@link org.pgas.place.Places} is what the rooms above are given. The endpoints' lock guards what is bound; the
 * lock of {@link org.pgas.place.PeerSegments} guards what peers have published. Nothing here knows a transfer or a
 * team.
 *
 * <p><b>Attach is all or nothing.</b> Each rank says how much it wants, makes its file, maps all files, and publishes
 * what it mapped, with a barrier after each step; a failure of any rank at any step is seen by all at the last one. A
 * rank that asked for an illegal size takes part and says that it gives up.
 *
 * <p><b>Cards.</b> To publish is to hand out cards ({@link org.pgas.place.SegmentCard}): which segment, of what size
 * and kind, by which binding and generation. A card is true as long as both words of the directory
 * ({@link org.pgas.area}) still say the same; so what was unbound, destroyed or made anew under the same number is
 * found out by two loads and no message.
 *
 * <p><b>Mapped at the first access.</b> A published segment has a card and no mapped range. The first access fails the
 * fast check, finds the card, maps the segment, looks at its generation once more, since numbers are used again, and
 * publishes the range. Ranges of what is gone are withdrawn at the next tick, 0.2 s, or when an access that finds no
 * range comes by; until then a late access, which is erroneous, finds the old memory or zeros.
 *
 * <p><b>Invariant:</b> a segment is mapped once, whichever access comes first, and never taken for another of the same
 * number ({@code PeerSegmentsTest.shouldMapOneSegmentOnceForAllEndpointsItIsBoundTo},
 * {@code PublishTest.shouldMapOnceWhenSeveralThreadsComeFirst},
 * {@code SegmentLifeTest.shouldNotTakeANewSegmentForTheOneThatWasPublished}).
 *
 * <p><b>Invariant:</b> a mistake of one member of a publication is an error of all and changes nothing
 * ({@code PublishTest.shouldRefuseOnAllRanksWhatOneDoesWrongAndChangeNothing}).
 *
 * <p><b>Invariant:</b> memory without a mapped range has no address, for any rank
 * ({@code AddressMapTest.memoryThatIsNotMappedHasAnAddressForNobody}).
 *
 * <p><b>What is taken of a segment</b> by allocations of whatever teams, its owner alone knows
 * ({@link org.pgas.place.TakenRanges}, {@code TakenRangesTest}); ranges that the program keeps for itself are taken,
 * too.
 *
 * <p>How a segment's file is made, destroyed and opened again is the conduit's: see {@code org.pgas.pshm}. Tests:
 * {@code PeerSegmentsTest}, {@code SegmentCardTest}, {@code LocalWordsTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.place;
