package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** What an atomic operation on mapped memory needs no look at, mostly: flags, and the memory that results go to. */
final class AtomicChecks {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private AtomicChecks() {}

    static void creationFlags(Team team, String call, int flags) {
        int unknown = flags & ~AtomicFlags.OF_CREATION;
        if (unknown != 0) {
            throw bad(team, call, "unknown flag bits 0x" + Integer.toHexString(unknown)
                    + ": legal is one of FAVOR_MY_RANK, FAVOR_MY_NBRHD, FAVOR_REMOTE");
        }
        if (Integer.bitCount(flags) > 1) {
            throw bad(team, call, "flags 0x" + Integer.toHexString(flags)
                    + ": at most one FAVOR flag may be given");
        }
    }

    /** The team rank of an operation's target, after a look at flags beyond the plain ones. */
    static int target(Team team, String type, String form, int rank, int flags) {
        int unknown = flags & ~AtomicFlags.OF_OPERATIONS;
        if (unknown != 0) {
            throw bad(team, type + "." + form, "unknown flag bits 0x" + Integer.toHexString(unknown)
                    + ": legal are IMMEDIATE, MY_RANK, MY_NBRHD, ACQ, REL and RANK_IS_JOBRANK of AtomicFlags");
        }
        if ((flags & AtomicFlags.MY_RANK) != 0 && (flags & AtomicFlags.MY_NBRHD) != 0) {
            throw bad(team, type + "." + form, "flags 0x" + Integer.toHexString(flags)
                    + ": at most one of MY_RANK and MY_NBRHD may be given");
        }
        int target = (flags & AtomicFlags.RANK_IS_JOBRANK) == 0 ? rank : member(team, type, form, rank);
        if ((flags & AtomicFlags.MY_RANK) != 0 && target != team.rank() && team.job().isChecked()) {
            throw bad(team, type + "." + form, "MY_RANK is untrue: rank " + target + " is not this rank");
        }
        if ((flags & AtomicFlags.MY_NBRHD) != 0 && team.job().isChecked() && isElsewhere(TeamCore.of(team), target)) {
            throw bad(team, type + "." + form,
                    "MY_NBRHD is untrue: rank " + target + " is not in this rank's neighbourhood");
        }
        return target;
    }

    /** Whether a rank is elsewhere. False for a number that is no rank: the check of the place refuses it. */
    private static boolean isElsewhere(TeamCore team, int rank) {
        return team.members().has(rank) && team.addresses().isElsewhere(rank);
    }

    private static int member(Team team, String type, String form, int jobRank) {
        int last = team.job().size() - 1;
        int rank = jobRank < 0 || jobRank > last ? Team.INVALID_RANK : team.fromJobRank(jobRank);
        if (rank == Team.INVALID_RANK) {
            throw bad(team, type + "." + form,
                    "job rank " + jobRank + " is not a member of the domain's team: job ranks are 0.."
                            + last);
        }
        return rank;
    }

    /** The memory that takes the value before, or holds a local word. */
    static void result(Team team, String type, String form, MemorySegment result, long offset, int width) {
        String wrong = null;
        if (result == null) {
            wrong = "the result is null";
        } else if (offset < 0 || offset > result.byteSize() - width) {
            wrong = width + " bytes at offset " + offset + " are outside the result of " + result.byteSize() + " bytes";
        } else if (result.isReadOnly()) {
            wrong = "the result is read-only";
        } else if (!result.scope().isAlive()) {
            wrong = "the result's arena is closed";
        } else if (!result.isAccessibleBy(Thread.currentThread())) {
            wrong = "the result is confined to another thread";
        }
        if (wrong != null) {
            throw bad(team, type + "." + form, wrong);
        }
    }

    /** Checked mode: the result may not overlap the mapped target. Only native memory of that mapping is compared. */
    static void overlap(Team team, String type, String form, MemorySegment result, long offset, long target,
            int width) {
        if (team.job().isChecked() && result.isNative()) {
            long local = result.address() + offset;
            if (local < target + width && target < local + width) {
                throw overlap(team, type, form, width - Math.abs(local - target), width);
            }
        }
    }

    /** As {@link #overlap}, where the target is not mapped: it can be this rank's own client memory. */
    static void overlapOfOwn(Team team, String type, String form, MemorySegment result, long offset, int rank,
            long targetOffset, int width) {
        MemorySegment own = team.job().isChecked() ? TeamCore.of(team).ownMemory(rank) : null;
        if (own != null) {
            MemorySegment target = own.asSlice(targetOffset, width);
            result.asSlice(offset, width).asOverlappingSlice(target).ifPresent(common -> {
                throw overlap(team, type, form, common.byteSize(), width);
            });
        }
    }

    private static PgasException overlap(Team team, String type, String form, long common, int width) {
        return bad(team, type + "." + form, "result and target overlap by " + common + " of " + width + " bytes");
    }

    private static PgasException bad(Team team, String call, String what) {
        return Refusals.of(team.job().rank()).bad(call, what);
    }
}
