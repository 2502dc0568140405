package org.pgas.launch.agents;

import java.io.IOException;

/**
 * A part of the recording of a rank; parts come in order, and the last one is empty.
 *
 * @param pid of the rank's process
 */
public record RecordingPart(int rank, long pid, byte[] bytes) {
    /** Most bytes of a part. A slow way takes them within a beat or two: only a whole frame says that a side lives. */
    public static final int MOST_BYTES = 32 << 10;

    /** The body of its frame. */
    public byte[] body() {
        return new BodyWriter().number(rank).number(pid).bytes(bytes).body();
    }

    /**
     * The reverse.
     *
     * @param host that the part comes from; only its ranks may have recordings there
     * @throws IOException when the frame has something else
     */
    public static RecordingPart of(Frame frame, HostRanks host) throws IOException {
        BodyReader in = frame.read();
        RecordingPart part = new RecordingPart(in.number(host.first(), host.last()), in.number(), in.bytes());
        in.end();
        return part;
    }
}
