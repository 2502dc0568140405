package org.pgas.launch.agents;

import java.io.IOException;

/**
 * What a rank has written to one of its streams, as it is; parts come in order, and the last one is empty.
 *
 * @param isError whether to standard error, else to standard output
 * @param bytes as many as were taken of the {@link Credit}
 */
public record OutputPart(int rank, boolean isError, byte[] bytes) {
    /** The body of its frame. */
    public byte[] body() {
        return new BodyWriter().number(rank).flag(isError).bytes(bytes).body();
    }

    /**
     * The reverse.
     *
     * @param host that the part comes from; only its ranks may write
     * @throws IOException when the frame has something else
     */
    public static OutputPart of(Frame frame, HostRanks host) throws IOException {
        BodyReader in = frame.read();
        OutputPart part = new OutputPart(in.number(host.first(), host.last()), in.flag(), in.bytes());
        in.end();
        return part;
    }
}
