/**
 * Collectives: data movement and reductions over a team, by loads and stores of the members' memory.
 *
 * <p>{@code Collectives} is the calls, {@code CollectiveChecks} refuses before anything is published. {@code Slots}
 * are the words of a team's members; {@code ShortWays} the blocking calls of few bytes, straight on; {@code Operation}
 * with {@code Outgoing} and {@code Incoming} everything else, in rounds, which {@code Member} advances. The package
 * gets addresses through the team and knows no job, file, process or transport: {@code Surroundings} is all that it
 * asks for, so that tests drive members as threads over plain memory.
 *
 * <p><b>The flag travels with the data.</b> Members count a team's collectives, all alike. Number s has a slot in every
 * member's block; a member that has something to say writes it there, the tag s last. Up to 104 bytes lie in the line
 * pair of the tag itself, so that one transfer of it brings both; up to 4 KiB in staging memory that belongs to the
 * slot. A slot is used again 16 collectives later, and so its writer has to know that all have finished the one before.
 * Members tell how far they are in the slots that they publish anyway. Every eighth time they count together, in words
 * of {@code Progress}, that they have come so far; two members look at each other's words instead. No member waits for
 * more than others can do without it. In {@code stress}, a twin that writes too early is caught.
 *
 * <p><b>Large teams have groups</b> ({@code Groups}): in a collective of few bytes in which one member reads what all
 * write, or all members do, the last member of a group to write gathers what the group has written, and others read
 * that. No member waits to gather. {@code GroupStress} has a twin that says too early that it has written, and one that
 * says too early that its bundle is there.
 *
 * <p><b>Invariant:</b> slots and cells are written again only when all have read them, and no circle of members waits
 * ({@code ProtocolTest.shouldAgreeWithTheModelInRandomMixturesOfAllForms}).
 *
 * <p><b>Large data go in rounds.</b> Their writer fills cells of a buffer in the area while its readers empty others;
 * all members handle round r of all that concerns them before round r + 1. So the member at the least round finds all
 * it needs, and no pattern of readers and writers blocks. What lies in a segment that peers have mapped needs no
 * buffer: it is read where it lies, and its owner is told when all have. The program's own native memory is touched
 * through its {@code MemorySegment} only, never by address: it may be freed at any time.
 *
 * <p>Buffers of up to 256 KiB are cut one behind the other from a ring, which takes 512 KiB of the area for each team
 * and rank from the first such buffer on, and not taken from the same place each time ({@code Staging}): a line that
 * the writer still has in its first cache, and a reader too, costs both more to hand over again. Where all write and
 * read, cells are half a block, so that most is written before anything is read: a reader has the processor fetch
 * lines ahead, and takes them away from a writer that is still there. Where some only write and others only read, they
 * are a quarter, at most 32 KiB, and between neighbourhoods 64 KiB. What a member has for itself it copies while it
 * waits. A buffer has no cells of a writer for itself.
 *
 * <p><b>Left folds.</b> Every result is ((s0 op s1) op s2) ..., whatever the way: of large vectors each of three or
 * more members computes a part, over all operands in that order; a chain between neighbourhoods hands over what is
 * folded so far. So the bits are the same on all ranks, in all runs, for every division.
 *
 * <p><b>Invariant:</b> the fold is the left fold, bit by bit, in every form and memory, also of operations that do not
 * commute ({@code CollectiveOrderTest.shouldFoldFromTheLeftWhateverTheFormAndTheMemory},
 * {@code CollectiveOrderTest.shouldKeepTheOrderOfOperandsOfUserOperations}).
 *
 * <p><b>Between neighbourhoods.</b> A team of several has {@code CopiedSlots}: their words go to every rank elsewhere,
 * and with them what fits into a slot or the 4 KiB beside it: the quickest for little. Larger data of up to 64 KiB are
 * one round, too, in staging memory of 1 MiB for each team and rank that gives such: more rounds cost ways there and
 * back. They go, as do the cells of still larger ones, into the memory of the neighbourhood that reads them: one of its
 * members takes them in, and all read them there ({@code Crossing} says which). A fold goes from one neighbourhood to
 * the next ({@code FoldChain}, {@code ChainOperation}), if the bytes of operands cross less often in this way than one
 * by one. In a reduction for all, the first rounds of the result are given to all ({@code ResultOperation}) while later
 * rounds are folded. A team of one neighbourhood has none of these classes.
 * <table class="striped">
 * <caption>Large data of a team of n members in k neighbourhoods</caption>
 * <thead><tr><th>call</th><th>what crosses</th><th>taken in by</th></tr></thead>
 * <tbody>
 * <tr><td>broadcast</td><td>the data, once to each other neighbourhood</td><td>one reader of each</td></tr>
 * <tr><td>gather</td><td>blocks of members elsewhere, once</td><td>the root</td></tr>
 * <tr><td>scatter</td><td>blocks of members elsewhere, once</td><td>each its own</td></tr>
 * <tr><td>allGather</td><td>each block, once to each other neighbourhood</td><td>one reader of each, another one for
 * each writer of a neighbourhood</td></tr>
 * <tr><td>exchange</td><td>each block for a member elsewhere, once</td><td>each its own</td></tr>
 * <tr><td>v-forms</td><td>the same, and where a writer has a block for each reader a table of lengths, once to each
 * other neighbourhood</td><td>the same</td></tr>
 * <tr><td>reduceToOne</td><td>what was folded, once from link to link of the chain, and once to a root that is not in
 * the last one; or the operands of members elsewhere</td><td>the leader of the next link, and the root</td></tr>
 * <tr><td>reduceToAll</td><td>what was folded, once from link to link, and the result, once to each other
 * neighbourhood; or parts or operands, as in one neighbourhood; in checked mode operands</td><td>leaders; one reader
 * of each</td></tr>
 * <tr><td>scan, exscan</td><td>what was folded, once from link to link; or operands, once to each neighbourhood of
 * higher ranks</td><td>one reader of each</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>Invariant:</b> bytes of large data cross as often as the table says
 * ({@code CrossingTest.whatAllReadGoesOnceToEachNeighbourhood}, {@code CrossingTest.whatIsOneRoundGoesAsOftenAsMore},
 * {@code CrossingTest.whatOneReadsGoesToItsNeighbourhoodAlone},
 * {@code CrossingTest.foldsGoOnceFromNeighbourhoodToNeighbourhood}).
 *
 * <p><b>A member that waits advances.</b> An operation that is not done at once is gone on with in every poll and wait
 * of its rank, and by a thread that tests or awaits its event; one thread at a time. So ranks may await collectives of
 * several teams in any orders.
 *
 * <p><b>Invariant:</b> any number under way, on crossing teams, awaited in any order, complete
 * ({@code CollectiveOutstandingTest.shouldCompleteInWhateverOrderEachRankAwaitsThem},
 * {@code CollectiveOutstandingTest.shouldStandBesideMessagesBarriersAndBlockingCalls}).
 *
 * <p><b>Invariant:</b> in checked mode calls that differ throw on all members, and name the ranks and their calls
 * ({@code CollectiveBadInputTest.shouldNameTheRanksThatDifferInRootOrSize},
 * {@code CollectiveBadInputTest.shouldNameTheRanksThatDifferInTypeOrOperationOrCall},
 * {@code CollectiveBadInputTest.shouldTellAllRanksWhenAllDiffer}).
 *
 * <p><b>Invariant:</b> a member that fails holds no other up: a user operation that throws, or memory that is closed
 * meanwhile, ends the call of that member after its part of the protocol, and peers go on
 * ({@code ProtocolTest.shouldGoOnAfterAUserOperationHasThrown},
 * {@code ProtocolTest.shouldEndEverywhereWhenAMembersMemoryIsClosedMeanwhile}).
 *
 * <p><b>Plain loops over several native places are not vectorised</b> by HotSpot of JDK 25. So aligned numbers are
 * combined where they are, four at a time, or go through small arrays of the thread, block by block, where that is
 * faster ({@code FoldLoops}).
 *
 * <p>The tables of words are at {@code Slots}, {@code Groups}, {@code Progress}, {@code CallRecords}, {@code Member},
 * {@code Operation} and {@code Staging}; {@code SlotStress}, {@code GroupStress}, {@code MemberStress} and
 * {@code StagingRingStress} try them, and beside these
 * {@code ProtocolTest} and {@code CollectiveOutstandingTest}.
 */
package org.pgas.coll;
