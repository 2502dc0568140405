package org.pgas.message;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

import org.pgas.memory.SharedMemory;
import org.pgas.rank.PublicCall;
import org.pgas.rank.RankCounters;
import org.pgas.rank.ThisRank;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;
import org.pgas.spi.MessageTransport;
import org.pgas.wait.LocalAwaited;
import org.pgas.wait.Progress;
import org.pgas.wait.Spinning;
import org.pgas.wait.Waiting;

/**
 * A rank's messages: sends, takes in what has arrived, and runs handlers, one at a time.
 *
 * <p>A thread that takes in messages holds the rank's turn. One that finds the turn taken goes on with something else:
 * the holder does the work. So handlers of one rank never run at the same time, and a ring has one consumer.
 *
 * <p><b>Why nothing blocks forever.</b> A thread that waits for room for a request takes in requests and replies
 * meanwhile. A handler that waits for room for a reply (its thread holds the turn) takes in replies only, and handlers
 * of replies send nothing. So replies always drain; therefore request handlers always end; therefore requests drain.
 */
public final class Messenger implements Progress, Sending {
    /** Messages of one network taken in before the other has its turn. */
    private static final int BATCH = 64;

    private final Waiting waiting;
    private final JobEnd jobEnd;
    private final Bells bells;
    private final RankCounters counters;
    private final MessageOutbox requestOutbox;
    private final MessageOutbox replyOutbox;
    private final MessageInbox requestInbox;
    private final MessageInbox replyInbox;
    private final MessageDispatcher requests;
    private final MessageDispatcher replies;
    private final Aggregators aggregators;
    private final Loopback ownRequests;
    private final Loopback ownReplies;
    private final MessageChecks checks;
    private final RoomWait room;
    private final PreparedMessages prepared;
    private final int self;

    private final Turn turn = new Turn();

    /** Set once, before anything is sent. */
    private LongPlaces places;

    /** Whether the holder of the turn is running the handler of a reply. Touched by the holder only. */
    private boolean inReplies;

    public Messenger(Waiting waiting, ThisRank self, Conduit conduit, Handlers handlers, Receivers receivers,
            HandlersOf tables, ReplyTargets targets) {
        this.waiting = waiting;
        jobEnd = conduit.end();
        bells = conduit.bells();
        counters = self.rankCounters();
        MessageTransport transport = conduit.messages();
        checks = new MessageChecks(self, receivers, transport);
        requestOutbox = transport.requestOutbox();
        replyOutbox = transport.replyOutbox();
        requestInbox = transport.requestInbox();
        replyInbox = transport.replyInbox();
        requests = new MessageDispatcher(self, handlers, receivers, tables, targets, this, false);
        replies = new MessageDispatcher(self, handlers, receivers, tables, targets, this, true);
        this.self = conduit.member().rank();
        ownRequests = new Loopback(this.self, requests);
        ownReplies = new Loopback(this.self, replies);
        aggregators = new Aggregators(self, handlers, receivers, tables);
        room = new RoomWait(waiting, this);
        prepared = new PreparedMessages(self, this, conduit, room);
    }

    /** Rooms above this one know how data get to where no address here reaches. */
    public void placeBy(LongPlaces there) {
        places = there;
    }

    @Override
    public MessageChecks checks() {
        return checks;
    }

    @Override
    public PreparedMessages prepared() {
        return prepared;
    }

