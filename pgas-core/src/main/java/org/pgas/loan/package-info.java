/**
 * Large medium messages that leave their data in the sender's memory until the handler reads it, by one copy between
 * processes.
 *
 * <p><b>What is lent.</b> With an event for local completion, native data of 8 KiB and more: the message tells its
 * place, the target's handler copies it out of the sender's process to where it is wanted, once, and an answer
 * completes the event ({@link org.pgas.loan.Loans}, {@code LentData}). The message has a checksum of its own, since it
 * names a head and an address. A payload that is not only copied from is first read into memory of the library's.
 *
 * <p><b>Whether it can be read.</b> Whether a peer reads this process is asked once, by a note with a random number;
 * until it has answered, and where it cannot, data goes through the ring, so nothing is ever sent twice or overtaken.
 * Unlike an offer, a loan is only read, so any native memory may be lent, also of an arena that the program may close:
 * a read of what is gone fails, and ends the job with the reason. The note tells whether the source is gone or its
 * process, even before a process is seen to be dead. When the sender dies, a handler that cannot read its data waits
 * for the end of the job, and no longer than ten seconds. Several ranks in one process read by the same call.
 *
 * <p><b>Invariant:</b> a loan is seen as data that was sent
 * ({@code LentMessageTest.shouldDeliverWhatIsInTheSourceUntilItsEvent},
 * {@code LentMessageTest.shouldKeepTheOrderOfMessagesThatLendAndThatDoNot},
 * {@code LentMessageTest.shouldLeaveTheSourceInUseUntilTheTargetHasPolled},
 * {@code LentMessageTest.shouldEndTheJobWhenASourceIsClosedBeforeItsEvent},
 * {@code LoanEndingIT.shouldEndTheJobWithTheReasonWhenALenderIsGone},
 * {@code LoansTest.shouldWaitForTheEndOfTheJobWhenTheSenderDies},
 * {@code LoansTest.shouldNoticeEachBitThatWasChanged}).
 * <table class="striped">
 * <caption>Fields of loans</caption>
 * <thead><tr><th>field</th><th>writer</th><th>reader</th><th>order</th><th>why that is enough</th></tr></thead>
 * <tbody>
 * <tr><td>done of a {@code LoanEvent}</td> <td>the holder of the turn</td> <td>the thread that sent</td>
 * <td>volatile</td> <td>the handler at the target has run</td></tr>
 * <tr><td>whether a peer reads this process, in {@code Loans}</td> <td>the thread that asks, handlers of answers</td>
 * <td>threads that send</td> <td>volatile</td> <td>nothing depends on it but the way</td></tr>
 * </tbody>
 * </table>
 *
 * <p>Tests: {@code LoansTest}, {@code LentMessageTest}: what orders the fields are rings and the turn.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.loan;
