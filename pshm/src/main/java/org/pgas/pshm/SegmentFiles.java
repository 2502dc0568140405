package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.pgas.AttachException;
import org.pgas.ByteSize;
import org.pgas.GlobalPointer;
import org.pgas.Setting;
import org.pgas.memory.AddressTable;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Topology;

/**
 * The ranks' segments: a file each, of the segment and its {@link SegmentTrailer}, its room reserved before anybody
 * maps it, so that no access ever meets a missing page.
 *
 * <p>Attach is four steps with a barrier after each: every rank says how much it wants; every rank makes its file,
 * unless all together want more than there is, which all see alike; every rank maps all files and says whether it
 * could; every rank publishes what it mapped, or all throw. A rank maps files of its neighbourhood only. Each host has
 * its own room, for its own ranks.
 *
 * <p>When all have mapped its file, a rank takes the file's name away, unless names are to be kept: no other process
 * can shorten it then, and the kernel frees its memory with the last process that has it.
 */
final class SegmentFiles implements AttachedSegments {
    // field    writer                                reader       order
    // watched  the publishing thread, the watcher    the watcher  volatile, of arrays that do not change any more
    // named    the same                              the watcher  the same

    private static final long PAGE_BYTES = 4096;

    private static final int REQUESTED = 1;
    private static final int CREATED = 2;
    private static final int NO_ROOM = 3;
    private static final int FAILED = 4;
    private static final int GAVE_UP = 5;
    private static final int MAPPED = 6;

    /** What a rank says of the file of its segment. */
    private static final int NAMELESS = 1;

    /** What a rank says instead of a number of bytes when it gives up. */
    private static final long NOTHING = -1;

    /**
     * From here down: memory of the rank's program, which gets no file; a rank with n bytes of it says this minus n.
     */
    private static final long CLIENT = -2;

    private final ControlFile control;
    private final int rank;
    private final long roomSetting;
    private final boolean keepsNames;
    private final Topology topology;

    /** The ranks of this host, which share its memory. */
    private final int[] here;

    /** By peer; null where nothing is mapped. */
    private final Mapping[] mapped;

    /** By peer, as {@link #mapped}; of all together once they are published, before that none. */
    private final FileIdentity[] identities;

    /** This rank's own, and peers'. */
    private volatile WatchedFile[][] watched = {{}, {}};

    /** Ranks with mapped files that may still have names. */
    private volatile int[] named = {};

    private boolean created;

    /** The file of this rank's segment, between {@link #map} and {@link #publish}; else -1. */
    private int fd = -1;

    private String failure = "";

    /** @param keepsNames whether the file of this rank's segment stays in the job's directory */
    SegmentFiles(ControlFile control, int rank, long roomSetting, boolean keepsNames, Topology topology) {
        this.control = control;
        this.rank = rank;
        this.roomSetting = roomSetting;
        this.keepsNames = keepsNames;
        this.topology = topology;
        here = topology.ranksOnHostOf(rank);
        this.mapped = new Mapping[control.size()];
        this.identities = new FileIdentity[control.size()];
    }

    private Room room() {
        return SegmentStorage.room(control, roomSetting);
    }

    @Override
    public long maxBytes() {
        return Math.min(largest(room().bytes()), GlobalPointer.MAX_SEGMENT_BYTES) / PAGE_BYTES * PAGE_BYTES;
    }

    @Override
    public long pageBytes() {
        return PAGE_BYTES;
    }

    /** Bytes of segment that each rank can have when all want as much. */
    private long largest(long room) {
        return Math.max(0, room / here.length - SegmentTrailer.BYTES);
    }

    @Override
    public void request(long bytes) {
        say(bytes < 0 ? NOTHING : bytes);
    }

    @Override
    public void requestClientMemory(long bytes) {
        say(CLIENT - bytes);
    }

    private void say(long bytes) {
        if (rank == here[0]) {
            SharedMemory.putLong(control.header(ControlLayout.ROOM_BYTES), room().bytes());
        }
        SharedMemory.putLong(control.slot(rank, ControlLayout.SEGMENT_BYTES), bytes);
        putStatus(bytes == NOTHING ? GAVE_UP : REQUESTED);
    }

    @Override
    public void create() {
        long own = fileBytes(rank);
        if (status(rank) == GAVE_UP) {
            return;
        }
        if (!fits()) {
            putStatus(NO_ROOM);
        } else {
            putStatus(own == 0 ? CREATED : createFile(path(rank), own));
        }
    }

