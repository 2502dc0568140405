package org.pgas.regions;

import org.pgas.memory.SharedMemory;

/**
 * Reads a fragment that {@link RegionCodec} has described, in place: walks the ranges of memory that it covers, in the
 * order of the packed form. Used for one fragment after the other, without allocation; for one thread at a time.
 *
 * <p>What is read has come by shared memory, and may be damaged. Lengths are right, or {@link IllegalArgumentException}
 * says what is not: so ranges have at least one byte each, and together those of the fragment. Offsets are whatever was
 * written: the memory's own bounds check is for them.
 */
public final class RegionFragment {
    /** Most levels of a nest: each level doubles the volume at least, which is no more than {@link Regions#MOST}. */
    private static final int MOST_LEVELS = 61;

    /** Where the next run's word is, or where the data begin. */
    private long at;

    private long data;
    private int bytes;
    private long rest;

    /** Below 0: a nest. */
    private int runsLeft;

    private long run;
    private long done;
    private long current;
    private int levels;
    private final long[] counts = new long[MOST_LEVELS];
    private final long[] strides = new long[MOST_LEVELS];
    private final long[] rounds = new long[MOST_LEVELS];

    private long offset;
    private long length;

    /** Begins a fragment with its data, {@code size} bytes at {@code address} in all. */
    public void begin(long address, int size) {
        int description = open(address, size);
        if (bytes != size - description) {
            throw damaged(size - description + " bytes of data, described as " + bytes);
        }
        data = address + description;
    }

    /** Begins one without data, which tells of at most {@code most} bytes. */
    public void beginBare(long address, int size, int most) {
        int description = open(address, size);
        if (description != size || bytes > most) {
            throw damaged("description of " + description + " bytes in " + size + ", of " + bytes
                    + " bytes where there may be " + most);
        }
        data = 0;
    }

    private int open(long address, int size) {
        if (size < Long.BYTES) {
            throw damaged(size + " bytes");
        }
        long head = SharedMemory.getLong(address);
        int kind = (int) head & (1 << RegionCodec.COUNT_SHIFT) - 1;
        int count = (int) (head >>> RegionCodec.COUNT_SHIFT) & RegionCodec.COUNT_MASK;
        bytes = (int) (head >>> RegionCodec.BYTES_SHIFT);
        rest = bytes;
        long description = kind == RegionCodec.NEST ? RegionCodec.nestBytes(count) : (1L + count) * Long.BYTES;
        if (kind != RegionCodec.NEST && kind != RegionCodec.RUNS || bytes <= 0 || description > size) {
            throw damaged("head 0x" + Long.toHexString(head) + " in " + size + " bytes");
        }
        at = address + Long.BYTES;
        if (kind == RegionCodec.NEST) {
            openNest(address, count);
        } else {
            runsLeft = count;
        }
        return (int) description;
    }

    private void openNest(long address, int count) {
        runsLeft = -1;
        levels = count;
        long position = SharedMemory.getLong(address + 8);
        current = SharedMemory.getLong(address + 16);
        run = SharedMemory.getLong(address + 24);
        if (levels > MOST_LEVELS || run <= 0 || position < 0) {
            throw damaged("nest of " + levels + " levels, runs of " + run + " bytes, position " + position);
        }
        long index = position / run;
        done = position - index * run;
        long from = address + 32;
        for (int level = 0; level < levels; level++, from += 16) {
            long rounded = SharedMemory.getLong(from);
            if (rounded <= 0) {
                throw damaged("level " + level + " of " + rounded + " rounds");
            }
            counts[level] = rounded;
            strides[level] = SharedMemory.getLong(from + 8);
            rounds[level] = index % rounded;
            current += rounds[level] * strides[level];
            index /= rounded;
        }
    }

    /** Where its data begin; 0 without. */
    public long data() {
        return data;
    }

    /** Bytes of the packed form that it covers. */
    public int bytes() {
        return bytes;
    }

    /** Goes to the next range; says whether there is one. */
    public boolean next() {
        if (rest == 0) {
            return false;
        }
        if (runsLeft < 0) {
            offset = current + done;
            length = Math.min(run - done, rest);
            done = 0;
            advance();
        } else {
            nextRun();
        }
        rest -= length;
        return true;
    }

    private void advance() {
        for (int level = 0; level < levels; level++) {
            current += strides[level];
            if (++rounds[level] < counts[level]) {
                return;
            }
            current -= strides[level] * counts[level];
            rounds[level] = 0;
        }
    }

    private void nextRun() {
        long word = runsLeft == 0 ? 0 : SharedMemory.getLong(at);
        offset = word & RegionCodec.OFFSET_MASK;
        length = word >>> RegionCodec.OFFSET_BITS;
        if (length == 0 || length > rest) {
            throw damaged("run of " + length + " bytes where " + rest + " are missing");
        }
        runsLeft--;
        at += Long.BYTES;
    }

    public long offset() {
        return offset;
    }

    public long length() {
        return length;
    }

    private static IllegalArgumentException damaged(String what) {
        return new IllegalArgumentException("damaged fragment of regions: " + what);
    }
}
