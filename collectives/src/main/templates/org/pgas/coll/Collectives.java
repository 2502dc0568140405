//$ One class, made by config/Templates.java. Lines behind "//$ double long" stand once for each of these columns.
//$ number  | double                            | long       | int | float | byte
//$ TYPE    | DBL                               | I64        | I32 | FLT   |
//$ types   | DBL                               | I64 or U64 |     |       |
//$ bits    | Double.doubleToRawLongBits(value) | value      |     |       |
//$ ofBits  | Double.longBitsToDouble           |            |     |       |
//$ integer | false                             | true       |     |       |
package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;

/**
 * Collectives of a team on shared memory: broadcast, gather, scatter, all-gather, exchange, reductions and scans.
 *
 * <pre>{@code
 * Collectives world = Collectives.of(job.world());
 * double sum = world.reduceToAll(part, Reduction.of(DataType.DBL, Opcode.ADD));
 * world.broadcast(0, table, table);
 * }</pre>
 *
 * <p><b>Callers.</b> Every call here is collective over the team: all members make the same calls in the same order, by
 * one thread of each member at a time. The root, the number of bytes of a block and the reduction are single-valued:
 * the same on all members. If they differ, it is an error where members notice it.
 *
 * <p>In checked mode ({@code pgas.checks=on}) every member compares all members' calls before anything moves; a
 * difference throws on all of them and names the ranks. Without checked mode, a reader refuses, with an error, data of
 * another call, root, size or element size than its own. A member may name a root that the others do not name: if it
 * waits for data of that root, or as the root for readers, it waits until its wait's deadline. Members of a team of
 * several neighbourhoods may also wait so long if their sizes differ. A different operation of the same element size
 * goes unnoticed.
 *
 * <p><b>Memory.</b> Any segments: on the heap, native, parts of the mapped segment. From the mapped segment, peers read
 * large data in place, in one copy; other memory takes two copies. So take sources of more than some KiB from there:
 * {@code SegmentAllocator.slicingAllocator(job.endpoint().segment().local())} allocates as an arena does. A team of
 * several neighbourhoods reads nothing in place. Empty segments are legal. A target must be writable and must not
 * overlap the source, but where a method says that they may be the same.
 *
 * <p><b>Blocking and non-blocking.</b> A form that ends in {@code Nb} returns an event; source and target belong to the
 * library until it has been synchronised. Any number of collectives may be under way, of one team and of several. They
 * may be synchronised in any order, a different one on each rank. They go on in every poll and wait of the rank, by any
 * of its threads. A call returns, or its event completes, when this member's part is done: the source may be changed,
 * the target read. It tells nothing of other members.
 *
 * <p><b>Errors.</b> Arguments are checked before other members know of the call: a member that refuses it does not take
 * part, and its peers wait. An error in the middle, such as memory that is closed meanwhile, or a user operation that
 * throws, comes out when the call is synchronised; the peers end, with an error where data of this member are missing.
 * If a user operation throws what is neither a RuntimeException nor an Error, it comes out of an event in an
 * UndeclaredThrowableException.
 *
 * <p>Source: GASNet-EX gex_Coll_BroadcastNB, gex_Coll_ReduceToOneNB, gex_Coll_ReduceToAllNB and MPI's others.
 */
public final class Collectives {
    private final Team team;
    private final CollectiveChecks checks;
    private final CollectiveChecks checksNb;
    private final Member member;
    private final ShortWays shortWays;
    private final Initiation initiation;
    private final Initiation initiationNb;
    private final KnownReductions reductions = new KnownReductions();
    private final int size;

    private Collectives(Team team) {
        this.team = team;
        this.checks = new CollectiveChecks(team, false);
        this.checksNb = new CollectiveChecks(team, true);
        this.member = new Member(new TeamSurroundings(team));
        this.shortWays = new ShortWays(member);
        this.initiation = Initiation.ofBlocking(member);
        this.initiationNb = Initiation.of(member);
        this.size = team.size();
    }

