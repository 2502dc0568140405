package org.pgas.team;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.DataChecksum;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Activity;
import org.pgas.spi.WordCopies;
import org.pgas.wait.Waiting;

/**
 * Lets every member of a team tell all others something, in a collective step of the library's own: what teams and
 * endpoints are made from. Blocking; one thread of each member at a time, like the collective call that it is a part
 * of.
 *
 * <p>What a member does is decided by values that all members read alike, so all go the same way, in errors too: no
 * member throws while another goes on waiting for it. Values are places of pieces, {@linkplain SingleValued negative}
 * numbers, or small ones, which are neither: those here, and what is known to be in step already.
 *
 * <pre>
 * field             writer    reader       order
 * value of member   member    all members  told in the internal lane: see {@link BarrierLane}
 * what it points to member    all members  plain, by the same
 * </pre>
 */
public final class TeamExchange {
    /** Value of a step that tells nothing. */
    private static final long NOTHING = 0;

    /** Instead of the place of a piece: there was no room for one. */
    private static final long NO_PIECE = 1;

    /** Values of {@link TeamDestruction}. */
    static final long DESTROY = 2;

    static final long DESTROY_QUIESCED = 3;
    static final long DESTROY_REFUSED = 4;

    /** Before the bytes of a piece: how many of them name the call, how many follow, and the checksum of all that. */
    private static final int HEAD_BYTES = 3 * Long.BYTES;

    private static final int CHECKSUM = 2 * Long.BYTES;

    /** Most bytes of a call's name, and of what is told in it: more than the cards of all endpoints of a rank take. */
    private static final long MOST_BYTES = 16 << 20;

    /** What a member tells, and in what call; it is null in an array of these when that member had no room for it. */
    private record Told(String call, byte[] bytes) {}

    private final ThisRank self;
    private final Waiting waiting;
    private final SharedArea area;
    private final BarrierLane lane;
    private final int size;

    TeamExchange(ThisRank self, Waiting waiting, SharedArea area, BarrierLane lane, int size) {
        this.self = self;
        this.waiting = waiting;
        this.area = area;
        this.lane = lane;
        this.size = size;
    }

    /** What each member gives, by rank. */
    public long[] values(String call, long own) {
        long phase = lane.arrive(own);
        waiting.awaitAll(lane.phase(phase, Activity.EVENT, call));
        long[] values = new long[size];
        for (int rank = 0; rank < size; rank++) {
            values[rank] = lane.told(rank, phase);
        }
        return values;
    }

    /**
     * As {@link #values}, of bytes, which may differ in number. Throws on all members when one is in another call, or
     * has no room for what it tells.
     */
    public byte[][] bytes(String call, byte[] own) {
        Told[] all = gather(call, own);
        if (all == null) {
            // a member that told no piece has found a difference, too, and tells what it called
            throw mismatch(call);
        }
        StringBuilder others = new StringBuilder();
        byte[][] bytes = new byte[size][];
        for (int rank = 0; rank < size; rank++) {
            if (all[rank] == null) {
                throw self.refusals().error(ErrorCode.RESOURCE, call, "rank " + rank
                        + " of the team found no shared memory for what it had to tell the others: nothing was changed "
                        + "on any rank: destroy teams that are no longer needed, or have fewer collectives under way "
                        + "there");
            }
            if (!all[rank].call().equals(call)) {
                addCall(others, rank, all[rank].call());
            }
            bytes[rank] = all[rank].bytes();
        }
        if (!others.isEmpty()) {
            throw differing(call, others);
        }
        return bytes;
    }

    /** As {@link #bytes}, of numbers: every member tells equally many. Answers all members' numbers, by rank. */
    long[] numbers(String call, long... own) {
        byte[] told = new byte[own.length * Long.BYTES];
        ByteBuffer.wrap(told).asLongBuffer().put(own);
        byte[][] all = bytes(call, told);
        long[] numbers = new long[all.length * own.length];
        for (int each = 0; each < all.length; each++) {
            ByteBuffer.wrap(all[each]).asLongBuffer().get(numbers, each * own.length, own.length);
        }
        return numbers;
    }

