package org.pgas.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.MessageFlags;
import org.pgas.memory.AddressMap;
import org.pgas.operation.Completion;
import org.pgas.rank.ThisRank;
import org.pgas.rank.Warnings;
import org.pgas.spi.MessageHead;

/**
 * A message between prepare and commit: the core of {@code PreparedMessage} of the API. For the thread that prepared
 * it, plainly; used again for its next message.
 */
public final class Prepared {
    /** In place of a target at prepare: it is named at commit. */
    public static final long LATER = -1;

    private static final long LONG_HELD_NANOS = 1_000_000;

    private final ThisRank self;
    private final Sending messenger;
    private final PayloadCore payload;

    private boolean open;
    private Thread thread;
    private boolean reply;
    private AddressMap destinations;
    private int rank;
    private int peer;
    private long between;
    private int category;
    private int argumentCount;
    private long targetOffset;
    private long size;
    private MemorySegment buffer;
    private Completion completion;
    private Answered request;
    private long claim;
    private long since;

    /** The library's buffer of a long message or one to this rank itself; kept for later ones. */
    private MemorySegment staging;

    private Object face;

    Prepared(ThisRank self, Sending messenger) {
        this.self = self;
        this.messenger = messenger;
        payload = new PayloadCore(self.rank());
    }

    /** The type of the API that stands for it; null until it is asked for. */
    public Object face() {
        return face;
    }

    public void face(Object newFace) {
        face = newFace;
    }

    /** This rank. */
    public int rank() {
        return self.rank();
    }

    boolean isOpen() {
        return open;
    }

    /** To job rank {@code newPeer}, which is {@code newRank} in the destinations; {@code newBetween} as in a head. */
    boolean begin(String call, boolean newReply, AddressMap newDestinations, int newRank, int newPeer, long newBetween,
            int newCategory,
            MemorySegment newBuffer, long least, long most, long newTargetOffset, Completion newCompletion,
            int flags, int newArgumentCount) {
        if (open) {
            throw self.refusals().bad(call,
                    "this thread has prepared " + this + " before: commit or cancel that message first");
        }
        check(call, newCategory, newBuffer, least, most, newCompletion, flags, newArgumentCount, newBetween);
        int limit = (int) Math.min(most, messenger.checks().maxMedium(call, 0, newArgumentCount, newBetween));
        long newClaim = 0;
        if (newBuffer == null) {
            if (newCategory == MessageHead.MEDIUM && newPeer != self.rank()) {
                // a remote function that runs while it waits for room may prepare, and commit, a message of this thread
                newClaim = messenger.prepared().claim(newReply, newPeer,
                        MessageHead.of(newCategory, 0, newArgumentCount) | newBetween, limit,
                        (flags & MessageFlags.IMMEDIATE) != 0);
                if (newClaim == 0) {
                    return false;
                }
                payload.begin(messenger.prepared().payload(newReply, newPeer, newClaim), limit);
            } else {
                payload.begin(stagingOf(limit).address(), limit);
            }
        }
        thread = Thread.currentThread();
        claim = newClaim;
        between = newBetween;
        size = newBuffer != null && newCategory == MessageHead.LONG ? most : limit;
        reply = newReply;
        destinations = newDestinations;
        rank = newRank;
        peer = newPeer;
        category = newCategory;
        argumentCount = newArgumentCount;
        targetOffset = newTargetOffset;
        buffer = newBuffer;
        completion = newCompletion;
        request = null;
        open = true;
        if (self.isChecked()) {
            since = System.nanoTime();
            self.restrictedContext().prepared(this);
        }
        return true;
    }

    private void check(String call, int newCategory, MemorySegment newBuffer, long least, long most,
            Completion newCompletion, int flags, int newArgumentCount, long newBetween) {
        long limit = newBuffer != null && newCategory == MessageHead.LONG
                ? messenger.checks().maxLong(call, flags & MessageFlags.IMMEDIATE, newArgumentCount, newBetween)
                : messenger.checks().maxMedium(call, flags, newArgumentCount, newBetween);
        if (least < 0 || least > limit) {
            throw self.refusals().bad(call, "least payload " + least + ": legal are 0.." + limit);
        }
        if (most < least) {
            throw self.refusals().bad(call, "most payload " + most + " is below the least, " + least);
        }
        if (newBuffer == null && newCompletion != null) {
            throw self.refusals().bad(call,
                    "a local completion was given without a buffer: the library's own buffer has none; give null");
        }
        if (newBuffer != null && newCompletion == null) {
            throw self.refusals().bad(call,
                    "a buffer was given without a local completion: give NOW, or another that is legal here");
        }
        if (newBuffer != null && newBuffer.byteSize() < most) {
            throw self.refusals().bad(call,
                    "most payload " + most + " is more than the buffer's " + newBuffer.byteSize() + " bytes");
        }
    }

    private MemorySegment stagingOf(int bytes) {
        if (staging == null || staging.byteSize() < bytes) {
            staging = Arena.ofAuto().allocate(Math.max(4096, Integer.highestOneBit(bytes) * 2L), 8);
        }
        return staging;
    }

