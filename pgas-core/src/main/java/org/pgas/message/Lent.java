package org.pgas.message;

import java.lang.foreign.MemorySegment;

/** The data of a medium message that is still in the memory of its sender, which a room above this one reads. */
public interface Lent {
    /** Bytes of the message that stands for the data in the ring. */
    int MESSAGE_BYTES = 40;

    long bytes();

    /** Copies a part straight to where it is wanted. */
    void copyTo(long offset, MemorySegment target, long targetOffset, long length);

    /** Takes all of it over, and says where it lies then. */
    long take();
}
