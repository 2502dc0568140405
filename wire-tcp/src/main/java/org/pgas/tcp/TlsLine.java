package org.pgas.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

import org.pgas.hosts.stream.Line;
import org.pgas.secure.Tls;

/**
 * A line that carries bytes as records of TLS on the socket. Records are made in memory of this line and decrypted to
 * that of the reader, or to this line's where the reader has less room than a record.
 *
 * <p>What a connection is bound to are the fingerprints of both certificates: each end has shown, by TLS, that it has
 * the key of its own. The user of the line tells the end of the stream, in what it writes, so nothing is said of it
 * here.
 *
 * <pre>
 * field       writer                           readers              order
 * come        the reader                       the same             one at a time
 * opened      the reader                       the same             one at a time
 * sealed      writers                          writers              their lock; before it is secure, the reader
 * isLeft      writers                          any                  volatile
 * mustAnswer  the reader sets, writers clear   any                  volatile
 * engine      reader and writers               the same             its own lock
 * </pre>
 */
final class TlsLine implements Line {
    /** Records that are read, and written, by one call of the system. */
    private static final int RECORDS = 4;

    private final SocketChannel socket;
    private final SSLEngine engine;
    private final boolean isCaller;
    private final byte[] own;

    /** The most bytes of a record, and of what is in it. */
    private final int most;
    private final int mostOpened;

    /** What has come and is not decrypted, from position to limit. In an array, where it is decrypted in place. */
    private final ByteBuffer come;

    /** What is decrypted and not read, from position to limit. */
    private final ByteBuffer opened;

    /** What the system has not taken, up to position. In an array, where it is encrypted in place. */
    private final ByteBuffer sealed;

    private final ByteBuffer nothing = ByteBuffer.allocate(0);
    private byte[] binding;
    private boolean isBegun;

    /** Whether the record at the front of {@code come} is known not to be whole. */
    private boolean isInPart;

    private boolean isAtEnd;

    /** Why no more can be read, or null: told when what came before has been read. */
    private IOException failure;

    /** Whether the latest read ended because there was no more room. */
    private boolean isMore;

    private volatile boolean isLeft;

    /** Whether the peer waits for a record that holds no bytes of the writers': new keys. */
    private volatile boolean mustAnswer;

    TlsLine(SocketChannel socket, SSLEngine engine, boolean isCaller, byte[] own) {
        this.socket = socket;
        this.engine = engine;
        this.isCaller = isCaller;
        this.own = own;
        most = engine.getSession().getPacketBufferSize();
        mostOpened = engine.getSession().getApplicationBufferSize();
        come = ByteBuffer.allocate(RECORDS * most).limit(0);
        opened = ByteBuffer.allocate(mostOpened).limit(0);
        sealed = ByteBuffer.allocate(RECORDS * most);
    }

