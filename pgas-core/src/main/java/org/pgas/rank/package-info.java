/**
 * What this rank is, what is legal on it now, and how it refuses: {@link org.pgas.rank.ThisRank} is given to every
 * room.
 *
 * <p>Here live the rank's number and name, its settings and counters, what each of its threads is doing, the rules of
 * the restricted context, warnings, the checks of local memory, and the members of a team as plain numbers.
 * {@link org.pgas.rank.Cores} is how a type of the API comes to its core. Nothing here waits, sends a message or knows
 * an endpoint: this is the ground floor, above {@code memory}, {@code spi} and {@code events}.
 *
 * <p>What a room keeps with a thread it keeps in a {@link org.pgas.rank.Slot} of its own, so that a thread's state
 * knows no room.
 *
 * <p><b>Checked mode is a setting, bounds are not.</b> Bounds, ranks and alignment are checked always. What would cost
 * on a hot path, or needs bookkeeping (events used twice, overlap, assertions of flags), is checked with
 * {@code pgas.checks=on}, which tests use. How transfers are checked without a test on their way is said at
 * {@link org.pgas.transfer}.
 *
 * <p><b>Invariant:</b> in checked mode every call that is illegal in a restricted context is refused by its name, and
 * changes nothing ({@code RestrictedContextTest.transfersAreRefusedByTheirNamesAndChangeNothing},
 * {@code RestrictedCallsTest.shouldRefuseEveryIllegalCallInHandlers},
 * {@code RestrictedCallsTest.shouldKnowOfEveryPublicCallWhetherItIsLegal}).
 *
 * <p><b>Counters.</b> Each rank has a part of the file {@code counters}, which it alone writes: a record of the wait
 * that it is in, and blocks of counts, one for each of its threads as long as they last; the last block is shared by
 * threads that find none. A thread finds its block by its number, and adds by a load and a store: nothing atomic,
 * nothing allocated. The layout is the library's own ({@code CounterLayout}) and not that of Agrona's counters, which
 * takes 640 bytes for each count: with blocks for threads that would be a megabyte a rank; here it is 8 KiB. What takes
 * less time than counting is counted only with {@code pgas.stats=on}. The table is at
 * {@link org.pgas.rank.RankCounters}.
 *
 * <p><b>Invariant:</b> no count is lost, whatever threads count and end
 * ({@code RankCountersTest.shouldLoseNothingWhenThreadsComeAndGo},
 * {@code RankCountersTest.shouldLoseNothingWhenMoreThreadsThanBlocksCountAtOnce},
 * {@code CountersTest.shouldLoseNothingOfThreadsThatComeAndGo}).
 *
 * <p>Tests: {@code RestrictedContextTest}, {@code RankCountersTest}, {@code ThreadsTest}; {@code RankCountersStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.rank;
