package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageInbox;

/** The rings of one network to this rank. */
final class Inbox implements MessageInbox {
    private final LaneReader[] readers;
    private final Doorbells doorbells;
    private final boolean fence;

    /** Where the next call begins, so that no lane is served better than others. */
    private int next;

    Inbox(LaneReader[] readers, Doorbells doorbells, boolean fence) {
        this.readers = readers;
        this.doorbells = doorbells;
        this.fence = fence;
    }

    @Override
    public boolean hasMessages() {
        for (LaneReader reader : readers) {
            if (reader.lane().hasRecord()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        int received = 0;
        int first = next;
        next = first + 1 < readers.length ? first + 1 : 0;
        boolean found;
        do {
            found = false;
            for (int i = 0; i < readers.length && received < limit; i++) {
                int at = first + i;
                LaneReader reader = readers[at < readers.length ? at : at - readers.length];
                if (reader.lane().hasRecord()) {
                    found = true;
                    received += read(reader, receiver, limit - received);
                }
            }
        } while (found && received < limit);
        return received;
    }

    private int read(LaneReader reader, Receiver receiver, int limit) {
        try {
            return reader.read(receiver, limit);
        } finally {
            ringWhoWantsRoom(reader);
        }
    }

    private void ringWhoWantsRoom(LaneReader reader) {
        if (fence) {
            SharedMemory.fullFence();
        }
        // SYNC: roomWanted; as with sleeping, whoever sleeps has put a fence between the head's store and this look
        if (SharedMemory.getIntOpaque(reader.lane().roomWanted()) != 0) {
            if (reader.sender() >= 0) {
                doorbells.ring(reader.sender());
            } else {
                doorbells.ringAll();
            }
        }
    }
}
