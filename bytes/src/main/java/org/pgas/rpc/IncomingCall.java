package org.pgas.rpc;

import net.openhft.chronicle.bytes.Bytes;

import org.pgas.ErrorCode;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.bytes.TypeRegistry;

/**
 * A call of another rank that is under way here, or one that has ended: used again for the next one of its slot.
 *
 * <p>One thread at a time has it: the handler that takes it in, the thread that dequeues it, the executor's thread, the
 * sender of what is left of its result. The queue between two of them orders what they store and load.
 *
 * <pre>
 * field     writer                                   reader                order
 * busy      the handler; the sender of the last part handlers              volatile
 * the rest  the thread that has the call             the next one with it  plain, ordered by the queue between them
 * </pre>
 */
final class IncomingCall {
    final Peer caller;
    private final int slot;
    private final int[] arguments = new int[Protocol.RESULT_ARGUMENTS];

    /** Whether a call is under way. Set by the handler; cleared before the result's last part lets the next come. */
    private volatile boolean busy;

    private long number;
    private boolean cast;
    private int count;
    private Parts parts;

    private Callee callee;
    private Object first;
    private Object[] all;

    private ErrorCode refusalCode;
    private String refusal;

    private int status;
    private Buffer result;
    private int sent;

    IncomingCall(Peer caller, int slot) {
        this.caller = caller;
        this.slot = slot;
    }

    int number() {
        return caller.rank << Protocol.SLOT_BITS | slot;
    }

    boolean isBusy() {
        return busy;
    }

    Callee callee() {
        return callee;
    }

    boolean isCast() {
        return cast;
    }

    /** Null when nothing hinders it. */
    String refusal() {
        return refusal;
    }

    ErrorCode refusalCode() {
        return refusalCode;
    }

    // In the handler

    void begin(long newNumber, int flags, int newCount) {
        busy = true;
        number = newNumber;
        cast = (flags & Protocol.CAST) != 0;
        count = newCount;
        refusal = null;
        callee = null;
        sent = 0;
    }

    Parts parts() {
        return parts;
    }

    void parts(Parts begun) {
        parts = begun;
    }

    void refuse(ErrorCode code, String why) {
        refusalCode = code;
        refusal = Failures.cut(why);
    }

    /** Finds the function and reads the values; what is wrong with them becomes a refusal. */
    void read(Functions functions, TypeRegistry types, Bytes<?> in) {
        callee = functions.find(number);
        if (callee == null) {
            refuse(ErrorCode.BAD_ARGUMENT,
                    "there is no such function on this rank: register it (Rpc.register), or allow its class "
                            + "(Rpc.allow), on all ranks, and synchronise, before calling");
            return;
        }
        if (count != callee.values) {
            refuse(ErrorCode.BAD_ARGUMENT, count + " values came for '" + callee.name + "', which takes "
                    + callee.values + ": are the ranks' programs the same?");
            return;
        }
        try {
            if (count == 1) {
                first = types.read(in);
            } else {
                all = new Object[count];
                for (int i = 0; i < count; i++) {
                    all[i] = types.read(in);
                }
            }
            if (in.readRemaining() != 0) {
                refuse(ErrorCode.BAD_ARGUMENT, in.readRemaining() + " bytes follow its values");
            }
        } catch (PgasException e) {
            refuse(e.code(), "its values cannot be read: " + Failures.messageOf(e));
        } catch (RuntimeException | StackOverflowError e) {
            refuse(ErrorCode.BAD_ARGUMENT, "its values cannot be read: " + Failures.describe(e));
        }
    }

    // Where it runs

    Object invoke() throws Throwable {
        Object argument = first;
        Object[] arguments = all;
        first = null;
        all = null;
        return callee.invoke(argument, arguments);
    }

    /** For functions of the library's own, which take one value. */
    Object argument() {
        return first;
    }

    void argument(Object replacement) {
        first = replacement;
    }

    void answer(int newStatus, Buffer newResult) {
        status = newStatus;
        result = newResult;
    }

    Buffer result() {
        return result;
    }

    /** Status and length of the result, for a message. */
    int[] head() {
        arguments[0] = Protocol.first(slot, status, 0);
        arguments[1] = result.size();
        return arguments;
    }

    /** It has ended here and keeps nothing alive: before its last message is sent, which lets the next call come. */
    void end() {
        first = null;
        all = null;
        result = null;
        busy = false;
    }

    /** Sends as much as there is room for; says whether that was all. */
    boolean trySend() {
        int total = result.size();
        do {
            int part = caller.part(total - sent);
            boolean last = sent + part == total;
            int handler = sent == 0 ? Protocol.RESULT : Protocol.REST;
            int[] told = head();
            if (sent > 0) {
                told[0] = slot;
                told[1] = sent;
            }
            Buffer sending = result;
            if (last) {
                end();
            }
            if (!caller.trySendResult(handler, told, sending.segment(), sent, part)) {
                // nothing was sent, so no other call has come meanwhile
                result = sending;
                busy = true;
                return false;
            }
            if (last) {
                return true;
            }
            sent += part;
        } while (true);
    }
}
