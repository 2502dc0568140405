package org.pgas.pshm;

import java.util.function.IntFunction;

import org.pgas.Setting;
import org.pgas.memory.SharedMemory;

/**
 * Looks now and then whether the first record of a ring is claimed and not completed for too long, and whether the
 * ring's positions are possible. For one thread, which neither sends nor receives.
 *
 * <p>Time counts from look to look, and little of it at once: while this process is stopped, the sender may be too.
 */
final class ClaimWatch {
    private static final long MOST_BETWEEN_LOOKS_NANOS = 1_000_000_000;

    private final LaneReader reader;
    private final AmConfig config;
    private final IntFunction<String> describe;
    private long position = -1;
    private long stalledNanos;
    private long lookedNanos;

    /** @param describe how a rank is, for messages */
    ClaimWatch(LaneReader reader, AmConfig config, IntFunction<String> describe) {
        this.reader = reader;
        this.config = config;
        this.describe = describe;
    }

    /** What is wrong, or null. */
    String look(long nowNanos) {
        Lane lane = reader.lane();
        long before = lane.headAcquire();
        long tail = lane.tailAcquire();
        long after = lane.headAcquire();
        if (tail - before < 0 || tail - after > lane.capacity()) {
            return reader.name() + " has impossible positions: from " + before + " to " + tail + LaneReader.REMEDY;
        }
        if (tail == before || before != after || lane.recordLength(before) > 0) {
            position = -1;
            return null;
        }
        if (position != before) {
            position = before;
            stalledNanos = 0;
        } else {
            stalledNanos += Math.min(nowNanos - lookedNanos, MOST_BETWEEN_LOOKS_NANOS);
        }
        lookedNanos = nowNanos;
        return stalledNanos <= config.deadline().toNanos() ? null
                : reader.name() + " waits for a message that " + sender(lane, before)
                        + " has begun and not finished for " + stalledNanos / 1_000_000 + " ms ("
                        + Setting.AM_DEADLINE.key() + " is " + config.deadline().toMillis()
                        + " ms): was it prepared and neither committed nor cancelled, or does that rank hang?"
                        + health(lane, before);
    }

    private String sender(Lane lane, long at) {
        int source = source(lane, at);
        return source >= 0 && source < config.size() ? "rank " + source : "a rank that has not given its number";
    }

    /** How the sender is, in brackets: it may only be stopped. */
    private String health(Lane lane, long at) {
        int source = source(lane, at);
        return source >= 0 && source < config.size() ? " [" + describe.apply(source) + "]" : "";
    }

    private int source(Lane lane, long at) {
        int index = (int) at & lane.capacity() - 8;
        return config.pair() ? reader.sender() : MessageRecord.source(SharedMemory.getInt(lane.address(index) + 4));
    }
}
