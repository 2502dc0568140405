package org.pgas.far;

import java.lang.foreign.MemorySegment;

import org.pgas.EventCategory;
import org.pgas.message.Messenger;
import org.pgas.spi.Member;

/**
 * A place in memory of a rank elsewhere, which carries out steps there. Any thread.
 */
public final class FarSteps {
    /** What goes along with one step, or comes back, at most: a handler is to be quick. */
    static final int MOST_BYTES = 8 << 10;

    /** What the steps of a rank to all others need. */
    record Way(FarTransfers far, Messenger messenger, Member member, int mostBytes) {}

    private final Way way;
    private final int peer;
    private final long at;

    FarSteps(Way way, int peer, long at) {
        this.way = way;
        this.peer = peer;
        this.at = at;
    }

    /** The job rank that carries them out. */
    public int peer() {
        return peer;
    }

    /** Data that go along with one step, or come back, at most. */
    public int mostBytes() {
        return way.mostBytes();
    }

    /** Whether the job has been closed here: nothing can be asked any more. */
    public boolean isClosed() {
        return way.far().isClosed();
    }

    /** Whether a job rank, of a number that need not be one, is another rank's. */
    boolean isPeer(int jobRank) {
        return jobRank >= 0 && jobRank < way.member().size() && jobRank != way.member().rank();
    }

    /** Whether a job rank has left. */
    boolean hasLeft(int jobRank) {
        return way.member().hasLeft(jobRank);
    }

    /**
     * A step of a module, to be sent.
     *
     * @param name for messages
     * @param code the module's number and the step's, see {@link OwnerSteps}
     * @param word what the caller takes the structure there to be
     * @param self the calling thread, as locks know it
     */
    public StepRequest call(String name, int code, long word, long self, long first, long second) {
        return new StepRequest(this, name, code, word, self, first, second);
    }

    boolean send(StepRequest call, boolean immediate) {
        FarThread thread = way.far().thread();
        FarOperation operation = way.far().operations().beginUncounted(thread, call, EventCategory.RMW, peer);
        boolean whole = false;
        try {
            if (call.target() != null) {
                operation.into(call.target(), 0, 1);
            }
            MemorySegment payload = thread.staging(FarStep.HEAD_BYTES + mostBytes());
            long place = FarMessages.place(at, call.code(), true);
            whole = way.messenger().requestMedium(peer, FarMessages.STEP, operation.handle(), place,
                    thread.operands(operation.handle(), place, call.word(), call.self()), payload, 0,
                    call.write(payload), immediate);
            return whole;
        } finally {
            if (!whole) {
                way.far().operations().giveBack(operation);
            }
        }
    }

    void await(StepRequest call) {
        way.far().await(way.far().thread(), call);
    }

    void land() {
        way.far().thread().land();
    }
}
