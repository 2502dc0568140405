package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.AttachException;
import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;

/**
 * The ranks' segments: a file each, its room reserved before anybody maps it, so that no access ever meets a missing page.
 *
 * <p>Attach is three steps with a barrier after each: every rank says how much it wants; every rank makes its file, unless all
 * together want more than there is, which all see alike; every rank maps all files, or all throw.
 */
final class SegmentFiles {
    private static final int REQUESTED = 1;
    private static final int CREATED = 2;
    private static final int NO_ROOM = 3;
    private static final int FAILED = 4;

    private final ControlFile control;
    private final int rank;
    private final long roomSetting;
    private final List<Mapping> mappings = new ArrayList<>();
    private String failure = "";

    SegmentFiles(ControlFile control, int rank, long roomSetting) {
        this.control = control;
        this.rank = rank;
        this.roomSetting = roomSetting;
    }

    Room room() {
        return Room.of(control.directory(), roomSetting);
    }

    void request(long bytes) {
        if (rank == 0) {
            SharedMemory.putLong(control.header(ControlLayout.ROOM_BYTES), room().bytes());
        }
        SharedMemory.putLong(control.slot(rank, ControlLayout.SEGMENT_BYTES), bytes);
        putStatus(REQUESTED);
    }

    void create() {
        long own = requested(rank);
        if (!fits()) {
            putStatus(NO_ROOM);
        } else {
            putStatus(own == 0 ? CREATED : createFile(path(rank), own));
        }
    }

    private int createFile(Path path, long bytes) {
        int fd = Posix.open(path.toString(), Posix.O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC, 0600);
        if (fd < 0) {
            failure = "open of " + path + " failed with errno " + -fd;
            return FAILED;
        }
        int error = Posix.fallocate(fd, bytes);
        Posix.close(fd);
        if (error != 0) {
            delete(path);
            failure = "reserving " + Room.size(bytes) + " failed with errno " + error;
            return error == Posix.ENOSPC ? NO_ROOM : FAILED;
        }
        return CREATED;
    }

    void map(AddressTable table) {
        for (int peer = 0; peer < control.size(); peer++) {
            if (status(peer) != CREATED) {
                delete(path(rank));
                throw failed();
            }
        }
        for (int peer = 0; peer < control.size(); peer++) {
            long bytes = requested(peer);
            if (bytes > 0) {
                Mapping mapping = mapFile(peer, bytes);
                mappings.add(mapping);
                table.publish(peer, mapping.address(), bytes);
            }
        }
    }

    private Mapping mapFile(int peer, long bytes) {
        Path path = path(peer);
        try {
            if (Files.size(path) != bytes) {
                throw new AttachException(
                        "segment file " + path + " of rank " + peer + " has " + Files.size(path) + " bytes, not "
                                + bytes + ": somebody changed it");
            }
            int fd = Posix.open(path.toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0);
            if (fd < 0) {
                throw new AttachException("cannot open segment file " + path + " of rank " + peer + ": errno " + -fd);
            }
            try {
                return Mapping.of(fd, bytes);
            } finally {
                Posix.close(fd);
            }
        } catch (IOException e) {
            throw new AttachException("cannot map segment file " + path + " of rank " + peer + ": " + e
                    + ": is the address space limited (ulimit -v)?");
        }
    }

    private boolean fits() {
        long left = SharedMemory.getLong(control.header(ControlLayout.ROOM_BYTES));
        for (int peer = 0; peer < control.size(); peer++) {
            left -= requested(peer);
            if (left < 0) {
                return false;
            }
        }
        return true;
    }

    private AttachException failed() {
        long room = SharedMemory.getLong(control.header(ControlLayout.ROOM_BYTES));
        StringBuilder wanted = new StringBuilder();
        StringBuilder without = new StringBuilder();
        double total = 0;
        for (int peer = 0; peer < control.size(); peer++) {
            total += requested(peer);
            if (status(peer) != CREATED) {
                without.append(' ').append(peer);
            }
            if (peer < 8) {
                wanted.append(peer == 0 ? "" : ", ").append(Room.size(requested(peer)));
            }
        }
        Room now = room();
        return new AttachException("rank " + rank + ": attach: ranks" + without + " got no segment: " + control.size()
                + " ranks want "
                + Room.size((long) total) + " in all (" + wanted + (control.size() > 8 ? ", ..." : "") + "), and "
                + Room.size(room)
                + " is free, limited by " + now.limit() + (failure.isEmpty() ? "" : "; on this rank " + failure)
                + ": ask for at most " + Room.size(room / control.size())
                + " a rank (--segment), free some memory, or enlarge the file "
                + "system (mount -o remount,size=..., docker run --shm-size=...) or choose another with pgas.dir");
    }

    private long requested(int peer) {
        return Math.max(0, SharedMemory.getLong(control.slot(peer, ControlLayout.SEGMENT_BYTES)));
    }

    private int status(int peer) {
        return SharedMemory.getInt(control.slot(peer, ControlLayout.SEGMENT_STATUS));
    }

    private void putStatus(int status) {
        SharedMemory.putInt(control.slot(rank, ControlLayout.SEGMENT_STATUS), status);
    }

    private Path path(int peer) {
        return control.directory().resolve("seg-" + peer + "-0");
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            System.getLogger(SegmentFiles.class.getName()).log(System.Logger.Level.DEBUG, "not removed: " + path, e);
        }
    }

    /** Gives the memory of all mappings back; the addresses stay valid and read as zeros. */
    void abandon() {
        mappings.forEach(Mapping::abandon);
    }
}
