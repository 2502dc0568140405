package org.pgas;

/**
 * Flags of the calls that make and destroy teams: bits, to be combined by or.
 *
 * <p>Source: GASNet-EX gex_TM_Split, gex_TM_Create, gex_TM_Destroy; Memory Kinds 5.
 */
public final class TeamFlags {
    /** Create: locations name processes by job rank, else by rank in the parent. Single-valued over the new team. */
    public static final int RANK_IS_JOBRANK = 1;

    /** Destroy: the caller asserts that every member had quiesced the team before any of them called. Single-valued. */
    public static final int GLOBALLY_QUIESCED = 1 << 1;

    /** No scratch space is offered, the default: this library needs none; collectives are at full speed. */
    public static final int NO_SCRATCH = 1 << 2;

    /** Create: one scratch space is given, at the same place for all members. */
    public static final int SYMMETRIC_SCRATCH = 1 << 3;

    /** Create: a scratch space is given for each local member, in the order of ranks. */
    public static final int LOCAL_SCRATCH = 1 << 4;

    /** Create: a scratch space is given for each member of the new team, in the order of ranks. */
    public static final int GLOBAL_SCRATCH = 1 << 5;

    /** Scratch spaces are offsets into bound segments, as they always are here: changes nothing. */
    public static final int SCRATCH_SEG_OFFSET = 1 << 6;

    private TeamFlags() {}
}
