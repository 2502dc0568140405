package org.pgas.wait;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.Conduit;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.WaitRecord;

/**
 * Shows one of this rank's waits in its part of the counters, for {@link WaitRecord} to read. Any thread.
 *
 * <p>Of several threads that wait at once, the first is shown, and when its wait has ended, the thread that looks
 * around next. Of waits of one thread inside each other it is the innermost.
 *
 * <pre>
 * field     writer                           reader           order
 * holder    the thread that is or was shown  waiting threads  CAS from nobody / release; a thread finds itself plainly
 * the rest  the holder                       the holder       plain, published by holder
 * </pre>
 */
public final class ShownWait {
    private static final long NOBODY = 0;

    private final long part;

    /** The number of the thread that is shown. */
    private final AtomicLong holder = new AtomicLong(NOBODY);

    private int sequence;
    private boolean told;
    private int rank;
    private int ranks;

    public ShownWait(Conduit conduit) {
        part = conduit.shown().countersAddress();
    }

    private static long self() {
        return Thread.currentThread().threadId();
    }

    private boolean isMineOrFree(long self) {
        long now = holder.getPlain();
        return now == self || now == NOBODY && holder.compareAndSet(NOBODY, self);
    }

    /** The calling thread begins to wait. Pair with {@link #end}. */
    public void begin(Activity activity, long since) {
        if (isMineOrFree(self())) {
            write(activity, since);
        }
    }

    private void write(Activity activity, long since) {
        told = false;
        openRecord();
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_ACTIVITY, activity.ordinal());
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_RANK, -1);
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_RANKS, 0);
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_TEXT_BYTES, 0);
        SharedMemory.putLongOpaque(part + CounterLayout.WAIT_SINCE, since);
        SharedMemory.putLongOpaque(part + CounterLayout.WAIT_LOOKED, 0);
        closeRecord();
    }

    /**
     * What there is time for in a wait that takes longer.
     *
     * @param now the time just before it was found out which ranks are {@code missing}, and which of them are absent
     */
    public void tell(Awaited awaited, long since, int[] missing, long now) {
        long self = self();
        if (holder.getPlain() != self) {
            if (!isMineOrFree(self)) {
                return;
            }
            write(awaited.activity(), since);
        }
        int[] absent = awaited.absent();
        int first = absent.length > 0 ? absent[0] : missing.length > 0 ? missing[0] : -1;
        long looked = absent.length > 0 ? now : 0;
        if (!told || first != rank || missing.length != ranks) {
            told = true;
            rank = first;
            ranks = missing.length;
            writeDetails(awaited.describe(), looked);
        } else {
            SharedMemory.putLongOpaque(part + CounterLayout.WAIT_LOOKED, looked);
        }
    }

    private void writeDetails(String text, long looked) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, CounterLayout.WAIT_TEXT_MAX);
        while (length < bytes.length && (bytes[length] & 0xC0) == 0x80) {
            length--; // not in the middle of a character
        }
        openRecord();
        SharedMemory.putLongOpaque(part + CounterLayout.WAIT_LOOKED, looked);
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_RANK, rank);
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_RANKS, ranks);
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_TEXT_BYTES, length);
        SharedMemory.copyIn(MemorySegment.ofArray(bytes), 0, part + CounterLayout.WAIT_TEXT, length);
        closeRecord();
    }

    private void openRecord() {
        SharedMemory.putIntOpaque(part + CounterLayout.WAIT_SEQUENCE, ++sequence);
        SharedMemory.releaseFence();
    }

    private void closeRecord() {
        // SYNC: wait record
        SharedMemory.putIntRelease(part + CounterLayout.WAIT_SEQUENCE, ++sequence);
    }

    /** Whether the thread that is shown, if it is the calling one, has told nothing yet. */
    public boolean isUntold() {
        return holder.getPlain() == self() && !told;
    }

    public void end() {
        if (holder.getPlain() == self()) {
            SharedMemory.putLongOpaque(part + CounterLayout.WAIT_SINCE, 0);
            holder.setRelease(NOBODY);
        }
    }
}
