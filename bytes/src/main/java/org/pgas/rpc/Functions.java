package org.pgas.rpc;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** The functions that other ranks may call, by number: a table that is replaced when one is added, so that finding takes no lock. */
final class Functions {
    private static final int FIRST_CAPACITY = 64;

    private final String who;

    /** At most half full. Replaced, never changed. Written under {@code this}. */
    private volatile Callee[] table = new Callee[FIRST_CAPACITY];

    /** Guarded by {@code this}. */
    private int count;

    /** {@code who} begins messages. */
    Functions(String who) {
        this.who = who;
    }

    /** Null when there is none. */
    Callee find(long number) {
        Callee[] now = table;
        int mask = now.length - 1;
        for (int at = place(number, mask);; at = at + 1 & mask) {
            Callee found = now[at];
            if (found == null || found.number() == number) {
                return found;
            }
        }
    }

    private static int place(long number, int mask) {
        return (int) (number ^ number >>> Integer.SIZE) & mask;
    }

    synchronized void add(Callee added) {
        Callee other = find(added.number());
        if (other != null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, who + "'" + added.name() + "' "
                    + (other.name().equals(added.name()) ? "is registered already: give each function a name of its own"
                            : "has the same number as '" + other.name() + "': choose another name"));
        }
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

    private static void put(Callee[] into, Callee callee) {
        int mask = into.length - 1;
        int at = place(callee.number(), mask);
        while (into[at] != null) {
            at = at + 1 & mask;
        }
        into[at] = callee;
    }
}
