package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;

/**
 * Messages from all to all: short, medium and long, prepared ones in between, each with a reply; contents and order are
 * checked.
 */
public final class Messages {
    private static final int SHORT = 200;
    private static final int MEDIUM = 201;
    private static final int LONG = 202;
    private static final int REPLY = 203;
    private static final int REPLY_MEDIUM = 204;
    /** So many unanswered ones at most: a place is used again only when the message before it there was answered. */
    private static final int OUTSTANDING = 20;
    private static final int PLACE = 1024;
    private static final int PLACES = OUTSTANDING;
    private static final int LANDING = PLACE * PLACES;
    private static final int MOST_LONGS = 100;
    private static final int KINDS = 5;

    private final Job job;
    private final int[] handled;
    private final int[] answered;
    private final MemorySegment landing;
    private final MemorySegment source = MemorySegment.ofArray(new long[MOST_LONGS]);

    private Messages(Job job) {
        this.job = job;
        handled = new int[job.size()];
        answered = new int[job.size()];
        landing = job.attach((long) LANDING * job.size()).local();
        job.endpoint().handlers().register(HandlerEntry.ofShort(this::handleShort).index(SHORT).request().arguments(1),
                HandlerEntry.ofMedium(this::handleMedium).index(MEDIUM).request().arguments(1),
                HandlerEntry.ofLong(this::handleLong).index(LONG).request().arguments(1),
                HandlerEntry.ofShort(this::answer).index(REPLY).reply().arguments(1),
                HandlerEntry.ofMedium(this::answerMedium).index(REPLY_MEDIUM).reply().arguments(1));
    }

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            Messages messages = new Messages(job);
            job.world().barrier();
            System.out.println(Workload.READY);
            for (int number = 0;; number++) {
                messages.send(number);
            }
        }
    }

    private void send(int number) {
        for (int peer = 0; peer < job.size(); peer++) {
            int to = peer;
            job.blockUntil(() -> number - answered[to] < OUTSTANDING);
            send(peer, number);
        }
    }

    private static long stamp(int rank, int number, int index) {
        return ((long) rank << 48) + ((long) number << 8) + index;
    }

    private static int longs(int number) {
        return number % MOST_LONGS;
    }

    private void send(int peer, int number) {
        int count = longs(number);
        for (int i = 0; i < count; i++) {
            source.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, stamp(job.rank(), number, i));
        }
        long bytes = 8L * count;
        long place = (long) LANDING * job.rank() + number % PLACES * PLACE;
        switch (number % KINDS) {
            case 0 -> job.world().am().requestShort(peer, SHORT, number);
            case 1 -> job.world().am().requestMedium(peer, MEDIUM, source, 0, bytes, number);
            case 2 -> job.world().am().requestLong(peer, LONG, source, 0, bytes, place, number);
            case 3 -> {
                PreparedMessage message = job.world().am().prepareRequestMedium(peer, null, bytes, bytes, null, 0, 1);
                message.payload().copyFrom(source, 0, 0, bytes);
                message.commit(MEDIUM, bytes, number);
            }
            default -> {
                PreparedMessage message = job.world().am().prepareRequestLong(peer, source, bytes, bytes, place,
                        LocalCompletion.NOW, 0, 1);
                message.commitLong(LONG, bytes, place, number);
            }
        }
    }

    /** Messages of one thread to one rank arrive in the order in which they were sent. */
    private int arrived(Token token) {
        int number = token.argument(0);
        Check.equal("number of the next message of rank " + token.sourceRank(), handled[token.sourceRank()]++, number);
        return number;
    }

    private void handleShort(Token token) {
        token.replyShort(REPLY, arrived(token));
    }

    private void handleMedium(Token token, Payload payload) {
        int number = arrived(token);
        Check.equal("bytes of a payload", 8L * longs(number), payload.bytes());
        for (int i = 0; i < longs(number); i++) {
            Check.equal("payload", stamp(token.sourceRank(), number, i), payload.getLong(8L * i));
        }
        token.replyMedium(REPLY_MEDIUM, payload.segment(), 0, payload.bytes(), number);
    }

    private void handleLong(Token token, long offset, long bytes) {
        int number = arrived(token);
        Check.equal("bytes of a long message", 8L * longs(number), bytes);
        for (int i = 0; i < longs(number); i++) {
            Check.equal("what a long message put", stamp(token.sourceRank(), number, i),
                    landing.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + 8L * i));
        }
        token.replyShort(REPLY, number);
    }

    private void answer(Token token) {
        int number = token.argument(0);
        Check.equal("number of the next reply of rank " + token.sourceRank(), answered[token.sourceRank()]++, number);
    }

    private void answerMedium(Token token, Payload payload) {
        for (int i = 0; i < payload.bytes() / 8; i++) {
            Check.equal("payload of a reply", stamp(job.rank(), token.argument(0), i), payload.getLong(8L * i));
        }
        answer(token);
    }
}
