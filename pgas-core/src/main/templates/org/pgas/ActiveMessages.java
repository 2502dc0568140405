//$ One class, made by config/Templates.java. Lines behind "//$ 0 1 2" stand once for each of these columns.
//$ given: | arguments | first | second
//$ 0 | | 0 | 0
//$ 1 | , int argument0 | pair(argument0, 0) | 0
//$ 2 | , int argument0, int argument1 | pair(argument0, argument1) | 0
//$ 3 | , int argument0, int argument1, int argument2 | pair(argument0, argument1) | pair(argument2, 0)
//$ 4|, int argument0, int argument1, int argument2, int argument3|pair(argument0, argument1)|pair(argument2, argument3)
package org.pgas;

import static org.pgas.message.ArgumentPacking.pair;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;

import org.pgas.loan.Loans;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Handler;
import org.pgas.message.MessageChecks;
import org.pgas.message.MessageEnds;
import org.pgas.message.Messenger;
import org.pgas.message.Prepared;
import org.pgas.operation.Completion;
import org.pgas.rank.Cores;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;
import org.pgas.team.TeamCore;

/**
 * Active Messages to the members of a team: each runs a handler of the {@link HandlerTable} of the target's endpoint,
 * with up to {@value MessageHead#MAX_ARGUMENTS} int arguments, and with data in the medium and long categories.
 *
 * <p><b>Short</b> messages carry arguments only. <b>Medium</b> ones carry data that the handler finds in a
 * {@link Payload}. <b>Long</b> ones put data at an offset of the segment that is bound to the target's endpoint before
 * their handler runs; with 0 bytes the offset is any number, handed over verbatim, and no segment is needed.
 *
 * <p><b>Callers.</b> Any thread; not collective; not from handlers, nor where communication is restricted (see
 * {@link HandlerTable}). A message to any endpoint of this process runs its handler before the call returns.
 *
 * <p><b>Delivery.</b> A request waits while its way is full; the thread takes in and handles this rank's messages
 * meanwhile. The try forms answer false instead, and have done nothing. When the way is full and the target has left
 * the job, both throw {@link PeerLostException}. Handlers run when their rank polls or waits in the library, or in its
 * progress thread. The requests that one thread sends to one rank are handled once each, in that order; so are its
 * replies. Nothing is ordered between a request and a reply, or between threads. A rank may leave the job before it
 * polls or waits again, as when it passes its last barrier and closes: what is on its way to that rank is then dropped
 * without a word. So let ranks leave when replies, or counts of what was handled, have told that nothing is on its way.
 *
 * <p><b>Sources.</b> With local completion {@link LocalCompletion#NOW} and {@link LocalCompletion#GROUP} (category AM
 * of {@link Nbi}), and for long messages, sources are copied before the call returns. The native source of a medium
 * request of {@value Loans#LEAST_BYTES} bytes and more with {@link LocalCompletion#event()} may be left where it is
 * until the handler at the target copies it from there, once, where the kernel lets ranks read each other's memory
 * ({@code pgas.cma}): leave it alone, and its arena open, until the event is synchronised. That takes a target that
 * polls or waits. A long message is undefined when its source and target overlap (checked mode reports it).
 *
 * <p><b>Forms.</b> The fixed ones take up to four arguments; the array ones take {@code arguments[0..count)}, and are
 * done with the array on return. None allocates, but for an event that is not complete on return.
 *
 * <p><b>Order.</b> Sending is a release, of what this thread did before and has synchronised; handling an acquire.
 *
 * <p><b>Errors</b>, before anything is sent: rank outside the team; handler index outside
 * {@value HandlerEntry#INDEX_BASE}..{@value HandlerEntry#INDEX_MAX}; source range; payload over the limit; target
 * outside the segment; an endpoint, at either end, that does not exist (any more) or has no {@link Capabilities#AM}; in
 * checked mode also a handler that the target has not registered, or not for such a message. Without checked mode, and
 * for an endpoint of another process that is not its primordial one, the target notices that, and ends the job.
 *
 * <p>Source: GASNet-EX "Fixed-payload AM APIs", "Negotiated-payload AM APIs"; GASNet-1 2.3.
 */
public final class ActiveMessages {
    private final Rooms rooms;
    private final ThisRank self;
    private final TeamCore team;
    private final Messenger messenger;
    private final MessageChecks checks;

    /** By rank: its job rank, and less than 0 when the team is destroyed. */
    private final int[] peers;
    private final boolean checked;

    /** Null for a team of primordial endpoints. */
    private final MessageEnds ends;

