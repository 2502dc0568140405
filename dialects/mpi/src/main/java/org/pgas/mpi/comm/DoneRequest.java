package org.pgas.mpi.comm;

/** A request of what was complete when its call returned: a send that has its data on the way, or what has no peer. */
final class DoneRequest extends MessageRequest {
    private final Engine engine;
    private final boolean isReceive;

    /** @param isReceive from {@link Mpi#PROC_NULL}; else a send */
    DoneRequest(Engine engine, boolean isReceive) {
        this.engine = engine;
        this.isReceive = isReceive;
    }

    @Override
    Engine engine() {
        return engine;
    }

    @Override
    Operation operation() {
        return null;
    }

    @Override
    boolean isActive() {
        return true;
    }

    @Override
    void end(Status status) {
        if (status == null) {
            return;
        }
        if (isReceive) {
            status.set(Mpi.PROC_NULL, Mpi.ANY_TAG, 0);
        } else {
            status.setEmpty(false);
        }
    }
}
