package org.pgas.atomics;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.memory.SharedMemory;

/**
 * Any operation on a number of any type at an address, by its bits as in {@link Opcode#result}, with the orderings that
 * flags ask for.
 *
 * <pre>
 * flags      GET                         SET                         all others
 * none       opaque load                 opaque store                acquire and release
 * ACQ        acquire load                opaque store, full fence    acquire and release
 * REL        full fence, opaque load     release store               acquire and release
 * ACQ, REL   full fence, acquire load    release store, full fence   acquire and release
 * </pre>
 *
 * <p>A load can be kept behind earlier stores, and a store before later loads, by a full fence only.
 */
final class BitUpdates {
    private BitUpdates() {}

    /** Returns the value before; of SET, which does not look at it, 0. */
    static long update(long address, DataType type, Opcode opcode, long operand1, long operand2, int flags) {
        return switch (opcode) {
            case GET -> get(address, type.bytes(), flags);
            case SET -> set(address, type.bytes(), operand1, flags);
            case SWAP -> swap(address, type.bytes(), operand1);
            case CAS, FCAS -> compareAndSwap(address, type.bytes(), operand1, operand2);
            default -> type.isInteger()
                    ? updateInteger(address, type, opcode, operand1)
                    : loop(address, type, opcode, operand1);
        };
    }

    private static long updateInteger(long address, DataType type, Opcode opcode, long operand) {
        return switch (opcode) {
            case ADD, FADD -> add(address, type.bytes(), operand);
            case SUB, FSUB -> add(address, type.bytes(), -operand);
            case INC, FINC -> add(address, type.bytes(), 1);
            case DEC, FDEC -> add(address, type.bytes(), -1);
            default -> loop(address, type, opcode, operand);
        };
    }

    private static long get(long address, int width, int flags) {
        if (AtomicFlags.isRelease(flags)) {
            SharedMemory.fullFence();
        }
        if (AtomicFlags.isAcquire(flags)) {
            return width == 4 ? SharedMemory.getIntAcquire(address) : SharedMemory.getLongAcquire(address);
        }
        return width == 4 ? SharedMemory.getIntOpaque(address) : SharedMemory.getLongOpaque(address);
    }

    private static long set(long address, int width, long value, int flags) {
        if (width == 4) {
            setInt(address, (int) value, flags);
        } else {
            setLong(address, value, flags);
        }
        return 0;
    }

    private static void setInt(long address, int value, int flags) {
        if (AtomicFlags.isRelease(flags)) {
            SharedMemory.putIntRelease(address, value);
        } else {
            SharedMemory.putIntOpaque(address, value);
        }
        if (AtomicFlags.isAcquire(flags)) {
            SharedMemory.fullFence();
        }
    }

    private static void setLong(long address, long value, int flags) {
        if (AtomicFlags.isRelease(flags)) {
            SharedMemory.putLongRelease(address, value);
        } else {
            SharedMemory.putLongOpaque(address, value);
        }
        if (AtomicFlags.isAcquire(flags)) {
            SharedMemory.fullFence();
        }
    }

    private static long swap(long address, int width, long value) {
        return width == 4 ? SharedMemory.getAndSetInt(address, (int) value)
                : SharedMemory.getAndSetLong(address, value);
    }

    private static long compareAndSwap(long address, int width, long expected, long value) {
        return width == 4
                ? SharedMemory.compareAndExchangeInt(address, (int) expected, (int) value)
                : SharedMemory.compareAndExchangeLong(address, expected, value);
    }

    private static long add(long address, int width, long delta) {
        return width == 4 ? SharedMemory.getAndAddInt(address, (int) delta)
                : SharedMemory.getAndAddLong(address, delta);
    }

    /** Ends in a compare-and-swap, also when the value stays the same. */
    private static long loop(long address, DataType type, Opcode opcode, long operand) {
        int width = type.bytes();
        long before = width == 4 ? SharedMemory.getIntOpaque(address) : SharedMemory.getLongOpaque(address);
        while (true) {
            long seen = compareAndSwap(address, width, before, opcode.result(type, before, operand, 0));
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }
}
