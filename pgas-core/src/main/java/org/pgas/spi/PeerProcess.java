package org.pgas.spi;

import java.lang.foreign.MemorySegment;

/**
 * The process of one rank. This process may read and write memory at addresses there, as far as the system lets it: by
 * a system call that copies once, from one process to the other. The other process does nothing for it. Any thread.
 *
 * <p>The system checks every address: a wrong one is refused, or is memory of the other process that was not meant. The
 * caller is sure that it is the right one.
 */
public interface PeerProcess {
    /**
     * Copies from {@code address} there. Says whether all of it came: if not, the system refuses, or the memory or the
     * process is no more, and a part may have come. Throws what an access to {@code target} throws.
     */
    boolean read(long address, MemorySegment target, long offset, long bytes);

    /** The reverse of {@link #read}: copies to {@code address} there. */
    boolean write(long address, MemorySegment source, long offset, long bytes);
}
