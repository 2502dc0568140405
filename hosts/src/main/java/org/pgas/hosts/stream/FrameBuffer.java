package org.pgas.hosts.stream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import org.pgas.memory.SharedMemory;

/**
 * Memory of a fixed size, with bytes in it from a start to an end: they are put behind the end and taken from the
 * start. What lies in it keeps its distance to multiples of 8 when it is moved. One thread at a time.
 */
public final class FrameBuffer {
    private final ByteBuffer buffer;
    private final long address;
    private int start;
    private int end;

    public FrameBuffer(int capacity) {
        buffer = ByteBuffer.allocateDirect(capacity);
        address = MemorySegment.ofBuffer(buffer).address();
    }

    /** How many bytes are in it. */
    public int bytes() {
        return end - start;
    }

    /** Address of the first byte in it. It stays there until {@link #room} or {@link #readFrom}. */
    public long first() {
        return address + start;
    }

    /** Takes bytes from the start; they stay where they are as {@link #first} says. */
    void take(int bytes) {
        start += bytes;
        if (start == end) {
            start = 0;
            end = 0;
        }
    }

    /** Address behind the last byte, with room for so many, or 0. */
    public long room(int bytes) {
        if (buffer.capacity() - end < bytes) {
            moveToTheFront();
            if (buffer.capacity() - end < bytes) {
                return 0;
            }
        }
        return address + end;
    }

    /** Says that so many bytes were written where {@link #room} was. */
    public void put(int bytes) {
        end += bytes;
    }

    private void moveToTheFront() {
        int front = start & 7;
        SharedMemory.copy(address + start, address + front, end - start);
        end -= start - front;
        start = front;
    }

    /** Reads what there is, up to so many bytes in all; -1 at the end of the stream. */
    int readFrom(Line line, int most) throws IOException {
        moveToTheFront();
        buffer.limit(Math.min(buffer.capacity(), start + most)).position(end);
        int read = line.read(buffer);
        end += Math.max(0, read);
        return read;
    }

    /** Takes bytes from the start to {@code to}, as many as have room there; how many. */
    public int giveTo(ByteBuffer to) {
        int bytes = Math.min(end - start, to.remaining());
        to.put(to.position(), buffer.clear(), start, bytes).position(to.position() + bytes);
        take(bytes);
        return bytes;
    }

    /** Writes what the line takes at this moment. */
    void writeTo(Line line) throws IOException {
        buffer.limit(end).position(start);
        take(line.write(buffer));
    }

    /**
     * As {@link #writeTo(Line)}, and of what lies behind it and is no part of it.
     *
     * @return bytes of what lies behind that the line has taken
     */
    int writeTo(Line line, ByteBuffer behind) throws IOException {
        int own = bytes();
        buffer.limit(end).position(start);
        int written = line.write(buffer, behind);
        take(Math.min(own, written));
        return Math.max(0, written - own);
    }

    /** Moves what is behind so many bytes to another buffer, which has room for it. */
    void moveBehind(int bytes, ByteBuffer to) {
        int from = start + bytes;
        to.put(to.position(), buffer.limit(end), from, end - from).position(to.position() + end - from);
        end = from;
    }

    /** Takes back the bytes that were put last. */
    void unput(int bytes) {
        end -= bytes;
    }

    /** Gives up what is in it. */
    void clear() {
        start = 0;
        end = 0;
    }
}
