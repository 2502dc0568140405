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

/** Reads this process's standard input for rank 0 on another host: a part at a time, when the one before was taken. */
final class HostsInput {
    private static final int PART_BYTES = 1 << 15;

    private final Consumer<byte[]> consumer;
    private final Semaphore taken = new Semaphore(1);

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

    void start() {
        Thread.ofPlatform().daemon().name("input").start(this::run);
    }

    /** The latest part was taken: the next one may come. */
    void taken() {
        taken.release();
    }

    private void run() {
        InputStream in = new FileInputStream(FileDescriptor.in);
        byte[] part = new byte[PART_BYTES];
        try {
            int count;
            do {
                taken.acquire();
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
