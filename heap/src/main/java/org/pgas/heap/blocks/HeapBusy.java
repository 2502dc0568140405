package org.pgas.heap.blocks;

/**
 * That a lock of a heap is taken, and the caller does not wait for it: has done nothing, and lost nothing. Thrown and
 * caught by steps that the owner of a heap carries out for ranks elsewhere, which ask again.
 */
final class HeapBusy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long holder;
    private final boolean isCache;

    HeapBusy(long holder, boolean isCache) {
        super(null, null, false, false);
        this.holder = holder;
        this.isCache = isCache;
    }

    long holder() {
        return holder;
    }

    boolean isCache() {
        return isCache;
    }
}
