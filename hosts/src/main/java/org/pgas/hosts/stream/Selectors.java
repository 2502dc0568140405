package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Two selectors over the same channels: one in which threads sleep holds up nobody that looks into the other. */
final class Selectors {
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(1);

    private final Selector polled;
    private final Selector awaited;

    /** Held by the thread that is in the sleepers' selector. */
    private final ReentrantLock inside = new ReentrantLock();

    Selectors() throws IOException {
        polled = Selector.open();
        try {
            awaited = Selector.open();
        } catch (IOException e) {
            polled.close();
            throw e;
        }
    }

    /**
     * Lets both look at a channel, instead of what they did about it before. A sleeper learns of it.
     *
     * @return the sleepers' key
     */
    SelectionKey register(SelectableChannel channel, Object attachment) throws IOException {
        int operation = operation(channel);
        channel.register(polled, operation, attachment);
        SelectionKey key = channel.register(awaited, operation, attachment);
        awaited.wakeup();
        return key;
    }

    private static int operation(SelectableChannel channel) {
        if (channel instanceof ServerSocketChannel) {
            return SelectionKey.OP_ACCEPT;
        }
        return channel instanceof SocketChannel socket && socket.isConnectionPending()
                ? SelectionKey.OP_CONNECT
                : SelectionKey.OP_READ;
    }

    /** Gives what is ready to {@code ready}. */
    void look(Consumer<SelectionKey> ready) throws IOException {
        polled.selectNow(ready);
    }

    /**
     * As {@link #look}, where channels were closed: the system has their descriptors back when both selectors have
     * looked, and nobody may ever sleep.
     */
    void letGo(Consumer<SelectionKey> ready) throws IOException {
        look(ready);
        if (inside.tryLock()) {
            try {
                awaited.selectNow(_ -> {});
            } finally {
                inside.unlock();
            }
        }
        wake(); // a sleeper lets go then; and the look has taken the wakes that were meant for the next sleep
    }

    /** Sleeps until something is ready, {@link #wake}, or the time is over. */
    void sleep(Consumer<SelectionKey> ready, long nanos) throws IOException {
        long millis = Math.clamp(nanos / 1_000_000 + (nanos % 1_000_000 > 0 ? 1 : 0), 1, LONGEST_MILLIS);
        boolean wasInterrupted = Thread.interrupted(); // or the selector would not sleep
        inside.lock();
        try {
            awaited.select(ready, millis);
        } catch (ClosedSelectorException e) {
            // the wire was closed meanwhile, which ends a sleep
            wasInterrupted |= Thread.interrupted();
        } finally {
            inside.unlock();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void wake() {
        awaited.wakeup();
    }

    void close() throws IOException {
        try (polled; awaited) {
            awaited.wakeup();
        }
    }
}
