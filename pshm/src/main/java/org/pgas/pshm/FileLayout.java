package org.pgas.pshm;

import org.pgas.memory.SegmentTrailer;

/**
 * The file of a FILE segment: one page of header, the segment, and its {@link SegmentTrailer}. Numbers are in its
 * host's byte order.
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
 *   152     8  ownerBoot
 *   160     8  ownerPidNamespace
 *   168     8  ownerTimeNamespace
 *   176     8  ownerFile
 *   184     4  ownerLocked
 *  4096        (end)
 * </pre>
 *
 * <p>bytes are those of the segment, whole pages. created is in milliseconds since 1970. state is 1 when the segment
 * was closed, 2 since it was opened. owner is the word of {@link FileOwner}. The words behind it are the identity of
 * the owner, as {@link ProcessIdentity} has it; the inode of the file, which is another one in a copy of it; and
 * whether the owner has locked the byte {@link #OWNER_BYTE} for as long as it has the file ({@link FileLocks}).
 *
 * <pre>
 * field          writer                  readers             order
 * magic          the maker               the opener          release last, in a file without its name / plain, by read
 * version        the maker               the opener          plain, published by magic
 * bytes          the maker               the opener          plain, published by magic
 * created        the maker               people              plain, published by magic
 * owner          the opener; the owner   the opener          CAS from nobody or from a dead one / acquire; release to 0
 * state          the owner               the opener, peers   release before owner 0 / acquire by owner and peers
 * mappers        the owner, peers        both                CAS, release and acquire; reset plain, before state
 * ownerPid       the owner               the opener          plain, under the lock, else compared with owner
 * ownerStart     the owner               the opener          as ownerPid
 * ownerBoot      the owner               the opener          as ownerPid
 * ownerPidNamespace  the owner           the opener          as ownerPid
 * ownerTimeNamespace  the owner          the opener          as ownerPid
 * ownerFile      the owner               the opener          as ownerPid
 * ownerLocked    the owner               the opener          as ownerPid
 * </pre>
 *
 * <p>mappers is the word of {@link FileMappers}: a file is closed (state 1) only when no peer has it mapped or will.
 *
 * <p>Owner 0 in state 2: its job or device has failed while it had the file, or its peers have kept it mapped.
 */
final class FileLayout {
    /** "PGASFILE" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    static final long MAGIC = 0x454C4946_53414750L;

    static final int MAJOR = 2;
    static final int MINOR = 0;
    static final int VERSION = MAJOR << 16 | MINOR;

    static final int CLEAN = 1;
    static final int IN_USE = 2;

    static final int PAGE_BYTES = 4096;

    /** Which byte of the file its owner has locked. */
    static final long OWNER_BYTE = 0;

    static final Layout HEADER = new Layout();
    static final int MAGIC_OFFSET = HEADER.int64("magic");
    static final int VERSION_OFFSET = HEADER.int32("version");
    static final int STATE = HEADER.int32("state");
    static final int BYTES = HEADER.int64("bytes");
    static final int CREATED = HEADER.int64("created");
    static final int MAPPERS = HEADER.int64("mappers");
    static final int OWNER = HEADER.alignTo(ControlLayout.LINE).int64("owner");
    static final int OWNER_PID = HEADER.int64("ownerPid");
    static final int OWNER_START = HEADER.int64("ownerStart");
    static final int OWNER_BOOT = HEADER.int64("ownerBoot");
    static final int OWNER_PID_NAMESPACE = HEADER.int64("ownerPidNamespace");
    static final int OWNER_TIME_NAMESPACE = HEADER.int64("ownerTimeNamespace");
    static final int OWNER_FILE = HEADER.int64("ownerFile");
    static final int OWNER_LOCKED = HEADER.int32("ownerLocked");
    static final int HEADER_LENGTH = HEADER.alignTo(PAGE_BYTES).length();

    private FileLayout() {}

    /** Bytes of the file of a segment of {@code bytes}. */
    static long fileLength(long bytes) {
        return HEADER_LENGTH + bytes + SegmentTrailer.BYTES;
    }
}
