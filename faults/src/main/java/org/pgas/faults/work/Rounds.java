package org.pgas.faults.work;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.atomics.FairMutex;
import org.pgas.coll.Collectives;

/**
 * Rounds of a reduction, messages and a lock, in which all ranks wait for rank 1, and which end in order when a file is
 * there. What they should have done is checked. Rank 1 may collect garbage for long where the others wait for it, once
 * each.
 */
public final class Rounds {
    /** Each rank prints a line that ends so when all that it did was right. */
    public static final String RIGHT = "rounds right";

    /** The rank that the others wait for. */
    public static final int AWAITED = 1;

    private static final int LEAST_ROUNDS = 50;
    private static final int REQUEST = 200;
    private static final int REPLY = 201;
    private static final long COUNTED = 0;
    private static final long PREPARED = 64;
    private static final int MUTEX = 4096;
    private static final int SEGMENT = 8192;
    private static final long LOOK_MILLIS = 5;

    /** What the others wait for meanwhile. */
    public enum Await {
        COLLECTIVE("in a collective"), MESSAGE("for messages"), LOCK("for a lock");

        private final String words;

        Await(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    private final Job job;
    private final Team world;
    private final Collectives collectives;
    private final FairMutex mutex;
    private final Set<Await> pauses = EnumSet.noneOf(Await.class);
    private GarbageCollections garbage;
    private long handled;
    private long answered;

    private Rounds(Job job) {
        this.job = job;
        world = job.world();
        job.attach(SEGMENT);
        collectives = Collectives.of(world);
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(this::handle).index(REQUEST).request().arguments(1),
                HandlerEntry.ofShort(_ -> answered++).index(REPLY).reply().arguments(0));
        mutex = FairMutex.create(world, 0, MUTEX);
    }

    /**
     * Arguments: the file; for how many milliseconds rank 1 collects garbage, and while the others wait for what: see
     * {@link Await}.
     */
    public static void main(String[] arguments) {
        Path end = Path.of(arguments[0]);
        try (Job job = Job.join()) {
            Rounds rounds = new Rounds(job);
            if (arguments.length > 1) {
                rounds.prepare(Integer.parseInt(arguments[1]));
                Arrays.stream(arguments).skip(2).map(Await::valueOf).forEach(rounds.pauses::add);
            }
            job.world().barrier();
            System.out.println(Workload.READY);
            rounds.go(end);
        }
    }

    /** Makes the heap of rank 1. The others do not wait for that in the library: their deadline may be short. */
    private void prepare(int millis) {
        if (job.rank() == AWAITED) {
            garbage = GarbageCollections.lasting(millis);
            world.rma().putLong(AWAITED, PREPARED, 1);
            return;
        }
        while (world.rma().getLong(AWAITED, PREPARED) == 0) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void go(Path end) {
        long round = 0;
        boolean last = false;
        while (!last) {
            last = reduce(round, job.rank() == 0 && round >= LEAST_ROUNDS && Files.exists(end));
            ask(round);
            count();
            round++;
        }
        world.barrier();
        Check.equal("counted under a lock", round * job.size(), world.rma().getLong(0, COUNTED));
        Check.equal("messages", round * job.size(), handled);
        System.out.println(round + " " + RIGHT);
        world.barrier();
    }

    private void standStill(Await here) {
        if (job.rank() == AWAITED && pauses.remove(here)) {
            garbage.collect();
        }
    }

    /** Whether rank 0 has said that this is the last round. */
    private boolean reduce(long round, boolean last) {
        standStill(Await.COLLECTIVE);
        long[] sums = new long[2];
        collectives.reduceToAll(sums, new long[]{round + job.rank(), last ? 1 : 0}, Opcode.ADD);
        Check.equal("sum", job.size() * round + (long) job.size() * (job.size() - 1) / 2, sums[0]);
        return sums[1] != 0;
    }

    private void ask(long round) {
        standStill(Await.MESSAGE);
        for (int peer = 0; peer < job.size(); peer++) {
            world.am().requestShort(peer, REQUEST, (int) round);
        }
        long all = (round + 1) * job.size();
        job.blockUntil(() -> answered == all && handled == all);
    }

    private void handle(Token token) {
        // everybody waits for everybody's message before the next round
        Check.equal("round of a message", handled / job.size(), token.argument(0));
        handled++;
        token.replyShort(REPLY);
    }

    private void count() {
        if (job.rank() != AWAITED) {
            world.barrier();
        }
        try (FairMutex.Held _ = mutex.hold()) {
            if (job.rank() == AWAITED) {
                // now nobody else can have it, and all want it
                world.barrier();
                standStill(Await.LOCK);
            }
            world.rma().putLong(0, COUNTED, world.rma().getLong(0, COUNTED) + 1);
        }
    }
}