    private int createFile(Path path, long bytes) {
        int fd = Posix.open(path.toString(), Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC, 0600);
        if (fd < 0) {
            failure = "open of " + path + " failed with " + Errno.text(-fd);
            return FAILED;
        }
        int error = Posix.fallocate(fd, 0, bytes);
        Posix.close(fd);
        if (error != 0) {
            JobDirectory.delete(path);
            failure = "reserving " + ByteSize.text(bytes) + " failed with " + Errno.text(error);
            return error == Posix.ENOSPC ? NO_ROOM : FAILED;
        }
        created = true;
        return CREATED;
    }

    @Override
    public void map() {
        for (int peer = 0; peer < control.size(); peer++) {
            // a faster rank may have mapped already; if one has failed, all will
            if (status(peer) != CREATED && status(peer) != MAPPED) {
                return;
            }
        }
        try {
            for (int peer = 0; peer < control.size(); peer++) {
                long bytes = fileBytes(peer);
                mapped[peer] = bytes > 0 && isNear(peer) ? mapFile(peer, bytes) : null;
            }
            putStatus(MAPPED);
        } catch (IOException e) {
            failure = e.getMessage();
            putStatus(FAILED);
        }
    }

    @Override
    public void publish(AddressTable table) {
        for (int peer = 0; peer < control.size(); peer++) {
            if (status(peer) != MAPPED) {
                AttachException failed = failed();
                if (created) {
                    JobDirectory.delete(path(rank));
                    created = false;
                }
                abandon();
                failure = "";
                throw failed;
            }
        }
        for (int peer = 0; peer < control.size(); peer++) {
            if (mapped[peer] != null) {
                table.publish(peer, mapped[peer].address(), mapped[peer].bytes() - SegmentTrailer.BYTES);
            }
        }
        if (created && !keepsNames && removeName()) {
            SharedMemory.putLongRelease(control.slot(rank, ControlLayout.SEGMENT_NAMELESS),
                    identities[rank].sign(NAMELESS));
        }
        closeFile();
        watch(IntStream.range(0, mapped.length).filter(peer -> mapped[peer] != null).toArray());
    }

    /** Says whether the file of this rank's segment has no name any more, and cannot be cut. */
    private boolean removeName() {
        return Posix.isInMemory(fd) && JobDirectory.delete(path(rank)) == null && Posix.hasNoName(fd);
    }

    private void closeFile() {
        if (fd >= 0) {
            Posix.close(fd);
            fd = -1;
        }
    }

    /** These files alone may be changed by other processes. Of a rank that has left, the name stays. */
    private void watch(int[] ranks) {
        List<WatchedFile> peers = new ArrayList<>();
        WatchedFile[] own = {};
        for (int peer : ranks) {
            if (peer != rank) {
                peers.add(WatchedFile.ofOthers(path(peer), identities[peer], () -> false));
            } else if (!isNameless(peer)) {
                own = new WatchedFile[]{WatchedFile.inPlace(path(peer), identities[peer], () -> false)};
            }
        }
        watched = new WatchedFile[][]{own, peers.toArray(WatchedFile[]::new)};
        named = ranks;
    }

    /** Takes notice of files that have no names any more. For the watcher. */
    void settle() {
        int[] before = named;
        int[] left = IntStream.of(before).filter(peer -> !isNameless(peer)).toArray();
        if (left.length < before.length) {
            for (int peer : before) {
                Mapping mapping = mapped[peer];
                if (mapping != null && isNameless(peer)) {
                    mapping.cannotBeCut();
                }
            }
            watch(left);
        }
    }

    /** Bytes of files without names that ranks have attached: the job's directory does not show them. */
    static long namelessBytes(ControlFile control) {
        long bytes = 0;
        for (int rank = 0; rank < control.size(); rank++) {
            bytes += namelessBytes(control, rank);
        }
        return bytes;
    }

    /** The same of one rank's. */
    static long namelessBytes(ControlFile control, int rank) {
        long wanted = SharedMemory.getLong(control.slot(rank, ControlLayout.SEGMENT_BYTES));
        return SharedMemory.getLongAcquire(control.slot(rank, ControlLayout.SEGMENT_NAMELESS)) != 0
                ? fileBytes(Math.clamp(wanted, 0, GlobalPointer.MAX_SEGMENT_BYTES))
                : 0;
    }

    /** The file of this rank's segment, or those of its peers'; none before they are published. Any thread. */
    WatchedFile[] files(boolean own) {
        return watched[own ? 0 : 1];
    }

    private Mapping mapFile(int peer, long bytes) throws IOException {
        Path path = path(peer);
        int fd = Posix.open(path.toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0);
        if (fd < 0) {
            throw new IOException("cannot open segment file " + path + " of rank " + peer + ": " + Errno.text(-fd));
        }
        boolean kept = false;
        try {
            if (Files.size(path) != bytes) {
                throw new IOException("segment file " + path + " of rank " + peer + " has " + Files.size(path)
                        + " bytes, not " + bytes + ": somebody changed it");
            }
            identities[peer] = Posix.identity(fd);
            Mapping mapping = Mapping.of(fd, bytes);
            if (peer == rank) {
                this.fd = fd;
                kept = true;
            }
            return mapping;
        } catch (IOException e) {
            throw new IOException("cannot map segment file " + path + " of rank " + peer + ": " + e.getMessage(), e);
        } finally {
            if (!kept) {
                Posix.close(fd);
            }
        }
    }

