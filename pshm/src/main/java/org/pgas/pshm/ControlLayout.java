package org.pgas.pshm;

/**
 * The control file: one header, a slot per rank, and the synchronisation lanes.
 *
 * <p>Header. Its first part is written by the creator before anybody else can open the file, magic last:
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  size
 *    16     8  launcherPid
 *    24     8  launcherStart
 *    32     8  makerBoot
 *    40     8  makerPidNamespace
 *    48     8  makerTimeNamespace
 *    56     8  locks
 *    64     4  launcherLocked
 *   128     8  ending
 *   136     4  endingTextBytes
 *   140   512  endingText
 *   768     4  sleepers
 *   896     4  left
 *  1024     8  roomBytes
 *  1152     4  copiers
 *  1280        (end)
 * </pre>
 *
 * <p>A rank's slot. The first part is written by the rank before it says JOINED; the bell is rung by all ranks:
 *
 * <pre>
 *     0     4  state
 *     4     4  exiting
 *     8     8  pid
 *    16     8  start
 *    24     8  pidNamespace
 *    32     8  timeNamespace
 *    40     8  heartbeat
 *    48     4  flags
 *    52     4  activity
 *    56     4  nameBytes
 *    60    64  name
 *   124     4  configurationBytes
 *   128   128  configuration
 *   256     8  segmentBytes
 *   264     4  segmentStatus
 *   268     4  membarrier
 *   272     4  locked
 *   276     4  neighbourhood
 *   280     4  opened
 *   288     8  segmentNameless
 *   296     8  filesNameless
 *   304     8  namelessBytes
 *   384     4  bell
 *   512     4  sleeping
 *   640        (end)
 * </pre>
 *
 * <p>A lane is one 128-byte line per rank. The barrier's count is at offset 0 of a line, as the word of a {@link
 * org.pgas.memory.MarkedCount}; two words that are told, each with its check, follow. At offset 64 is a word of the
 * lane's tree, where there are so many ranks that it has one.
 *
 * <pre>
 * field          writer                  readers             order
 * magic          creator                 openers             release last / acquire first
 * version, size  creator                 openers             plain, published by magic
 * launcherPid, launcherStart  creator    watchers, tools     plain, published by magic
 * makerBoot      creator                 all                 plain, published by magic
 * makerPidNamespace  creator             all                 plain, published by magic
 * makerTimeNamespace  creator            all                 plain, published by magic
 * locks          creator                 all                 plain, published by magic; inode of JobLocks or 0
 * launcherLocked  the launcher           watchers, tools     release, after the lock / acquire, before a look at it
 * ending         a rank or the launcher  all                 CAS from 0 / volatile
 * endingText     the winner of that CAS  all                 plain, published by endingTextBytes
 * endingTextBytes  the winner, last      all                 release / acquire
 * sleepers       sleepers                ringers             getAndAdd / plain or acquire after a full fence
 * left           leavers                 leavers             getAndAdd; the last to leave removes the directory
 * roomBytes      the host's first rank   all, at attach      plain, published by an internal barrier
 * copiers        copy threads            all                 getAndAdd / opaque: only a guess depends on it
 * state          the rank                all                 CAS FREE to JOINING, then release / acquire
 * pid            the rank                all                 release, after start / acquire
 * start          the rank                all                 plain, published by pid
 * pidNamespace   the rank                all                 plain, published by pid
 * timeNamespace  the rank                all                 plain, published by pid
 * locked         the rank                all                 plain, published by pid, after the lock
 * flags          the rank                all                 plain, published by state
 * neighbourhood  the rank                the launcher, tools plain, published by state
 * nameBytes      the rank                all                 plain, published by state, as are the next three
 * name, configurationBytes, configuration  the rank  all     plain
 * exiting        the rank's JVM          the launcher        release / acquire
 * heartbeat      the rank's watcher      for messages, tools release / acquire
 * activity       the rank                tools               release / acquire
 * segmentBytes   the rank                all, at attach      plain, published by an internal barrier
 * segmentStatus  the rank                all, at attach      plain, published by an internal barrier
 * membarrier     the rank                all                 plain, published by state
 * opened         the rank                its neighbours      release / acquire: what it says was done before
 * segmentNameless  the rank               all                 the same
 * filesNameless   the first neighbour     its neighbours      the same
 * namelessBytes   the rank                tools               release / acquire
 * bell           ringers                 the rank's sleepers getAndAdd / acquire, and the kernel's futex compare
 * sleeping       the rank's sleepers     ringers             getAndAdd / acquire, or opaque (see Doorbells)
 * </pre>
 *
 * <p>In a job on several hosts each host has a control file, with slots for all ranks. In those of ranks of other
 * hosts the launcher writes what these have written in theirs, in the same order ({@link RankCopy}), and leaves
 * {@code pid} 0: a process that this host does not know.
 */
