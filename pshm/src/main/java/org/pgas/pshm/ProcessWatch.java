package org.pgas.pshm;

/**
 * Whether a process runs, for a thread that asks again and again. It holds a descriptor of the process, and asks the
 * kernel for that one's state. {@link ProcessIdentity#life} reads text instead, for which the kernel walks over all
 * threads of the process; so it is asked at the first look, when the descriptor does not say that the process lives,
 * and where the system gives none (Linux before 5.3, some sandboxes). One thread.
 */
final class ProcessWatch implements AutoCloseable {
    private final ProcessIdentity process;

    /** Null before the first look, where there is none, and after the last one. */
    private Posix.ProcessDescriptor descriptor;

    private boolean looked;

    ProcessWatch(ProcessIdentity process) {
        this.process = process;
    }

    /** As {@link ProcessIdentity#life}. */
    Life life() {
        if (!looked) {
            looked = true;
            open();
        }
        // only that it lives is taken from the descriptor: code of others may have closed it, and opened another file
        return descriptor != null && descriptor.life() == Life.ALIVE ? Life.ALIVE : process.life();
    }

    private void open() {
        if (process.pid() <= 0 || !process.isHere()) {
            return;
        }
        descriptor = Posix.ProcessDescriptor.open(process.pid());
        // looked at afterwards: the number may have been that of another process when it was opened
        if (descriptor != null && process.life() != Life.ALIVE) {
            close();
        }
    }

    /** Whether it needs no text. */
    boolean hasDescriptor() {
        return descriptor != null;
    }

    /** Gives the descriptor back; looks go on without one. Idempotent. */
    @Override
    public void close() {
        if (descriptor != null) {
            descriptor.close();
            descriptor = null;
        }
    }
}
