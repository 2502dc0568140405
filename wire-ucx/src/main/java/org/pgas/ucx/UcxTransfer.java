package org.pgas.ucx;

import java.lang.foreign.MemorySegment;

import org.pgas.hosts.wire.OneSided;

/**
 * A transfer past messages, and memory for its data, which is used again and again. From its beginning until it is
 * given back it is its user's and UCX's. Its fields are written under the lock of {@link UcxCarriers}, or by the call
 * that has taken it there, until it is posted.
 */
final class UcxTransfer implements OneSided.Done {
    private final MemorySegment memory;
    private UcxTarget target;
    private boolean isGet;
    private long token;
    private int part;
    private int bytes;

    /** UCX's requests that are not done: the transfer's own, and the one that asks whether it is there; 0 for none. */
    private long request;
    private long flush;

    /** The first status that was bad, or UCS_OK. */
    private byte status;

    UcxTransfer(MemorySegment memory) {
        this.memory = memory;
    }

    UcxTransfer begin(UcxTarget to, int length) {
        target = to;
        bytes = length;
        status = Ucp.UCS_OK;
        return this;
    }

    UcxTransfer told(boolean asGet, long byToken, int byPart) {
        isGet = asGet;
        token = byToken;
        part = byPart;
        return this;
    }

    MemorySegment memory() {
        return memory;
    }

    UcxTarget target() {
        return target;
    }

    /** Takes what UCX has said: a status, or a request. */
    void begun(long result) {
        request = pending(result);
    }

    /** The same, of the flush behind it. */
    void flushed(long result) {
        flush = pending(result);
    }

    private long pending(long result) {
        if (!Ucp.isRequest(result)) {
            note((byte) result);
            return 0;
        }
        return result;
    }

    private void note(byte of) {
        if (status == Ucp.UCS_OK) {
            status = of;
        }
    }

    /** Whether UCX has done with its memory. */
    boolean isOver() {
        request = rest(request);
        flush = rest(flush);
        return request == 0 && flush == 0;
    }

    private long rest(long of) {
        byte now = of == 0 ? Ucp.UCS_INPROGRESS : Ucp.status(of);
        if (now == Ucp.UCS_INPROGRESS) {
            return of;
        }
        Ucp.free(of);
        note(now);
        return 0;
    }

    /** Once it is over. */
    byte status() {
        return status;
    }

    @Override
    public int peer() {
        return target.peer();
    }

    @Override
    public boolean isGet() {
        return isGet;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public int part() {
        return part;
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public int bytes() {
        return bytes;
    }
}
