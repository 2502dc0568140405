package org.pgas.loan;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.pgas.ErrorCode;
import org.pgas.EventCategory;
import org.pgas.PeerLostException;
import org.pgas.Setting;
import org.pgas.far.FarMessages;
import org.pgas.far.FarOperation;
import org.pgas.far.FarOperations;
import org.pgas.far.FarOwner;
import org.pgas.far.FarThread;
import org.pgas.far.FarTransfers;
import org.pgas.lend.Offers;
import org.pgas.memory.DataChecksum;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.Lent;
import org.pgas.message.Messenger;
import org.pgas.message.PayloadCore;
import org.pgas.operation.Completion;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.MessageHead;
import org.pgas.spi.PeerProcess;
import org.pgas.spi.Processes;
import org.pgas.wait.LocalAwaited;

/**
 * Medium requests that leave their data in the sender's memory until their handler takes it, with one copy from process
 * to process instead of two through a ring. They are large, and their sender awaits local completion by an event. The
 * message says where the data lies; its {@link Payload} reads it from there; when the handler has returned, an answer
 * completes the event.
 *
 * <p>Whether a peer can read this process is asked before the first such message to it, by a note that the peer is to
 * read; until it has answered, and where it cannot, messages carry their data. So no message has to be sent twice, and
 * none overtakes another. Nothing is ever written by such a call. Any native memory may be lent, also of an arena that
 * the program may close: a read of what is no more fails, and harms nobody.
 *
 * <p>Any thread; handlers one at a time.
 *
 * <pre>
 * field  writer                                 reader             order
 * reach  threads that ask, handlers of answers  threads that lend  volatile
 * </pre>
 */
public final class Loans {
    /**
     * From so many bytes on it is quicker than two copies: the call takes half a microsecond, and an answer has to
     * come.
     */
    public static final int LEAST_BYTES = 8 << 10;

    private static final int UNKNOWN = 0;
    private static final int ASKED = 1;
    private static final int READS = 2;
    private static final int REFUSED = 3;

    /** Bytes of the payload of a message that stands for one with lent data. */
    private static final int MESSAGE_BYTES = Lent.MESSAGE_BYTES;

    private static final int HANDLE = 0;
    private static final int ADDRESS = 8;
    private static final int LENGTH = 16;
    private static final int HEAD = 24;

    /** Over the others: the transport's own check is of heads and arguments, not of payloads. */
    private static final int CHECK = 32;

    /** For the death of a process that cannot be read any more to be told. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** A peer; this process can read its process, as a note there with a random value has shown. */
    private record Lender(PeerProcess process, long note, long value) {
        /** Whether the note still is there. */
        boolean isThere() {
            MemorySegment found = MemorySegment.ofArray(new long[1]);
            return process.read(note, found, 0, Long.BYTES) && found.get(ValueLayout.JAVA_LONG, 0) == value;
        }
    }

    private final ThisRank self;
    private final UnawaitedOperations unawaited;
    private final Offers offers;
    private final Member membership;
    private final JobEnd jobEnd;
    private final Processes processes;
    private final Messenger messenger;
    private final FarTransfers far;
    private final FarOperations operations;

    /** By peer: whether it can read this process. */
    private final AtomicIntegerArray reach;

    /** By peer; null while it has not asked, or cannot be read. Of handlers alone. */
    private final Lender[] lenders;

    private final LentData data;

    /** What peers are to read when they are asked; null until one is. Guarded by {@code this}. */
    private MemorySegment note;

    public Loans(UnawaitedOperations unawaited, Offers offers, Messenger messenger, Handlers handlers,
            FarTransfers far) {
        self = unawaited.self();
        this.unawaited = unawaited;
        this.offers = offers;
        membership = self.conduit().member();
        jobEnd = self.conduit().end();
        processes = self.conduit().processes();
        this.messenger = messenger;
        this.far = far;
        operations = far.operations();
        reach = new AtomicIntegerArray(membership.size());
        lenders = new Lender[membership.size()];
        data = new LentData(this);
        handlers.registerInternal(Handler.ofMedium(this::lent).name("medium request with lent data").request()
                .internalIndex(FarMessages.LEND_INDEX));
        handlers.registerInternal(Handler.ofShort(this::asked).name("question for reach").request().arguments(4)
                .internalIndex(FarMessages.ASK_INDEX));
        handlers.registerInternal(Handler.ofShort(this::answered).name("answer for reach").reply().arguments(1)
                .internalIndex(FarMessages.REACH_INDEX));
    }

    /**
     * Sends a request without its data, if that can be; the caller has checked its head and its data. Says whether it
     * did: {@code completion} has its event then. If not, nothing was done.
     */
    public boolean lend(int peer, long head, int[] arguments, MemorySegment source, long sourceOffset, long bytes,
            Completion completion, boolean immediate) {
        if (!source.isNative() || peer == membership.rank() || !isReader(peer)) {
            return false;
        }
        // memory that is closed, or another thread's, is refused before anything is sent
        source.get(ValueLayout.JAVA_BYTE, sourceOffset);
        FarThread thread = far.thread();
        LoanEvent event = new LoanEvent(unawaited, peer, bytes);
        FarOperation operation = operations.beginUncounted(thread, event, EventCategory.AM, peer);
        // not to be collected before the answer
        operation.into(source, sourceOffset, 1);
        MemorySegment message = thread.staging(MESSAGE_BYTES);
        long address = source.address() + sourceOffset;
        message.set(ValueLayout.JAVA_LONG, HANDLE, operation.handle());
        message.set(ValueLayout.JAVA_LONG, ADDRESS, address);
        message.set(ValueLayout.JAVA_LONG, LENGTH, bytes);
        message.set(ValueLayout.JAVA_LONG, HEAD, head);
        message.set(ValueLayout.JAVA_LONG, CHECK, check(operation.handle(), address, bytes, head));
        boolean sent = false;
        try {
            int count = MessageHead.argumentCount(head);
            sent = messenger.requestMedium(peer, FarMessages.lend(count), ArgumentPacking.first(arguments, count),
                    ArgumentPacking.second(arguments, count), arguments, message, 0, MESSAGE_BYTES, immediate);
        } finally {
            if (!sent) {
                operations.giveBack(operation);
            }
        }
        if (sent) {
            messenger.lent(bytes - MESSAGE_BYTES);
            completion.lent(event.begun());
        }
        return sent;
    }

