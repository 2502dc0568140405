package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

import org.pgas.Job;

/**
 * A stripe of every rank's segment that is this rank's to play with, local memory, and a model of both in arrays:
 * places are bytes, one by one. After each transfer, all of it is compared.
 */
final class TransferRig {
    /** Bytes of a stripe, and of local memory. */
    static final int BYTES = 2048;

    private static final long LOCAL = 1L << 40;

    private final Job job;
    private final SplittableRandom random;
    private final MemorySegment local;
    private final byte[] localModel = new byte[BYTES];
    private final byte[][] models;

    /** Fills everything; the memory is an array, native memory or, of this rank, confined to this thread. */
    TransferRig(Job job, SplittableRandom random, Arena confined) {
        this.job = job;
        this.random = random;
        this.local = random.nextBoolean() ? confined.allocate(BYTES, 8) : MemorySegment.ofArray(new byte[BYTES]);
        random.nextBytes(localModel);
        local.copyFrom(MemorySegment.ofArray(localModel));
        this.models = new byte[job.size()][BYTES];
        for (int rank = 0; rank < models.length; rank++) {
            random.nextBytes(models[rank]);
            job.world().rma().put(rank, base(), models[rank], 0, BYTES);
        }
    }

    SplittableRandom random() {
        return random;
    }

    int peer() {
        return random.nextInt(job.size());
    }

    MemorySegment local() {
        return local;
    }

    /** Where the stripe begins in every segment. */
    long base() {
        return (long) job.rank() * BYTES;
    }

    /** A byte of local memory. */
    static long here(long offset) {
        return LOCAL | offset;
    }

    /** A byte of a stripe. */
    static long there(int rank, long offset) {
        return (long) rank << 32 | offset;
    }

    /** Up to {@code bound}, small mostly; one in 20 is 0. */
    int small(int bound) {
        return random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(1 + random.nextInt(bound));
    }

    /** As {@link #small}, of any sign. */
    int signed(int bound) {
        return small(bound) * (random.nextInt(3) == 0 ? -1 : 1);
    }

    private byte model(long place) {
        int offset = (int) place;
        return (place & LOCAL) != 0 ? localModel[offset] : models[(int) (place >>> 32)][offset];
    }

    /** Whether a transfer to them is defined: no byte is there twice, and none is a source. */
    static boolean isTarget(long[] targets, long[] sources) {
        Set<Long> taken = new HashSet<>();
        for (long target : targets) {
            if (!taken.add(target)) {
                return false;
            }
        }
        for (long source : sources) {
            if (taken.contains(source)) {
                return false;
            }
        }
        return true;
    }

    /** What a transfer does: byte i of the sources becomes byte i of the targets. */
    private void move(long[] targets, long[] sources) {
        assertEquals(targets.length, sources.length, "volumes in the test");
        for (int i = 0; i < targets.length; i++) {
            int offset = (int) targets[i];
            byte value = model(sources[i]);
            if ((targets[i] & LOCAL) != 0) {
                localModel[offset] = value;
            } else {
                models[(int) (targets[i] >>> 32)][offset] = value;
            }
        }
    }

    /**
     * Makes a transfer and the same in the model, or sees that one with an undefined result is refused. Says (1 or 0)
     * whether something was moved.
     */
    int attempt(String text, long[] targets, long[] sources, Runnable call) {
        boolean isLegal = isTarget(targets, sources);
        if (isLegal) {
            call.run();
            move(targets, sources);
        } else {
            assertIllegal(text, call::run, "overlap");
        }
        check(text);
        return isLegal && targets.length > 0 ? 1 : 0;
    }

    /** Everything is as the model says. */
    private void check(String call) {
        compare(call + ": local memory", localModel, local);
        byte[] now = new byte[BYTES];
        for (int rank = 0; rank < models.length; rank++) {
            job.world().rma().get(now, 0, rank, base(), BYTES);
            compare(call + ": rank " + rank, models[rank], MemorySegment.ofArray(now));
        }
    }

    private static void compare(String where, byte[] expected, MemorySegment actual) {
        long at = MemorySegment.ofArray(expected).mismatch(actual);
        assertEquals(-1, at, () -> where + " differs first at byte " + at);
    }
}
