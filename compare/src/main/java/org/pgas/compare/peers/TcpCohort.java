package org.pgas.compare.peers;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.pgas.meter.Cohort;

/** Two ranks that tell each other things over the connection that they measure. */
final class TcpCohort implements Cohort {
    private final TcpStream stream;
    private final int rank;
    private final ByteBuffer mine = word();
    private final ByteBuffer theirs = word();

    TcpCohort(TcpStream stream, int rank) {
        this.stream = stream;
        this.rank = rank;
    }

    private static ByteBuffer word() {
        return ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return 2;
    }

    @Override
    public void barrier() {
        stream.exchange(mine.clear().limit(1), theirs.clear().limit(1));
    }

    @Override
    public long told(int teller, long own) {
        stream.exchange(mine.clear().putLong(0, own), theirs.clear());
        return teller == rank ? own : theirs.getLong(0);
    }
}
