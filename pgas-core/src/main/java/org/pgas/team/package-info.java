/**
 * Teams: which ranks are members, their words in shared memory, how teams are made and ended, and how members tell each
 * other something.
 *
 * <p>{@link org.pgas.team.TeamCore} is what {@code Team} of the API stands for, and where the library's other modules
 * begin: {@code TeamCore.of(team)}. This is the top floor; above it is the API alone.
 *
 * <p><b>{@code TeamCore} is a front desk, and wide.</b> Most files of the modules above begin there, so it has one
 * method for each thing that they ask a team for: nearly all hand on to one object, of this room or of one below. It
 * has the state of a team's life, what was created for it and whether it is destroyed, and no mechanism. It may not
 * become one: what needs more than a check and a call gets a class of its own, and what only one module needs belongs
 * there. It grows no more: {@code RoomsTest.theFrontDeskOfTeamsGrowsNoMore} counts its public methods.
 *
 * <p><b>Every team has words of its own.</b> A block for each member ({@link org.pgas.team.TeamWords}): a line for
 * barriers, one for internal steps, and those of the collectives. So a barrier of any team is the world's barrier with
 * other addresses. Teams are made by exchanging wishes ({@link org.pgas.team.TeamWish}), bytes that each member lays
 * out in the area for all others to read, with a checksum, before it arrives; and by computing the same new teams
 * everywhere; then the process of each new team's first member takes its words and tells where they are. All members
 * learn from the wishes what is wrong with one member's arguments, so all throw, and none waits.
 *
 * <p><b>Invariant:</b> teams have the members and ranks that were asked for, and words that no other team uses
 * ({@code SplitTest.shouldMakeTeamsOfEqualColoursInTheOrderOfKeys},
 * {@code TeamCreateTest.shouldMakeDisjointTeamsInTheOrderNamed}, {@code SplitTest.shouldSynchroniseEachTeamByItself},
 * {@code SplitTest.shouldLeakNothingInThousandsOfCycles}).
 *
 * <p><b>Invariant:</b> a mistake of one member is an error of all, and the parent team is of use afterwards
 * ({@code SplitTest.shouldRefuseOnAllRanksWhatOneRankDoesWrong},
 * {@code TeamCreateTest.shouldRefuseOnAllRanksWhatBreaksTheRules}).
 *
 * <p><b>Destruction is an exchange and an arrival.</b> All tell each other their flags, and what hinders them
 * ({@code TeamDestruction}): a difference or a refusal is an error of all, and the team is as before. Then each arrives
 * once more and touches the words no more. The first member waits for that and gives them back: its process has them.
 * So a promise that all have quiesced ({@code GLOBALLY_QUIESCED}) is checked and saves nothing: one that only some give
 * would free words that others are still about to touch.
 *
 * <p><b>Invariant:</b> in an exchange every member decides by values that all read alike, so no member throws while
 * another waits for it, and nothing is given back that others may still read
 * ({@code TeamExchangeTest.shouldThrowOnAllMembersWhenOneHasNoRoomToTell},
 * {@code TeamExchangeTest.shouldKeepAPieceThatOthersMayStillReadWhenAWaitFails}).
 *
 * <p><b>Members agree on a place.</b> A team allocates at one offset of all members' segments
 * ({@link org.pgas.team.SymmetricBlocks}): each proposes what is free in its own, and the lowest place is the next
 * bound, until all propose the same. So teams that have members in common need to know nothing of each other.
 *
 * <p><b>Invariant:</b> blocks begin at the highest place that all members have free, and no two overlap
 * ({@code SymmetricMemoryTest.shouldTakeTheHighestPlaceThatAllMembersHaveFree},
 * {@code SymmetricMemoryTest.shouldKeepBlocksApartOfTeamsThatAllocateAtOnce}).
 *
 * <p><b>A pair is a team without words.</b> A TM-pair has the members "endpoint i of every rank", so that transfers,
 * shapes and messages find their way as in any team, and none of what a team has to answer or to synchronise with. It
 * is kept by its local endpoint: equal pairs are one object.
 *
 * <p><b>Invariant:</b> a pair reaches what a team reaches, and is refused where a team is needed
 * ({@code TeamCreateTest.shouldPairEndpointsWithoutATeam}, {@code TeamCreateTest.shouldRefusePairsWhereATeamIsNeeded}).
 *
 * <p><b>Capabilities cost nothing.</b> A mapped range says what it may be used for, and a team has a map for each use
 * that differs ({@link org.pgas.team.TeamAddresses}), which shows only the ranges that fit; so an access that the
 * endpoint was not created for finds no range, and what is asked then says why. A team has a copy of the ranges in the
 * order of its ranks: ordered and atomic accesses cannot keep anything in registers, and going through a table of job
 * ranks cost them a quarter of their time.
 *
 * <p>Tests: {@code TeamExchangeTest}, {@code TeamRanksTest}, {@code TeamCreateTest}, {@code SplitTest};
 * {@code TeamWordsStress}, {@code TellingStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.team;