    /** The collectives of a team: one object, for all threads. Error: a TM-pair. */
    public static Collectives of(Team team) {
        return ((Companion) TeamCore.of(team).companion().get(() -> new Companion(new Collectives(team))))
                .collectives();
    }

    /** The team: all its members take part. */
    public Team team() {
        return team;
    }

    Member member() {
        return member;
    }

    private Event event(Operation operation) {
        if (operation.isDone() && operation.failure() == null) {
            operation.finishEvent(false);
            return Event.DONE;
        }
        member.goOnInBackground();
        return TeamCore.of(team).event(operation, true);
    }

    /** Whether the team has one member; all that a call has to do is done then. */
    private boolean alone(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (size == 1) {
            copy(source, from, target, to, bytes);
        }
        return size == 1;
    }

    private static void copy(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if ((source != target || from != to) && !CopyOperation.isSame(source, from, target, to)) {
            SharedMemory.copy(source, from, target, to, bytes);
        }
    }

    private boolean fits(long blocks, long bytes) {
        return bytes <= Slots.MEDIUM_BYTES && shortWays.fits(blocks * bytes);
    }

    /**
     * Copies the root's source to every member's target.
     *
     * <p>Source: GASNet-EX gex_Coll_BroadcastNB.
     *
     * @param root team rank
     * @param target on every member, of the same number of bytes; at the root it may be the source
     * @param source at the root, as large as the target; ignored elsewhere
     */
    public void broadcast(int root, MemorySegment target, MemorySegment source) {
        long bytes = checks.broadcast(root, target, source);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (shortWays.fits(bytes)) {
            shortWays.broadcast(root, target, source, bytes);
        } else {
            member.await(initiation.broadcast(root, target, source, bytes));
        }
    }

    /** {@link #broadcast(int, MemorySegment, MemorySegment)}, non-blocking. */
    public Event broadcastNb(int root, MemorySegment target, MemorySegment source) {
        long bytes = checksNb.broadcast(root, target, source);
        return alone(source, 0, target, 0, bytes)
                ? Event.DONE
                : event(initiationNb.broadcast(root, target, source, bytes));
    }

    /**
     * Copies every member's source to the root's target, in the order of the ranks.
     *
     * @param root team rank
     * @param target at the root, of {@code size()} times the bytes of the source; ignored elsewhere
     * @param source on every member, of the same number of bytes
     */
    public void gather(int root, MemorySegment target, MemorySegment source) {
        long bytes = checks.gather(root, target, source);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (shortWays.fits(bytes)) {
            shortWays.gather(root, target, source, bytes);
        } else {
            member.await(initiation.gather(root, target, source, bytes));
        }
    }

    /** {@link #gather}, non-blocking. */
    public Event gatherNb(int root, MemorySegment target, MemorySegment source) {
        long bytes = checksNb.gather(root, target, source);
        return alone(source, 0, target, 0, bytes)
                ? Event.DONE
                : event(initiationNb.gather(root, target, source, bytes));
    }

    /**
     * Copies the blocks of the root's source to the members' targets, in the order of the ranks.
     *
     * @param root team rank
     * @param target on every member, of the same number of bytes
     * @param source at the root, of {@code size()} times the bytes of the target; ignored elsewhere
     */
    public void scatter(int root, MemorySegment target, MemorySegment source) {
        long bytes = checks.scatter(root, target, source);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (fits(size, bytes)) {
            shortWays.scatter(root, target, source, bytes);
        } else {
            member.await(initiation.scatter(root, target, source, bytes));
        }
    }

    /** {@link #scatter}, non-blocking. */
    public Event scatterNb(int root, MemorySegment target, MemorySegment source) {
        long bytes = checksNb.scatter(root, target, source);
        return alone(source, 0, target, 0, bytes)
                ? Event.DONE
                : event(initiationNb.scatter(root, target, source, bytes));
    }

    /**
     * Copies every member's source to every member's target, in the order of the ranks.
     *
     * @param target of {@code size()} times the bytes of the source
     * @param source on every member, of the same number of bytes
     */
    public void allGather(MemorySegment target, MemorySegment source) {
        long bytes = checks.allGather(target, source);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (shortWays.fits(bytes)) {
            shortWays.allGather(target, source, bytes);
        } else {
            member.await(initiation.allGather(target, source, bytes));
        }
    }

