package org.pgas.rpc;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import net.openhft.chronicle.bytes.Bytes;
import org.pgas.ErrorCode;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.bytes.TypeRegistry;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * The side that is called: takes calls in, runs them, and sends results back.
 *
 * <p>Handlers read the values and put the call into a queue; threads that poll empty it. A result is sent only if there
 * is room at once, and otherwise by a later poll: so a rank that answers waits for no other.
 *
 * <pre>
 * field   writer                      reader                                order
 * calls   handlers                    the thread that dequeues the number   plain, published by the queue
 * unsent  threads that find no room   threads that poll                     concurrent queue
 * closed  the thread that closes      handlers                              volatile
 * </pre>
 */
final class Server {
    static final String CLOSED = "the Rpc was closed on this rank";

    private static final String NOT_ANSWERED = "the rank ran out of memory or stack when it wrote the answer";

    /** Calls that wait inside each other on a thread that polls: each takes some 5 KiB of a stack of, mostly, 1 MiB. */
    private static final int MOST_NESTED = 128;

    private final Team team;
    private final TypeRegistry types;
    private final Functions functions;
    private final Peers peers;
    private final int mostBytes;
    private final Distributed distributed;
    private final Consumer<RemoteCallException> castFailures;

    /** By caller and slot; made by its first call. Handlers write it; the thread that dequeues its number reads it. */
    private final IncomingCall[] calls;

    private final CallQueue queue;
    private final Buffer.Pool buffers = new Buffer.Pool();

    /** Of the handler that runs. */
    private final Buffer taken = new Buffer();

    /** Calls with results that found no room. */
    private final ConcurrentLinkedQueue<IncomingCall> unsent = new ConcurrentLinkedQueue<>();

    /** How many functions run inside each other on a thread that polls. */
    private final ThreadLocal<int[]> nested = ThreadLocal.withInitial(() -> new int[1]);

    private volatile boolean closed;

    Server(Team team, TypeRegistry types, Functions functions, Peers peers, int mostBytes, Distributed distributed,
            Consumer<RemoteCallException> castFailures) {
        this.team = team;
        this.types = types;
        this.functions = functions;
        this.peers = peers;
        this.mostBytes = mostBytes;
        this.distributed = distributed;
        this.castFailures = castFailures;
        calls = new IncomingCall[peers.size() << Protocol.SLOT_BITS];
        queue = new CallQueue(calls.length);
    }

    // Handlers

    /** A call, or its first part. */
    void call(Token token, Payload payload) {
        int first = token.argument(0);
        int total = token.argument(3);
        IncomingCall call = find(token.sourceRank(), Protocol.slot(first));
        if (call == null || call.isBusy()) {
            return;
        }
        call.begin(Protocol.number(token.argument(1), token.argument(2)), Protocol.flags(first),
                Protocol.count(first));
        int here = payload.bytes();
        if (total < here || total > mostBytes) {
            call.refuse(ErrorCode.BAD_ARGUMENT, total + " bytes of values are told of, " + here
                    + " came: legal are up to " + mostBytes + " (Rpc.Builder.mostBytes)");
        } else if (here < total) {
            Parts parts = new Parts(total, first);
            parts.add(0, payload);
            call.parts(parts);
            return;
        } else {
            payload.copyTo(0, taken.segment(here), 0, here);
            read(call, taken.reader(here));
        }
        go(call, token);
    }

    /** A further part of a call. */
    void more(Token token, Payload payload) {
        IncomingCall call = find(token.sourceRank(), Protocol.slot(token.argument(0)));
        Parts parts = call == null ? null : call.parts();
        if (parts == null) {
            return;
        }
        if (!parts.add(token.argument(1), payload)) {
            call.refuse(ErrorCode.BAD_ARGUMENT, "the parts of its values do not follow each other");
        } else if (!parts.isComplete()) {
            return;
        } else {
            read(call, parts.reader());
        }
        call.parts(null);
        go(call, token);
    }

    private void go(IncomingCall call, Token token) {
        if (isShort(call)) {
            run(call, token);
        } else {
            queue.put(call.number());
        }
    }

    private IncomingCall find(int jobRank, int slot) {
        Peer caller = peers.ofJobRank(jobRank);
        if (caller == null) {
            return null;
        }
        int number = caller.rank << Protocol.SLOT_BITS | slot;
        IncomingCall known = calls[number];
        if (known == null) {
            known = new IncomingCall(caller, slot);
            calls[number] = known;
        }
        return known;
    }

    private void read(IncomingCall call, Bytes<?> in) {
        if (closed) {
            call.refuse(ErrorCode.NOT_INITIALIZED, CLOSED);
        } else {
            call.read(functions, types, in);
        }
    }

    private static boolean isShort(IncomingCall call) {
        return call.refusal() == null && call.callee().execution == Execution.SHORT;
    }

    /** In the handler: the answer is a reply, if one message takes it. */
    private void run(IncomingCall call, Token token) {
        prepare(call);
        Buffer result = call.result();
        if (call.caller.part(result.size()) < result.size()) {
            later(call);
            return;
        }
        int[] head = call.head();
        call.end();
        token.replyMedium(Protocol.RESULT, result.segment(), 0, result.size(), head[0], head[1]);
        buffers.give(result);
    }

    // Threads that poll