    ActiveMessages(Rooms rooms, TeamCore team) {
        this.rooms = rooms;
        this.self = rooms.self;
        this.team = team;
        this.messenger = rooms.messenger;
        this.checks = messenger.checks();
        this.peers = team.messagePeers();
        this.checked = self.isChecked();
        this.ends = MessageEnds.of(self, rooms.endpoints, team.endpoint(), team.members());
    }

    /** For the head of a message to that member, a checked rank; refuses endpoints that take no messages. */
    private long between(String call, int rank) {
        return ends == null ? 0 : ends.to(call, rank);
    }

    private int peer(String call, int rank) {
        int peer = rank < 0 || rank >= peers.length ? -1 : peers[rank];
        if (peer < 0) {
            return team.messagePeer(call, rank);
        }
        self.checkOpenPlain();
        return peer;
    }

    /** With the endpoints; throws when such a message is not legal, as far as that is known here. */
    private long head(String call, int rank, int peer, int category, int handler, int count) {
        long head = MessageHead.of(category, handler, count) | between(call, rank);
        if (checked || !Handler.isIndex(handler)) {
            checks.check(call, peer, handler, head, false);
        }
        return head;
    }

    private void sendShort(int rank, int handler, int count, long first, long second) {
        int peer = peer("ActiveMessages.requestShort", rank);
        long head = head("ActiveMessages.requestShort", rank, peer, MessageHead.SHORT, handler, count);
        messenger.requestShort(peer, head, first, second);
    }

    private boolean sendShort(String call, int rank, int handler, int[] arguments, int count, boolean immediate) {
        ArgumentPacking.check(self.rank(), call, arguments, count);
        int peer = peer(call, rank);
        long head = head(call, rank, peer, MessageHead.SHORT, handler, count);
        return messenger.requestShort(peer, head, arguments, immediate);
    }

//$ 0 1 2 3 4
    public void requestShort(int rank, int handler$arguments$) {
        sendShort(rank, handler, $given$, $first$, $second$);
    }

//$
    public void requestShort(int rank, int handler, int[] arguments, int count) {
        sendShort("ActiveMessages.requestShort", rank, handler, arguments, count, false);
    }

    /** As {@code requestShort}; false, having done nothing, when it would have to wait. */
    public boolean tryRequestShort(int rank, int handler, int[] arguments, int count) {
        return sendShort("ActiveMessages.tryRequestShort", rank, handler, arguments, count, true);
    }

    private boolean sendMedium(String call, int rank, int handler, MemorySegment source, long sourceOffset, long bytes,
            int count, long first, long second, int[] arguments, boolean immediate) {
        int peer = peer(call, rank);
        long head = head(call, rank, peer, MessageHead.MEDIUM, handler, count);
        checks.checkMedium(call, source, sourceOffset, bytes, head);
        return messenger.requestMedium(peer, head, first, second, arguments, source, sourceOffset, (int) bytes,
                immediate);
    }

    /** With a local completion: an event may leave the data where it is until the handler takes it. */
    private boolean sendMedium(String call, int rank, int handler, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion, int[] arguments, int count, boolean immediate) {
        ArgumentPacking.check(self.rank(), call, arguments, count);
        Cores.of(completion).legalForRequest(self.rank());
        if (bytes >= Loans.LEAST_BYTES && Cores.of(completion).isEvent()) {
            int peer = peer(call, rank);
            long head = head(call, rank, peer, MessageHead.MEDIUM, handler, count);
            checks.checkMedium(call, source, sourceOffset, bytes, head);
            if (rooms.loans.lend(peer, head, arguments, source, sourceOffset, bytes, Cores.of(completion), immediate)) {
                return true;
            }
        }
        boolean sent = sendMedium(call, rank, handler, source, sourceOffset, bytes, count,
                ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count), arguments,
                immediate);
        if (sent) {
            Cores.of(completion).completed();
        }
        return sent;
    }

//$ 0 1 2 3 4
    public void requestMedium(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes$arguments$) {
        sendMedium("ActiveMessages.requestMedium", rank, handler, source, sourceOffset, bytes, $given$, $first$,
                $second$, ArgumentPacking.NONE, false);
    }