    /** {@link #allGather(MemorySegment, MemorySegment)}, non-blocking. */
    public Event allGatherNb(MemorySegment target, MemorySegment source) {
        long bytes = checksNb.allGather(target, source);
        return alone(source, 0, target, 0, bytes) ? Event.DONE : event(initiationNb.allGather(target, source, bytes));
    }

    /**
     * All-to-all: copies block j of member i's source to block i of member j's target.
     *
     * @param target {@code size()} blocks of the same number of bytes
     * @param source as large as the target, on every member
     */
    public void exchange(MemorySegment target, MemorySegment source) {
        long bytes = checks.exchange(target, source);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (fits(size, bytes)) {
            shortWays.exchange(target, source, bytes);
        } else {
            member.await(initiation.exchange(target, source, bytes));
        }
    }

    /** {@link #exchange}, non-blocking. */
    public Event exchangeNb(MemorySegment target, MemorySegment source) {
        long bytes = checksNb.exchange(target, source);
        return alone(source, 0, target, 0, bytes) ? Event.DONE : event(initiationNb.exchange(target, source, bytes));
    }

    /**
     * {@link #gather} of blocks that differ in size.
     *
     * @param blocks at the root: where each member's data go in the target, and their bytes; ignored elsewhere
     */
    public void gatherV(int root, MemorySegment target, Blocks blocks, MemorySegment source) {
        checks.gatherV(root, target, blocks, source);
        // not alone, a member that is not the root may have given no blocks
        if (size > 1 || !alone(source, 0, target, blocks.offset(0), blocks.bytes(0))) {
            member.await(initiation.gatherV(root, target, blocks, source));
        }
    }

    /** {@link #gatherV}, non-blocking. */
    public Event gatherVNb(int root, MemorySegment target, Blocks blocks, MemorySegment source) {
        checksNb.gatherV(root, target, blocks, source);
        return size == 1 && alone(source, 0, target, blocks.offset(0), blocks.bytes(0))
                ? Event.DONE
                : event(initiationNb.gatherV(root, target, blocks, source));
    }

    /**
     * {@link #scatter} of blocks that differ in size.
     *
     * @param blocks at the root: where each member's data are in the source, and their bytes; ignored elsewhere
     */
    public void scatterV(int root, MemorySegment target, MemorySegment source, Blocks blocks) {
        checks.scatterV(root, target, source, blocks);
        // not alone, a member that is not the root may have given no blocks
        if (size > 1 || !alone(source, blocks.offset(0), target, 0, blocks.bytes(0))) {
            member.await(initiation.scatterV(root, target, source, blocks));
        }
    }

    /** {@link #scatterV}, non-blocking. */
    public Event scatterVNb(int root, MemorySegment target, MemorySegment source, Blocks blocks) {
        checksNb.scatterV(root, target, source, blocks);
        return size == 1 && alone(source, blocks.offset(0), target, 0, blocks.bytes(0))
                ? Event.DONE
                : event(initiationNb.scatterV(root, target, source, blocks));
    }

    /**
     * {@link #allGather(MemorySegment, MemorySegment)} of blocks that differ in size.
     *
     * @param blocks where each member's data go in the target, and their bytes: the same on all members
     */
    public void allGatherV(MemorySegment target, Blocks blocks, MemorySegment source) {
        checks.allGatherV(target, blocks, source);
        if (!alone(source, 0, target, blocks.offset(0), blocks.bytes(0))) {
            member.await(initiation.allGatherV(target, blocks, source));
        }
    }

    /** {@link #allGatherV}, non-blocking. */
    public Event allGatherVNb(MemorySegment target, Blocks blocks, MemorySegment source) {
        checksNb.allGatherV(target, blocks, source);
        return alone(source, 0, target, blocks.offset(0), blocks.bytes(0))
                ? Event.DONE
                : event(initiationNb.allGatherV(target, blocks, source));
    }