    private boolean fits() {
        long left = SharedMemory.getLong(control.header(ControlLayout.ROOM_BYTES));
        for (int peer : here) {
            left -= fileBytes(peer);
            if (left < 0) {
                return false;
            }
        }
        return true;
    }

    private AttachException failed() {
        StringBuilder wanted = new StringBuilder();
        StringBuilder without = new StringBuilder();
        double total = 0;
        int named = 0;
        for (int peer = 0; peer < control.size(); peer++) {
            total += topology.host(peer) == topology.host(rank) ? fileBytes(peer) : 0;
            if (status(peer) == GAVE_UP) {
                return new AttachException(
                        "rank " + rank + ": attach: rank " + peer + " gave up: what it wanted to attach is illegal");
            }
            if (status(peer) != CREATED && status(peer) != MAPPED) {
                without.append(' ').append(peer);
            }
            if (topology.host(peer) == topology.host(rank) && named++ < 8) {
                wanted.append(named == 1 ? "" : ", ").append(ByteSize.text(wanted(peer)));
            }
        }
        if (!somebodyHereLacksRoom()) {
            return new AttachException("rank " + rank + ": attach: ranks" + without + " got no segment: "
                    + (failure.isEmpty() ? "there is room, and they say what failed" : "on this rank " + failure));
        }
        long room = SharedMemory.getLong(control.header(ControlLayout.ROOM_BYTES));
        Room now = room();
        return new AttachException("rank " + rank + ": attach: ranks" + without + " got no segment: " + here.length
                + " ranks want "
                + ByteSize.text((long) total) + " in all (" + wanted + (here.length > 8 ? ", ..." : "") + "), and "
                + ByteSize.text(room)
                + " is free, limited by " + now.limit() + (failure.isEmpty() ? "" : "; on this rank " + failure)
                + ": ask for at most " + largest(room) / PAGE_BYTES * PAGE_BYTES / 1024
                + "k a rank (" + Setting.SEGMENT.key() + ", --segment; the library takes " + SegmentTrailer.BYTES / 1024
                + "k beside each), or " + now.remedy());
    }

    private boolean somebodyHereLacksRoom() {
        for (int peer : here) {
            if (status(peer) == NO_ROOM) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long toldAddress(int peer) {
        return control.slot(peer, ControlLayout.SEGMENT_BYTES);
    }

    private long said(int peer) {
        return SharedMemory.getLong(control.slot(peer, ControlLayout.SEGMENT_BYTES));
    }

    /** Bytes of the segment that the rank wants. */
    private long wanted(int peer) {
        return Math.max(0, said(peer));
    }

    /** Bytes of the file for it; 0 for none. */
    private long fileBytes(int peer) {
        return fileBytes(wanted(peer));
    }

    private static long fileBytes(long wanted) {
        // what is too much to have a trailer is too much without one
        return wanted == 0 ? 0 : Math.max(wanted, wanted + SegmentTrailer.BYTES);
    }

    @Override
    public long clientMemoryBytes(int peer) {
        long said = said(peer);
        if (said <= CLIENT) {
            return CLIENT - said;
        }
        return said > 0 && !isNear(peer) ? said : -1;
    }

    /** Whether the peer's memory is mapped here. */
    private boolean isNear(int peer) {
        return topology.neighbourhood(peer) == topology.neighbourhood(rank);
    }

    private int status(int peer) {
        return SharedMemory.getInt(control.slot(peer, ControlLayout.SEGMENT_STATUS));
    }

    /** Whether the file of a rank, which is mapped here, has no name any more. */
    private boolean isNameless(int peer) {
        return SharedMemory.getLongAcquire(control.slot(peer, ControlLayout.SEGMENT_NAMELESS)) == identities[peer]
                .sign(NAMELESS);
    }

    private void putStatus(int status) {
        SharedMemory.putInt(control.slot(rank, ControlLayout.SEGMENT_STATUS), status);
    }

    private Path path(int peer) {
        return control.directory().resolve("seg-" + peer + "-0");
    }

    /** Gives the memory of all mappings back; the addresses stay valid and read as zeros. */
    void abandon() {
        closeFile();
        for (int peer = 0; peer < mapped.length; peer++) {
            if (mapped[peer] != null) {
                mapped[peer].abandon();
                mapped[peer] = null;
            }
        }
    }
}
