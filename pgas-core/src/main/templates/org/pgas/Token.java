//$ One class, made by config/Templates.java. Lines behind "//$ 0 1 2" stand once for each of these columns.
//$ given: | arguments | first | second
//$ 0 | | 0 | 0
//$ 1 | , int argument0 | pair(argument0, 0) | 0
//$ 2 | , int argument0, int argument1 | pair(argument0, argument1) | 0
//$ 3 | , int argument0, int argument1, int argument2 | pair(argument0, argument1) | pair(argument2, 0)
//$ 4|, int argument0, int argument1, int argument2, int argument3|pair(argument0, argument1)|pair(argument2, argument3)
//$
//$ form:    | result  | return    | immediate | says
//$ reply    | void    |           | false     | {@code completion}: NOW or event(), which are met when it returns.
//$ tryReply | boolean | "return " | true      | As without try; false, having done nothing, when it would have to wait.
package org.pgas;

import static org.pgas.message.ArgumentPacking.pair;

import java.lang.foreign.MemorySegment;

import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.operation.Completion;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;
import org.pgas.spi.MessageHead;

/**
 * What a handler knows of the message it runs for, and its one way to answer.
 *
 * <p>Expires when the handler returns: every later call throws (checked mode recognises a kept token always, otherwise
 * it may show the message of another handler that runs at that moment). For the thread that runs the handler.
 *
 * <p><b>Replies.</b> Only in the handler of a request, once, as its last communication, holding no lock. Category and
 * length are free. The endpoint that sent the request runs the reply's handler, one of its own table. Fixed forms take
 * up to four arguments; the array forms take {@code arguments[0..count)}, at most {@value MessageHead#MAX_ARGUMENTS}. A
 * reply waits while its way is full, and takes in replies meanwhile; the try forms answer false instead, having done
 * nothing. Where the way is full and the rank that asked has left the job, a reply is dropped without a word, in all
 * forms, which say that it was sent. All sources are reusable on return. Errors: a second reply; a reply from a reply
 * handler; those of {@link ActiveMessages}.
 *
 * <p>Source: GASNet-EX gex_Token_t, gex_Token_Info, gex_AM_Reply*; GASNet-1 2.3.4, 2.3.5.3.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class Token extends Face<Delivery> {
    private final Delivery core;

    private Token(Delivery core) {
        super(core);
        this.core = core;
        core.face(this);
    }

    /** The type of the API that stands for {@code core}. */
    static Token of(Delivery core) {
        Token known = (Token) core.face();
        return known == null ? new Token(core) : known;
    }

    static Handler.ShortCode code(ShortHandler handler) {
        return message -> handler.handle(of(message));
    }

    static Handler.MediumCode code(MediumHandler handler) {
        return (message, data) -> handler.handle(of(message), Payload.of(data));
    }

    static Handler.LongCode code(LongHandler handler) {
        return (message, targetOffset, bytes) -> handler.handle(of(message), targetOffset, bytes);
    }

    /** The job rank that sent the message. */
    public int sourceRank() {
        return core.sourceRank();
    }

    /** The endpoint that received it. */
    public Endpoint endpoint() {
        return (Endpoint) core.receiver().face();
    }

    /** The index of the endpoint, of {@link #sourceRank}, that sent it: where a reply goes. */
    public int sourceEndpoint() {
        return core.sourceEndpoint();
    }

    /** The entry of the handler that runs. */
    public HandlerEntry entry() {
        return HandlerEntry.of(core.handler());
    }

    /** Whether it is a request; a reply otherwise. */
    public boolean isRequest() {
        return core.isRequest();
    }

    /** Whether it is a long message. */
    public boolean isLong() {
        return core.isLong();
    }

    /** How many arguments it has, 0..{@value MessageHead#MAX_ARGUMENTS}. */
    public int argumentCount() {
        return core.argumentCount();
    }

    /** Argument {@code index}, from 0. Error: not below {@link #argumentCount}. */
    public int argument(int index) {
        return core.argument(index);
    }

    /** Arguments {@code index} (low half) and {@code index + 1} as one number. */
    public long argumentLong(int index) {
        return core.argumentLong(index);
    }

    /** Largest payload of a medium reply with that many arguments. Only in the handler of a request. */
    public long maxReplyMedium(LocalCompletion completion, int flags, int argumentCount) {
        return core.maxReplyMedium(Completion.of(completion), flags, argumentCount);
    }

    /** Largest payload of a long reply with that many arguments. Only in the handler of a request. */
    public long maxReplyLong(LocalCompletion completion, int flags, int argumentCount) {
        return core.maxReplyLong(Completion.of(completion), flags, argumentCount);
    }

