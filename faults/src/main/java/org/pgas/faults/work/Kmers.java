package org.pgas.faults.work;

import java.util.SplittableRandom;
import java.util.function.LongConsumer;

import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.examples.kmers.KmerCodec;
import org.pgas.examples.kmers.KmerTable;
import org.pgas.examples.kmers.MessageTable;

/** Counts k-mers of random letters for ever, in the tables of the examples. */
public final class Kmers {
    private static final int K = 8;

    private enum Way {
        ATOMICS, MESSAGES
    }

    private Kmers() {}

    /** Argument: the way. */
    public static void main(String[] arguments) {
        Way way = Way.valueOf(arguments[0]);
        try (Job job = Job.join()) {
            switch (way) {
                case ATOMICS -> {
                    Segment segment = job.attach(4 << 20);
                    count(job, new KmerTable(job, segment, 0));
                }
                case MESSAGES -> {
                    try (MessageTable table = new MessageTable(job)) {
                        count(job, table);
                    }
                }
            }
        }
    }

    private static void count(Job job, LongConsumer table) {
        System.out.println(Workload.READY);
        KmerCodec codec = new KmerCodec(K);
        SplittableRandom letters = new SplittableRandom(job.rank());
        while (true) {
            table.accept(codec.canonical(letters.nextLong(1L << 2 * K)));
        }
    }
}
