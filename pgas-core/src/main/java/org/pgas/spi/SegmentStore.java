package org.pgas.spi;

import java.nio.file.Path;

/**
 * Segments that come and go while the job runs. Any thread may call; sizes are whole pages, above 0.
 *
 * <p>What was closed leaves its addresses behind: accesses that race a close read zeros or write into the void. A range
 * of addresses is used for another segment only when a tebibyte of others has been left after it, or tens of thousands
 * of others where they are small. That is of the rank that closes. When an owner closes a HOST segment that a peer
 * still has mapped, the memory goes back at once: the peer reads zeros, and a write takes a new page of the file system
 * until the peer closes too; where that has no room left, the write is an {@link InternalError} there.
 *
 * <p>When the membership ends, all that is open is given up: FILE segments are marked as closed, unless the job was
 * ended by a failure, or peers keep one mapped; files of HOST segments go with the job's directory.
 */
public interface SegmentStore {
    /**
     * Makes a segment of this rank, of zeros.
     *
     * @param number above 0 and not of another live segment of this rank
     * @throws org.pgas.AttachException for people, when there is no room
     */
    MappedSegment create(int number, long bytes);

    /** Maps the segment that {@code rank} has made under that number. */
    MappedSegment map(int rank, int number, long bytes);

    /**
     * Makes a file with a segment of zeros and opens it; refused where something has that name already.
     *
     * @throws org.pgas.AttachException for people, when there is no room
     */
    MappedSegment createFile(Path path, long bytes);

    /**
     * Opens a file with a segment. Of several that try at once one succeeds; it has it until it closes it, or ends.
     *
     * @param bytes what it must have; 0 for whatever it has
     * @param force to open it also when the rank that had it last has not closed it: it may be half written
     * @throws org.pgas.PgasException with {@link org.pgas.ErrorCode#RESOURCE} and the reason when the file is refused;
     *         {@link org.pgas.ErrorCode#BAD_ARGUMENT} when it has another size; {@link org.pgas.ErrorCode#NOT_CLOSED}
     *         when it was not closed, and force is not given
     */
    MappedSegment openFile(Path path, long bytes, boolean force);

    /** Maps a file that another rank has made or opened. That rank's close waits a while until this one is closed. */
    MappedSegment mapFile(Path path, long bytes);
}
