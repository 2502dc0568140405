package org.pgas.hosts.stream;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * This rank's call to a peer, until both ranks have proved which ranks they are. Used under the lock of {@link Calls}.
 */
final class Call {
    private final int peer;
    private final SocketChannel socket;
    private final ByteBuffer answer = Greeting.awaited(Greeting.HELLO_BYTES);

    /** Null until the system has made the connection, and the hello is said. */
    private Line line;

    private ByteBuffer hello;
    private boolean isConnected;
    private boolean isAnswered;

    /** @param socket in non-blocking mode; the system may still be connecting */
    Call(int peer, SocketChannel socket) {
        this.peer = peer;
        this.socket = socket;
    }

    /**
     * Goes on as far as what has come allows.
     *
     * @return whether both ranks have proved which ranks they are
     * @throws IOException when this call leads nowhere
     */
    boolean isOver(Greeting greeting, Sockets sockets, Selectors selectors, Object attachment) throws IOException {
        if (line == null) {
            if (!socket.finishConnect()) {
                return false;
            }
            isConnected = true;
            selectors.register(socket, attachment);
            hello = greeting.hello(peer);
            Lines.writeWhole(new PlainLine(socket), hello.duplicate());
            line = sockets.line(socket, true);
        }
        if (!line.secure() || !Greeting.isWhole(line.read(answer), answer)) {
            return false;
        }
        isAnswered = true;
        String wrong = greeting.wrongAnswer(answer, peer, hello, line.binding());
        if (wrong != null) {
            throw new ProtocolException("it " + wrong);
        }
        Lines.writeWhole(line, greeting.confirmation(hello, answer, line.binding()));
        return true;
    }

    /** Whether somebody was there, and has gone or was driven away without an answer: the next call may find it. */
    boolean mayBeRepeated() {
        return isConnected && !isAnswered;
    }

    Line line() {
        return line;
    }

    void close() {
        Lines.close(socket);
    }
}
