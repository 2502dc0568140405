/**
 * The shared-memory conduit: everything that knows of files, processes and the operating system.
 *
 * <p>A job is a directory, {@code <dir>/pgas-<uid>/<job>/}, mode 0700, with a {@code control} file ({@link
 * org.pgas.pshm.ControlLayout}), the {@code environment} the job was started from, an {@code am} file with the rings
 * of messages ({@link org.pgas.pshm.AmLayout}), the files {@code slabs}, {@code area}, {@code counters} and {@code
 * locks}, and a file for each segment. Ranks join by claiming a slot in {@code control}. A lock on a byte of {@code
 * locks} tells which process lives, and so do pid and start time where these mean something ({@link
 * org.pgas.pshm.Liveness}). Calls of the C library are in {@code Posix} alone, but for copies ({@link
 * org.pgas.memory.SharedMemory}).
 *
 * <p><b>Neighbourhoods.</b> Where the ranks of this host are dealt to several, the files {@code area} and {@code am}
 * are those of the first, and each other has files of its own, {@code area-1}, {@code am-1} and so on, for all ranks of
 * the job; a rank opens those of its neighbourhood, and maps segments of its neighbours. What lies there of ranks
 * elsewhere is what a transport above copies there. The job stays one: {@code control}, {@code counters} and
 * {@code locks} are of all its ranks ({@code NeighbourhoodsTest}). A rank says in {@code control} which neighbourhood
 * it is in, and each has a file {@code ways-<rank>} in which the transport above shows its ways to the others ({@code
 * WaysFile}); so a look from outside finds the rings of every neighbourhood and what goes between them.
 *
 * <p>A tool that only looks takes a {@link org.pgas.pshm.JobView}: it maps what it reads without the right to write,
 * and only while it reads. {@link org.pgas.pshm.HostedJob} is a job seen from outside, for the launcher and the test
 * kit.
 *
 * <p><b>Addresses in shared files.</b> Nothing is found by an address that a shared file holds: what is needed in
 * mapped memory is named by an offset. Two words are addresses in the process of the rank that wrote them: the place
 * of the note of an offer in the area, and the place of lent data in a message. A peer gives such an address to the
 * kernel only, to read from that process ({@code ProcessMemory}); it believes what it reads there after a random
 * number, or a checksum, has agreed.
 *
 * <p><b>What is read is checked.</b> No number from a shared file is used as an index, a length or a number of ranks
 * before it was checked. docs/TRUST.md lists each place.
 *
 * <p><b>Invariant:</b> garbage in the files of a job is found out and told
 * ({@code SegmentCardTest.shouldRefuseACardWithANumberOutOfItsRange},
 * {@code CutFilesTest.shouldNameTheFileThatWasCutAndBothLengths},
 * {@code JobViewTest.garbageInAnyFileIsAViewOrAnErrorForPeople}).
 *
 * <h2>Files and mappings</h2>
 *
 * <p><b>A control file is linked, not renamed.</b> It is made complete under another name and then hard-linked to its
 * own: no rank sees an unfinished one, and of several ranks that start without a launcher exactly one wins. The magic
 * is still written last and read first.
 *
 * <p><b>Mappings that can be written are never taken away</b> while the JVM lives ({@link org.pgas.pshm.Mapping}). A
 * bulk copy that races an unmap dies of SIGSEGV, and no check can prevent it. So closing a job takes the ranges out of
 * the address table, after which accesses fail their bounds check, and then replaces each mapping by private untouched
 * memory in one system call. A thread that was inside an access reads zeros or writes to memory that nobody reads.
 *
 * <p><b>Names go once all have mapped.</b> The files of attached segments, the area and the slabs are needed by name
 * only until each rank of the neighbourhood has them. Then their names are removed ({@link
 * org.pgas.pshm.NamelessFiles}, {@link org.pgas.pshm.SegmentFiles}): no process finds them to cut them, which lets
 * large copies leave Java ({@link org.pgas.memory.CuttableMemory}), and nothing of them is left when all processes are
 * killed. {@code am} keeps its name, since tools look at the rings; so large payloads have the file {@code slabs}.
 * What is mapped later, one rank after the other, keeps its name too.
 *
 * <p><b>Invariant:</b> a name goes when all have mapped the file, not before, and what has none is not taken for
 * something that may be cut ({@code SegmentFilesTest.aNameGoesWhenAllHaveMappedTheFileAndThenItCannotBeCut},
 * {@code NamelessFilesTest.shouldTakeTheNamesAwayAndCountTheMemory}).
 *
 * <p><b>Reservation before mapping.</b> {@code posix_fallocate} is called before any rank maps a file: lack of memory
 * is an error of attach, on all ranks, and never a SIGBUS later. What can be had is the least of the mount, the host's
 * available memory, the cgroup and the setting.
 *
 * <p><b>Invariant:</b> room is what the kernel would give: memory of files that were read is given up before anything
 * else, and counts as free ({@code RoomTest.filesThatWereReadAreGivenUpBeforeAnythingElse}).
 *
 * <p><b>Destroying gives memory back.</b> The file is unlinked, its pages are taken out through the mapping
 * (MADV_REMOVE), and the mapping is replaced by untouched memory. Addresses rest before they are used again: the
 * oldest range of a size first, once a tebibyte of others, or 32,768 of them, were left after it. By then no access of
 * its time is under way. The kernel frees page tables only of what one call replaces; so a block of 2 MiB is replaced
 * once more, as a whole, when the last range in it has come to rest: else a tebibyte at rest would keep 2 GiB of page
 * tables.
 *
 * <p><b>Invariant:</b> cycles of create and destroy leave nothing
 * ({@code SegmentStorageTest.shouldLeakNothingInThousandsOfCyclesOfManySizes},
 * {@code SegmentStorageTest.shouldGiveTheMemoryBackWhenTheOwnerClosesAlsoWhereAPeerHasItMapped},
 * {@code SegmentMappingsTest.shouldKeepNoPageTablesOfSegmentsThatAreClosed}).
 *
 * <p><b>Invariant:</b> no range is used again too early, nor are more taken than rest and some
 * ({@code RestingRangesTest.shouldUseNoRangeAgainBeforeEnoughOthersHaveRested},
 * {@code RestingRangesTest.shouldNotUseARangeAtOnceBecauseMuchOfAnotherSizeRests},
 * {@code RestingRangesTest.shouldNeedNoMoreFreshAddressesThanWhatRestsAndLittleMore}).
 *
 * <p><b>A FILE segment says which process has it.</b> Its owner has locked a byte of it, as ranks lock those of
 * {@code locks}, and is named in its header: process number, start time, boot and namespaces. One compare-and-set of a
 * word takes the file, for file systems without locks, and a kill leaves nothing to release: an owner that is dead is
 * none. The header names the file too, by its inode: a copy belongs to no process. A state beside it tells whether the
 * file was closed in order; if it was not, opening is refused unless force is asked for. It is marked closed only when
 * no peer has it mapped: peers count themselves in the header, and let go when its owner withdraws it. What was made
 * complete under another name is linked to its own. The trailer is zeroed at every opening, so locks of a dead job
 * hold no rank up. What is to survive a kill must be published by one store; a program's locks are no part of that.
 * The tables are at {@code FileLayout}, {@code FileOwnership} and {@code FileMappers}.
 *
 * <p><b>Invariant:</b> a file is opened by exactly one, whole, of this version, and not after a crash unless forced
 * ({@code FileSegmentsTest.shouldGiveTheFileToExactlyOneOfManyThatOpenIt},
 * {@code FileSegmentsTest.whatIsNoFileOfASegmentIsRefused},
 * {@code FileSegmentsTest.shouldTellAKilledOwnerFromALivingOneAndResetItsLocks},
 * {@code FileSegmentsTest.shouldNotBeMarkedAsClosedWhileAPeerHasItMapped},
 * {@code MembershipTest.shouldNotCallAFileClosedThatWasOpenWhenTheJobFailed}).
 *
 * <h2>Rings of messages</h2>
 *
 * <p><b>A file of rings.</b> {@code am} lies beside {@code control}. Rank 0 makes it before it joins, complete under
 * another name; all others open it when all ranks have joined, and refuse it when its size or kind of rings is not what
 * their own settings say. It has a header, 256 ints for each rank that tell what its handlers take, so that a sender in
 * checked mode can refuse, and the lanes. A lane is a ring of Agrona's with its trailer, and a line for senders that
 * wait for room. Its slab for large payloads lies in the file {@code slabs}.
 *
 * <p><b>Invariant:</b> the tables in the comment of {@code AmLayout} are the layout, and the positions are where
 * Agrona has them ({@code AmLayoutTest.theTablesInTheCommentAreTheLayout},
 * {@code AmLayoutTest.thePositionsAreWhereAgronaHasThem}).
 *
 * <p><b>Two networks.</b> Requests and replies never share room: a rank that cannot send a request must be able to
 * take in replies, and a rank that takes in requests must be able to send replies. A message belongs to the network of
 * its ring; nothing in it says which.
 *
 * <p><b>Rings of pairs, or of receivers.</b> Up to four ranks, each ordered pair has a ring of 128 KiB with a slab of
 * 512 in each network: a sender that floods or stops is in nobody's way but its own. That is 15 MiB for four ranks, and
 * grows with the square of the ranks; so above four, all senders share one ring of 256 KiB with a slab of 1 MiB for
 * each receiver. {@code pgas.am.rings} and {@code pgas.am.ring}, the size of a slab, choose otherwise. Agrona lets one
 * message have an eighth of its ring, so the largest medium payload is an eighth of the slab.
 *
 * <p><b>Invariant:</b> a payload may be as large as the limit query says, and no larger
 * ({@code MessageLimitsTest.limitsAreWhatIsAccepted},
 * {@code MessagesTest.thePayloadIsAnEighthOfTheSlabAndNoByteMore}).
 *
 * <p><b>Large payloads lie in the slab, which is never cleared.</b> What has been read from a ring must be cleared
 * before its room is given, and a line that is cleared comes back to the sender changed: for 4 KiB that costs as much
 * as the message. So a payload of more than 512 bytes lies beside the ring, and its record has the rest of the message.
 * The slab is four times as long as the ring and has no positions of its own: the payload of the record at a place lies
 * at four times that place, and a record claims a quarter of its payload's bytes. So a claim in the ring is one in the
 * slab, by any thread and in any order; and the receiver gives the payload's room with the record's. The part of such a
 * record that is only room is never written, and so need not be cleared. {@code RingStress} has the laws that a payload
 * is there when its record is, and held until its room is given, and twins that break them.
 *
 * <p><b>Agrona's ring for many producers serves for both.</b> A ring of a pair has one sending rank, but that rank has
 * threads. Agrona's ring for one producer, with a lock or without, is a few percent quicker (figures in jmh/NOTES.md).
 * That is not worth a second kind of ring. And when the holder of a lock loses its core, it stops the other threads of
 * its rank; a claim does not.
 *
 * <p><b>A record is small, and shares no line in part.</b> A message costs the cache lines that it moves, so a short
 * message with one argument or none takes 16 bytes, what has 24 takes 32, and what is longer takes whole lines. A
 * record ({@code MessageRecord}) is Agrona's length and type, a checksum of 4 bytes, and the arguments. The type
 * carries the sender above the {@code MessageHead} of category, handler and argument count; so a record names its
 * sender from its claim on. It holds no sequence number: the position in the ring, in units of 8 bytes, is combined
 * into the checksum, so that a record in another place or of an earlier round has a wrong one
 * ({@code RecordChecksum}). The checksum covers everything but a medium payload, which may be long, is the program's
 * own, and can harm nothing here. It is a sum of products that do not wait for each other; of a short or long message
 * all of it but the position is known before the claim. Between primordial endpoints that is all. Other endpoints set
 * a bit of the type and carry one int more, the indices of both endpoints.
 *
 * <p><b>Agrona's protocol, our loops.</b> Agrona's ring checks the bounds of each access. So {@code Lane} itself makes
 * most claims, and completes or takes back every claim, by the same accesses to words at addresses that are known to be
 * in the ring. It leaves to Agrona a claim that meets the edge, another thread's claim or a ring that seems full.
 * Agrona's loop that reads would call every handler through one interface, and trusts lengths. {@code LaneReader} has
 * its own: what has been read is cleared, and then the head moves ({@code Lane.give}). It clears at once, though the
 * line is one that the sender has just written: the sender's next store to a line is faster when one other cache has
 * the line, changed, than when both have it to read. {@code RingStress} has the law that room is given cleared, and a
 * twin that gives it before.
 *
 * <p><b>What is not trusted.</b> Every program of the job may write everywhere in mapped memory. So {@code LaneReader}
 * compares the length with the ring and the arguments, then the checksum and with it the place, then the type: head,
 * and sender against the ring. All of that comes before anything of the message is used; and the watcher looks at the
 * positions. What remains of an earlier round, or of a payload, is no message. The dispatcher of the core then looks
 * whether the handler takes this category, network and count. Anything wrong ends the job. The target offset of a long
 * message is only passed on: the sender has placed the data, after its own check of the bounds.
 *
 * <p><b>Invariant:</b> no handler sees a record that was not written as it is, at that place, in that round
 * ({@code DamagedRecordTest.aRecordWithAnyOtherByteIsRefused},
 * {@code DamagedRecordTest.garbageInARingAndInItsPositionsIsRefused},
 * {@code DamagedRecordTest.anOldRecordIsNotTakenForANewOne}).
 *
 * <p><b>Invariant:</b> a damaged ring, and a message that no handler takes, end the job with the ring or the sender in
 * the message ({@code MembershipTest.shouldEndTheJobWhenARingIsDamaged},
 * {@code MessageFailureTest.shouldNameTheSenderOfAMessageToAnIndexThatIsNotRegistered}).
 *
 * <p><b>Prepared in place, or staged.</b> Between prepare and commit a record is claimed and not complete, and nothing
 * behind it is read. In a ring of a pair that delays only what the same rank sends to the same peer; so the program
 * writes into the record itself, where the handler will read. In a shared ring it would hold up all ranks; so the
 * payload is written into one of 64 slots of this process's memory ({@code Staging}), and the record is claimed at
 * commit: one more copy, and no rank waits. In place, a commit with fewer bytes leaves the record as long as it was,
 * and says in it how many count.
 *
 * <p><b>Invariant:</b> a rank that stops between prepare and commit holds up no other rank
 * ({@code PreparedMessageTest.shouldNotHoldUpOthersBetweenPrepareAndCommit},
 * {@code PreparedMessageTest.shouldNotHoldUpOthersInASharedRingBetweenPrepareAndCommit},
 * {@code MessagesTest.aPreparedMessageOfOneRankHoldsUpNoOther}).
 *
 * <p><b>A claim has a deadline.</b> If the first record of a ring is claimed and not completed for
 * {@code pgas.am.deadline}, the receiver's watcher ends the job and names the sender, which the record's type tells.
 * It counts little time from look to look: while this process is stopped, the sender may be too.
 *
 * <p><b>Invariant:</b> a claim that stays ends the job at its deadline, and the time that the receiver is stopped does
 * not count ({@code ClaimWatchTest.aClaimThatStaysNamesItsPairAndTheDeadline},
 * {@code ClaimWatchTest.whileThisProcessIsStoppedNoTimePasses},
 * {@code MembershipTest.shouldEndTheJobWhenAClaimStaysOpen}).
 * <table class="striped">
 * <caption>Fields of rings: the whole tables are at AmLayout and Lane</caption>
 * <thead><tr><th>field</th><th>writer</th><th>reader</th><th>order</th><th>why that is enough</th></tr></thead>
 * <tbody>
 * <tr><td>length of a record</td> <td>its sender, then the receiver</td> <td>receiver, watcher</td> <td>release:
 * negative, then positive, then 0 / acquire</td> <td>all that the sender did before is published by the positive
 * length</td></tr>
 * <tr><td>the rest of a record</td> <td>its sender, then the receiver</td> <td>receiver</td> <td>plain</td>
 * <td>between the claim and the length no other thread is there; the receiver clears it before it moves
 * {@code head}</td></tr>
 * <tr><td>{@code tail}, {@code head}, {@code headCache}</td> <td>see {@code AmLayout}</td> <td></td> <td>Agrona's</td>
 * <td></td></tr>
 * <tr><td>{@code roomWanted} of a lane</td> <td>senders</td> <td>the receiver</td> <td>getAndAdd / opaque after
 * {@code head}</td> <td>of two that write and then read, one sees the other</td></tr>
 * <tr><td>handlers in {@code am}</td> <td>the rank</td> <td>a sender in checked mode</td> <td>release / acquire</td>
 * <td>advice only: the target decides</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>Sleepers</h2>
 *
 * <p><b>The sleeper pays for the fence.</b> A sender must publish its message before it looks whether the receiver
 * sleeps, and on x86 only a full fence keeps a store before a load: a fence for each message, of no use while no
 * thread sleeps. So the sender has none, and a thread that is going to sleep has the kernel put one into every running
 * thread of the job (membarrier), which takes it some microseconds. If the kernel refuses that to one rank, all
 * senders pass a fence. {@code Doorbells} has the argument and the table. jcstress cannot leave the kernel's fence out
 * of one thread; {@code MessageWakeTest} can.
 *
 * <p><b>Invariant:</b> with either fence no message is lost to a sleeper, and without both some are
 * ({@code MessageWakeTest.aSleepingReceiverMissesNoMessage}, {@code MessageWakeTest.theSleepersFenceIsEnough},
 * {@code MessageWakeTest.theSendersFenceIsEnough}, {@code MessageWakeTest.withoutAFenceMessagesAreLost}).
 *
 * <p><b>Room is wanted.</b> A sender that is going to sleep for room says so in the lane. The receiver gives room
 * after at most 32 records, and after the first if that takes more than 1/128 of the ring; whenever it has given some,
 * it looks whether it is wanted, and rings the pair's sender, or all ranks where the ring is shared.
 *
 * <p><b>Invariant:</b> a sender that sleeps for room is woken by it
 * ({@code MessageWakeTest.aSenderThatSleepsForRoomIsRung}).
 *
 * <p><b>A claim that ends rings.</b> A sender with a record behind an open claim rang when nothing could be read yet,
 * so commit and cancel ring again.
 *
 * <p><b>Invariant:</b> a sleeper is woken for what waited behind a claim
 * ({@code MessageWakeTest.endingAClaimRingsForWhatWaitedBehindIt}).
 *
 * <h2>Life and death</h2>
 * <table class="striped">
 * <caption>Which process notices what, and how fast</caption>
 * <thead><tr><th>what happens</th><th>what notices</th><th>what follows</th></tr></thead>
 * <tbody>
 * <tr><td>a rank calls {@code exit}, or the thread that joined throws, also out of the {@code try} that closes the
 * job</td> <td>the rank itself</td> <td>it sets the ending word and rings all sleepers</td></tr>
 * <tr><td>a rank's process dies</td> <td>the launcher, its parent, at once; under other launchers the rank before it
 * in the ring, within 0.2 s</td> <td>sets the ending word</td></tr>
 * <tr><td>the launcher dies</td> <td>the watcher of a rank, within 0.2 s; of many ranks each one's within
 * 0.6 s ({@code Watcher.turns})</td> <td>sets the ending word</td></tr>
 * <tr><td>a rank gets SIGTERM or SIGINT</td> <td>its shutdown hook</td> <td>sets the ending word with 128 +
 * signal</td></tr>
 * <tr><td>{@code System.exit} before {@code close}</td> <td>its shutdown hook; the launcher learns the code from the
 * process</td> <td>the job ends with that code, or 1</td></tr>
 * <tr><td>main returns without {@code close}</td> <td>its shutdown hook</td> <td>the rank leaves quietly</td></tr>
 * <tr><td>a handler throws, or a message is for a handler that does not take it</td> <td>the thread that took it
 * in</td> <td>sets the ending word; the message names sender, handler and category</td></tr>
 * <tr><td>a ring holds what no sender wrote</td> <td>the thread that reads it; its positions: the receiver's watcher,
 * within 0.2 s</td> <td>sets the ending word</td></tr>
 * <tr><td>a message stays claimed past {@code pgas.am.deadline}</td> <td>the receiver's watcher</td> <td>sets the
 * ending word; the message names the sender</td></tr>
 * <tr><td>a thread dies with a request prepared</td> <td>its rank's watcher, within 0.2 s</td> <td>the request is
 * cancelled; the job goes on</td></tr>
 * <tr><td>the arena of attached client memory is closed</td> <td>the next access</td> <td>the owner's own access
 * throws; a peer's ends the job, which names the owner</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>The end.</b> Once the ending word is set (one compare-and-swap; the first wins), each rank's watcher runs the
 * exit hooks for at most a second, flushes output, lets the JVM shut down, and halts it if that takes too long. The
 * launcher kills what is left, ranks that are stopped after the time for exit hooks and others half a second later,
 * and removes the files; without a launcher, survivors do both. The last rank to leave an orderly job removes the
 * files. The word comes before its text: the process that sets it writes the text afterwards, and readers wait for
 * that while the writer lives, for half a second at most. A writer that dies in between leaves an ending without a
 * text, and readers say so.
 *
 * <p><b>Invariant:</b> an ending is set once, and nobody waits for the text of a dead writer
 * ({@code EndingTest.theFirstEndingStays}, {@code EndingTest.aTextIsWaitedForWhileWhoeverWritesItLives},
 * {@code EndingTest.anEndingWhoseWriterIsGoneSaysSo}).
 *
 * <p><b>No exception crosses the end of a job in a process that is a rank.</b> When the job has ended, a thread that
 * waits in the library parks until the watcher ends the process. Otherwise every rank would print a stack trace of the
 * same end. Ranks that are threads get {@code JobEndedException}. The last words of a process that is being ended go
 * to standard error directly: the JDK closes its loggers in a shutdown hook of its own. All other logging is
 * {@code System.Logger}'s.
 *
 * <p><b>Invariant:</b> whichever process is killed, at a moment of chance or at a named step of a protocol, leaves no
 * process and no file ({@code KillsIT.shouldLeaveNothingBehindWhoeverIsKilled},
 * {@code StepsIT.shouldSurviveKillsAndStopsAtStepsOfChance}).
 *
 * <p><b>Invariant:</b> nothing is removed that does not say by its content that it is a job's: by its mark
 * ({@code JobMark}, the first file to come and the last to go), or by a control file
 * ({@code JobDirectoryTest.whatDoesNotSayThatItIsAJobsIsNotRemoved},
 * {@code JobDirectoryTest.sweepingKeepsWhatIsNotAJobsHoweverOldAndSaysSo},
 * {@code GuardianTest.itRemovesNoDirectoryThatIsNotAJobs}).
 *
 * <p><b>One process at a time removes a directory of which a job may begin at any moment.</b> Every rank sweeps before
 * it joins, so ranks that start again under the key of a killed job all find its directory. A sweep opens the
 * directory, takes its lock ({@code flock}), looks whether the name is still that of this directory and its job is
 * still gone, gives the directory a name of its own, and removes it. While the directory is open, no new one can have
 * its inode ({@code HeldDirectory}, {@code JobDirectoryTest.whetherADirectoryIsMeantIsAskedWhenNoOtherRemovesIt},
 * {@code JobDirectoryTest.ranksThatBeginAtOnceWhereAllOfTheirNameWereKilledBeginOneJob}). A rank of a job that has no
 * launcher of ours holds the directory open from its join, and removes it in the same way when it is the last.
 *
 * <p><b>Invariant:</b> no process is killed but those of the job: those that the launcher started, or that have its
 * control file mapped for writing ({@code GuardianTest.itKillsNoBystander},
 * {@code DepartureTest.shouldNotSignalAProcessThatTheFileNamesAndThatHasNotMappedItForWriting}).
 *
 * <p>No structure is repaired for a job that goes on: a killed rank ends its job, and only what outlives jobs is
 * reset, or recovered ({@code SharedHeap.recover}), by the next one: a FILE segment. What was left of a file that was
 * being made is removed when one of the same name is made next.
 *
 * <p><b>The kernel says which process lives.</b> The launcher and each rank hold a lock on a byte of the job's file
 * {@code locks}, of the kind that belongs to the open file ({@code F_OFD_SETLK}): it goes with the process, however
 * that ends, is not lost by closing another descriptor, sets ranks that are threads against each other, and is seen in
 * every container that has the file ({@code JobLocks}). A rank takes its byte before it claims its slot, the launcher
 * when its ranks have joined, since its first call of the C library takes longer than all else that it does;
 * {@code control} says which of them have one. Beside that stand pid and start time, with the namespaces in which both
 * were told ({@code Namespaces}): they are looked up, in /proc, only by a process of the same ones, since elsewhere
 * they belong to another process. A waiting rank believes either; a process that deletes or takes over believes a
 * death only if nothing speaks against it ({@code Liveness}). What neither tells, as on a file system without locks
 * and from another container, is left alone, and messages say so. No process is signalled, looked into or asked for
 * its stacks by a number of another namespace.
 *
 * <p><b>Invariant:</b> what lives, in whatever container, is not swept, not opened by force and not signalled
 * ({@code OtherContainerTest.aJobWhoseLauncherLivesIsSweptFromNowhere},
 * {@code OtherContainerTest.aJobWhoseRanksLiveIsSweptFromNowhere},
 * {@code OtherContainerTest.aFileThatIsOpenIsRefusedFromEverywhereAlsoByForce},
 * {@code OtherContainerTest.ofAJobWithoutLocksNothingIsToldAndNothingRemoved},
 * {@code LivenessTest.shouldNotSignalAMemberOfAnotherContainerThatHasTheNumberOfAProcessHere}).
 *
 * <p><b>Invariant:</b> what died in another container is swept
 * ({@code OtherContainerTest.aJobIsSweptByOthersOnceItsLauncherIsKilled},
 * {@code OtherContainerTest.ranksOfSeveralContainersAreOneJobAndEndWhenOneIsKilled}).
 *
 * <p><b>Invariant:</b> a rank that is stopped, in a debugger, in a long collection, frozen, or without a processor is
 * not taken for dead; it is waited for, and messages say what holds it, also of waits for a condition, which need no
 * rank in particular ({@code StoppedIT.whoIsStoppedIsNotTakenForDead},
 * {@code WaitMessageTest.shouldNameWhoDoesNotRunWhenNoRankInParticularIsNeeded},
 * {@code HostedJobTest.aJoinThatWaitsTooLongNamesWhatHoldsARankThatHasBegunToJoin},
 * {@code HostedJobTest.whoMissesFiveLooksOfItsWatcherIsAliveButSilent},
 * {@code LauncherIT.theTimeoutSaysWhichRankIsStopped}).
 *
 * <p><b>Invariant:</b> the time that a process does not run is no part of its own deadlines
 * ({@code DeadlineTest.shouldNotBeOverAsSoonAsThisProcessGoesOnAfterALongStop}).
 *
 * <p>Another user gets nothing: directories are 0700, files 0600, and a base in which others could exchange names is
 * refused.
 *
 * <p><b>Invariant:</b> a job uses no directory that others could have made, may enter or may replace, nor one that its
 * owner cannot use ({@code JobDirectoryTest.aBaseInWhichOthersCouldReplaceNamesIsRefused},
 * {@code JobDirectoryTest.aBaseThatMembersOfAnotherGroupMayWriteIsRefused},
 * {@code JobDirectoryTest.aBaseWhoseNameHasControlCharactersIsRefusedByAllThatLookForIt},
 * {@code JobDirectoryTest.aUmaskThatTakesRightsFromTheOwnerIsRefusedAndLeavesNothing}).
 *
 * <p>Where the system gives no more threads, a rank that joins names the limits
 * ({@code ThreadsTest.aThreadThatCannotBeStartedNamesTheLimits}), and one that ends does what it owes without a thread
 * more: an orderly shutdown of a JVM needs some. Only the process itself knows the code of its {@code System.exit}:
 * without our launcher, the other ranks end with 1, and the exiting process returns its own code.
 *
 * <p><b>Looks from outside.</b> {@code JobView} maps the files of a job for reading only, for the time of one look. So
 * a tool cannot disturb a job, and what happens to the files later does not matter to it.
 *
 * <p><b>Invariant:</b> a look changes nothing in the job, and whatever the files hold, it ends with an answer or an
 * error ({@code JobViewTest.aLookChangesNoByteOfAnyFile},
 * {@code JobViewTest.garbageInAnyFileIsAViewOrAnErrorForPeople}).
 *
 * <p>Protocols, tables and tests: joining, leaving and the end are at {@code ControlLayout}, {@code Membership},
 * {@code Companions}, {@code Departure}, {@code Watcher} and {@code DeathWatch} ({@code MembershipTest},
 * {@code CompanionsTest}, {@code WatcherTest}, {@code KillsIT}); rings at {@code AmLayout}
 * ({@code RingStress}, {@code ClaimWatchTest}); bells at {@code Doorbells} and {@code ControlLayout}
 * ({@code BarrierStress}, {@code MessageWakeTest}); files of segments at {@code FileLayout}
 * ({@code FileOwnershipStress}, {@code MappersStress}, {@code FileSegmentsTest}); staged messages at {@code Staging}
 * ({@code StagingStress}).
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.pshm;
