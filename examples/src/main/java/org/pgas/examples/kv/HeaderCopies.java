package org.pgas.examples.kv;

import org.pgas.Rma;

/**
 * The two copies of a store's header. One of them is whole on the device at any moment: the first is written when the
 * second says on the device what it says in memory, or something older that holds still; the second is written when
 * the first has come to the device. By rank 0.
 */
final class HeaderCopies {
    private static final int RANK = StoreLayout.RANK;

    private final Rma rma;
    private final StoreDevice device;
    private final long second;

    HeaderCopies(Rma rma, StoreDevice device, long fileBytes) {
        this.rma = rma;
        this.device = device;
        second = StoreLayout.secondHeader(fileBytes);
    }

    StoreHeader.Copy first() {
        return read(StoreLayout.FIRST_HEADER);
    }

    StoreHeader.Copy second() {
        return read(second);
    }

    /** The later of the copies that are whole; null if none is. */
    StoreHeader newest() {
        return newest(first(), second());
    }

    static StoreHeader newest(StoreHeader.Copy first, StoreHeader.Copy second) {
        if (first.header() == null || second.header() == null) {
            return first.header() == null ? second.header() : first.header();
        }
        return first.header().sequence() >= second.header().sequence() ? first.header() : second.header();
    }

    private StoreHeader.Copy read(long offset) {
        long[] words = new long[StoreHeader.WORDS];
        rma.get(words, 0, RANK, offset, words.length);
        return StoreHeader.read(words);
    }

    /** Returns when {@code header} is on the device, with all that was written before. */
    void write(StoreHeader header) {
        put(StoreLayout.FIRST_HEADER, header);
        device.sync();
        // comes to the device with the next sync; until then the first one does
        put(second, header);
    }

    /** As {@link #write}; both are on the device when it returns. */
    void writeBoth(StoreHeader header) {
        write(header);
        device.sync();
    }

    private void put(long offset, StoreHeader header) {
        rma.put(RANK, offset, header.words(), 0, StoreHeader.WORDS);
    }
}
