//$ Maven makes SharedLongs, SharedInts, SharedDoubles and SharedFloats of this text with config/Templates.java: one
//$ class of each column of the table. $Number$ stands for what the column has in the row Number; so do the other names
//$ between dollars.
//$
//$ Number   | Long | Int     | Double          | Float
//$ number   | long | int     | double          | float
//$ shift    | 3    | 2       | 3               | 2
//$ bitByBit |      |         | " bit by bit"   | " bit by bit"
//$ wrapping | ", wrapping around" | ", wrapping around" | |

package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.Team;

/**
 * A row of $number$s of each member of a team, equally many on all, which all members read, write and update by rank
 * and index. Legal callers, order and errors: {@link SharedVariable}. For one array that is dealt to the ranks there is
 * the module of arrays.
 *
 * <pre>{@code
 * Shared$Number$s row = Shared$Number$s.create(job.world(), 100); // zeros on every rank
 * row.put(next, 0, mine);                               // an array, from element 0 of rank next on
 * row.add(next, 99, 1);                                 // atomically
 * row.close();
 * }</pre>
 */
public final class Shared$Number$s extends SharedVariable {
    private static final String NAME = "Shared$Number$s";
    private static final int SHIFT = $shift$;

    private final $Number$AtomicDomain atomics;
    private final long length;

    /** 0 after the close, so that the index check finds it. Plain: a late access is undefined. */
    private long openLength; // close | threads with accesses | plain

    private Shared$Number$s(Team team, long offset, $Number$AtomicDomain atomics, long length) {
        super(team, offset, atomics);
        this.atomics = atomics;
        this.length = length;
        this.openLength = length;
    }

    /** {@code length} zeros, at least one, on every member. Collective. */
    public static Shared$Number$s create(Team team, long length) {
        // too many are as many as there can never be
        long bytes = length > Long.MAX_VALUE >> SHIFT ? Long.MAX_VALUE : Math.max(length, 0) << SHIFT;
        $Number$AtomicDomain atomics = $Number$AtomicDomain.create(team);
        return new Shared$Number$s(team, allocated(NAME, team, atomics, bytes), atomics, length);
    }

    /** How many each member has. */
    public long length() {
        return length;
    }

    /** Where element {@code index} lies in each member's segment, in bytes. */
    public long offset(long index) {
        return place("offset", index);
    }

    /** This member's numbers, one behind the other, for loads and stores in native byte order. Until the close. */
    public MemorySegment local() {
        return team.endpoint().segment().local().asSlice(place("local"), length << SHIFT);
    }

    /** Element {@code index} of rank {@code rank}. Plain. */
    public $number$ get(int rank, long index) {
        return rma.get$Number$(rank, place("get", index));
    }

    /** Replaces element {@code index} of rank {@code rank}. Plain. */
    public void put(int rank, long index, $number$ value) {
        rma.put$Number$(rank, place("put", index), value);
    }

    /** Gets as many elements of rank {@code rank} from {@code index} on as {@code target} has. Blocking. */
    public void get(int rank, long index, $number$[] target) {
        checkRange("get", index, target);
        rma.get(target, 0, rank, offset() + (index << SHIFT), target.length);
    }

    /** Puts all of {@code source} to the elements of rank {@code rank} from {@code index} on. Blocking. */
    public void put(int rank, long index, $number$[] source) {
        checkRange("put", index, source);
        rma.put(rank, offset() + (index << SHIFT), source, 0, source.length);
    }

    /** Element {@code index} of rank {@code rank}. Atomic; an acquire. */
    public $number$ getAcquire(int rank, long index) {
        return atomics.get(rank, place("getAcquire", index));
    }

    /** Replaces element {@code index} of rank {@code rank}. Atomic; a release. */
    public void putRelease(int rank, long index, $number$ value) {
        atomics.set(rank, place("putRelease", index), value);
    }

    /** Adds to element {@code index} of rank {@code rank}$wrapping$. Atomic. */
    public void add(int rank, long index, $number$ delta) {
        atomics.add(rank, place("add", index), delta);
    }

    /** As {@link #add}; answers the value before. Atomic. */
    public $number$ fetchAdd(int rank, long index, $number$ delta) {
        return atomics.fetchAdd(rank, place("fetchAdd", index), delta);
    }

    /** Replaces element {@code index} of rank {@code rank}; answers the value before. Atomic. */
    public $number$ swap(int rank, long index, $number$ value) {
        return atomics.swap(rank, place("swap", index), value);
    }

    /**
     * Replaces element {@code index} of rank {@code rank} by {@code value} if it is {@code expected}$bitByBit$; says
     * whether it did. Atomic.
     */
    public boolean compareAndSet(int rank, long index, $number$ expected, $number$ value) {
        return atomics.compareAndSwap(rank, place("compareAndSet", index), expected, value);
    }

    private long place(String call, long index) {
        if (index < 0 || index >= openLength) {
            place(call);
            throw bad(call, "index " + index + " is outside 0.." + (length - 1));
        }
        return offset() + (index << SHIFT);
    }

    private void checkRange(String call, long index, $number$[] memory) {
        if (memory == null) {
            throw bad(call, "the array is null");
        }
        if (index < 0 || index > openLength - memory.length) {
            place(call);
            throw bad(call, memory.length + " elements from index " + index + " on are outside the " + length
                    + " elements of the row");
        }
    }

    @Override
    void closed() {
        openLength = 0;
    }
}
