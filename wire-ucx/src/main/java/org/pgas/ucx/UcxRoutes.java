package org.pgas.ucx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The endpoints of this rank's worker. There is one for each worker that it sends to, whichever of the two has called,
 * and however often: a peer that calls again finds it. Under the lock of {@link UcxCarriers}.
 */
final class UcxRoutes {
    /** How many over which there is no connection are kept; then the oldest has to go. */
    private static final int IDLE_MAX = 64;

    private final Endpoints endpoints;
    private final Map<ByteBuffer, UcxRoute> byAddress = new LinkedHashMap<>();
    private final Map<Long, UcxRoute> byNumber = new HashMap<>();
    private final List<UcxRoute> broken = new ArrayList<>();

    /** UCX's requests to flush and close endpoints that are not done. */
    private final List<Long> requests = new ArrayList<>();

    private long latest;

    UcxRoutes(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    /**
     * The one to a worker; made where there is none.
     *
     * @param address which nobody changes
     */
    UcxRoute to(byte[] address) throws IOException {
        UcxRoute route = byAddress.get(ByteBuffer.wrap(address));
        if (route == null) {
            closeAnIdleOne();
            long number = ++latest;
            route = new UcxRoute(number, address);
            byAddress.put(route.address(), route);
            byNumber.put(number, route);
            open(route, address);
        }
        return route;
    }

    /** It may break meanwhile. */
    private void open(UcxRoute route, byte[] address) throws IOException {
        boolean isOpen = false;
        try {
            route.opened(endpoints.connect(address, route.number()));
            isOpen = true;
        } finally {
            if (!isOpen) {
                remove(route);
            }
        }
    }

    private void closeAnIdleOne() {
        if (byAddress.size() >= IDLE_MAX) {
            List<UcxRoute> idle = byAddress.values().stream().filter(UcxRoute::isIdle).toList();
            if (idle.size() >= IDLE_MAX) {
                remove(idle.getFirst());
                close(idle.getFirst());
            }
        }
    }

    private void remove(UcxRoute route) {
        byAddress.remove(route.address());
        byNumber.remove(route.number());
    }

    private void close(UcxRoute route) {
        long endpoint = route.takeEndpoint();
        if (endpoint != 0) { // else it broke, and is closed
            keep(endpoints.disconnect(endpoint));
        }
    }

    private void keep(long result) {
        if (Ucp.isRequest(result)) {
            requests.add(result);
        }
    }

    /** That one is of no use any more. May be in any call of UCX, which is no place to close an endpoint. */
    void broke(long number, String why) {
        UcxRoute route = byNumber.get(number);
        if (route != null) {
            remove(route);
            route.breaks(why);
            broken.add(route);
        }
    }

    /** Closes those that broke, and takes back what is done. */
    void tidyUp() {
        while (!broken.isEmpty()) {
            close(broken.removeLast());
        }
        if (!requests.isEmpty()) {
            requests.removeIf(UcxRoutes::isDone);
        }
    }

    private static boolean isDone(long request) {
        if (Ucp.status(request) == Ucp.UCS_INPROGRESS) {
            return false;
        }
        Ucp.free(request);
        return true;
    }

    /** Whether something that was begun is not done. */
    boolean isBusy() {
        return !broken.isEmpty() || !requests.isEmpty();
    }

    /** Begins to send all that was not sent. */
    void flush() {
        for (UcxRoute each : List.copyOf(byAddress.values())) {
            if (each.failure() == null) {
                keep(endpoints.flush(each.endpoint()));
            }
        }
    }

    /** Begins to close all, which gives up what was not sent. */
    void close() {
        List.copyOf(byAddress.values()).forEach(this::close);
        byAddress.clear();
        byNumber.clear();
    }
}
