package org.pgas.message;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.operation.Completion;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;

/**
 * A message that a handler runs for, and the one way to answer it: what {@code Token} of the API, its face, shows.
 *
 * <p>For the thread that runs the handler, plainly. It is used again for the next message; without a handler it is
 * expired.
 */
public final class Delivery implements Answered {
    private final ThisRank self;
    private final Receivers receivers;
    private final ReplyTargets targets;
    private final Sending messenger;
    private final boolean reply;

    private int sender;
    private long head;

    /** That the message is for; null for the primordial one. */
    private Receiver receiver;

    private long arguments;

    /** Null: expired. */
    private Handler handler;

    private boolean replied;
    private Object face;

    Delivery(ThisRank self, Receivers receivers, ReplyTargets targets, Sending messenger, boolean reply) {
        this.self = self;
        this.receivers = receivers;
        this.targets = targets;
        this.messenger = messenger;
        this.reply = reply;
    }

    /** The type of the API that stands for it. */
    public Object face() {
        return face;
    }

    public void face(Object newFace) {
        face = newFace;
    }

    Sending messenger() {
        return messenger;
    }

    void begin(int newSender, long newHead, long newArguments, Handler newHandler, Receiver newReceiver) {
        sender = newSender;
        if (receiver != newReceiver) {
            // mostly it is not: a store of a reference costs more than the look
            receiver = newReceiver;
        }
        head = newHead;
        arguments = newArguments;
        handler = newHandler;
        replied = false;
    }

    void end() {
        handler = null;
    }

    /**
     * From here on the message has that head, handler and receiver (null: the primordial endpoint), in the program's
     * eyes and in errors.
     */
    void handOver(long newHead, Handler newHandler, Receiver newReceiver) {
        head = newHead;
        handler = newHandler;
        receiver = newReceiver;
    }

    private void checkLive() {
        if (handler == null) {
            throw self.refusal("a token was used after its handler returned: it is legal only until then");
        }
    }

    /** This rank. */
    public int rank() {
        return self.rank();
    }

    public int sourceRank() {
        checkLive();
        return sender;
    }

    /** The endpoint that the message is for. */
    public Receiver receiver() {
        checkLive();
        return receiver == null ? receivers.find(0) : receiver;
    }

    public int sourceEndpoint() {
        checkLive();
        return MessageHead.sourceEndpoint(head);
    }

    private long between() {
        return MessageHead.hasEnds(head)
                ? MessageHead.between(MessageHead.targetEndpoint(head), MessageHead.sourceEndpoint(head))
                : 0;
    }

    public Handler handler() {
        checkLive();
        return handler;
    }

    public boolean isRequest() {
        checkLive();
        return !reply;
    }

    public boolean isLong() {
        checkLive();
        return MessageHead.category(head) == MessageHead.LONG;
    }

    public int argumentCount() {
        checkLive();
        return MessageHead.argumentCount(head);
    }

    public int argument(int index) {
        checkLive();
        if (index < 0 || index >= MessageHead.argumentCount(head)) {
            throw self.refusals().bad("Token.argument", "index " + index
                    + " is outside 0.." + (MessageHead.argumentCount(head) - 1) + ", the arguments of this message to "
                    + handler);
        }
        return ArgumentPacking.at(arguments, index);
    }

    public long argumentLong(int index) {
        return ArgumentPacking.pair(argument(index), argument(index + 1));
    }

    public long maxReplyMedium(Completion completion, int flags, int argumentCount) {
        checkMayAsk("Token.maxReplyMedium");
        if (completion != null) {
            completion.legalForReply(self.rank());
        }
        return messenger.checks().maxMedium("Token.maxReplyMedium", flags, argumentCount, between());
    }

    public long maxReplyLong(Completion completion, int flags, int argumentCount) {
        checkMayAsk("Token.maxReplyLong");
        if (completion != null) {
            completion.legalForReply(self.rank());
        }
        return messenger.checks().maxLong("Token.maxReplyLong", flags, argumentCount, between());
    }

