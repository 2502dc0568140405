//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Kind   | Int | Long
//$ word   | int | long
//$ bytes  | 4   | 8
//$ narrow | "(int) " |
package org.pgas;

import java.util.Objects;

import org.pgas.operation.SharedEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.place.Attachment;
import org.pgas.place.EndpointCore;
import org.pgas.place.SegmentCore;
import org.pgas.rank.ThisRank;
import org.pgas.wait.Waiting;
import org.pgas.wait.WordWait;

/**
 * Waits and tests on words, ints or longs, of the segment that is bound to an endpoint of this rank: for a signal, or
 * for any other change, by any thread of any rank.
 *
 * <p><b>Callers.</b> Any thread, any number on one word; not collective. Words are named by their byte offset in the
 * segment.
 *
 * <p><b>Order.</b> Success is an acquire: the caller sees the data that a thread put, and had synchronised, before it
 * changed the word by a {@linkplain Rma#putSignal signal}, an atomic operation or an ordered put.
 *
 * <p><b>Waking.</b> A wait waits as {@link Job#waitMode} says. In a block mode a {@linkplain Rma#signal signal} or an
 * operation of an atomic domain wakes it at once. A put of any form rings no bell; the wait finds it when it looks by
 * itself, at least once a millisecond. A change that is undone before the wait has looked is missed.
 *
 * <p><b>Errors</b>, before anything is waited for: {@link PgasException} for a word outside the segment, an offset that
 * is no multiple of the word's bytes, no segment, a closed job. While waiting: the end of the job, the setting
 * {@code pgas.wait.timeout}. A wait needs no rank in particular and does not end because one leaves.
 *
 * <p>Source: MPPA 8.4.2 (mppa_async_evalcond); OpenSHMEM 1.5, 9.10 (shmem_wait_until, shmem_test),
 * shmem_signal_wait_until.
 */
public final class LocalWords {
    private final UnawaitedOperations operations;
    private final ThisRank self;
    private final Waiting waiting;
    private final EndpointCore endpoint;
    private final Attachment attachment;

    LocalWords(UnawaitedOperations operations, EndpointCore endpoint, Attachment attachment) {
        this.operations = operations;
        this.endpoint = endpoint;
        this.attachment = attachment;
        self = operations.self();
        waiting = operations.waiting();
    }

    ThisRank self() {
        return self;
    }

    Waiting waiting() {
        return waiting;
    }

//$ Int Long
    /** Blocks until the $word$ at {@code offset} fulfils the condition; returns the $word$ that did. */
    public $word$ waitUntil$Kind$(long offset, WaitCondition condition, $word$ value) {
        return $narrow$waitUntil("LocalWords.waitUntil$Kind$", offset, $bytes$, condition, value);
    }

    /**
     * Whether the $word$ at {@code offset} fulfils the condition. Never blocks; if it does not, lets the library make
     * progress and looks once more, so that a loop of tests is as good as a wait.
     */
    public boolean test$Kind$(long offset, WaitCondition condition, $word$ value) {
        return test("LocalWords.test$Kind$", offset, $bytes$, condition, value);
    }

    /**
     * An event that completes when it is tested or awaited while the $word$ at {@code offset} fulfils the condition, or
     * has been once. Nobody looks at the word in between.
     */
    public Event waitUntil$Kind$Nb(long offset, WaitCondition condition, $word$ value) {
        return event("LocalWords.waitUntil$Kind$Nb", offset, $bytes$, condition, value);
    }

    /** A set of $word$s, to wait for or test together; {@code offsets} is copied. */
    public WordSet $word$s(long... offsets) {
        return new WordSet("LocalWords.$word$s", this, $bytes$, offsets);
    }

//$
    private long waitUntil(String call, long offset, int width, WaitCondition condition, long value) {
        self.checkUnrestricted(call);
        Objects.requireNonNull(condition, "condition");
        long address = address(call, offset, width);
        long datum = WordWait.read(address, width);
        return condition.holds(datum, value) ? datum : awaitWord(call, offset, address, width, condition, value);
    }

    private long awaitWord(String call, long offset, long address, int width, WaitCondition condition, long value) {
        WordWait wait = new WordWait(call, offset, address, width, condition, value);
        waiting.await(wait);
        // what is read after a close is no longer the segment
        segment(call);
        return wait.datum();
    }

    private boolean test(String call, long offset, int width, WaitCondition condition, long value) {
        self.checkUnrestricted(call);
        Objects.requireNonNull(condition, "condition");
        long address = address(call, offset, width);
        if (condition.holds(WordWait.read(address, width), value)) {
            return true;
        }
        waiting.makeProgress();
        return condition.holds(WordWait.read(address, width), value);
    }

    private Event event(String call, long offset, int width, WaitCondition condition, long value) {
        self.checkUnrestricted(call);
        Objects.requireNonNull(condition, "condition");
        long address = address(call, offset, width);
        return new SharedEvent(operations, new WordWait(call, offset, address, width, condition, value), false);
    }

    /** The bound segment; throws when there is none. */
    SegmentCore segment(String call) {
        SegmentCore segment = endpoint.segment();
        if (segment == null) {
            throw noSegment(call);
        }
        if (!segment.isMapped()) {
            throw self.refusals().bad(call, "this rank attached client memory, whose words have no place that "
                    + "peers could signal: attach a mapped segment (Job.attach(long)) to wait on words");
        }
        return segment;
    }

    private PgasException noSegment(String call) {
        self.checkOpen();
        endpoint.checkExists(call);
        return self.refusals().error(ErrorCode.NOT_INITIALIZED, call, (endpoint.index() != 0
                ? endpoint + " has no bound segment: bind one (Endpoint.bind)"
                : "this rank has no segment: " + (attachment.isDone() ? "it attached 0 bytes"
                        : "call Job.attach on all ranks first")));
    }

    /**
     * The address of a word of {@code width} bytes in the bound segment. It stays mapped, whatever happens to the
     * segment.
     */
    long address(String call, long offset, int width) {
        return address(call, segment(call), offset, width);
    }

    long address(String call, SegmentCore segment, long offset, int width) {
        if (offset < 0 || offset > segment.size() - width || (offset & width - 1) != 0) {
            throw illegal(call, segment, offset, width);
        }
        return segment.local().address() + offset;
    }

    private PgasException illegal(String call, SegmentCore segment, long offset, int width) {
        String range = "offset " + offset + " of a word of " + width + " bytes is ";
        boolean outside = offset < 0 || offset > segment.size() - width;
        return self.refusals().bad(call, range
                + (outside ? "outside this rank's segment (" + segment.size() + " bytes)" : "misaligned")
                + ": legal are multiples of " + width + " in 0.." + (segment.size() - width));
    }
}
