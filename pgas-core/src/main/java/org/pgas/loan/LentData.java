package org.pgas.loan;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.message.Lent;
import org.pgas.spi.PeerProcess;

/**
 * The data of one medium request in the memory of its sender's process: read straight to where its handler copies it,
 * or whole into memory of this object when the handler wants to see it in place. Used by one thread at a time, for one
 * message after another.
 */
final class LentData implements Lent {
    private static final long ALIGNMENT = 64;

    private final Loans loans;
    private PeerProcess process;
    private int source;
    private long address;
    private long bytes;
    private MemorySegment copy;

    LentData(Loans loans) {
        this.loans = loans;
    }

    void begin(PeerProcess newProcess, int newSource, long newAddress, long newBytes) {
        process = newProcess;
        source = newSource;
        address = newAddress;
        bytes = newBytes;
    }

    void end() {
        process = null;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    /** Copies a range of it that was checked. */
    @Override
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        if (length > 0 && !process.read(address + offset, target, targetOffset, length)) {
            throw loans.unreadable(source, bytes);
        }
    }

    /** Copies all of it to memory of this process, and answers where that is. */
    @Override
    public long take() {
        if (copy == null || copy.byteSize() < bytes) {
            copy = Arena.ofAuto().allocate(bytes, ALIGNMENT);
        }
        copyTo(0, copy, 0, bytes);
        return copy.address();
    }
}
