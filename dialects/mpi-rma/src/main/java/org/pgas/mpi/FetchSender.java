package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.ActiveMessages;
import org.pgas.LocalCompletion;

/**
 * The origin's side of gets, and of what updates and answers old values: one request for each fragment, all sent before
 * anybody waits for the first answer. For any thread.
 */
record FetchSender(WindowCore core, ActiveMessages messages, OperationCounts counts, Spares<SendBuffer> buffers,
        TypeSender types, Fetches fetches, int fragment) {
    /**
     * Fetches {@code total} packed bytes of the target's elements. {@code code} {@link Protocol#NO_CODE} is a get,
     * without operands.
     *
     * @param asked whether there is to be a request; else answers null
     * @param operands null of a get
     * @param unit packed bytes that are in one fragment: of an element where it is read or updated as a whole, else 1
     */
    Request fetch(boolean asked, FarElements elements, Elements operands, Elements result, int code, int unit,
            long total) {
        int target = elements.target();
        boolean dense = !elements.needType(code);
        TypeTable.Entry type = dense ? null : types.acquire(elements.type());
        SendBuffer buffer = buffers.take();
        Fetch fetch = fetches.take();
        long handle = Fetches.begin(fetch, target, result, code != Protocol.NO_CODE, total);
        long begun = 0;
        counts.begin(target);
        counts.beginFetch(target);
        try {
            int described = 0;
            if (type != null) {
                fetch.uses(type.id());
                described = types.describe(type, target, buffer, fragment);
            }
            int n;
            for (; begun < total; begun += n) {
                int data = Protocol.padded(described);
                n = Protocol.step(fragment - data, unit, total - begun);
                buffer.header(Protocol.head(core.rank, begun + n == total), place(elements.place(), code, begun, dense),
                        code, handle, begun, n);
                if (type != null) {
                    buffer.type(type.id(), elements.count(), described);
                }
                if (code == Protocol.NO_CODE) {
                    sendGet(target, buffer, dense, data);
                } else {
                    MemorySegment staging = buffer.staging(fragment);
                    TypedCopy.pack(operands.type(), operands.count(), true, operands.memory(), 0, begun, staging, data,
                            n);
                    messages.requestMedium(target, dense ? Protocol.GET_ACCUMULATE : Protocol.TYPED_GET_ACCUMULATE,
                            staging, 0, data + n, LocalCompletion.NOW, buffer.arguments, arguments(dense));
                }
                described = 0;
            }
        } finally {
            if (begun < total) {
                unsent(target, fetch, type, begun);
            }
            buffers.giveBack(buffer);
        }
        return asked ? request(fetch, handle, target) : null;
    }

    /** The request for the caller. The fetch may be over already: another thread has taken in its result then. */
    private Request request(Fetch fetch, long handle, int target) {
        if (fetch.isOver(handle)) {
            fetches.land();
            return Request.DONE;
        }
        return new FetchRequest(core, fetches, fetch, handle, target);
    }

    private static long place(long place, int code, long position, boolean dense) {
        return dense ? place + Protocol.distance(code, position) : place;
    }

    private static int arguments(boolean dense) {
        return dense ? Protocol.HEADER_ARGUMENTS : Protocol.TYPED_ARGUMENTS;
    }

    private void sendGet(int target, SendBuffer buffer, boolean dense, int described) {
        if (dense) {
            messages.requestShort(target, Protocol.GET, buffer.arguments, Protocol.HEADER_ARGUMENTS);
        } else {
            messages.requestMedium(target, Protocol.TYPED_GET,
                    described == 0 ? MemorySegment.NULL : buffer.staging(fragment), 0, described, LocalCompletion.NOW,
                    buffer.arguments, Protocol.TYPED_ARGUMENTS);
        }
    }

    /**
     * A call throws, {@code begun} bytes being asked for: a fetch of which the target has nothing is none. To another
     * answers come, and its last request never goes out, so it stays known and counted, and its type in use.
     */
    private void unsent(int target, Fetch fetch, TypeTable.Entry type, long begun) {
        if (begun > 0) {
            counts.breakOff(target);
            return;
        }
        counts.cancel(target);
        counts.endFetch(target);
        fetches.giveBack(fetch);
        if (type != null) {
            types.failed(type, target);
        }
    }

    Request compareAndSwap(boolean asked, int target, long place, Basic basic, MemorySegment value,
            MemorySegment expected, MemorySegment result) {
        SendBuffer buffer = buffers.take();
        Fetch fetch = fetches.take();
        int bytes = basic.span;
        long handle = fetch.begin(target, result, 1, null, true, bytes);
        boolean sent = false;
        counts.begin(target);
        counts.beginFetch(target);
        try {
            MemorySegment staging = buffer.staging(fragment);
            MemorySegment.copy(value, 0, staging, 0, bytes);
            MemorySegment.copy(expected, 0, staging, bytes, bytes);
            buffer.header(Protocol.head(core.rank, true), place, Protocol.code(Op.REPLACE, basic, false), handle, 0,
                    bytes);
            messages.requestMedium(target, Protocol.COMPARE_AND_SWAP, staging, 0, 2L * bytes, LocalCompletion.NOW,
                    buffer.arguments, Protocol.HEADER_ARGUMENTS);
            sent = true;
        } finally {
            if (!sent) {
                unsent(target, fetch, null, 0);
            }
            buffers.giveBack(buffer);
        }
        return asked ? request(fetch, handle, target) : null;
    }
}