    void answers(Answered newRequest) {
        request = newRequest;
    }

    private void checkOpen(String call) {
        if (!open) {
            throw self.refusals().bad(call,
                    "the message was committed or cancelled before: a prepared message is legal until then");
        }
        if (Thread.currentThread() != thread) {
            throw self.refusals().bad(call, "thread " + Thread.currentThread().getName()
                    + " used a message that thread " + thread.getName()
                    + " prepared: a prepared message belongs to one thread");
        }
    }

    /** Where to write the payload, {@link #size} bytes. Error: prepared with a buffer of the program's. */
    public PayloadCore payload() {
        checkOpen("PreparedMessage.payload");
        if (buffer != null) {
            throw self.refusals().bad("PreparedMessage.payload",
                    "the message was prepared with a buffer of the program's: write it there");
        }
        return payload;
    }

    /** Most bytes that commit may send: between least and most. */
    public long size() {
        checkOpen("PreparedMessage.size");
        return size;
    }

    /** Sends a medium message with the first {@code bytes} bytes of its payload. */
    public void commit(int handler, long bytes, int count, long first, long second, int[] arguments) {
        long head = checkCommit("PreparedMessage.commit", MessageHead.MEDIUM, handler, bytes, count);
        finish();
        if (claim != 0) {
            messenger.prepared().commit(reply, peer, claim, head, first, second, arguments, (int) bytes);
        } else {
            MemorySegment source = buffer == null ? staging : buffer;
            if (reply) {
                messenger.replyMedium(peer, head, first, second, arguments, source, 0, (int) bytes, false);
            } else {
                messenger.requestMedium(peer, head, first, second, arguments, source, 0, (int) bytes, false);
            }
        }
        complete();
    }

    /**
     * Sends a long message with the first {@code bytes} bytes of its payload, to {@code target} in the segment of the
     * peer's endpoint.
     */
    public void commitLong(int handler, long bytes, long target, int count, long first, long second,
            int[] arguments) {
        long head = checkCommit("PreparedMessage.commitLong", MessageHead.LONG, handler, bytes, count);
        if (targetOffset != LATER && targetOffset != target) {
            throw self.refusals().bad("PreparedMessage.commitLong",
                    "target offset " + target + " is not the one given at prepare, "
                            + targetOffset);
        }
        MemorySegment source = buffer == null ? staging : buffer;
        long address = messenger.checks().checkLong("PreparedMessage.commitLong", destinations, rank, source, 0,
                bytes, target);
        finish();
        if (reply) {
            messenger.replyLong(peer, head, first, second, arguments, source, 0, bytes, target, address, false);
        } else {
            messenger.requestLong(peer, head, first, second, arguments, source, 0, bytes, target, address, false);
        }
        complete();
    }

    private long checkCommit(String call, int asCategory, int handler, long bytes, int count) {
        checkOpen(call);
        if (category != asCategory) {
            throw self.refusals().bad(call, "it is for "
                    + (category == MessageHead.LONG ? "medium messages, and this is a long one: call commitLong"
                            : "long messages, and this is a medium one: call commit"));
        }
        if (count != argumentCount) {
            throw self.refusals().bad(call,
                    count + " arguments: legal are the " + argumentCount + " that prepare was told");
        }
        if (bytes < 0 || bytes > size) {
            throw self.refusals().bad(call, bytes + " bytes: legal are 0.." + size);
        }
        messenger.checks().checkHandler(call, handler);
        long head = MessageHead.of(category, handler, count) | between;
        if (self.isChecked()) {
            self.restrictedContext().checkCommit(call, this);
            messenger.checks().checkPeer(call, peer, head, reply);
        }
        return head;
    }

    private void finish() {
        open = false;
        payload.end();
        if (self.isChecked()) {
            self.restrictedContext().unprepared();
            long held = System.nanoTime() - since;
            if (held > LONG_HELD_NANOS && claim != 0) {
                Warnings.log("rank " + self.rank() + ": a message to rank " + peer + " was held for "
                        + held / 1000
                        + " us between prepare and commit: with a ring for each pair, later messages to that rank "
                        + "waited");
            }
        }
    }

    private void complete() {
        if (completion != null) {
            completion.completed();
        }
        buffer = null;
        completion = null;
        request = null;
    }

    /** Gives the message up; nothing is sent. A request whose reply this was may still be answered. */
    public void cancel() {
        checkOpen("PreparedMessage.cancel");
        finish();
        if (claim != 0) {
            messenger.prepared().cancel(reply, peer, claim);
        }
        if (request != null) {
            request.notReplied();
        }
        buffer = null;
        completion = null;
        request = null;
    }

    /** The thread that prepared it has died. Its payload is nobody's any more. */
    void reclaim() {
        if (open) {
            open = false;
            if (claim != 0) {
                messenger.prepared().cancel(reply, peer, claim);
            }
        }
    }

    @Override
    public String toString() {
        return "a " + (category == MessageHead.LONG ? "long" : "medium") + (reply ? " reply" : " request") + " to rank "
                + peer;
    }
}
