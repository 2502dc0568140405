package org.pgas.hosts;

import org.pgas.hosts.wire.Wire;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;
import org.pgas.spi.MessageTransport;

/** Messages to and from all ranks of the job. */
final class Messages implements MessageTransport {
    // Fields and orders: Board.

    private final int rank;
    private final MessageTransport near;
    private final Board board;
    private final Changes changes;
    private final int maxPayload;
    private final int pieceData;
    private final WireOutbox[] outboxes = new WireOutbox[2];
    private final WireInbox[] inboxes = new WireInbox[2];
    private final Ways ways;
    private final WireThread thread;

    Messages(int rank, MessageTransport near, Board board, Changes changes, Ways ways, WireThread thread, Wire wire) {
        this.rank = rank;
        this.near = near;
        this.board = board;
        this.changes = changes;
        this.ways = ways;
        this.thread = thread;
        maxPayload = Math.min(wire.maxData(), Room.maxPayload());
        pieceData = wire.pieceData();
        Claims claims = new Claims(maxPayload);
        MessageOutbox[] out = {near.requestOutbox(), near.replyOutbox()};
        MessageInbox[] in = {near.requestInbox(), near.replyInbox()};
        for (int network = 0; network < 2; network++) {
            outboxes[network] = new WireOutbox(network, out[network], ways, claims);
            inboxes[network] = new WireInbox(network, in[network], ways);
        }
    }

    @Override
    public MessageOutbox requestOutbox() {
        return outboxes[0];
    }

    @Override
    public MessageInbox requestInbox() {
        return inboxes[0];
    }

    @Override
    public MessageOutbox replyOutbox() {
        return outboxes[1];
    }

    @Override
    public MessageInbox replyInbox() {
        return inboxes[1];
    }

    @Override
    public int maxPayload(int words) {
        return Math.min(near.maxPayload(words), maxPayload);
    }

    @Override
    public int pieceOfMany(int words) {
        return Math.min(maxPayload(words), pieceData);
    }

    @Override
    public void serveBy(Service service, long handlers) {
        outboxes[0].serve(handlers);
        thread.serveBy(service);
    }

    @Override
    public void landBy(Landing core) {
        ways.landBy(core);
    }

    @Override
    public void serveFrom(int endpoint, boolean on) {
        outboxes[0].serveFrom(endpoint, on);
    }

    @Override
    public void publishHandler(int index, int description) {
        changes.beginChange();
        long pair = board.handler(rank, index & ~1);
        // SYNC: handlers of the board
        SharedMemory.putIntRelease(board.handler(rank, index), description);
        changes.endChange(pair, Long.BYTES);
    }

    @Override
    public int handler(int peer, int index) {
        // SYNC: handlers of the board
        return SharedMemory.getIntAcquire(board.handler(peer, index));
    }
}
