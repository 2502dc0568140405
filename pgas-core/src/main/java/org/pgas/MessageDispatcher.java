package org.pgas;

import org.pgas.events.HandlerEvent;
import org.pgas.events.Recorder;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/** Finds the endpoints and runs the handlers of one network's messages, requests or replies. Used by one thread at a time. */
final class MessageDispatcher implements MessageInbox.Receiver {
    private final Job job;

    /** Of the primordial endpoint. */
    private final HandlerTable handlers;

    private final boolean reply;
    private final boolean checked;

    // Reused for every message, so that none is allocated. Checked mode makes new ones, so that a token or payload that a handler
    // has kept is recognised even while another handler runs.
    private final Token token;
    private final Payload payload;
    private final Payload lentPayload;

    /** Data of the request that was handed over last. Touched by the holder only. */
    private long handedOverBytes;

    /** Payload that was handled since the holder of the turn has asked last. Touched by the holder only. */
    private long handledBytes;

    MessageDispatcher(Job job, HandlerTable handlers, Messenger messenger, boolean reply) {
        this.job = job;
        this.handlers = handlers;
        this.reply = reply;
        checked = job.isChecked();
        token = new Token(job, messenger, reply);
        payload = new Payload(job.rank());
        lentPayload = new Payload(job.rank());
    }

    /** Bytes of payload handled since the last call. By the holder of the turn. */
    long takeHandledBytes() {
        long bytes = handledBytes;
        handledBytes = 0;
        return bytes;
    }

    @Override
    public void received(int source, long head, long arguments, long payloadAddress, int bytes) {
        Endpoint target = target(source, head);
        HandlerEntry entry = entry(source, head, target);
        Token current = begin(source, head, arguments, entry, target);
        HandlerEvent event = Recorder.handler();
        try {
            if (MessageHead.category(head) == MessageHead.SHORT) {
                entry.shortHandler().handle(current);
            } else {
                handleMedium(entry, current, payloadAddress, bytes);
            }
        } catch (Throwable e) {
            if (checked) {
                job.restrictedContext().abandonHandler();
            }
            throw failed(current, head, e);
        }
        // that of the program, if the message stood for one
        HandlerEntry handled = current.entry();
        end(current, head);
        if (event != null) {
            event.finish(job.origin(), handled, MessageHead.categoryName(head), reply, source,
                    handled == entry ? bytes : handedOverBytes);
        }
    }

    private void handleMedium(HandlerEntry entry, Token current, long address, int bytes) {
        Payload data = checked ? new Payload(job.rank()) : payload;
        data.begin(address, bytes);
        try {
            entry.mediumHandler().handle(current, data);
        } finally {
            data.end();
        }
        handledBytes += bytes;
    }

    /** Runs the handler of a request that the one which is being handled stands for. */
    void handOver(int source, Token current, long head, LentData lent) {
        Endpoint target = target(source, head);
        HandlerEntry entry = entry(source, head, target);
        current.handOver(head, entry, target);
        Payload data = checked ? new Payload(job.rank()) : lentPayload;
        data.begin(lent);
        try {
            entry.mediumHandler().handle(current, data);
        } finally {
            data.end();
        }
        handedOverBytes = lent.bytes();
        handledBytes += handedOverBytes - Loans.MESSAGE_BYTES;
    }

    @Override
    public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {
        Endpoint target = target(source, head);
        HandlerEntry entry = entry(source, head, target);
        Token current = begin(source, head, arguments, entry, target);
        HandlerEvent event = Recorder.handler();
        try {
            entry.longHandler().handle(current, targetOffset, bytes);
            handledBytes += bytes;
        } catch (Throwable e) {
            if (checked) {
                job.restrictedContext().abandonHandler();
            }
            throw failed(current, head, e);
        }
        end(current, head);
        if (event != null) {
            event.finish(job.origin(), entry, MessageHead.categoryName(head), reply, source, bytes);
        }
    }

    /** The endpoint that the message is for; null for the primordial one. */
    private Endpoint target(int source, long head) {
        int index = MessageHead.targetEndpoint(head);
        if (index == 0) {
            return null;
        }
        Endpoint target = job.endpoints().find(index);
        if (target == null || (target.capabilities() & Capabilities.AM) == 0) {
            throw job.fail("rank " + job.rank() + ": " + text(head) + " from rank " + source + " is for endpoint "
                    + index + ", which " + (target == null
                            ? "does not exist here (any more): destroy an endpoint only when all messages for it have arrived"
                            : "was created without Capabilities.AM"));
        }
        return target;
    }

    private HandlerEntry entry(int source, long head, Endpoint target) {
        HandlerTable table = target == null ? handlers : target.handlers();
        HandlerEntry entry = table.find(MessageHead.handler(head));
        if (entry == null || !entry.accepts(head, reply)) {
            throw refused(source, head, entry);
        }
        return entry;
    }

    private Token begin(int source, long head, long arguments, HandlerEntry entry, Endpoint target) {
        Token current = checked ? new Token(job, token.messenger(), reply) : token;
        current.begin(source, head, arguments, entry, target);
        if (checked) {
            job.restrictedContext().enterHandler(reply, entry);
        }
        return current;
    }

    private void end(Token current, long head) {
        if (checked) {
            try {
                job.restrictedContext().leaveHandler(current.entry().toString());
            } catch (PgasException e) {
                throw failed(current, head, e);
            }
        }
        current.end();
    }

    private RuntimeException refused(int source, long head, HandlerEntry entry) {
        String why = HandlerEntry.refusal(entry == null ? 0 : entry.description(), head, reply);
        throw job.fail("rank " + job.rank() + ": " + text(head) + " from rank " + source + " is for "
                + (entry == null ? "handler " + MessageHead.handler(head) : entry.toString())
                + MessageChecks.of(MessageHead.targetEndpoint(head)) + ", " + why);
    }

    private RuntimeException failed(Token current, long head, Throwable e) {
        if (e instanceof JobEndedException ended) {
            current.end();
            throw ended;
        }
        String message = "rank " + job.rank() + ": " + current.entry() + ", run for " + text(head) + " from rank "
                + current.sourceRank() + ", threw " + e;
        current.end();
        throw job.fail(message, e);
    }

    private String text(long head) {
        return "a " + MessageHead.categoryName(head) + (reply ? " reply" : " request");
    }
}
