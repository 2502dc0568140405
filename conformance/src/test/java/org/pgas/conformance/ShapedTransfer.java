package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.opentest4j.AssertionFailedError;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.RmaFlags;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.Vis;

/**
 * One transfer between a piece of local memory, which it has to itself, and a place at a rank: in any form that is
 * legal. A put's source is overwritten as soon as the form allows.
 */
final class ShapedTransfer {
    private enum Form {
        BLOCKING, NB, NBI
    }

    private final Job job;
    private final Vis vis;
    private final int peer;
    private final boolean isPut;
    private final Form form;
    private final LocalCompletion completion;
    private final boolean isImmediate;
    private final String text;
    private final ModelShape near;
    private final ModelShape far;
    private final MemorySegment local;
    private final long base;
    private final long nearPlace;
    private final long farPlace;

    /** What the local piece must hold when all is done. */
    private final byte[] expected;

    private final long overwriteStamp;
    private boolean isOverwritten;
    private Event event = Event.DONE;

    /** Of {@code bytes} bytes of {@code local} from {@code base} on; {@code farPlace} is in the peer's segment. */
    ShapedTransfer(Job job, boolean isPut, int peer, SplittableRandom random, ModelShape near, MemorySegment local,
            long base, int bytes, int nearPlace, ModelShape far, long farPlace) {
        this.job = job;
        this.vis = Vis.of(job.world());
        this.peer = peer;
        this.isPut = isPut;
        this.near = near;
        this.far = far;
        this.local = local;
        this.base = base;
        this.nearPlace = base + nearPlace;
        this.farPlace = farPlace;
        this.form = Form.values()[random.nextInt(3)];
        this.isImmediate = random.nextInt(4) == 0;
        this.completion = switch (random.nextInt(3)) {
            case 0 -> LocalCompletion.NOW;
            case 1 -> LocalCompletion.DEFER;
            default -> form == Form.NBI ? LocalCompletion.GROUP : LocalCompletion.event();
        };
        long stamp = random.nextInt(1 << 16);
        this.overwriteStamp = stamp + 77;
        this.expected = new byte[bytes];
        Stamp.fill(expected, job.rank(), isPut ? Space.HEAP : Space.NATIVE, stamp);
        MemorySegment.copy(expected, 0, local, ValueLayout.JAVA_BYTE, base, bytes);
        text = (isPut ? "put" : "get") + ", " + form + (isPut ? " " + completion : "")
                + (isImmediate ? " IMMEDIATE" : "") + ", rank " + peer + " at " + farPlace + ": " + far
                + "; local at " + nearPlace + " of " + local + ": " + near;
    }

    /** Does it to the model of the peer's memory, in which {@code place} is this transfer's, and begins it. */
    void begin(byte[] peerMemory, int place) {
        int at = (int) (nearPlace - base);
        if (isPut) {
            far.move(near, expected, at, peerMemory, place);
        } else {
            near.move(far, peerMemory, place, expected, at);
        }
        if (!start(isImmediate ? RmaFlags.IMMEDIATE : RmaFlags.NONE)) {
            assertTrue(isImmediate && !job.endpoint().segment().isMapped(),
                    () -> "not sent: " + text);
            assertTrue(start(RmaFlags.NONE), () -> "not sent: " + text);
        }
        if (isPut && (form == Form.BLOCKING || completion == LocalCompletion.NOW)) {
            overwrite();
        }
    }

    private boolean start(int flags) {
        return switch (form) {
            case BLOCKING -> isPut
                    ? vis.put(peer, farPlace, far.shape(), local, nearPlace, near.shape(), flags)
                    : vis.get(local, nearPlace, near.shape(), peer, farPlace, far.shape(), flags);
            case NB -> {
                event = isPut
                        ? vis.putNb(peer, farPlace, far.shape(), local, nearPlace, near.shape(), completion, flags)
                        : vis.getNb(local, nearPlace, near.shape(), peer, farPlace, far.shape(), flags);
                yield event != Event.NOT_SENT;
            }
            case NBI -> isPut
                    ? vis.putNbi(peer, farPlace, far.shape(), local, nearPlace, near.shape(), completion, flags)
                    : vis.getNbi(local, nearPlace, near.shape(), peer, farPlace, far.shape(), flags);
        };
    }

    /** Whether its source is free when the calling thread has awaited category LC. */
    boolean isGrouped() {
        return isPut && form == Form.NBI && completion == LocalCompletion.GROUP;
    }

    /** Whether its source is free when {@link #awaitLeaf} returned. */
    boolean hasLeaf() {
        return isPut && form == Form.NB && completion != LocalCompletion.NOW && completion != LocalCompletion.DEFER;
    }

    void awaitLeaf() {
        completion.leaf().await();
        overwrite();
    }

    /** The source now holds other bytes. */
    void overwrite() {
        assertTrue(isPut && !isOverwritten, text);
        isOverwritten = true;
        Stamp.fill(expected, job.rank(), Space.PAYLOAD, overwriteStamp);
        MemorySegment.copy(expected, 0, local, ValueLayout.JAVA_BYTE, base, expected.length);
    }

    Event event() {
        return event;
    }

    /**
     * After its end: the source is as the program left it; the target holds what it should, and around it what it did.
     */
    void checkLocal() {
        int at = (int) (nearPlace - base);
        for (int i = 0; i < expected.length; i++) {
            byte found = local.get(ValueLayout.JAVA_BYTE, base + i);
            if (found != expected[i]) {
                int position = isPut ? -1 : near.positionOf(i - at);
                throw wrong("local byte " + i, found, expected[i], position < 0
                        ? "no byte of the target"
                        : "byte " + position + " of the order, from offset " + far.offset(position));
            }
        }
    }

    /** What is wrong with byte {@code i} of the part of the peer's memory in which {@code place} is this transfer's. */
    AssertionFailedError wrongAtPeer(int i, int place, byte found, byte right) {
        int position = isPut ? far.positionOf(i - place) : -1;
        return wrong("byte " + i + " at the peer", found, right, position < 0
                ? "no byte of the target"
                : "byte " + position + " of the order, from offset " + near.offset(position));
    }

    private AssertionFailedError wrong(String where, byte found, byte right, String what) {
        return new AssertionFailedError(
                where + ", which is " + what + ", holds " + found + ", not " + right + ", after "
                        + this);
    }

    @Override
    public String toString() {
        return text;
    }
}
