package org.pgas.mpi.comm;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.mpi.Request;

/**
 * What collective calls need of a communicator, by a channel of its own.
 *
 * @param team of the core's collectives; null if there is none for the communicator
 */
record CommLink(Comm comm, Channel channel, Team team) implements CollectiveLink {
    private record Message(MessageRequest request) implements Step {
        @Override
        public boolean isOver() {
            return request.isOver();
        }

        @Override
        public void end() {
            request.end(null);
        }
    }

    @Override
    public void enter(String call) {
        comm.enter(call);
    }

    @Override
    public int rank() {
        return comm.rank();
    }

    @Override
    public int size() {
        return comm.size();
    }

    @Override
    public Step send(Buffer elements, int dest, int tag) {
        return new Message(channel.isend(SendMode.STANDARD, elements.memory(), elements.offset(), elements.count(),
                elements.type(), dest, tag));
    }

    @Override
    public Step receive(Buffer elements, int source, int tag) {
        return new Message(channel.irecv(elements.memory(), elements.offset(), elements.count(), elements.type(),
                source, tag));
    }

    @Override
    public Request begin(Schedule schedule) {
        CollectiveOperation operation = new CollectiveOperation(channel, schedule);
        channel.engine.goOnWith(operation);
        channel.engine.poll();
        return operation;
    }

    @Override
    public PgasException bad(String what) {
        return channel.bad(what);
    }
}
