//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Value | Byte | Short | Int | Long | Float | Double
//$ value | byte | short | int | long | float | double
//$ VALUE | BYTE | SHORT | INT | LONG | FLOAT | DOUBLE
package org.pgas.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Loads, stores, atomic updates and bulk copies on absolute addresses; the only class with VarHandles over mapped
 * memory.
 *
 * <p>The memory order is in each method's name; a name without one is plain: never torn when naturally aligned, without
 * any order. Plain accesses may be unaligned, all others must be aligned (an unaligned one throws).
 *
 * <p>Callers pass addresses inside mappings that are never unmapped in this JVM (a closed one is replaced in place by
 * anonymous memory). So an access that races a close reads or writes garbage, but never faults.
 *
 * <p>Where the file of a mapping has been truncated, an access throws an {@link InternalError}. A compare-and-set that
 * the interpreter runs would end the process instead. So each one looks first, by a load that compiled code leaves out
 * again, since its result is not used.
 *
 * <p>One segment over the whole address space costs half of what a segment per peer costs: there is no per-peer object
 * to load.
 */
@SuppressWarnings("restricted") // that is what this class is for
public final class SharedMemory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /** The class of all segments of native memory. */
    private static final Class<?> NATIVE = ALL.getClass();

    /**
     * Longer copies are cut into pieces, so that a thread in a copy delays a safepoint by a fraction of a millisecond.
     * Pieces of this size go through the caches, where a peer that reads soon finds them. (With AVX-512 the JDK's copy
     * goes past the caches from 2.5 MiB a call.)
     */
    public static final long PIECE_BYTES = 2L << 20;

    /** From here on a copy gains more by going past the caches than its reader loses. */
    private static final long STREAMED_BYTES = 16L << 20;

    /** Large enough for the JDK's copy to go past the caches. */
    private static final long STREAMED_PIECE_BYTES = 4L << 20;

    /**
     * Higher than any address of a program, and so low that nothing near it is outside all memory. To a compiler that
     * sees an address cut down to it, the check of an access there is known.
     */
    static final long HIGHEST_ADDRESS = Long.MAX_VALUE >>> 1;

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    static final VarHandle BYTES = exact(ValueLayout.JAVA_BYTE.varHandle());
//$ Short Int Long Float Double
    static final VarHandle $VALUE$S = exact(ValueLayout.JAVA_$VALUE$_UNALIGNED.varHandle());
//$ Int Long
    private static final VarHandle ATOMIC_$VALUE$S = exact(ValueLayout.JAVA_$VALUE$.varHandle());
