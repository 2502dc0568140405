package org.pgas.pshm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;
import org.pgas.spi.MessageTransport;

/** The message transport of one rank: rings in the job's file of messages. */
final class Messages implements MessageTransport {
    private final AmFile file;
    private final int rank;
    private final IntFunction<String> describe;
    private final Staging staging;
    private final MessageOutbox requestOutbox;
    private final MessageOutbox replyOutbox;
    private final MessageInbox requestInbox;
    private final MessageInbox replyInbox;
    private final List<ClaimWatch> watches = new ArrayList<>();

    /**
     * @param doorbells that know whether senders must pass a fence before they look for sleepers
     * @param fail ends the job with a message, unless it has ended or this rank has left; then throws, or never returns
     * @param describe how a rank is, for messages
     */
    Messages(AmFile file, int rank, Doorbells doorbells, Function<String, RuntimeException> fail,
            IntFunction<String> describe) {
        this.file = file;
        this.rank = rank;
        this.describe = describe;
        staging = file.config().pair() ? null : new Staging(file.config().maxPayload());
        requestOutbox = outbox(AmLayout.Network.REQUEST, doorbells, fail);
        replyOutbox = outbox(AmLayout.Network.REPLY, doorbells, fail);
        requestInbox = inbox(AmLayout.Network.REQUEST, doorbells, fail);
        replyInbox = inbox(AmLayout.Network.REPLY, doorbells, fail);
    }

    private Outbox outbox(AmLayout.Network network, Doorbells doorbells, Function<String, RuntimeException> fail) {
        Lane[] lanes = new Lane[file.config().size()];
        for (int peer = 0; peer < lanes.length; peer++) {
            lanes[peer] = peer == rank ? null : file.lane(network, peer, rank);
        }
        return new Outbox(network, rank, lanes, doorbells, staging, file.config(), fail);
    }

    private MessageInbox inbox(AmLayout.Network network, Doorbells doorbells,
            Function<String, RuntimeException> fail) {
        List<LaneReader> readers = new ArrayList<>();
        int size = file.config().size();
        for (int sender = 0; file.config().pair() && sender < size; sender++) {
            if (sender != rank) {
                readers.add(reader(network, sender, doorbells, fail));
            }
        }
        if (!file.config().pair() && size > 1) {
            readers.add(reader(network, -1, doorbells, fail));
        }
        readers.forEach(reader -> watches.add(new ClaimWatch(reader, file.config(), describe)));
        return readers.size() == 1 ? readers.getFirst() : new Inbox(readers.toArray(LaneReader[]::new));
    }

    private LaneReader reader(AmLayout.Network network, int sender, Doorbells doorbells,
            Function<String, RuntimeException> fail) {
        return new LaneReader(network, rank, sender, file.lane(network, rank, sender), file.config(), doorbells, fail);
    }

    @Override
    public MessageOutbox requestOutbox() {
        return requestOutbox;
    }

    @Override
    public MessageInbox requestInbox() {
        return requestInbox;
    }

    @Override
    public MessageOutbox replyOutbox() {
        return replyOutbox;
    }

    @Override
    public MessageInbox replyInbox() {
        return replyInbox;
    }

    @Override
    public int maxPayload(int words) {
        return file.config().maxPayload();
    }

    @Override
    public int pieceOfMany(int words) {
        return maxPayload(words);
    }

    @Override
    public void publishHandler(int index, int description) {
        file.publishHandler(rank, index, description);
    }

    @Override
    public int handler(int peer, int index) {
        return file.handler(peer, index);
    }

    /** For the watcher alone: what is wrong with this rank's rings, or null. */
    String complaint() {
        long now = System.nanoTime();
        for (ClaimWatch watch : watches) {
            String complaint = watch.look(now);
            if (complaint != null) {
                return complaint;
            }
        }
        return null;
    }

    void abandon() {
        file.abandon();
        if (staging != null) {
            staging.abandon();
        }
    }
}
