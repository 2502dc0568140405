package org.pgas.pshm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

import org.pgas.spi.PeerProcess;

/**
 * Memory of another process, through the calls that Linux has for that. The kernel decides which processes may be
 * reached, as for a debugger: those of the same user, unless Yama or a container's filter is stricter.
 *
 * <p>The calls name a process by a number, which is used again when it has died. So its start is looked at before the
 * first call and then before one each {@link #SURE_NANOS}; in between, and for the time of a call, the caller has to
 * know that it lives. Numbers come back when all others were used, which takes seconds.
 *
 * <pre>
 * field  writer             reader    order
 * sure   threads that copy  the same  volatile
 * </pre>
 *
 * <p>Arrays have no address for the kernel, so they go through a piece of the thread's own memory, which stays in the
 * cache.
 */
final class ProcessMemory implements PeerProcess {
    private static final int STAGED_BYTES = 32 << 10;

    private static final int ALIGNMENT = 64;

    /** As often as the watchers look for dead ranks. */
    private static final long SURE_NANOS = 200_000_000;

    /** What threads need for it, of one membership: made when a thread first copies. */
    static final class Threads {
        private final ThreadLocal<Posix.ProcessCopy> copies = ThreadLocal.withInitial(Posix.ProcessCopy::new);
        private final ThreadLocal<MemorySegment> staging = ThreadLocal
                .withInitial(() -> Arena.ofAuto().allocate(STAGED_BYTES, ALIGNMENT));
    }

    private final ProcessIdentity process;
    private final long pid;
    private final Threads threads;

    /** When the process was last seen to be the one. */
    private volatile long sure;

    private ProcessMemory(ProcessIdentity process, Threads threads) {
        this.process = process;
        this.pid = process.pid();
        this.threads = threads;
        this.sure = System.nanoTime() - SURE_NANOS;
    }

    /** A running process's memory. Null if it does not run here, or the system has no such calls. */
    static ProcessMemory of(ProcessIdentity process, Threads threads) {
        ProcessMemory memory = Posix.ProcessCopy.isSupported() ? new ProcessMemory(process, threads) : null;
        return memory != null && memory.isSure() ? memory : null;
    }

    private boolean isSure() {
        long now = System.nanoTime();
        if (now - sure < SURE_NANOS) {
            return true;
        }
        if (process.life() != Life.ALIVE) {
            return false;
        }
        sure = now;
        return true;
    }

    @Override
    public boolean read(long address, MemorySegment target, long offset, long bytes) {
        if (target.isReadOnly()) {
            // the kernel does not know
            throw new IllegalArgumentException("the local target is read-only");
        }
        return copy(true, address, target, offset, bytes);
    }

    @Override
    public boolean write(long address, MemorySegment source, long offset, long bytes) {
        return copy(false, address, source, offset, bytes);
    }

    private boolean copy(boolean isRead, long address, MemorySegment local, long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, local.byteSize());
        if (!isSure()) {
            return false;
        }
        Posix.ProcessCopy copy = threads.copies.get();
        if (local.isNative()) {
            return copy.copy(isRead, pid, address, local, offset, bytes);
        }
        MemorySegment stage = threads.staging.get();
        for (long done = 0; done < bytes; done += STAGED_BYTES) {
            long piece = Math.min(STAGED_BYTES, bytes - done);
            if (!isRead) {
                MemorySegment.copy(local, offset + done, stage, 0, piece);
            }
            if (!copy.copy(isRead, pid, address + done, stage, 0, piece)) {
                return false;
            }
            if (isRead) {
                MemorySegment.copy(stage, 0, local, offset + done, piece);
            }
        }
        return true;
    }
}