//$ 0 1 2 3 4
    public void replyShort(int handler$arguments$) {
        core.replyShort(handler, $given$, $first$, $second$);
    }

//$
    public void replyShort(int handler, int[] arguments, int count) {
        core.replyShort("Token.replyShort", handler, arguments, count, false);
    }

    /** As {@code replyShort}; false, having done nothing, when it would have to wait. */
    public boolean tryReplyShort(int handler, int[] arguments, int count) {
        return core.replyShort("Token.tryReplyShort", handler, arguments, count, true);
    }

//$ 0 1 2 3 4
    public void replyMedium(int handler, MemorySegment source, long sourceOffset, long bytes$arguments$) {
        core.replyMedium(handler, source, sourceOffset, bytes, $given$, $first$, $second$, ArgumentPacking.NONE, false);
    }

    public void replyLong(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset$arguments$) {
        core.replyLong(handler, source, sourceOffset, bytes, targetOffset, $given$, $first$, $second$,
                ArgumentPacking.NONE, false);
    }

//$ reply tryReply
    /** $says$ */
    public $result$ $form$Medium(
            int handler, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int[] arguments, int count) {
        checkReply("Token.$form$Medium", completion, arguments, count);
        $return$completed(completion, core.replyMedium(handler, source, sourceOffset, bytes, count,
                ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count), arguments,
                $immediate$));
    }

    /** $says$ */
    public $result$ $form$Long(
            int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            LocalCompletion completion, int[] arguments, int count) {
        checkReply("Token.$form$Long", completion, arguments, count);
        $return$completed(completion, core.replyLong(handler, source, sourceOffset, bytes, targetOffset, count,
                ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count), arguments,
                $immediate$));
    }

//$
    private void checkReply(String call, LocalCompletion completion, int[] arguments, int count) {
        ArgumentPacking.check(core.rank(), call, arguments, count);
        Cores.of(completion).legalForReply(core.rank());
    }

    private static boolean completed(LocalCompletion completion, boolean sent) {
        if (sent) {
            Cores.of(completion).completed();
        }
        return sent;
    }

    /** A medium reply with negotiated payload: see {@link ActiveMessages#prepareRequestMedium}. The commit replies. */
    public PreparedMessage prepareReplyMedium(
            MemorySegment buffer, long least, long most, LocalCompletion completion, int flags, int argumentCount) {
        String call = "Token.prepareReplyMedium";
        Completion local = Completion.of(completion);
        return PreparedMessage.of(core.begun(core.prepareReply(call, local)
                .asking(buffer, least, most, PreparedMessage.LATER, local)
                .begin(call, MessageHead.MEDIUM, flags, argumentCount)));
    }

    /** A long reply with negotiated payload: see {@link ActiveMessages#prepareRequestLong}. Its commit is the reply. */
    public PreparedMessage prepareReplyLong(
            MemorySegment buffer, long least, long most, long targetOffset, LocalCompletion completion, int flags,
            int argumentCount) {
        String call = "Token.prepareReplyLong";
        Completion local = Completion.of(completion);
        return PreparedMessage.of(core.begun(core.prepareReply(call, local)
                .asking(buffer, least, most, targetOffset, local)
                .begin(call, MessageHead.LONG, flags, argumentCount)));
    }
}