    /** Runs the next call; false when there is none. */
    boolean runOne() {
        int number = queue.take();
        if (number == CallQueue.EMPTY) {
            return false;
        }
        IncomingCall call = calls[number];
        if (call.refusal() != null) {
            answer(call);
        } else if (call.callee() instanceof Distributed.Fetch) {
            if (distributed.isReady(call)) {
                answer(call);
            }
        } else if (call.callee().execution.executor() != null) {
            hand(call);
        } else {
            runHere(call);
        }
        return true;
    }

    private void hand(IncomingCall call) {
        // an executor may take it and throw all the same, as when it finds no thread for what is in its queue already
        AtomicBoolean begun = new AtomicBoolean();
        try {
            call.callee().execution.executor().execute(() -> {
                if (begun.compareAndSet(false, true)) {
                    answer(call);
                }
            });
        } catch (Throwable e) {
            if (begun.compareAndSet(false, true)) {
                call.refuse(ErrorCode.RESOURCE, "its executor did not take it: " + Failures.describe(e));
                answer(call);
            }
        }
    }

    private void runHere(IncomingCall call) {
        int[] depth = nested.get();
        try {
            if (++depth[0] > MOST_NESTED) {
                call.refuse(ErrorCode.RESOURCE, MOST_NESTED + " functions that wait run inside each other there: "
                        + "give those that wait an executor (Execution.on)");
            }
            answer(call);
        } finally {
            depth[0]--;
        }
    }

    /** Runs the call and sends what comes out, or puts it where later polls send it. Outside handlers; any thread. */
    void answer(IncomingCall call) {
        prepare(call);
        if (!trySend(call)) {
            later(call);
        }
    }

    private void later(IncomingCall call) {
        call.caller.unsent(1);
        unsent.add(call);
        // threads that sleep have found nothing to send
        TeamCore.of(team).ring(team.rank());
    }

    private boolean trySend(IncomingCall call) {
        Buffer result = call.result();
        if (!call.trySend()) {
            return false;
        }
        buffers.give(result);
        return true;
    }

    /** Sends what found no room before; false when there is nothing, or still no room. */
    boolean sendSome() {
        IncomingCall call = unsent.poll();
        if (call == null) {
            return false;
        }
        if (call.caller.failure() != null) {
            call.end();
        } else if (!trySend(call)) {
            unsent.add(call);
            return false;
        }
        call.caller.unsent(-1);
        return true;
    }

    /**
     * Runs the function, and writes its result or what it threw. Every call is answered, whatever the function throws.
     */
    private void prepare(IncomingCall call) {
        Buffer buffer = buffers.take();
        int status;
        try {
            status = prepare(call, buffer);
        } catch (Throwable e) {
            // of the library itself: memory or the stack has ended
            status = call.isCast() ? Protocol.DONE : Protocol.REFUSED;
            refuse(buffer, ErrorCode.RESOURCE, NOT_ANSWERED);
        }
        call.answer(status, buffer);
    }

    private int prepare(IncomingCall call, Buffer buffer) {
        Bytes<?> out = buffer.empty(mostBytes);
        int status = call.isCast() ? Protocol.DONE : Protocol.VALUE;
        try {
            if (call.refusal() == null) {
                Object result = call.callee() instanceof Distributed.Fetch ? call.argument() : call.invoke();
                if (!call.isCast()) {
                    write(call, result, out);
                }
            }
        } catch (Throwable e) {
            buffer.empty(Failures.MOST_BYTES);
            Throwable failure = explained(e);
            if (call.isCast()) {
                castFailed(call, failure);
            } else {
                status = Protocol.THROWN;
                Failures.write(failure, out);
            }
        }
        if (call.refusal() != null) {
            if (call.isCast()) {
                castFailed(call, Refusals.OF_NO_RANK.failure(call.refusalCode(), call.refusal()));
            } else {
                status = Protocol.REFUSED;
                refuse(buffer, call.refusalCode(), call.refusal());
            }
        }
        return status;
    }

    /** Of memory that is not there any more, which its error does not name. */
    private Throwable explained(Throwable thrown) {
        String fault = TeamCore.of(team.job().world()).describeFault(thrown);
        return fault.isEmpty() ? thrown : Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE, fault, thrown);
    }

    private static void refuse(Buffer buffer, ErrorCode code, String why) {
        buffer.empty(Failures.MOST_BYTES).writeInt(code.ordinal()).writeUtf8(why);
    }

    private void write(IncomingCall call, Object result, Bytes<?> out) {
        try {
            types.write(result, out);
        } catch (PgasException e) {
            call.refuse(e.code(), "its result cannot be sent: " + Failures.messageOf(e)
                    + (e.code() == ErrorCode.RESOURCE
                            ? ": a result takes at most " + mostBytes + " bytes (Rpc.Builder.mostBytes)"
                            : ""));
        }
    }

    private void castFailed(IncomingCall call, Throwable failure) {
        String function = call.callee() == null ? null : call.callee().name;
        RemoteCause cause = RemoteCause.of(failure);
        String text = "rank " + team.job().rank() + ": a cast of "
                + (function == null ? "a function that is not here" : "'" + function + "'") + " from rank "
                + call.caller.rank + " of the team failed: " + cause;
        try {
            castFailures.accept(new RemoteCallException(text, team.rank(), function, cause));
        } catch (Throwable e) {
            System.err.println(
                    "pgas: " + text + "; and so did the function that was to be told: " + Failures.describe(e));
        }
    }

    void close() {
        closed = true;
    }
}
