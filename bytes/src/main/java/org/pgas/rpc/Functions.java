package org.pgas.rpc;

import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * The functions that other ranks may call, by number. The table is replaced to add one, so that a thread finds a
 * function without a lock.
 *
 * <pre>
 * field  writer                              reader             order
 * table  threads that register, under this   handlers, pollers  volatile array, replaced and never changed
 * </pre>
 */
final class Functions {
    private static final int FIRST_CAPACITY = 64;

    private final Refusals refusals;

    /** At most half full. Replaced, never changed. Written under {@code this}. */
    private volatile Callee[] table = new Callee[FIRST_CAPACITY];

    /** Guarded by {@code this}. */
    private int count;

    /** {@code refusals} makes the errors. */
    Functions(Refusals refusals) {
        this.refusals = refusals;
    }

    /** Null when there is none. */
    Callee find(long number) {
        Callee[] now = table;
        int mask = now.length - 1;
        for (int at = place(number, mask);; at = at + 1 & mask) {
            Callee found = now[at];
            if (found == null || found.number == number) {
                return found;
            }
        }
    }

    private static int place(long number, int mask) {
        return (int) (number ^ number >>> Integer.SIZE) & mask;
    }

    /** Error: its name is taken. */
    synchronized void add(Callee added, String call) {
        Callee other = find(added.number);
        if (other != null) {
            throw taken(added, other, call);
        }
        append(added);
    }

    /** Adds it, or leaves the one that is there: a class may be allowed more than once. */
    synchronized void addAllowed(Callee added) {
        Callee other = find(added.number);
        if (other == null) {
            append(added);
        } else if (!other.name.equals(added.name)) {
            throw taken(added, other, "Rpc.allow");
        }
    }

    private void append(Callee added) {
        Callee[] next = new Callee[2 * (count + 1) > table.length ? 2 * table.length : table.length];
        for (Callee each : table) {
            if (each != null) {
                put(next, each);
            }
        }
        put(next, added);
        count++;
        table = next;
    }

    private PgasException taken(Callee added, Callee other, String call) {
        return refusals.bad(call, "'" + added.name + "' "
                + (other.name.equals(added.name) ? "is registered already: give each function a name of its own"
                        : "has the same number as '" + other.name + "': choose another name"));
    }

    private static void put(Callee[] into, Callee callee) {
        int mask = into.length - 1;
        int at = place(callee.number, mask);
        while (into[at] != null) {
            at = at + 1 & mask;
        }
        into[at] = callee;
    }
}