//$

    private SharedMemory() {}

    private static VarHandle exact(VarHandle handle) {
        return handle.withInvokeExactBehavior();
    }

    /**
     * The address of an aligned word of {@code width} (4 or 8) bytes, cut down to what such an address can be: the
     * compiler then knows the checks that the JDK makes of each access, and leaves them out.
     */
    public static long word(long address, int width) {
        return address & (HIGHEST_ADDRESS & -width);
    }

    /** A view of {@code [address, address + bytes)} that throws once {@code arena} is closed. */
    public static MemorySegment view(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

//$ Byte Short Int Long Float Double
    public static $value$ get$Value$(long address) {
        return ($value$) $VALUE$S.get(ALL, address);
    }

    public static void put$Value$(long address, $value$ value) {
        $VALUE$S.set(ALL, address, value);
    }

//$
    /** The whole address space as a local segment. */
    public static MemorySegment everything() {
        return ALL;
    }

    /** Whether a local segment is of native memory, so that {@link #getNativeInt} and its sibling take it. */
    public static boolean isNative(MemorySegment local) {
        return local.getClass() == NATIVE;
    }

//$ Int Long
    /** A number of native memory, with the JDK's checks; as fast where a program has several kinds of segments. */
    public static $value$ getNative$Value$(MemorySegment source, long offset) {
        return ($value$) $VALUE$S.get((MemorySegment) NATIVE.cast(source), offset);
    }

//$ Int Long Float Double
    static $value$ get$Value$(MemorySegment source, long offset) {
        return ($value$) $VALUE$S.get(source, offset);
    }

//$
    /** Puts the {@code bytes} (1..8) low-order bytes, in native byte order; 1, 2, 4 or 8 aligned ones do not tear. */
    public static void putValue(long address, long value, int bytes) {
        switch (bytes) {
            case 1 -> putByte(address, (byte) value);
            case 2 -> putShort(address, (short) value);
            case 4 -> putInt(address, (int) value);
            case 8 -> putLong(address, value);
            default -> {
                for (int i = 0; i < bytes; i++) {
                    putByte(address + placeOfByte(i, bytes), (byte) (value >>> 8 * i));
                }
            }
        }
    }

    /** Gets {@code bytes} (1..8) bytes as a number in native byte order, zero-extended. */
    public static long getValue(long address, int bytes) {
        return switch (bytes) {
            case 1 -> getByte(address) & 0xFFL;
            case 2 -> getShort(address) & 0xFFFFL;
            case 4 -> getInt(address) & 0xFFFF_FFFFL;
            case 8 -> getLong(address);
            default -> {
                long value = 0;
                for (int i = 0; i < bytes; i++) {
                    value |= (getByte(address + placeOfByte(i, bytes)) & 0xFFL) << 8 * i;
                }
                yield value;
            }
        };
    }

    /** Where the i-th byte from the low-order end of a number lies. */
    public static int placeOfByte(int i, int bytes) {
        return LITTLE_ENDIAN ? i : bytes - 1 - i;
    }

//$ Int Long
    public static $value$ get$Value$Acquire(long address) {
        return ($value$) ATOMIC_$VALUE$S.getAcquire(ALL, address);
    }

    public static void put$Value$Release(long address, $value$ value) {
        ATOMIC_$VALUE$S.setRelease(ALL, address, value);
    }

    /** HotSpot's compilers keep it behind a release store that comes earlier in the program; the processor need not. */
    public static $value$ get$Value$Opaque(long address) {
        return ($value$) ATOMIC_$VALUE$S.getOpaque(ALL, address);
    }

    public static $value$ get$Value$Volatile(long address) {
        return ($value$) ATOMIC_$VALUE$S.getVolatile(ALL, address);
    }

    /** Never torn, and ordered with this thread's accesses to the same word only. */
    public static void put$Value$Opaque(long address, $value$ value) {
        ATOMIC_$VALUE$S.setOpaque(ALL, address, value);
    }

    public static void put$Value$Volatile(long address, $value$ value) {
        ATOMIC_$VALUE$S.setVolatile(ALL, address, value);
    }

    public static $value$ getAndAdd$Value$(long address, $value$ delta) {
        return ($value$) ATOMIC_$VALUE$S.getAndAdd(ALL, address, delta);
    }

    public static $value$ getAndSet$Value$(long address, $value$ value) {
        return ($value$) ATOMIC_$VALUE$S.getAndSet(ALL, address, value);
    }

    public static $value$ compareAndExchange$Value$(long address, $value$ expected, $value$ value) {
        get$Value$Opaque(address);
        return ($value$) ATOMIC_$VALUE$S.compareAndExchange(ALL, address, expected, value);
    }

    public static boolean compareAndSet$Value$(long address, $value$ expected, $value$ value) {
        get$Value$Opaque(address);
        return ATOMIC_$VALUE$S.compareAndSet(ALL, address, expected, value);
    }

//$
    /** Orders every earlier access of this thread before every later one, stores before loads included. */
    public static void fullFence() {
        VarHandle.fullFence();
    }

    /** Orders every earlier access of this thread before every later store. */
    public static void releaseFence() {
        VarHandle.releaseFence();
    }

    /** Orders every earlier load of this thread before every later access. */
    public static void acquireFence() {
        VarHandle.acquireFence();
    }

    /**
     * Copies from a local segment, on heap or native, to an address. Bulk bytes have no atomicity and no order, but for
     * aligned 8 of native memory, which do not tear.
     */
    // no call of our own on the way to native memory: see HeapCopies
    public static void copyIn(MemorySegment source, long sourceOffset, long target, long bytes) {
        if (source.getClass() != NATIVE || bytes >= LargeCopies.LEAST_BYTES) {
            HeapCopies.copy(true, source, sourceOffset, target, bytes);
        } else if (bytes == Long.BYTES) {
            MemorySegment memory = (MemorySegment) NATIVE.cast(source);
            LONGS.set(ALL, target & HIGHEST_ADDRESS, (long) LONGS.get(memory, sourceOffset));
        } else {
            MemorySegment memory = (MemorySegment) NATIVE.cast(source);
            MemorySegment.copy(memory, BYTE, sourceOffset, ALL, BYTE, target, bytes);
        }
    }

    /** As {@link #copyIn}, by a call that HotSpot never inlines: so the callers of large copies stay small. */
    public static void copyInApart(MemorySegment source, long sourceOffset, long target, long bytes) {
        HeapCopies.copy(true, source, sourceOffset, target, bytes);
    }

    /** As {@link #copyOut}, by a call as that of {@link #copyInApart}. */
    public static void copyOutApart(long source, MemorySegment target, long targetOffset, long bytes) {
        HeapCopies.copy(false, target, targetOffset, source, bytes);
    }

    /** Copies from an address to a local segment, on heap or native; as {@link #copyIn}. */
    public static void copyOut(long source, MemorySegment target, long targetOffset, long bytes) {
        if (target.getClass() != NATIVE || bytes >= LargeCopies.LEAST_BYTES) {
            HeapCopies.copy(false, target, targetOffset, source, bytes);
        } else if (bytes == Long.BYTES) {
            MemorySegment memory = (MemorySegment) NATIVE.cast(target);
            LONGS.set(memory, targetOffset, (long) LONGS.get(ALL, source & HIGHEST_ADDRESS));
        } else {
            MemorySegment memory = (MemorySegment) NATIVE.cast(target);
            MemorySegment.copy(ALL, BYTE, source, memory, BYTE, targetOffset, bytes);
        }
    }

    /** The length of a local segment, as {@link MemorySegment#byteSize}; as fast where a program has several kinds. */
    public static long byteSize(MemorySegment local) {
        return local.getClass() == NATIVE ? ((MemorySegment) NATIVE.cast(local)).byteSize() : local.byteSize();
    }

    /** The length of a local segment that may be written, and -1 of one that is read-only; as {@link #byteSize}. */
    public static long writableBytes(MemorySegment local) {
        if (local.getClass() == NATIVE) {
            MemorySegment memory = (MemorySegment) NATIVE.cast(local);
            return memory.isReadOnly() ? -1 : memory.byteSize();
        }
        return local.isReadOnly() ? -1 : local.byteSize();
    }

    /** Copies between two addresses; the ranges may overlap, as with memmove, up to one piece of two mebibytes. */
    public static void copy(long source, long target, long bytes) {
        if (bytes < LargeCopies.LEAST_BYTES) {
            MemorySegment.copy(ALL, BYTE, source, ALL, BYTE, target, bytes);
        } else {
            copyLarge(ALL, source, ALL, target, bytes);
        }
    }

    /** Copies between two segments, of any kind. */
    public static void copy(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (bytes < LargeCopies.LEAST_BYTES) {
            MemorySegment.copy(source, from, target, to, bytes);
        } else {
            copyLarge(source, from, target, to, bytes);
        }
    }

    /** Lets large copies be made by the C library from now on. Takes some milliseconds, once. */
    public static void prepareLargeCopies() {
        LargeCopies.prepare();
    }

    /**
     * As {@link #copyIn}, of data that a thread of another core is going to read: faster then from some KiB on, and
     * slower where the lines are in this core's first cache.
     */
    public static void copyInForPeer(MemorySegment source, long sourceOffset, long target, long bytes) {
        if (bytes < LargeCopies.LEAST_BETWEEN_CORES) {
            copyIn(source, sourceOffset, target, bytes);
        } else {
            copyLarge(source, sourceOffset, ALL, target, bytes);
        }
    }

    /** As {@link #copyOut}, of data that a thread of another core has written; as {@link #copyInForPeer}. */
    public static void copyOutOfPeer(long source, MemorySegment target, long targetOffset, long bytes) {
        if (bytes < LargeCopies.LEAST_BETWEEN_CORES) {
            copyOut(source, target, targetOffset, bytes);
        } else {
            copyLarge(ALL, source, target, targetOffset, bytes);
        }
    }

    static void copyLarge(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (!LargeCopies.copy(source, from, target, to, bytes)) {
            copyPieces(source, from, target, to, bytes);
        }
    }

    private static void copyPieces(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        long most = bytes < STREAMED_BYTES ? PIECE_BYTES : STREAMED_PIECE_BYTES;
        long done = 0;
        while (done < bytes) {
            long piece = Math.min(most, bytes - done);
            MemorySegment.copy(source, from + done, target, to + done, piece);
            done += piece;
        }
    }

    public static void fill(long address, byte value, long bytes) {
        if (bytes < FilledBlocks.LEAST_FILLED_BYTES) {
            fillByLongs(address, value, bytes);
        } else {
            fill(ALL, address, value, bytes);
        }
    }

    /** Without the view of the range that the JDK's fill needs, an object for each call. */
    private static void fillByLongs(long address, byte value, long bytes) {
        long longs = (value & 0xFFL) * 0x0101_0101_0101_0101L;
        long end = address + bytes;
        long at = address;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            putLong(at, longs);
        }
        for (; at < end; at++) {
            putByte(at, value);
        }
    }

    /** Fills a part of a segment of any kind. */
    public static void fill(MemorySegment target, long offset, byte value, long bytes) {
        if (bytes < FilledBlocks.LEAST_FILLED_BYTES || bytes > PIECE_BYTES) {
            fillByTheJdk(target, offset, value, bytes);
        } else {
            FilledBlocks.fill(target, offset, value, bytes);
        }
    }

    private static void fillByTheJdk(MemorySegment target, long offset, byte value, long bytes) {
        if (bytes > PIECE_BYTES) {
            Objects.checkFromIndexSize(offset, bytes, target.byteSize());
        }
        long done = 0;
        while (done < bytes) {
            long piece = Math.min(PIECE_BYTES, bytes - done);
            target.asSlice(offset + done, piece).fill(value);
            done += piece;
        }
    }
}