    /**
     * {@link #exchange} of blocks that differ in size: what member i has for member j has the same number of bytes
     * there as j has for it here.
     *
     * @param targetBlocks where the data of each member go in the target, and how many bytes they are
     * @param sourceBlocks where the data for each member are in the source, and how many bytes they are
     */
    public void exchangeV(MemorySegment target, Blocks targetBlocks, MemorySegment source, Blocks sourceBlocks) {
        checks.exchangeV(target, targetBlocks, source, sourceBlocks);
        if (!alone(source, sourceBlocks.offset(0), target, targetBlocks.offset(0), sourceBlocks.bytes(0))) {
            member.await(initiation.exchangeV(target, targetBlocks, source, sourceBlocks));
        }
    }

    /** {@link #exchangeV}, non-blocking. */
    public Event exchangeVNb(MemorySegment target, Blocks targetBlocks, MemorySegment source, Blocks sourceBlocks) {
        checksNb.exchangeV(target, targetBlocks, source, sourceBlocks);
        return alone(source, sourceBlocks.offset(0), target, targetBlocks.offset(0), sourceBlocks.bytes(0))
                ? Event.DONE
                : event(initiationNb.exchangeV(target, targetBlocks, source, sourceBlocks));
    }

    /**
     * Reduces the members' sources, element by element, to the root's target: the left fold in the order of the ranks.
     *
     * <p>Source: GASNet-EX gex_Coll_ReduceToOneNB.
     *
     * @param root team rank
     * @param target at the root, as large as the source, and it may be the source; ignored elsewhere
     * @param source on every member, of the same number of whole elements
     */
    public void reduceToOne(int root, MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checks.reduceToOne(root, target, source, reduction);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (shortWays.fits(bytes)) {
            shortWays.reduceToOne(root, target, source, reduction, bytes);
        } else {
            member.await(initiation.reduceToOne(root, target, source, reduction, bytes));
        }
    }

    /** {@link #reduceToOne}, non-blocking. */
    public Event reduceToOneNb(int root, MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checksNb.reduceToOne(root, target, source, reduction);
        return alone(source, 0, target, 0, bytes)
                ? Event.DONE
                : event(initiationNb.reduceToOne(root, target, source, reduction, bytes));
    }

    /**
     * Reduces the members' sources, element by element, to every member's target: the left fold in the order of the
     * ranks, the same bits everywhere.
     *
     * <p>Source: GASNet-EX gex_Coll_ReduceToAllNB.
     *
     * @param target as large as the source; it may be the source, on all members or on none
     * @param source on every member, of the same number of whole elements
     */
    public void reduceToAll(MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checks.reduction(Form.REDUCE_TO_ALL, target, source, reduction);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (shortWays.fits(bytes)) {
            shortWays.reduceToAll(target, source, reduction, bytes);
        } else {
            member.await(initiation.reduceToAll(target, source, reduction, bytes));
        }
    }

    /** {@link #reduceToAll(MemorySegment, MemorySegment, Reduction)}, non-blocking. */
    public Event reduceToAllNb(MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checksNb.reduction(Form.REDUCE_TO_ALL, target, source, reduction);
        return alone(source, 0, target, 0, bytes)
                ? Event.DONE
                : event(initiationNb.reduceToAll(target, source, reduction, bytes));
    }

    /**
     * Inclusive scan: every member's target gets the left fold of the sources of ranks 0 to its own.
     *
     * @param target as large as the source; it may be the source
     * @param source on every member, of the same number of whole elements
     */
    public void scan(MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checks.reduction(Form.SCAN, target, source, reduction);
        if (size == 1) {
            copy(source, 0, target, 0, bytes);
        } else if (shortWays.fits(bytes)) {
            shortWays.scan(target, source, reduction, bytes);
        } else {
            member.await(initiation.scan(target, source, reduction, bytes));
        }
    }

    /** {@link #scan}, non-blocking. */
    public Event scanNb(MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checksNb.reduction(Form.SCAN, target, source, reduction);
        return alone(source, 0, target, 0, bytes)
                ? Event.DONE
                : event(initiationNb.scan(target, source, reduction, bytes));
    }

