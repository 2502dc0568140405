package org.pgas.team;

import org.pgas.area.JobArea;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.SharedArea;
import org.pgas.rank.TeamMembers;
import org.pgas.spi.Activity;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Conduit;
import org.pgas.spi.SyncLane;

/**
 * The words in shared memory by which the members of one team coordinate: a piece of the area, taken by the process of
 * member 0, with a block for each member, zero at first.
 *
 * <pre>
 * offset  bytes  field        writer      reader
 * 0         128  barrier      the member  all members: see {@link BarrierLane}
 * 128       128  internal     the member  all members: a lane of {@link TeamExchange} and {@link SingleValued}
 * 256      8192  collectives  the member  all members: left to the module of collectives
 * </pre>
 */
public record TeamWords(long place, long base, BarrierLane barrier, BarrierLane internal) {
    static final int BARRIER = 0;
    static final int INTERNAL = 128;
    static final int COLLECTIVES = 256;

    /** Bytes of the block of a member that collectives use. */
    static final int COLLECTIVE_BYTES = 8 << 10;

    /** Not more than {@link AreaParts#MEMBER_BYTES}, where those of the world lie. */
    static final int BLOCK_BYTES = COLLECTIVES + COLLECTIVE_BYTES;

    /** The words at {@code place}, as member {@code rank} uses them. */
    public static TeamWords at(long place, Conduit conduit, SharedArea area, TeamMembers members, int rank) {
        long base = area.address(place);
        return new TeamWords(place, base,
                BarrierLane.of(conduit, new BarrierLane.Lines("barrier of a team", base + BARRIER, BLOCK_BYTES),
                        members.jobRanks(), rank),
                BarrierLane.of(conduit, new BarrierLane.Lines("internal steps of a team", base + INTERNAL, BLOCK_BYTES),
                        members.jobRanks(), rank));
    }

    /** The world's words. Its lanes are older than the area: they lie in the conduit's own memory. */
    public static TeamWords ofWorld(Conduit conduit, SharedArea area) {
        return new TeamWords(JobArea.WORLD_PLACE, area.address(JobArea.WORLD_PLACE),
                BarrierLane.of(conduit, SyncLane.WORLD_BARRIER),
                BarrierLane.of(conduit, SyncLane.INTERNAL));
    }

    /** Bytes of the words of so many members. */
    public static long bytes(int members) {
        return (long) members * BLOCK_BYTES;
    }

    boolean isOfWorld() {
        return place == JobArea.WORLD_PLACE;
    }

    /** What a member does that waits in the barrier. */
    Activity activity() {
        return isOfWorld() ? Activity.WORLD_BARRIER : Activity.TEAM_BARRIER;
    }

    long collectives(int rank) {
        return base + (long) rank * BLOCK_BYTES + COLLECTIVES;
    }
}
