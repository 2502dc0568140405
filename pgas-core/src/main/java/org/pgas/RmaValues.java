package org.pgas;

import org.pgas.bulk.TransferFlags;
import org.pgas.far.FarEvent;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.ThisRank;
import org.pgas.transfer.TransferChecks;
import org.pgas.transfer.TransferRoutes;

/** The transfers of {@link Rma} that give and take single values. */
public abstract sealed class RmaValues permits Rma {
    // Fields and orders: words of the program's, with the order that each call promises.

    final ThisRank self;
    final AddressMap addresses;
    final TransferChecks checks;
    final TransferRoutes routes;

    RmaValues(ThisRank self, AddressMap addresses, TransferChecks checks, TransferRoutes routes) {
        this.self = self;
        this.addresses = addresses;
        this.checks = checks;
        this.routes = routes;
    }

    /** Puts a byte at {@code offset} of {@code rank}. Plain. */
    public void putByte(int rank, long offset, byte value) {
        MappedRange mapped = addresses.mapped(rank, offset, 1);
        if (mapped != null) {
            SharedMemory.putByte(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, value, 1);
        }
    }

    /** Gets the byte at {@code offset} of {@code rank}. Plain. */
    public byte getByte(int rank, long offset) {
        MappedRange mapped = addresses.mapped(rank, offset, 1);
        return mapped != null ? SharedMemory.getByte(mapped.at(offset)) : (byte) routes.getValue(rank, offset, 1);
    }

    /** Puts a short at {@code offset} of {@code rank}. Plain. */
    public void putShort(int rank, long offset, short value) {
        MappedRange mapped = addresses.mapped(rank, offset, 2);
        if (mapped != null) {
            SharedMemory.putShort(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, value, 2);
        }
    }

    /** Gets the short at {@code offset} of {@code rank}. Plain. */
    public short getShort(int rank, long offset) {
        MappedRange mapped = addresses.mapped(rank, offset, 2);
        return mapped != null ? SharedMemory.getShort(mapped.at(offset)) : (short) routes.getValue(rank, offset, 2);
    }

    /** Puts a int at {@code offset} of {@code rank}. Plain. */
    public void putInt(int rank, long offset, int value) {
        MappedRange mapped = addresses.mapped(rank, offset, 4);
        if (mapped != null) {
            SharedMemory.putInt(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, value, 4);
        }
    }

    /** Gets the int at {@code offset} of {@code rank}. Plain. */
    public int getInt(int rank, long offset) {
        MappedRange mapped = addresses.mapped(rank, offset, 4);
        return mapped != null ? SharedMemory.getInt(mapped.at(offset)) : (int) routes.getValue(rank, offset, 4);
    }

    /** Puts a long at {@code offset} of {@code rank}. Plain. */
    public void putLong(int rank, long offset, long value) {
        MappedRange mapped = addresses.mapped(rank, offset, 8);
        if (mapped != null) {
            SharedMemory.putLong(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, value, 8);
        }
    }

    /** Gets the long at {@code offset} of {@code rank}. Plain. */
    public long getLong(int rank, long offset) {
        MappedRange mapped = addresses.mapped(rank, offset, 8);
        return mapped != null ? SharedMemory.getLong(mapped.at(offset)) : routes.getValue(rank, offset, 8);
    }

    /** Puts a float at {@code offset} of {@code rank}. Plain. */
    public void putFloat(int rank, long offset, float value) {
        MappedRange mapped = addresses.mapped(rank, offset, 4);
        if (mapped != null) {
            SharedMemory.putFloat(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, Float.floatToRawIntBits(value), 4);
        }
    }

    /** Gets the float at {@code offset} of {@code rank}. Plain. */
    public float getFloat(int rank, long offset) {
        MappedRange mapped = addresses.mapped(rank, offset, 4);
        return mapped != null ? SharedMemory.getFloat(mapped.at(offset))
                : Float.intBitsToFloat((int) routes.getValue(rank, offset, 4));
    }

    /** Puts a double at {@code offset} of {@code rank}. Plain. */
    public void putDouble(int rank, long offset, double value) {
        MappedRange mapped = addresses.mapped(rank, offset, 8);
        if (mapped != null) {
            SharedMemory.putDouble(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, Double.doubleToRawLongBits(value), 8);
        }
    }

    /** Gets the double at {@code offset} of {@code rank}. Plain. */
    public double getDouble(int rank, long offset) {
        MappedRange mapped = addresses.mapped(rank, offset, 8);
        return mapped != null ? SharedMemory.getDouble(mapped.at(offset))
                : Double.longBitsToDouble(routes.getValue(rank, offset, 8));
    }

    /**
     * Puts an int. A thread that acquires the value sees everything that this thread did before and has synchronised.
     * Aligned.
     */
    public void putIntRelease(int rank, long offset, int value) {
        MappedRange mapped = addresses.mappedWord(rank, offset, 4);
        if (mapped != null) {
            SharedMemory.putIntRelease(mapped.at(offset), value);
        } else {
            routes.putRelease(rank, offset, value, 4);
        }
    }

