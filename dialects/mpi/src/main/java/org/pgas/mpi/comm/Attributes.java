package org.pgas.mpi.comm;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a program has stored with a communicator, in the order of storing. Any thread: under this. */
final class Attributes {
    private final Comm comm;
    private final Map<Keyval<?>, Object> values = new LinkedHashMap<>();

    Attributes(Comm comm) {
        this.comm = comm;
    }

    synchronized Object get(Keyval<?> keyval) {
        return values.get(keyval);
    }

    synchronized void set(Keyval<?> keyval, Object value) {
        delete(keyval);
        values.put(keyval, value);
    }

    synchronized void delete(Keyval<?> keyval) {
        Object old = values.get(keyval);
        if (old != null) {
            keyval.deleted(comm, old);
            values.remove(keyval);
        }
    }

    /** Stores what the keys let a copy of the communicator have. */
    synchronized void copyTo(Comm copy) {
        values.forEach((keyval, value) -> {
            Object copied = keyval.copied(comm, value);
            if (copied != null) {
                copy.attributes().set(keyval, copied);
            }
        });
    }

    /** The last stored first, as MPI has it for MPI_COMM_SELF. */
    synchronized void deleteAll() {
        while (!values.isEmpty()) {
            Keyval<?> last = null;
            for (Keyval<?> keyval : values.keySet()) {
                last = keyval;
            }
            delete(last);
        }
    }
}
