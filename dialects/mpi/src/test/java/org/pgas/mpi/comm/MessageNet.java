package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Request;
import org.pgas.refusal.Refusals;

/**
 * Ranks and their messages in one thread: which message moves next, and which rank goes on, chance says. A message's
 * data is taken where it lies as late as that, so a sender that changes it early is seen.
 */
final class MessageNet {
    private final SplittableRandom random;
    private final List<Message> messages = new ArrayList<>();
    private final List<Message> receives = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();
    private final CommCollectives[] ranks;

    /** A send or a receive. */
    private static final class Message implements CollectiveLink.Step {
        final Buffer elements;
        final int from;
        final int to;
        final int tag;
        boolean over;
        boolean ended;

        Message(Buffer elements, int from, int to, int tag) {
            this.elements = elements;
            this.from = from;
            this.to = to;
            this.tag = tag;
        }

        boolean meets(Message other) {
            return from == other.from && to == other.to && tag == other.tag;
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void end() {
            if (!over || ended) {
                throw new AssertionError("a message is ended once, when it is over");
            }
            ended = true;
        }
    }

    private static final class Running implements Request {
        final Schedule schedule;
        boolean over;

        Running(Schedule schedule) {
            this.schedule = schedule;
        }

        @Override
        public void await() {
            throw new AssertionError("nothing waits here");
        }

        @Override
        public boolean test() {
            return over;
        }
    }

    private final class Link implements CollectiveLink {
        private final int rank;

        Link(int rank) {
            this.rank = rank;
        }

        @Override
        public void enter(String call) {}

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return ranks.length;
        }

        @Override
        public Team team() {
            return null;
        }

        @Override
        public Step send(Buffer elements, int dest, int tag) {
            Message message = new Message(elements, rank, dest, tag);
            messages.add(message);
            return message;
        }

        @Override
        public Step receive(Buffer elements, int source, int tag) {
            Message receive = new Message(elements, source, rank, tag);
            receives.add(receive);
            return receive;
        }

        @Override
        public Request begin(Schedule schedule) {
            Running begun = new Running(schedule);
            running.add(begun);
            return begun;
        }

        @Override
        public PgasException bad(String what) {
            return Refusals.of(rank).bad("collective", what);
        }
    }

    MessageNet(int size, SplittableRandom random) {
        this.random = random;
        this.ranks = new CommCollectives[size];
        for (int rank = 0; rank < size; rank++) {
            ranks[rank] = new CommCollectives(new Link(rank));
        }
    }

    CommCollectives of(int rank) {
        return ranks[rank];
    }

    /** Goes on until nothing is left to do; fails when nothing can go on. */
    void run() {
        int idle = 0;
        while (!running.isEmpty()) {
            boolean moved = random.nextBoolean() ? move() : advance();
            idle = moved ? 0 : idle + 1;
            if (idle > 10_000) {
                throw new AssertionError("nothing goes on: " + running.stream().map(each -> each.schedule.toString())
                        .toList());
            }
        }
        if (!messages.isEmpty() || !receives.isEmpty()) {
            throw new AssertionError(messages.size() + " messages and " + receives.size() + " receives are left");
        }
    }

    /** One that several calls have begun goes on. */
    boolean advance() {
        if (running.isEmpty()) {
            return false;
        }
        Running next = running.get(random.nextInt(running.size()));
        if (next.schedule.advance()) {
            next.over = true;
            running.remove(next);
            return true;
        }
        return false;
    }

    /** The oldest message of some pair and tag meets the oldest receive. */
    private boolean move() {
        if (messages.isEmpty()) {
            return false;
        }
        Message some = messages.get(random.nextInt(messages.size()));
        Message message = messages.stream().filter(some::meets).findFirst().orElseThrow();
        Message receive = receives.stream().filter(some::meets).findFirst().orElse(null);
        if (receive == null) {
            return false;
        }
        long bytes = BufferCopies.bytes(message.elements);
        if (bytes != BufferCopies.bytes(receive.elements)) {
            throw new AssertionError(bytes + " bytes meet a receive of " + BufferCopies.bytes(receive.elements));
        }
        MemorySegment packed = MemorySegment.ofArray(new byte[(int) bytes]);
        Buffer data = Buffer.of(packed, bytes, Datatype.BYTE);
        BufferCopies.copy(message.elements, data);
        BufferCopies.copy(data, receive.elements);
        message.over = true;
        receive.over = true;
        messages.remove(message);
        receives.remove(receive);
        return true;
    }
}
