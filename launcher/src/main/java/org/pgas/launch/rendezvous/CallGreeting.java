package org.pgas.launch.rendezvous;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

import org.pgas.secure.Proof;
import org.pgas.secure.Tls;

/** What a host and host 0 say to each other before the first frame; the comment of the package has it. Any thread. */
final class CallGreeting {
    static final int HELLO_BYTES = 88;

    private static final byte[] MAGIC = "PGASCALL".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int NONCE = 24;
    private static final int PROOF = 56;
    private static final byte[] NO_BINDING = {};
    private static final String HELLO = "pgas call hello";
    private static final String CONFIRMATION = "pgas call confirmation";
    private static final String ANSWER = "pgas call answer";

    private final byte[] secret;
    private final int count;
    private final Duration patience;
    private final SecureRandom random = new SecureRandom();

    /** The nonces of callers that know the secret: there are no more than these callers have made. */
    private final Set<String> nonces = ConcurrentHashMap.newKeySet();

    /**
     * Makes the greetings of one job.
     *
     * @param count of hosts
     * @param patience how long the other side may keep a step waiting
     */
    CallGreeting(byte[] secret, int count, Duration patience) {
        this.secret = secret.clone();
        this.count = count;
        this.patience = patience;
    }

    /** What a caller says first. */
    ByteBuffer hello(int index) {
        byte[] nonce = new byte[PROOF - NONCE];
        random.nextBytes(nonce);
        ByteBuffer text = ByteBuffer.allocate(HELLO_BYTES).put(MAGIC).putInt(VERSION).putInt(index).putInt(count)
                .putInt(0).put(nonce);
        return text.put(helloProof(text)).clear();
    }

    private byte[] helloProof(ByteBuffer hello) {
        return Proof.of(secret, HELLO, NO_BINDING, hello.slice(0, PROOF));
    }

    /**
     * By a host that is not 0: greets host 0 over a new connection.
     *
     * @throws IOException when it is not of this job, or says nothing, or the connection fails; for people
     */
    AgentConnection call(int index, Socket socket) throws IOException {
        prepare(socket);
        ByteBuffer hello = hello(index);
        socket.getOutputStream().write(hello.array());
        // a new identity each time: no session of an earlier call is taken up again
        SSLSocket line = secured(socket, new Tls("pgas host " + index), true);
        byte[] binding = binding(line, true);
        line.getOutputStream().write(Proof.of(secret, CONFIRMATION, binding, hello));
        ByteBuffer answer = read(line, Proof.BYTES);
        if (!Proof.is(Proof.of(secret, ANSWER, binding, hello), answer, 0)) {
            throw new IOException("its proof is wrong: it has another secret, or a process is between the two hosts");
        }
        return new AgentConnection(index, socket, line);
    }

    /**
     * By host 0: lets a caller in over a new connection.
     *
     * @throws IOException when it is not of this job, or says nothing, or the connection fails; for people
     */
    AgentConnection answer(Socket socket, Tls tls) throws IOException {
        prepare(socket);
        ByteBuffer hello = read(socket, HELLO_BYTES);
        int index = index(hello);
        SSLSocket line = secured(socket, tls, false);
        byte[] binding = binding(line, false);
        ByteBuffer confirmation = read(line, Proof.BYTES);
        if (!Proof.is(Proof.of(secret, CONFIRMATION, binding, hello), confirmation, 0)) {
            throw new RefusedException("its proof is wrong: a process is between it and this host");
        }
        line.getOutputStream().write(Proof.of(secret, ANSWER, binding, hello));
        return new AgentConnection(index, socket, line);
    }

    private void prepare(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) patience.toMillis());
    }

    /** The host that says so. Nothing but the proof's right makes it believed. */
    private int index(ByteBuffer hello) throws IOException {
        if (!hello.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw new IOException("it is no host of a job");
        }
        if (hello.getInt(8) != VERSION) {
            throw new RefusedException("it speaks version " + hello.getInt(8) + " of these calls, and this host "
                    + VERSION + ": have the same release on all hosts");
        }
        if (!Proof.is(helloProof(hello), hello, PROOF)) {
            throw new RefusedException("its proof is wrong: it has another secret");
        }
        int index = hello.getInt(12);
        if (hello.getInt(16) != count || index < 1 || index >= count) {
            throw new RefusedException("it is host " + index + " of " + hello.getInt(16) + ", and this is host 0 of "
                    + count);
        }
        byte[] nonce = new byte[PROOF - NONCE];
        hello.get(NONCE, nonce);
        if (!nonces.add(HexFormat.of().formatHex(nonce))) {
            throw new RefusedException("it says what another host has said before");
        }
        return index;
    }

    /** Over a socket, after a handshake of TLS. */
    static SSLSocket secured(Socket socket, Tls tls, boolean isCaller) throws IOException {
        SSLSocket line = (SSLSocket) (isCaller
                ? tls.context().getSocketFactory().createSocket(socket, null, socket.getPort(), true)
                : tls.context().getSocketFactory().createSocket(socket, null, true));
        line.setUseClientMode(isCaller);
        line.setSSLParameters(tls.parameters(isCaller));
        try {
            line.startHandshake();
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("it has ended the connection, as where it has another secret (" + e.getMessage()
                    + ")", e);
        }
        return line;
    }

    /** What both sides mean alike, unless a process is between them: the caller's certificate, and host 0's. */
    private static byte[] binding(SSLSocket line, boolean isCaller) throws IOException {
        byte[] own = Tls.fingerprint((X509Certificate) line.getSession().getLocalCertificates()[0]);
        byte[] theirs = Tls.fingerprint((X509Certificate) line.getSession().getPeerCertificates()[0]);
        return isCaller ? joined(own, theirs) : joined(theirs, own);
    }

    private static byte[] joined(byte[] one, byte[] other) {
        return ByteBuffer.allocate(one.length + other.length).put(one).put(other).array();
    }

    private static ByteBuffer read(Socket from, int bytes) throws IOException {
        byte[] read = from.getInputStream().readNBytes(bytes);
        if (read.length < bytes) {
            throw new IOException("it has ended the connection, as where it has another secret");
        }
        return ByteBuffer.wrap(read);
    }

    /** A caller that speaks this protocol, and is not of this job: people may want to know. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String why) {
            super(why);
        }
    }
}
