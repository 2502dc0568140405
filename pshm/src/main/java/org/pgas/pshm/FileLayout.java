package org.pgas.pshm;

import org.pgas.memory.SegmentTrailer;

/**
 * The file of a FILE segment: one page of header, the segment, and its {@link SegmentTrailer}. Numbers are in the byte order of the
 * host that made it.
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  state
 *    16     8  bytes
 *    24     8  created
 *    32     8  mappers
 *   128     8  owner
 *   136     8  ownerPid
 *   144     8  ownerStart
 *   152    36  ownerBoot
 *  4096        (end)
 * </pre>
 *
 * <p>bytes are those of the segment, whole pages. created is in milliseconds since 1970. state is 1 when the segment was closed, 2
 * since it was opened. owner is the word of {@link FileOwner}; what follows it says the same for people, in the kernel's clock ticks
 * since boot, and the host's boot id.
 *
 * <pre>
 * field          writer                  readers             order
 * magic          the maker               who opens           release last, in a file without its name / plain, by read
 * version        the maker               who opens           plain, published by magic
 * bytes          the maker               who opens           plain, published by magic
 * created        the maker               people              plain, published by magic
 * owner          who opens; the owner    who opens           CAS from nobody or from one that is dead / acquire; release to 0
 * state          the owner               who opens, peers    release before owner 0 / acquire under the own owner, and by peers
 * mappers        the owner, peers        both                CAS, release and acquire; plain reset by who opens, published by state
 * ownerPid       the owner               people              plain
 * ownerStart     the owner               people              plain
 * ownerBoot      the owner               people              plain
 * </pre>
 *
 * <p>mappers is the word of {@link FileMappers}: a file is closed (state 1) only when no peer has it mapped, and none maps it from then
 * on.
 *
 * <p>An owner 0 in state 2 is one whose job or device has failed while it had the file, or whose peers have kept it mapped.
 */
final class FileLayout {
    /** "PGASFILE" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    static final long MAGIC = 0x454C4946_53414750L;

    static final int MAJOR = 1;
    static final int MINOR = 0;
    static final int VERSION = MAJOR << 16 | MINOR;

    static final int CLEAN = 1;
    static final int IN_USE = 2;

    static final int PAGE_BYTES = 4096;
    static final int BOOT_ID_BYTES = 36;

    static final Layout HEADER = new Layout();
    static final int MAGIC_OFFSET = HEADER.int64("magic");
    static final int VERSION_OFFSET = HEADER.int32("version");
    static final int STATE = HEADER.int32("state");
    static final int BYTES = HEADER.int64("bytes");
    static final int CREATED = HEADER.int64("created");
    static final int MAPPERS = HEADER.int64("mappers");
    static final int OWNER;
    static final int OWNER_PID;
    static final int OWNER_START;
    static final int OWNER_BOOT;
    static final int HEADER_LENGTH;

    static {
        HEADER.alignTo(ControlLayout.LINE);
        OWNER = HEADER.int64("owner");
        OWNER_PID = HEADER.int64("ownerPid");
        OWNER_START = HEADER.int64("ownerStart");
        OWNER_BOOT = HEADER.text("ownerBoot", BOOT_ID_BYTES);
        HEADER.alignTo(PAGE_BYTES);
        HEADER_LENGTH = HEADER.length();
    }

    private FileLayout() {}

    /** Bytes of the file of a segment of {@code bytes}. */
    static long fileLength(long bytes) {
        return HEADER_LENGTH + bytes + SegmentTrailer.BYTES;
    }
}
