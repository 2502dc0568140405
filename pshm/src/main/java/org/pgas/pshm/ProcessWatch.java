package org.pgas.pshm;

/**
 * Whether a process runs, for a thread that asks again and again. It holds a descriptor of the process, and asks the
 * kernel for that one's state. {@link ProcessIdentity#life} reads text instead, for which the kernel walks over all
 * threads of the process; so it is asked seldom while the process runs, and always where the system gives no descriptor
 * (Linux before 5.3, some sandboxes). One thread.
 */
final class ProcessWatch implements AutoCloseable {
    /** Of so many looks one is by the number: code of others may have closed the descriptor, and opened a file there. */
    private static final int LOOKS_BETWEEN = 10;

    private final ProcessIdentity process;

    /** Null before the first look, where there is none, and after the last one. */
    private Posix.ProcessDescriptor descriptor;

    private int looks;

    ProcessWatch(ProcessIdentity process) {
        this.process = process;
    }

    /** As {@link ProcessIdentity#life}. */
    Life life() {
        if (looks == 0) {
            open();
        }
        looks = looks % LOOKS_BETWEEN + 1;
        // that it has died is for the number to say, too
        return looks < LOOKS_BETWEEN && descriptor != null && descriptor.life() == Life.ALIVE ? Life.ALIVE
                : process.life();
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
