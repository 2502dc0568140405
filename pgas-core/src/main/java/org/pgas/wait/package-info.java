/**
 * The loop in which a rank waits, what it waits for, and how it is woken.
 *
 * <p>{@link org.pgas.wait.Waiting} is the only loop that sleeps: it spins, yields or sleeps, lets messages be taken in
 * meanwhile through {@link org.pgas.wait.Progress}, looks for ranks that are gone, and tells of waits that last. What
 * is waited for is an {@link org.pgas.wait.Awaited}. Nothing here knows what a message, an endpoint or an event of the
 * API is.
 *
 * <p><b>A round.</b> 200 spins, then yields, then, in a block mode, a futex; every round takes in messages, and
 * messages that come begin the spins anew. Where ranks share cores, spinning may keep the awaited rank from running:
 * a wait spins only while {@link org.pgas.wait.Spinning} has seen that waits end by that, as between two ranks that
 * run at the same time. Barriers, collectives and other steps of a whole team yield at once there, since all members
 * have to run. A rank that is about to sleep takes a ticket, looks at its condition and at the rings once more, and
 * sleeps on the ticket; a thread that makes a condition true rings afterwards, if {@link org.pgas.wait.Doorbell} says
 * that any thread sleeps. Every 256 rounds the loop looks whether the job has ended, whether a rank it needs has left,
 * and whether the deadline has passed; a rank that has left counts as lost only when no reply waits to be taken in and
 * no other thread is handling messages, since its last act may have been to answer. Virtual threads yield, and then
 * park for 50 us at a time: a futex would hold their carrier. Hot paths spin on their own first, and call the loop
 * when that was not enough.
 *
 * <p><b>Invariant:</b> where ranks share cores, waits spin on while they end by that, and of waits that never do so one
 * in a thousand spins in the end ({@code SpinningTest.aPartnerThatRunsAtTheSameTimeIsWaitedForWithoutAYield},
 * {@code SpinningTest.whoNeverRunsAtTheSameTimeCostsFewSpins}).
 *
 * <p><b>Words of the own segment.</b> A wait for a condition on them ({@code LocalWords}, {@code WordSet}) needs no
 * rank in particular, and does not end because one leaves. Signals, accumulates, and the operations of atomic domains
 * that change something, ring a rank that sleeps: the thread that changed the word asks with one load whether any
 * thread of the job sleeps, and a signal is an exchange or an addition, so a full fence stands between. Plain and
 * ordered puts ring no rank, which would cost each of them that load; so a thread that waits for a word sleeps 0.9 ms
 * at a time at most and then looks by itself. An atomic {@code set} is a release store without a fence: it rings the
 * sleepers that it sees, and one that it misses looks by itself.
 *
 * <p><b>Invariant:</b> a signal shows the data that was put before it, also to a thread that it wakes, and rings only
 * while a thread sleeps ({@code PutSignalTest.shouldShowTheDataToWhoeverSpinsForTheSignal},
 * {@code PutSignalTest.shouldShowTheDataToWhoeverIsWokenByTheSignal},
 * {@code LocalWordsTest.aSignalRingsItsRankWhileSomebodySleepsAndNobodyElse}).
 *
 * <p><b>Invariant:</b> every change of a word ends a wait for it, though it may ring no rank
 * ({@code WaitUntilTest.shouldNoticeEveryKindOfChange},
 * {@code LocalWordsTest.sleepersOnWordsLookOnceAMillisecondAndOthersSeldom}).
 *
 * <p><b>Two waits are of another kind.</b> A wait for a handler-safe lock takes in nothing: the thread may be in a
 * handler or hold another lock, and the holder of the lock may not communicate, so it needs nothing from any rank. The
 * thread that unlocks rings no waiter, which would cost every unlock a look; the waiting thread yields, and later parks
 * for 50 us at a time. The progress thread waits for nothing but messages, and sleeps when there are none in any wait
 * mode.
 *
 * <p><b>Invariant:</b> a rank that blocks uses no processor time, and every message wakes it
 * ({@code PollTest.shouldUseNoProcessorTimeWhileItBlocks}, {@code PollTest.shouldWakeASleeperForEveryMessage}).
 *
 * <p><b>Invariant:</b> barriers take in messages while they spin and while they sleep
 * ({@code PollTest.shouldHandleMessagesInABarrier}, {@code PollTest.shouldHandleMessagesInTheSleepOfABarrier}).
 *
 * <p><b>The progress thread</b> is the wait loop with nothing to wait for. It takes turns like any other thread, so it
 * adds no concurrency among handlers. It is off by default, since it takes its time from ranks that have no core to
 * spare. A program that joins with {@code deferThreads} starts its body itself. Close waits for either, a second at
 * most, and the body then returns and throws nothing.
 *
 * <p><b>Invariant:</b> the body of a progress thread returns at the end of the job, whatever ends it
 * ({@code DeferredThreadTest.shouldReturnWhenTheJobIsClosed},
 * {@code DeferredThreadTest.shouldReturnWhenTheJobIsEndedByExit},
 * {@code DeferredThreadTest.shouldReturnWhenAHandlerThatItRunsEndsTheJob},
 * {@code ProgressThreadTest.shouldEndBeforeCloseReturns}).
 *
 * <p><b>Shown waits.</b> A thread that waits long shows it in the rank's part of the counters: since when, in what, and
 * for which ranks. Messages about lost peers and deadlines, warnings and tools read the same record. It is written by
 * one thread at a time, the one that holds the place, and has a sequence number, odd while it is written, so no reader
 * sees half of it. The table is at {@code ShownWait}.
 *
 * <p><b>Invariant:</b> a reader sees a wait as it was at one moment, or none
 * ({@code ShownWaitTest.shouldNeverMixTwoWaits}).
 *
 * <p><b>Warnings.</b> {@code LongWait} looks around while a wait takes long: it tells of it, and follows the records of
 * those that are waited for; a chain that comes back to this rank is a circle. Only ranks that have yet to make a call
 * count ({@code Awaited.absent}): what is begun goes on in every wait. A circle counts only when each member looked at
 * what it misses after the next one had begun to wait, and uses the library by one thread; and when all that is found
 * twice. Circles are told of by their lowest rank. Times of different ranks are never compared, but ages, which
 * {@code WaitAge} puts on the clock of the rank that looks.
 *
 * <p><b>Invariant:</b> ranks that wait for each other are told of, and ranks that only take long are not
 * ({@code LongWaitTest.shouldFindRanksThatWaitForEachOtherInDifferentCalls},
 * {@code CircleTest.shouldNotTellOfRanksThatHaveMadeTheirCalls},
 * {@code CircleTest.shouldTellOfARankWhoseClockIsAhead}, {@code AbsentTest.shouldNameOnlyWhoHasNotBegun}).
 *
 * <p>Tests: {@code SpinningTest}, {@code WaitMessageTest}, {@code DeadlineTest}, {@code CircleTest},
 * {@code ShownWaitTest}; {@code ShownWaitStress}, {@code TellingStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.wait;
