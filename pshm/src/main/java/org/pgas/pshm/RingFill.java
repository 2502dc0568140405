package org.pgas.pshm;

/**
 * What waits in the rings that a rank receives by, of one network: messages not taken yet, with their headers and
 * padding, and a quarter of what their payloads take of the slabs.
 *
 * @param rings how many: one, or one of each peer
 * @param bytes in all of them
 * @param capacity of all of them
 * @param fullest of the fullest ring, in percent, 0..100
 */
public record RingFill(int rings, long bytes, long capacity, int fullest) {
    /** The fill of a rank without rings. */
    public static final RingFill NONE = new RingFill(0, 0, 0, 0);

    RingFill and(long more, int moreCapacity) {
        int percent = (int) (100 * more / moreCapacity);
        return new RingFill(rings + 1, bytes + more, capacity + moreCapacity, Math.max(fullest, percent));
    }
}
