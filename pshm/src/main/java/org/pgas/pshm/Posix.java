package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The few system calls that the JDK does not offer. Each is linked when it is first used, since linking costs milliseconds that a
 * short program would feel.
 */
@SuppressWarnings("restricted") // calling the C library is what this class is for
final class Posix {
    static final int PROT_READ_WRITE = 3;
    static final int MAP_SHARED = 1;
    static final int MAP_SHARED_FIXED = 0x01 | 0x10;
    static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
    static final int MAP_PRIVATE_ANONYMOUS_FIXED_NORESERVE = 0x02 | 0x10 | 0x20 | 0x4000;
    static final int MAP_PRIVATE_ANONYMOUS_FIXED_NOREPLACE_NORESERVE = 0x02 | 0x20 | 0x4000 | 0x100000;
    static final int O_RDWR_CREAT_EXCL_NOFOLLOW_CLOEXEC = 2 | 0100 | 0200 | 0400000 | 02000000;
    static final int O_RDWR_NOFOLLOW_CLOEXEC = 2 | 0400000 | 02000000;
    static final int MADV_REMOVE = 9;
    static final int MADV_HUGEPAGE = 14;
    static final int SIGKILL = 9;
    static final int EEXIST = 17;
    static final int ENOSPC = 28;
    private static final int EINTR = 4;
    private static final int MS_SYNC = 4;
    private static final int FALLOC_PUNCH_HOLE_KEEP_SIZE = 2 | 1;

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int STATX_BLOCKS = 0x400;
    private static final int STATX_BYTES = 256;
    private static final int STATX_BLOCKS_OFFSET = 48;
    private static final int STATX_BLOCK_BYTES = 512;

    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int MEMBARRIER_GLOBAL_EXPEDITED = 1 << 1;
    private static final int MEMBARRIER_REGISTER_GLOBAL_EXPEDITED = 1 << 2;
    private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");
    private static final long SYS_FUTEX = AARCH64 ? 98 : 202;
    private static final long SYS_MEMBARRIER = AARCH64 ? 283 : 324;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final StructLayout TIMESPEC = MemoryLayout.structLayout(ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    private Posix() {}

    private static MethodHandle link(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        MemorySegment symbol = LINKER.defaultLookup().find(name)
                .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
        return LINKER.downcallHandle(symbol, descriptor, options);
    }

    private static final class Open {
        static final MethodHandle CALL = link("open",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT),
                Linker.Option.captureCallState("errno"), Linker.Option.firstVariadicArg(2));
    }

    private static final class Close {
        static final MethodHandle CALL = link("close",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    private static final class Fallocate {
        static final MethodHandle CALL = link("posix_fallocate",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG));
    }

    /** Linux' own call, which can also take room away. */
    private static final class FallocateMode {
        static final MethodHandle CALL = link("fallocate",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
                Linker.Option.captureCallState("errno"));
    }

    private static final class Truncate {
        static final MethodHandle CALL = link("ftruncate",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                Linker.Option.captureCallState("errno"));
    }

    private static final class Statx {
        static final MethodHandle CALL = link("statx",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    private static final class Mmap {
        static final MethodHandle CALL = link("mmap",
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                Linker.Option.captureCallState("errno"));
    }

    private static final class Madvise {
        static final MethodHandle CALL = link("madvise",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT));
    }

    private static final class Msync {
        static final MethodHandle CALL = link("msync",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT),
                Linker.Option.captureCallState("errno"));
    }

