package org.pgas.examples.kv;

import java.util.ArrayList;
import java.util.List;

import org.pgas.heap.SharedHeap;

/**
 * Records that this rank has replaced or deleted, and that may be on the device as those of their keys. Their places
 * are used for others only after two syncs of the device: the first has brought what is there instead; the second, the
 * mark by which each is dropped. Of a deleted record nothing is there instead: it is marked at once. Any thread of the
 * rank.
 *
 * <pre>
 * replaced → (what replaces it is on the device) → marked → (the mark is on the device) → free
 * deleted                                        → marked → (the mark is on the device) → free
 * </pre>
 */
class Retired {
    private record Place(long record, long version, long epoch, boolean isMarked) {
        Place marked() {
            return new Place(record, version, epoch, true);
        }
    }

    private final SharedHeap heap;
    private final Records records;
    private List<Place> places = new ArrayList<>(); // under the monitor

    Retired(SharedHeap heap, Records records) {
        this.heap = heap;
        this.records = records;
    }

    /**
     * Takes a record that was replaced in {@code epoch}. By the holder of its bucket's mutex, so that the end of an
     * epoch has all of its records.
     */
    synchronized void replaced(long record, long version, long epoch) {
        places.add(new Place(record, version, epoch, false));
    }

    /**
     * Takes a record that was deleted in {@code epoch}, and marks it. It stays until then, even if no sync has seen it:
     * an older record of its key may be on the device, and does not count beside this one. As {@link #replaced}.
     */
    synchronized void deleted(long record, long version, long epoch) {
        records.drop(record, version, epoch);
        places.add(new Place(record, version, epoch, true));
    }

    /** Marks those of epochs up to {@code end}: it is on the device. */
    synchronized void mark(long end) {
        places.replaceAll(each -> {
            if (each.epoch() > end || each.isMarked()) {
                return each;
            }
            records.drop(each.record(), each.version(), each.epoch());
            return each.marked();
        });
    }

    /** Frees those of epochs up to {@code end}: their marks are on the device. */
    void free(long end) {
        List<Place> free = new ArrayList<>();
        synchronized (this) {
            List<Place> later = new ArrayList<>();
            places.forEach(each -> (each.epoch() <= end ? free : later).add(each));
            places = later;
        }
        free.forEach(each -> heap.free(each.record()));
    }
}