    public static long check(long handle, long address, long bytes, long head) {
        return DataChecksum.mixed(DataChecksum.mixed(
                DataChecksum.mixed(DataChecksum.mixed(0x9E37_79B9_7F4A_7C15L, handle), address), bytes), head);
    }

    private boolean isReader(int peer) {
        // SYNC: reach
        int known = reach.get(peer);
        if (known == UNKNOWN && offers.isEnabled() && reach.compareAndSet(peer, UNKNOWN, ASKED)) {
            ask(peer);
        }
        return known == READS;
    }

    /** Asks without waiting; when there is no room, the next message asks. */
    private void ask(int peer) {
        boolean asked = false;
        try {
            MemorySegment own = note();
            int[] arguments = new int[4];
            put(arguments, 0, own.address());
            put(arguments, 2, own.get(ValueLayout.JAVA_LONG, 0));
            asked = messenger.requestShort(peer, FarMessages.ASK, arguments, true);
        } finally {
            if (!asked) {
                reach.set(peer, UNKNOWN);
            }
        }
    }

    private static void put(int[] arguments, int index, long value) {
        arguments[index] = (int) value;
        arguments[index + 1] = (int) (value >>> 32);
    }

    private synchronized MemorySegment note() {
        if (note == null) {
            MemorySegment made = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
            made.set(ValueLayout.JAVA_LONG, 0, new SecureRandom().nextLong());
            note = made;
        }
        return note;
    }

    private void asked(Delivery request) {
        int source = request.sourceRank();
        PeerProcess process = offers.isEnabled() ? processes.process(source) : null;
        Lender lender = process == null ? null : new Lender(process, request.argumentLong(0), request.argumentLong(2));
        if (lender != null && lender.isThere()) {
            lenders[source] = lender;
        }
        try {
            request.replyInternal(FarMessages.REACH_INDEX, lenders[source] == null ? 0 : 1);
        } catch (PeerLostException e) {
            FarOwner.gone(request);
        }
    }

    private void answered(Delivery request) {
        // SYNC: reach
        reach.set(request.sourceRank(), request.argument(0) == 0 ? REFUSED : READS);
    }

    private void lent(Delivery request, PayloadCore message) {
        int source = request.sourceRank();
        long handle = message.getLong(HANDLE);
        long address = message.getLong(ADDRESS);
        long bytes = message.getLong(LENGTH);
        long head = message.getLong(HEAD);
        Lender lender = lenders[source];
        if (lender == null || message.getLong(CHECK) != check(handle, address, bytes, head)
                || bytes < LEAST_BYTES || !messenger.checks().isMedium(head, bytes)
                || MessageHead.argumentCount(head) != request.argumentCount()) {
            throw self.fail("rank " + self.rank() + ": a medium request of rank " + source + " lends " + bytes
                    + " bytes with head 0x" + Long.toHexString(head) + ": the message was damaged");
        }
        data.begin(lender.process(), source, address, bytes);
        try {
            messenger.runLent(source, request, head, data);
        } finally {
            data.end();
        }
        try {
            messenger.replyShort(source, FarMessages.DONE, handle, 0);
        } catch (PeerLostException e) {
            FarOwner.gone(request);
        }
    }

    /**
     * What a handler is told when its data cannot be read. When the sender of the data dies, waits for the end of the
     * job, and throws that.
     */
    RuntimeException unreadable(int source, long bytes) {
        if (!lenders[source].isThere()) {
            // it dies, perhaps without being seen to be dead yet, or has left the job
            awaitEnd(source);
        }
        jobEnd.checkRunning();
        String lost = "the " + bytes + " bytes of a medium request of rank " + source
                + " could not be read from its memory: ";
        if (membership.hasLeft(source)) {
            return new PeerLostException(source, self.refusals() + lost
                    + "it has left the job: local completion of a message has to be awaited before Job.close");
        }
        return self.refusals().failure(ErrorCode.BAD_ARGUMENT, lost
                + "a source has to be kept, and its arena open, until local completion;"
                + " memory that the system does not copy between processes needs " + Setting.CMA.key() + "=off");
    }

    private void awaitEnd(int source) {
        long start = System.nanoTime();
        unawaited.waiting().awaitLocal(new LocalAwaited("the end of rank " + source + ", whose memory cannot be read") {
            @Override
            public boolean isMet() {
                // not left to the wait: that gives a rank which has left its last word only when all replies were taken
                // in, as no handler can
                return membership.hasLeft(source) || System.nanoTime() - start > PATIENCE_NANOS;
            }

            @Override
            public int[] missing() {
                return new int[]{source};
            }
        });
    }
}