//$
    /**
     * With a local completion option: NOW, GROUP or {@link LocalCompletion#event()}, until which a large source may
     * stay in use: see "Sources".
     */
    public void requestMedium(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int[] arguments, int count) {
        sendMedium("ActiveMessages.requestMedium", rank, handler, source, sourceOffset, bytes, completion, arguments,
                count, false);
    }

    /** As {@code requestMedium}; false, having done nothing, when it would have to wait. */
    public boolean tryRequestMedium(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int[] arguments, int count) {
        return sendMedium("ActiveMessages.tryRequestMedium", rank, handler, source, sourceOffset, bytes, completion,
                arguments, count, true);
    }

    private boolean sendLong(String call, int rank, int handler, MemorySegment source, long sourceOffset, long bytes,
            long targetOffset, int count, long first, long second, int[] arguments, boolean immediate) {
        int peer = peer(call, rank);
        long head = head(call, rank, peer, MessageHead.LONG, handler, count);
        long address = checks.checkLong(call, team.destinations(), rank, source, sourceOffset, bytes, targetOffset);
        if (!messenger.placeRequest(peer, head, source, sourceOffset, bytes, address, immediate)) {
            return false;
        }
        messenger.requestLong(peer, head, first, second, arguments, targetOffset, bytes);
        return true;
    }

//$ 0 1 2 3 4
    public void requestLong(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset$arguments$) {
        sendLong("ActiveMessages.requestLong", rank, handler, source, sourceOffset, bytes, targetOffset, $given$,
                $first$, $second$, ArgumentPacking.NONE, false);
    }

