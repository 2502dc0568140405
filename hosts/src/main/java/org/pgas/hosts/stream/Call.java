package org.pgas.hosts.stream;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * This rank's call to a peer, until both ranks have proved which ranks they are. Used under the lock of {@link Calls}.
 */
final class Call {
    private final int peer;
    private final Carrier carrier;
    private final ByteBuffer answer = Greeting.awaited(Greeting.HELLO_BYTES);

    /** Null until the other end is reached, and the hello is said. */
    private Line line;

    private ByteBuffer hello;
    private boolean isConnected;
    private boolean isAnswered;

    /** @param carrier which may still be connecting */
    Call(int peer, Carrier carrier) {
        this.peer = peer;
        this.carrier = carrier;
    }

    /**
     * Goes on as far as what has come allows.
     *
     * @param watcher by which the carrier is known to looks and sleeps
     * @return whether both ranks have proved which ranks they are
     * @throws IOException when this call leads nowhere
     */
    boolean isOver(Greeting greeting, Carriers carriers, Object watcher) throws IOException {
        if (line == null) {
            if (!carrier.isConnected()) {
                return false;
            }
            isConnected = true;
            carriers.watch(carrier, watcher);
            hello = greeting.hello(peer);
            Lines.writeWhole(new PlainLine(carrier), hello.duplicate());
            line = carriers.line(carrier, true);
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

    Carrier carrier() {
        return carrier;
    }

    Line line() {
        return line;
    }

    void close() {
        Lines.close(carrier);
    }
}
