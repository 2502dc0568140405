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

    private final boolean reply;

    private boolean open;
    private Thread thread;
    private AddressMap destinations;
    private int rank;
    private int peer;
    private long between;
    private int category;
    private int argumentCount;
    private long targetOffset;
    private long least;
    private long most;
    private long size;
    private MemorySegment buffer;
    private Completion completion;
    private Answered request;
    private long claim;
    private long since;

    /** The library's buffer of a long message or one to this rank itself; kept for later ones. */
    private MemorySegment staging;

    private Object face;

    Prepared(ThisRank self, Sending messenger, boolean reply) {
        this.self = self;
        this.reply = reply;
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

    /** Refuses to begin one while another is open. */
    Prepared closed(String call) {
        if (open) {
            throw self.refusals().bad(call,
                    "this thread has prepared " + this + " before: commit or cancel that message first");
        }
        return this;
    }

    /**
     * Where the message that is begun next goes: job rank {@code newPeer}, which is {@code newRank} in the
     * destinations; {@code newBetween} as in a head.
     */
    Prepared to(AddressMap newDestinations, int newRank, int newPeer, long newBetween) {
        destinations = newDestinations;
        rank = newRank;
        peer = newPeer;
        between = newBetween;
        return this;
    }

    /** What is asked for its payload; see {@code ActiveMessages.prepareRequestMedium}. */
    public Prepared asking(MemorySegment newBuffer, long newLeast, long newMost, long newTargetOffset,
            Completion newCompletion) {
        buffer = newBuffer;
        least = newLeast;
        most = newMost;
        targetOffset = newTargetOffset;
        completion = newCompletion;
        return this;
    }

    /** Begins it, of that category. Null when it is immediate and there is no room. */
    public Prepared begin(String call, int newCategory, int flags, int newArgumentCount) {
        boolean large = buffer != null && newCategory == MessageHead.LONG;
        check(call, large, flags, newArgumentCount);
        int limit = (int) Math.min(most, messenger.checks().maxMedium(call, 0, newArgumentCount, between));
        long newClaim = 0;
        if (buffer == null) {
            if (newCategory == MessageHead.MEDIUM && peer != self.rank()) {
                boolean immediate = (flags & MessageFlags.IMMEDIATE) != 0;
                newClaim = claim(newCategory, newArgumentCount, limit, immediate);
                if (newClaim == 0 && immediate && !isDropped(newCategory, newArgumentCount, limit)) {
                    return null;
                }
            }
            payload.begin(newClaim == 0 ? stagingOf(limit).address()
                    : messenger.prepared().payload(reply, peer, newClaim), limit);
        }
        thread = Thread.currentThread();
        claim = newClaim;
        size = large ? most : limit;
        category = newCategory;
        argumentCount = newArgumentCount;
        request = null;
        open = true;
        if (self.isChecked()) {
            since = System.nanoTime();
            self.restrictedContext().prepared(this);
        }
        return this;
    }

    private long claim(int newCategory, int newArgumentCount, int limit, boolean immediate) {
        AddressMap itsDestinations = destinations;
        int itsRank = rank;
        int itsPeer = peer;
        long itsBetween = between;
        long itsOffset = targetOffset;
        long made = messenger.prepared().claim(reply, peer, MessageHead.of(newCategory, 0, newArgumentCount) | between,
                limit, immediate);
        // a remote function that has run while it waited for room may have prepared, and committed, a message of this
        // thread
        to(itsDestinations, itsRank, itsPeer, itsBetween).asking(null, 0, limit, itsOffset, null);
        return made;
    }

    /** Whether it is a reply for nobody: it is written, and dropped at its commit. */
    private boolean isDropped(int newCategory, int newArgumentCount, int limit) {
        return reply && messenger.prepared().isDropped(peer, MessageHead.of(newCategory, 0, newArgumentCount) | between,
                limit);
    }

    private void check(String call, boolean large, int flags, int newArgumentCount) {
        long limit = large
                ? messenger.checks().maxLong(call, flags & MessageFlags.IMMEDIATE, newArgumentCount, between)
                : messenger.checks().maxMedium(call, flags, newArgumentCount, between);
        if (least < 0 || least > limit) {
            throw self.refusals().bad(call, "least payload " + least + ": legal are 0.." + limit);
        }
        if (most < least) {
            throw self.refusals().bad(call, "most payload " + most + " is below the least, " + least);
        }
        if (buffer == null && completion != null) {
            throw self.refusals().bad(call,
                    "a local completion was given without a buffer: the library's own buffer has none; give null");
        }
        if (buffer != null && completion == null) {
            throw self.refusals().bad(call,
                    "a buffer was given without a local completion: give NOW, or another that is legal here");
        }
        if (buffer != null && buffer.byteSize() < most) {
            throw self.refusals().bad(call,
                    "most payload " + most + " is more than the buffer's " + buffer.byteSize() + " bytes");
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
    public void commitLong(int handler, long bytes, long target, int count, long first, long second, int[] arguments) {
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
            messenger.placeReply(peer, head, source, 0, bytes, address, false);
            messenger.replyLong(peer, head, first, second, arguments, target, bytes);
        } else {
            messenger.placeRequest(peer, head, source, 0, bytes, address, false);
            messenger.requestLong(peer, head, first, second, arguments, target, bytes);
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

    /** Gives the message up; nothing is sent. If it was the reply to a request, that may still be answered. */
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
