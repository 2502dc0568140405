package org.pgas.examples.kmers;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Team;
import org.pgas.Token;

/**
 * Sorted pairs in the heap of their rank, fetched by messages: a short request says which, a medium reply brings them,
 * written by the owner into the place where they will be read.
 */
public final class MessageRuns implements SortedRuns {
    private static final int PAIR_BYTES = 16;

    private final Job job;
    private final int mostPairs;
    private final int fetch;
    private final int bring;

    private long[] kmers = {};
    private long[] counts = {};

    /** Where the reply under way goes, and how many pairs its sender has; published by {@link #brought}. */
    private long[] target;
    private int targetAt;
    private long pairs;

    /** Cleared by the thread that asks; set by the handler of the reply, after the fields above: release / acquire. */
    private final AtomicBoolean brought = new AtomicBoolean();

    /** Collective. */
    public MessageRuns(Job job) {
        this.job = job;
        mostPairs = (int) job.world().am().maxReplyMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, 2) / PAIR_BYTES;
        int[] handlers = job.endpoint().handlers().register(
                HandlerEntry.ofShort(this::onFetch).name("fetch pairs").request().arguments(3),
                HandlerEntry.ofMedium(this::onBring).name("bring pairs").reply().arguments(2));
        fetch = handlers[0];
        bring = handlers[1];
        job.world().barrier();
    }

    private void onFetch(Token token) {
        int first = (int) token.argumentLong(0);
        int count = token.argument(2);
        PreparedMessage reply = token.prepareReplyMedium(null, count * PAIR_BYTES, count * PAIR_BYTES, null, 0, 2);
        Payload payload = reply.payload();
        for (int i = 0; i < count; i++) {
            payload.putLong(i * PAIR_BYTES, kmers[first + i]);
            payload.putLong(i * PAIR_BYTES + 8, counts[first + i]);
        }
        reply.commit(bring, count * PAIR_BYTES, kmers.length, 0);
    }

    private void onBring(Token token, Payload payload) {
        for (int at = 0; at < payload.bytes(); at += 8) {
            target[targetAt++] = payload.getLong(at);
        }
        pairs = token.argumentLong(0);
        brought.setRelease(true);
    }

    @Override
    public void publish(long[] sortedKmers, long[] theirCounts) {
        kmers = sortedKmers;
        counts = theirCounts;
    }

    @Override
    public long pairs(int rank) {
        ask(rank, 0, 0);
        return pairs;
    }

    @Override
    public void get(long[] into, int rank, long first, int count) {
        target = into;
        targetAt = 0;
        for (int done = 0; done < count; done += mostPairs) {
            ask(rank, first + done, Math.min(mostPairs, count - done));
        }
    }

    private void ask(int rank, long first, int count) {
        brought.setPlain(false);
        job.world().am().requestShort(rank, fetch, (int) first, (int) (first >>> Integer.SIZE), count);
        job.blockUntil(brought::getAcquire);
    }
}
