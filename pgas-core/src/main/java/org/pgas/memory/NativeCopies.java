package org.pgas.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/**
 * Copies between native memory of the program and mapped memory.
 *
 * <p>The JDK's copy decides by the kinds of both segments, through calls that are not inlined once a program has used several kinds. Here the kind is asked for
 * by one comparison, behind which the compiler knows the class, and needs to call nothing but the copy routine itself.
 *
 * <p>8 to 32 bytes are loads and stores of longs, an end that is no multiple of 8 by a long that overlaps the one before it. All loads come before all stores: ranges may
 * overlap. More than 8 of them are moved by addresses, after one look at the arena: each access through the segment would look at it again. One look is enough where
 * nobody else can close the arena meanwhile: it is confined to the calling thread, or lasts, or is kept alive by its use. From shared arenas, as from 33 bytes on,
 * the JDK copies.
 *
 * <p>What is refused is refused before anything has been changed. Aligned longs do not tear where the length is a multiple of 8.
 * Addresses are checked by nobody, as everywhere in {@link SharedMemory}.
 */
final class NativeCopies {
    private static final int MOST_BYTES_BY_LONGS = 4 * Long.BYTES;

    private static final MemorySegment ALL = SharedMemory.everything();
    private static final VarHandle LONGS = SharedMemory.LONGS;
    private static final Class<?> NATIVE = ALL.getClass();

    /** Kinds of arenas that no other thread can close. Null matches none. */
    private static final Class<?> CONFINED = unlessShared(classOfConfined());
    private static final Class<?> GLOBAL = unlessShared(Arena.global().scope().getClass());
    private static final Class<?> AUTOMATIC = unlessShared(Arena.ofAuto().scope().getClass());

    private NativeCopies() {}

    private static Class<?> classOfConfined() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.scope().getClass();
        }
    }

    /** Not closed, which would stop all threads for a moment: it holds no memory. */
    private static Class<?> unlessShared(Class<?> kind) {
        return Arena.ofShared().scope().getClass() == kind ? null : kind;
    }

    /** Whether the copies of this class are for it. */
    static boolean isFor(MemorySegment local) {
        return local.getClass() == NATIVE;
    }

    /** Copies to an address from a segment that {@link #isFor} is true of. */
    static void in(MemorySegment source, long from, long target, long bytes) {
        MemorySegment memory = (MemorySegment) NATIVE.cast(source);
        if (bytes == Long.BYTES) {
            put(target, (long) LONGS.get(memory, from));
        } else if (isByLongs(bytes) && isHeld(memory, from, bytes)) {
            copyByLongs(memory.address() + from, target, (int) bytes - Long.BYTES);
            Reference.reachabilityFence(source);
        } else {
            SharedMemory.copy(memory, from, ALL, target, bytes);
        }
    }

    /** Copies from an address to a segment that {@link #isFor} is true of. */
    static void out(long source, MemorySegment target, long to, long bytes) {
        MemorySegment memory = (MemorySegment) NATIVE.cast(target);
        if (bytes == Long.BYTES) {
            LONGS.set(memory, to, get(source));
        } else if (isByLongs(bytes) && !memory.isReadOnly() && isHeld(memory, to, bytes)) {
            copyByLongs(source, memory.address() + to, (int) bytes - Long.BYTES);
            Reference.reachabilityFence(target);
        } else {
            SharedMemory.copy(ALL, source, memory, to, bytes);
        }
    }

    private static boolean isByLongs(long bytes) {
        return bytes >= Long.BYTES && bytes <= MOST_BYTES_BY_LONGS;
    }

    /** Whether the range is in it, and the calling thread may use it, and nobody else can end that. */
    private static boolean isHeld(MemorySegment memory, long offset, long bytes) {
        MemorySegment.Scope scope = memory.scope();
        Class<?> kind = scope.getClass();
        return (kind == AUTOMATIC || kind == GLOBAL || kind == CONFINED && isOpenHere(memory, scope)) && offset >= 0
                && offset <= memory.byteSize() - bytes;
    }

    private static boolean isOpenHere(MemorySegment memory, MemorySegment.Scope scope) {
        return memory.isAccessibleBy(Thread.currentThread()) && scope.isAlive();
    }

    /** @param end where the last long begins */
    private static void copyByLongs(long source, long target, int end) {
        long first = get(source);
        long last = get(source + end);
        if (end <= 8) {
            put(target, first);
            put(target + end, last);
        } else {
            long second = get(source + 8);
            long third = get(source + end - 8);
            put(target, first);
            put(target + 8, second);
            put(target + end - 8, third);
            put(target + end, last);
        }
    }

    private static long get(long address) {
        return (long) LONGS.get(ALL, address & SharedMemory.HIGHEST_ADDRESS);
    }

    private static void put(long address, long value) {
        LONGS.set(ALL, address & SharedMemory.HIGHEST_ADDRESS, value);
    }
}
