package org.pgas.atomics;

import org.pgas.AccumulateType;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.refusal.Refusals;

/** What an accumulate refuses before it looks for its target. */
final class AccumulateChecks {
    private final Refusals refusals;

    AccumulateChecks(Team team) {
        this.refusals = Refusals.of(team.job().rank());
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

    private PgasException bad(String call, String what) {
        return refusals.bad(call, what);
    }
}