    private static final class Kill {
        static final MethodHandle CALL = link("kill",
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    private static final class Futex {
        static final MethodHandle CALL = link("syscall",
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(1));
    }

    private static final class Membarrier {
        static final MethodHandle CALL = link("syscall",
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(1));
    }

    /** A file descriptor, or the negated errno. */
    static int open(String path, int flags, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            int fd = (int) Open.CALL.invokeExact(state, arena.allocateFrom(path), flags, mode);
            return fd >= 0 ? fd : -(int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static void close(int fd) {
        try {
            int ignored = (int) Close.CALL.invokeExact(fd);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Reserves the file's room from {@code offset} on, and makes the file so long; 0, or an errno. What is there stays. */
    static int fallocate(int fd, long offset, long bytes) {
        try {
            int error;
            do {
                error = (int) Fallocate.CALL.invokeExact(fd, offset, bytes);
            } while (error == EINTR);
            return error;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Gives the room of a part of a file back, which reads as zeros then, in every mapping; 0, or an errno. */
    static int punchHole(int fd, long offset, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            int error;
            do {
                int result = (int) FallocateMode.CALL.invokeExact(state, fd, FALLOC_PUNCH_HOLE_KEEP_SIZE, offset,
                        bytes);
                error = result == 0 ? 0 : (int) ERRNO.get(state, 0L);
            } while (error == EINTR);
            return error;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Makes a file so long, without room for what it gains; 0, or an errno. */
    static int truncate(int fd, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            int result = (int) Truncate.CALL.invokeExact(state, fd, bytes);
            return result == 0 ? 0 : (int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Bytes that a file takes on its device, or in memory, holes not counted; 0 if it is gone. */
    static long allocatedBytes(String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(STATX_BYTES, Long.BYTES);
            int result = (int) Statx.CALL.invokeExact(AT_FDCWD, arena.allocateFrom(path), AT_SYMLINK_NOFOLLOW,
                    STATX_BLOCKS, found);
            return result == 0 ? found.get(ValueLayout.JAVA_LONG, STATX_BLOCKS_OFFSET) * STATX_BLOCK_BYTES : 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** The address of the mapping. {@code address} 0 lets the system choose. */
    static long mmap(long address, long bytes, int flags, int fd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            long mapped = (long) Mmap.CALL.invokeExact(state, address, bytes, PROT_READ_WRITE, flags, fd, 0L);
            if (mapped == -1) {
                throw new IOException("mmap of " + bytes + " bytes failed with errno " + (int) ERRNO.get(state, 0L));
            }
            return mapped;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Advice: failure changes nothing but speed and memory taken, so it is not reported. */
    static void advise(long address, long bytes, int advice) {
        try {
            int ignored = (int) Madvise.CALL.invokeExact(address, bytes, advice);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns when a part of a mapping, whole pages, is on the device; 0, or an errno. */
    static int msync(long address, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            int result = (int) Msync.CALL.invokeExact(state, address, bytes, MS_SYNC);
            return result == 0 ? 0 : (int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static void kill(long pid, int signal) {
        try {
            int ignored = (int) Kill.CALL.invokeExact((int) pid, signal);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Sleeps until woken, unless the word differs from {@code expected}; for {@code nanos} at most; may wake without reason. */
    static void futexWait(long address, int expected, long nanos) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timeout = arena.allocate(TIMESPEC);
            timeout.setAtIndex(ValueLayout.JAVA_LONG, 0, nanos / 1_000_000_000);
            timeout.setAtIndex(ValueLayout.JAVA_LONG, 1, nanos % 1_000_000_000);
            long ignored = (long) Futex.CALL.invokeExact(SYS_FUTEX, address, FUTEX_WAIT, expected, timeout);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Wakes everybody who sleeps on the word. */
    static void futexWakeAll(long address) {
        try {
            long ignored = (long) Futex.CALL.invokeExact(SYS_FUTEX, address, FUTEX_WAKE, Integer.MAX_VALUE,
                    MemorySegment.NULL);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Makes this process one that {@link #membarrier} of any process reaches; false where the system refuses. */
    static boolean registerForMembarrier() {
        return membarrier(MEMBARRIER_REGISTER_GLOBAL_EXPEDITED);
    }

    /** A full fence on this thread and, at some point of their programs, on all running threads of registered processes. */
    static boolean membarrier() {
        return membarrier(MEMBARRIER_GLOBAL_EXPEDITED);
    }

    private static boolean membarrier(int command) {
        try {
            return (long) Membarrier.CALL.invokeExact(SYS_MEMBARRIER, command, 0, 0) == 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of the C library failed", e);
    }
}
