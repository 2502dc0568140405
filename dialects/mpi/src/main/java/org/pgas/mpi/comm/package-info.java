/**
 * MPI's communicators, messages between two ranks and collectives (MPI-4.1 chapters 3, 6 and 7) over a job:
 * {@link org.pgas.mpi.comm.Mpi} is where to begin, {@link org.pgas.mpi.comm.Comm} is MPI_Comm,
 * {@link org.pgas.mpi.comm.MessageRequest} MPI_Request. Datatypes and groups are those of {@code org.pgas.mpi}.
 *
 * <p>{@code Comm} checks, and goes to a {@code Channel}: one context of the communicator. {@code Engine} has what all
 * contexts of a rank share. {@code Protocol} is the table of messages, {@code MessageHandlers} what a rank does with
 * them; {@code Send} and {@code Receive} are what is under way, {@code Work} goes on with those that have to
 * communicate. {@code CommCreation} makes communicators by an {@code Agreement} over messages. Nothing here opens a
 * file, or knows where memory is mapped: transfers to memory of peers are those of the core.
 *
 * <p><b>Matching.</b> Each context has the receives that no message has met, {@code Posted}, and the messages that no
 * receive has met, {@code Unexpected}. Of a message and a receive that fit, one is in neither list: whichever comes
 * second meets the other at once, under one lock of the rank. The lists are in the order of coming; buckets by source
 * and tag make the search short where no wildcard is used. Requests between two ranks are handled in the order of
 * sending, and every message begins with one request, so messages do not overtake.
 *
 * <p><b>Invariant:</b> whatever sources, tags, wildcards, sizes and modes, messages and receives meet as in a model
 * that is two lists ({@code MpiMatchingTest.shouldMeetAsAModelDoes}).
 *
 * <p><b>Eager or offered.</b> A short message travels with its data, into the memory of its receive if that is there,
 * else into memory of an {@code EarlyPool}. Of a long one the sender tells size and place, and its data stays until a
 * receive has met it. If it lies in a segment that the receiver maps, that gets it; else, if the memory of the receive
 * does, the sender puts it: one copy. Otherwise it goes in pieces, through which a type with gaps goes too, packed.
 * {@code Credits} bound what a rank that does not receive has to keep: beyond that, short messages are offered too.
 *
 * <p><b>Invariant:</b> a rank that does not receive takes in a bounded amount of data, and every message arrives
 * ({@code MpiMessagesTest.shouldKeepABoundedAmountForARankThatDoesNotReceive}).
 *
 * <p><b>Invariant:</b> data arrives whole and touches nothing beside it, of every type, size and place of both sides
 * ({@code MpiMessagesTest.shouldMoveEveryTypeWhereverItLies}).
 *
 * <p><b>Handlers only look and copy.</b> A handler may send one reply and nothing else. What it finds to be done, such
 * as to send pieces or to get data, is {@code Work}, which every poll and wait of the rank goes on with, by forms that
 * never wait. So handlers stay short, a rank that waits for anything serves its peers, and nothing waits in a circle.
 *
 * <p><b>Threads.</b> One handler-safe lock for each rank guards lists, tables and pools; no call communicates under it,
 * and data is copied outside of it, but for messages that nobody receives yet. The end of an operation is published by
 * a release store.
 *
 * <p><b>Contexts without a vote.</b> A context is named by the job rank of its communicator's rank 0 and a number that
 * this rank gives out once. So communicators are made by one exchange of numbers among their ranks, by several threads
 * at once too; and a message may come before its receiver has made the communicator: the context is made by whichever
 * is first.
 *
 * <p><b>Collectives.</b> {@code CommCollectives} has {@code CollectiveArguments} look at what it is given. Blocking
 * calls with equal blocks go by {@code TeamWays} to the collectives of the core, on shared memory. All others become a
 * {@code Schedule}, rounds of messages and of what is computed between them, of {@code Trees}, {@code Scans} and
 * {@code Exchanges}; {@code CommLink} has the messages, in a channel of their own, and makes a schedule
 * {@code Work}. Which way a call goes depends on nothing that may differ between ranks: not on whether a buffer has
 * gaps, but on what MPI demands to be the same.
 *
 * <p><b>Invariant:</b> every collective call does what a sequential model does, whatever the datatypes, the order in
 * which ranks and their messages come, and however many calls are under way
 * ({@code CommCollectivesTest.shouldDoWhatASequentialModelDoes}).
 *
 * <p>The tables of fields are at {@code Engine}, {@code Operation}, {@code Receive}, {@code Send}, {@code Work} and
 * {@code Credits}.
 */
package org.pgas.mpi.comm;
