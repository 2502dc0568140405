package org.pgas.examples.kv;

import java.util.ArrayList;
import java.util.List;

import org.pgas.heap.SharedHeap;

/**
 * Records that this rank has replaced or deleted, and that may be on the device as those of their keys. Their places
 * are used for others only after two syncs of the device: the first has brought what is there instead; the second, the
 * mark by which each is dropped. Any thread of the rank.
 *
 * <pre>
 * retired → (what replaces it is on the device) → marked → (the mark is on the device) → free
 * </pre>
 */
class Retired {
    private record Place(long record, long version, long epoch) {}

    private final SharedHeap heap;
    private final Records records;
    private List<Place> unmarked = new ArrayList<>(); // under the monitor, as the other
    private List<Place> marked = new ArrayList<>();

    Retired(SharedHeap heap, Records records) {
        this.heap = heap;
        this.records = records;
    }

    /**
     * Takes a record that was replaced or deleted in {@code epoch}. By the holder of its bucket's mutex, so that the end
     * of an epoch has all of its records.
     */
    synchronized void add(long record, long version, long epoch) {
        unmarked.add(new Place(record, version, epoch));
    }

    /** Marks those of epochs up to {@code end}: it is on the device. */
    synchronized void mark(long end) {
        List<Place> later = new ArrayList<>();
        for (Place each : unmarked) {
            if (each.epoch() <= end) {
                records.drop(each.record(), each.version(), end);
                marked.add(each);
            } else {
                later.add(each);
            }
        }
        unmarked = later;
    }

    /** Frees those that are marked: the marks are on the device. */
    void free() {
        List<Place> places;
        synchronized (this) {
            places = marked;
            marked = new ArrayList<>();
        }
        places.forEach(each -> heap.free(each.record()));
    }

    /** How many wait. */
    synchronized int count() {
        return unmarked.size() + marked.size();
    }
}
