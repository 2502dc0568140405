package org.pgas.examples.kv;

/** What a store is kept on. {@link StoreSegment} is one; trials have others between that and the store. By rank 0. */
public interface StoreDevice {
    /**
     * Returns when all that any rank has written to the store before is on the device.
     *
     * @throws RuntimeException if the device refuses; what was written since the last sync may then be there or not
     */
    void sync();

    /**
     * Is told that every page of the store was written to once more. After a sync that has failed, the kernel may take
     * pages for written that are not: only what is written to again is brought to the device by the next sync.
     */
    default void touched() {
        // the kernel knows by itself
    }
}
