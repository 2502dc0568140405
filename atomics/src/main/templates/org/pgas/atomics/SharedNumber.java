//$ Maven makes SharedLong, SharedInt, SharedDouble and SharedFloat of this text with config/Templates.java: one class
//$ of each column of the table. $Number$ stands for what the column has in the row Number; so do the other names
//$ between dollars.
//$
//$ Number   | Long | Int     | Double          | Float
//$ number   | long | int     | double          | float
//$ Boxed    | Long | Integer | Double          | Float
//$ a        | a    | an      | a               | a
//$ bitByBit |      |         | " bit by bit"   | " bit by bit"
//$ wrapping | ", wrapping around" | ", wrapping around" | |

package org.pgas.atomics;

import org.pgas.Team;

/**
 * A shared variable: $a$ $number$ of each member of a team, which all members read, write and update by rank. Legal
 * callers, order and errors: {@link SharedVariable}.
 *
 * <pre>{@code
 * Shared$Number$ hits = Shared$Number$.create(job.world()); // 0 on every rank
 * hits.add(next, 3);                              // atomically, on rank next
 * job.world().barrier();
 * $number$ mine = hits.get(job.rank());
 * hits.close();
 * }</pre>
 */
public final class Shared$Number$ extends SharedVariable {
    private static final String NAME = "Shared$Number$";

    private final $Number$AtomicDomain atomics;

    private Shared$Number$(Team team, long offset, $Number$AtomicDomain atomics) {
        super(team, offset, atomics);
        this.atomics = atomics;
    }

    /** 0 on every member. Collective. */
    public static Shared$Number$ create(Team team) {
        $Number$AtomicDomain atomics = $Number$AtomicDomain.create(team);
        return new Shared$Number$(team, allocated(NAME, team, atomics, $Boxed$.BYTES), atomics);
    }

    /** That of rank {@code rank}. Plain. */
    public $number$ get(int rank) {
        return rma.get$Number$(rank, place("get"));
    }

    /** Replaces that of rank {@code rank}. Plain. */
    public void put(int rank, $number$ value) {
        rma.put$Number$(rank, place("put"), value);
    }

    /** That of rank {@code rank}. Atomic; an acquire. */
    public $number$ getAcquire(int rank) {
        return atomics.get(rank, place("getAcquire"));
    }

    /** Replaces that of rank {@code rank}. Atomic; a release. */
    public void putRelease(int rank, $number$ value) {
        atomics.set(rank, place("putRelease"), value);
    }

    /** Adds to that of rank {@code rank}$wrapping$. Atomic. */
    public void add(int rank, $number$ delta) {
        atomics.add(rank, place("add"), delta);
    }

    /** As {@link #add}; answers the value before. Atomic. */
    public $number$ fetchAdd(int rank, $number$ delta) {
        return atomics.fetchAdd(rank, place("fetchAdd"), delta);
    }

    /** Replaces that of rank {@code rank}; answers the value before. Atomic. */
    public $number$ swap(int rank, $number$ value) {
        return atomics.swap(rank, place("swap"), value);
    }

    /**
     * Replaces that of rank {@code rank} by {@code value} if it is {@code expected}$bitByBit$; says whether it did.
     * Atomic.
     */
    public boolean compareAndSet(int rank, $number$ expected, $number$ value) {
        return atomics.compareAndSwap(rank, place("compareAndSet"), expected, value);
    }
}
