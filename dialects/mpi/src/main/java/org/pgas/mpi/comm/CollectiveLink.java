package org.pgas.mpi.comm;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.mpi.Request;

/**
 * What collective calls need of a communicator. Its messages are in a context of their own: no receive of the program,
 * and of no other communicator, meets them, and they meet no other.
 *
 * <p>Any thread; one collective call of a communicator is begun at a time. Buffers were checked.
 */
interface CollectiveLink {
    /** A send or receive under way. */
    interface Step {
        /**
         * Whether it is complete: of a send its memory may be changed, of a receive the data is there, unless the
         * thread that asks may not write there ({@link #end} puts it there then). An acquire. Takes in no messages.
         */
        boolean isOver();

        /** Once, when it is over: puts data where it belongs that is not there yet; throws what went wrong. */
        void end();
    }

    /** Refuses a call on a communicator that is of no use any more, in a restricted context, and after the close. */
    void enter(String call);

    /** This rank in the communicator. */
    int rank();

    /** Ranks of the communicator. */
    int size();

    /**
     * The team of the communicator's ranks, in their order, by which collectives of the core go. Null if there is none:
     * messages do then. On all ranks there is one, or on none.
     */
    Team team();

    /**
     * Begins to send the elements, packed, to {@code dest}, this rank too. Takes no longer than a message takes to get
     * rid of: it does not wait for the receive. Messages between two ranks with one tag are met in the order of their
     * calls.
     */
    Step send(Buffer elements, int dest, int tag);

    /** Begins to receive the elements from {@code source}, this rank too. As many bytes of data come as there are. */
    Step receive(Buffer elements, int source, int tag);

    /**
     * Goes on with {@code schedule} in every poll and wait of this rank, by {@link Schedule#advance}, one thread at a
     * time and only those for which {@link Schedule#isReachable} is true, until that answers true. Answers the request
     * of it, which is complete then; whatever {@code advance} throws comes out of that. A thread that awaits or tests
     * the request goes on with it too.
     */
    Request begin(Schedule schedule);

    /** The error of the running call, as the communicator's error handler has it. */
    PgasException bad(String what);
}
