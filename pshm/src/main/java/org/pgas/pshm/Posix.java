package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;

/** The few system calls that the JDK does not offer. */
@SuppressWarnings("restricted") // calling the C library is what this class is for
final class Posix {
    static final int PROT_READ_WRITE = 3;
    static final int MAP_SHARED = 1;
    static final int MAP_SHARED_FIXED = 0x01 | 0x10;
    static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
    static final int MAP_PRIVATE_ANONYMOUS_FIXED_NORESERVE = 0x02 | 0x10 | 0x20 | 0x4000;
    static final int MAP_PRIVATE_ANONYMOUS_FIXED_NOREPLACE_NORESERVE = 0x02 | 0x20 | 0x4000 | 0x100000;
    private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");
    private static final int O_NOFOLLOW = AARCH64 ? 0100000 : 0400000;
    static final int O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC = 2 | 0100 | 0200 | O_NOFOLLOW | 02000000;
    static final int O_RDWR_NOFOLLOW_CLOEXEC = 2 | O_NOFOLLOW | 02000000;
    /** If the name is that of a pipe, opening it does not wait for a writer. */
    static final int O_RDONLY_NONBLOCK_NOFOLLOW_CLOEXEC = 04000 | O_NOFOLLOW | 02000000;
    static final int MADV_REMOVE = 9;
    static final int MADV_HUGEPAGE = 14;
    static final int SIGKILL = 9;
    static final int EBADF = 9;
    static final int EAGAIN = 11;
    static final int EEXIST = 17;
    static final int ENOSPC = 28;
    private static final int ENOENT = 2;
    private static final int ENOTDIR = 20;
    static final int F_WRLCK = 1;
    static final int F_UNLCK = 2;
    private static final int F_OFD_GETLK = 36;
    private static final int F_OFD_SETLK = 37;
    private static final int LOCK_EXCLUSIVE_NONBLOCK = 2 | 4;
    private static final int FLOCK_BYTES = 32;
    private static final int FLOCK_TYPE = 0;
    private static final int FLOCK_START = 8;
    private static final int FLOCK_LENGTH = 16;
    private static final int EINTR = 4;
    private static final int EACCES = 13;
    private static final int MS_SYNC = 4;

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_INODE_AND_SIZE = 0x100 | 0x200;
    private static final int STATX_INODE_OFFSET = 32;
    private static final int STATX_SIZE_OFFSET = 40;

    /** Two ints, the major and the minor number. */
    private static final int STATX_DEVICE_OFFSET = 136;

    private static final int STATX_LINKS = 0x4;
    private static final int STATX_LINKS_OFFSET = 16;
    private static final int STATX_BLOCKS = 0x400;
    private static final int STATX_BYTES = 256;
    private static final int STATX_BLOCKS_OFFSET = 48;
    private static final int STATX_BLOCK_BYTES = 512;

    /** More than a {@code struct statfs} has, which begins with the kind as a long. */
    private static final int STATFS_BYTES = 256;
    private static final long TMPFS_MAGIC = 0x0102_1994;

