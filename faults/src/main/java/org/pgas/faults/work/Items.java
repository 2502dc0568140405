package org.pgas.faults.work;

import org.pgas.Aggregator;
import org.pgas.HandlerEntry;
import org.pgas.Job;

/**
 * Small items from all to all through an aggregator, which are counted and summed; after each complete all have
 * arrived.
 */
public final class Items {
    private static final int HANDLER = 200;
    private static final int ITEMS = 2_000;

    private long handled;
    private long sum;

    private Items() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            new Items().run(job);
        }
    }

    private void run(Job job) {
        job.attach(job.pageBytes());
        job.endpoint().handlers().register(HandlerEntry.ofMedium((_, payload) -> {
            for (long at = 0; at < payload.bytes(); at += Long.BYTES) {
                handled++;
                sum += payload.getLong(at);
            }
        }).index(HANDLER).request().anyArguments());
        job.world().barrier();
        try (Aggregator aggregator = job.world().am().aggregator(HANDLER, Long.BYTES)) {
            System.out.println(Workload.READY);
            for (long round = 1;; round++) {
                for (int i = 0; i < ITEMS; i++) {
                    aggregator.add(i % job.size(), i);
                }
                aggregator.complete();
                job.world().barrier();
                check(job, round);
                job.world().barrier();
            }
        }
    }

    private void check(Job job, long round) {
        long count = 0;
        long expected = 0;
        for (int i = job.rank(); i < ITEMS; i += job.size()) {
            count++;
            expected += i;
        }
        Check.equal("items", count * job.size() * round, handled);
        Check.equal("sum of items", expected * job.size() * round, sum);
    }
}
