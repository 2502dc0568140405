package org.pgas.launch.agents;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the frames of the other side. One thread at a time. */
public final class FrameReader {
    /** So much of what is no greeting is shown to people. */
    private static final int SHOWN_BYTES = 200;

    private final DataInputStream in;
    private boolean hasGreeted;

    /** @param in is not closed by this */
    public FrameReader(InputStream in) {
        this.in = new DataInputStream(new BufferedInputStream(in));
    }

    /**
     * The next frame; null when the stream ends between two, or before the first.
     *
     * @throws IOException for people, when the stream fails, ends within a frame, or has what this library never writes
     */
    public Frame read() throws IOException {
        if (!hasGreeted) {
            if (!greet()) {
                return null;
            }
            hasGreeted = true;
        }
        int kind = in.read();
        if (kind < 0) {
            return null;
        }
        try {
            int length = in.readInt();
            if (Kind.of(kind) == null || length < 0 || length > Frame.MOST_BYTES) {
                throw new IOException("a frame of kind " + kind + " with " + length + " bytes is none of this library");
            }
            byte[] body = new byte[length];
            in.readFully(body);
            return new Frame(Kind.of(kind), body);
        } catch (EOFException e) {
            throw new IOException("its frames ended in the middle of one", e);
        }
    }

    private boolean greet() throws IOException {
        byte[] wanted = FrameSender.greeting();
        byte[] greeting = in.readNBytes(wanted.length);
        if (greeting.length == 0) {
            return false;
        }
        for (int i = 0; i < FrameSender.MAGIC_BYTES; i++) {
            if (i >= greeting.length || greeting[i] != wanted[i]) {
                throw new IOException("it answered with '" + shown(greeting)
                        + "': what a shell prints when it starts must not go to standard output");
            }
        }
        int theirs = greeting.length < wanted.length ? -1 : greeting[FrameSender.MAGIC_BYTES];
        if (theirs != FrameSender.VERSION) {
            throw new IOException("it speaks version " + theirs + " of the agents' protocol, and this side "
                    + FrameSender.VERSION + ": have the same release on all hosts");
        }
        return true;
    }

    private String shown(byte[] begin) throws IOException {
        byte[] rest = in.readNBytes(Math.min(SHOWN_BYTES, in.available()));
        String text = new String(begin, StandardCharsets.UTF_8) + new String(rest, StandardCharsets.UTF_8);
        return text.strip().replaceAll("\\p{Cntrl}+", " ");
    }
}