    private static final int TIMESPEC_BYTES = 2 * Long.BYTES;
    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int MEMBARRIER_GLOBAL_EXPEDITED = 1 << 1;
    private static final int MEMBARRIER_REGISTER_GLOBAL_EXPEDITED = 1 << 2;
    private static final long SYS_FUTEX = AARCH64 ? 98 : 202;
    private static final long SYS_MEMBARRIER = AARCH64 ? 283 : 324;
    private static final long SYS_PIDFD_OPEN = 434;
    private static final int POLLFD_BYTES = 8;
    private static final int POLLFD_EVENTS = 4;
    private static final int POLLFD_FOUND = 6;
    private static final short POLLIN = 1;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final long STATE_BYTES = Linker.Option.captureStateLayout().byteSize();
    private static final long ERRNO_OFFSET = Linker.Option.captureStateLayout()
            .byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    /**
     * Calls the function at an address. One form for all, since linking a form takes longer than the rest of a join. It
     * has a long for each register of integers, where an int is a long of the same value; a function looks only at the
     * registers that it takes. The result is a long, too; the function's type says how many of its bits count.
     */
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
            Linker.Option.captureCallState("errno"));

    /** Where calls leave an errno for which nobody asks. */
    private static final MemorySegment UNASKED = Arena.global().allocate(STATE_BYTES, Long.BYTES);

    private Posix() {}

    /** Functions of the C library, each found when it is first called: not every library has all of them. */
    private enum Function {
        OPEN("open"),
        CLOSE("close"),
        READ("read"),
        WRITE("write"),
        FCNTL("fcntl"),
        FLOCK("flock"),
        FALLOCATE("posix_fallocate"),
        TRUNCATE("ftruncate"),
        STATX("statx"),
        FSTATFS("fstatfs"),
        GETXATTR("getxattr"),
        MMAP("mmap"),
        MADVISE("madvise"),
        MSYNC("msync"),
        POLL("poll"),
        KILL("kill"),
        SYSCALL("syscall");

        private final String name;
        private MemorySegment found; // any thread | any thread | plain: each finds the same

        Function(String name) {
            this.name = name;
        }

        MemorySegment address() {
            MemorySegment address = found;
            if (address == null) {
                address = LINKER.defaultLookup().find(name)
                        .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
                found = address;
            }
            return address;
        }
    }

    private static long call(Function function, MemorySegment state, long a, long b, long c, long d, long e,
            long f) {
        try {
            return (long) CALL.invokeExact(function.address(), state, a, b, c, d, e, f);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static long call(Function function, MemorySegment state, long a, long b, long c) {
        return call(function, state, a, b, c, 0, 0, 0);
    }

    private static MemorySegment state(Arena arena) {
        return arena.allocate(STATE_BYTES, Long.BYTES);
    }

    private static int errno(MemorySegment state) {
        return state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
    }

    /** 0, or the errno of a call that answers 0 when all is well. */
    private static int error(Function function, long a, long b, long c) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = state(arena);
            return (int) call(function, state, a, b, c) == 0 ? 0 : errno(state);
        }
    }

    /** A file descriptor, or the negated errno. */
    static int open(String path, int flags, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = state(arena);
            int fd = (int) call(Function.OPEN, state, arena.allocateFrom(path).address(), flags, mode);
            return fd >= 0 ? fd : -errno(state);
        }
    }

    static void close(int fd) {
        call(Function.CLOSE, UNASKED, fd, 0, 0);
    }

    /** Bytes read to native memory, 0 at the end, or the negated errno. May wait. */
    static int read(int fd, MemorySegment into) {
        return transfer(Function.READ, fd, into);
    }

    /** Bytes written from native memory, or the negated errno. May wait. */
    static int write(int fd, MemorySegment from) {
        return transfer(Function.WRITE, fd, from);
    }

    private static int transfer(Function function, int fd, MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = state(arena);
            long count;
            do {
                count = call(function, state, fd, memory.address(), memory.byteSize());
            } while (count < 0 && errno(state) == EINTR);
            return count < 0 ? -errno(state) : (int) count;
        }
    }

    /**
     * Locks bytes for the open file, or gives them back, without waiting. Answers 0 or an errno: {@link #EAGAIN} where
     * another open file has them. 0 {@code bytes} are all that follow.
     */
    static int lock(int fd, int type, long at, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            int error = error(Function.FCNTL, fd, F_OFD_SETLK, flock(arena, type, at, bytes).address());
            return error == EACCES ? EAGAIN : error;
        }
    }

    /** The lock that keeps this open file from locking these bytes, or {@link #F_UNLCK}; else the negated errno. */
    static int lockOfOthers(int fd, long at, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = state(arena);
            MemorySegment lock = flock(arena, F_WRLCK, at, bytes);
            int result = (int) call(Function.FCNTL, state, fd, F_OFD_GETLK, lock.address());
            return result == 0 ? lock.get(ValueLayout.JAVA_SHORT, FLOCK_TYPE) : -errno(state);
        }
    }

    /** A struct flock; what it has besides is 0: offsets count from the file's begin, and there is no process. */
    private static MemorySegment flock(Arena arena, int type, long at, long bytes) {
        MemorySegment lock = arena.allocate(FLOCK_BYTES, Long.BYTES);
        lock.set(ValueLayout.JAVA_SHORT, FLOCK_TYPE, (short) type);
        lock.set(ValueLayout.JAVA_LONG, FLOCK_START, at);
        lock.set(ValueLayout.JAVA_LONG, FLOCK_LENGTH, bytes);
        return lock;
    }

    /**
     * Locks the whole file for the open file, which may be a directory, without waiting. False while another open file
     * has it; true also where the file system has no such locks.
     */
    static boolean tryLockWhole(int fd) {
        int error = error(Function.FLOCK, fd, LOCK_EXCLUSIVE_NONBLOCK, 0);
        return error != EAGAIN && error != EINTR;
    }

    /**
     * Reserves the file's room from {@code offset} on, and makes the file so long; 0, or an errno. What is there stays.
     */
    static int fallocate(int fd, long offset, long bytes) {
        int error;
        do {
            error = (int) call(Function.FALLOCATE, UNASKED, fd, offset, bytes);
        } while (error == EINTR);
        return error;
    }

    /** Makes a file so long, without room for what it gains; 0, or an errno. */
    static int truncate(int fd, long bytes) {
        return error(Function.TRUNCATE, fd, bytes, 0);
    }

    /** Bytes that a file takes on its device, or in memory, holes not counted; 0 if it is gone. */
    static long allocatedBytes(String path) {
        return allocatedBytes(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW);
    }

    /** The same of an open file. */
    static long allocatedBytes(int fd) {
        return allocatedBytes(fd, "", AT_EMPTY_PATH);
    }

    private static long allocatedBytes(int directory, String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(STATX_BYTES, Long.BYTES);
            int result = (int) call(Function.STATX, UNASKED, directory, arena.allocateFrom(path).address(),
                    flags, STATX_BLOCKS, found.address(), 0);
            return result == 0 ? found.get(ValueLayout.JAVA_LONG, STATX_BLOCKS_OFFSET) * STATX_BLOCK_BYTES : 0;
        }
    }

    /** Whether an open file has no name any more, not in any directory; false where that cannot be found out. */
    static boolean hasNoName(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(STATX_BYTES, Long.BYTES);
            int result = (int) call(Function.STATX, UNASKED, fd, arena.allocateFrom("").address(), AT_EMPTY_PATH,
                    STATX_LINKS, found.address(), 0);
            return result == 0 && (found.get(ValueLayout.JAVA_INT, 0) & STATX_LINKS) != 0
                    && found.get(ValueLayout.JAVA_INT, STATX_LINKS_OFFSET) == 0;
        }
    }

    /** Whether an open file is memory, of a tmpfs: what was reserved of it stays while it is open or mapped. */
    static boolean isInMemory(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(STATFS_BYTES, Long.BYTES);
            return (int) call(Function.FSTATFS, UNASKED, fd, found.address(), 0) == 0
                    && found.get(ValueLayout.JAVA_LONG, 0) == TMPFS_MAGIC;
        }
    }

    /** Which file has that name, whatever it is. @throws NoSuchFileException when there is none */
    static FileIdentity identity(String path) throws IOException {
        return identity(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW);
    }

    /** Which file is open there. */
    static FileIdentity identity(int fd) throws IOException {
        return identity(fd, "", AT_EMPTY_PATH);
    }

    private static FileIdentity identity(int directory, String path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return identity(directory, path, arena.allocateFrom(path), flags, state(arena),
                    arena.allocate(STATX_BYTES, Long.BYTES));
        }
    }

    private static FileIdentity identity(int directory, String path, MemorySegment name, int flags,
            MemorySegment state, MemorySegment found) throws IOException {
        int result = (int) call(Function.STATX, state, directory, name.address(), flags, STATX_INODE_AND_SIZE,
                found.address(), 0);
        if (result != 0) {
            int error = errno(state);
            if (error == ENOENT || error == ENOTDIR) {
                throw new NoSuchFileException(path);
            }
            throw new IOException("cannot look at " + path + ": " + Errno.text(error));
        }
        return new FileIdentity(found.get(ValueLayout.JAVA_LONG, STATX_DEVICE_OFFSET),
                found.get(ValueLayout.JAVA_LONG, STATX_INODE_OFFSET),
                found.get(ValueLayout.JAVA_LONG, STATX_SIZE_OFFSET));
    }

    /** A name to ask for again and again. For one thread: it has what the kernel reads and writes. */
    static final class FileName {
        private final String path;
        private final MemorySegment name;
        private final MemorySegment state;
        private final MemorySegment found;

        FileName(String path) {
            this.path = path;
            // one piece: to allocate takes longer than to ask
            byte[] text = path.getBytes(StandardCharsets.UTF_8);
            MemorySegment all = Arena.ofAuto().allocate(STATX_BYTES + STATE_BYTES + text.length + 1, Long.BYTES);
            found = all.asSlice(0, STATX_BYTES);
            state = all.asSlice(STATX_BYTES, STATE_BYTES);
            name = all.asSlice(STATX_BYTES + STATE_BYTES);
            MemorySegment.copy(text, 0, name, ValueLayout.JAVA_BYTE, 0, text.length);
        }

        /** As {@link Posix#identity(String)}. */
        FileIdentity identity() throws IOException {
            return Posix.identity(AT_FDCWD, path, name, AT_SYMLINK_NOFOLLOW, state, found);
        }
    }

    /** Whether a directory gives rights to users or groups besides its own: those of its group do not show them. */
    static boolean hasAccessList(String path) {
        try (Arena arena = Arena.ofConfined()) {
            return call(Function.GETXATTR, UNASKED, arena.allocateFrom(path).address(),
                    arena.allocateFrom("system.posix_acl_access").address(), 0) > 0;
        }
    }

    /** The address of the mapping. {@code address} 0 lets the system choose. */
    static long mmap(long address, long bytes, int flags, int fd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = state(arena);
            long mapped = call(Function.MMAP, state, address, bytes, PROT_READ_WRITE, flags, fd, 0);
            if (mapped == -1) {
                throw new IOException("mmap of " + bytes + " bytes failed with " + Errno.text(errno(state)));
            }
            return mapped;
        }
    }

    /** Advice: failure changes nothing but speed and memory taken, so it is not reported. */
    static void advise(long address, long bytes, int advice) {
        call(Function.MADVISE, UNASKED, address, bytes, advice);
    }

    /** Returns when a part of a mapping, whole pages, is on the device; 0, or an errno. */
    static int msync(long address, long bytes) {
        return error(Function.MSYNC, address, bytes, MS_SYNC);
    }

    static void kill(long pid, int signal) {
        call(Function.KILL, UNASKED, (int) pid, signal, 0);
    }

    /** Sleeps until woken, unless the word is not {@code expected}; at most {@code nanos}; may wake without reason. */
    static void futexWait(long address, int expected, long nanos) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timeout = arena.allocate(TIMESPEC_BYTES, Long.BYTES);
            timeout.set(ValueLayout.JAVA_LONG, 0, nanos / 1_000_000_000);
            timeout.set(ValueLayout.JAVA_LONG, Long.BYTES, nanos % 1_000_000_000);
            call(Function.SYSCALL, UNASKED, SYS_FUTEX, address, FUTEX_WAIT, expected, timeout.address(), 0);
        }
    }

    /** Wakes every thread that sleeps on the word. */
    static void futexWakeAll(long address) {
        call(Function.SYSCALL, UNASKED, SYS_FUTEX, address, FUTEX_WAKE, Integer.MAX_VALUE, 0, 0);
    }

    /** Makes this process one that {@link #membarrier} of any process reaches; false where the system refuses. */
    static boolean registerForMembarrier() {
        return membarrier(MEMBARRIER_REGISTER_GLOBAL_EXPEDITED);
    }

    /** A full fence on this thread and, at some point of their programs, on all threads of registered processes. */
    static boolean membarrier() {
        return membarrier(MEMBARRIER_GLOBAL_EXPEDITED);
    }

    private static boolean membarrier(int command) {
        return call(Function.SYSCALL, UNASKED, SYS_MEMBARRIER, command, 0) == 0;
    }

    /** An open descriptor of a process. For one thread: it has what the kernel reads and writes. */
    static final class ProcessDescriptor implements AutoCloseable {
        private final int fd;
        private final Arena arena = Arena.ofConfined();
        private final MemorySegment poll = arena.allocate(POLLFD_BYTES, Long.BYTES);

        private ProcessDescriptor(int fd) {
            this.fd = fd;
            poll.set(ValueLayout.JAVA_INT, 0, fd);
            poll.set(ValueLayout.JAVA_SHORT, POLLFD_EVENTS, POLLIN);
        }

        /** Opens the process that has that number now; null if there is none, or the system has no such descriptors. */
        static ProcessDescriptor open(long pid) {
            int fd = (int) call(Function.SYSCALL, UNASKED, SYS_PIDFD_OPEN, pid, 0);
            return fd < 0 ? null : new ProcessDescriptor(fd);
        }

        /**
         * Dead when all its threads have ended, also when its parent was not told yet; unknown when the descriptor is
         * one no more.
         */
        Life life() {
            int found = (int) call(Function.POLL, UNASKED, poll.address(), 1, 0);
            return found == 0 ? Life.ALIVE
                    : found > 0 && (poll.get(ValueLayout.JAVA_SHORT, POLLFD_FOUND) & POLLIN) != 0 ? Life.DEAD
                            : Life.UNKNOWN;
        }

        @Override
        public void close() {
            Posix.close(fd);
            arena.close();
        }
    }

    /** Copies between processes. For one thread: it has what the kernel reads, and keeps the native side open. */
    static final class ProcessCopy {
        private static final MemorySegment READ = LINKER.defaultLookup().find("process_vm_readv").orElse(null);
        private static final MemorySegment WRITE = LINKER.defaultLookup().find("process_vm_writev").orElse(null);

        /** As {@link Posix#CALL}, with a last argument that is memory of this call, which no function looks at. */
        private static final MethodHandle CALL_ON_MEMORY = LINKER.downcallHandle(
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS),
                Linker.Option.captureCallState("errno"));

        private static final int LOCAL = 0;
        private static final int REMOTE = 2 * Long.BYTES;
        private static final int VECTORS_BYTES = 4 * Long.BYTES;

        private final MemorySegment vectors = Arena.ofAuto().allocate(VECTORS_BYTES, Long.BYTES);
        private final MemorySegment state = Arena.ofAuto().allocate(STATE_BYTES, Long.BYTES);

        static boolean isSupported() {
            return READ != null && WRITE != null;
        }

        /** Copies from an address of process {@code pid} to native memory, or there; whether all came. */
        boolean copy(boolean isRead, long pid, long address, MemorySegment local, long offset, long bytes) {
            MemorySegment function = isRead ? READ : WRITE;
            for (long done = 0; done < bytes;) {
                vectors.set(ValueLayout.JAVA_LONG, LOCAL, local.address() + offset + done);
                vectors.set(ValueLayout.JAVA_LONG, LOCAL + Long.BYTES, bytes - done);
                vectors.set(ValueLayout.JAVA_LONG, REMOTE, address + done);
                vectors.set(ValueLayout.JAVA_LONG, REMOTE + Long.BYTES, bytes - done);
                long copied;
                try {
                    copied = (long) CALL_ON_MEMORY.invokeExact(function, state, pid, vectors.address() + LOCAL, 1L,
                            vectors.address() + REMOTE, 1L, 0L, local);
                } catch (RuntimeException e) {
                    throw e; // closed, or confined to another thread: the caller's mistake, which has a name
                } catch (Throwable t) {
                    throw unexpected(t);
                }
                if (copied > 0) {
                    done += copied;
                } else if (copied == 0 || errno(state) != EINTR) {
                    return false;
                }
            }
            return true;
        }
    }

    private static IllegalStateException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of the C library failed", e);
    }
}
