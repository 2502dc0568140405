package org.pgas.ucx;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import org.pgas.memory.SharedMemory;

/**
 * A message as UCX carries it, in native byte order, and memory for one that is sent:
 *
 * <pre>
 *     0     4  kind      1 opens a connection, 2 is data, 3 ends a connection
 *     4     4  index     among those of kinds 2 and 3 of that connection and direction, from 0 on, modulo 2^32
 *     8     8  target    number of the connection at the receiver; 0 where the sender does not know it yet, which has
 *                        opened it; the magic number in kind 1
 *    16     8  source    number of the connection at the sender
 *    24        data      bytes of the connection; in kind 1 the address of the sender's worker
 * </pre>
 *
 * <p>With UCX's own headers it fits in what every transport of UCX sends in one piece, but for datagrams of InfiniBand.
 *
 * <p>Memory is the sender's until UCX has sent it. Under the lock of {@link UcxCarriers}.
 */
final class UcxMessage {
    static final int OPEN = 1;
    static final int DATA = 2;
    static final int END = 3;

    static final int HEAD_BYTES = 24;
    static final int MOST_BYTES = 8_000;
    static final int MOST_DATA_BYTES = MOST_BYTES - HEAD_BYTES;

    /** "PGASUCX1" in ASCII, read as a little-endian number. */
    static final long MAGIC = 0x3158_4355_5341_4750L;

    private static final int INDEX = 4;
    private static final int TARGET = 8;
    private static final int SOURCE = 16;

    private final long address;
    private final ByteBuffer bytes;
    private int length;

    /** UCX's request, and the carrier of the message, while UCX has not sent it. */
    private long request;
    private UcxCarrier sender;

    UcxMessage(UcxPair pair) {
        MemorySegment memory = pair.allocate(HEAD_BYTES + MOST_DATA_BYTES);
        address = memory.address();
        bytes = memory.asByteBuffer();
    }

    static int kind(long message) {
        return SharedMemory.getInt(message);
    }

    static int index(long message) {
        return SharedMemory.getInt(message + INDEX);
    }

    static long target(long message) {
        return SharedMemory.getLong(message + TARGET);
    }

    static long source(long message) {
        return SharedMemory.getLong(message + SOURCE);
    }

    /** Writes a head, without data behind it. */
    void begin(int kind, int index, long target, long source) {
        SharedMemory.putInt(address, kind);
        SharedMemory.putInt(address + INDEX, index);
        SharedMemory.putLong(address + TARGET, target);
        SharedMemory.putLong(address + SOURCE, source);
        length = HEAD_BYTES;
    }

    /** Takes data from there, behind the head, as much as fits; how many bytes. */
    int fill(ByteBuffer from) {
        int taken = Math.min(from.remaining(), MOST_DATA_BYTES);
        bytes.put(HEAD_BYTES, from, from.position(), taken);
        from.position(from.position() + taken);
        length = HEAD_BYTES + taken;
        return taken;
    }

    long address() {
        return address;
    }

    int length() {
        return length;
    }

    void awaits(long sent, UcxCarrier of) {
        request = sent;
        sender = of;
    }

    long request() {
        return request;
    }

    UcxCarrier sender() {
        return sender;
    }
}
