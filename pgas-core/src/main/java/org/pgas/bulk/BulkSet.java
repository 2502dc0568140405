package org.pgas.bulk;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Large copies that are synchronised together: the implicit ones of a thread, or those of an access region. The copies
 * know their set; the set knows those that went wrong and have been forgotten otherwise.
 *
 * <p>For its thread alone.
 */
final class BulkSet {
    private final List<BulkCopy> failed = new ArrayList<>();

    void failed(BulkCopy copy) {
        failed.add(copy);
    }

    /** Throws what went wrong with one of these categories, and forgets it. */
    void check(int mask, int rank) {
        for (Iterator<BulkCopy> copies = failed.iterator(); copies.hasNext();) {
            BulkCopy copy = copies.next();
            if (copy.isIn(mask)) {
                copies.remove();
                copy.check(rank);
            }
        }
    }
}
