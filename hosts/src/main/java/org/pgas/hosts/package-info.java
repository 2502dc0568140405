/**
 * The conduit of several neighbourhoods: ranks that share memory with their neighbours alone, and reach all others over
 * a wire. They run on one host ({@code pgas.neighbourhoods}), or each neighbourhood on a host of its own.
 *
 * <p><b>Three parts.</b> The transport of the own neighbourhood ({@code org.pgas.pshm}, known by its roles alone), a
 * copy of the library's own words of all other neighbourhoods, and a {@linkplain org.pgas.hosts.wire wire} to each rank
 * of these. What a program's memory holds is never copied ahead: a peer's segment elsewhere is no mapped memory, so the
 * core reaches it by the message path ({@code org.pgas.far}), as it reaches client memory.
 * <table class="striped">
 * <caption>Roles of the conduit</caption>
 * <thead><tr><th>role</th><th>done by</th><th>what is different</th></tr></thead>
 * <tbody>
 * <tr><td>member</td><td>pshm; leave is ours</td><td>a rank elsewhere has left when all it has sent has come</td></tr>
 * <tr><td>end, liveness, exit hooks</td><td>pshm</td><td>a control file of each host, for all ranks; of those of other
 * hosts it says what the launcher has carried there</td></tr>
 * <tr><td>topology</td><td>pshm</td><td></td></tr>
 * <tr><td>attached</td><td>pshm; between hosts {@code CopiedAttached}</td><td>maps neighbours' segments; the others are
 * told as client memory is</td></tr>
 * <tr><td>segments</td><td>pshm</td><td>the core maps nothing of ranks elsewhere</td></tr>
 * <tr><td>area</td><td>pshm's, a file for each neighbourhood; reserve is ours</td><td>parts of ranks elsewhere are
 * copies</td></tr>
 * <tr><td>lanes</td><td>{@code Board}</td><td>lines of ranks elsewhere are copies</td></tr>
 * <tr><td>copies</td><td>{@code Changes}</td><td></td></tr>
 * <tr><td>bells</td><td>pshm's; beginSleep is ours</td><td>a sleeper hands the wire to {@code WireThread}</td></tr>
 * <tr><td>messages</td><td>{@code Messages}</td><td>to neighbours by rings, to others over the wire</td></tr>
 * <tr><td>oneSided</td><td>{@code Transfers}</td><td>none where the wire has none</td></tr>
 * <tr><td>processes</td><td>pshm</td><td>none of ranks elsewhere: no system call reaches their memory</td></tr>
 * <tr><td>shown</td><td>pshm</td><td>of all ranks of the host; {@code ShownWays} writes what is shown of ways</td></tr>
 * <tr><td>diagnosis</td><td>pshm's; describe is ours</td><td>also what is on the way to a rank elsewhere</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>Copies of words</h2>
 *
 * <p>The words of area and lanes have one writer each: counts of barriers, the directory, what is told in an exchange.
 * A neighbourhood has all of them in memory of its own. The rank that writes a word stores it there, and sends the
 * change to every rank elsewhere ({@link org.pgas.spi.WordCopies}); of the ranks of another neighbourhood the first to
 * take it in stores it into that one's memory, and the others find that it was done: a count of each rank's changes,
 * shared by the neighbours, says how many were applied ({@code Board}). So there is no rank on which its neighbours
 * depend, and one that leaves takes nothing along. The rank that applies wakes all sleepers of its neighbourhood.
 *
 * <p><b>Pieces.</b> Data of collectives go to those neighbourhoods alone that read them, and to one rank of each, which
 * stores them for its neighbours. They are no changes, and nobody counts them as seen. But the changes that their rank
 * makes later say how many pieces went before to the neighbourhood, and wait there until these are in its memory; so
 * a rank that sees the change finds the data. Pieces of a rank come to a neighbourhood in order, whichever ranks they
 * go to. Counts go before a piece as before a message: its memory may have been another's. Here a rank does depend on a
 * neighbour: on its polls or its wire's thread, not on its program. One that leaves gets no piece behind the word that
 * it was heard, for which it waits; what comes later goes to a neighbour of it.
 *
 * <p><b>Causal order.</b> Ways between pairs of ranks are in order; that is not enough. Rank 0 changes a word; its
 * neighbour 1 sees that, and sends a message to 2, or to 5 in a third neighbourhood; the way from rank 0 to 5 itself is
 * slower. So every frame counts what its rank had seen: the counts of changes of all ranks, as they stand in the memory
 * of its neighbourhood. A change has them in front; before a message or a piece go those that have risen since the peer
 * was told. The rank that it comes to leaves it on the wire until its neighbourhood has as many. No rank waits for a
 * frame of later counts than its own, so none waits in a circle ({@code Changes}). So memory that is given back and
 * used again, and what a third rank tells, need no rules of their own.
 * <table class="striped">
 * <caption>Fields</caption>
 * <thead><tr><th>field</th><th>writer</th><th>readers</th><th>order</th></tr></thead>
 * <tbody>
 * <tr><td>words of the area and of lanes</td><td>their rank; in a copy, the rank that applies</td><td>
 * ranks of the neighbourhood</td><td>as in one neighbourhood; in a copy the first long of a change is stored last, with
 * release</td></tr>
 * <tr><td>data of pieces, counts of pieces</td><td>their rank; in a copy, the rank that takes the next one</td><td>
 * ranks of the neighbourhood, behind a change</td><td>{@code Board}</td></tr>
 * <tr><td>counts of changes</td><td>the rank, before the store; of others, the rank that applies</td><td>the
 * same</td><td>{@code Board}</td></tr>
 * <tr><td>rings of arrivals, rooms</td><td colspan="3">{@code Arrivals}, {@code Room}, of one process</td></tr>
 * <tr><td>turn of the poll</td><td>the thread that polls</td><td>all threads of the rank, and the wire's</td><td>{@code
 * Ways}</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>Frames and messages</h2>
 *
 * <p>All frames of a pair of ranks go over one channel of the wire, so that changes and messages keep one order ({@code
 * Frame}). What comes is always taken in: a change is applied, a message is copied to a ring of its sender and network
 * ({@code Arrivals}), and its handler runs when the rank polls, by its turn, as handlers of messages of neighbours do.
 * The sender knows how much room each ring has ({@code Room}), and is told when the receiver has taken from it. So
 * requests and replies share no room, replies always drain, and a full ring of requests holds up neither replies nor
 * changes. The data of a large frame need not be copied there: a wire that can writes them, while they come, to where
 * they will lie in the ring, or, of puts, long messages and gets, to where they belong ({@link
 * org.pgas.spi.MessageTransport.Landing}), as those of pieces; those of puts only where every request that reaches
 * memory has been handled that its rank had sent before. What waits for room on the wire itself waits for a peer's
 * poll, or its wire thread, and for no handler.
 *
 * <p><b>Polls.</b> Any thread polls that looks for messages, one at a time, and one that sends many, now and then; and
 * {@code WireThread} when none has for half a millisecond, or when one sleeps. Only while threads poll, or have been
 * woken to, may the wire keep small frames back, to send several at once. A thread that polls only to send handles
 * nothing, so {@code WireThread} serves what stays for half a millisecond then, too.
 *
 * <p><b>A passive target.</b> Requests that reach memory and do nothing else have a ring of their own. A thread that
 * takes in messages takes these first, so nothing that a rank sends overtakes them. While nobody polls,
 * {@code WireThread} takes the rank's turn and serves them, as far as there is room for their answers, at the peer and
 * on the wire: so it waits for no handler of the peer, and runs none of the program's, neither of requests nor of
 * replies; and a peer that takes nothing in holds up no other. Where another thread takes that room first, the answer
 * waits for it without the program's deadline, until the peer or the job ends. So are requests from endpoints that a
 * module has for itself, with such handlers only: windows of MPI ({@link org.pgas.spi.MessageTransport#serveFrom}).
 *
 * <p><b>Past frames.</b> Where a wire has transfers that hardware carries out ({@link org.pgas.hosts.wire.OneSided}),
 * the core has them too, under the names of its own operations. Their data are no frames, and count nothing as seen:
 * they reach the memory itself, and no copy of it. When the wire has one done, this rank makes the reply that the peer
 * would have sent, and it comes in the turn of other replies ({@code Transfers}); sleepers are woken for it as for a
 * frame. A rank that leaves says so when nothing is under way that it has begun there, and tells a peer that leaves
 * that it was heard when nothing is under way with that one: what UCX begins by software fails in the other end if that
 * is gone. Transfers with a peer that fail while its frames go on end the job like a way that breaks.
 *
 * <p><b>One atomicity.</b> What ranks elsewhere update in a mapped segment its owner's handlers do, with the atomic
 * operations of the processor and under the accumulate locks, as neighbours do without asking it ({@code
 * org.pgas.place.MappedUpdates}). Structures and heaps likewise: their owner carries out the steps of a protocol for
 * ranks elsewhere, by the code with which neighbours carry out theirs ({@code org.pgas.far.OwnerSteps}).
 *
 * <h2>Join, leave, end</h2>
 *
 * <p>A rank opens its end of the wire and writes where it is found into the job's directory, before it joins pshm; when
 * all have joined, it connects, and waits until all connections are there. The wire's secret is a file that one rank
 * has made, the first to do so, or, on several hosts, the launcher ({@code Meeting}); it carries the addresses between
 * the directories of the hosts, too ({@link org.pgas.spi.WireFiles}).
 *
 * <p>A rank that leaves says so to all others behind everything that it has sent, and goes when each has taken that in,
 * or is gone, or the job has ended: a rank that is stopped holds it up so long. A way that breaks is told by those that
 * see processes, and know more; if they say nothing for five seconds, or if what comes is not ours, the rank ends the
 * job with what the wire says. So does one that fails while it joins, or misses a connection after
 * {@code pgas.join.timeout}: others would wait for it.
 *
 * <h2>What others see</h2>
 *
 * <p>A rank shows a few numbers of each way, in {@code ways-<rank>}, five times a second ({@link
 * org.pgas.spi.WayNumber}): what has gone and come, what the peer's handlers have not taken, what waits here for a
 * handler, the room on the wire, how often there was none, and what the next frame waits for. At that time it
 * also tells its peers what it has taken, if that has changed: else they would show less room than there is. Messages
 * about a rank elsewhere that is waited for say the same in words ({@code Way.describe}). What ranks tell of time is an
 * age, by their own clock ({@link org.pgas.spi.WaitAge}). Requests that the wire's thread serves are not counted as the
 * work of a second thread of the program's, so circles of waits are found.
 *
 * <h2>What is not there yet</h2>
 *
 * <p>Refused by name between neighbourhoods: views of a peer's memory; shared windows of MPI. Each names the call
 * ({@code NeighbourhoodsTest.shouldRefuseByNameWhatDoesNotGoThere}).
 *
 * <p>Tools see the ranks of their host alone. Frames go to every rank elsewhere, also of teams that are in one
 * neighbourhood.
 *
 * <p><b>Invariant:</b> nothing overtakes what its sender had seen, by whatever way
 * ({@code WaysTest.aMessageWaitsForWhatANeighbourOfItsSenderHasChanged},
 * {@code WaysTest.aChangeWaitsForWhatItsRankHasSeen}, {@code CausalityTest.nothingOvertakesWhatItsRankHadSeen},
 * {@code NeighbourhoodsTest.shouldShowAThirdRankWhatTheSecondHasSeen}).
 *
 * <p><b>Invariant:</b> a change is applied once in each neighbourhood, in the order of its rank
 * ({@code WaysTest.aChangeIsAppliedOnceByTheFirstReceiver}).
 *
 * <p><b>Invariant:</b> a rank that sees a change finds the pieces that went before it, and no piece is lost with a
 * rank that leaves ({@code WaysTest.aPieceGoesToOneRankAndAChangeWaitsForIt},
 * {@code WaysTest.piecesToSeveralRanksOfANeighbourhoodComeInOrder},
 * {@code WaysTest.aPieceForARankThatLeavesGoesToANeighbourOfIt},
 * {@code CausalityTest.nothingOvertakesWhatItsRankHadSeen}).
 *
 * <p><b>Invariant:</b> no rank waits for one that has failed while it joined
 * ({@code JoinTest.shouldTellAllRanksWhatFailsOnOneWhenAllHaveCome},
 * {@code ConnectionsTest.whoIsNotConnectedInTimeIsNamedWithWhatIsKnownOfIt}).
 *
 * <p><b>Invariant:</b> what a sender has room for is taken, and no more
 * ({@code ArrivalsTest.whatTheSenderHasRoomForIsTakenAndComesInOrder},
 * {@code ArrivalsTest.moreThanThereIsRoomForIsNotTaken}, {@code WaysTest.aPeerMayGiveRoomBackBeforeTheSenderGoesOn}).
 *
 * <p><b>Invariant:</b> large transfers and small ones are carried out in the order of their thread, though the data of
 * large ones land by themselves
 * ({@code LargeTransfersTest.shouldCarryOutPutsOfAThreadInTheirOrderWhateverTheirSizes},
 * {@code ArrivalsTest.messagesThatWaitWithTheirDataAreToldFromThoseWhoseDataHaveLanded}).
 *
 * <p><b>Invariant:</b> the end of a transfer past frames is one reply, and its memory is given back
 * ({@code TransfersTest.eachThatIsDoneIsOneReply}, {@code TransfersTest.whatThrowsGivesItsMemoryBack}).
 *
 * <p><b>Invariant:</b> no rank goes while a transfer with it is under way past frames, or the connection for it
 * ({@code TransfersTest.aPeerThatLeavesIsHeardWhenNothingIsUnderWayWithIt},
 * {@code OneSidedTest.shouldLeaveAtOnceWhateverHasJustBegun}).
 *
 * <p><b>Invariant:</b> a frame that this library never writes, or that was changed, ends the job
 * ({@code WaysTest.whatThisLibraryNeverWritesEndsTheJob},
 * {@code WaysTest.aFrameThatWasChangedOnItsWayEndsTheJobAtOnce}).
 *
 * <p><b>Invariant:</b> a rank that computes serves transfers and updates of ranks elsewhere, and runs no handler of
 * the program's for them, whatever it does for other peers
 * ({@code WireThreadTest.requestsThatReachMemoryAreServedAndOthersWaitThoughNobodyPolls},
 * {@code WireThreadTest.requestsOfAPeerToWhichTheWireIsFullHoldUpNoOthers},
 * {@code NeighbourhoodsTest.shouldServeRanksElsewhereWhileTheProgramComputes}).
 *
 * <p><b>Invariant:</b> a way shows what it has sent, holds and waits for
 * ({@code WaysTest.aWayShowsWhatItHasSentAndWhatThePeerHasNotTaken},
 * {@code WaysTest.aWayShowsWhoseChangesTheNextFrameWaitsFor},
 * {@code WaysTest.aWayShowsThatTheNextFrameWaitsForAPiece}, {@code WaysTest.aWayShowsThatAFrameWaitsForRoom},
 * {@code WaysTest.aPieceThatWaitsForRoomAndGoesElsewhereWaitsNoMore}).
 *
 * <p><b>Invariant:</b> neighbours and ranks elsewhere lose no update of one word and of one block
 * ({@code NeighbourhoodsTest.shouldLoseNoUpdateOfNeighboursAndOfRanksElsewhere}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.hosts;
