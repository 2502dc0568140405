package org.pgas.launch.agents;

import java.io.IOException;
import java.util.Arrays;

import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView;

/**
 * How far a rank has come, and where others find it.
 *
 * @param address of the rank on the wire; empty before it has joined, and in a job without a wire
 */
public record RankNews(int rank, RankCopy copy, byte[] address) {
    private static final RankView.State[] STATES = RankView.State.values();

    /** The body of its frame. */
    public byte[] body() {
        return new BodyWriter().number(rank).number(copy.state().ordinal()).flag(copy.exiting())
                .number(copy.neighbourhood()).number(copy.flags()).number(copy.activity()).text(copy.name())
                .text(copy.configuration()).bytes(address).body();
    }

    /**
     * The reverse.
     *
     * @param size ranks of the job
     * @throws IOException when the frame has something else
     */
    public static RankNews of(Frame frame, int size) throws IOException {
        BodyReader in = frame.read();
        int rank = in.number(0, size - 1);
        RankView.State state = STATES[in.number(0, STATES.length - 1)];
        boolean exiting = in.flag();
        int neighbourhood = in.number(0, size - 1);
        RankCopy copy = new RankCopy(state, exiting, neighbourhood, in.number(Integer.MIN_VALUE, Integer.MAX_VALUE),
                in.number(Integer.MIN_VALUE, Integer.MAX_VALUE), in.text(), in.text());
        RankNews news = new RankNews(rank, copy, in.bytes());
        in.end();
        return news;
    }

    /** Whether others know all that this says. */
    public boolean isAs(RankNews other) {
        return other != null && rank == other.rank && copy.equals(other.copy)
                && Arrays.equals(address, other.address);
    }
}
