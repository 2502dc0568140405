package org.pgas.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.hosts.wire.OneSided;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.OneSidedTransfers;

/**
 * Transfers with ranks elsewhere that the wire's hardware carries out, as the core sees them: their ends are replies
 * that this rank makes for itself.
 *
 * <pre>
 * field             writer                          readers                          order
 * putHead, getHead  a thread that joins             the thread that takes in replies  plain: before any transfer
 * arguments         the thread that takes in replies, one at a time                   plain
 * opening           threads that take in keys       threads that poll or leave        getAndAdd / volatile
 * isLeaving         the thread that leaves          threads that take in keys         volatile
 * </pre>
 */
final class Transfers implements OneSidedTransfers {
    /** Bytes of arguments in the head of a reply: a long, which is the operation, and an int. */
    private static final int ARGUMENTS_BYTES = 2 * Long.BYTES;

    private final OneSided wire;
    private final Ways ways;
    private final MemorySegment arguments = Arena.ofAuto().allocate(ARGUMENTS_BYTES, Long.BYTES);
    private final AtomicInteger opening = new AtomicInteger();
    private int putHead;
    private int getHead;
    private volatile boolean isLeaving;

    Transfers(OneSided wire, Ways ways) {
        this.wire = wire;
        this.ways = ways;
    }

    @Override
    public void answerBy(int put, int get) {
        putHead = put;
        getHead = get;
    }

    @Override
    public byte[] register(long address, long bytes) {
        return wire.register(address, bytes);
    }

    @Override
    public void deregister(byte[] key) {
        wire.deregister(key);
    }

    /** To a peer that leaves nothing is opened: it may be gone before that is done. */
    @Override
    public long open(int peer, byte[] key) {
        opening.getAndIncrement();
        try {
            // counted before it asks: where nothing is found counted behind the word of the peer, that is seen here
            return isLeaving || ways.to(peer).isLeaving() ? 0 : wire.open(peer, key);
        } finally {
            opening.getAndDecrement();
        }
    }

    /** This rank leaves, and opens nothing any more. */
    void leave() {
        isLeaving = true;
    }

    /** Whether nothing that this rank has begun is under way with that peer. */
    boolean isQuiet(int peer) {
        return opening.get() == 0 && wire.isQuiet(peer);
    }

    @Override
    public boolean isReached(int peer) {
        return wire.isReached(peer);
    }

    /** Neighbours have no way, and are reached otherwise. */
    @Override
    public boolean isLost(int peer) {
        Way way = ways.to(peer);
        return way == null || way.isLeaving() || wire.lost(peer) != null;
    }

    @Override
    public boolean put(int peer, long memory, long offset, MemorySegment source, long sourceOffset, int bytes,
            long operation) {
        boolean isTaken = wire.put(peer, memory, offset, source, sourceOffset, bytes, operation);
        if (isTaken) {
            ways.to(peer).hasPut(bytes);
        }
        return isTaken;
    }

    @Override
    public boolean get(int peer, long memory, long offset, int bytes, long operation, int piece) {
        return wire.get(peer, memory, offset, bytes, operation, piece);
    }

    boolean isAnyDone() {
        return wire.isAnyDone();
    }

    long finished() {
        return wire.finished();
    }

    /** Why transfers with that peer have failed, or null. */
    String lost(int peer) {
        return wire.lost(peer);
    }

    /** Hands over replies, as {@link MessageInbox#receive}. */
    int receive(MessageInbox.Receiver receiver, int limit) {
        int received = 0;
        while (received < limit && wire.isAnyDone()) {
            OneSided.Done done = wire.next();
            if (done == null) {
                break;
            }
            received++;
            try {
                hand(done, receiver);
            } finally {
                wire.giveBack(done);
            }
        }
        return received;
    }

    private void hand(OneSided.Done done, MessageInbox.Receiver receiver) {
        long at = arguments.address();
        SharedMemory.putLong(at, done.token());
        SharedMemory.putInt(at + Long.BYTES, done.part());
        if (done.isGet()) {
            ways.to(done.peer()).hasGot(done.bytes());
            receiver.received(done.peer(), getHead, at, done.address(), done.bytes());
        } else {
            receiver.received(done.peer(), putHead, at, 0, 0);
        }
    }
}
