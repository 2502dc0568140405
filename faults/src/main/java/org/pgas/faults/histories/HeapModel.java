package org.pgas.faults.histories;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Blocks in use, by offset, with their bytes. A block begins at a multiple of 16, has 16 bytes in front, lies in the
 * heap, and shares no byte with another one. Programs take so little that there is always room.
 */
final class HeapModel implements Model<NavigableMap<Long, Long>> {
    private static final long HEADER_BYTES = 16;

    private final long begin;
    private final long end;

    /** Of a heap from one offset to another. */
    HeapModel(long begin, long end) {
        this.begin = begin;
        this.end = end;
    }

    @Override
    public NavigableMap<Long, Long> start() {
        return new TreeMap<>();
    }

    @Override
    public NavigableMap<Long, Long> after(NavigableMap<Long, Long> before, Operation operation) {
        return switch (operation.call().kind()) {
            case MALLOC -> allocated(before, operation);
            case FREE -> freed(before, operation.call().first());
            default -> throw new IllegalArgumentException("no call of a heap: " + operation.call());
        };
    }

    /**
     * The blocks after a malloc; null if its answer is not legal, or if it has not returned and its block is unknown.
     */
    private NavigableMap<Long, Long> allocated(NavigableMap<Long, Long> before, Operation operation) {
        if (operation.isPending()) {
            return null;
        }
        long block = operation.result();
        long bytes = operation.call().first();
        Map.Entry<Long, Long> below = before.floorEntry(block);
        Map.Entry<Long, Long> above = before.higherEntry(block);
        boolean isLegal = block % HEADER_BYTES == 0 && block - HEADER_BYTES >= begin && block + bytes <= end
                && (below == null || below.getKey() + below.getValue() <= block - HEADER_BYTES)
                && (above == null || above.getKey() - HEADER_BYTES >= block + bytes);
        if (!isLegal) {
            return null;
        }
        NavigableMap<Long, Long> after = new TreeMap<>(before);
        after.put(block, bytes);
        return after;
    }

    private static NavigableMap<Long, Long> freed(NavigableMap<Long, Long> before, long block) {
        if (!before.containsKey(block)) {
            return null;
        }
        NavigableMap<Long, Long> after = new TreeMap<>(before);
        after.remove(block);
        return after;
    }

    /** All of one block: without it the others have no less room. */
    @Override
    public Object leftOutWith(Operation operation) {
        return operation.call().kind() == Kind.FREE ? operation.call().first()
                : operation.isPending() ? operation : operation.result();
    }

    @Override
    public String words(NavigableMap<Long, Long> state) {
        return state.isEmpty() ? "empty" : "blocks " + state;
    }
}
