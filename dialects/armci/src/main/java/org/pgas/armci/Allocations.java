package org.pgas.armci;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.pgas.GlobalPointer;
import org.pgas.refusal.Refusals;

/**
 * The collective allocations that live and that this process has taken part in.
 *
 * <pre>
 * field   writer                reader       order
 * live    the collective calls  all threads  concurrent map, of immutable entries
 * blocks  the collective calls  the same     concurrent map; in checked mode only
 * </pre>
 */
final class Allocations {
    /** In front of every block the heap has so many bytes of its own, and blocks begin at multiples of it. */
    private static final int GRAIN = 16;

    private final int me;

    /** By their first pointer that is not NULL: no two that live have it in common. */
    private final ConcurrentHashMap<Long, Allocation> live = new ConcurrentHashMap<>();

    /** In checked mode, the bytes at every pointer of these; else null. */
    private final ConcurrentNavigableMap<Long, Long> blocks;

    Allocations(int me, boolean checked) {
        this.me = me;
        this.blocks = checked ? new ConcurrentSkipListMap<>() : null;
    }

    /** One: where each member of a group has its memory, and how much. */
    record Allocation(ArmciGroup group, long[] pointers, long[] bytes) {}

    /** The first pointer that is not NULL; NULL when there is none. */
    static long key(long[] pointers) {
        for (long pointer : pointers) {
            if (pointer != GlobalPointer.NULL) {
                return pointer;
            }
        }
        return GlobalPointer.NULL;
    }

    void add(Allocation made) {
        long key = key(made.pointers);
        if (key != GlobalPointer.NULL) {
            live.put(key, made);
        }
        for (int i = 0; blocks != null && i < made.pointers.length; i++) {
            if (made.pointers[i] != GlobalPointer.NULL) {
                blocks.put(made.pointers[i], made.bytes[i]);
            }
        }
    }

    /** The allocation of that group with just these pointers; null when none lives. */
    Allocation find(ArmciGroup group, long[] pointers) {
        Allocation found = live.get(key(pointers));
        return found != null && found.group == group && Arrays.equals(found.pointers, pointers) ? found : null;
    }

    /** Whether this process has a block at {@code pointer} of an allocation of that group. */
    boolean hasOwn(ArmciGroup group, long pointer) {
        return live.values().stream()
                .anyMatch(each -> each.group == group && each.pointers[group.rank()] == pointer);
    }

    void remove(Allocation ended) {
        live.remove(key(ended.pointers));
        for (int i = 0; blocks != null && i < ended.pointers.length; i++) {
            blocks.remove(ended.pointers[i]);
        }
    }

    /** Whether memory of that group lives. */
    boolean has(ArmciGroup group) {
        return live.values().stream().anyMatch(each -> each.group == group);
    }

    /** Refuses a range that begins in a block and goes beyond it, or begins in what the heap has behind one. */
    void check(String call, String argument, long pointer, long bytes) {
        Map.Entry<Long, Long> block = bytes == 0 ? null : blocks.floorEntry(pointer);
        if (block != null) {
            long end = block.getKey() + block.getValue();
            long behind = Math.ceilDiv(end, GRAIN) * GRAIN + GRAIN;
            if (pointer < behind && pointer + bytes > end) {
                throw Refusals.of(me).bad(call, argument + ": " + bytes + " bytes at " + GlobalPointer.toString(pointer)
                        + " go beyond the allocation of " + block.getValue() + " bytes at "
                        + GlobalPointer.toString(block.getKey()) + " by " + (pointer + bytes - end));
            }
        }
    }
}
