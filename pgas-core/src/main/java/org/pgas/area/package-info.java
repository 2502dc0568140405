/**
 * The job's area: shared memory of the library's own, a part for each rank, and the words in it that tell which
 * endpoints and segments a rank has. What an endpoint can do is unknown here: its word is bits and a count.
 *
 * <p><b>The library has memory of its own.</b> The file {@code area} is sparse and mapped whole by every rank from the
 * beginning: a part of it for each rank, larger in addresses than any rank will need, and reserved page by page before
 * use, so that no access can lack a page. What the library needs in shared memory while the job runs, words of a new
 * team, data on their way through a collective, is a piece of it: taken by one rank from its own part, and named by a
 * <i>place</i>, the same number for all. Which pieces are taken only that rank knows, in ordinary Java objects
 * ({@code SharedArea}): so no allocator's lock lies in shared memory, where a stopped rank could hold it. A team made
 * and destroyed a thousand times uses the same piece a thousand times.
 *
 * <p><b>Invariant:</b> pieces are zeroed, never overlap, lie in reserved memory, and become one again; what is made and
 * ended again and again leaves the area as it was
 * ({@code SharedAreaTest.piecesAreZeroedAndNeverOverlapAndLieInReservedMemoryOfTheOwnPart},
 * {@code AreaCyclesTest.shouldLeaveTheAreaAsItWasAfterManyTeams}).
 *
 * <p><b>Words tell what is there.</b> At the beginning of each part of the area lie one word for each endpoint index
 * (whether it exists, its capabilities, and a count of bindings that never goes back) and one for each segment of the
 * rank (a generation, 0 when it is gone). Each has one writer, its rank, and is written with release and read with
 * acquire: the {@link org.pgas.area.EndpointDirectory}.
 *
 * <p>Tests: {@code TeamExchangeTest}, {@code PeerSegmentsTest}, {@code PublishTest}, {@code SegmentLifeTest};
 * {@code TellingStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.area;
