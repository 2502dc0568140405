package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Message;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Which receive meets which message, beside a model. Messages of one rank to another are numbered; a receive by source
 * and tag gets the first of its sender and tag that no earlier receive got, whenever it was posted.
 */
@RankDefaults(ranks = 3, segment = "1m")
@AcrossNeighbourhoods
class MpiMatchingTest {
    private static final int TAGS = 3;
    private static final int MESSAGES = 300;

    /** Number of the message, then what fills it. */
    private static final int MOST_INTS = 4000;

    /** A message as both of its ends know it: drawn from the same seed by all ranks. */
    private record Planned(int tag, int ints, int mode) {}

    private static List<Planned> plan(SplittableRandom random) {
        List<Planned> plan = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            int ints = random.nextInt(4) == 0 ? 1 + random.nextInt(MOST_INTS) : 1 + random.nextInt(20);
            plan.add(new Planned(random.nextInt(TAGS), ints, random.nextInt(3)));
        }
        return plan;
    }

    private static MessageRequest send(Comm comm, Planned message, int number, int dest) {
        int[] data = new int[message.ints];
        Arrays.fill(data, number);
        MemorySegment memory = MemorySegment.ofArray(data);
        return switch (message.mode) {
            case 0 -> comm.isend(memory, 0, data.length, Datatype.INT, dest, message.tag);
            case 1 -> comm.issend(memory, 0, data.length, Datatype.INT, dest, message.tag);
            default -> comm.irsend(memory, 0, data.length, Datatype.INT, dest, message.tag);
        };
    }

    /** What one receive has got. */
    private static int check(Planned message, int[] got, Status status) {
        assertEquals(message.ints, status.count(Datatype.INT));
        for (int i = 0; i < message.ints; i++) {
            assertEquals(got[0], got[i], "int " + i);
        }
        return got[0];
    }

    /**
     * Two ranks send, rank 0 receives in whatever way: from each sender, what it gets has to be what the model gets.
     */
    @RankTest
    void shouldMeetAsAModelDoes(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        SplittableRandom shared = Seed.of("messages of " + job.size());
        List<List<Planned>> plans = List.of(List.of(), plan(shared), plan(shared));
        if (world.rank() != 0) {
            List<MessageRequest> sends = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                sends.add(send(world, plans.get(world.rank()).get(i), i, 0));
            }
            Requests.awaitAll(sends.toArray(MessageRequest[]::new));
        } else {
            new Receiver(world, plans, shared).receiveAll();
        }
        mpi.finish();
    }

    /** The model: of each sender, the messages that no receive has got, in the order of sending. */
    private static final class Receiver {
        private final Comm world;
        private final List<List<Planned>> plans;
        private final SplittableRandom random;
        private final List<List<Integer>> left = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        private int count;

        Receiver(Comm world, List<List<Planned>> plans, SplittableRandom random) {
            this.world = world;
            this.plans = plans;
            this.random = random;
            for (int source = 1; source < plans.size(); source++) {
                for (int i = 0; i < MESSAGES; i++) {
                    left.get(source).add(i);
                }
            }
            count = 2 * MESSAGES;
        }

        /** The model's message for a receive; removed from those that are left. */
        private int next(int source, int tag) {
            for (int number : left.get(source)) {
                if (tag == Mpi.ANY_TAG || plans.get(source).get(number).tag == tag) {
                    left.get(source).remove(Integer.valueOf(number));
                    count--;
                    return number;
                }
            }
            throw new AssertionError("no message of " + source + " with tag " + tag + " is left");
        }

        private boolean has(int source, int tag) {
            return left.get(source).stream()
                    .anyMatch(number -> tag == Mpi.ANY_TAG || plans.get(source).get(number).tag == tag);
        }

        void receiveAll() {
            while (count > 0) {
                if (random.nextInt(3) == 0) {
                    receiveWithAnySource();
                } else {
                    receiveSome();
                }
            }
            assertTrue(!world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, null));
        }

        /** Nothing else is posted: which sender it is the status tells, and then the model says which message. */
        private void receiveWithAnySource() {
            int[] got = new int[MOST_INTS];
            MemorySegment memory = MemorySegment.ofArray(got);
            Status status = new Status();
            switch (random.nextInt(3)) {
                case 0 -> world.recv(memory, 0, got.length, Datatype.INT, Mpi.ANY_SOURCE, Mpi.ANY_TAG, status);
                case 1 -> {
                    Message message = world.mprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, null);
                    message.recv(memory, 0, got.length, Datatype.INT, status);
                }
                default -> {
                    world.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, status);
                    world.recv(memory, 0, got.length, Datatype.INT, status.source(), status.tag(), status);
                }
            }
            int number = next(status.source(), Mpi.ANY_TAG);
            Planned message = plans.get(status.source()).get(number);
            assertEquals(message.tag, status.tag());
            assertEquals(number, check(message, got, status));
        }

        /** Several are posted, each with a source, and all of a source meet in the order of posting. */
        private void receiveSome() {
            List<MessageRequest> receives = new ArrayList<>();
            List<int[]> memories = new ArrayList<>();
            List<Integer> sources = new ArrayList<>();
            List<Integer> numbers = new ArrayList<>();
            int posts = 1 + random.nextInt(8);
            for (int i = 0; i < posts; i++) {
                int source = 1 + random.nextInt(2);
                int tag = random.nextInt(TAGS + 1) - 1;
                if (has(source, tag)) {
                    int[] got = new int[MOST_INTS];
                    receives.add(world.irecv(MemorySegment.ofArray(got), 0, got.length, Datatype.INT, source,
                            tag < 0 ? Mpi.ANY_TAG : tag));
                    memories.add(got);
                    sources.add(source);
                    numbers.add(next(source, tag));
                }
            }
            Status status = new Status();
            for (int i = receives.size() - 1; i >= 0; i--) {
                receives.get(i).await(status);
                Planned message = plans.get(sources.get(i)).get(numbers.get(i));
                assertEquals(sources.get(i), status.source());
                assertEquals(message.tag, status.tag());
                assertEquals(numbers.get(i), check(message, memories.get(i), status));
            }
        }
    }

    /** Of receives that fit, the one that was posted first, wildcards or not. */
    @RankTest(ranks = 2)
    void shouldMeetTheReceiveThatWasPostedFirst(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[][] wanted = {{0, 1}, {Mpi.ANY_SOURCE, 1}, {0, Mpi.ANY_TAG}, {Mpi.ANY_SOURCE, Mpi.ANY_TAG}, {0, 1},
            {0, 2}};
        if (world.rank() == 1) {
            int[][] got = new int[wanted.length][1];
            MessageRequest[] receives = new MessageRequest[wanted.length];
            for (int i = 0; i < wanted.length; i++) {
                receives[i] = world.irecv(MemorySegment.ofArray(got[i]), 0, 1, Datatype.INT, wanted[i][0],
                        wanted[i][1]);
            }
            world.send(null, 0, 0, Datatype.INT, 0, 0);
            Requests.awaitAll(receives);
            // tags 1, 2, 1, 1, 1, 2 are sent with these numbers
            assertEquals(List.of(0, 2, 1, 3, 4, 5), Arrays.stream(got).map(each -> each[0]).toList());
        } else {
            world.recv(null, 0, 0, Datatype.INT, 1, 0);
            int[] tags = {1, 2, 1, 1, 1, 2};
            int[] order = {0, 1, 2, 3, 4, 5};
            for (int i = 0; i < tags.length; i++) {
                world.send(MemorySegment.ofArray(new int[]{order[i]}), 0, 1, Datatype.INT, 1, tags[i]);
            }
        }
        mpi.finish();
    }

    /** Several threads of both ranks exchange at once, each with a tag of its own, large and small. */
    @RankTest(ranks = 2)
    void shouldServeSeveralThreadsAtOnce(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int other = 1 - world.rank();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int tag = thread;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (int i = 0; i < 50; i++) {
                        int ints = i % 5 == 0 ? MOST_INTS : 3;
                        int[] data = new int[ints];
                        int[] got = new int[ints];
                        Arrays.fill(data, i * 10 + tag);
                        world.sendRecv(MemorySegment.ofArray(data), 0, ints, Datatype.INT, other, tag,
                                MemorySegment.ofArray(got), 0, ints, Datatype.INT, other, tag, null);
                        assertEquals(Arrays.toString(data), Arrays.toString(got));
                    }
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (failures) {
            assertEquals(List.of(), failures);
        }
        mpi.finish();
    }
}