    private void checkMayAsk(String call) {
        checkLive();
        if (reply) {
            throw self.refusals().bad(call + " in a reply handler", "a reply cannot be answered");
        }
    }

    private long beginReply(String call, int category, int index, int count) {
        checkMayReply(call);
        long replyHead = MessageHead.of(category, index, count) | between();
        if (self.isChecked() || !Handler.isIndex(index)) {
            messenger.checks().check(call, sender, index, replyHead, true);
        }
        return replyHead;
    }

    private void checkMayReply(String call) {
        checkLive();
        if (reply) {
            throw self.refusals().bad(call + " in " + handler + ", which runs for a reply",
                    "reply handlers may not send");
        }
        if (replied) {
            throw self.refusals().bad(call + " in " + handler, "a request is answered at most once");
        }
        int index = MessageHead.sourceEndpoint(head);
        if (index != 0) {
            MessageEnds.checkTarget(self, receivers, call, sender, index);
        }
    }

    public void replyShort(int index, int count, long first, long second) {
        long replyHead = beginReply("Token.replyShort", MessageHead.SHORT, index, count);
        replied = true;
        messenger.replyShort(sender, replyHead, first, second);
    }

    public boolean replyShort(String call, int index, int[] replyArguments, int count, boolean immediate) {
        ArgumentPacking.check(self.rank(), call, replyArguments, count);
        long replyHead = beginReply(call, MessageHead.SHORT, index, count);
        replied = true; // before the handler of a reply to this rank runs
        replied = messenger.replyShort(sender, replyHead, replyArguments, immediate);
        return replied;
    }

    public boolean replyMedium(int index, MemorySegment source, long sourceOffset, long bytes, int count, long first,
            long second, int[] more, boolean immediate) {
        String call = immediate ? "Token.tryReplyMedium" : "Token.replyMedium";
        long replyHead = beginReply(call, MessageHead.MEDIUM, index, count);
        messenger.checks().checkMedium(call, source, sourceOffset, bytes, replyHead);
        replied = true;
        replied = messenger.replyMedium(sender, replyHead, first, second, more, source, sourceOffset, (int) bytes,
                immediate);
        return replied;
    }

    public boolean replyLong(int index, MemorySegment source, long sourceOffset, long bytes,
            long targetOffset, int count, long first, long second, int[] more, boolean immediate) {
        String call = immediate ? "Token.tryReplyLong" : "Token.replyLong";
        long replyHead = beginReply(call, MessageHead.LONG, index, count);
        long address = messenger.checks().checkLong(call, targets.of(this), sender, source, sourceOffset, bytes,
                targetOffset);
        replied = true;
        replied = messenger.placeReply(sender, replyHead, source, sourceOffset, bytes, address, immediate);
        if (replied) {
            messenger.replyLong(sender, replyHead, first, second, more, targetOffset, bytes);
        }
        return replied;
    }

    /**
     * Answers with one argument to a handler of the library's, hence of the primordial endpoint. Error: the handler
     * that ran before has replied.
     */
    public void replyInternal(int index, int argument0) {
        checkLive();
        if (replied) {
            throw self.refusals().failure(ErrorCode.BAD_ARGUMENT, "the handler of a batch from rank " + sender
                    + " has replied: the library acknowledges batches, and a request is answered at most once");
        }
        replied = true;
        messenger.replyShort(sender, MessageHead.of(MessageHead.SHORT, index, 1), argument0, 0);
    }

    /** A reply with negotiated payload, to be begun by {@link #begun}. */
    public Prepared prepareReply(String call, Completion completion) {
        if (completion != null) {
            completion.legalForReply(self.rank());
        }
        checkMayReply(call);
        messenger.checks().checkContext(call, true);
        return messenger.prepared().reply(call, targets.of(this), sender, between());
    }

    /** Takes what {@link Prepared#begin} has answered, and answers it. */
    public Prepared begun(Prepared prepared) {
        replied = prepared != null;
        if (replied) {
            prepared.answers(this);
        }
        return prepared;
    }

    /** A prepared reply was cancelled: the request may still be answered. */
    @Override
    public void notReplied() {
        replied = false;
    }
}
