package org.pgas.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

import org.pgas.hosts.wire.Wire;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AreaParts;
import org.pgas.spi.WordCopies;

/**
 * The changes that this rank makes to words of the library's own, and how they go to ranks that are no neighbours.
 *
 * <p>A change has a number, and counts of what this rank may have seen before it: how many changes of each rank. It is
 * numbered and counted before the store that makes it, and sent behind it; only then may the next one begin. The rank
 * that takes it in first waits for what it counts. So changes come everywhere behind those that their rank had seen,
 * also behind those that it has learnt of through the memory of its neighbourhood.
 *
 * <p><b>Why no rank waits in a circle.</b> What a frame counts was begun before the frame's counts were taken, since
 * the counts of a change are taken before it is counted itself, and those of a message or a piece while no change of
 * this rank is begun and not sent. So a rank that waits for a change waits for one that was begun earlier, behind
 * frames with counts that are older still.
 *
 * <pre>
 * field           writer            readers           order
 * number, buffer  the lock's owner  the same          the lock
 * </pre>
 */
final class Changes implements WordCopies {
    private final int rank;
    private final int size;
    private final Board board;
    private final AreaParts area;
    private final long areaBase;
    private final long areaBytes;
    private final int mostWords;
    private final int mostOfPiece;
    private final int ofMany;
    private final ReentrantLock lock = new ReentrantLock();

    /** The counts, and then the words of a change. */
    private final MemorySegment buffer;

    private final long[] head = new long[6];
    private Ways ways;
    private long number;

    Changes(int rank, int size, Board board, AreaParts area, Wire wire) {
        this.rank = rank;
        this.size = size;
        this.board = board;
        this.area = area;
        areaBase = area.address(0);
        areaBytes = size * area.bytes();
        mostWords = wire.maxData() - size * Long.BYTES & -Long.BYTES;
        mostOfPiece = wire.maxData() & -Long.BYTES;
        ofMany = wire.pieceData() & -Long.BYTES;
        buffer = Arena.ofAuto().allocate(wire.maxData(), Long.BYTES);
    }

    /** Once, before any change is made. */
    void sendBy(Ways all) {
        ways = all;
    }

