package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;
import org.pgas.spi.MessageTransport;

/**
 * A rank's messages: sends, takes in what has arrived, and runs handlers, one at a time.
 *
 * <p>Whoever takes in messages holds the rank's turn. Who finds the turn taken goes on with something else: the holder does the
 * work. So handlers of one rank never run at the same time, and a ring has one consumer.
 *
 * <p><b>Why nothing blocks forever.</b> A thread that waits for room for a request takes in requests and replies meanwhile; a handler
 * that waits for room for a reply (its thread holds the turn) takes in replies only, whose handlers send nothing. So replies always
 * drain; therefore request handlers always end; therefore requests drain.
 */
final class Messenger implements Progress {
    /** Messages of one network taken in before the other has its turn. */
    private static final int BATCH = 64;

    private final Job job;
    private final Conduit conduit;
    private final MessageOutbox requestOutbox;
    private final MessageOutbox replyOutbox;
    private final MessageInbox requestInbox;
    private final MessageInbox replyInbox;
    private final MessageDispatcher requests;
    private final MessageDispatcher replies;
    private final Aggregators aggregators;
    private final Loopback loopback;
    private final MessageChecks checks;
    private final int self;

    private final Turn turn = new Turn();

    /** Whether the holder of the turn is running the handler of a reply. Touched by the holder only. */
    private boolean inReplies;

    private final PreparedRequests preparedRequests = new PreparedRequests();

    /**
     * The one reply that can be prepared at a time; touched by the holder of the turn. Not one with the requests: a thread that waits
     * for room in prepare or commit runs handlers, which prepare replies.
     */
    private PreparedMessage preparedReply;

    Messenger(Job job, Conduit conduit, HandlerTable handlers) {
        this.job = job;
        this.conduit = conduit;
        MessageTransport transport = conduit.messages();
        checks = new MessageChecks(job, transport);
        requestOutbox = transport.requestOutbox();
        replyOutbox = transport.replyOutbox();
        requestInbox = transport.requestInbox();
        replyInbox = transport.replyInbox();
        requests = new MessageDispatcher(job, handlers, this, false);
        replies = new MessageDispatcher(job, handlers, this, true);
        self = conduit.rank();
        loopback = new Loopback(self, requests, replies);
        aggregators = new Aggregators(self, handlers);
        conduit.everyTick(preparedRequests::reclaim);
    }

    MessageChecks checks() {
        return checks;
    }

    /** Throws if the job has ended or was closed here. */
    void checkRunning() {
        conduit.checkRunning();
    }

    /** Whether this thread runs a handler. */
    boolean isInHandler() {
        return turn.isMine();
    }

    // Taking in

    @Override
    public int poll() {
        boolean hasReplies = replyInbox.hasMessages();
        boolean hasRequests = requestInbox.hasMessages();
        if (!hasReplies && !hasRequests) {
            return 0;
        }
        return take(hasReplies, hasRequests);
    }

    private int take(boolean hasReplies, boolean hasRequests) {
        if (!turn.take()) {
            return turn.isMine() ? pollInsideHandler() : 0;
        }
        try {
            int taken = 0;
            if (hasReplies) {
                inReplies = true;
                taken = replyInbox.receive(replies, BATCH);
                inReplies = false;
            }
            return hasRequests ? taken + requestInbox.receive(requests, BATCH) : taken;
        } finally {
            passTurn();
        }
    }

    /** A request handler waits for room for its reply. */
    private int pollInsideHandler() {
        if (inReplies) {
            return 0;
        }
        inReplies = true;
        int taken;
        try {
            taken = replyInbox.receive(replies, BATCH);
        } finally {
            inReplies = false;
        }
        if (taken > 0) {
            // the turn is passed only when there is room, which may be long after what other threads sleep for
            turn.round();
            conduit.ring(self);
        }
        return taken;
    }

    private void passTurn() {
        inReplies = false;
        turn.pass();
        // threads of this rank may sleep until a handler has done something, or until it is their turn
        conduit.ring(self);
    }

    @Override
    public boolean isIdle() {
        if (turn.isMine()) {
            return inReplies || !replyInbox.hasMessages();
        }
        return turn.isTaken() || !replyInbox.hasMessages() && !requestInbox.hasMessages();
    }

    @Override
    public boolean isDrained() {
        return !turn.isTaken() && !replyInbox.hasMessages();
    }

    void blockUntil(BooleanSupplier condition) {
        job.waiting().await(new LocalAwaited("a condition that handlers make true") {
            @Override
            public boolean isMet() {
                turn.acquireRounds();
                return condition.getAsBoolean();
            }
        });
    }

    // Sending

    /** Up to four arguments. */
    void requestShort(int peer, int head, long first, long second) {
        if (peer == self || !requestOutbox.sendShort(peer, head, first, second)) {
            requestShortLater(peer, head, first, second);
        }
    }

    private void requestShortLater(int peer, int head, long first, long second) {
        if (peer == self) {
            loopRequest(head, first, second, ArgumentPacking.NONE, null, 0, 0, 0, false);
            return;
        }
        do {
            awaitRoom(requestOutbox, peer, head, 0);
        } while (!requestOutbox.sendShort(peer, head, first, second));
    }

