package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Carriers that are sockets, of one kind. A process that only calls others need not listen, and watches none. */
public final class SocketCarriers implements Carriers {
    private final Sockets sockets;
    private final Attachments looked = new Attachments();
    private final Attachments slept = new Attachments();

    /** These are null unless peers can come in; by the key a sleeper waits for processes that connect. */
    private Selectors selectors;
    private ServerSocketChannel server;
    private SelectionKey awaited;

    /** @param sockets from now on this object's */
    public SocketCarriers(Sockets sockets) {
        this.sockets = sockets;
    }

    /** Hands on what keys are of. Used by one thread at a time. */
    private static final class Attachments implements Consumer<SelectionKey> {
        private Consumer<Object> ready;

        Attachments to(Consumer<Object> next) {
            ready = next;
            return this;
        }

        @Override
        public void accept(SelectionKey key) {
            ready.accept(key.attachment());
        }
    }

    @Override
    public void listen(int waiting) throws IOException {
        selectors = new Selectors();
        try {
            server = sockets.listen(waiting);
            server.configureBlocking(false);
            awaited = selectors.register(server, null);
        } catch (IOException e) {
            Lines.close(this);
            throw e;
        }
    }

    @Override
    public byte[] address() {
        return sockets.address();
    }

    @Override
    public String shown(byte[] address) {
        return sockets.shown(address);
    }

    @Override
    public Carrier accept() {
        SocketChannel socket = null;
        try {
            socket = server.accept();
            awaitCallers(true);
            return socket == null ? null : new SocketCarrier(socket);
        } catch (IOException e) {
            Lines.close(socket);
            awaitCallers(false);
            return null;
        }
    }

    /**
     * The system may have no descriptor for a process that waits, and have one soon: later looks try again. Until one
     * succeeds, waiting processes end no sleep, since each would end at once.
     */
    private void awaitCallers(boolean isSo) {
        int operations = isSo ? SelectionKey.OP_ACCEPT : 0;
        if (awaited.interestOps() != operations) {
            awaited.interestOps(operations);
            awaited.selector().wakeup();
        }
    }

    @Override
    public Carrier call(byte[] address) throws IOException {
        boolean wasInterrupted = Thread.interrupted(); // or the system's call would end, and the channel with it
        SocketChannel socket = null;
        try {
            socket = sockets.call(address);
            return new SocketCarrier(socket);
        } catch (IOException e) {
            Lines.close(socket);
            throw e;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Line line(Carrier carrier, boolean isCaller) throws IOException {
        return sockets.line(((SocketCarrier) carrier).socket(), isCaller);
    }

    @Override
    public boolean isSecure() {
        return sockets.isSecure();
    }

    @Override
    public void watch(Carrier carrier, Object by) throws IOException {
        if (selectors != null) {
            SocketCarrier watched = (SocketCarrier) carrier;
            watched.watchBy(selectors.register(watched.socket(), by));
        }
    }

    @Override
    public void look(Consumer<Object> ready, boolean isThorough) throws IOException {
        if (isThorough && selectors != null) {
            selectors.look(looked.to(ready));
        }
    }

    @Override
    public void letGo(Consumer<Object> ready) throws IOException {
        selectors.letGo(looked.to(ready));
    }

    /** The system goes on saying what is there to read. */
    @Override
    public boolean arm() {
        return true;
    }

    @Override
    public void sleep(Consumer<Object> ready, long nanos) throws IOException {
        selectors.sleep(slept.to(ready), nanos);
    }

    @Override
    public void wake() {
        selectors.wake();
    }

    @Override
    public void close() throws IOException {
        if (selectors != null) {
            try {
                if (server != null && server.isOpen()) {
                    try (sockets) {
                        server.close();
                    }
                }
            } finally {
                selectors.close();
            }
        }
    }

    @Override
    public String toString() {
        return sockets.toString();
    }
}
