package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * What one rank does in a collective call: rounds, one after the other. A round sends and receives, and computes when
 * all that is over. One thread makes it; then one thread at a time goes on with it, wherever messages are taken in.
 *
 * <pre>
 * field  writer                   reader              order
 * peers  the thread that goes on  threads that await  volatile
 * </pre>
 *
 * <p>Between two ranks there is at most one message in a round each way, and both have them in the same order. So one
 * tag is enough for a call.
 */
final class Schedule {
    /** A message of a round. */
    private record Transfer(boolean isSend, Buffer elements, int peer) {}

    private static final class Round {
        final List<Transfer> transfers = new ArrayList<>();
        final List<Runnable> work = new ArrayList<>();
    }

    private final CollectiveLink link;
    private final String call;
    private final int tag;
    private final List<Round> rounds = new ArrayList<>();

    /** Memory of the program's that is touched. */
    private final List<MemorySegment> memories = new ArrayList<>();

    private int current;

    /** Ranks with which the current round has messages. */
    private volatile int[] peers = new int[0];

    /** Of the current round; null before it has begun. */
    private List<CollectiveLink.Step> steps;

    Schedule(CollectiveLink link, String call, int tag) {
        this.link = link;
        this.call = call;
        this.tag = tag;
        rounds.add(new Round());
    }

    int rank() {
        return link.rank();
    }

    int size() {
        return link.size();
    }

    /** Memory that only threads may touch that reach it. */
    void uses(MemorySegment memory) {
        memories.add(memory);
    }

    /** In the last round. A message without data is sent too. */
    void send(Buffer elements, int dest) {
        rounds.getLast().transfers.add(new Transfer(true, elements, dest));
    }

    /** In the last round. */
    void receive(Buffer elements, int source) {
        rounds.getLast().transfers.add(new Transfer(false, elements, source));
    }

    /** When all messages of the last round are over, after what was given before. */
    void then(Runnable work) {
        rounds.getLast().work.add(work);
    }

    /** Ends the last round. */
    void next() {
        rounds.add(new Round());
    }

    /** Whether the calling thread may touch all memory. */
    boolean isReachable() {
        for (MemorySegment each : memories) {
            if (!each.isAccessibleBy(Thread.currentThread())) {
                return false;
            }
        }
        return true;
    }

    /** Does what can be done without waiting for a peer; says whether that was all. */
    boolean advance() {
        while (current < rounds.size()) {
            Round round = rounds.get(current);
            if (steps == null) {
                steps = begin(round);
            }
            for (CollectiveLink.Step each : steps) {
                if (!each.isOver()) {
                    return false;
                }
            }
            for (CollectiveLink.Step each : steps) {
                each.end();
            }
            for (Runnable each : round.work) {
                each.run();
            }
            steps = null;
            rounds.set(current++, null);
        }
        return true;
    }

    /** Ranks without which it does not go on now. */
    int[] peers() {
        return peers;
    }

    /** Receives first: what is sent then finds where it belongs. */
    private List<CollectiveLink.Step> begin(Round round) {
        peers = round.transfers.stream().mapToInt(Transfer::peer).toArray();
        List<CollectiveLink.Step> begun = new ArrayList<>(round.transfers.size());
        for (Transfer each : round.transfers) {
            if (!each.isSend) {
                begun.add(link.receive(each.elements, each.peer, tag));
            }
        }
        for (Transfer each : round.transfers) {
            if (each.isSend) {
                begun.add(link.send(each.elements, each.peer, tag));
            }
        }
        return begun;
    }

    /** Such as "CommCollectives.ibcast, round 1 of 2". */
    @Override
    public String toString() {
        return call + (current < rounds.size() ? ", round " + (current + 1) + " of " + rounds.size() : ", done");
    }
}
