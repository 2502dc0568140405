package org.pgas.message;

import org.pgas.Capabilities;
import org.pgas.JobEndedException;
import org.pgas.PgasException;
import org.pgas.events.HandlerEvent;
import org.pgas.events.Recorder;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/**
 * Finds the endpoints and runs the handlers of one network's messages, requests or replies. Used by one thread at a
 * time.
 */
public final class MessageDispatcher implements MessageInbox.Receiver {
    private final ThisRank self;
    private final Receivers receivers;
    private final HandlersOf tables;
    private final ReplyTargets targets;

    /** The handlers of the primordial endpoint, by index. */
    private final Handler[] handlers;

    private final boolean reply;
    private final boolean checked;

    // Reused for every message, so that none is allocated. Checked mode makes new ones, so that a token or payload that
    // a handler has kept is recognised even while another handler runs.
    private final Delivery delivery;
    private final PayloadCore payload;
    private final PayloadCore lentPayload;

    /** Data of the request that was handed over last. Touched by the holder only. */
    private long handedOverBytes;

    /** Payload that was handled since the holder of the turn has asked last. Touched by the holder only. */
    private long handledBytes;

    public MessageDispatcher(ThisRank self, Handlers handlers, Receivers receivers, HandlersOf tables,
            ReplyTargets targets, Sending messenger, boolean reply) {
        this.self = self;
        this.receivers = receivers;
        this.tables = tables;
        this.targets = targets;
        this.handlers = handlers.entries;
        this.reply = reply;
        checked = self.isChecked();
        delivery = new Delivery(self, receivers, targets, messenger, reply);
        payload = new PayloadCore(self.rank());
        lentPayload = new PayloadCore(self.rank());
    }

    /** Bytes of payload handled since the last call. By the holder of the turn. */
    long takeHandledBytes() {
        long bytes = handledBytes;
        handledBytes = 0;
        return bytes;
    }

    @Override
    public void received(int source, long head, long arguments, long payloadAddress, int bytes) {
        Receiver target = target(source, head);
        Handler entry = entry(source, head, target);
        Delivery current = begin(source, head, arguments, entry, target);
        HandlerEvent event = Recorder.isOn() ? Recorder.handler() : null;
        try {
            if (MessageHead.category(head) == MessageHead.SHORT) {
                entry.shortCode().run(current);
            } else {
                handleMedium(entry, current, payloadAddress, bytes);
            }
        } catch (Throwable e) {
            if (checked) {
                self.restrictedContext().abandonHandler();
            }
            throw failed(current, head, e);
        }
        // that of the program, if the message stood for one
        Handler handled = current.handler();
        end(current, head);
        if (event != null) {
            event.finish(self.origin(), handled, MessageHead.categoryName(head), reply, source,
                    handled == entry ? bytes : handedOverBytes);
        }
    }

    private void handleMedium(Handler entry, Delivery current, long address, int bytes) {
        PayloadCore data = checked ? new PayloadCore(self.rank()) : payload;
        data.begin(address, bytes);
        try {
            entry.mediumCode().run(current, data);
        } finally {
            data.end();
        }
        handledBytes += bytes;
    }

    /** Runs the handler of a request that the one which is being handled stands for. */
    void handOver(int source, Delivery current, long head, Lent lent) {
        Receiver target = target(source, head);
        Handler entry = entry(source, head, target);
        current.handOver(head, entry, target);
        PayloadCore data = checked ? new PayloadCore(self.rank()) : lentPayload;
        data.begin(lent);
        try {
            entry.mediumCode().run(current, data);
        } finally {
            data.end();
        }
        handedOverBytes = lent.bytes();
        handledBytes += handedOverBytes - Lent.MESSAGE_BYTES;
    }

    @Override
    public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {
        Receiver target = target(source, head);
        Handler entry = entry(source, head, target);
        Delivery current = begin(source, head, arguments, entry, target);
        HandlerEvent event = Recorder.isOn() ? Recorder.handler() : null;
        try {
            entry.longCode().run(current, targetOffset, bytes);
            handledBytes += bytes;
        } catch (Throwable e) {
            if (checked) {
                self.restrictedContext().abandonHandler();
            }
            throw failed(current, head, e);
        }
        end(current, head);
        if (event != null) {
            event.finish(self.origin(), entry, MessageHead.categoryName(head), reply, source, bytes);
        }
    }

    /** The endpoint that the message is for; null for the primordial one. */
    private Receiver target(int source, long head) {
        int index = MessageHead.targetEndpoint(head);
        if (index == 0) {
            return null;
        }
        Receiver target = receivers.find(index);
        if (target == null || (target.capabilities() & Capabilities.AM) == 0) {
            throw self.fail("rank " + self.rank() + ": " + text(head) + " from rank " + source + " is for endpoint "
                    + index + ", which " + (target == null
                            ? "does not exist here (any more): destroy an endpoint only when all messages for it "
                                    + "have arrived"
                            : "was created without Capabilities.AM"));
        }
        return target;
    }

    private Handler entry(int source, long head, Receiver target) {
        Handler[] table = target == null ? handlers : tables.of(target).entries;
        Handler entry = table[MessageHead.handler(head)];
        if (entry == null || !entry.accepts(head, reply)) {
            throw refused(source, head, entry);
        }
        return entry;
    }

    private Delivery begin(int source, long head, long arguments, Handler entry, Receiver target) {
        Delivery current = checked ? new Delivery(self, receivers, targets, delivery.messenger(), reply) : delivery;
        current.begin(source, head, arguments, entry, target);
        if (checked) {
            self.restrictedContext().enterHandler(reply, entry);
        }
        return current;
    }

    private void end(Delivery current, long head) {
        if (checked) {
            try {
                self.restrictedContext().leaveHandler(current.handler().toString());
            } catch (PgasException e) {
                throw failed(current, head, e);
            }
        }
        current.end();
    }

    private RuntimeException refused(int source, long head, Handler entry) {
        String why = Handler.refusal(entry == null ? 0 : entry.description(), head, reply);
        throw self.fail("rank " + self.rank() + ": " + text(head) + " from rank " + source + " is for "
                + (entry == null ? "handler " + MessageHead.handler(head) : entry.toString())
                + MessageChecks.of(MessageHead.targetEndpoint(head)) + ", " + why);
    }

    private RuntimeException failed(Delivery current, long head, Throwable e) {
        if (e instanceof JobEndedException ended) {
            current.end();
            throw ended;
        }
        String message = "rank " + self.rank() + ": " + current.handler() + ", run for " + text(head) + " from rank "
                + current.sourceRank() + ", threw " + e;
        current.end();
        throw self.fail(message, e);
    }

    private String text(long head) {
        return "a " + MessageHead.categoryName(head) + (reply ? " reply" : " request");
    }
}