    /** Whether nothing was seen, of the changes of some ranks, beyond the counts that were told. */
    boolean areAsTold(long[] told, int[] ranks) {
        for (int each : ranks) {
            if (board.changes(each) != told[each]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The counts of what was seen here, when no change is under way; else null. Also for the thread that sends a piece,
     * which holds the lock, has begun no change, and has nothing in the buffer. Pair with {@link #unlock}.
     */
    MemorySegment tryLock() {
        if (!lock.tryLock()) {
            return null;
        }
        count();
        return buffer;
    }

    void unlock() {
        lock.unlock();
    }

    private void count() {
        long at = buffer.address();
        for (int each = 0; each < size; each++, at += Long.BYTES) {
            SharedMemory.putLong(at, board.changes(each));
        }
    }

    static void copyCounts(MemorySegment counts, long[] to) {
        SharedMemory.copy(counts, 0, MemorySegment.ofArray(to), 0, (long) to.length * Long.BYTES);
    }

    /** What an address is called in a frame: an offset in the area, or one in the board, less than 0. */
    private long place(long address, long bytes) {
        long offset = address - areaBase;
        if (offset >= 0 && offset < areaBytes && bytes <= areaBytes - offset) {
            return offset;
        }
        long onBoard = board.offset(address, bytes);
        if (onBoard < 0) {
            throw new IllegalArgumentException(bytes + " bytes at an address that is neither area nor board");
        }
        return ~onBoard;
    }

    /** The address here of a place in a frame; 0 when there is none. */
    long address(long place, long bytes) {
        if (place >= 0) {
            return place < areaBytes && bytes >= 0 && bytes <= areaBytes - place ? areaBase + place : 0;
        }
        return board.isHere(~place, bytes) ? board.at(~place) : 0;
    }

    @Override
    public void beginChange() {
        lock.lock();
        begin();
    }

    private void begin() {
        count();
        board.change(rank, ++number);
    }

    @Override
    public void endChange(long address, long bytes) {
        assert bytes <= MOST_BYTES;
        try {
            sendWords(address, (int) bytes, false);
        } finally {
            lock.unlock();
        }
    }

    private void sendWords(long address, int bytes, boolean isAhead) {
        int counts = size * Long.BYTES;
        SharedMemory.copy(address, buffer.address() + counts, bytes);
        head[0] = Frame.WORDS;
        head[1] = number;
        head[3] = place(address, bytes);
        ways.sendToAll(head, 4, buffer, counts + bytes, isAhead);
    }

    @Override
    public void copy(long address, long bytes) {
        lock.lock();
        try {
            for (long done = 0; done < bytes; done += mostWords) {
                begin();
                // a change that tells of them follows
                sendWords(address + done, (int) Math.min(mostWords, bytes - done), true);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void copyTo(int to, long address, long bytes) {
        if (ways.to(to) == null) {
            return;
        }
        lock.lock();
        try {
            int length;
            for (long done = 0; done < bytes; done += length) {
                length = (int) (bytes <= mostOfPiece ? bytes : Math.min(ofMany, bytes - done));
                head[0] = Frame.PIECE;
                head[2] = place(address + done, length);
                ways.sendPiece(to, head, 3, address + done, length);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void copyZeros(long address, long bytes) {
        lock.lock();
        try {
            begin();
            head[0] = Frame.ZEROS;
            head[1] = number;
            head[3] = place(address, bytes);
            head[4] = bytes;
            ways.sendToAll(head, 5, buffer, size * Long.BYTES, false);
        } finally {
            lock.unlock();
        }
    }

    /** Has every neighbourhood make pages of this rank's part of the area ready. */
    void reserve(long offset, long bytes) {
        lock.lock();
        try {
            begin();
            head[0] = Frame.PAGES;
            head[1] = number;
            head[3] = rank;
            head[4] = offset;
            head[5] = bytes;
            ways.sendToAll(head, 6, buffer, size * Long.BYTES, false);
        } finally {
            lock.unlock();
        }
    }

    /** The memory here of a piece, for a wire that writes it there; null where it is none that pieces have. */
    ByteBuffer view(long place, int bytes) {
        long to = place < 0 ? 0 : address(place, bytes);
        return to == 0 || to % Long.BYTES != 0 ? null : SharedMemory.everything().asSlice(to, bytes).asByteBuffer();
    }

    /**
     * Applies a change of another rank, which the caller has begun, or a piece.
     *
     * @param place address of what the frame's head says behind the numbers; its shape was checked
     * @param words address of the words
     * @return false when it names no memory of ours
     */
    boolean apply(int kind, long place, long words, int bytes) {
        if (kind == Frame.PAGES) {
            long owner = SharedMemory.getLong(place);
            if (owner < 0 || owner >= size) {
                return false;
            }
            area.reserveCopy((int) owner, SharedMemory.getLong(place + 8), SharedMemory.getLong(place + 16));
            return true;
        }
        boolean isZeros = kind == Frame.ZEROS;
        long length = isZeros ? SharedMemory.getLong(place + 8) : bytes;
        long to = address(SharedMemory.getLong(place), length);
        if (to == 0 || (to | length) % Long.BYTES != 0) {
            return false;
        }
        if (isZeros) {
            SharedMemory.fill(to, (byte) 0, length);
        } else if (length > 0) {
            SharedMemory.copy(words + Long.BYTES, to + Long.BYTES, length - Long.BYTES);
            // SYNC: word of another neighbourhood; what lies behind it in the same change comes before it
            SharedMemory.putLongRelease(to, SharedMemory.getLong(words));
        }
        return true;
    }
}
