package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.spi.MessageHead;

/**
 * What a handler knows of the message it runs for, and its one way to answer.
 *
 * <p>Expires when the handler returns: every later call throws (checked mode recognises a kept token always, otherwise it may show
 * the message of another handler that runs at that moment). For the thread that runs the handler.
 *
 * <p><b>Replies.</b> Only in the handler of a request, once, as its last communication, holding no lock. Category and length are
 * free. The endpoint that sent the request runs the reply's handler, one of its own table. Fixed forms take up to four arguments; the array forms take
 * {@code arguments[0..count)}, at most {@value MessageHead#MAX_ARGUMENTS}. A reply waits while its way is full, and takes in replies
 * meanwhile; the try forms answer false instead, having done nothing. All sources are reusable on return. Errors: a second reply; a
 * reply from a reply handler; those of {@link ActiveMessages}.
 *
 * <p>Source: GASNet-EX gex_Token_t, gex_Token_Info, gex_AM_Reply*; GASNet-1 2.3.4, 2.3.5.3.
 */
public final class Token {
    private final Job job;
    private final Messenger messenger;
    private final boolean reply;

    private int sender;
    private long head;

    /** That the message is for; null for the primordial one. */
    private Endpoint receiver;

    private long arguments;

    /** Null: expired. */
    private HandlerEntry entry;

    private boolean replied;

    Token(Job job, Messenger messenger, boolean reply) {
        this.job = job;
        this.messenger = messenger;
        this.reply = reply;
    }

    Messenger messenger() {
        return messenger;
    }

    void begin(int newSender, long newHead, long newArguments, HandlerEntry newEntry, Endpoint newReceiver) {
        sender = newSender;
        if (receiver != newReceiver) {
            // mostly it is not: a store of a reference costs more than the look
            receiver = newReceiver;
        }
        head = newHead;
        arguments = newArguments;
        entry = newEntry;
        replied = false;
    }

    void end() {
        entry = null;
    }

    /** From here on the message has that head, handler and receiver (null: the primordial endpoint), in the program's eyes and in errors. */
    void handOver(long newHead, HandlerEntry newEntry, Endpoint newReceiver) {
        head = newHead;
        entry = newEntry;
        receiver = newReceiver;
    }