    /** Up to four arguments. */
    void replyShort(int peer, int head, long first, long second) {
        if (peer == self || !replyOutbox.sendShort(peer, head, first, second)) {
            replyShortLater(peer, head, first, second);
        }
    }

    private void replyShortLater(int peer, int head, long first, long second) {
        if (peer == self) {
            loopReply(head, first, second, ArgumentPacking.NONE, null, 0, 0, 0);
            return;
        }
        do {
            if (!awaitRoomForReply(peer, head, 0)) {
                return;
            }
        } while (!replyOutbox.sendShort(peer, head, first, second));
    }

    boolean requestShort(int peer, int head, int[] arguments, boolean immediate) {
        if (peer == self) {
            return loopRequest(head, arguments, immediate);
        }
        while (!requestOutbox.sendShort(peer, head, arguments)) {
            if (immediate) {
                return false;
            }
            awaitRoom(requestOutbox, peer, head, 0);
        }
        return true;
    }

    boolean replyShort(int peer, int head, int[] arguments, boolean immediate) {
        if (peer == self) {
            int count = MessageHead.argumentCount(head);
            return loopReply(head, ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count),
                    arguments,
                    null, 0, 0, 0);
        }
        while (!replyOutbox.sendShort(peer, head, arguments)) {
            if (immediate) {
                return false;
            }
            if (!awaitRoomForReply(peer, head, 0)) {
                return true;
            }
        }
        return true;
    }

    boolean requestMedium(int peer, int head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate) {
        if (peer == self) {
            return loopRequest(head, first, second, arguments, source, sourceOffset, 0, bytes, immediate);
        }
        while (!requestOutbox.sendMedium(peer, head, first, second, arguments, 4, source, sourceOffset, bytes)) {
            if (immediate) {
                return false;
            }
            awaitRoom(requestOutbox, peer, head, bytes);
        }
        return true;
    }

    boolean replyMedium(int peer, int head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate) {
        if (peer == self) {
            return loopReply(head, first, second, arguments, source, sourceOffset, 0, bytes);
        }
        while (!replyOutbox.sendMedium(peer, head, first, second, arguments, 4, source, sourceOffset, bytes)) {
            if (immediate) {
                return false;
            }
            if (!awaitRoomForReply(peer, head, bytes)) {
                return true;
            }
        }
        return true;
    }

    boolean requestLong(int peer, int head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long bytes, long targetOffset, boolean immediate) {
        if (immediate && peer != self && !requestOutbox.hasRoom(peer, MessageHead.argumentCount(head), 0)) {
            return false;
        }
        if (immediate && peer == self && turn.isTaken()) {
            return false;
        }
        if (peer == self) {
            refuseInHandler();
        }
        place(peer, source, sourceOffset, bytes, targetOffset);
        if (peer == self) {
            return loopRequest(head, first, second, arguments, null, 0, targetOffset, bytes, false);
        }
        while (!requestOutbox.sendLong(peer, head, first, second, arguments, 4, targetOffset, bytes)) {
            awaitRoom(requestOutbox, peer, head, 0);
        }
        return true;
    }

    boolean replyLong(int peer, int head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long bytes, long targetOffset, boolean immediate) {
        if (immediate && peer != self && !replyOutbox.hasRoom(peer, MessageHead.argumentCount(head), 0)) {
            return false;
        }
        place(peer, source, sourceOffset, bytes, targetOffset);
        if (peer == self) {
            return loopReply(head, first, second, arguments, null, 0, targetOffset, bytes);
        }
        while (!replyOutbox.sendLong(peer, head, first, second, arguments, 4, targetOffset, bytes)) {
            if (!awaitRoomForReply(peer, head, 0)) {
                return true;
            }
        }
        return true;
    }

    /** Puts the payload of a long message where it belongs; it is published by the message. */
    private void place(int peer, MemorySegment source, long sourceOffset, long bytes, long targetOffset) {
        if (bytes > 0) {
            SharedMemory.copyIn(source, sourceOffset, job.world().destinations().address(peer, targetOffset, bytes),
                    bytes);
        }
    }

    // Messages to this rank itself

    private boolean loopRequest(int head, int[] arguments, boolean immediate) {
        int count = MessageHead.argumentCount(head);
        return loopRequest(head, ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count),
                arguments,
                null, 0, 0, 0, immediate);
    }

    private boolean loopRequest(int head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long targetOffset, long bytes, boolean immediate) {
        if (!turn.take()) {
            refuseInHandler();
            if (immediate) {
                return false;
            }
            awaitTurn();
        }
        try {
            loopback.request(head, first, second, arguments, source, sourceOffset, targetOffset, bytes);
        } finally {
            passTurn();
        }
        return true;
    }

    /** The turn is held already, by the handler that replies. */
    private boolean loopReply(int head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long targetOffset, long bytes) {
        inReplies = true;
        try {
            loopback.reply(head, first, second, arguments, source, sourceOffset, targetOffset, bytes);
        } finally {
            inReplies = false;
        }
        return true;
    }

    private void refuseInHandler() {
        if (turn.isMine()) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + self + ": a request was sent from a handler: handlers may only reply");
        }
    }

    private void awaitTurn() {
        job.waiting().await(new LocalAwaited("its turn to run a handler for a message to itself") {
            @Override
            public boolean isMet() {
                // asked more than once: before it sleeps, a wait looks without ending
                return turn.isMine() || turn.take();
            }
        });
    }

    // The library's own messages

    Aggregators aggregators() {
        return aggregators;
    }

    /** Sends a medium request with two arguments to a handler of the library's; false if it is immediate and would have to wait. */
    boolean requestInternal(int peer, int handler, MemorySegment source, int bytes, int argument0, int argument1,
            boolean immediate) {
        return requestMedium(peer, MessageHead.of(MessageHead.MEDIUM, handler, 2),
                ArgumentPacking.pair(argument0, argument1), 0, ArgumentPacking.NONE, source, 0, bytes, immediate);
    }

    /** Inside the handler of a request: runs a medium handler without arguments as for a reply of that rank, with this payload. */
    void runReply(int source, int handler, Payload data) {
        inReplies = true;
        try {
            replies.received(source, MessageHead.of(MessageHead.MEDIUM, handler, 0), 0, data.address(), data.bytes());
        } finally {
            inReplies = false;
        }
    }

    // Waiting for room

    /** False when the rank that asked has left: it wants no answer, and the handler that gives it has done nothing wrong. */
    private boolean awaitRoomForReply(int peer, int head, int bytes) {
        try {
            awaitRoom(replyOutbox, peer, head, bytes);
            return true;
        } catch (PeerLostException e) {
            System.getLogger(Messenger.class.getName()).log(System.Logger.Level.DEBUG, "a reply is dropped", e);
            return false;
        }
    }

    private void awaitRoom(MessageOutbox outbox, int peer, int head, int bytes) {
        // also when there is room already, as where another thread took it or claims have run out: whoever comes back here again and
        // again must take in what its peers wait for
        poll();
        for (int i = 0; i < job.waiting().spins(); i++) {
            poll();
            if (outbox.hasRoom(peer, MessageHead.argumentCount(head), bytes)) {
                return;
            }
            Thread.onSpinWait();
        }
        outbox.wantRoom(peer, true);
        try {
            job.waiting().awaitLong(new Room(outbox, peer, head, bytes));
        } finally {
            outbox.wantRoom(peer, false);
        }
    }

    private record Room(MessageOutbox outbox, int peer, int head, int bytes) implements Awaited {
        @Override
        public boolean isMet() {
            return outbox.hasRoom(peer, MessageHead.argumentCount(head), bytes);
        }

        @Override
        public Conduit.Activity activity() {
            return Conduit.Activity.SENDING;
        }

        @Override
        public int[] missing() {
            return new int[]{peer};
        }

        @Override
        public String describe() {
            return "room for a " + MessageHead.categoryName(head) + " message to rank " + peer
                    + ", which has not taken in what it was sent";
        }
    }

    // Negotiated payload

    PreparedMessage prepare(String call, boolean reply, int peer, int category, MemorySegment buffer, long least,
            long most,
            long targetOffset, LocalCompletion completion, int flags, int argumentCount) {
        PreparedRequests.Slot own = reply ? null : preparedRequests.own();
        PreparedMessage message = reply ? preparedReply : own.message;
        if (message == null || job.isChecked() && !message.isOpen()) {
            message = new PreparedMessage(job, this);
            if (reply) {
                preparedReply = message;
            } else {
                own.message = message;
            }
        }
        return message.begin(call, reply, peer, category, buffer, least, most, targetOffset, completion, flags,
                argumentCount) ? message : null;
    }

    /** A claim in the ring to that peer, or 0 when there is no room and {@code immediate}. */
    long claim(boolean reply, int peer, int argumentCount, int bytes, boolean immediate) {
        MessageOutbox outbox = outbox(reply);
        while (true) {
            long claim = outbox.claim(peer, argumentCount, bytes);
            if (claim != 0 || immediate) {
                return claim;
            }
            awaitRoom(outbox, peer, MessageHead.of(MessageHead.MEDIUM, 0, argumentCount), bytes);
            // with room, what is missing is a free claim: other threads of this rank hold all there are, perhaps for good
            conduit.checkRunning();
            Thread.yield();
        }
    }

    long payload(boolean reply, int peer, long claim) {
        return outbox(reply).payload(peer, claim);
    }

    void commit(boolean reply, int peer, long claim, int head, long first, long second, int[] arguments, int bytes) {
        MessageOutbox outbox = outbox(reply);
        while (!outbox.commit(peer, claim, head, first, second, arguments, 4, bytes)) {
            try {
                awaitRoom(outbox, peer, head, bytes);
            } catch (RuntimeException e) {
                // the program has no hold on it any more
                outbox.cancel(peer, claim);
                throw e;
            }
        }
    }

    void cancel(boolean reply, int peer, long claim) {
        outbox(reply).cancel(peer, claim);
    }

    private MessageOutbox outbox(boolean reply) {
        return reply ? replyOutbox : requestOutbox;
    }
}
