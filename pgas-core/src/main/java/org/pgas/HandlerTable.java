package org.pgas;

import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;

/**
 * The handlers of an endpoint, by index {@value HandlerEntry#INDEX_BASE}..{@value HandlerEntry#INDEX_MAX}. Each
 * endpoint has its own: the same index may name another handler at another endpoint.
 *
 * <p><b>Callers.</b> Any thread but in a restricted context, at any time, in any number of calls; not collective. A
 * message to an index that its target has not registered yet ends the job, so register on all ranks, then synchronise,
 * then send.
 *
 * <p><b>What a handler may do.</b> Handlers run on threads of this rank that poll or wait in the library, never two at
 * once in one rank. They should be short. A request handler may reply, once; a reply handler may not send. Neither may
 * communicate, poll or wait otherwise. These are legal: queries, {@link HandlerSafeLock}s, client data,
 * {@link Job#exit}, the token, and the memory of this rank. In checked mode every other call is reported. A handler
 * that throws ends the job.
 *
 * <p><b>Order.</b> What the sender did before it sent happens before the handler; what the handler did happens before
 * the return of the poll or wait that ran it, and before the return of any {@link Job#blockUntil} that saw it.
 *
 * <p>Source: GASNet-EX gex_EP_RegisterHandlers, "Calls from restricted context"; GASNet-1 2.1.2, 2.4.1.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class HandlerTable extends Face<Handlers> {
    private final Handlers handlers;

    HandlerTable(Handlers handlers) {
        super(handlers);
        this.handlers = handlers;
    }

    /** Registers one handler; the result is its index. Errors as for {@link #register(HandlerEntry...)}. */
    public int register(HandlerEntry entry) {
        return register(new HandlerEntry[]{entry})[0];
    }

    /**
     * Registers handlers, all or none: first those with an index of choice, then the others in the order given, each at
     * the highest index that is free. The result holds their indices; the array is not changed. Errors: an index that
     * is taken, here or in an earlier call, or given twice; more handlers than indices.
     */
    public int[] register(HandlerEntry... table) {
        Handler[] all = new Handler[table.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Cores.of(table[i]);
        }
        return handlers.register(all);
    }

    /** The entry registered at {@code index}, or null. */
    public HandlerEntry entry(int index) {
        return HandlerEntry.of(handlers.entry(index));
    }
}
