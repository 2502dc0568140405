/**
 * Remote atomic operations, and the structures that are made of them. The initiator performs them directly on mapped
 * memory; on client memory, and for ranks of other neighbourhoods, its owner does.
 *
 * <p>Atomic domains are four typed classes over {@code AtomicDomain}; {@code BitUpdates} and its typed siblings do what
 * no single instruction does; {@code DomainWatch} is for checked mode. The typed classes are made from templates in
 * {@code src/main/templates}, as are the classes of shared variables: a {@code SharedVariable} is a place that the team
 * has allocated, a domain, and {@code Rma}, and has no protocol. {@code Accumulator} adds, under
 * {@code AccumulateLocks}. Structures in a segment are all a {@code SharedStructure}: {@code WorkCounter},
 * {@code FairMutex} and {@code FairReadWriteLock}, {@code MessageQueue}, {@code ByteFifo}, {@code SequenceLock}. Each
 * is a public class with checks and waits over a protocol of its own on bare addresses, which knows no job, so that
 * jcstress can drive it ({@code org.pgas.atomics.words}). The package gets addresses from
 * {@link org.pgas.memory.AddressMap} and knows no file, process or transport. Updates of client memory are the core's:
 * its own at once, a peer's by messages.
 *
 * <h2>Updates</h2>
 *
 * <p><b>An update is a mask, a range, and an instruction.</b> A typed operation of a domain tests a bit of the domain's
 * set, which is empty after destroy; finds the mapped range as a put does; and is one access of {@code SharedMemory}:
 * {@code fetchAdd} compiles to {@code lock xadd}, a compare-and-swap to {@code lock cmpxchg}. What the processor has no
 * instruction for, or Java no access, is a loop that ends in a compare-and-swap, also where the value stays the same,
 * so that it orders what is around it. By opcode, and in checked mode, the same happens on bits ({@code BitUpdates}).
 * Then one load asks whether any thread sleeps. Where the fast access finds no mapped range, as for client memory, the
 * same call goes on by messages, and its owner carries it out.
 *
 * <p><b>Invariant:</b> every operation of every type gives what an independent model gives, in every form, checked or
 * not, mapped or by messages ({@code AtomicOperationsTest.shouldAgreeWithTheMirrorAtTheEdges},
 * {@code AtomicOperationsTest.shouldAgreeWithTheMirrorUnderRandomSequences},
 * {@code FarUpdateTest.shouldAgreeWithAModelInEveryFormOnOwnAndOtherMemory}).
 *
 * <p><b>Invariant:</b> what was written before an operation with release is seen behind an operation with acquire that
 * sees it, for every pair of them; and a fence is where a flag asks for one
 * ({@code AtomicLitmusTest.shouldShowWhatWasWrittenBefore},
 * {@code AtomicLitmusTest.shouldKeepReadsBehindASetWithAcquire},
 * {@code AtomicLitmusTest.shouldKeepAGetWithReleaseBehindWrites}).
 *
 * <p><b>Which domain has a place?</b> GASNet-EX lets a place belong to one domain until ranks have met in a barrier. In
 * checked mode every use of four bytes leaves a note behind the segment, domain and phase, where all ranks see it that
 * map it ({@code DomainWatch}, {@code DomainWatchStress}); a place is found by its number modulo 4096, so a note may be
 * lost to another, and a mistake be missed; but what is reported has happened. Uses by messages leave no note: those of
 * client memory, and of a rank of another neighbourhood.
 *
 * <p><b>Invariant:</b> checked mode refuses a place that ranks which map it use through two domains between two
 * barriers, whatever ranks and widths, and nothing else
 * ({@code DomainWatchTest.shouldRefuseATargetThatAnotherRankUsesThroughAnotherDomain},
 * {@code DomainWatchTest.shouldRefuseATargetThatOverlapsOneOfAnotherWidth},
 * {@code DomainWatchTest.shouldAllowTwoDomainsSideBySideWhoseNotesShareAPlace}).
 *
 * <p><b>Accumulates lock blocks.</b> Atomic by element would need a compare-and-swap for each, at a twentieth of the
 * rate of a plain loop (figures in jmh/README.md and jmh/NOTES.md). So each 64 KiB of a segment have a lock (64 of
 * them, used again and again, in the segment's trailer), and an accumulate takes the lock of one block after the other,
 * never two, and runs no handler under it: nothing can wait in a circle. The loop under the lock is a plain one, which
 * HotSpot may unroll and vectorise ({@code ScaledAdd}). Smaller blocks cost nothing alone, but two ranks that add to
 * the same place then hand each other locks more often. Small accumulates take the lock too: it is two stores and one
 * locked instruction. Accumulates exclude each other so, and nothing else: not atomic operations, not puts. Accumulates
 * over shapes take the same locks ({@code AccumulateLocks}, {@code AccumulateStress}), and so do all updates of MPI
 * windows.
 *
 * <p><b>Invariant:</b> accumulates of all ranks and threads lose nothing, of any type, wherever they overlap, and an
 * accumulate that fails under a lock gives it back ({@code AccumulateTest.shouldLoseNothingOfWhatAllAddAtOnce},
 * {@code AccumulateTest.shouldAgreeWithAModelInEveryFormOfEveryType},
 * {@code AccumulateLocksTest.shouldSurviveATruncatedSourceAndGiveTheBlockBack}).
 *
 * <h2>Structures</h2>
 *
 * <p><b>Tickets, and waiters that give up.</b> Both locks are one queue ({@code TicketLock}): a thread that wants the
 * lock draws a number, the thread that unlocks serves the next. It is fair by itself, and costs one locked instruction
 * for lock and unlock together, where an MCS lock needs two and a node of memory for each waiter. What it lacks is a
 * way out for a waiter that does not want to wait any longer, so waiters have 64 slots ({@code WaiterSlots}), in which
 * one can say that it gave up; a thread that meets such a ticket at its turn passes it on. The unlocker does not fence:
 * a waiter that is just going to sleep, and is missed, looks by itself within a millisecond. A reader of
 * {@code FairReadWriteLock} has the turn for the moment it takes to pass it on, so readers share up to the next writer,
 * which is MPI's rule.
 *
 * <p><b>Invariant:</b> locks are held by one, are served in the order of asking, and go on when any number give up
 * ({@code FairMutexTest.shouldExcludeAllThreadsOfAllRanks}, {@code FairMutexTest.shouldServeInTheOrderOfAsking},
 * {@code FairMutexTest.shouldGoOnAfterManyHaveGivenUpAtOnce},
 * {@code FairReadWriteLockTest.shouldGrantReadersTogetherUpToTheNextWriter}).
 *
 * <p><b>Queues.</b> {@code MessageQueue} has a sequence in each slot, which says for which message a producer or a
 * consumer may claim the slot: no lock, and full and empty are exact. {@code ByteFifo} is a stream, and its producers
 * take turns: with room reserved by each, one that stops would stop all behind it anyway, and one that fails would
 * leave a hole in the stream. Behind the ring lies an area as long as the longest dequeue. When a dequeue goes over the
 * ring's end, the consumer copies the bytes at its beginning into that area, so that a view is always in one piece.
 * {@code SequenceLock} copies between two looks at a version.
 *
 * <p><b>Invariant:</b> no message is lost, doubled or torn; what is appended atomically is in one piece, and so are
 * views, until they are discarded; a record is never seen half written
 * ({@code MessageQueueTest.shouldLoseDoubleAndReorderNothing}, {@code ByteFifoTest.shouldKeepAtomicEnqueuesTogether},
 * {@code ByteFifoTest.shouldGiveViewsInPlaceThatStayUntilTheyAreDiscarded},
 * {@code SequenceLockTest.shouldTearNoRecord}).
 *
 * <p><b>A handle knows its structure.</b> The first word of a structure tells its kind and which making of it this is;
 * a handle compares the whole word at each call. So a handle of one that was destroyed, or made anew with other sizes,
 * writes nowhere. The word is written with release after the structure's own words, and read with acquire.
 *
 * <p><b>Invariant:</b> a handle is of use for its own structure only
 * ({@code RecreatedStructureTest.shouldRefuseHandlesOfWhatWasThereBefore},
 * {@code RecreatedStructureTest.shouldEndTheWaitsOfWhatIsReplacedAtOnce}).
 *
 * <p><b>A structure elsewhere has no words here.</b> In another neighbourhood its owner carries out the steps of the
 * protocol for this rank ({@code FarStructure}): an attempt is a step, and a wait repeats it ({@code FarLock},
 * {@code FarAttempt}). A handle of it has a header of no kind in the place of the words. So its calls find no structure
 * there, as if it were destroyed, and only then ask where it is: the calls on mapped words have no test for it.
 *
 * <p><b>Invariant:</b> neighbours of the owner and ranks elsewhere are in one queue, and exclude each other
 * ({@code NeighbourhoodsTest.shouldHaveOneQueueForNeighboursAndRanksElsewhere},
 * {@code NeighbourhoodsTest.shouldTransferWhatIsTooMuchForAStep}).
 *
 * <p>Tables and tests of the protocols: {@code TicketLock}, {@code WaiterSlots}, {@code TicketReadWriteLock} and
 * {@code AnnouncedWait} ({@code TicketStress}, {@code MutexStress}, {@code ReadWriteStress},
 * {@code PassingReaderStress}); {@code MessageSlots}, {@code ByteRing}, {@code VersionedRecord}, {@code WorkCounter},
 * {@code StructureKind} ({@code QueueStress}, {@code FifoStress}, {@code SequenceStress}); {@code BitUpdates}
 * ({@code UpdateStress}).
 */
package org.pgas.atomics;
