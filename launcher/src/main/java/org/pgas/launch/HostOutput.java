package org.pgas.launch;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

import org.pgas.PgasException;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.OutputPart;
import org.pgas.launch.agents.RecordingPart;

/**
 * Delivers what ranks of one host have written, on a thread of its own, which a slow reader may hold up; and their
 * recordings. How much may wait here is bounded by what the agent has credit for, as far as it keeps to that: it runs
 * as the same user, and nothing here looks after it.
 */
final class HostOutput {
    private static final Object LAST = new Object();

    /** Where a rank writes to. */
    private record Stream(int rank, boolean isError) {}

    private final HostsTimeline timeline;
    private final LongConsumer onTaken;
    private final BiConsumer<Integer, Exception> onFailure;
    private final BlockingQueue<Object> parts = new LinkedBlockingQueue<>();

    /** The targets of the streams that have not ended. */
    private final Map<Stream, ByteTarget> targets = new HashMap<>();

    private final Thread thread;

    /**
     * Makes what has to exist before the ranks start.
     *
     * @param size ranks of the job
     * @param timeline takes recordings; null when there are none
     * @param onTaken told how many bytes of credit come back
     * @param onFailure told of which rank the output cannot be delivered
     * @throws PgasException RESOURCE, for people, when a file of output cannot be made
     */
    HostOutput(HostRanks host, RankOutput output, int size, HostsTimeline timeline, LongConsumer onTaken,
            BiConsumer<Integer, Exception> onFailure) {
        this.timeline = timeline;
        this.onTaken = onTaken;
        this.onFailure = onFailure;
        for (int rank = host.first(); rank <= host.last(); rank++) {
            for (boolean isError : new boolean[]{false, true}) {
                targets.put(new Stream(rank, isError), output.targetApart(rank, size, isError));
            }
        }
        thread = Thread.ofPlatform().daemon().name("output of host " + host.host()).unstarted(this::run);
    }

    /** Delivers from now on. */
    void start() {
        thread.start();
    }

    void add(OutputPart part) {
        parts.add(part);
    }

    void add(RecordingPart part) {
        parts.add(part);
    }

    private void run() {
        try {
            for (Object part = parts.take(); part != LAST; part = parts.take()) {
                switch (part) {
                    case OutputPart output -> deliver(output);
                    case RecordingPart recording -> keep(recording);
                    default -> throw new AssertionError(part);
                }
            }
            // of a host that was lost
            for (Stream each : targets.keySet().toArray(Stream[]::new)) {
                deliver(new OutputPart(each.rank(), each.isError(), new byte[0]));
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    private void deliver(OutputPart part) {
        Stream stream = new Stream(part.rank(), part.isError());
        byte[] bytes = part.bytes();
        ByteTarget target = bytes.length == 0 ? targets.remove(stream) : targets.get(stream);
        try {
            if (target != null && bytes.length > 0) {
                target.accept(bytes, 0, bytes.length);
            } else if (target != null) {
                target.finish();
            }
        } catch (IOException | RuntimeException e) {
            // the rest is read and dropped
            targets.remove(stream);
            onFailure.accept(part.rank(), e);
        } catch (OutOfMemoryError e) {
            // of a line without an end; the thread goes on, since all ranks of the host wait for their credit
            targets.remove(stream);
            onFailure.accept(part.rank(), new IOException(HumanText.of(e), e));
        }
        taken(bytes);
    }

    private void keep(RecordingPart part) {
        if (timeline != null) {
            timeline.keep(part);
        }
        taken(part.bytes());
    }

    private void taken(byte[] bytes) {
        if (bytes.length > 0) {
            onTaken.accept(bytes.length);
        }
    }

    /** Returns when all that came was delivered; waits for the reader of the output. Once. */
    void finish() throws InterruptedException {
        parts.add(LAST);
        thread.join();
    }
}
