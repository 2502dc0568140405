package org.pgas.bulk;

import java.util.ArrayDeque;

/**
 * The large copies that one thread has begun in one job. They complete when it is gone, too: the copier refers to them.
 *
 * <p>For its thread alone. Refers to no job: threads refer to it.
 */
public final class BulkThread {
    /** So many may be under way; the thread does more itself. Bounds memory, and the looks that a test takes. */
    public static final int MOST = 256;

    /** In the order of their beginning. Complete ones are forgotten from the front. */
    private final ArrayDeque<BulkCopy> begun = new ArrayDeque<>();

    private final BulkSet implicit = new BulkSet();

    /** Implicit copies outside access regions. */
    BulkSet implicit() {
        return implicit;
    }

    boolean isFull() {
        forget();
        return begun.size() >= MOST;
    }

    void add(BulkCopy copy) {
        begun.add(copy);
    }

    private void forget() {
        for (BulkCopy first = begun.peek(); first != null && first.isDone(); first = begun.peek()) {
            begun.remove();
            if (first.set() != null && first.hasFailed()) {
                first.set().failed(first);
            }
        }
    }

    /** Whether those of the set and categories are complete; of a null set, all puts. */
    boolean isComplete(BulkSet set, int mask) {
        forget();
        for (BulkCopy copy : begun) {
            if (isMeant(copy, set, mask) && !copy.isDone()) {
                return false;
            }
        }
        return true;
    }

    /** Does, of those of the set and categories, what nobody has begun; of a null set, of all puts. */
    void assist(BulkSet set, int mask) {
        for (BulkCopy copy : begun) {
            if (isMeant(copy, set, mask)) {
                copy.work();
            }
        }
    }

    /** Throws what went wrong with complete ones of the set and categories, once. */
    void check(BulkSet set, int mask, int rank) {
        // behind one that is under way there may be complete ones
        for (var copies = begun.iterator(); copies.hasNext();) {
            BulkCopy copy = copies.next();
            if (isMeant(copy, set, mask) && copy.isDone() && copy.hasFailed()) {
                copies.remove();
                set.failed(copy);
            }
        }
        set.check(mask, rank);
    }

    /** How many of the set and categories are under way. */
    int missing(BulkSet set, int mask) {
        int count = 0;
        for (BulkCopy copy : begun) {
            count += isMeant(copy, set, mask) && !copy.isDone() ? 1 : 0;
        }
        return count;
    }

    private static boolean isMeant(BulkCopy copy, BulkSet set, int mask) {
        return set == null ? copy.isPut() : copy.set() == set && copy.isIn(mask);
    }
}