final class ControlLayout {
    /** "PGASCTRL" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    static final long MAGIC = 0x4C525443_53414750L;

    static final int MAJOR = 3;
    static final int MINOR = 1;
    static final int VERSION = MAJOR << 16 | MINOR;

    /** Two cache lines: adjacent-line prefetch makes a pair of 64 bytes travel together. */
    static final int LINE = 128;

    static final int LANES = 3;

    static final int NAME_MAX = 64;
    static final int CONFIGURATION_MAX = 128;
    static final int ENDING_TEXT_MAX = 512;

    static final Layout HEADER = new Layout();
    static final int MAGIC_OFFSET = HEADER.int64("magic");
    static final int VERSION_OFFSET = HEADER.int32("version");
    static final int SIZE = HEADER.int32("size");
    static final int LAUNCHER_PID = HEADER.int64("launcherPid");
    static final int LAUNCHER_START = HEADER.int64("launcherStart");
    static final int MAKER_BOOT = HEADER.int64("makerBoot");
    static final int MAKER_PID_NAMESPACE = HEADER.int64("makerPidNamespace");
    static final int MAKER_TIME_NAMESPACE = HEADER.int64("makerTimeNamespace");
    static final int LOCKS = HEADER.int64("locks");
    static final int LAUNCHER_LOCKED = HEADER.int32("launcherLocked");
    static final int ENDING = HEADER.alignTo(LINE).int64("ending");
    static final int ENDING_TEXT_BYTES = HEADER.int32("endingTextBytes");
    static final int ENDING_TEXT = HEADER.text("endingText", ENDING_TEXT_MAX);
    static final int SLEEPERS = HEADER.alignTo(LINE).int32("sleepers");
    static final int LEFT = HEADER.alignTo(LINE).int32("left");
    static final int ROOM_BYTES = HEADER.alignTo(LINE).int64("roomBytes");
    static final int COPIERS = HEADER.alignTo(LINE).int32("copiers");
    static final int HEADER_LENGTH = HEADER.alignTo(LINE).length();

    static final Layout SLOT = new Layout();
    static final int STATE = SLOT.int32("state");
    static final int EXITING = SLOT.int32("exiting");
    static final int PID = SLOT.int64("pid");
    static final int START = SLOT.int64("start");
    static final int PID_NAMESPACE = SLOT.int64("pidNamespace");
    static final int TIME_NAMESPACE = SLOT.int64("timeNamespace");
    static final int HEARTBEAT = SLOT.int64("heartbeat");
    static final int FLAGS = SLOT.int32("flags");
    static final int ACTIVITY = SLOT.int32("activity");
    static final int NAME_BYTES = SLOT.int32("nameBytes");
    static final int NAME = SLOT.text("name", NAME_MAX);
    static final int CONFIGURATION_BYTES = SLOT.int32("configurationBytes");
    static final int CONFIGURATION = SLOT.text("configuration", CONFIGURATION_MAX);
    static final int SEGMENT_BYTES = SLOT.int64("segmentBytes");
    static final int SEGMENT_STATUS = SLOT.int32("segmentStatus");
    static final int MEMBARRIER = SLOT.int32("membarrier");
    static final int LOCKED = SLOT.int32("locked");
    static final int NEIGHBOURHOOD = SLOT.int32("neighbourhood");
    static final int OPENED = SLOT.int32("opened");
    static final int SEGMENT_NAMELESS = SLOT.int64("segmentNameless");
    static final int FILES_NAMELESS = SLOT.int64("filesNameless");
    static final int NAMELESS_BYTES = SLOT.int64("namelessBytes");
    static final int BELL = SLOT.alignTo(LINE).int32("bell");
    static final int SLEEPING = SLOT.alignTo(LINE).int32("sleeping");
    static final int SLOT_LENGTH = SLOT.alignTo(LINE).length();

    private ControlLayout() {}

    static long slotOffset(int rank) {
        return HEADER_LENGTH + (long) rank * SLOT_LENGTH;
    }

    static long laneOffset(int lane, int size) {
        return slotOffset(size) + (long) lane * size * LINE;
    }

    /** Bytes of the file of a job of {@code size} ranks. */
    static long fileLength(int size) {
        return laneOffset(LANES, size);
    }
}