    /**
     * Exclusive scan: every member's target gets the left fold of the sources of the ranks below its own. Rank 0's
     * target stays as it is.
     *
     * @param target as large as the source; it may be the source
     * @param source on every member, of the same number of whole elements
     */
    public void exscan(MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checks.reduction(Form.EXSCAN, target, source, reduction);
        if (size > 1) {
            if (shortWays.fits(bytes)) {
                shortWays.exscan(target, source, reduction, bytes);
            } else {
                member.await(initiation.exscan(target, source, reduction, bytes));
            }
        }
    }

    /** {@link #exscan}, non-blocking. */
    public Event exscanNb(MemorySegment target, MemorySegment source, Reduction reduction) {
        long bytes = checksNb.reduction(Form.EXSCAN, target, source, reduction);
        return size == 1 ? Event.DONE : event(initiationNb.exscan(target, source, reduction, bytes));
    }

    /** Of a number of 8 bytes, as its bits. */
    private long reduceBits(long bits, Reduction reduction, boolean integer) {
        checks.begin(Form.REDUCE_TO_ALL);
        checks.number(Form.REDUCE_TO_ALL, reduction, integer);
        if (size == 1) {
            return bits;
        }
        if (member.isIdle()) {
            return shortWays.reduceToAll(bits, reduction.kernel());
        }
        long[] number = {bits};
        MemorySegment memory = MemorySegment.ofArray(number);
        member.await(initiation.reduceToAll(memory, memory, reduction, Long.BYTES));
        return number[0];
    }

    /** Of a number of 8 bytes, as its bits. */
    private long broadcastBits(int root, long bits) {
        checks.begin(Form.BROADCAST, root);
        if (size == 1) {
            return bits;
        }
        if (member.isIdle()) {
            return shortWays.broadcast(root, bits);
        }
        long[] number = {bits};
        MemorySegment memory = MemorySegment.ofArray(number);
        member.await(initiation.broadcast(root, memory, memory, Long.BYTES));
        return number[0];
    }

    // Single numbers, and arrays of primitives.

//$ double long
    /**
     * Reduces one number of every member; returns the left fold in the order of ranks, the same everywhere. Blocking.
     *
     * @param reduction of $types$, or a user operation on elements of 8 bytes
     */
    public $number$ reduceToAll($number$ value, Reduction reduction) {
        return $ofBits$(reduceBits($bits$, reduction, $integer$));
    }

    /** Returns the root's {@code value} on every member. Blocking. */
    public $number$ broadcast(int root, $number$ value) {
        return $ofBits$(broadcastBits(root, $bits$));
    }

//$ double long int float byte
    /** Copies the root's array into every other member's of the same length. */
    public void broadcast(int root, $number$[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        broadcast(root, memory, memory);
    }

    /** {@link #broadcast(int, $number$[])}, non-blocking. */
    public Event broadcastNb(int root, $number$[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        return broadcastNb(root, memory, memory);
    }

//$ double long int float
    /** Reduces the sources element by element to every member's target, which may be the source on all members. */
    public void reduceToAll($number$[] target, $number$[] source, Opcode opcode) {
        reduceToAll(MemorySegment.ofArray(target), MemorySegment.ofArray(source),
                reductions.of(DataType.$TYPE$, opcode));
    }

    /** {@link #reduceToAll($number$[], $number$[], Opcode)}, non-blocking. */
    public Event reduceToAllNb($number$[] target, $number$[] source, Opcode opcode) {
        return reduceToAllNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source),
                reductions.of(DataType.$TYPE$, opcode));
    }

//$ double long int float byte
    /** Copies every member's source to every member's target, of as many times its length, in the order of ranks. */
    public void allGather($number$[] target, $number$[] source) {
        allGather(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** {@link #allGather($number$[], $number$[])}, non-blocking. */
    public Event allGatherNb($number$[] target, $number$[] source) {
        return allGatherNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

//$
}
