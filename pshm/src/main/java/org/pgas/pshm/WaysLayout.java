package org.pgas.pshm;

import org.pgas.spi.WayLayout;

/**
 * The file of a rank's ways to ranks of other neighbourhoods: a header, and then what {@link WayLayout} says. Numbers
 * are in the byte order of the host.
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  size
 *    16     4  numbers
 *   128        (end)
 * </pre>
 *
 * <p>numbers is how many of a block's longs have a meaning.
 *
 * <pre>
 * field    writer    readers    order
 * magic    the rank  observers  plain, published by the rename / by read
 * version  the rank  observers  plain, published by the rename / by read
 * size     the rank  observers  plain, published by the rename / by read
 * numbers  the rank  observers  plain, published by the rename / by read
 * </pre>
 */
final class WaysLayout {
    /** "PGASWAYS" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    static final long MAGIC = 0x53594157_53414750L;

    static final int MAJOR = 1;
    static final int MINOR = 0;
    static final int VERSION = MAJOR << 16 | MINOR;

    static final Layout HEADER = new Layout();
    static final int MAGIC_OFFSET = HEADER.int64("magic");
    static final int VERSION_OFFSET = HEADER.int32("version");
    static final int SIZE = HEADER.int32("size");
    static final int NUMBERS = HEADER.int32("numbers");
    static final int HEADER_LENGTH = HEADER.alignTo(ControlLayout.LINE).length();

    private WaysLayout() {}

    /** Bytes of the file of a job of {@code size} ranks. */
    static long fileLength(int size) {
        return HEADER_LENGTH + WayLayout.partBytes(size);
    }
}