    private void checkLive() {
        if (entry == null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank()
                    + ": a token was used after its handler returned: it is legal only until then");
        }
    }

    /** The job rank that sent the message. */
    public int sourceRank() {
        checkLive();
        return sender;
    }

    /** The endpoint that received it. */
    public Endpoint endpoint() {
        checkLive();
        return receiver == null ? job.endpoint() : receiver;
    }

    /** The index of the endpoint, of {@link #sourceRank}, that sent it: where a reply goes. */
    public int sourceEndpoint() {
        checkLive();
        return MessageHead.sourceEndpoint(head);
    }

    /** What names every rank's endpoint of that index by job rank. */
    private Team replyTeam() {
        int index = MessageHead.sourceEndpoint(head);
        return index == 0 ? job.world() : endpoint().pair(index);
    }

    /** For the head of a reply; 0 between primordial endpoints. */
    private long between() {
        return MessageHead.hasEnds(head)
                ? MessageHead.between(MessageHead.targetEndpoint(head), MessageHead.sourceEndpoint(head))
                : 0;
    }

    /** The entry of the handler that runs. */
    public HandlerEntry entry() {
        checkLive();
        return entry;
    }

    /** Whether it is a request; a reply otherwise. */
    public boolean isRequest() {
        checkLive();
        return !reply;
    }

    /** Whether it is a long message. */
    public boolean isLong() {
        checkLive();
        return MessageHead.category(head) == MessageHead.LONG;
    }

    /** How many arguments it has, 0..{@value MessageHead#MAX_ARGUMENTS}. */
    public int argumentCount() {
        checkLive();
        return MessageHead.argumentCount(head);
    }

    /** Argument {@code index}, from 0. Error: not below {@link #argumentCount}. */
    public int argument(int index) {
        checkLive();
        if (index < 0 || index >= MessageHead.argumentCount(head)) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": Token.argument: index " + index
                    + " is outside 0.." + (MessageHead.argumentCount(head) - 1) + ", the arguments of this message to "
                    + entry);
        }
        return ArgumentPacking.at(arguments, index);
    }

    /** Arguments {@code index} (low half) and {@code index + 1} as one number. */
    public long argumentLong(int index) {
        return ArgumentPacking.pair(argument(index), argument(index + 1));
    }

    /** Largest payload of a medium reply with that many arguments. Only in the handler of a request. */
    public long maxReplyMedium(LocalCompletion completion, int flags, int argumentCount) {
        checkMayAsk("Token.maxReplyMedium");
        if (completion != null) {
            completion.legalForReply(job.rank());
        }
        return messenger.checks().maxMedium("Token.maxReplyMedium", flags, argumentCount, between());
    }

    /** Largest payload of a long reply with that many arguments. Only in the handler of a request. */
    public long maxReplyLong(LocalCompletion completion, int flags, int argumentCount) {
        checkMayAsk("Token.maxReplyLong");
        if (completion != null) {
            completion.legalForReply(job.rank());
        }
        return messenger.checks().maxLong("Token.maxReplyLong", flags, argumentCount, between());
    }

    private void checkMayAsk(String call) {
        checkLive();
        if (reply) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": " + call + " in a reply handler: a reply cannot be answered");
        }
    }

    /** The head of the reply, which may be made. */
    private long beginReply(String call, int category, int handler, int count) {
        checkMayReply(call);
        return messenger.checks().reply(call, sender, category, handler, count, between());
    }

    private void checkMayReply(String call) {
        checkLive();
        if (reply) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + " in " + entry
                    + ", which runs for a reply: reply handlers may not send");
        }
        if (replied) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": " + call + " in " + entry + ": a request is answered at most once");
        }
        int index = MessageHead.sourceEndpoint(head);
        if (index != 0) {
            MessageEnds.checkTarget(job, call, sender, index);
        }
    }

    private void shortReply(int handler, int count, long first, long second) {
        long replyHead = beginReply("Token.replyShort", MessageHead.SHORT, handler, count);
        replied = true;
        messenger.replyShort(sender, replyHead, first, second);
    }

    private boolean shortReply(String call, int handler, int[] replyArguments, int count, boolean immediate) {
        ArgumentPacking.check(job.rank(), call, replyArguments, count);
        long replyHead = beginReply(call, MessageHead.SHORT, handler, count);
        replied = true;
        replied = messenger.replyShort(sender, replyHead, replyArguments, immediate);
        return replied;
    }

    public void replyShort(int handler) {
        shortReply(handler, 0, 0, 0);
    }

    public void replyShort(int handler, int argument0) {
        shortReply(handler, 1, argument0, 0);
    }

    public void replyShort(int handler, int argument0, int argument1) {
        shortReply(handler, 2, ArgumentPacking.pair(argument0, argument1), 0);
    }

    public void replyShort(int handler, int argument0, int argument1, int argument2) {
        shortReply(handler, 3, ArgumentPacking.pair(argument0, argument1), argument2);
    }

    public void replyShort(int handler, int argument0, int argument1, int argument2, int argument3) {
        shortReply(handler, 4, ArgumentPacking.pair(argument0, argument1), ArgumentPacking.pair(argument2, argument3));
    }

    public void replyShort(int handler, int[] arguments, int count) {
        shortReply("Token.replyShort", handler, arguments, count, false);
    }

    /** As {@code replyShort}; false, having done nothing, when it would have to wait. */
    public boolean tryReplyShort(int handler, int[] arguments, int count) {
        return shortReply("Token.tryReplyShort", handler, arguments, count, true);
    }

    private boolean mediumReply(int handler, MemorySegment source, long sourceOffset, long bytes, int count, long first,
            long second,
            int[] more, boolean immediate) {
        String call = immediate ? "Token.tryReplyMedium" : "Token.replyMedium";
        long replyHead = beginReply(call, MessageHead.MEDIUM, handler, count);
        messenger.checks().checkMedium(call, source, sourceOffset, bytes, replyHead);
        replied = true;
        replied = messenger.replyMedium(sender, replyHead, first, second, more, source, sourceOffset, (int) bytes,
                immediate);
        return replied;
    }

    public void replyMedium(int handler, MemorySegment source, long sourceOffset, long bytes) {
        mediumReply(handler, source, sourceOffset, bytes, 0, 0, 0, ArgumentPacking.NONE, false);
    }

    public void replyMedium(int handler, MemorySegment source, long sourceOffset, long bytes, int argument0) {
        mediumReply(handler, source, sourceOffset, bytes, 1, ArgumentPacking.pair(argument0, 0), 0,
                ArgumentPacking.NONE,
                false);
    }

    public void replyMedium(int handler, MemorySegment source, long sourceOffset, long bytes, int argument0,
            int argument1) {
        mediumReply(handler, source, sourceOffset, bytes, 2, ArgumentPacking.pair(argument0, argument1), 0,
                ArgumentPacking.NONE,
                false);
    }

    public void replyMedium(
            int handler, MemorySegment source, long sourceOffset, long bytes, int argument0, int argument1,
            int argument2) {
        mediumReply(handler, source, sourceOffset, bytes, 3, ArgumentPacking.pair(argument0, argument1),
                ArgumentPacking.pair(argument2, 0), ArgumentPacking.NONE, false);
    }

    public void replyMedium(
            int handler, MemorySegment source, long sourceOffset, long bytes, int argument0, int argument1,
            int argument2,
            int argument3) {
        mediumReply(handler, source, sourceOffset, bytes, 4, ArgumentPacking.pair(argument0, argument1),
                ArgumentPacking.pair(argument2, argument3), ArgumentPacking.NONE, false);
    }

    /** {@code completion}: NOW or {@link LocalCompletion#event()}; met when it returns. */
    public void replyMedium(
            int handler, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int[] arguments,
            int count) {
        ArgumentPacking.check(job.rank(), "Token.replyMedium", arguments, count);
        completion.legalForReply(job.rank());
        mediumReply(handler, source, sourceOffset, bytes, count, ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments, false);
        completion.completed();
    }

    /** As {@code replyMedium}; false, having done nothing, when it would have to wait. */
    public boolean tryReplyMedium(
            int handler, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int[] arguments,
            int count) {
        ArgumentPacking.check(job.rank(), "Token.tryReplyMedium", arguments, count);
        completion.legalForReply(job.rank());
        boolean sent = mediumReply(handler, source, sourceOffset, bytes, count, ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments, true);
        if (sent) {
            completion.completed();
        }
        return sent;
    }

    private boolean longReply(int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            int count,
            long first, long second, int[] more, boolean immediate) {
        String call = immediate ? "Token.tryReplyLong" : "Token.replyLong";
        long replyHead = beginReply(call, MessageHead.LONG, handler, count);
        long address = messenger.checks().checkLong(call, replyTeam().destinations(), sender, source, sourceOffset,
                bytes, targetOffset);
        replied = true;
        replied = messenger.replyLong(sender, replyHead, first, second, more, source, sourceOffset, bytes, targetOffset,
                address, immediate);
        return replied;
    }

    public void replyLong(int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset) {
        longReply(handler, source, sourceOffset, bytes, targetOffset, 0, 0, 0, ArgumentPacking.NONE, false);
    }

    public void replyLong(int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            int argument0) {
        longReply(handler, source, sourceOffset, bytes, targetOffset, 1, ArgumentPacking.pair(argument0, 0), 0,
                ArgumentPacking.NONE,
                false);
    }

    public void replyLong(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset, int argument0,
            int argument1) {
        longReply(handler, source, sourceOffset, bytes, targetOffset, 2, ArgumentPacking.pair(argument0, argument1), 0,
                ArgumentPacking.NONE, false);
    }

    public void replyLong(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset, int argument0,
            int argument1,
            int argument2) {
        longReply(handler, source, sourceOffset, bytes, targetOffset, 3, ArgumentPacking.pair(argument0, argument1),
                ArgumentPacking.pair(argument2, 0), ArgumentPacking.NONE, false);
    }

    public void replyLong(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset, int argument0,
            int argument1,
            int argument2, int argument3) {
        longReply(handler, source, sourceOffset, bytes, targetOffset, 4, ArgumentPacking.pair(argument0, argument1),
                ArgumentPacking.pair(argument2, argument3), ArgumentPacking.NONE, false);
    }

    /** {@code completion}: NOW or {@link LocalCompletion#event()}; met when it returns. */
    public void replyLong(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            LocalCompletion completion,
            int[] arguments, int count) {
        ArgumentPacking.check(job.rank(), "Token.replyLong", arguments, count);
        completion.legalForReply(job.rank());
        longReply(handler, source, sourceOffset, bytes, targetOffset, count, ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments, false);
        completion.completed();
    }

    /** As {@code replyLong}; false, having done nothing, when it would have to wait. */
    public boolean tryReplyLong(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            LocalCompletion completion,
            int[] arguments, int count) {
        ArgumentPacking.check(job.rank(), "Token.tryReplyLong", arguments, count);
        completion.legalForReply(job.rank());
        boolean sent = longReply(handler, source, sourceOffset, bytes, targetOffset, count,
                ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments, true);
        if (sent) {
            completion.completed();
        }
        return sent;
    }

    /** Answers with one argument to a handler of the library's, hence of the primordial endpoint. Error: the handler that ran before has replied. */
    void replyInternal(int handler, int argument0) {
        checkLive();
        if (replied) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": the handler of a batch from rank "
                    + sender
                    + " has replied: the library acknowledges batches, and a request is answered at most once");
        }
        replied = true;
        messenger.replyShort(sender, MessageHead.of(MessageHead.SHORT, handler, 1), argument0, 0);
    }

    /** A medium reply with negotiated payload: see {@link ActiveMessages#prepareRequestMedium}. Its commit is the reply. */
    public PreparedMessage prepareReplyMedium(
            MemorySegment buffer, long least, long most, LocalCompletion completion, int flags, int argumentCount) {
        return prepare("Token.prepareReplyMedium", MessageHead.MEDIUM, buffer, least, most, PreparedMessage.LATER,
                completion,
                flags, argumentCount);
    }

    /** A long reply with negotiated payload: see {@link ActiveMessages#prepareRequestLong}. Its commit is the reply. */
    public PreparedMessage prepareReplyLong(
            MemorySegment buffer, long least, long most, long targetOffset, LocalCompletion completion, int flags,
            int argumentCount) {
        return prepare("Token.prepareReplyLong", MessageHead.LONG, buffer, least, most, targetOffset, completion, flags,
                argumentCount);
    }

    private PreparedMessage prepare(String call, int category, MemorySegment buffer, long least, long most,
            long targetOffset,
            LocalCompletion completion, int flags, int argumentCount) {
        if (completion != null) {
            completion.legalForReply(job.rank());
        }
        checkMayReply(call);
        messenger.checks().checkContext(call, true);
        PreparedMessage prepared = messenger.prepared().prepare(call, true, replyTeam(), sender, between(), category,
                buffer, least, most, targetOffset, completion, flags, argumentCount);
        replied = prepared != null;
        if (replied) {
            prepared.answers(this);
        }
        return prepared;
    }

    /** A prepared reply was cancelled: the request may still be answered. */
    void notReplied() {
        replied = false;
    }
}
