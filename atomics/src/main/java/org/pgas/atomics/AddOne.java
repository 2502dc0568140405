package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.Team;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;

/**
 * Adds one number to one in mapped memory, under the lock of its block as every accumulate does: one locked
 * instruction. The number that is added is made before the lock is taken.
 *
 * <p>Not a compare-and-swap of the number itself, which costs as much: an accumulate of more numbers loads, adds and
 * stores them plainly while it holds the lock, and would overwrite what is swapped in between. A look at the lock
 * before does not help, since the lock can be taken right behind it; nor does one behind the swap, which cannot tell
 * whether the holder had loaded the number before.
 *
 * <p>The forms answer whether it was done. Else nothing has been changed, and the way of many numbers tells what is
 * wrong, or goes on: a rank, range, alignment or source that is not legal; a source on the heap; memory that is not
 * mapped here; a type that is not of single numbers.
 */
final class AddOne {
    private final AddressMap addresses;
    private final AccumulateLocks locks;
    private final TeamCore members;

    AddOne(Team team, AddressMap addresses) {
        this.addresses = addresses;
        this.locks = AccumulateLocks.of(team);
        this.members = TeamCore.of(team);
    }

    /** Adds the number at {@code from} of native memory, times {@code scale}, given by its bits. */
    boolean add(AccumulateType type, int rank, long offset, long scale, MemorySegment source, long from) {
        if (!SharedMemory.isNative(source)) {
            return false;
        }
        long number;
        try {
            number = width(type) == Long.BYTES ? SharedMemory.getNativeLong(source, from)
                    : SharedMemory.getNativeInt(source, from);
        } catch (RuntimeException e) {
            return false;
        }
        return add(type, rank, offset, scale, number);
    }

    /** Adds a number, times {@code scale}, both given by their bits. */
    boolean add(AccumulateType type, int rank, long offset, long scale, long number) {
        int width = width(type);
        MappedRange mapped = (offset & width - 1) == 0 && isSingle(type) ? addresses.mapped(rank, offset, width)
                : null;
        if (mapped == null) {
            return false;
        }
        // behind the lock, each field would be read anew
        long address = mapped.wordAt(offset, width);
        AccumulateLocks taken = locks;
        TeamCore team = members;
        long lock = taken.acquire(mapped, rank, offset);
        try {
            add(type, address, scale, number);
        } finally {
            taken.release(lock);
        }
        team.ring(rank);
        return true;
    }

    // comparisons, since neither a field of an enum nor a switch over one is a constant to the compiler

    private static int width(AccumulateType type) {
        return type == AccumulateType.INT || type == AccumulateType.FLT ? Integer.BYTES : Long.BYTES;
    }

    private static boolean isSingle(AccumulateType type) {
        return type != AccumulateType.CPL && type != AccumulateType.DCP;
    }

    private static void add(AccumulateType type, long address, long scale, long number) {
        if (type == AccumulateType.DBL) {
            SharedMemory.putDouble(address, SharedMemory.getDouble(address)
                    + Double.longBitsToDouble(scale) * Double.longBitsToDouble(number));
        } else if (type == AccumulateType.FLT) {
            SharedMemory.putFloat(address, SharedMemory.getFloat(address)
                    + Float.intBitsToFloat((int) scale) * Float.intBitsToFloat((int) number));
        } else if (type == AccumulateType.LNG) {
            SharedMemory.putLong(address, SharedMemory.getLong(address) + scale * number);
        } else {
            SharedMemory.putInt(address, SharedMemory.getInt(address) + (int) scale * (int) number);
        }
    }
}
