package org.pgas.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** An endpoint of UCX, which leads to one worker, and connections over it. Under the lock of {@link UcxCarriers}. */
final class UcxRoute {
    private final long number;
    private final ByteBuffer address;
    private final List<UcxCarrier> carriers = new ArrayList<>();

    /** 0 before it is opened, and once it is closed. */
    private long endpoint;

    /** Why nothing goes this way any more, or null. */
    private String failure;

    /** @param address of the worker, which nobody changes */
    UcxRoute(long number, byte[] address) {
        this.number = number;
        this.address = ByteBuffer.wrap(address);
    }

    void opened(long made) {
        endpoint = made;
    }

    long number() {
        return number;
    }

    ByteBuffer address() {
        return address;
    }

    String failure() {
        return failure;
    }

    long endpoint() {
        return endpoint;
    }

    /** The endpoint, which is nobody's any more but the caller's. */
    long takeEndpoint() {
        long taken = endpoint;
        endpoint = 0;
        return taken;
    }

    void add(UcxCarrier carrier) {
        carriers.add(carrier);
    }

    void remove(UcxCarrier carrier) {
        carriers.remove(carrier);
    }

    boolean isIdle() {
        return carriers.isEmpty();
    }

    /** Says to all connections over it that it is of no use any more. */
    void breaks(String why) {
        failure = why;
        carriers.forEach(each -> each.breaks(why));
    }
}
