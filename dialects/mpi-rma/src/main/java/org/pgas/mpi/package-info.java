/**
 * MPI's one-sided communication (MPI-2 chapter "One-Sided Communications", with what MPI-3 added) over a team:
 * {@link org.pgas.mpi.Window} is MPI_Win, {@link org.pgas.mpi.Datatype} MPI_Datatype, {@link org.pgas.mpi.Op} MPI_Op.
 *
 * <p>{@code Window} is the calls; {@code WindowCreation} makes an endpoint, a team and {@code ControlWords} for each.
 * {@code Epochs} lets communication go on and leads to {@code DedicatedEpochs} and {@code WindowLocks}.
 * {@code Transfers} checks, and goes to {@code TypedCopy} and {@code Updates} for what is mapped, to {@code Messages}
 * for the rest: {@code Protocol} is their table, {@code *Sender} the origin's side, {@code *Handlers} the target's.
 * {@code DynamicMemory} finds what is attached by the {@code DynamicTable}; of mapped memory it is a {@code Region},
 * which {@code AttachedSegments} reaches. A {@code Datatype} is a {@code Typemap} that became {@code Flat}, with a
 * {@code Layout} of shapes. {@code WindowRefusals} makes the errors that the handler of a window hears of. What a
 * {@link org.pgas.mpi.ReduceOp} does to two memories of one rank is in {@code LocalReduction}.
 *
 * <p><b>A window is a team of endpoints made for it.</b> Each rank gets an endpoint of the window's own, with its part
 * bound to it if that is mapped, and the team of these has a barrier, ranks, and a message space of its own: fences,
 * ranks of targets and handlers come from there, and nothing is multiplexed. A window takes one of 4,096 endpoints for
 * that. What a rank wishes, and what it then has made, all tell each other, so what is wrong with one is an error of
 * all.
 *
 * <p><b>Invariant:</b> a mistake of one rank makes no window anywhere and leaves nothing, and so does a window that
 * was freed ({@code MpiWindowTest.shouldTellAllRanksWhatOneDoesWrongAndMakeNothing},
 * {@code MpiWindowTest.shouldLeaveNothingBehindWhenItIsFreed}).
 *
 * <p><b>One byte opens a target.</b> Communication looks at a byte of its target and goes on. Whatever an epoch asks
 * for, waiting for a post or for a deferred lock, marking that a fence's epoch was used, happens at the first
 * communication with that target, which sets the byte. So the state machine costs a transfer one load.
 *
 * <p><b>Invariant:</b> every call in every state does what the table of the epochs says, checked or not, and a refusal
 * names what is open and what is legal ({@code MpiEpochTest.shouldAllowWhatItSaysAndRefuseTheRest},
 * {@code MpiEpochTest.shouldRefuseTheSameOutsideCheckedMode}).
 *
 * <p><b>Pairs count.</b> For each pair of ranks a line of its own says how often one has posted, and completed, to the
 * other; only that one writes it. Counts need no answer and no reset: post k and start k are one epoch, whichever
 * comes first, and a rank pair pays one line transfer for a post and one for a complete. In {@code stress}, a twin
 * that writes the count first is caught.
 *
 * <p><b>Invariant:</b> whichever ranks access which, an epoch sees what was stored before it
 * ({@code MpiEpochTest.shouldKeepPairsInStepWhoeverAccessesWhom},
 * {@code MpiEpochTest.shouldLetOriginsCompleteBeforeTheTargetHasPosted}).
 *
 * <p><b>Locks lie beside the parts.</b> The lock of a part is the queue of {@code FairReadWriteLock} in the window's
 * control words ({@code AreaReadWriteLock}), also where the part is reached by messages: the target takes no part in
 * it, but for ranks of other neighbourhoods. A deferred request is a ticket that no thread waits for. A reader's slot
 * says "passing": the rank that brings the turn to it lets it in and goes on, so a rank that computes, or waits for
 * something else, holds up no reader behind it. A deferred writer that has its turn holds the lock, as it would in
 * MPI.
 *
 * <p><b>Invariant:</b> locks exclude, are served in the order of asking, readers together up to the next writer, and a
 * deferred reader holds up nobody ({@code MpiLockTest.shouldExcludeWriters},
 * {@code MpiLockTest.shouldServeInTheOrderOfTheRequestsWithNeighbouringReadersTogether},
 * {@code MpiLockTest.shouldHoldUpNobodyWithADeferredReader},
 * {@code MpiLockTest.shouldStarveNeitherWritersNorReaders}).
 *
 * <p><b>Datatypes are flattened while they are made.</b> A constructor takes the regions of what it is made of, as a
 * nest of loops while that is possible, as a list otherwise; a transfer of any number of elements takes a shape that
 * the type remembers, or, of long lists, one shape row by row. What is sent is compared with what is received by their
 * signatures, run by run, once for each pair of types.
 *
 * <p><b>Invariant:</b> types are what the documents define, element by element, and copies touch the bytes of the type
 * map and no others ({@code DatatypeTest.shouldBeAsTheDocumentsDefineIt},
 * {@code TypedCopyTest.shouldCopyTheBytesOfTheModelAndNoOthers}).
 *
 * <p><b>Parts that are not mapped are the target's affair.</b> The origin packs, the target's handlers unpack, fold
 * and pack: one at a time, so that accumulates need no lock there, and the own rank's go through its loopback.
 * Operations are counted where they are issued, carried out and acknowledged. A fence, a flush and an unlock wait for
 * acknowledgements; a complete tells the target how many operations there were, and its await waits until they are
 * done. A datatype's description goes to a target once, under a number that no other type has had in its place, so
 * that what is late never finds another type.
 *
 * <p><b>Invariant:</b> what is done by messages is what a model does, with the smallest rings, several threads, and
 * types that are freed and made anew under the same place ({@code MpiLocalWindowTest.shouldDoWhatAModelDoes},
 * {@code MpiLocalWindowTest.shouldDoWhatAModelDoesThroughTinyRingsOfPairs},
 * {@code TypeTableTest.shouldNeverMixUpTypesUnderRandomUse}).
 *
 * <p><b>Between neighbourhoods</b> each rank goes its own way to a part: mapped for neighbours of the part's rank, by
 * messages for all other ranks. These are served while the part's rank computes. Puts and gets by messages are as ever.
 * Updates by messages take the accumulate locks, as neighbours' do, so that one atomicity holds. A get-accumulate of
 * NO_OP counts as such an update there; for memory that handlers alone update it is a get. The words of a part's lock
 * are with its rank, which carries out steps for ranks elsewhere ({@code FarAreaLock}); posts, completes and rows of a
 * dynamic window go there as changes of copied words. A shared window is refused.
 *
 * <p><b>Invariant:</b> both ways to a part do what a model does; neighbours and ranks elsewhere lose and tear no update
 * of it, see what is complete at a target, and are served while it computes
 * ({@code WindowNeighbourhoodsTest.shouldDoWhatAModelDoes},
 * {@code WindowNeighbourhoodsTest.shouldLoseNoUpdateOfNeighboursAndOfRanksElsewhere},
 * {@code WindowNeighbourhoodsTest.shouldNotTearAnElementThatANeighbourUpdates},
 * {@code WindowNeighbourhoodsTest.shouldShowNeighboursOfATargetWhatIsCompleteThere},
 * {@code WindowNeighbourhoodsTest.shouldServeWindowsWhileTheirRankComputes}).
 *
 * <p><b>All updates of a window take the accumulate locks.</b> Accumulate, get-accumulate, fetch-and-op and
 * compare-and-swap of mapped parts hold the lock of the block in which an element begins, the one that
 * {@code Accumulator} takes, so windows, shapes and ARMCI-like accumulates exclude each other. A locked instruction
 * for fetch-and-op alone would be quicker, and not atomic against an accumulate of the same place.
 *
 * <p><b>Invariant:</b> no update is lost or torn, of whatever shape and kind
 * ({@code MpiAccumulateTest.shouldLoseNoUpdateOfAnyShape}, {@code MpiAccumulateTest.shouldNotTearAnElement},
 * {@code MappedUpdatesTest.shouldUpdateEachElementUnderTheLockOfTheBlockInWhichItBegins}).
 *
 * <p>The tables of words and fields are at {@code ControlWords}, {@code DynamicMemory}, {@code OperationCounts} and
 * {@code Fetches}; {@code EpochStress}, {@code LitmusTest}, {@code MpiEpochTest} and {@code MpiLocalWindowTest} try
 * them.
 */
package org.pgas.mpi;
