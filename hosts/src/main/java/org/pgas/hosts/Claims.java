package org.pgas.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Memory in which messages to ranks elsewhere are prepared; a claim is its address. Any thread. */
final class Claims {
    private static final int MOST = 64;

    private final int bytes;

    /** All that there are, by address. Guarded by {@code this}, as is the next. */
    private final Map<Long, MemorySegment> memories = new HashMap<>();

    private final Deque<Long> free = new ArrayDeque<>();

    /** @param bytes of each */
    Claims(int bytes) {
        this.bytes = bytes;
    }

    /** 0 when there is none left. */
    synchronized long take() {
        Long claim = free.poll();
        if (claim != null) {
            return claim;
        }
        if (memories.size() == MOST) {
            return 0;
        }
        MemorySegment memory = Arena.ofAuto().allocate(bytes, Long.BYTES);
        memories.put(memory.address(), memory);
        return memory.address();
    }

    synchronized MemorySegment memory(long claim) {
        return memories.get(claim);
    }

    synchronized void giveBack(long claim) {
        free.push(claim);
    }
}
