package org.pgas.ucx;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A {@link UcxPair} for messages: this rank's end of all of them that go over UCX. They come to the worker that is
 * called, and leave from the one that calls. Used as that is.
 */
final class UcxWorker {
    /** What happens while the workers make progress, told by the thread that is in that call. */
    interface Host extends UcxPair.Host {
        /** A message is at that address, until this returns; nothing of it is checked. */
        void came(long message, long bytes);
    }

    /** Says nothing: what a message is stands in it. */
    private static final long TAG = 7;

    /** ucp_tag_recv_info_t: a tag and a length. */
    private static final int INFORMATION_BYTES = 16;
    private static final int INFORMATION_LENGTH = 8;

    /**
     * One way for all messages of an endpoint, so that they keep their order; and a copy instead of making memory known
     * to the device for each message.
     */
    private static final List<List<String>> CONFIGURATION = List.of(List.of("MAX_EAGER_LANES", "1"),
            List.of("ZCOPY_THRESH", "inf"), List.of("RNDV_THRESH", "inf"));

    private final Host host;
    private final UcxPair pair;
    private final MemorySegment information;

    /** Messages of which the rest has not come, in the order of their beginnings, and memory for others. */
    private final List<Partial> partial = new ArrayList<>();
    private final Deque<MemorySegment> free = new ArrayDeque<>();

    private UcxWorker(UcxPair pair, Host host) {
        this.pair = pair;
        this.host = host;
        information = pair.allocate(INFORMATION_BYTES);
    }

    /**
     * Opens a worker.
     *
     * @param peers how many endpoints there will be, about
     * @throws IOException when UCX gives none; nothing is left then
     */
    static UcxWorker open(int peers, Host host) throws IOException {
        return new UcxWorker(UcxPair.open(peers, UcxPair.UCP_FEATURE_TAG, CONFIGURATION, host), host);
    }

    UcxPair pair() {
        return pair;
    }

    /** A status of UCX's, or a request: then the message stays as it is until that is done. */
    long send(long endpoint, long message, int bytes) {
        return Ucp.send(endpoint, message, bytes, TAG, pair.plainParameters());
    }

    /** Goes on with everything, and tells the host of it. */
    void progress() throws IOException {
        pair.progress();
        takeIn();
    }

    private void takeIn() {
        if (!partial.isEmpty()) {
            partial.removeIf(this::isComplete);
        }
        long message = Ucp.nextMessage(pair.called(), information.address());
        while (message != 0) {
            receive(message, information.get(ValueLayout.JAVA_LONG, INFORMATION_LENGTH));
            message = Ucp.nextMessage(pair.called(), information.address());
        }
    }

    private void receive(long message, long bytes) {
        if (bytes > UcxMessage.MOST_BYTES) {
            return; // no message of ours; UCX keeps it until the worker ends
        }
        MemorySegment to = free.isEmpty() ? pair.allocate(UcxMessage.MOST_BYTES) : free.pop();
        long result = Ucp.receive(pair.called(), to.address(), bytes, message,
                pair.plainParameters());
        if (Ucp.isRequest(result)) {
            partial.add(new Partial(result, to, bytes));
        } else {
            received(to, bytes, (byte) result);
        }
    }

    private boolean isComplete(Partial each) {
        byte status = Ucp.status(each.request);
        if (status == Ucp.UCS_INPROGRESS) {
            return false;
        }
        Ucp.free(each.request);
        received(each.to, each.bytes, status);
        return true;
    }

    private void received(MemorySegment to, long bytes, byte status) {
        if (status == Ucp.UCS_OK) {
            host.came(to.address(), bytes);
        }
        free.push(to);
    }

    /** A message that has begun to come. */
    private record Partial(long request, MemorySegment to, long bytes) {}
}
