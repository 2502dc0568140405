package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * ARMCI's read-modify-write: fetch-and-add and swap of an {@code int} or a {@code long} with a word of local memory.
 *
 * <p>Creation and {@link #destroy} are collective; {@link #rmw} is one-sided, by any thread of any member, loopback
 * included; none in a restricted context (see {@link org.pgas.Job}). Every operation is an acquire and a release, and
 * complete on return. Legal use and errors: {@link AtomicDomain}, the local word being the result.
 *
 * <p>Source: ARMCI_Rmw.
 */
public final class ArmciRmw {
    private static final int ORDERED = AtomicFlags.REL | AtomicFlags.ACQ;

    /** What {@link #rmw} does, and with how wide a word. */
    public enum Operation {
        /** Adds to an int; the value before goes to the local word. Source: ARMCI_FETCH_AND_ADD. */
        FETCH_AND_ADD,
        /** Adds to a long; the value before goes to the local word. Source: ARMCI_FETCH_AND_ADD_LONG. */
        FETCH_AND_ADD_LONG,
        /** Exchanges an int and the local word. Source: ARMCI_SWAP. */
        SWAP,
        /** Exchanges a long and the local word. Source: ARMCI_SWAP_LONG. */
        SWAP_LONG
    }

    private final IntAtomicDomain ints;
    private final LongAtomicDomain longs;
    private final boolean checked;

    private ArmciRmw(IntAtomicDomain ints, LongAtomicDomain longs) {
        this.ints = ints;
        this.longs = longs;
        this.checked = longs.team().job().isChecked();
    }

    /** Collective. */
    public static ArmciRmw create(Team team) {
        TeamCore.of(team).checkUnrestricted("ArmciRmw.create");
        Set<Opcode> operations = EnumSet.of(Opcode.FADD, Opcode.SWAP);
        return new ArmciRmw(IntAtomicDomain.create(team, DataType.I32, operations, AtomicFlags.NONE),
                LongAtomicDomain.create(team, DataType.I64, operations, AtomicFlags.NONE));
    }

    /** The team: the operations reach words of its members. */
    public Team team() {
        return longs.team();
    }

    /** Ends it: operations afterwards are errors. Collective, but no barrier, as {@link AtomicDomain#destroy}. */
    public void destroy() {
        TeamCore.of(team()).checkUnrestricted("ArmciRmw.destroy");
        ints.destroy();
        longs.destroy();
    }

    /**
     * Performs {@code operation} on the word at {@code offset} of {@code rank}, which is aligned, and the local word at
     * {@code localOffset} of {@code local}, which need not be. {@code extra} is what is added; a swap ignores it.
     */
    public void rmw(Operation operation, MemorySegment local, long localOffset, int rank, long offset, int extra) {
        TeamCore.of(team()).checkUnrestricted("ArmciRmw.rmw");
        boolean isLong = operation == Operation.FETCH_AND_ADD_LONG || operation == Operation.SWAP_LONG;
        AtomicChecks.result(team(), "ArmciRmw", "rmw", local, localOffset, isLong ? Long.BYTES : Integer.BYTES);
        switch (operation) {
            case FETCH_AND_ADD -> updateInt(local, localOffset, rank, offset, Opcode.FADD, extra);
            case FETCH_AND_ADD_LONG -> updateLong(local, localOffset, rank, offset, Opcode.FADD, extra);
            case SWAP -> updateInt(local, localOffset, rank, offset, Opcode.SWAP,
                    local.get(AtomicChecks.INT, localOffset));
            case SWAP_LONG -> updateLong(local, localOffset, rank, offset, Opcode.SWAP,
                    local.get(AtomicChecks.LONG, localOffset));
        }
    }

    /** As {@link #rmw} with {@link Operation#FETCH_AND_ADD_LONG}; returns the value before, without a local word. */
    public long fetchAndAddLong(int rank, long offset, long extra) {
        TeamCore.of(team()).checkUnrestricted("ArmciRmw.fetchAndAddLong");
        return longs.fetchAdd(rank, offset, extra);
    }

    /** Checked mode looks whether the local word overlaps the target, which takes the form that knows both. */
    private void updateInt(MemorySegment local, long localOffset, int rank, long offset, Opcode opcode, int operand) {
        if (checked) {
            ints.applyNb(local, localOffset, rank, offset, opcode, operand, 0, ORDERED).await();
        } else {
            local.set(AtomicChecks.INT, localOffset, opcode == Opcode.FADD ? ints.fetchAdd(rank, offset, operand)
                    : ints.swap(rank, offset, operand));
        }
    }

    private void updateLong(MemorySegment local, long localOffset, int rank, long offset, Opcode opcode,
            long operand) {
        if (checked) {
            longs.applyNb(local, localOffset, rank, offset, opcode, operand, 0, ORDERED).await();
        } else {
            local.set(AtomicChecks.LONG, localOffset, opcode == Opcode.FADD ? longs.fetchAdd(rank, offset, operand)
                    : longs.swap(rank, offset, operand));
        }
    }
}
