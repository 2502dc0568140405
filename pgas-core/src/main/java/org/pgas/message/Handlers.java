package org.pgas.message;

import java.util.ArrayList;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageTransport;

/**
 * The handlers of an endpoint, by index: those of programs, {@value Handler#INDEX_BASE} and above, and the library's
 * own below.
 */
public final class Handlers {
    private final ThisRank self;

    /** Tells peers of the handlers; null for an endpoint that is not primordial: only its own rank knows those. */
    private final MessageTransport transport;

    /** By index. Written under {@code this}; read plainly, by threads that have been told of a registration. */
    final Handler[] entries = new Handler[Handler.INDEX_MAX + 1]; // registering thread | all | plain

    /** The handlers of an endpoint that is not primordial. */
    public Handlers(ThisRank self) {
        this(self, null);
    }

    /** The handlers of the primordial endpoint. */
    public Handlers(ThisRank self, MessageTransport transport) {
        this.self = self;
        this.transport = transport;
    }

    /** Registers one handler; the result is its index. Errors as for {@link #register(Handler...)}. */
    int register(Handler entry) {
        return register(new Handler[]{entry})[0];
    }

    /**
     * Registers handlers, all or none: first those with an index of choice, then the others in the order given, each at
     * the highest index that is free. The result holds their indices; the array is not changed. Errors: an index that
     * is taken, here or in an earlier call, or given twice; more handlers than indices.
     */
    public synchronized int[] register(Handler... table) {
        self.checkUnrestricted("HandlerTable.register");
        int[] indices = new int[table.length];
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < table.length; i++) {
            indices[i] = table[i].index();
            if (indices[i] != Handler.DONT_CARE) {
                if (entries[indices[i]] != null || chosen.contains(indices[i])) {
                    throw taken(table[i]);
                }
                chosen.add(indices[i]);
            }
        }
        int next = Handler.INDEX_MAX;
        for (int i = 0; i < table.length; i++) {
            if (indices[i] == Handler.DONT_CARE) {
                while (next >= Handler.INDEX_BASE && (entries[next] != null || chosen.contains(next))) {
                    next--;
                }
                if (next < Handler.INDEX_BASE) {
                    throw full(table.length);
                }
                indices[i] = next--;
            }
        }
        for (int i = 0; i < table.length; i++) {
            put(table[i].index(indices[i]));
        }
        return indices;
    }

    /** For the library's own handlers, below the program's: the primordial endpoint's alone. */
    public synchronized void registerInternal(Handler entry) {
        if (entries[entry.index()] != null) {
            throw taken(entry);
        }
        put(entry);
    }

    private void put(Handler entry) {
        entries[entry.index()] = entry;
        if (transport != null) {
            transport.publishHandler(entry.index(), entry.description());
        }
    }

    private PgasException taken(Handler entry) {
        Handler other = entries[entry.index()];
        return self.refusals().bad("HandlerTable.register", "index " + entry.index()
                + (other == null ? " is given twice in one call" : " is taken already, by " + other)
                + ": choose another, or DONT_CARE");
    }

    private PgasException full(int asked) {
        return self.refusals().error(ErrorCode.RESOURCE, "HandlerTable.register", "no index left for all of "
                + asked + " handlers; an endpoint has "
                + (Handler.INDEX_MAX - Handler.INDEX_BASE + 1));
    }

    /** The entry registered at {@code index}, or null. */
    public Handler entry(int index) {
        if (index < Handler.INDEX_BASE || index > Handler.INDEX_MAX) {
            throw self.refusals().bad("HandlerTable.entry", "index " + index
                    + " is outside " + Handler.INDEX_BASE + ".." + Handler.INDEX_MAX);
        }
        return entries[index];
    }

    public Handler find(int index) {
        return entries[index];
    }
}