    /** Throws if the job has ended or was closed here. */
    public void checkRunning() {
        jobEnd.checkRunning();
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
            counters.idlePoll();
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
            if (hasRequests) {
                taken += requestInbox.receive(requests, BATCH);
            }
            countHandled(taken);
            return taken;
        } finally {
            passTurn();
        }
    }

    /**
     * Takes in requests to handlers of the library's own, by a thread of the transport's, unless another thread has the
     * turn. Its handlers have room for their answers; if they wait for the transport itself all the same, no reply is
     * taken in meanwhile, since that may be the program's, and the program's deadline does not count.
     */
    public void serve(MessageInbox served) {
        if (!turn.take()) {
            return;
        }
        inReplies = true;
        counters.onlyServes();
        room.serving(true);
        try {
            countHandled(served.receive(requests, BATCH));
        } finally {
            room.serving(false);
            passTurn();
        }
    }

    private void countHandled(int taken) {
        counters.polled(taken, replies.takeHandledBytes() + requests.takeHandledBytes());
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
            countHandled(taken);
            // the turn is passed only when there is room, which may be long after what other threads sleep for
            turn.round();
            bells.ring(self);
        }
        return taken;
    }

    private void passTurn() {
        inReplies = false;
        turn.pass();
        // threads of this rank may sleep until a handler has done something, or until it is their turn
        bells.ring(self);
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

    public void blockUntil(BooleanSupplier condition) {
        if (isMet(condition)) {
            return;
        }
        // not the loop of all waits, which calls conditions of many kinds
        Spinning spinning = waiting.spinning();
        int rounds = spinning.rounds();
        int idle = 0;
        for (int i = 0; i < rounds; i++) {
            if (waiting.makeProgress() == 0) {
                idle++;
                Thread.onSpinWait();
            }
            if (isMet(condition)) {
                spinning.met();
                return;
            }
        }
        if (idle == rounds) {
            spinning.missed(rounds);
        }
        blockLong(condition);
    }

    private boolean isMet(BooleanSupplier condition) {
        turn.acquireRounds();
        return condition.getAsBoolean();
    }

    private void blockLong(BooleanSupplier condition) {
        waiting.awaitLong(new LocalAwaited("a condition that handlers make true") {
            @Override
            public boolean isMet() {
                return Messenger.this.isMet(condition);
            }
        });
    }

    // Sending: heads say which endpoints a message goes between, addresses where the data of a long one belongs. Peers
    // are job ranks.

    /** Up to four arguments. */
    public void requestShort(int peer, long head, long first, long second) {
        if (peer == self || !requestOutbox.sendShort(peer, head, first, second)) {
            requestShortLater(peer, head, first, second);
        } else {
            counters.request();
        }
    }

    private void requestShortLater(int peer, long head, long first, long second) {
        if (peer == self) {
            loopRequest(head, first, second, ArgumentPacking.NONE, null, 0, 0, 0, false);
            return;
        }
        room.await(() -> requestOutbox.sendShort(peer, head, first, second), requestOutbox, peer, head, 0);
        counters.request();
    }

    /** Up to four arguments. */
    @Override
    public void replyShort(int peer, long head, long first, long second) {
        if (peer == self || !replyOutbox.sendShort(peer, head, first, second)) {
            replyShortLater(peer, head, first, second);
        } else {
            counters.reply();
        }
    }

    private void replyShortLater(int peer, long head, long first, long second) {
        if (peer == self) {
            loopReply(head, first, second, ArgumentPacking.NONE, null, 0, 0, 0);
            return;
        }
        if (room.awaitForReply(() -> replyOutbox.sendShort(peer, head, first, second), replyOutbox, peer, head, 0)) {
            counters.reply();
        }
    }

    public boolean requestShort(int peer, long head, int[] arguments, boolean immediate) {
        if (peer == self) {
            return loopRequest(head, arguments, immediate);
        }
        if (!requestOutbox.sendShort(peer, head, arguments)) {
            if (immediate) {
                return room.refuse(requestOutbox, peer, head, 0);
            }
            room.await(() -> requestOutbox.sendShort(peer, head, arguments), requestOutbox, peer, head, 0);
        }
        counters.request();
        return true;
    }

    @Override
    public boolean replyShort(int peer, long head, int[] arguments, boolean immediate) {
        if (peer == self) {
            int count = MessageHead.argumentCount(head);
            return loopReply(head, ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count),
                    arguments, null, 0, 0, 0);
        }
        if (!replyOutbox.sendShort(peer, head, arguments)) {
            if (immediate) {
                return room.isDropped(replyOutbox, peer, head, 0);
            }
            if (!room.awaitForReply(() -> replyOutbox.sendShort(peer, head, arguments), replyOutbox, peer, head, 0)) {
                return true;
            }
        }
        counters.reply();
        return true;
    }

    @Override
    public boolean requestMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate) {
        if (peer == self) {
            return loopRequest(head, first, second, arguments, source, sourceOffset, 0, bytes, immediate);
        }
        if (!requestOutbox.sendMedium(peer, head, first, second, arguments, source, sourceOffset, bytes)) {
            if (immediate) {
                return room.refuse(requestOutbox, peer, head, bytes);
            }
            room.await(
                    () -> requestOutbox.sendMedium(peer, head, first, second, arguments, source, sourceOffset, bytes),
                    requestOutbox, peer, head, bytes);
        }
        counters.request(bytes);
        return true;
    }

    @Override
    public boolean replyMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate) {
        if (peer == self) {
            return loopReply(head, first, second, arguments, source, sourceOffset, 0, bytes);
        }
        if (!replyOutbox.sendMedium(peer, head, first, second, arguments, source, sourceOffset, bytes)) {
            if (immediate) {
                return room.isDropped(replyOutbox, peer, head, bytes);
            }
            if (!room.awaitForReply(
                    () -> replyOutbox.sendMedium(peer, head, first, second, arguments, source, sourceOffset, bytes),
                    replyOutbox, peer, head, bytes)) {
                return true;
            }
        }
        counters.reply(bytes);
        return true;
    }

    /**
     * Puts the payload of a long request where it belongs, which {@link #requestLong} publishes. {@code address} is
     * what {@link MessageChecks#checkLong} says, and not looked at if there are 0 bytes. What has no address here is
     * sent in front of the message.
     *
     * @return false, with nothing done, if it is immediate and there is no room for the message
     */
    @Override
    public boolean placeRequest(int peer, long head, MemorySegment source, long sourceOffset, long bytes, long address,
            boolean immediate) {
        if (immediate) {
            int inFront = inFront(address, bytes);
            if (peer == self ? turn.isTaken() : !requestOutbox.hasRoom(peer, head, inFront)) {
                return peer != self && room.refuse(requestOutbox, peer, head, inFront);
            }
        }
        if (peer == self) {
            refuseInHandler();
        }
        if (address < 0) {
            places.request(peer, MessageHead.targetEndpoint(head), ~address, source, sourceOffset, bytes);
        } else {
            place(source, sourceOffset, bytes, address);
        }
        return true;
    }

    /** Sends a long request after its payload has been placed; waits for room. */
    @Override
    public void requestLong(int peer, long head, long first, long second, int[] arguments, long targetOffset,
            long bytes) {
        if (peer == self) {
            loopRequest(head, first, second, arguments, null, 0, targetOffset, bytes, false);
            return;
        }
        if (!requestOutbox.sendLong(peer, head, first, second, arguments, targetOffset, bytes)) {
            room.await(() -> requestOutbox.sendLong(peer, head, first, second, arguments, targetOffset, bytes),
                    requestOutbox, peer, head, 0);
        }
        counters.request(bytes);
    }

    /** As {@link #placeRequest}, for a reply. */
    @Override
    public boolean placeReply(int peer, long head, MemorySegment source, long sourceOffset, long bytes, long address,
            boolean immediate) {
        if (immediate && peer != self) {
            int inFront = inFront(address, bytes);
            if (!replyOutbox.hasRoom(peer, head, inFront)) {
                return room.isDropped(replyOutbox, peer, head, inFront);
            }
        }
        if (address < 0) {
            places.reply(peer, MessageHead.targetEndpoint(head), ~address, source, sourceOffset, bytes);
        } else {
            place(source, sourceOffset, bytes, address);
        }
        return true;
    }

    /** As {@link #requestLong}, for a reply. */
    @Override
    public void replyLong(int peer, long head, long first, long second, int[] arguments, long targetOffset,
            long bytes) {
        if (peer == self) {
            loopReply(head, first, second, arguments, null, 0, targetOffset, bytes);
            return;
        }
        if (!replyOutbox.sendLong(peer, head, first, second, arguments, targetOffset, bytes)
                && !room.awaitForReply(
                        () -> replyOutbox.sendLong(peer, head, first, second, arguments, targetOffset, bytes),
                        replyOutbox, peer, head, 0)) {
            return;
        }
        counters.reply(bytes);
    }

    /** Room for what goes in front of a long message. */
    private int inFront(long address, long bytes) {
        return address < 0 ? places.room(bytes) : 0;
    }

    private static void place(MemorySegment source, long sourceOffset, long bytes, long address) {
        if (bytes > 0) {
            SharedMemory.copyIn(source, sourceOffset, address, bytes);
        }
    }

    // Messages to this rank itself

    private boolean loopRequest(long head, int[] arguments, boolean immediate) {
        int count = MessageHead.argumentCount(head);
        return loopRequest(head, ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count),
                arguments, null, 0, 0, 0, immediate);
    }

    private boolean loopRequest(long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long targetOffset, long bytes, boolean immediate) {
        if (!turn.take()) {
            refuseInHandler();
            if (immediate) {
                return false;
            }
            awaitTurn();
        }
        try {
            ownRequests.run(head, first, second, arguments, source, sourceOffset, targetOffset, bytes);
            counters.handled(1, requests.takeHandledBytes());
        } finally {
            passTurn();
        }
        counters.request(bytes);
        return true;
    }

    /** The turn is held already, by the handler that replies. */
    private boolean loopReply(long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long targetOffset, long bytes) {
        inReplies = true;
        try {
            ownReplies.run(head, first, second, arguments, source, sourceOffset, targetOffset, bytes);
            counters.handled(1, replies.takeHandledBytes());
        } finally {
            inReplies = false;
        }
        counters.reply(bytes);
        return true;
    }

    private void refuseInHandler() {
        if (turn.isMine()) {
            throw Refusals.of(self).bad(PublicCall.current(),
                    "a request was sent from a handler: handlers may only reply");
        }
    }

    private void awaitTurn() {
        waiting.await(new LocalAwaited("its turn to run a handler for a message to itself") {
            @Override
            public boolean isMet() {
                // asked more than once: before it sleeps, a wait looks without ending
                return turn.isMine() || turn.take();
            }
        });
    }

    // The library's own messages

    /** Counts data that a message just sent does not carry, but stands for. */
    public void lent(long bytes) {
        counters.lent(bytes);
    }

    /** Inside the handler of a request: runs the handler of that head in its stead, with data that is elsewhere. */
    public void runLent(int source, Delivery message, long head, Lent data) {
        requests.handOver(source, message, head, data);
    }

    public Aggregators aggregators() {
        return aggregators;
    }

    /**
     * Sends a medium request with two arguments to a handler of the library's; false if it is immediate and would have
     * to wait.
     */
    public boolean requestInternal(int peer, int handler, MemorySegment source, int bytes, int argument0, int argument1,
            boolean immediate) {
        return requestMedium(peer, MessageHead.of(MessageHead.MEDIUM, handler, 2),
                ArgumentPacking.pair(argument0, argument1), 0, ArgumentPacking.NONE, source, 0, bytes, immediate);
    }

    /**
     * Inside the handler of a request: runs the handler of a medium head, without arguments, as for a reply of that
     * rank, with this payload.
     */
    public void runReply(int source, long head, PayloadCore data) {
        inReplies = true;
        try {
            replies.received(source, head, 0, data.address(), data.bytes());
            counters.handled(1, replies.takeHandledBytes());
        } finally {
            inReplies = false;
        }
    }
}
