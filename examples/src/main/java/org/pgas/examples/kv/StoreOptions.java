package org.pgas.examples.kv;

import java.util.function.UnaryOperator;

/** How a store is opened. */
public final class StoreOptions {
    private final long bytes;
    private final boolean isRepairing;
    private final long boot;
    private final UnaryOperator<StoreDevice> device;
    private final StoreParts parts;

    private StoreOptions(long bytes, boolean isRepairing, long boot, UnaryOperator<StoreDevice> device,
            StoreParts parts) {
        this.bytes = bytes;
        this.isRepairing = isRepairing;
        this.boot = boot;
        this.device = device;
        this.parts = parts;
    }

    /**
     * A file that is not there yet is made with room for so many bytes, at least with {@link
     * KeyValueStore#leastBytes}.
     */
    public static StoreOptions of(long bytes) {
        return new StoreOptions(bytes, false, Boot.current(), UnaryOperator.identity(), new StoreParts());
    }

    /** These, and what is whole is copied to a new file, whatever is damaged: the store is that from then on. */
    public StoreOptions repairing() {
        return new StoreOptions(bytes, true, boot, device, parts);
    }

    /** These, as if the kernel had the boot {@code other}; 0 for one that is not known. */
    public StoreOptions bootedAs(long other) {
        return new StoreOptions(bytes, isRepairing, other, device, parts);
    }

    /** These, with what {@code wrapper} makes of the file in place of it. It is called by rank 0. */
    public StoreOptions on(UnaryOperator<StoreDevice> wrapper) {
        return new StoreOptions(bytes, isRepairing, boot, wrapper, parts);
    }

    StoreOptions with(StoreParts others) {
        return new StoreOptions(bytes, isRepairing, boot, device, others);
    }

    long bytes() {
        return bytes;
    }

    boolean isRepairing() {
        return isRepairing;
    }

    long boot() {
        return boot;
    }

    StoreDevice device(StoreSegment segment) {
        return device.apply(segment);
    }

    StoreParts parts() {
        return parts;
    }
}