//$
    /** With a local completion option: NOW, GROUP or {@link LocalCompletion#event()}. */
    public void requestLong(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            LocalCompletion completion, int[] arguments, int count) {
        ArgumentPacking.check(self.rank(), "ActiveMessages.requestLong", arguments, count);
        Cores.of(completion).legalForRequest(self.rank());
        sendLong("ActiveMessages.requestLong", rank, handler, source, sourceOffset, bytes, targetOffset, count,
                ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count), arguments, false);
        Cores.of(completion).completed();
    }

    /**
     * As {@code requestLong}; false, having done nothing, when it would have to wait. It may still wait a moment when
     * another thread takes the room that there was while the data was copied.
     */
    public boolean tryRequestLong(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            LocalCompletion completion, int[] arguments, int count) {
        ArgumentPacking.check(self.rank(), "ActiveMessages.tryRequestLong", arguments, count);
        Cores.of(completion).legalForRequest(self.rank());
        boolean sent = sendLong("ActiveMessages.tryRequestLong", rank, handler, source, sourceOffset, bytes,
                targetOffset, count,
                ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count), arguments, true);
        if (sent) {
            Cores.of(completion).completed();
        }
        return sent;
    }

    /**
     * A long request. The program promises to leave its source alone until the reply's handler has begun, and its
     * handler must reply. In this library the source is reusable on return. Source: GASNet-1 2.3.3.4.
     */
    public void requestLongAsync(
            int rank, int handler, MemorySegment source, long sourceOffset, long bytes, long targetOffset,
            int[] arguments, int count) {
        ArgumentPacking.check(self.rank(), "ActiveMessages.requestLongAsync", arguments, count);
        sendLong("ActiveMessages.requestLongAsync", rank, handler, source, sourceOffset, bytes, targetOffset, count,
                ArgumentPacking.first(arguments, count), ArgumentPacking.second(arguments, count), arguments, false);
    }

    /**
     * Settles room for a medium request of at least {@code least} and at most {@code most} bytes of payload, waiting
     * for it if needed.
     *
     * @param buffer where the program will write the payload (or has written it), at least {@code most} bytes, with
     *        {@code completion} as for requestMedium; or null, with {@code completion} null, for a buffer of the
     *        library's: see {@link PreparedMessage#payload}
     * @param least 0..{@link #maxRequestMedium} with the flag for this kind of buffer
     * @param most at least {@code least}; may exceed the limit
     * @param flags {@link MessageFlags#IMMEDIATE} or none; with a buffer of the program's it changes nothing: no room
     *        is taken before the commit, which waits for it
     * @param argumentCount how many arguments commit will give
     * @return the message to commit or cancel; null if immediate and there was no room
     */
    public PreparedMessage prepareRequestMedium(
            int rank, MemorySegment buffer, long least, long most, LocalCompletion completion, int flags,
            int argumentCount) {
        String call = "ActiveMessages.prepareRequestMedium";
        Completion local = Completion.of(completion);
        return PreparedMessage.of(prepare(call, rank, local).asking(buffer, least, most, PreparedMessage.LATER, local)
                .begin(call, MessageHead.MEDIUM, flags, argumentCount));
    }

    /**
     * As {@link #prepareRequestMedium}, for a long request.
     *
     * @param targetOffset where the data is to go, the same as at commit, or {@link PreparedMessage#LATER}
     */
    public PreparedMessage prepareRequestLong(
            int rank, MemorySegment buffer, long least, long most, long targetOffset, LocalCompletion completion,
            int flags, int argumentCount) {
        String call = "ActiveMessages.prepareRequestLong";
        Completion local = Completion.of(completion);
        return PreparedMessage.of(prepare(call, rank, local).asking(buffer, least, most, targetOffset, local)
                .begin(call, MessageHead.LONG, flags, argumentCount));
    }

    private Prepared prepare(String call, int rank, Completion completion) {
        int peer = peer(call, rank);
        long between = between(call, rank);
        if (completion != null) {
            completion.legalForRequest(self.rank());
        }
        checks.checkContext(call, false);
        return messenger.prepared().request(call, team.destinations(), rank, peer, between);
    }

    /**
     * A new aggregator of items of {@code itemBytes} bytes for the members of this team; {@code handler} is an index of
     * medium requests, the same on all of them.
     */
    public Aggregator aggregator(int handler, int itemBytes) {
        return new Aggregator(self, rooms.waiting, team, ends, messenger, handler, itemBytes, null);
    }

    /** As {@link #aggregator(int, int)}; an item is sent after about {@code delay} also without a flush. */
    public Aggregator aggregator(int handler, int itemBytes, Duration delay) {
        return new Aggregator(self, rooms.waiting, team, ends, messenger, handler, itemBytes,
                Objects.requireNonNull(delay, "delay"));
    }

    /** Most arguments of a message: {@value MessageHead#MAX_ARGUMENTS}. */
    public static int maxArguments() {
        return MessageHead.MAX_ARGUMENTS;
    }

    /**
     * Largest payload, in bytes, of a medium request with these options to {@code rank}; or, with
     * {@link Team#INVALID_RANK}, to every member with an endpoint that takes messages. At least 512, the same from both
     * sides and throughout the job, and never more with more arguments; it follows from {@code pgas.am.ring}. Errors:
     * an endpoint, at either end, that does not exist or has no {@link Capabilities#AM}; with INVALID_RANK, no member
     * with that capability.
     *
     * @param completion one that is legal for such a message, or null
     * @param flags {@link MessageFlags}; with PREPARE_LEAST_CLIENT or _ALLOC the largest {@code least} of a prepare
     */
    public long maxRequestMedium(int rank, LocalCompletion completion, int flags, int argumentCount) {
        String call = "ActiveMessages.maxRequestMedium";
        return checks.maxMedium(call, flags, argumentCount, limitOf(call, rank, completion, false));
    }

    /** As {@link #maxRequestMedium}, for medium replies to or from that rank. */
    public long maxReplyMedium(int rank, LocalCompletion completion, int flags, int argumentCount) {
        String call = "ActiveMessages.maxReplyMedium";
        return checks.maxMedium(call, flags, argumentCount, limitOf(call, rank, completion, true));
    }

    /** As {@link #maxRequestMedium}, for long requests. */
    public long maxRequestLong(int rank, LocalCompletion completion, int flags, int argumentCount) {
        String call = "ActiveMessages.maxRequestLong";
        return checks.maxLong(call, flags, argumentCount, limitOf(call, rank, completion, false));
    }

    /** As {@link #maxRequestMedium}, for long replies to or from that rank. */
    public long maxReplyLong(int rank, LocalCompletion completion, int flags, int argumentCount) {
        String call = "ActiveMessages.maxReplyLong";
        return checks.maxLong(call, flags, argumentCount, limitOf(call, rank, completion, true));
    }

    private long limitOf(String call, int rank, LocalCompletion completion, boolean isReply) {
        long between;
        if (rank == TeamMembers.NOT_A_RANK) {
            between = ends == null ? 0 : ends.toAny(call);
        } else {
            team.checkRank(call, rank);
            between = between(call, rank);
        }
        if (completion != null && isReply) {
            Cores.of(completion).legalForReply(self.rank());
        } else if (completion != null) {
            Cores.of(completion).legalForRequest(self.rank());
        }
        return between;
    }

    /** A payload that any medium request may have. Source: GASNet-EX gex_AM_LUBRequestMedium. */
    public long leastMaxRequestMedium() {
        return checks.leastMaxMedium();
    }

    /** As {@link #leastMaxRequestMedium}, for medium replies. */
    public long leastMaxReplyMedium() {
        return leastMaxRequestMedium();
    }

    /** As {@link #leastMaxRequestMedium}, for long requests. */
    public long leastMaxRequestLong() {
        return checks.maxLong("ActiveMessages.leastMaxRequestLong", 0, MessageHead.MAX_ARGUMENTS, 0);
    }

    /** As {@link #leastMaxRequestMedium}, for long replies. */
    public long leastMaxReplyLong() {
        return leastMaxRequestLong();
    }
}
