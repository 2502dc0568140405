package org.pgas.pshm;

import java.util.Arrays;

import org.pgas.spi.MessageInbox;

/** Several rings of one network to this rank. Where there is one, its {@link LaneReader} is the inbox. */
final class Inbox implements MessageInbox {
    // Fields and orders: AmLayout.

    private final LaneReader[] readers;

    // What it takes to look for a message, next to each other.
    private final int wrap;
    private final long[] bases;
    private final long[] heads;

    /** Where the next call begins, so that no lane is served better than others. */
    private int first;

    Inbox(LaneReader[] readers) {
        this.readers = readers;
        bases = Arrays.stream(readers).mapToLong(reader -> reader.lane().address(0)).toArray();
        heads = Arrays.stream(readers).mapToLong(reader -> reader.lane().headAddress()).toArray();
        wrap = readers.length == 0 ? 0 : readers[0].lane().capacity() - 8;
    }

    @Override
    public boolean hasMessages() {
        for (int i = 0; i < heads.length; i++) {
            if (LaneReader.hasMessage(bases[i], heads[i], wrap)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int receive(Receiver receiver, int limit) {
        int received = 0;
        int start = first;
        first = start + 1 < readers.length ? start + 1 : 0;
        boolean found;
        do {
            found = false;
            for (int i = 0; i < readers.length && received < limit; i++) {
                int at = start + i < readers.length ? start + i : start + i - readers.length;
                int more = readers[at].read(receiver, limit - received);
                if (more != LaneReader.NOTHING) {
                    found = true;
                    received += more;
                }
            }
        } while (found && received < limit);
        return received;
    }
}
