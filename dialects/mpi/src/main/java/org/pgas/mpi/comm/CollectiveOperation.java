package org.pgas.mpi.comm;

import java.util.Arrays;

/** A collective call under way. Every poll and wait of a thread that reaches its memory goes on with it. */
final class CollectiveOperation extends Operation {
    private final Schedule schedule;

    CollectiveOperation(Channel channel, Schedule schedule) {
        this.schedule = schedule;
        begin(channel);
    }

    @Override
    boolean isReachable() {
        return schedule.isReachable();
    }

    @Override
    boolean goOn() {
        boolean isOver = schedule.advance();
        if (isOver) {
            complete();
        }
        return isOver;
    }

    /** MPI cancels no collective call: it goes on. */
    @Override
    void cancelOperation() {}

    @Override
    void tell(Status status) {
        if (status != null) {
            status.setEmpty(false);
        }
    }

    @Override
    public int[] missing() {
        return Arrays.stream(schedule.peers()).map(channel::peer).toArray();
    }

    /** Nobody: ranks that have begun the call go on with it in whatever wait, and the others' waits tell of them. */
    @Override
    public int[] absent() {
        return NOBODY;
    }

    @Override
    public String describe() {
        return schedule + " of " + channel;
    }
}
