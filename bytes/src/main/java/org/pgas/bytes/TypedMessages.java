package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;
import org.pgas.ActiveMessages;
import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.MessageFlags;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.PreparedMessage;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.refusal.Refusals;

/**
 * Active Messages that carry one value of a registered type each: medium requests and replies. {@link TypeRegistry}
 * writes the payload straight into the message, and reads it from where it arrived.
 *
 * <p>Handlers are registered in the table of the team's endpoint, beside other handlers too, in the same order on all
 * ranks; messages are ordered as all Active Messages are. Usable by any thread. Sending and replying allocate nothing
 * unless a codec does; a handler receives a new object.
 *
 * <pre>{@code
 * record Question(int number) {}
 * record Answer(int number, String text) {}
 *
 * TypeRegistry types = TypeRegistry.builder().record(Question.class).record(Answer.class).build();
 * TypedMessages messages = TypedMessages.of(job.world(), types);
 * int answer = messages.onReply(Answer.class, (token, value) -> System.out.println(value.text()));
 * int ask = messages.onRequest(Question.class, (token, value) ->
 *         messages.reply(token, answer, new Answer(value.number(), "because")));
 * job.world().barrier();
 * messages.request(1, ask, new Question(42));
 * }</pre>
 */
public final class TypedMessages {
    private static final int LEAST_ROOM = 256;

    private final Team team;
    private final ActiveMessages am;
    private final TypeRegistry types;

    /** One for each thread that sends: a thread has one prepared message at a time. */
    private final ThreadLocal<PayloadBytes> written = ThreadLocal.withInitial(PayloadBytes::new);

    /**
     * How much is prepared, as a message in a ring of its pair keeps the room it was prepared with. A guess, by what
     * was sent last: read and written plainly by every thread that sends.
     */
    private int room = LEAST_ROOM; // threads that send | threads that send | plain

    private TypedMessages(Team team, TypeRegistry types) {
        this.team = team;
        this.am = team.am();
        this.types = types;
    }

    /** Messages between members of a team. Not collective. */
    public static TypedMessages of(Team team, TypeRegistry types) {
        // loads what writing needs, so that no message waits for it
        types.write("", Bytes.allocateElasticOnHeap());
        return new TypedMessages(team, types);
    }

    /**
     * Registers a handler of requests that carry a {@code type}; the result is its index. Errors as for {@link
     * org.pgas.HandlerTable#register}. A message that is no value of the registry, or one of another type, ends the job
     * with the reason, as a handler that throws does.
     */
    public <T> int onRequest(Class<T> type, TypedHandler<? super T> handler) {
        return register(new Receiver<>(type, handler).entry().request());
    }

    /** As {@link #onRequest}, of replies. */
    public <T> int onReply(Class<T> type, TypedHandler<? super T> handler) {
        return register(new Receiver<>(type, handler).entry().reply());
    }

    private int register(HandlerEntry entry) {
        return team.endpoint().handlers().register(entry);
    }

    /**
     * Sends a value to a handler of team rank {@code rank}, waiting for room if needed. Illegal in handlers. Codecs run
     * between prepare and commit of the message: they may not communicate.
     *
     * <p>Errors, before anything is sent: those of {@link TypeRegistry#write} and {@link
     * ActiveMessages#prepareRequestMedium}; a value that takes more than {@link ActiveMessages#maxRequestMedium} bytes
     * ({@link ErrorCode#RESOURCE}).
     */
    public void request(int rank, int handler, Object value) {
        PayloadBytes view = written.get();
        long limit = am.maxRequestMedium(rank, null, MessageFlags.PREPARE_LEAST_ALLOC, 0);
        for (long most = Math.min(room, limit);; most = Math.min(4 * most, limit)) {
            PreparedMessage message = am.prepareRequestMedium(rank, null, 0, most, null, MessageFlags.NONE, 0);
            if (sent(message, view, handler, value, most, limit)) {
                return;
            }
        }
    }

    /** Answers the request that {@code token} is of, once, in its handler. Errors as of {@link #request}. */
    public void reply(Token token, int handler, Object value) {
        PayloadBytes view = written.get();
        long limit = token.maxReplyMedium(null, MessageFlags.PREPARE_LEAST_ALLOC, 0);
        for (long most = Math.min(room, limit);; most = Math.min(4 * most, limit)) {
            PreparedMessage message = token.prepareReplyMedium(null, 0, most, null, MessageFlags.NONE, 0);
            if (sent(message, view, handler, value, most, limit)) {
                return;
            }
        }
    }

    /** Writes and commits; or cancels, when the value needs more room than was prepared. */
    private boolean sent(PreparedMessage message, PayloadBytes view, int handler, Object value, long most, long limit) {
        boolean committed = false;
        try {
            Bytes<Void> out = view.write(message);
            types.write(value, out);
            long bytes = out.writePosition();
            message.commit(handler, bytes);
            committed = true;
            guess((int) most, (int) bytes);
            return true;
        } catch (PgasException failure) {
            if (failure.code() != ErrorCode.RESOURCE) {
                throw failure;
            }
            if (most == limit) {
                throw tooLarge(value, limit, failure);
            }
            return false;
        } finally {
            if (!committed) {
                message.cancel();
            }
        }
    }

    private void guess(int prepared, int used) {
        int next = used > prepared / 2 ? Math.max(prepared, 2 * used) : Math.max(LEAST_ROOM, prepared - prepared / 8);
        if (next != room) {
            room = next;
        }
    }

    private PgasException tooLarge(Object value, long limit, PgasException cause) {
        Bytes<byte[]> unbounded = Bytes.allocateElasticOnHeap((int) (2 * limit));
        types.write(value, unbounded);
        return Refusals.of(team.job().rank()).error(ErrorCode.RESOURCE, "TypedMessages",
                "a value of " + value.getClass().getName()
                        + " takes " + unbounded.writePosition() + " bytes, and a medium message has room for " + limit
                        + ": send it in parts, put it into a segment (SegmentBytes), or raise pgas.am.ring",
                cause);
    }

    /** A handler with the type of its values. Handlers of a rank run one at a time, so one view serves all messages. */
    private final class Receiver<T> {
        private final Class<T> type;
        private final TypedHandler<? super T> handler;
        private final PayloadBytes view = new PayloadBytes();

        Receiver(Class<T> type, TypedHandler<? super T> handler) {
            this.type = type;
            this.handler = handler;
        }

        HandlerEntry entry() {
            return HandlerEntry.ofMedium(this::receive).name(type.getSimpleName());
        }

        private void receive(Token token, Payload payload) {
            Object value;
            try {
                Bytes<Void> in = view.read(payload);
                value = types.read(in);
                if (in.readRemaining() != 0) {
                    throw Refusals.OF_NO_RANK.bad("TypeRegistry.read", in.readRemaining()
                            + " bytes are left after it: does a codec read less than it writes?");
                }
            } catch (PgasException failure) {
                throw Refusals.of(team.job().rank()).error(failure.code(), "a message from rank " + token.sourceRank()
                        + " to the handler of " + type.getName(), failure.getMessage(), failure);
            }
            if (value != null && !type.isInstance(value)) {
                throw Refusals.of(team.job().rank()).bad("a message from rank " + token.sourceRank()
                        + " to the handler of " + type.getName(), "it holds a value of " + value.getClass().getName());
            }
            handler.handle(token, type.cast(value));
        }
    }
}
