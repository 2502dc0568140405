package org.pgas.pshm;

/**
 * Whether a process runs, for a thread that asks again and again. It holds a descriptor of the process, and asks the
 * kernel for that one's state. {@link ProcessIdentity#life} reads text instead, for which the kernel walks over all
 * threads of the process. So that is asked at one look in ten, when the descriptor does not say that the process lives,
 * and always where the system gives no descriptor (Linux before 5.3, some sandboxes). One thread.
 */
final class ProcessWatch implements AutoCloseable {
    /** One look in so many is by the number: code of others may have closed the descriptor, and opened a file there. */
    private static final int PERIOD = 10;

    private final ProcessIdentity process;

    /** Null before the first look, where there is none, and after the last one. */
    private Posix.ProcessDescriptor descriptor;

    private int looks;

    ProcessWatch(ProcessIdentity process) {
        this.process = process;
    }

    /** With a descriptor that was opened before. */
    ProcessWatch(ProcessIdentity process, Posix.ProcessDescriptor descriptor) {
        this.process = process;
        this.descriptor = descriptor;
        looks = 1;
    }

    /** As {@link ProcessIdentity#life}. */
    Life life() {
        if (looks == 0) {
            open();
        }
        looks = looks % PERIOD + 1;
        boolean isKnownToLive = looks < PERIOD && descriptor != null && descriptor.life() == Life.ALIVE;
        return isKnownToLive ? Life.ALIVE : process.life();
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
