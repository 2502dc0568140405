package org.pgas.mpi.comm;

/**
 * The messages of a context that no receive has met yet, in the order in which they came; those of equal source and tag
 * are in one of a few buckets, too, in that order. Everything under the lock of the engine.
 */
final class Unexpected {
    private final Early[] heads = new Early[Matching.BUCKETS];
    private final Early[] tails = new Early[Matching.BUCKETS];
    private Early first;
    private Early last;

    boolean isEmpty() {
        return first == null;
    }

    void add(Early early) {
        early.previous = last;
        early.next = null;
        if (last == null) {
            first = early;
        } else {
            last.next = early;
        }
        last = early;
        int bucket = Matching.bucket(early.source, early.tag);
        Early tail = tails[bucket];
        early.previousInBucket = tail;
        early.nextInBucket = null;
        if (tail == null) {
            heads[bucket] = early;
        } else {
            tail.nextInBucket = early;
        }
        tails[bucket] = early;
    }

    /** The first that such a receive meets; null if there is none. */
    Early find(int source, int tag) {
        if (source == Mpi.ANY_SOURCE || tag == Mpi.ANY_TAG) {
            Early early = first;
            while (early != null && !early.isMetBy(source, tag)) {
                early = early.next;
            }
            return early;
        }
        Early early = heads[Matching.bucket(source, tag)];
        while (early != null && !(early.source == source && early.tag == tag)) {
            early = early.nextInBucket;
        }
        return early;
    }

    /** Takes out the first that such a receive meets; null if there is none. */
    Early take(int source, int tag) {
        Early early = first == null ? null : find(source, tag);
        if (early != null) {
            remove(early);
        }
        return early;
    }

    private void remove(Early early) {
        if (early.previous == null) {
            first = early.next;
        } else {
            early.previous.next = early.next;
        }
        if (early.next == null) {
            last = early.previous;
        } else {
            early.next.previous = early.previous;
        }
        int bucket = Matching.bucket(early.source, early.tag);
        if (early.previousInBucket == null) {
            heads[bucket] = early.nextInBucket;
        } else {
            early.previousInBucket.nextInBucket = early.nextInBucket;
        }
        if (early.nextInBucket == null) {
            tails[bucket] = early.previousInBucket;
        } else {
            early.nextInBucket.previousInBucket = early.previousInBucket;
        }
        early.previous = null;
        early.next = null;
        early.previousInBucket = null;
        early.nextInBucket = null;
    }
}
