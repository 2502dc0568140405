package org.pgas.faults.soak;

import java.time.Duration;

import org.pgas.Aggregator;
import org.pgas.HandlerEntry;

/** Aggregators, made and closed by strands: every item is handled once. */
final class BatchOperations extends Operations {
    private final int handler;
    private final long[][] sent;

    /** Sums of items here. The handler that has this rank's turn writes it. */
    private long sum;

    BatchOperations(Stage stage) {
        super(stage, "batches");
        sent = new long[stage.strands()][stage.ranks()];
        handler = stage.job().endpoint().handlers().register(HandlerEntry.ofMedium((_, items) -> {
            for (int at = 0; at < items.bytes(); at += Long.BYTES) {
                sum += items.getLong(at);
            }
        }).request().arguments(0));
    }

    @Override
    void burst(Strand strand) {
        try (Aggregator items = strand.below(8) == 0
                ? world().am().aggregator(handler, Long.BYTES, Duration.ofMillis(1))
                : world().am().aggregator(handler, Long.BYTES)) {
            int count = strand.length(3000);
            for (int i = 0; i < count; i++) {
                strand.does(this);
                int rank = strand.below(stage().ranks());
                long item = strand.random().nextLong();
                items.add(rank, item);
                sent[strand.index()][rank] += item;
            }
            items.complete();
        }
    }

    @Override
    void verify(Strand main) {
        long[] own = new long[stage().ranks()];
        for (long[] each : sent) {
            for (int rank = 0; rank < own.length; rank++) {
                own[rank] += each[rank];
            }
        }
        main.same("the sum of all items", stage().rank(), 0, stage().sums(own)[stage().rank()], sum);
    }
}
