package org.pgas.hosts.stream;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.HexFormat;

import org.pgas.hosts.wire.WireSettings;
import org.pgas.secure.Proof;

/**
 * By which ranks of one job know each other. The rank that calls says hello; the one that is called answers, with a
 * proof; then the caller proves. Hello and answer are the same text, in native byte order:
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  source    rank that says so
 *    16     4  target    rank that it means
 *    20     4  size      of the job
 *    24     4  room      {@link Outgoing#ROOM_BYTES}
 *    28     4  checked   1 if frames have checksums of data
 *    32     4  secure    1 if the line is encrypted and bound to its ends
 *    36     4  0
 *    40    32  nonce     random, used once
 *    72    32  proof
 * </pre>
 *
 * <p>A proof is HMAC-SHA256, with the job's secret as its key, over which rank proves what: the name of the step, all
 * that was said on the connection before, with the nonces of both sides, and what binds the line to its ends ({@link
 * Line#binding}). So a proof is good for one step of one connection between two ranks, and a process between the two
 * can pass it on only where the line has no binding. The hello comes before a line is made secure, in the clear; its
 * proof is over itself alone. It keeps strangers from everything that is costly or complicated, and proves nothing
 * else: the caller proves at the end which rank it is. A process that hears the hello, and brings a copy to its target
 * first, has the caller itself turned away. A process that does so each time keeps the two ranks apart, and gets
 * nothing else.
 *
 * <p>Any thread.
 */
final class Greeting {
    static final int HELLO_BYTES = 104;
    static final int PROOF_BYTES = Proof.BYTES;

    /** "PGASWIRE" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    private static final long MAGIC = 0x4552_4957_5341_4750L;
    private static final int VERSION = 2;
    private static final int NONCE = 40;
    private static final int NONCE_BYTES = 32;
    private static final int PROOF = 72;

    private static final String HELLO = "pgas wire hello";
    private static final String ANSWER = "pgas wire answer";
    private static final String CONFIRMATION = "pgas wire confirmation";
    private static final byte[] NO_BINDING = {};

    private final WireSettings settings;
    private final boolean isSecure;
    private final SecureRandom random = new SecureRandom();

    /** @param isSecure whether the job's lines are encrypted */
    Greeting(WireSettings settings, boolean isSecure) {
        this.settings = settings;
        this.isSecure = isSecure;
    }

    /** A text of that many bytes, to be read from a connection. */
    static ByteBuffer awaited(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /** Notes that {@code read} bytes of a text have come; whether it is whole, from its begin to its end. */
    static boolean isWhole(int read, ByteBuffer text) throws IOException {
        if (read < 0) {
            throw new EOFException("it ended the connection before it had said who it is");
        }
        if (text.hasRemaining()) {
            return false;
        }
        text.flip();
        return true;
    }

    /** What this rank says to a peer that it calls. */
    ByteBuffer hello(int target) {
        ByteBuffer text = said(target);
        return text.put(PROOF, proof(HELLO, NO_BINDING, text.slice(0, PROOF)));
    }

    private ByteBuffer said(int target) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        ByteBuffer text = awaited(HELLO_BYTES);
        text.putLong(MAGIC).putInt(VERSION).putInt(settings.rank()).putInt(target).putInt(settings.size());
        text.putInt(Outgoing.ROOM_BYTES).putInt(settings.checked() ? 1 : 0).putInt(isSecure ? 1 : 0).putInt(0);
        text.put(nonce);
        return text.clear();
    }

    /** What is wrong with the hello of a process that calls this rank, or null. */
    String wrongHello(ByteBuffer hello) {
        return wrong(hello, source(hello), proof(HELLO, NO_BINDING, hello.slice(0, PROOF)));
    }

    /** What this rank answers to a hello that is right. */
    ByteBuffer answer(ByteBuffer hello, byte[] binding) {
        ByteBuffer text = said(source(hello));
        return text.put(PROOF, proof(ANSWER, binding, hello, text.slice(0, PROOF)));
    }

    /** What is wrong with a peer's answer to this rank's hello, or null. */
    String wrongAnswer(ByteBuffer answer, int peer, ByteBuffer hello, byte[] binding) {
        return wrong(answer, peer, proof(ANSWER, binding, hello, answer.slice(0, PROOF)));
    }

    /** By which the caller proves, at the end, that it has made its hello, and now. */
    ByteBuffer confirmation(ByteBuffer hello, ByteBuffer answer, byte[] binding) {
        return ByteBuffer.wrap(proof(CONFIRMATION, binding, hello, answer));
    }

    /** Whether that is what {@link #confirmation} says to the same. */
    boolean isConfirmation(ByteBuffer text, ByteBuffer hello, ByteBuffer answer, byte[] binding) {
        return Proof.is(proof(CONFIRMATION, binding, hello, answer), text, 0);
    }

    private byte[] proof(String step, byte[] binding, ByteBuffer... texts) {
        return Proof.of(settings.job(), step, binding, texts);
    }

    /** The rank that a text says to come from. */
    static int source(ByteBuffer text) {
        return text.getInt(12);
    }

    /** The nonce of a text. */
    static String nonce(ByteBuffer text) {
        byte[] nonce = new byte[NONCE_BYTES];
        text.get(NONCE, nonce);
        return HexFormat.of().formatHex(nonce);
    }

    private String wrong(ByteBuffer text, int peer, byte[] proof) {
        if (text.getLong(0) != MAGIC) {
            return "is no rank: its greeting is of another program or byte order";
        }
        if (text.getInt(8) != VERSION) {
            return "has version " + text.getInt(8) + " of the wire, and this rank " + VERSION;
        }
        if (!Proof.is(proof, text, PROOF)) {
            return "is of another job, or somebody is between it and this rank: its proof is wrong";
        }
        if (source(text) != peer || text.getInt(16) != settings.rank() || text.getInt(20) != settings.size()) {
            return "greets as rank " + source(text) + " of " + text.getInt(20) + " that means rank " + text.getInt(16)
                    + ", and this is rank " + settings.rank() + " of " + settings.size() + ", which means " + peer;
        }
        if (text.getInt(24) != Outgoing.ROOM_BYTES || text.getInt(28) != (settings.checked() ? 1 : 0)
                || text.getInt(32) != (isSecure ? 1 : 0)) {
            return "has other settings: room of " + text.getInt(24) + " bytes, checked mode " + text.getInt(28)
                    + ", encryption " + text.getInt(32);
        }
        return null;
    }
}
