package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.PeerLostException;
import org.pgas.wait.AwaitedWithoutCall;

/**
 * One step that is asked of the owner of memory elsewhere: made, sent once, and answered once. For one thread.
 *
 * <pre>
 * field     writer                  reader               order
 * answered  the holder of the turn  the thread that asks  volatile, after value and data
 * value     the holder of the turn  the thread that asks  plain, published by answered
 * </pre>
 */
public final class StepRequest implements FarSink, AwaitedWithoutCall {
    private final FarSteps place;
    private final String name;
    private final int code;
    private final long word;
    private final long self;
    private final long first;
    private final long second;

    /** What goes along, and where what comes back goes; null for nothing. */
    private MemorySegment source;
    private long sourceOffset;
    private int sourceBytes;
    private MemorySegment target;

    private long value;

    /** Volatile write by the thread that holds the rank's turn, after everything that the answer brought. */
    private volatile boolean answered;

    StepRequest(FarSteps place, String name, int code, long word, long self, long first, long second) {
        this.place = place;
        this.name = name;
        this.code = code;
        this.word = word;
        this.self = self;
        this.first = first;
        this.second = second;
    }

    /** Sends at most {@link FarSteps#mostBytes} along. */
    public StepRequest with(MemorySegment data, long offset, long bytes) {
        source = data;
        sourceOffset = offset;
        sourceBytes = (int) bytes;
        return this;
    }

    /** What comes back is at most the {@code bytes} there. */
    public StepRequest into(MemorySegment memory, long offset, long bytes) {
        target = memory.asSlice(offset, bytes);
        return this;
    }

    /** Sends it, waits for the answer, and returns that. */
    public long run() {
        place.send(this, false);
        place.await(this);
        return value;
    }

    /**
     * Sends it, and says so, if there is room for it. That the owner has left is found, and told, by the wait that the
     * step is for.
     */
    public boolean begin() {
        try {
            return place.send(this, true);
        } catch (PeerLostException e) {
            return false;
        }
    }

    /** Whether the answer has come; what came along is in its place then. */
    public boolean isAnswered() {
        // SYNC: step
        boolean is = answered;
        if (is) {
            place.land();
        }
        return is;
    }

    /** Waits for the answer of what was {@linkplain #begin begun}, and returns that. */
    public long end() {
        place.await(this);
        return value;
    }

    public long value() {
        return value;
    }

    int code() {
        return code;
    }

    long word() {
        return word;
    }

    long self() {
        return self;
    }

    /** Writes the payload; answers its bytes. */
    int write(MemorySegment payload) {
        payload.set(ValueLayout.JAVA_LONG, 0, first);
        payload.set(ValueLayout.JAVA_LONG, Long.BYTES, second);
        if (source != null) {
            MemorySegment.copy(source, sourceOffset, payload, FarStep.HEAD_BYTES, sourceBytes);
        }
        return FarStep.HEAD_BYTES + sourceBytes;
    }

    MemorySegment target() {
        return target;
    }

    @Override
    public void completed(FarOperation complete) {
        value = complete.value();
        // SYNC: step; what the owner has done, and what came back, is seen by the thread that asked
        answered = true;
    }

    @Override
    public boolean isMet() {
        // SYNC: step
        return answered;
    }

    @Override
    public int[] missing() {
        return new int[]{place.peer()};
    }

    @Override
    public String describe() {
        return name + ": rank " + place.peer() + ", which carries it out, has not answered";
    }
}
