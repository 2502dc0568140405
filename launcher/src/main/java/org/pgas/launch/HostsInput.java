package org.pgas.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Reads this process's standard input for rank 0 on another host: a part at a time, the first when its host was asked
 * for an agent, each other when the one before was taken.
 */
final class HostsInput implements AutoCloseable {
    /** Name of its thread. */
    static final String NAME = "input of hosts";

    private static final int PART_BYTES = 1 << 15;

    private final Consumer<byte[]> consumer;
    private final Semaphore taken = new Semaphore(0);
    private volatile boolean isClosed; // close, before taken | its thread | volatile

    /** @param consumer gets each part, and an empty one at the end */
    HostsInput(Consumer<byte[]> consumer) {
        this.consumer = consumer;
    }

    /**
     * Whether standard input is a terminal, which a process of the background must not read: it would be stopped, and
     * its hosts would lose it.
     */
    static boolean isTerminal() {
        try {
            String name = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /** Begins to wait for the first {@link #taken}. */
    void start() {
        Thread.ofPlatform().daemon().name(NAME).start(this::run);
    }

    /** The first part may come; or the latest was taken, and the next one may. */
    void taken() {
        taken.release();
    }

    /** There is no job: nothing is read. */
    @Override
    public void close() {
        isClosed = true;
        taken.release();
    }

    private void run() {
        InputStream in = new FileInputStream(FileDescriptor.in);
        byte[] part = new byte[PART_BYTES];
        try {
            int count;
            do {
                taken.acquire();
                if (isClosed) {
                    return;
                }
                count = Math.max(0, in.read(part));
                consumer.accept(Arrays.copyOf(part, count));
            } while (count > 0);
        } catch (IOException e) {
            consumer.accept(new byte[0]);
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }
}
