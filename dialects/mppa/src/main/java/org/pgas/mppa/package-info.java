/**
 * The MPPA asynchronous interface: segments by identifier, transfers with events, posted operations, queues.
 *
 * <p>{@link org.pgas.mppa.Mppa} is the calls. {@code Access} says whether they are legal. {@code Handles},
 * {@code EventWaits}, {@code Words}, {@code Queues} and {@code Allocations} carry them out, and {@code MppaTransfers}
 * of {@code org.pgas.vis}. {@code SegmentRegistry} finds segments by identifier in {@code SegmentWords}; a
 * {@code MppaSegment} is a handle, a {@code Member} the way to one process's memory, through a TM-pair.
 *
 * <p><b>Segments come and go one by one</b>, created by one process and found by others through a number.
 * {@code Team.publish} is collective; so the creator puts what it would have published, the <i>introduction</i> of its
 * endpoint, into the registry, and a process that clones takes it over from there. The registry is words in the area: a
 * part for each rank. A rank alone writes its part, under a lock that all share; others read the part without the lock.
 * What a rank has to say of another's segment, such as that its part of a multicast one was destroyed, or that there is
 * a heap, is an entry of its own. No process has to answer. Each entry has a generation that its rank never uses again;
 * a handle loads it in every call, so that a segment that its creator has destroyed is refused, also when the
 * identifier has come again. Peers reach the segment through a TM-pair, which is why atomic domains, byte streams and
 * heaps can be used through one; such a domain belongs to no team, and checked mode does not watch its words. The table
 * is at {@code SegmentWords}; {@code RegistryStress} tries it.
 *
 * <p><b>Between neighbourhoods</b> the words are copied, as all of the area are, and a look costs no more than in one
 * neighbourhood. Rank 0 carries out the steps of the lock. Segments of ranks elsewhere are reached as memory that is
 * not mapped; their owner carries out the steps of queues and heaps. A view of such a segment is refused.
 *
 * <p><b>Invariant:</b> a handle of what was destroyed is refused, whatever has come in its place
 * ({@code MppaSegmentTest.shouldRefuseEveryUseOfWhatItsCreatorHasDestroyed}).
 *
 * <p><b>Invariant:</b> a look without the lock finds an entry whole, or none, whatever its rank writes meanwhile
 * ({@code SegmentWordsTest.shouldTellWhatReadsAnEntryThatItWasWrittenMeanwhile},
 * {@code MppaLifeTest.shouldFindWhatIsThereWhileOthersComeAndGo}).
 *
 * <p><b>Invariant:</b> a clone gives its part of a heap back only while the segment is there
 * ({@code MppaHeapTest.shouldEndWhileTheirSegmentsEnd}).
 *
 * <p><b>Invariant:</b> what has ended never takes the place of what was introduced later
 * ({@code PairStructuresTest.shouldLeaveOutAnIntroductionThatHasEnded}).
 *
 * <p><b>Invariant:</b> memory that was made for a segment goes with the last segment in it
 * ({@code MppaLifeTest.shouldKeepTheMemoryThatAnotherSegmentLiesIn}).
 *
 * <p><b>Order (MPPA 2).</b> Transfers are copies by the caller, with a release fence before each write, and are never
 * handed to the copier; on client memory each waits for the one before. So the promises hold without a word of
 * protocol: puts in their order, operations behind transfers, gets before operations.
 *
 * <p><b>Invariant:</b> a process that sees a later put or a post sees the puts before it, of whatever size
 * ({@code MppaOrderTest.shouldShowPutsInTheirOrder}, {@code MppaOrderTest.shouldShowPutsBeforeAPostWhateverTheirSize},
 * {@code MppaOrderTest.shouldShowLargePutsBeforeAPost}).
 *
 * <p><b>Invariant:</b> transfers do what the document's loops do
 * ({@code MppaCallsTest.shouldDoWhatTheDocumentsLoopsDo}).
 *
 * <p><b>Invariant:</b> a process that fails at the end keeps no other waiting
 * ({@code MppaLifeTest.shouldFinishWithSegmentsThatLieInOneAnother}).
 *
 * <p><b>Invariant:</b> calls with equal arguments allocate nothing ({@code MppaAllocationTest.shouldMakeNoObjects}).
 */
package org.pgas.mppa;