    /**
     * What all tell; null when some member is in a step of another kind. For lack of room throws here when all know of
     * it. The piece is given back when no member reads it any more: not when a wait fails, since then nobody knows; it
     * stays until the job ends.
     */
    private Told[] gather(String call, byte[] own) {
        PgasException noRoom = null;
        long piece = NO_PIECE;
        try {
            piece = write(call.getBytes(StandardCharsets.UTF_8), own);
        } catch (PgasException e) {
            noRoom = e;
        }
        long[] pieces = values(call, piece);
        Told[] all = null;
        if (Arrays.stream(pieces).allMatch(each -> each == NO_PIECE || area.isPlace(each, HEAD_BYTES))) {
            all = new Told[size];
            for (int rank = 0; rank < size; rank++) {
                all[rank] = pieces[rank] == NO_PIECE ? null : read(call, rank, pieces[rank]);
            }
            // before all have read, no piece is to be given back
            step(call);
        }
        if (piece != NO_PIECE) {
            area.free(piece);
        } else if (all != null) {
            throw noRoom;
        }
        return all;
    }

    private long write(byte[] call, byte[] own) {
        long piece = area.allocate((long) HEAD_BYTES + call.length + own.length);
        long head = area.address(piece);
        SharedMemory.putLong(head, call.length);
        SharedMemory.putLong(head + Long.BYTES, own.length);
        SharedMemory.copyIn(MemorySegment.ofArray(call), 0, head + HEAD_BYTES, call.length);
        SharedMemory.copyIn(MemorySegment.ofArray(own), 0, head + HEAD_BYTES + call.length, own.length);
        SharedMemory.putLong(head + CHECKSUM, checksum(call, own));
        WordCopies copies = self.conduit().copies();
        if (copies != null) {
            copies.copy(head, (long) HEAD_BYTES + call.length + own.length + 7 & -8);
        }
        return piece;
    }

    private Told read(String ownCall, int member, long piece) {
        long head = area.address(piece);
        long callBytes = SharedMemory.getLong(head);
        long ownBytes = SharedMemory.getLong(head + Long.BYTES);
        // an overwritten length is neither memory to allocate nor a way out of the area
        if (callBytes < 0 || callBytes > MOST_BYTES || ownBytes < 0 || ownBytes > MOST_BYTES
                || !area.isPlace(piece, HEAD_BYTES + callBytes + ownBytes)) {
            throw damaged(ownCall, member, piece, "lengths of " + callBytes + " and " + ownBytes + " bytes, where 0.."
                    + MOST_BYTES + " are legal");
        }
        byte[] call = new byte[(int) callBytes];
        byte[] bytes = new byte[(int) ownBytes];
        SharedMemory.copyOut(head + HEAD_BYTES, MemorySegment.ofArray(call), 0, call.length);
        SharedMemory.copyOut(head + HEAD_BYTES + call.length, MemorySegment.ofArray(bytes), 0, bytes.length);
        if (SharedMemory.getLong(head + CHECKSUM) != checksum(call, bytes)) {
            throw damaged(ownCall, member, piece, "its checksum does not fit");
        }
        return new Told(new String(call, StandardCharsets.UTF_8), bytes);
    }

    private static long checksum(byte[] call, byte[] bytes) {
        return DataChecksum.of(DataChecksum.of(0, MemorySegment.ofArray(call), 0, call.length),
                MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    private PgasException damaged(String call, int member, long piece, String why) {
        return self.refusals().error(ErrorCode.RESOURCE, call, "what rank " + member
                + " of the team tells is damaged: " + why + ", at place " + piece
                + " of the file area: another process has written into the files of the job");
    }

    /** The error of a call, given with its arguments, beside which other members made others. All members come here. */
    PgasException mismatch(String own) {
        Told[] calls = gather("collective calls that differ", own.getBytes(StandardCharsets.UTF_8));
        StringBuilder others = new StringBuilder();
        for (int rank = 0; calls != null && rank < size; rank++) {
            String other = calls[rank] == null ? "what it had no room to tell"
                    : new String(calls[rank].bytes(), StandardCharsets.UTF_8);
            if (!other.equals(own)) {
                addCall(others, rank, other);
            }
        }
        return differing(own, others);
    }

    private static void addCall(StringBuilder others, int rank, String call) {
        others.append(others.isEmpty() ? "" : ", ").append("rank ").append(rank).append(" called ").append(call);
    }

    private PgasException differing(String own, StringBuilder others) {
        return self.refusals().bad(own, others
                + ": collective calls are made in the same order with the same arguments on all ranks of the team");
    }

    /** A barrier of the library's own. */
    public void step(String call) {
        long phase = lane.arrive(NOTHING);
        waiting.awaitAll(lane.phase(phase, Activity.EVENT, call));
    }

    /** Arrives for the last time: when this returns at member 0, no other member touches the words any more. */
    void lastStep(String call, boolean waits) {
        long phase = lane.arriveLast();
        if (waits) {
            waiting.awaitAll(lane.lastPhase(phase, Activity.EVENT, call));
        }
    }
}
