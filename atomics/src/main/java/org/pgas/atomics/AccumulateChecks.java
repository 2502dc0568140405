package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** What an accumulate refuses before it looks for its target. */
final class AccumulateChecks {
    private final Team team;
    private final boolean checked;

    AccumulateChecks(Team team) {
        this.team = team;
        this.checked = team.job().isChecked();
    }

    /** Whole elements, at a place where each part is aligned. */
    void elements(String call, AccumulateType type, long offset, long bytes) {
        if ((offset & type.componentBytes() - 1) != 0) {
            throw bad(call, "offset " + offset + " is not a multiple of " + type.componentBytes()
                    + ": what is updated atomically must be aligned");
        }
        if (bytes < 0 || (bytes & type.bytes() - 1) != 0) {
            throw bad(call, "a length of " + bytes + " bytes: legal are multiples of " + type.bytes()
                    + " from 0, whole elements");
        }
    }

    void source(String call, MemorySegment source, long offset, long bytes) {
        if (offset < 0 || offset > source.byteSize() - bytes) {
            throw bad(call, bytes + " bytes at offset " + offset + " are outside the local source of "
                    + source.byteSize() + " bytes");
        }
        if (!source.scope().isAlive()) {
            throw bad(call, "the source's arena is closed");
        }
        if (!source.isAccessibleBy(Thread.currentThread())) {
            throw bad(call, "the source is confined to another thread");
        }
    }

    /** Bytes of {@code count} elements. */
    long bytes(String call, AccumulateType type, long count) {
        if (count < 0 || count > Long.MAX_VALUE / 16) {
            throw bad(call, "a count of " + count + " elements: legal are 0 and more");
        }
        return count * type.bytes();
    }

    void array(String call, int length, int index, int count) {
        if (index < 0 || count < 0 || index > length - count) {
            throw bad(call, count + " elements from index " + index + " are outside the array of " + length);
        }
    }

    void flags(String call, int flags) {
        int unknown = flags & ~AtomicFlags.IMMEDIATE;
        if (unknown != 0) {
            throw bad(call, "unknown flag bits 0x" + Integer.toHexString(unknown) + ": legal is IMMEDIATE");
        }
    }

    /** Checked mode: source and mapped target may not overlap. Only native memory of the same mapping can be compared. */
    void overlap(String call, MemorySegment source, long offset, long target, long bytes) {
        if (checked && bytes > 0 && source.isNative()) {
            long local = source.address() + offset;
            if (local < target + bytes && target < local + bytes) {
                throw overlap(call, bytes - Math.abs(local - target), bytes);
            }
        }
    }

    /** As {@link #overlap}, where the target is not mapped: it can be this rank's own client memory. */
    void overlapOfOwn(String call, MemorySegment source, long offset, int rank, long targetOffset, long bytes) {
        MemorySegment own = checked && bytes > 0 ? TeamCore.of(team).ownMemory(rank) : null;
        if (own != null) {
            MemorySegment target = own.asSlice(targetOffset, bytes);
            source.asSlice(offset, bytes).asOverlappingSlice(target).ifPresent(common -> {
                throw overlap(call, common.byteSize(), bytes);
            });
        }
    }

    private PgasException overlap(String call, long common, long bytes) {
        return bad(call, "source and target overlap by " + common + " of " + bytes + " bytes");
    }

    private PgasException bad(String call, String what) {
        return Refusals.of(team.job().rank()).bad("Accumulator." + call, what);
    }
}
