package org.pgas.pshm;

import java.io.IOException;

/**
 * Where segments that come and go are mapped. Any thread.
 *
 * <p>Ranges of addresses have few sizes, eight between each power of two and the next, so that one that was left suits
 * another segment. A mapping that does not fill its range has untouched private memory behind it.
 */
final class SegmentMappings {
    private static final long PAGE_BYTES = 4096;
    private static final int SIZES_PER_DOUBLING_BITS = 3;

    /** With {@link #blocks}, guarded by {@code this}: what is taken rests no longer; nobody takes what is replaced. */
    private final RestingRanges resting;
    private final RestingBlocks blocks = new RestingBlocks();

    /** @param restBytes see {@link RestingRanges} */
    SegmentMappings(long restBytes) {
        resting = new RestingRanges(restBytes);
    }

    /** Maps an open file, which may be closed afterwards. Pair with {@link #abandon}. */
    Mapping map(int fd, long bytes) throws IOException {
        long range = rangeBytes(bytes);
        long address = take(range);
        if (address == 0) {
            if (range == bytes) {
                return Mapping.of(fd, bytes);
            }
            address = Posix.mmap(0, range, Posix.MAP_PRIVATE_ANONYMOUS_NORESERVE, -1);
        }
        // a range where this fails is not used again: nobody knows what is there then
        return Mapping.at(address, fd, bytes);
    }

    private synchronized long take(long range) {
        long address = resting.take(range);
        if (address != 0) {
            blocks.remove(address, range);
        }
        return address;
    }

    void abandon(Mapping mapping) {
        if (!mapping.abandon()) {
            return;
        }
        long range = rangeBytes(mapping.bytes());
        synchronized (this) {
            resting.rest(mapping.address(), range);
            // nothing but untouched memory is there: only the page tables go
            blocks.add(mapping.address(), range, block -> Mapping.abandon(block, RestingBlocks.BLOCK_BYTES));
        }
    }

    /** The least size of a range that has room for so many bytes, of whole pages. */
    static long rangeBytes(long bytes) {
        long step = Math.max(PAGE_BYTES, Long.highestOneBit(bytes) >> SIZES_PER_DOUBLING_BITS);
        return (bytes + step - 1) / step * step;
    }
}
