package org.pgas.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/**
 * Copies of 8 to 64 bytes between native memory and mapped memory, by loads and stores of longs.
 *
 * <p>The JDK's copy decides by the kinds of both segments, through calls that are not inlined once a program has used several kinds, and then calls a
 * routine for any length: 5 to 13 ns whatever the length. Here the kind is asked for by one comparison, behind which the compiler knows
 * the class, and needs to call nothing. An end that is no multiple of 8 is copied by a long that overlaps the one before it.
 *
 * <p>More than 8 bytes are moved by addresses, after one look at the arena: each access through the segment would look at it again. One look is
 * enough where nobody else can close the arena meanwhile: it is confined to the calling thread, or lasts. Memory of shared arenas is left to the JDK.
 *
 * <p>All loads come before all stores: ranges may overlap. What is refused is refused before anything has been changed. Aligned longs do not tear
 * where the length is a multiple of 8.
 * Addresses are checked by nobody, as everywhere in {@link SharedMemory}.
 */
final class ShortCopies {
    private static final int MOST_BYTES = 64;

    private static final MemorySegment ALL = SharedMemory.everything();
    private static final VarHandle LONGS = SharedMemory.LONGS;
    private static final Class<?> NATIVE = ALL.getClass();

    /** Kinds of arenas that no other thread can close. Null matches none. */
    private static final Class<?> CONFINED = unlessShared(classOfConfined());
    private static final Class<?> GLOBAL = unlessShared(Arena.global().scope().getClass());

    private ShortCopies() {}

    private static Class<?> classOfConfined() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.scope().getClass();
        }
    }

    /** Not closed, which would stop all threads for a moment: it holds no memory. */
    private static Class<?> unlessShared(Class<?> kind) {
        return Arena.ofShared().scope().getClass() == kind ? null : kind;
    }

    /** Copies to an address if it can; says whether it did. */
    static boolean in(MemorySegment source, long from, long target, long bytes) {
        if (source.getClass() != NATIVE) {
            return false;
        }
        MemorySegment memory = (MemorySegment) NATIVE.cast(source);
        if (bytes == Long.BYTES) {
            put(target, (long) LONGS.get(memory, from));
            return true;
        }
        if (bytes < Long.BYTES || bytes > MOST_BYTES || !isHeld(memory, from, bytes)) {
            return false;
        }
        copy(memory.address() + from, target, (int) bytes);
        Reference.reachabilityFence(source);
        return true;
    }

    /** Copies from an address if it can; says whether it did. */
    static boolean out(long source, MemorySegment target, long to, long bytes) {
        if (target.getClass() != NATIVE) {
            return false;
        }
        MemorySegment memory = (MemorySegment) NATIVE.cast(target);
        if (bytes == Long.BYTES) {
            LONGS.set(memory, to, get(source));
            return true;
        }
        if (bytes < Long.BYTES || bytes > MOST_BYTES || memory.isReadOnly() || !isHeld(memory, to, bytes)) {
            return false;
        }
        copy(source, memory.address() + to, (int) bytes);
        Reference.reachabilityFence(target);
        return true;
    }

    /** Whether the range is in it, and the calling thread may use it, and nobody else can end that. */
    private static boolean isHeld(MemorySegment memory, long offset, long bytes) {
        MemorySegment.Scope scope = memory.scope();
        Class<?> kind = scope.getClass();
        return (kind == CONFINED || kind == GLOBAL) && memory.isAccessibleBy(Thread.currentThread()) && scope.isAlive()
                && offset >= 0 && offset <= memory.byteSize() - bytes;
    }

    private static void copy(long source, long target, int bytes) {
        int end = bytes - Long.BYTES;
        long first = get(source);
        long last = get(source + end);
        if (bytes <= 16) {
            put(target, first);
            put(target + end, last);
        } else if (bytes <= 32) {
            long second = get(source + 8);
            long third = get(source + end - 8);
            put(target, first);
            put(target + 8, second);
            put(target + end - 8, third);
            put(target + end, last);
        } else {
            copyEight(source, target, end, first, last);
        }
    }

    private static void copyEight(long source, long target, int end, long first, long last) {
        long second = get(source + 8);
        long third = get(source + 16);
        long fourth = get(source + 24);
        long fifth = get(source + end - 24);
        long sixth = get(source + end - 16);
        long seventh = get(source + end - 8);
        put(target, first);
        put(target + 8, second);
        put(target + 16, third);
        put(target + 24, fourth);
        put(target + end - 24, fifth);
        put(target + end - 16, sixth);
        put(target + end - 8, seventh);
        put(target + end, last);
    }

    private static long get(long address) {
        return (long) LONGS.get(ALL, address & SharedMemory.HIGHEST_ADDRESS);
    }

    private static void put(long address, long value) {
        LONGS.set(ALL, address & SharedMemory.HIGHEST_ADDRESS, value);
    }
}
