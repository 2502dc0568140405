package org.pgas;

import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/** Finds and runs the handlers of one network's messages, requests or replies. Used by one thread at a time. */
final class MessageDispatcher implements MessageInbox.Receiver {
    private final Job job;
    private final HandlerTable handlers;
    private final boolean reply;
    private final boolean checked;

    // Reused for every message, so that none is allocated. Checked mode makes new ones, so that a token or payload that a handler
    // has kept is recognised even while another handler runs.
    private final Token token;
    private final Payload payload;

    MessageDispatcher(Job job, HandlerTable handlers, Messenger messenger, boolean reply) {
        this.job = job;
        this.handlers = handlers;
        this.reply = reply;
        checked = job.isChecked();
        token = new Token(job, messenger, reply);
        payload = new Payload(job.rank());
    }

    @Override
    public void received(int source, int head, long arguments, long payloadAddress, int bytes) {
        HandlerEntry entry = entry(source, head);
        Token current = begin(source, head, arguments, entry);
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
        end(current, head);
    }

    private void handleMedium(HandlerEntry entry, Token current, long address, int bytes) {
        Payload data = checked ? new Payload(job.rank()) : payload;
        data.begin(address, bytes);
        try {
            entry.mediumHandler().handle(current, data);
        } finally {
            data.end();
        }
    }

    @Override
    public void receivedLong(int source, int head, long arguments, long targetOffset, long bytes) {
        HandlerEntry entry = entry(source, head);
        Token current = begin(source, head, arguments, entry);
        try {
            entry.longHandler().handle(current, targetOffset, bytes);
        } catch (Throwable e) {
            if (checked) {
                job.restrictedContext().abandonHandler();
            }
            throw failed(current, head, e);
        }
        end(current, head);
    }

    private HandlerEntry entry(int source, int head) {
        HandlerEntry entry = handlers.find(MessageHead.handler(head));
        if (entry == null || !entry.accepts(head, reply)) {
            throw refused(source, head, entry);
        }
        return entry;
    }

    private Token begin(int source, int head, long arguments, HandlerEntry entry) {
        Token current = checked ? new Token(job, token.messenger(), reply) : token;
        current.begin(source, head, arguments, entry);
        if (checked) {
            job.restrictedContext().enterHandler(reply, entry);
        }
        return current;
    }

    private void end(Token current, int head) {
        if (checked) {
            try {
                job.restrictedContext().leaveHandler(current.entry().toString());
            } catch (PgasException e) {
                throw failed(current, head, e);
            }
        }
        current.end();
    }

    private RuntimeException refused(int source, int head, HandlerEntry entry) {
        String why = HandlerEntry.refusal(entry == null ? 0 : entry.description(), head, reply);
        throw job.fail("rank " + job.rank() + ": " + text(head) + " from rank " + source + " is for "
                + (entry == null ? "handler " + MessageHead.handler(head) : entry.toString()) + ", " + why);
    }

    private RuntimeException failed(Token current, int head, Throwable e) {
        if (e instanceof JobEndedException ended) {
            current.end();
            throw ended;
        }
        String message = "rank " + job.rank() + ": " + current.entry() + ", run for " + text(head) + " from rank "
                + current.sourceRank() + ", threw " + e;
        current.end();
        // the trace is of use only here, and the ending carries only the message
        e.printStackTrace();
        throw job.fail(message);
    }

    private String text(int head) {
        return "a " + MessageHead.categoryName(head) + (reply ? " reply" : " request");
    }
}
