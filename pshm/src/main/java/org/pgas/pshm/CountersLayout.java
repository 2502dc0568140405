package org.pgas.pshm;

import org.pgas.spi.CounterLayout;

/**
 * The file of counters: one page of header, and a part for each rank, by rank, laid out as {@link CounterLayout} says.
 * Numbers are in the byte order of the host.
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  size
 *    16     4  partBytes
 *    20     4  counters
 *    24     8  begin
 *  4096        (end)
 * </pre>
 *
 * <p>counters is how many of a block's counts have a meaning. begin is the job's, in milliseconds since 1970. The
 * header is one write into a file under another name, which is then linked to its own: the link publishes it.
 *
 * <pre>
 * field          writer                  readers             order
 * magic          the maker               openers             plain, published by the link / by read
 * version        the maker               openers             plain, published by the link / by read
 * size           the maker               openers             plain, published by the link / by read
 * partBytes      the maker               openers             plain, published by the link / by read
 * counters       the maker               openers, tools      plain, published by the link / by read; plain by tools
 * begin          the maker               tools               plain, published by the link / plain
 * </pre>
 */
final class CountersLayout {
    /** "PGASCNTR" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    static final long MAGIC = 0x52544E43_53414750L;

    static final int MAJOR = 1;
    static final int MINOR = 0;
    static final int VERSION = MAJOR << 16 | MINOR;

    static final int PAGE_BYTES = 4096;

    static final Layout HEADER = new Layout();
    static final int MAGIC_OFFSET = HEADER.int64("magic");
    static final int VERSION_OFFSET = HEADER.int32("version");
    static final int SIZE = HEADER.int32("size");
    static final int PART_BYTES = HEADER.int32("partBytes");
    static final int COUNTERS = HEADER.int32("counters");
    static final int BEGIN = HEADER.int64("begin");
    static final int HEADER_LENGTH = HEADER.alignTo(PAGE_BYTES).length();

    private CountersLayout() {}

    static long partOffset(int rank) {
        return HEADER_LENGTH + (long) rank * CounterLayout.PART_BYTES;
    }

    /** Bytes of the file of a job of {@code size} ranks. */
    static long fileLength(int size) {
        return partOffset(size);
    }
}
