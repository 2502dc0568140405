package org.pgas;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.spi.MessageHead;

/**
 * The aggregators of a rank, by number, and the library's handlers that deliver and acknowledge their batches. Batches go between
 * primordial endpoints, which alone have these handlers, and say which endpoints they are from and for.
 *
 * <pre>
 * field  writer                   reader              order
 * slots  who opens or closes one  the same, handlers  CAS from null, volatile / volatile
 * </pre>
 */
final class Aggregators {
    /** Indices of the library's own handlers. */
    static final int DELIVER = 1;
    private static final int ACKNOWLEDGE = 2;

    private static final int NUMBER_BITS = 8;
    private static final int LIMIT = 1 << NUMBER_BITS;

    private final Job job;
    private final HandlerTable handlers;
    private final AtomicReferenceArray<Aggregator> slots = new AtomicReferenceArray<>(LIMIT);

    Aggregators(Job job, HandlerTable handlers) {
        this.job = job;
        this.handlers = handlers;
        handlers.registerInternal(HandlerEntry.ofMedium(this::deliver).name("aggregator batch").request()
                .arguments(Aggregator.ARGUMENTS).internalIndex(DELIVER));
        handlers.registerInternal(HandlerEntry.ofShort(this::acknowledge).name("aggregator acknowledgement").reply()
                .arguments(1).internalIndex(ACKNOWLEDGE));
    }

    int add(Aggregator aggregator) {
        for (int id = 0; id < LIMIT; id++) {
            if (slots.get(id) == null && slots.compareAndSet(id, null, aggregator)) {
                return id;
            }
        }
        throw new PgasException(ErrorCode.RESOURCE,
                "rank " + job.rank() + ": ActiveMessages.aggregator: " + LIMIT
                        + " are open already: close those that are done");
    }

    void remove(int id) {
        slots.set(id, null);
    }

    /** What a batch carries and its acknowledgement brings back: whose it is, and for which rank of the team. */
    static int tag(int id, int rank) {
        return rank << NUMBER_BITS | id;
    }

    private void deliver(Token token, Payload items) {
        long head = HandlerEntry.headOf(token.argument(0), 0);
        Endpoint target = target(head);
        HandlerEntry entry = handler(head, target);
        if (entry == null || !entry.accepts(head, false)) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": a batch from rank "
                    + token.sourceRank() + " is for handler " + MessageHead.handler(head)
                    + MessageChecks.of(MessageHead.targetEndpoint(head))
                    + ", which is not registered here for medium requests without arguments");
        }
        int tag = token.argument(1);
        token.handOver(head, entry, target);
        entry.mediumHandler().handle(token, items);
        token.replyInternal(ACKNOWLEDGE, tag);
    }

    /** Null for the primordial endpoint, as for one that does not exist here. */
    private Endpoint target(long head) {
        int index = MessageHead.targetEndpoint(head);
        return index == 0 ? null : job.endpoints().find(index);
    }

    private HandlerEntry handler(long head, Endpoint target) {
        if (target != null) {
            return target.handlers().find(MessageHead.handler(head));
        }
        return MessageHead.targetEndpoint(head) == 0 ? handlers.find(MessageHead.handler(head)) : null;
    }

    private void acknowledge(Token token) {
        int tag = token.argument(0);
        Aggregator aggregator = slots.get(tag & LIMIT - 1);
        if (aggregator != null) {
            aggregator.acknowledge(tag >>> NUMBER_BITS);
        }
    }
}
