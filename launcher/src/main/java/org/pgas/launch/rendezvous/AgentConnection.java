package org.pgas.launch.rendezvous;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;

import javax.net.ssl.SSLSocket;

/** A connection between host 0 and the agent of another host, each of which has proved that it is of this job. */
public final class AgentConnection {
    private final int index;
    private final Socket socket;
    private final SSLSocket line;

    /**
     * Takes over both.
     *
     * @param index of the host that has called
     * @param line over the socket, after its handshake
     */
    AgentConnection(int index, Socket socket, SSLSocket line) {
        this.index = index;
        this.socket = socket;
        this.line = line;
    }

    /** The host that has called. */
    public int index() {
        return index;
    }

    /** Where the other end was found. */
    public InetAddress peer() {
        return socket.getInetAddress();
    }

    /** What the other side says. One thread at a time. */
    public InputStream in() throws IOException {
        return line.getInputStream();
    }

    /** What is said to the other side. Closing it ends this direction alone. One thread at a time. */
    public OutputStream out() throws IOException {
        return new FilterOutputStream(line.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                out.flush();
                line.shutdownOutput();
            }
        };
    }

    /** A read that waits longer fails; 0 for ever. */
    public void patience(Duration limit) throws IOException {
        socket.setSoTimeout((int) Math.min(limit.toMillis(), Integer.MAX_VALUE));
    }

    /** Ends it in both directions, whatever waits in it. Any thread; never waits. Idempotent. */
    public void cut() {
        try {
            socket.close();
        } catch (IOException e) {
            // it is of no more use
        }
    }
}
