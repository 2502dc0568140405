package org.pgas;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * Lets every member of a team tell all others something, in a collective step of the library's own: what teams and endpoints are made
 * from. Blocking; one thread of each member at a time, like the collective call that it is a part of.
 *
 * <pre>
 * field             writer    reader       order
 * value of member   member    all members  plain, ordered by the arrival count of the internal lane
 * what it points to member    all members  plain, by the same
 * </pre>
 */
final class TeamExchange {
    /** Offset of the two values in a member's line, by parity of the phase: the next phase writes the one that nobody reads. */
    private static final int VALUES_OFFSET = 8;

    /** Before the bytes of a piece: what tells one from anything else, and their number. */
    private static final int HEAD_BYTES = 2 * Long.BYTES;

    private static final long MAGIC = 0x5445_4C4C_5041_4745L;

    private final Job job;
    private final SharedArea area;
    private final BarrierLane lane;
    private final int size;

    TeamExchange(Job job, SharedArea area, BarrierLane lane, int size) {
        this.job = job;
        this.area = area;
        this.lane = lane;
        this.size = size;
    }

    private static long valueOffset(long phase) {
        return VALUES_OFFSET + 8 * (phase & 1);
    }

    /** What each member gives, by rank. */
    long[] values(String call, long own) {
        long phase = SharedMemory.getLong(lane.ownLine()) + 1;
        SharedMemory.putLong(lane.ownLine() + valueOffset(phase), own);
        step(call);
        long[] values = new long[size];
        for (int rank = 0; rank < size; rank++) {
            values[rank] = SharedMemory.getLong(lane.line(rank) + valueOffset(phase));
        }
        return values;
    }

    /** As {@link #values}, of bytes, which may differ in number. Throws on all members when one is in a call of another kind. */
    byte[][] bytes(String call, byte[] own) {
        long piece = area.allocate(HEAD_BYTES + own.length);
        long head = area.address(piece);
        SharedMemory.putLong(head, MAGIC);
        SharedMemory.putLong(head + Long.BYTES, own.length);
        SharedMemory.copyIn(MemorySegment.ofArray(own), 0, head + HEAD_BYTES, own.length);
        try {
            long[] pieces = values(call, piece);
            for (long each : pieces) {
                if (!area.isPlace(each) || SharedMemory.getLong(area.address(each)) != MAGIC) {
                    // whose value that is has found a difference, too, and tells what it called
                    throw mismatch(call);
                }
            }
            byte[][] all = new byte[size][];
            for (int rank = 0; rank < size; rank++) {
                all[rank] = read(area.address(pieces[rank]));
            }
            // before all have read, no piece is to be given back
            step(call);
            return all;
        } finally {
            area.free(piece);
        }
    }

    private static byte[] read(long address) {
        byte[] bytes = new byte[(int) SharedMemory.getLong(address + Long.BYTES)];
        SharedMemory.copyOut(address + HEAD_BYTES, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }

    /** The error of a call, given with its arguments, beside which other members made others. All members come here. */
    PgasException mismatch(String own) {
        byte[][] calls = bytes("collective calls that differ", own.getBytes(StandardCharsets.UTF_8));
        StringBuilder others = new StringBuilder();
        for (int rank = 0; rank < calls.length; rank++) {
            String other = new String(calls[rank], StandardCharsets.UTF_8);
            if (!other.equals(own)) {
                others.append(others.isEmpty() ? "" : ", ").append("rank ").append(rank).append(" called ")
                        .append(other);
            }
        }
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + own + ": " + others
                + ": collective calls are made in the same order with the same arguments on all ranks of the team");
    }

    /** A barrier of the library's own. */
    void step(String call) {
        long phase = lane.arrive();
        job.waiting().await(lane.phase(phase, Conduit.Activity.EVENT, call));
    }

    /** Arrives for the last time: when this returns at member 0, no other member touches the words any more. */
    void lastStep(String call, boolean waits) {
        long phase = lane.arrive();
        if (waits) {
            job.waiting().await(lane.phase(phase, Conduit.Activity.EVENT, call));
        }
    }
}
