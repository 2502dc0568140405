package org.pgas.hosts.stream;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/** A process that has connected to this rank, until it has proved which rank it is. Used by the thread that polls. */
final class Arrival {
    private final Carrier carrier;
    private final ByteBuffer hello = Greeting.awaited(Greeting.HELLO_BYTES);
    private final ByteBuffer confirmation = Greeting.awaited(Greeting.PROOF_BYTES);

    /** Null until it has said hello. */
    private Line line;

    /** Null until the line is secure. */
    private ByteBuffer answer;

    Arrival(Carrier carrier) {
        this.carrier = carrier;
    }

    /**
     * Whether its hello is here, and right.
     *
     * @throws IOException when it is wrong, or will not come
     */
    boolean hasSaidHello(Greeting greeting, Carriers carriers) throws IOException {
        if (!Greeting.isWhole(carrier.read(hello), hello)) {
            return false;
        }
        String wrong = greeting.wrongHello(hello);
        if (wrong != null) {
            throw new ProtocolException("it " + wrong);
        }
        line = carriers.line(carrier, false);
        return true;
    }

    /** Which rank it says to be, in its hello. */
    int peer() {
        return Greeting.source(hello);
    }

    /** That of its hello. */
    String nonce() {
        return Greeting.nonce(hello);
    }

    /**
     * Goes on behind the hello, as far as what has come allows; whether it has proved which rank it is.
     *
     * @throws IOException when it never will
     */
    boolean hasProved(Greeting greeting) throws IOException {
        if (answer == null) {
            if (!line.secure()) {
                return false;
            }
            answer = greeting.answer(hello, line.binding());
            Lines.writeWhole(line, answer.duplicate());
        }
        if (!Greeting.isWhole(line.read(confirmation), confirmation)) {
            return false;
        }
        if (!greeting.isConfirmation(confirmation, hello, answer, line.binding())) {
            throw new ProtocolException("its proof is wrong");
        }
        return true;
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