    @Override
    public boolean secure() throws IOException {
        if (!isBegun) {
            engine.beginHandshake();
            isBegun = true;
        }
        while (binding == null) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    seal(nothing);
                    if (!send()) {
                        throw new SSLException("the system does not take a greeting");
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!open(opened.clear())) {
                        opened.limit(0);
                        checkReadable();
                        return false;
                    }
                    opened.flip();
                }
                case NOT_HANDSHAKING, FINISHED -> binding = bound();
            }
        }
        return true;
    }

    private void checkReadable() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (isAtEnd) {
            throw new EOFException("it ended the connection before it was secure");
        }
    }

    private byte[] bound() throws IOException {
        byte[] theirs = Tls.fingerprint((X509Certificate) engine.getSession().getPeerCertificates()[0]);
        return ByteBuffer.allocate(own.length + theirs.length).put(isCaller ? own : theirs).put(isCaller ? theirs : own)
                .array();
    }

    @Override
    public byte[] binding() {
        return binding;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int before = to.position();
        give(to);
        boolean isOpened = true;
        while (isOpened && to.hasRemaining()) {
            if (to.remaining() >= mostOpened) {
                isOpened = open(to);
            } else {
                isOpened = open(opened.clear());
                opened.flip();
                give(to);
            }
        }
        isMore = !to.hasRemaining();
        int read = to.position() - before;
        if (read == 0 && failure != null) {
            throw failure;
        }
        return read > 0 || !isAtEnd ? read : -1;
    }

    private void give(ByteBuffer to) {
        int bytes = Math.min(opened.remaining(), to.remaining());
        if (bytes > 0) {
            to.put(to.position(), opened, opened.position(), bytes).position(to.position() + bytes);
            opened.position(opened.position() + bytes);
        }
    }

    /** Decrypts the next record; false when it is not here, or never will be. */
    private boolean open(ByteBuffer to) {
        try {
            return failure == null && isOpened(to);
        } catch (IOException e) {
            failure = e;
            if (e.getCause() instanceof IllegalStateException closed) {
                // the reader's memory, which the engine takes for a failure of its own
                throw closed;
            }
            return false;
        }
    }

    private boolean isOpened(ByteBuffer to) throws IOException {
        // an engine that is asked for nothing makes an object that says so
        while (!isInPart && come.hasRemaining() || fetch()) {
            SSLEngineResult result = engine.unwrap(come, to);
            switch (result.getStatus()) {
                case OK -> {
                    noteWhatItNeeds(result.getHandshakeStatus());
                    return true;
                }
                case BUFFER_UNDERFLOW -> isInPart = true;
                case CLOSED -> {
                    isAtEnd = true;
                    return false;
                }
                case BUFFER_OVERFLOW -> throw new SSLException("a record of more than " + mostOpened + " bytes");
            }
        }
        return false;
    }

    private void noteWhatItNeeds(HandshakeStatus status) {
        HandshakeStatus needed = status;
        if (needed == HandshakeStatus.NEED_TASK) {
            runTasks();
            needed = engine.getHandshakeStatus();
        }
        if (binding != null && needed == HandshakeStatus.NEED_WRAP) {
            mustAnswer = true;
        }
    }

    /** Reads what the system has; whether that was something. */
    private boolean fetch() throws IOException {
        if (isAtEnd) {
            return false;
        }
        come.compact();
        int read;
        try {
            read = socket.read(come);
        } finally {
            come.flip();
        }
        isAtEnd = read < 0;
        isInPart &= read <= 0;
        return read > 0;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int before = from.position();
        boolean isRoom = sealed.remaining() >= most || send();
        while (isRoom && (from.hasRemaining() || mustAnswer)) {
            mustAnswer = false;
            if (from.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                seal(from);
            }
            isRoom = sealed.remaining() >= most || send();
        }
        isLeft = !send();
        return from.position() - before;
    }

    /**
     * Makes a record of what there is, or of what the engine has to say, or both; or none, when the engine first needs
     * a task, or only tells that the greeting of TLS is over.
     */
    private void seal(ByteBuffer from) throws IOException {
        SSLEngineResult result = engine.wrap(from, sealed);
        HandshakeStatus status = result.getHandshakeStatus();
        boolean tellsSomething = status == HandshakeStatus.NEED_TASK || status == HandshakeStatus.FINISHED;
        if (result.getStatus() != SSLEngineResult.Status.OK || result.bytesProduced() == 0 && !tellsSomething) {
            throw new SSLException("no record can be made: " + result.getStatus() + ", " + status);
        }
        noteWhatItNeeds(status);
    }

    /** Gives the system what it takes; whether that was all. */
    private boolean send() throws IOException {
        sealed.flip();
        try {
            if (sealed.hasRemaining()) {
                socket.write(sealed);
            }
        } finally {
            sealed.compact();
        }
        return sealed.position() == 0;
    }

    @Override
    public boolean holdsUnread() {
        return opened.hasRemaining() || isMore || failure != null || isAtEnd;
    }

    @Override
    public boolean holdsUnsent() {
        return isLeft || mustAnswer;
    }

    @Override
    public String toString() {
        return engine.getSession().getProtocol() + " with " + engine.getSession().getCipherSuite() + " on " + socket;
    }
}
