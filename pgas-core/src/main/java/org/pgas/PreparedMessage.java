package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.spi.MessageHead;

/**
 * A message between prepare and commit: its room is settled, its payload is being written, its handler and arguments may still be
 * chosen.
 *
 * <p>Write the payload at {@link #payload()}, or in the buffer given to prepare; then commit, or cancel. Exactly one of the two, by
 * the thread that prepared; a thread has one prepared message at a time; between the two it may not communicate, poll or wait
 * (checked mode reports it). Commit takes the number of arguments that prepare was told.
 *
 * <p>With {@code pgas.am.rings=pair} the library's buffer of a medium message is its place in the ring, so the payload is written
 * once. Hold it briefly then: later messages of this rank to the same peer arrive after it, and one that is held for
 * {@code pgas.am.deadline} ends the job. In shared rings it is copied at commit, and holds up nobody. Checked mode reports one that is
 * held for over a millisecond. A request that its thread leaves behind when it dies is cancelled, within about a fifth of a second.
 *
 * <p>Source: GASNet-EX "Negotiated-payload AM APIs". Cancel is beyond the document.
 */
public final class PreparedMessage {
    /** In place of a target at prepare: it is named at commit. */
    public static final long LATER = -1;

    private static final long LONG_HELD_NANOS = 1_000_000;

    private final Job job;
    private final Messenger messenger;
    private final Payload payload;

    private boolean open;
    private Thread thread;
    private boolean reply;
    private Team team;
    private int rank;
    private int peer;
    private long between;
    private int category;
    private int argumentCount;
    private long targetOffset;
    private long size;
    private MemorySegment buffer;
    private LocalCompletion completion;
    private Token token;
    private long claim;
    private long since;

    /** The library's buffer of a long message or one to this rank itself; kept for later ones. */
    private MemorySegment staging;

    PreparedMessage(Job job, Messenger messenger) {
        this.job = job;
        this.messenger = messenger;
        payload = new Payload(job.rank());
    }

    boolean isOpen() {
        return open;
    }

    /** To that member of a team, or of what stands for one; {@code newBetween} as in a head. */
    boolean begin(String call, boolean newReply, Team newTeam, int newRank, long newBetween, int newCategory,
            MemorySegment newBuffer, long least, long most, long newTargetOffset, LocalCompletion newCompletion,
            int flags, int newArgumentCount) {
        if (open) {
            throw bad(call + " before the message that this thread prepared earlier was committed or cancelled");
        }
        check(call, newCategory, newBuffer, least, most, newCompletion, flags, newArgumentCount, newBetween);
        int limit = (int) Math.min(most, messenger.checks().maxMedium(call, 0, newArgumentCount, newBetween));
        int newPeer = newTeam.memberJobRank(newRank);
        long newClaim = 0;
        if (newBuffer == null) {
            if (newCategory == MessageHead.MEDIUM && newPeer != job.rank()) {
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
        team = newTeam;
        rank = newRank;
        peer = newPeer;
        category = newCategory;
        argumentCount = newArgumentCount;
        targetOffset = newTargetOffset;
        buffer = newBuffer;
        completion = newCompletion;
        token = null;
        open = true;
        if (job.isChecked()) {
            since = System.nanoTime();
            job.restrictedContext().prepared(this);
        }
        return true;
    }

    private void check(String call, int newCategory, MemorySegment newBuffer, long least, long most,
            LocalCompletion newCompletion, int flags, int newArgumentCount, long newBetween) {
        long limit = newBuffer != null && newCategory == MessageHead.LONG
                ? messenger.checks().maxLong(call, flags & MessageFlags.IMMEDIATE, newArgumentCount, newBetween)
                : messenger.checks().maxMedium(call, flags, newArgumentCount, newBetween);
        if (least < 0 || least > limit) {
            throw bad(call + ": least payload " + least + ": legal are 0.." + limit);
        }
        if (most < least) {
            throw bad(call + ": most payload " + most + " is below the least, " + least);
        }
        if (newBuffer == null && newCompletion != null) {
            throw bad(call
                    + ": a local completion was given without a buffer: the library's own buffer has none; give null");
        }
        if (newBuffer != null && newCompletion == null) {
            throw bad(
                    call + ": a buffer was given without a local completion: give NOW, or another that is legal here");
        }
        if (newBuffer != null && newBuffer.byteSize() < most) {
            throw bad(
                    call + ": most payload " + most + " is more than the buffer's " + newBuffer.byteSize() + " bytes");
        }
    }

    private MemorySegment stagingOf(int bytes) {
        if (staging == null || staging.byteSize() < bytes) {
            staging = Arena.ofAuto().allocate(Math.max(4096, Integer.highestOneBit(bytes) * 2L), 8);
        }
        return staging;
    }

    void answers(Token newToken) {
        token = newToken;
    }

    private PgasException bad(String message) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + message);
    }