    /** Gets a int; sees everything that was done before the value was released. Aligned. The form to spin on. */
    public int getIntAcquire(int rank, long offset) {
        MappedRange mapped = addresses.mappedWord(rank, offset, 4);
        return mapped != null ? SharedMemory.getIntAcquire(mapped.at(offset))
                : (int) routes.getAcquire(rank, offset, 4);
    }

    /**
     * Puts a long. A thread that acquires the value sees everything that this thread did before and has synchronised.
     * Aligned.
     */
    public void putLongRelease(int rank, long offset, long value) {
        MappedRange mapped = addresses.mappedWord(rank, offset, 8);
        if (mapped != null) {
            SharedMemory.putLongRelease(mapped.wordAt(offset, 8), value);
        } else {
            routes.putRelease(rank, offset, value, 8);
        }
    }

    /** Gets a long; sees everything that was done before the value was released. Aligned. The form to spin on. */
    public long getLongAcquire(int rank, long offset) {
        MappedRange mapped = addresses.mappedWord(rank, offset, 8);
        return mapped != null ? SharedMemory.getLongAcquire(mapped.wordAt(offset, 8))
                : routes.getAcquire(rank, offset, 8);
    }

    /**
     * Puts the {@code bytes} (1..8) low bytes of {@code value}, in native order. Of 1, 2, 4 or 8 and aligned, it does
     * not tear.
     */
    public void putValue(int rank, long offset, long value, int bytes) {
        if (!putValueMapped(rank, offset, value, bytes)) {
            routes.putValue(rank, offset, value, bytes);
        }
    }

    private boolean putValueMapped(int rank, long offset, long value, int bytes) {
        checks.valueBytes("putValue", bytes);
        MappedRange mapped = addresses.mapped(rank, offset, bytes);
        if (mapped != null) {
            SharedMemory.putValue(mapped.at(offset), value, bytes);
        }
        return mapped != null;
    }

    /**
     * As {@link #putValue(int, long, long, int)}, with {@link RmaFlags}, of which those on the local memory say nothing
     * here.
     *
     * @return whether it was done; false only with {@link RmaFlags#IMMEDIATE}, on client memory of a peer
     */
    public boolean putValue(int rank, long offset, long value, int bytes, int flags) {
        checks.valueFlags("putValue", flags, rank);
        return putValueMapped(rank, offset, value, bytes)
                || routes.putValue(rank, offset, value, bytes, TransferFlags.isImmediate(flags));
    }

    /** {@link #putValue(int, long, long, int)} with an explicit event. */
    public Event putValueNb(int rank, long offset, long value, int bytes) {
        return putValueNb(rank, offset, value, bytes, RmaFlags.NONE);
    }

    /**
     * As {@code putValueNb}, with {@link RmaFlags}; {@link Event#NOT_SENT} where {@code putValue} with flags answers
     * false.
     */
    public Event putValueNb(int rank, long offset, long value, int bytes, int flags) {
        checks.valueFlags("putValueNb", flags, rank);
        return putValueMapped(rank, offset, value, bytes) ? Event.DONE
                : routes.putValueNb(rank, offset, value, bytes, TransferFlags.isImmediate(flags));
    }

    /** {@link #putValue(int, long, long, int)} with an implicit event, of category PUT. */
    public void putValueNbi(int rank, long offset, long value, int bytes) {
        putValueNbi(rank, offset, value, bytes, RmaFlags.NONE);
    }

    /** As {@code putValueNbi}, with {@link RmaFlags}; false where {@code putValue} with flags answers false. */
    public boolean putValueNbi(int rank, long offset, long value, int bytes, int flags) {
        checks.valueFlags("putValueNbi", flags, rank);
        return putValueMapped(rank, offset, value, bytes)
                || routes.putValueNbi(rank, offset, value, bytes, TransferFlags.isImmediate(flags));
    }

    /** Gets {@code bytes} (1..8) bytes as a number in native byte order, zero-extended. */
    public long getValue(int rank, long offset, int bytes) {
        checks.valueBytes("getValue", bytes);
        MappedRange mapped = addresses.mapped(rank, offset, bytes);
        return mapped != null ? SharedMemory.getValue(mapped.at(offset), bytes) : routes.getValue(rank, offset, bytes);
    }

    /**
     * As {@link #getValue(int, long, int)}, with {@link RmaFlags}, of which those on the local memory say nothing here.
     * It has no answer for "not sent", and waits for room with {@link RmaFlags#IMMEDIATE} too.
     */
    public long getValue(int rank, long offset, int bytes, int flags) {
        checks.valueFlags("getValue", flags, rank);
        return getValue(rank, offset, bytes);
    }

    /** {@link #getValue(int, long, int)}, split-phase, with a handle of its own kind. */
    public ValueGet getValueNb(int rank, long offset, int bytes) {
        checks.valueBytes("getValue", bytes);
        MappedRange mapped = addresses.mapped(rank, offset, bytes);
        return mapped != null ? new ValueGet(self, SharedMemory.getValue(mapped.at(offset), bytes))
                : getValueNbUnmapped(rank, offset, bytes);
    }

    private ValueGet getValueNbUnmapped(int rank, long offset, int bytes) {
        FarEvent pending = routes.getValueNb(rank, offset, bytes);
        return pending == null ? new ValueGet(self, routes.getValue(rank, offset, bytes)) : new ValueGet(self, pending);
    }
}
