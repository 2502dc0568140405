package org.pgas.ucx;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The messages that UCX has not sent yet, and memory for others. Under the lock of {@link UcxCarriers}. */
final class Outstanding {
    private final UcxWorker worker;
    private final Deque<UcxMessage> free = new ArrayDeque<>();
    private final List<UcxMessage> posted = new ArrayList<>();

    Outstanding(UcxWorker worker) {
        this.worker = worker;
    }

    /** Memory for a message, which {@link #post} takes back. */
    UcxMessage take() {
        return free.isEmpty() ? new UcxMessage(worker.pair()) : free.pop();
    }

    /**
     * Sends a message.
     *
     * @throws IOException when UCX refuses; the endpoint is of no use any more
     */
    void post(UcxMessage message, long endpoint, UcxCarrier sender) throws IOException {
        long result = worker.send(endpoint, message.address(), message.length());
        if (Ucp.isRequest(result)) {
            message.awaits(result, sender);
            posted.add(message);
            sender.posted();
            return;
        }
        free.push(message);
        if (result != Ucp.UCS_OK) {
            throw new IOException(Ucp.text((byte) result));
        }
    }

    /** Takes back the memory of what UCX has sent, or given up. Allocates nothing. */
    void takeBack() {
        for (int i = posted.size() - 1; i >= 0; i--) {
            UcxMessage each = posted.get(i);
            byte status = Ucp.status(each.request());
            if (status != Ucp.UCS_INPROGRESS) {
                Ucp.free(each.request());
                UcxMessage last = posted.removeLast();
                if (last != each) {
                    posted.set(i, last);
                }
                UcxCarrier sender = each.sender();
                each.awaits(0, null);
                free.push(each);
                sender.sent(status);
            }
        }
    }

    boolean isEmpty() {
        return posted.isEmpty();
    }
}
