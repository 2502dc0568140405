package org.pgas.atomics;

import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.SharedMemory;

/**
 * Atomic operations on 64-bit integers in the segments of a team's members, one instruction of the processor each.
 *
 * <p>One-sided: any thread of any member may call, loopback included, and the owner takes no part. Atomic with respect to every
 * operation of any {@code LongAtomicDomain}, of any rank and thread, on the same location; not with respect to plain puts. Places
 * are (team rank, byte offset), the offset a multiple of 8.
 *
 * <p>Every operation is an acquire and a release: what was done before it is seen by whoever sees its effect; only {@link #get} is
 * an acquire alone and {@link #set} a release alone.
 *
 * <p>Errors, before anything was changed: rank outside the team, location outside the segment, offset not a multiple of 8, job
 * closed.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", data type I64.
 */
public final class LongAtomicDomain {
    private static final int WIDTH = 8;

    private final Team team;
    private final AddressMap addresses;
    private volatile Object clientData;

    private LongAtomicDomain(Team team) {
        this.team = team;
        this.addresses = team.addresses();
    }

    /** The domain over a team. Collective; not in a restricted context (see {@link org.pgas.Job}), as all operations. */
    public static LongAtomicDomain create(Team team) {
        team.checkUnrestricted("LongAtomicDomain.create");
        return new LongAtomicDomain(team);
    }

    public Team team() {
        return team;
    }

    /** What {@link #clientData(Object)} stored last; null at first. */
    public Object clientData() {
        return clientData;
    }

    /** Stores one object of the program's own with this domain. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        clientData = data;
    }

    /** Reads the value. Source: GEX_OP_GET. */
    public long get(int rank, long offset) {
        return SharedMemory.getLongAcquire(addresses.atomicAddress(rank, offset, WIDTH));
    }

    /** Replaces the value. Source: GEX_OP_SET. */
    public void set(int rank, long offset, long value) {
        SharedMemory.putLongRelease(addresses.atomicAddress(rank, offset, WIDTH), value);
        team.ring(rank);
    }

    /** Adds {@code delta}, wrapping around, and returns the value before. Source: GEX_OP_FADD. */
    public long fetchAdd(int rank, long offset, long delta) {
        long before = SharedMemory.getAndAddLong(addresses.atomicAddress(rank, offset, WIDTH), delta);
        team.ring(rank);
        return before;
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected}; returns the value before, which is {@code expected} exactly if
     * it was replaced. Source: GEX_OP_FCAS.
     */
    public long fetchCompareAndSwap(int rank, long offset, long expected, long desired) {
        long before = SharedMemory.compareAndExchangeLong(addresses.atomicAddress(rank, offset, WIDTH), expected,
                desired);
        if (before == expected) {
            team.ring(rank);
        }
        return before;
    }
}
