package org.pgas;

import java.util.ArrayList;
import java.util.List;

import org.pgas.spi.MessageTransport;

/**
 * The handlers of an endpoint, by index {@value HandlerEntry#INDEX_BASE}..{@value HandlerEntry#INDEX_MAX}. Each endpoint has its own:
 * the same index may be another handler in another.
 *
 * <p><b>Who.</b> Any thread but in a restricted context, at any time, in any number of calls; not collective. A message to an index that its target has not
 * registered yet ends the job, so register on all ranks, then synchronise, then send.
 *
 * <p><b>What a handler may do.</b> Handlers run on threads of this rank that poll or wait in the library, never two at once in one
 * rank. They should be short. A request handler may reply, once; a reply handler may not send. Neither may communicate, poll or wait
 * otherwise: legal are queries, {@link HandlerSafeLock}s, client data, {@link Job#exit}, the token, and the memory of this rank. In
 * checked mode every other call is reported. A handler that throws ends the job.
 *
 * <p><b>Order.</b> What the sender did before it sent happens before the handler; what the handler did happens before the return of
 * the poll or wait that ran it, and before the return of any {@link Job#blockUntil} that saw it.
 *
 * <p>Source: GASNet-EX gex_EP_RegisterHandlers, "Calls from restricted context"; GASNet-1 2.1.2, 2.4.1.
 */
public final class HandlerTable {
    private final Job job;

    /** Tells peers of the handlers; null for an endpoint that is not primordial, whose handlers its own rank alone knows. */
    private final MessageTransport transport;

    /** By index. Written under {@code this}; read by whoever has been told of a registration, hence plainly. */
    private final HandlerEntry[] entries = new HandlerEntry[HandlerEntry.INDEX_MAX + 1];

    /** Of an endpoint that is not primordial. */
    HandlerTable(Job job) {
        this(job, null);
    }

    /** Of the primordial endpoint. */
    HandlerTable(Job job, MessageTransport transport) {
        this.job = job;
        this.transport = transport;
    }

    /** Registers one handler; the result is its index. Errors as for {@link #register(HandlerEntry...)}. */
    public int register(HandlerEntry entry) {
        return register(new HandlerEntry[]{entry})[0];
    }

    /**
     * Registers handlers, all or none: first those with an index of choice, then the others in the order given, each at the highest
     * index that is free. The result holds their indices; the array is not changed. Errors: an index that is taken, here or in an
     * earlier call, or given twice; more handlers than indices.
     */
    public synchronized int[] register(HandlerEntry... table) {
        job.checkUnrestricted("HandlerTable.register");
        int[] indices = new int[table.length];
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < table.length; i++) {
            indices[i] = table[i].index();
            if (indices[i] != HandlerEntry.DONT_CARE) {
                if (entries[indices[i]] != null || chosen.contains(indices[i])) {
                    throw taken(table[i]);
                }
                chosen.add(indices[i]);
            }
        }
        int next = HandlerEntry.INDEX_MAX;
        for (int i = 0; i < table.length; i++) {
            if (indices[i] == HandlerEntry.DONT_CARE) {
                while (next >= HandlerEntry.INDEX_BASE && (entries[next] != null || chosen.contains(next))) {
                    next--;
                }
                if (next < HandlerEntry.INDEX_BASE) {
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
    synchronized void registerInternal(HandlerEntry entry) {
        if (entries[entry.index()] != null) {
            throw taken(entry);
        }
        put(entry);
    }

    private void put(HandlerEntry entry) {
        entries[entry.index()] = entry;
        if (transport != null) {
            transport.publishHandler(entry.index(), entry.description());
        }
    }

    private PgasException taken(HandlerEntry entry) {
        HandlerEntry other = entries[entry.index()];
        return new PgasException(ErrorCode.BAD_ARGUMENT,
                "rank " + job.rank() + ": HandlerTable.register: index " + entry.index()
                        + (other == null ? " is given twice in one call" : " is taken already, by " + other)
                        + ": choose another, or DONT_CARE");
    }

    private PgasException full(int asked) {
        return new PgasException(ErrorCode.RESOURCE,
                "rank " + job.rank() + ": HandlerTable.register: no index left for all of "
                        + asked + " handlers; an endpoint has "
                        + (HandlerEntry.INDEX_MAX - HandlerEntry.INDEX_BASE + 1));
    }

    /** The entry registered at {@code index}, or null. */
    public HandlerEntry entry(int index) {
        if (index < HandlerEntry.INDEX_BASE || index > HandlerEntry.INDEX_MAX) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": HandlerTable.entry: index " + index
                            + " is outside " + HandlerEntry.INDEX_BASE + ".." + HandlerEntry.INDEX_MAX);
        }
        return entries[index];
    }

    HandlerEntry find(int index) {
        return entries[index];
    }
}
