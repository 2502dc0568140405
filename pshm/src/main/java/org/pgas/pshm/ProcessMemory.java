package org.pgas.pshm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

import org.pgas.spi.PeerProcess;

/**
 * Memory of another process, through the calls that Linux has for that. Which processes may be reached is the kernel's decision, as for a
 * debugger: those of the same user, unless Yama or a container's filter is stricter. Nothing is done here to be permitted more.
 *
 * <p>Arrays have no address that the kernel could use, so they go through memory of the thread's own, a piece that stays in the cache.
 */
final class ProcessMemory implements PeerProcess {
    private static final int STAGED_BYTES = 32 << 10;

    private static final int ALIGNMENT = 64;

    /** What threads need for it, of one membership: made when a thread first copies. */
    static final class Threads {
        private final ThreadLocal<Posix.ProcessCopy> copies = ThreadLocal.withInitial(Posix.ProcessCopy::new);
        private final ThreadLocal<MemorySegment> staging = ThreadLocal
                .withInitial(() -> Arena.ofAuto().allocate(STAGED_BYTES, ALIGNMENT));
    }

    private final long pid;
    private final Threads threads;

    private ProcessMemory(long pid, Threads threads) {
        this.pid = pid;
        this.threads = threads;
    }

    /** Of a process that runs; null of one that does not, or where the system has no such calls. */
    static ProcessMemory of(ProcessIdentity process, Threads threads) {
        return Posix.ProcessCopy.isSupported() && process.isAlive() ? new ProcessMemory(process.pid(), threads) : null;
    }

    @Override
    public boolean read(long address, MemorySegment target, long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, target.byteSize());
        if (target.isNative()) {
            return threads.copies.get().read(pid, address, target, offset, bytes);
        }
        Posix.ProcessCopy copy = threads.copies.get();
        MemorySegment stage = threads.staging.get();
        for (long done = 0; done < bytes; done += STAGED_BYTES) {
            long piece = Math.min(STAGED_BYTES, bytes - done);
            if (!copy.read(pid, address + done, stage, 0, piece)) {
                return false;
            }
            MemorySegment.copy(stage, 0, target, offset + done, piece);
        }
        return true;
    }

    @Override
    public boolean write(long address, MemorySegment source, long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, source.byteSize());
        if (source.isNative()) {
            return threads.copies.get().write(pid, address, source, offset, bytes);
        }
        Posix.ProcessCopy copy = threads.copies.get();
        MemorySegment stage = threads.staging.get();
        for (long done = 0; done < bytes; done += STAGED_BYTES) {
            long piece = Math.min(STAGED_BYTES, bytes - done);
            MemorySegment.copy(source, offset + done, stage, 0, piece);
            if (!copy.write(pid, address + done, stage, 0, piece)) {
                return false;
            }
        }
        return true;
    }
}
