package org.pgas.message;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.ErrorCode;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;

/**
 * The aggregators of a rank, by number, and the library's handlers that deliver and acknowledge their batches. Batches
 * go between primordial endpoints, which alone have these handlers, and say which endpoints they are from and for.
 *
 * <pre>
 * field  writer                   reader              order
 * slots  opening, closing thread  the same, handlers  CAS from null, volatile / volatile
 * </pre>
 */
public final class Aggregators {
    /** Indices of the library's own handlers. */
    public static final int DELIVER = 1;

    /** How many arguments a batch has. */
    public static final int ARGUMENTS = 2;

    private static final int ACKNOWLEDGE = 2;

    private static final int NUMBER_BITS = 8;
    private static final int LIMIT = 1 << NUMBER_BITS;

    private final ThisRank self;
    private final Receivers receivers;
    private final HandlersOf tables;
    private final Handlers handlers;
    private final AtomicReferenceArray<Batches> slots = new AtomicReferenceArray<>(LIMIT);

    Aggregators(ThisRank self, Handlers handlers, Receivers receivers, HandlersOf tables) {
        this.self = self;
        this.receivers = receivers;
        this.tables = tables;
        this.handlers = handlers;
        handlers.registerInternal(Handler.ofMedium(this::deliver).name("aggregator batch").request()
                .arguments(ARGUMENTS).internalIndex(DELIVER));
        handlers.registerInternal(Handler.ofShort(this::acknowledge).name("aggregator acknowledgement").reply()
                .arguments(1).internalIndex(ACKNOWLEDGE));
    }

    public int add(Batches aggregator) {
        for (int id = 0; id < LIMIT; id++) {
            if (slots.get(id) == null && slots.compareAndSet(id, null, aggregator)) {
                return id;
            }
        }
        throw self.refusals().error(ErrorCode.RESOURCE, "ActiveMessages.aggregator", LIMIT
                + " are open already: close those that are done");
    }

    public void remove(int id) {
        slots.set(id, null);
    }

    /** What a batch carries and its acknowledgement brings back: the aggregator, and the rank of the team. */
    public static int tag(int id, int rank) {
        return rank << NUMBER_BITS | id;
    }

    private void deliver(Delivery message, PayloadCore items) {
        long head = Handler.headOf(message.argument(0), 0);
        Receiver target = target(head);
        Handler entry = handler(head, target);
        if (entry == null || !entry.accepts(head, false)) {
            throw self.refusals().failure(ErrorCode.BAD_ARGUMENT, "a batch from rank "
                    + message.sourceRank() + " is for handler " + MessageHead.handler(head)
                    + MessageChecks.of(MessageHead.targetEndpoint(head))
                    + ", which is not registered here for medium requests without arguments");
        }
        int tag = message.argument(1);
        message.handOver(head, entry, target);
        entry.mediumCode().run(message, items);
        message.replyInternal(ACKNOWLEDGE, tag);
    }

    /** Null for the primordial endpoint, as for one that does not exist here. */
    private Receiver target(long head) {
        int index = MessageHead.targetEndpoint(head);
        return index == 0 ? null : receivers.find(index);
    }

    private Handler handler(long head, Receiver target) {
        if (target != null) {
            return tables.of(target).find(MessageHead.handler(head));
        }
        return MessageHead.targetEndpoint(head) == 0 ? handlers.find(MessageHead.handler(head)) : null;
    }

    private void acknowledge(Delivery message) {
        int tag = message.argument(0);
        Batches aggregator = slots.get(tag & LIMIT - 1);
        if (aggregator != null) {
            aggregator.acknowledge(tag >>> NUMBER_BITS);
        }
    }
}
