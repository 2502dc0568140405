package org.pgas.hosts.wire;

import java.util.ArrayList;
import java.util.List;

import org.pgas.memory.SharedMemory;

/** A receiver that notes the first number of each head, by channel, and refuses on demand. */
final class Seen implements FrameReceiver {
    private final List<Long> requests = new ArrayList<>();
    private final List<Long> replies = new ArrayList<>();
    private boolean isRefusing;
    private int source = -1;

    /** Whether to refuse requests from now on. */
    void refuse(boolean on) {
        isRefusing = on;
    }

    List<Long> of(Channel channel) {
        return channel == Channel.REQUESTS ? requests : replies;
    }

    int source() {
        return source;
    }

    @Override
    public boolean received(int from, Channel channel, long head, int longs, long data, int bytes) {
        if (isRefusing && channel == Channel.REQUESTS) {
            return false;
        }
        source = from;
        of(channel).add(longs == 0 ? -1 : SharedMemory.getLong(head));
        return true;
    }
}
