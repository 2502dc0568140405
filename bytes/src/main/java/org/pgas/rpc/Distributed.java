package org.pgas.rpc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.refusal.Refusals;

/** The distributed objects of a rank by name, and the calls that wait for one to be bound here. */
final class Distributed {
    private final Refusals refusals;
    private final Map<String, DistributedObject<?>> bound = new HashMap<>();
    private final Map<String, List<IncomingCall>> waiting = new HashMap<>();
    private boolean closed;

    /** {@code refusals} makes the errors. */
    Distributed(Refusals refusals) {
        this.refusals = refusals;
    }

    /** The function of the library's own that answers with the value of a name. */
    static final class Fetch extends Callee {
        Fetch() {
            super("org.pgas.rpc.DistributedObject.fetch", 1, Execution.POLLING);
        }

        @Override
        Object invoke(Object first, Object[] all) {
            throw new IllegalStateException("answered by Distributed");
        }
    }

    /**
     * Whether the call can be answered: the value is here, which takes the place of the name in the call then, or never
     * will be, which refuses it. Otherwise the call waits.
     */
    synchronized boolean isReady(IncomingCall call) {
        if (closed) {
            call.refuse(ErrorCode.NOT_INITIALIZED, Server.CLOSED);
            return true;
        }
        if (!(call.argument() instanceof String name)) {
            call.refuse(ErrorCode.BAD_ARGUMENT, "its value is no name");
            return true;
        }
        DistributedObject<?> object = bound.get(name);
        if (object != null) {
            call.argument(object.local());
            return true;
        }
        waiting.computeIfAbsent(name, _ -> new ArrayList<>()).add(call);
        return false;
    }

    /** Takes the calls that have waited for it. */
    synchronized List<IncomingCall> bind(DistributedObject<?> object) {
        if (bound.putIfAbsent(object.name(), object) != null) {
            throw refusals.bad("Rpc.distribute", "'" + object.name()
                    + "' is bound on this rank already: choose another name, or close the other one");
        }
        List<IncomingCall> calls = waiting.remove(object.name());
        if (calls == null) {
            return List.of();
        }
        calls.forEach(call -> call.argument(object.local()));
        return calls;
    }

    synchronized void unbind(DistributedObject<?> object) {
        bound.remove(object.name(), object);
    }

    /** Takes all calls that wait; later ones are refused. */
    synchronized List<IncomingCall> close() {
        closed = true;
        List<IncomingCall> calls = new ArrayList<>();
        waiting.values().forEach(calls::addAll);
        waiting.clear();
        return calls;
    }
}
