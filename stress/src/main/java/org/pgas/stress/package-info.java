/**
 * jcstress tests of every protocol on shared words, and twins of them that lack a step and have to be caught; see
 * {@code StressIT}. No main code.
 *
 * <p>Each field that ranks or threads share without a lock is in a table beside its code: which thread writes, which
 * reads, with which order, and why that is enough. The protocols, where their tables are, and what tries them:
 * <table class="striped">
 * <caption>The protocols on shared words</caption>
 * <thead><tr><th>protocol</th><th>table</th><th>jcstress, each with a weakened twin</th><th>beside
 * these</th></tr></thead>
 * <tbody>
 * <tr><td>single words, their orders and fences</td> <td>{@code SharedMemory}, {@code BitUpdates}</td>
 * <td>{@code OrderStress}, {@code UpdateStress}</td> <td>{@code AtomicLitmusTest}, {@code FenceLitmusTest}</td></tr>
 * <tr><td>mapped ranges of transfers</td> <td>{@code AddressTable}</td> <td>{@code MappedRangeStress}</td>
 * <td>{@code AddressMapTest}</td></tr>
 * <tr><td>words of new teams</td> <td>{@code TeamWords}, {@code TeamExchange}</td> <td>{@code TeamWordsStress}</td>
 * <td>{@code TeamExchangeTest}</td></tr>
 * <tr><td>barriers, and what members tell each other</td> <td>{@code BarrierLane}, {@code TreeLane},
 * {@code TeamExchange}, {@code NamedPhase}</td> <td>{@code BarrierStress}, {@code TreeStress},
 * {@code TellingStress}</td> <td>{@code LitmusTest}, {@code TeamExchangeTest}, {@code TreeLaneTest}</td></tr>
 * <tr><td>directory of endpoints and segments</td> <td>{@code EndpointDirectory}</td> <td>{@code TellingStress}</td>
 * <td>{@code PublishTest}, {@code SegmentLifeTest}</td></tr>
 * <tr><td>rings, room, claims</td> <td>{@code AmLayout}</td> <td>{@code RingStress}</td> <td>{@code MessageFloodTest},
 * {@code ClaimWatchTest}</td></tr>
 * <tr><td>sleepers and bells</td> <td>{@code Doorbells}, {@code Doorbell}, {@code ControlLayout}</td>
 * <td>{@code BarrierStress}</td> <td>{@code MessageWakeTest}; the fence of membarrier is the kernel's, which jcstress
 * cannot leave out of one thread</td></tr>
 * <tr><td>the turn, handler-safe locks</td> <td>{@code Turn}, {@code HandlerSafeLock}</td> <td>{@code TurnStress},
 * {@code HandlerSafeLockStress}</td> <td>{@code PollTest}</td></tr>
 * <tr><td>large transfers</td> <td>{@code BulkCopy}, {@code BulkQueue}, {@code BulkCopier}</td>
 * <td>{@code BulkCopyStress}</td> <td>{@code BulkOverlapTest}</td></tr>
 * <tr><td>transfers by messages</td> <td>{@code FarSet}, {@code FarWait}, {@code FarThread},
 * {@code FarOperations}</td> <td></td> <td>{@code FarTransferTest}, {@code FarUpdateTest}: what orders them are rings
 * and the turn</td></tr>
 * <tr><td>data that is lent</td> <td>{@code Loans}, {@code LoanEvent}</td> <td></td> <td>{@code LentMessageTest},
 * {@code LoansTest}: what orders them are rings and the turn</td></tr>
 * <tr><td>client memory that is offered</td> <td>{@code OfferLayout}, {@code Offers}, {@code PeerOffer}</td>
 * <td>{@code OfferStress}</td> <td>{@code OffersTest}, {@code OfferedMemoryTest}</td></tr>
 * <tr><td>waits and counts that others see</td> <td>{@code CounterLayout}, {@code ShownWait},
 * {@code RankCounters}</td> <td>{@code ShownWaitStress}, {@code RankCountersStress}</td> <td>{@code ShownWaitTest},
 * {@code RankCountersTest}</td></tr>
 * <tr><td>batches of an aggregator</td> <td>{@code Aggregator}, {@code Aggregators}</td>
 * <td>{@code AggregatorStress}</td> <td>{@code AggregatorTest}, {@code AggregatorRefusalTest}</td></tr>
 * <tr><td>joining, leaving, the end</td> <td>{@code ControlLayout}, {@code Membership}, {@code Departure},
 * {@code Watcher}</td> <td></td> <td>{@code MembershipTest}, {@code KillsIT}: once for each rank</td></tr>
 * <tr><td>files of segments</td> <td>{@code FileLayout}, {@code FileOwnership}, {@code FileMappers}</td>
 * <td>{@code FileOwnershipStress}, {@code MappersStress}</td> <td>{@code FileSegmentsTest}</td></tr>
 * <tr><td>prepared messages, staged</td> <td>{@code Staging}, {@code PreparedRequests}</td>
 * <td>{@code StagingStress}</td> <td>{@code PreparedMessageTest}, {@code DeadThreadTest}</td></tr>
 * <tr><td>collectives</td> <td>{@code Slots}, {@code Groups}, {@code Progress}, {@code CallRecords}, {@code Member},
 * {@code Operation}, {@code Staging}</td> <td>{@code SlotStress}, {@code GroupStress}, {@code MemberStress},
 * {@code StagingRingStress}</td> <td>{@code ProtocolTest}, {@code GroupsTest}, {@code ProgressTest},
 * {@code CollectiveOutstandingTest}</td></tr>
 * <tr><td>accumulates</td> <td>{@code AccumulateLocks}</td> <td>{@code AccumulateStress}</td>
 * <td>{@code AccumulateTest}, {@code AccumulateLocksTest}</td></tr>
 * <tr><td>locks</td> <td>{@code TicketLock}, {@code WaiterSlots}, {@code TicketReadWriteLock},
 * {@code AnnouncedWait}</td> <td>{@code TicketStress}, {@code MutexStress}, {@code ReadWriteStress},
 * {@code PassingReaderStress}</td> <td>{@code LitmusTest}, {@code FairMutexTest}</td></tr>
 * <tr><td>queues, streams, records, counters</td> <td>{@code MessageSlots}, {@code ByteRing}, {@code VersionedRecord},
 * {@code WorkCounter}, {@code StructureKind}</td> <td>{@code QueueStress}, {@code FifoStress},
 * {@code SequenceStress}</td> <td>{@code LitmusTest}, {@code RecreatedStructureTest}</td></tr>
 * <tr><td>notes of domains in checked mode</td> <td>{@code DomainWatch}</td> <td>{@code DomainWatchStress}</td>
 * <td>{@code DomainWatchTest}: a note that is missed is allowed until the next use</td></tr>
 * <tr><td>the allocator</td> <td>{@code HeapLayout}, {@code Blocks}, {@code BlockCache}, {@code HeapLock}</td>
 * <td>{@code HeapStress}</td> <td>{@code HeapCoreTest}, {@code HeapRecoveryTest}</td></tr>
 * <tr><td>remote calls</td> <td>{@code Peer}, {@code CallQueue}, {@code IncomingCall}, {@code Caller}</td>
 * <td>{@code CallStress}</td> <td>{@code RpcFlowTest}, {@code RpcEndTest}</td></tr>
 * <tr><td>tables of shapes, of kernels</td> <td>{@code ContentTable}, {@code KnownStrides}</td> <td></td>
 * <td>{@code ShapeCacheTest}, {@code KnownStridesTest}: racy on purpose, of immutable entries; what final fields
 * promise x86 cannot break</td></tr>
 * <tr><td>windows of MPI</td> <td>{@code ControlWords}, {@code DynamicMemory}, {@code OperationCounts},
 * {@code Fetches}</td> <td>{@code EpochStress}</td> <td>{@code LitmusTest}, {@code MpiEpochTest},
 * {@code MpiLocalWindowTest}</td></tr>
 * <tr><td>registry of MPPA's segments</td> <td>{@code SegmentWords}</td> <td>{@code RegistryStress}</td>
 * <td>{@code LitmusTest}, {@code MppaSegmentTest}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>x86 shows none of the reorderings but StoreLoad, and the compiler those that it makes; the other acquire and
 * release orders are argued, not observed. ARM is not claimed.
 *
 * <p><b>Invariant:</b> every promise of order that docs/ORDER.md lists is kept between threads and between processes
 * ({@code LitmusTest.shouldShowWhatWasWrittenBeforeWhateverTells},
 * {@code FenceLitmusTest.shouldShowAThirdRankWhatTheSecondHasSeen}).
 *
 * <p><b>Invariant:</b> a flag that comes too early, a word that is read too early, and a fence that is missing are
 * caught ({@code LitmusTest.shouldCatchAFlagThatComesBeforeTheWords},
 * {@code LitmusTest.shouldCatchWordsThatAreReadBeforeTheFlag},
 * {@code FenceLitmusTest.shouldNoticeThatBothMissWithoutAFence}).
 */
package org.pgas.stress;
