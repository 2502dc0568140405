package org.pgas.examples.kmers;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

import org.pgas.Aggregator;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Payload;
import org.pgas.Token;

/**
 * A hash table of k-mer counts, spread over the heaps of all ranks. Only its owner ever touches a part, in handlers,
 * which run one at a time: so it needs no atomic operation, and may grow.
 *
 * <p>Counting is one-way: k-mers are collected for each owner and sent in batches. Get and put are a request and its
 * reply.
 */
public final class MessageTable implements LongConsumer, LocalCounts, AutoCloseable {
    /** A rank that counts takes in others' k-mers this often, so that these find room to send more. */
    private static final int COUNTS_PER_POLL = 256;

    private static final int KMER_BYTES = 8;

    private final Job job;

    /** Touched by handlers, and once all counting is over by {@link #forEachLocal}. */
    private final CountMap local = new CountMap();

    private final Aggregator counting;
    private final int get;
    private final int put;
    private final int answer;
    private int counted;

    /** Published by {@link #answered}. */
    private long answeredCount;

    /** Cleared by the thread that asks; set by the handler of the answer: release / acquire. */
    private final AtomicBoolean answered = new AtomicBoolean();

    /** An empty table. Collective. */
    public MessageTable(Job job) {
        this.job = job;
        int[] handlers = job.endpoint().handlers().register(
                HandlerEntry.ofMedium(this::onCount).name("count k-mers").request().arguments(0),
                HandlerEntry.ofShort(this::onGet).name("get count").request().arguments(2),
                HandlerEntry.ofShort(this::onPut).name("put count").request().arguments(4),
                HandlerEntry.ofShort(this::onAnswer).name("count").reply().arguments(2));
        get = handlers[1];
        put = handlers[2];
        answer = handlers[3];
        counting = job.world().am().aggregator(handlers[0], KMER_BYTES);
        job.world().barrier();
    }

    private int owner(long kmer) {
        return Mix.place(Mix.mix(kmer), job.size());
    }

    private static int low(long value) {
        return (int) value;
    }

    private static int high(long value) {
        return (int) (value >>> Integer.SIZE);
    }

    // Of the owner, in handlers

    private void onCount(Token token, Payload kmers) {
        for (int at = 0; at < kmers.bytes(); at += KMER_BYTES) {
            local.add(kmers.getLong(at), 1);
        }
    }

    private void onGet(Token token) {
        long count = local.get(token.argumentLong(0));
        token.replyShort(answer, low(count), high(count));
    }

    private void onPut(Token token) {
        long before = local.put(token.argumentLong(0), token.argumentLong(2));
        token.replyShort(answer, low(before), high(before));
    }

    private void onAnswer(Token token) {
        answeredCount = token.argumentLong(0);
        answered.setRelease(true);
    }

    // Of any rank, in the one thread that uses the table

    /** Counts one occurrence of a canonical k-mer, at the latest when {@link #complete} returns. */
    @Override
    public void accept(long kmer) {
        counting.add(owner(kmer), kmer);
        if (++counted % COUNTS_PER_POLL == 0) {
            job.poll();
        }
    }

    /** Returns when all that this rank counted is in the table. */
    public void complete() {
        counting.complete();
    }

    /**
     * The count of a canonical k-mer at some moment during the call; what is still to be sent to its owner is not in
     * it.
     */
    public long get(long kmer) {
        answered.setPlain(false);
        job.world().am().requestShort(owner(kmer), get, low(kmer), high(kmer));
        return awaitAnswer();
    }

    /** Sets the count of a canonical k-mer; the result is the count before. */
    public long put(long kmer, long count) {
        answered.setPlain(false);
        job.world().am().requestShort(owner(kmer), put, low(kmer), high(kmer), low(count), high(count));
        return awaitAnswer();
    }

    private long awaitAnswer() {
        job.blockUntil(answered::getAcquire);
        return answeredCount;
    }

    @Override
    public void forEachLocal(Visitor visitor) {
        local.forEach(visitor);
    }

    @Override
    public long slots() {
        return local.slots();
    }

    /** Completes, and ends counting. */
    @Override
    public void close() {
        counting.close();
    }
}
