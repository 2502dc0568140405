package org.pgas.far;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLongArray;

import org.pgas.EventCategory;

/**
 * Counts operations that are synchronised together: the implicit ones of a thread or of an access region, or a thread's
 * that are not blocking. By category, and by peer for messages.
 *
 * <p>Refers to no job: threads refer to it.
 *
 * <pre>
 * field  writer                  reader                 order
 * begun  the initiating thread   the same               plain
 * done   the holder of the turn  the initiating thread  release, the peer's before the sum / acquire
 * </pre>
 */
final class FarSet implements FarSink {

    private static final EventCategory[] CATEGORIES = {EventCategory.PUT, EventCategory.GET, EventCategory.RMW};

    /** How many counts a category has: one in all, and one for each peer. */
    private final int stride;

    /** The initiating thread's own. */
    private final long[] begun;

    /** Release by the holder of the rank's turn, acquire by the initiating thread. */
    private final AtomicLongArray done;

    FarSet(int ranks) {
        stride = 1 + ranks;
        begun = new long[CATEGORIES.length * stride];
        done = new AtomicLongArray(begun.length);
    }

    private static boolean isIn(int mask, EventCategory category) {
        return (mask & 1 << category.ordinal()) != 0;
    }

    private static int slot(EventCategory category) {
        return category == EventCategory.PUT ? 0 : category == EventCategory.GET ? 1 : 2;
    }

    /** By the initiating thread. */
    void begun(EventCategory category, int peer) {
        int total = slot(category) * stride;
        begun[total]++;
        begun[total + 1 + peer]++;
    }

    @Override
    public void completed(FarOperation operation) {
        int total = slot(operation.category()) * stride;
        int ofPeer = total + 1 + operation.peer();
        done.setRelease(ofPeer, done.getPlain(ofPeer) + 1);
        // SYNC: far set; a thread that sees the count sees what the operation brought
        done.setRelease(total, done.getPlain(total) + 1);
    }

    /** Whether all operations of these categories are complete; by the initiating thread. */
    boolean isComplete(int mask) {
        for (int i = 0; i < CATEGORIES.length; i++) {
            // SYNC: far set
            if (isIn(mask, CATEGORIES[i]) && begun[i * stride] != done.getAcquire(i * stride)) {
                return false;
            }
        }
        return true;
    }

    /** How many operations with that peer are under way; by the initiating thread. */
    long underWay(int peer) {
        long open = 0;
        for (int i = 0; i < CATEGORIES.length; i++) {
            int ofPeer = i * stride + 1 + peer;
            open += begun[ofPeer] - done.getAcquire(ofPeer);
        }
        return open;
    }

    /** Peers with operations of these categories under way. */
    int[] missing(int mask) {
        int[] peers = new int[stride - 1];
        int found = 0;
        for (int peer = 0; peer < peers.length; peer++) {
            long open = 0;
            for (int i = 0; i < CATEGORIES.length; i++) {
                int ofPeer = i * stride + 1 + peer;
                open += isIn(mask, CATEGORIES[i]) ? begun[ofPeer] - done.getAcquire(ofPeer) : 0;
            }
            if (open != 0) {
                peers[found++] = peer;
            }
        }
        return Arrays.copyOf(peers, found);
    }

    /** Such as "3 puts and 1 gets". */
    String describe(int mask) {
        StringJoiner text = new StringJoiner(" and ");
        for (int i = 0; i < CATEGORIES.length; i++) {
            long open = begun[i * stride] - done.getAcquire(i * stride);
            if (isIn(mask, CATEGORIES[i]) && open != 0) {
                text.add(open + " " + switch (CATEGORIES[i]) {
                    case PUT -> "puts";
                    case GET -> "gets";
                    default -> "atomic operations or accumulates";
                });
            }
        }
        return text.length() == 0 ? "no operations" : text.toString();
    }
}
