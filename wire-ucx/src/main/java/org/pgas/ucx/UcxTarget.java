package org.pgas.ucx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A peer with memory that is reached: the endpoint to it, and UCX's keys. Under the lock of {@link UcxCarriers}. */
final class UcxTarget {
    /** From when on a meeting is taken to lead nowhere, so that nothing waits for it. */
    private static final long MEETING_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long begin = System.nanoTime();
    private final int peer;
    private final byte[] address;
    private final List<Long> keys = new ArrayList<>();

    /** 0 before it is opened, and once it is closed. */
    private long endpoint;

    /** UCX's request that is done when the two workers know each other; 0 once it is. */
    private long meeting;

    /** Whether they do. */
    private boolean isMet;

    private boolean isBroken;

    /** Transfers that UCX has not done. */
    private int underWay;

    /** @param address of its worker, which nobody changes */
    UcxTarget(int peer, byte[] address) {
        this.peer = peer;
        this.address = address;
    }

    void opened(long made) {
        endpoint = made;
    }

    /** @param flush of the endpoint: a status of UCX's, or a request */
    void meets(long flush) {
        meeting = Ucp.isRequest(flush) ? flush : 0;
        isMet = flush == Ucp.UCS_OK;
    }

    /** Whether UCX has nothing to do there that was begun here, but for a meeting that has been in vain for long. */
    boolean isQuiet() {
        return underWay == 0 && (meeting == 0 || System.nanoTime() - begin > MEETING_NANOS);
    }

    /** Whether UCX has given back all that it was given for the meeting. */
    boolean isOver() {
        return underWay == 0 && meeting == 0;
    }

    /** Whether transfers may go there. */
    boolean isMet() {
        return isMet && !isBroken;
    }

    /** Takes note of what UCX has done meanwhile; whether they know each other since. */
    boolean goOn() {
        if (meeting == 0) {
            return false;
        }
        byte status = Ucp.status(meeting);
        if (status == Ucp.UCS_INPROGRESS) {
            return false;
        }
        Ucp.free(meeting);
        meeting = 0;
        isMet = status == Ucp.UCS_OK;
        return isMet();
    }

    /** Its endpoint is of no use any more; whether that is new. */
    boolean breaks() {
        boolean isNew = !isBroken;
        isBroken = true;
        return isNew;
    }

    void begun() {
        underWay++;
    }

    void over() {
        underWay--;
    }

    int peer() {
        return peer;
    }

    boolean isAt(byte[] there) {
        return Arrays.equals(address, there);
    }

    long endpoint() {
        return endpoint;
    }

    void add(long key) {
        keys.add(key);
    }

    /** The endpoint is nobody's any more but the caller's. */
    long takeEndpoint() {
        long taken = endpoint;
        endpoint = 0;
        return taken;
    }

    /** Ends its keys, when UCX has given back all that goes by them, and before the worker ends. */
    void endKeys() {
        keys.forEach(Ucp::destroyKey);
        keys.clear();
    }
}
