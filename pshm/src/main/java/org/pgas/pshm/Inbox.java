package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageInbox;

/** The rings of one network to this rank. */
final class Inbox implements MessageInbox {
    // Fields and orders: AmLayout.

    private final LaneReader[] readers;

    // What it takes to look for a message, next to each other: addresses of the rings and of their heads, and what wraps a position.
    // The first ring, which is the only one of a rank with one peer or with shared rings, needs no array for it.
    private final long firstBase;
    private final long firstHead;
    private final LaneReader firstReader;
    private final int wrap;
    private final long[] bases;
    private final long[] heads;
    private final Doorbells doorbells;
    private final boolean fence;

    /** Where the next call begins, so that no lane is served better than others. */
    private int first;

    Inbox(LaneReader[] readers, Doorbells doorbells, boolean fence) {
        this.readers = readers;
        bases = new long[readers.length];
        heads = new long[readers.length];
        for (int i = 0; i < readers.length; i++) {
            bases[i] = readers[i].lane().address(0);
            heads[i] = readers[i].lane().headAddress();
        }
        wrap = readers.length == 0 ? 0 : readers[0].lane().capacity() - 8;
        firstBase = readers.length == 0 ? 0 : bases[0];
        firstHead = readers.length == 0 ? 0 : heads[0];
        firstReader = readers.length == 0 ? null : readers[0];
        this.doorbells = doorbells;
        this.fence = fence;
    }

    @Override
    public boolean hasMessages() {
        return firstHead != 0 && (hasMessage(firstBase, firstHead) || hasMessageBehindFirst());
    }

    private boolean hasMessageBehindFirst() {
        for (int i = 1; i < heads.length; i++) {
            if (hasMessage(bases[i], heads[i])) {
                return true;
            }
        }
        return false;
    }

    private boolean hasMessage(long base, long head) {
        // another thread may move the head: then this is a look at a record that is gone, and the next look finds the new one
        int index = (int) SharedMemory.getLong(head) & wrap;
        // SYNC: record length
        return SharedMemory.getIntAcquire(base + index) > 0;
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        return readers.length == 1 ? receiveFromOne(receiver, limit) : receiveFromAll(receiver, limit);
    }

    private int receiveFromOne(Receiver receiver, int limit) {
        int received = 0;
        while (received < limit) {
            int more = read(firstReader, receiver, limit - received);
            if (more == LaneReader.NOTHING) {
                break;
            }
            received += more;
        }
        return received;
    }

    private int receiveFromAll(Receiver receiver, int limit) {
        int received = 0;
        int start = first;
        first = start + 1 < readers.length ? start + 1 : 0;
        boolean found;
        do {
            found = false;
            for (int i = 0; i < readers.length && received < limit; i++) {
                int at = start + i < readers.length ? start + i : start + i - readers.length;
                int more = read(readers[at], receiver, limit - received);
                if (more != LaneReader.NOTHING) {
                    found = true;
                    received += more;
                }
            }
        } while (found && received < limit);
        return received;
    }

    private int read(LaneReader reader, Receiver receiver, int limit) {
        // whatever it throws, it has given room before
        int read = 0;
        try {
            read = reader.read(receiver, limit);
            return read;
        } finally {
            if (read != LaneReader.NOTHING) {
                ringWhoWantsRoom(reader);
            }
        }
    }

    private void ringWhoWantsRoom(LaneReader reader) {
        if (fence) {
            SharedMemory.fullFence();
        }
        // SYNC: roomWanted; as with sleeping: a fence is between the store of the head and this look
        if (SharedMemory.getIntOpaque(reader.lane().roomWanted()) != 0) {
            if (reader.sender() >= 0) {
                doorbells.ringIfAsleep(reader.sender(), false);
            } else {
                doorbells.ringAll();
            }
        }
    }
}