    private void checkOpen(String call) {
        if (!open) {
            throw bad(call + " of a message that was committed or cancelled before");
        }
        if (Thread.currentThread() != thread) {
            throw bad(call + " by thread " + Thread.currentThread().getName() + " of a message that thread "
                    + thread.getName() + " prepared: a prepared message belongs to one thread");
        }
    }

    /** Where to write the payload, {@link #size} bytes. Error: prepared with a buffer of the program's. */
    public Payload payload() {
        checkOpen("PreparedMessage.payload");
        if (buffer != null) {
            throw bad("PreparedMessage.payload of a message prepared with a buffer of the program's: write it there");
        }
        return payload;
    }

    /** Most bytes that commit may send: between least and most. */
    public long size() {
        checkOpen("PreparedMessage.size");
        return size;
    }

    /** Sends a medium message with the first {@code bytes} bytes of its payload. */
    public void commit(int handler, long bytes) {
        commit(handler, bytes, 0, 0, 0, ArgumentPacking.NONE);
    }

    public void commit(int handler, long bytes, int argument0) {
        commit(handler, bytes, 1, ArgumentPacking.pair(argument0, 0), 0, ArgumentPacking.NONE);
    }

    public void commit(int handler, long bytes, int argument0, int argument1) {
        commit(handler, bytes, 2, ArgumentPacking.pair(argument0, argument1), 0, ArgumentPacking.NONE);
    }

    public void commit(int handler, long bytes, int[] arguments, int count) {
        ArgumentPacking.check(job.rank(), "PreparedMessage.commit", arguments, count);
        commit(handler, bytes, count, ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count),
                arguments);
    }

    /** Sends a long message with the first {@code bytes} bytes of its payload, to {@code targetOffset} in the segment of the peer's endpoint. */
    public void commitLong(int handler, long bytes, long targetOffset) {
        commitLong(handler, bytes, targetOffset, 0, 0, 0, ArgumentPacking.NONE);
    }

    public void commitLong(int handler, long bytes, long targetOffset, int argument0) {
        commitLong(handler, bytes, targetOffset, 1, ArgumentPacking.pair(argument0, 0), 0, ArgumentPacking.NONE);
    }

    public void commitLong(int handler, long bytes, long targetOffset, int argument0, int argument1) {
        commitLong(handler, bytes, targetOffset, 2, ArgumentPacking.pair(argument0, argument1), 0,
                ArgumentPacking.NONE);
    }

    public void commitLong(int handler, long bytes, long targetOffset, int[] arguments, int count) {
        ArgumentPacking.check(job.rank(), "PreparedMessage.commitLong", arguments, count);
        commitLong(handler, bytes, targetOffset, count, ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments);
    }

    private void commit(int handler, long bytes, int count, long first, long second, int[] arguments) {
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

    private void commitLong(int handler, long bytes, long target, int count, long first, long second,
            int[] arguments) {
        long head = checkCommit("PreparedMessage.commitLong", MessageHead.LONG, handler, bytes, count);
        if (targetOffset != LATER && targetOffset != target) {
            throw bad("PreparedMessage.commitLong: destination " + target + " is not the one given at prepare, "
                    + targetOffset);
        }
        MemorySegment source = buffer == null ? staging : buffer;
        long address = messenger.checks().checkLong("PreparedMessage.commitLong", team.destinations(), rank, source, 0,
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
            throw bad(call + " of a " + (category == MessageHead.LONG ? "long" : "medium") + " message");
        }
        if (count != argumentCount) {
            throw bad(call + " with " + count + " arguments: prepare was told " + argumentCount);
        }
        if (bytes < 0 || bytes > size) {
            throw bad(call + " of " + bytes + " bytes: legal are 0.." + size);
        }
        messenger.checks().checkHandler(call, handler);
        long head = MessageHead.of(category, handler, count) | between;
        if (job.isChecked()) {
            job.restrictedContext().checkCommit(call, this);
            messenger.checks().checkPeer(call, peer, head, reply);
        }
        return head;
    }

    private void finish() {
        open = false;
        payload.end();
        if (job.isChecked()) {
            job.restrictedContext().unprepared();
            long held = System.nanoTime() - since;
            if (held > LONG_HELD_NANOS && claim != 0) {
                Warnings.log("rank " + job.rank() + ": a message to rank " + peer + " was held for "
                        + held / 1000
                        + " us between prepare and commit: with a ring for each pair, later messages to that rank waited");
            }
        }
    }

    private void complete() {
        if (completion != null) {
            completion.completed();
        }
        buffer = null;
        completion = null;
        token = null;
    }

    /** Gives the message up; nothing is sent. A request whose reply this was may still be answered. */
    public void cancel() {
        checkOpen("PreparedMessage.cancel");
        finish();
        if (claim != 0) {
            messenger.prepared().cancel(reply, peer, claim);
        }
        if (token != null) {
            token.notReplied();
        }
        buffer = null;
        completion = null;
        token = null;
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
