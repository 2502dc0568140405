package org.pgas.hosts.stream;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Wire;
import org.pgas.memory.DataChecksum;
import org.pgas.memory.SharedMemory;

/**
 * Frames as they lie in memory and on the connection, in native byte order; all are multiples of 8 bytes:
 *
 * <pre>
 *     0     4  bytes     of data
 *     4     1  kind      1 data, 2 room, 3 goodbye, 4 data that nobody needs before the next
 *     5     1  channel
 *     6     2  longs     of the head
 *     8     4  source    rank that has sent it
 *    12     4  index     of the frame among all of that connection and direction, from 0 on, modulo 2^32
 *    16     8  check     of all before it and of the head; in checked mode of the data too
 *    24        head      longs
 *              data      padded to 8 bytes with whatever was there
 * </pre>
 *
 * <p>A frame of kind room has a head of two longs: how many bytes of frames the receiver has taken in all, of each
 * channel. A goodbye has none, and is the last frame.
 */
final class Frames {
    static final int HEADER = 24;
    static final int CHANNELS = 2;

    static final int DATA = 1;
    static final int ROOM = 2;
    static final int GOODBYE = 3;
    static final int AHEAD = 4;

    /** So that 64 KiB of a program's memory are one frame. */
    static final int MAX_DATA = 64 << 10;

    /**
     * So that a frame is what Linux sends of TCP at once, up to 64 KiB with all heads, in whole segments of 1,448 or of
     * 8,948 bytes. The end of a longer one would be a packet of its own, which costs as much as a large one.
     */
    static final int PIECE_DATA = 61 << 10;

    static final int MAX_LENGTH = length(Wire.MAX_HEAD, MAX_DATA);
    static final int ROOM_LENGTH = length(CHANNELS, 0);
    static final int GOODBYE_LENGTH = length(0, 0);

    private static final long SEED = 0x5047_4153_5749_5245L;
    private static final Channel[] BY_NUMBER = Channel.values();

    private Frames() {}

    static int length(int longs, int bytes) {
        return HEADER + longs * Long.BYTES + (bytes + 7 & -8);
    }

    /** Writes the header, when head and data are in place. */
    static void seal(long frame, long what, int source, int index, boolean checked) {
        SharedMemory.putLong(frame, what);
        SharedMemory.putLong(frame + 8, source | (long) index << 32);
        SharedMemory.putLong(frame + 16, check(frame, checked));
    }

    /** The first word of a header. */
    static long what(int kind, int channel, int longs, int bytes) {
        return bytes | (long) kind << 32 | (long) channel << 40 | (long) longs << 48;
    }

    static int bytes(long what) {
        return (int) what;
    }

    static int kind(long what) {
        return (int) (what >>> 32) & 0xFF;
    }

    /** Whether it is handed over, and takes room. */
    static boolean isData(long what) {
        return kind(what) == DATA || kind(what) == AHEAD;
    }

    static int channel(long what) {
        return (int) (what >>> 40) & 0xFF;
    }

    static int longs(long what) {
        return (int) (what >>> 48);
    }

    static int source(long frame) {
        return SharedMemory.getInt(frame + 8);
    }

    static int index(long frame) {
        return SharedMemory.getInt(frame + 12);
    }

    static Channel byNumber(int channel) {
        return BY_NUMBER[channel];
    }

    /** Whether the first word is one that this library writes; only then may lengths be taken from it. */
    static boolean isLegal(long what) {
        int longs = longs(what);
        int bytes = bytes(what);
        return switch (kind(what)) {
            case DATA, AHEAD -> channel(what) < CHANNELS && longs <= Wire.MAX_HEAD && bytes >= 0 && bytes <= MAX_DATA;
            case ROOM -> channel(what) == 0 && longs == CHANNELS && bytes == 0;
            case GOODBYE -> channel(what) == 0 && longs == 0 && bytes == 0;
            default -> false;
        };
    }

    /** Whether the rest of a frame that is there as a whole is as its sender has sealed it. */
    static boolean isWhole(long frame, boolean checked) {
        return SharedMemory.getLong(frame + 16) == check(frame, checked);
    }

    private static long check(long frame, boolean checked) {
        long what = SharedMemory.getLong(frame);
        long sum = DataChecksum.mixed(DataChecksum.mixed(SEED, what), SharedMemory.getLong(frame + 8));
        long at = frame + HEADER;
        for (int i = 0; i < longs(what); i++, at += Long.BYTES) {
            sum = DataChecksum.mixed(sum, SharedMemory.getLong(at));
        }
        return checked ? DataChecksum.of(sum, at, bytes(what)) : sum;
    }
}
