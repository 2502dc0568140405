package org.pgas.mpi;

import org.pgas.atomics.locks.AreaReadWriteLock;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;

/**
 * The words of a window in shared memory: one block for each rank, in its part of the area, named by its address; n is
 * the number of ranks.
 *
 * <pre>
 * offset       field       writer       reader              order
 * 0            fence 0     the rank     all, checked mode   plain, before the barrier of an even fence / after it
 * 8            fence 1     the rank     all, checked mode   the same, of an odd fence
 * 16           exposed     the rank     all, checked mode   opaque: 1 between post and the end of await
 * 128 + 128 i  posts       peer i       the rank            release / acquire: how often i has posted to the rank
 *        + 8   promises    peer i       the rank            plain, before posts: the assertions of the last one
 *        + 16  completes   peer i       the rank            release / acquire: how often i has completed to the rank
 *        + 24  issued      peer i       the rank            opaque, before completes: messages of i until then
 * 128 + 128 n  lock        all          all                 see {@link AreaReadWriteLock}
 * </pre>
 *
 * <p>A fence's word is written again two fences later, when all ranks have left the epoch that it began. The counts of
 * a pair never meet a limit, and need no answer: post k and start k are one epoch of the pair, and so are complete k
 * and await k. So an origin may complete, and start again, before the target has posted; its next access waits for the
 * next post.
 *
 * <p>Ranks of other neighbourhoods have copies: what is written for one of them goes along with the store, if {@code
 * copies} is not null. A rank's lock alone is at home there.
 *
 * <p>What a peer writes is in one line, of which the neighbour is left free, so that two ranks that post and complete
 * to each other move a line once for each, and no other.
 */
final class ControlWords {
    private static final long LINE_BYTES = 128;
    private static final long EXPOSED = 16;
    private static final long POSTS = 0;
    private static final long PROMISES = 8;
    private static final long COMPLETES = 16;
    private static final long ISSUED = 24;

    private ControlWords() {}

    /** Bytes of one rank's block in a window of {@code ranks} ranks, in a job of {@code jobRanks}. */
    static long bytes(int ranks, int jobRanks) {
        long bytes = peers(ranks) + AreaReadWriteLock.bytes(ranks);
        return bytes + LINE_BYTES - 1 & -LINE_BYTES;
    }

    /** Bytes before the lock. */
    static long peers(int ranks) {
        return LINE_BYTES * (1 + ranks);
    }

    /** Makes zeros a block, by its rank, before anybody else knows of it. */
    static void lay(long control, int ranks, int jobRanks) {
        SharedMemory.fill(control, (byte) 0, bytes(ranks, jobRanks));
        AreaReadWriteLock.lay(lock(control, ranks), ranks);
    }

    /** Address of the rank's lock. */
    static long lock(long control, int ranks) {
        return control + peers(ranks);
    }

    private static long line(long control, int peer) {
        return control + LINE_BYTES * (1 + peer);
    }

    private static void begin(SharedArea.Backing copies) {
        if (copies != null) {
            copies.beginChange();
        }
    }

    private static void end(SharedArea.Backing copies, long address, int words) {
        if (copies != null) {
            copies.endChange(address, (long) words * Long.BYTES);
        }
    }

    /** Says what this rank asserts in its fence of that number; before the barrier. */
    static void fence(SharedArea.Backing copies, long control, long number, int promises) {
        long word = control + (number & 1) * Long.BYTES;
        begin(copies);
        SharedMemory.putLong(word, promises);
        end(copies, word, 1);
    }

    /** What a rank has asserted in a fence, after its barrier, and before the next but one. */
    static int fencePromises(long control, long number) {
        return (int) SharedMemory.getLong(control + (number & 1) * Long.BYTES);
    }

    static void exposed(SharedArea.Backing copies, long control, boolean exposed) {
        begin(copies);
        SharedMemory.putLongOpaque(control + EXPOSED, exposed ? 1 : 0);
        end(copies, control + EXPOSED, 1);
    }

    /** Whether the rank is exposed by a post, or was a moment ago. */
    static boolean isExposed(long control) {
        return SharedMemory.getLongOpaque(control + EXPOSED) != 0;
    }

    /** Post number {@code count} of {@code peer} to the rank of the block. */
    static void post(SharedArea.Backing copies, long control, int peer, long count, int promises) {
        long line = line(control, peer);
        begin(copies);
        SharedMemory.putLong(line + PROMISES, promises);
        // SYNC: post; the origin sees the part as the target has left it
        SharedMemory.putLongRelease(line + POSTS, count);
        end(copies, line + POSTS, 2);
    }

    /** How often {@code peer} has posted to the rank of the block. */
    static long posts(long control, int peer) {
        // SYNC: post
        return SharedMemory.getLongAcquire(line(control, peer) + POSTS);
    }

    /** Assertions of that post, after {@link #posts}. */
    static int postPromises(long control, int peer) {
        return (int) SharedMemory.getLong(line(control, peer) + PROMISES);
    }

    /** Complete number {@code count} of {@code peer} to the rank of the block, after so many messages to it. */
    static void complete(SharedArea.Backing copies, long control, int peer, long count, long issued) {
        long line = line(control, peer);
        begin(copies);
        SharedMemory.putLongOpaque(line + ISSUED, issued);
        // SYNC: complete; the target sees what the origin has stored
        SharedMemory.putLongRelease(line + COMPLETES, count);
        end(copies, line + COMPLETES, 2);
    }

    /** How often {@code peer} has completed to the rank of the block. */
    static long completes(long control, int peer) {
        // SYNC: complete
        return SharedMemory.getLongAcquire(line(control, peer) + COMPLETES);
    }

    /**
     * Messages from {@code peer}, after {@link #completes}; perhaps those of a later epoch too, which can come only
     * after this one.
     */
    static long issued(long control, int peer) {
        return SharedMemory.getLongOpaque(line(control, peer) + ISSUED);
    }
}
