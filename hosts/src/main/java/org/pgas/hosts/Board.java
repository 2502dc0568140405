package org.pgas.hosts;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

import org.pgas.JoinException;
import org.pgas.memory.CuttableMemory;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Diagnosis;
import org.pgas.spi.SyncLane;
import org.pgas.spi.SyncLanes;

/**
 * What the ranks of a neighbourhood share beside the files of their own transport: the lanes, the counts of changes,
 * and what handlers take. A file, {@code board-<neighbourhood>}, with room for all ranks of the job; made by the first
 * rank of the neighbourhood before it joins, opened by all of them when all ranks have joined.
 *
 * <pre>
 * field     writer                                     readers     order
 * lanes     the rank; of others, the one that applies  neighbours  see BarrierLane
 * counts    the rank; of others, the one that applies  neighbours  release, CAS / acquire
 * pieces    the rank that takes the next one           neighbours  release / acquire: those before it are there
 * handlers  the rank; of others, the one that applies  neighbours  release / acquire
 * told      the rank; of others, the one that applies  neighbours  plain, between the barriers of an attach
 * </pre>
 *
 * <p>Each rank has a line in each lane, a line for its count, and 256 ints for its handlers, which lie in this order. A
 * count is twice the number of changes. A rank counts its own before it stores what it changes, so a rank that sees the
 * change sees the count. Of a rank elsewhere it counts those that were applied here; one more while somebody applies
 * the next. The count of pieces of a rank elsewhere that were taken in here is in the same line, and so is what it
 * tells when all attach. The mapping stays as long as somebody can reach this object.
 */
final class Board implements SyncLanes {
    static final int LINE = 128;

    /** In the line of a count. */
    private static final int PIECES = 64;

    /** The same, of what a rank tells when all attach. */
    private static final int TOLD = 96;

    private static final int HANDLERS = 256;
    private static final int LANES = SyncLane.values().length;

    private final Path path;
    private final int size;
    private final MemorySegment memory;
    private final long base;

    private Board(Path path, int size, MemorySegment memory) {
        this.path = path;
        this.size = size;
        this.memory = memory;
        base = memory.address();
    }

    private static long bytes(int size) {
        return size * ((LANES + 1L) * LINE + HANDLERS * Integer.BYTES);
    }

    private static Path path(Path directory, int neighbourhood) {
        return directory.resolve("board-" + neighbourhood);
    }

    static void create(Path directory, int neighbourhood, int size) {
        Path unfinished = directory.resolve("board-" + neighbourhood + ".new");
        try {
            OwnFile.create(unfinished, new byte[(int) bytes(size)]); // and not a hole, which might find no memory later
            Files.move(unfinished, path(directory, neighbourhood), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new JoinException("cannot make the file " + path(directory, neighbourhood) + ": " + e.getMessage(),
                    e);
        }
    }

    static Board open(Path directory, int neighbourhood, int size) {
        Path path = path(directory, neighbourhood);
        boolean wasInterrupted = Thread.interrupted(); // or the file would close itself
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (file.size() != bytes(size)) {
                throw new JoinException("the file " + path + " was refused: it has " + file.size()
                        + " bytes instead of " + bytes(size));
            }
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes(size), Arena.ofAuto());
            CuttableMemory.add(memory.address(), memory.byteSize());
            return new Board(path, size, memory);
        } catch (IOException e) {
            throw new JoinException("cannot open the file " + path + ": " + e.getMessage(), e);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A file that somebody else cuts would be found by a fault that names none. */
    void watchBy(Diagnosis diagnosis) {
        diagnosis.watch(path, base, memory.byteSize());
    }

    @Override
    public long address(SyncLane lane) {
        return base + (long) lane.ordinal() * size * LINE;
    }

    @Override
    public int stride() {
        return LINE;
    }

    /** The offset of bytes that lie here whole; -1 of others. */
    long offset(long address, long bytes) {
        long offset = address - base;
        return isHere(offset, bytes) ? offset : -1;
    }

    boolean isHere(long offset, long bytes) {
        return offset >= 0 && bytes >= 0 && bytes <= memory.byteSize() - offset;
    }

    /** The address at an offset that {@link #isHere}. */
    long at(long offset) {
        return base + offset;
    }

    private long count(int rank) {
        return base + ((long) LANES * size + rank) * LINE;
    }

    /** Changes of that rank which have been made, or have come here. */
    long changes(int rank) {
        return word(rank) >> 1;
    }

    /** The count itself. */
    long word(int rank) {
        // SYNC: count of changes
        return SharedMemory.getLongAcquire(count(rank));
    }

    /** Counts an own change, before it is made. */
    void change(int rank, long number) {
        // SYNC: count of changes; before the store of what changes, which is a release or comes before one
        SharedMemory.putLongRelease(count(rank), 2 * number);
    }

    /** Whether this thread is the one that applies change {@code number}, the next one of a rank elsewhere. */
    boolean beginApplying(int rank, long number) {
        return SharedMemory.compareAndSetLong(count(rank), 2 * (number - 1), 2 * number - 1);
    }

    void endApplying(int rank, long number) {
        // SYNC: count of changes; what was applied is seen by a rank that sees that it was
        SharedMemory.putLongRelease(count(rank), 2 * number);
    }

    /** Pieces of data of that rank, which is elsewhere, that have come here. */
    long pieces(int rank) {
        // SYNC: count of pieces
        return SharedMemory.getLongAcquire(count(rank) + PIECES);
    }

    /** The data of piece {@code number}, the next one of that rank, are here. */
    void takenPiece(int rank, long number) {
        // SYNC: count of pieces; what the piece brought is seen by a rank that sees it counted
        SharedMemory.putLongRelease(count(rank) + PIECES, number);
    }

    /** The address of what a rank tells those of other hosts when all attach. */
    long told(int rank) {
        return count(rank) + TOLD;
    }

    /** The address of what a rank's handler takes. */
    long handler(int rank, int index) {
        return base + (LANES + 1L) * size * LINE + ((long) rank * HANDLERS + index) * Integer.BYTES;
    }
}
