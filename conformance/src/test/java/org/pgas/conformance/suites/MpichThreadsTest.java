package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.suites.MpichRig.hear;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.of;
import static org.pgas.conformance.suites.MpichRig.tell;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Message;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Messages of several threads of each rank at once: the cases of MPICH's programs about them. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichThreadsTest {
    private static final int THREADS = 4;

    /** Added to the tag of a thread for the answer that its message was received. */
    private static final int ANSWER = 100;

    private static final int MOST_INTS = 100_000;

    /** How messages are sent. */
    private enum Sending {
        SEND, BSEND, SSEND, ISEND, IBSEND, ISSEND, SEND_INIT, BSEND_INIT, SSEND_INIT;

        void send(Comm comm, int[] data, int dest, int tag) {
            MemorySegment memory = MemorySegment.ofArray(data);
            int count = data.length;
            switch (this) {
                case SEND -> comm.send(memory, 0, count, Datatype.INT, dest, tag);
                case BSEND -> comm.bsend(memory, 0, count, Datatype.INT, dest, tag);
                case SSEND -> comm.ssend(memory, 0, count, Datatype.INT, dest, tag);
                case ISEND -> comm.isend(memory, 0, count, Datatype.INT, dest, tag).await();
                case IBSEND -> comm.ibsend(memory, 0, count, Datatype.INT, dest, tag).await();
                case ISSEND -> comm.issend(memory, 0, count, Datatype.INT, dest, tag).await();
                case SEND_INIT -> repeat(comm.sendInit(memory, 0, count, Datatype.INT, dest, tag));
                case BSEND_INIT -> repeat(comm.bsendInit(memory, 0, count, Datatype.INT, dest, tag));
                case SSEND_INIT -> repeat(comm.ssendInit(memory, 0, count, Datatype.INT, dest, tag));
            }
        }
    }

    /** How messages are received. */
    private enum Receiving {
        RECV, IRECV, RECV_INIT, PROBE, IPROBE, MPROBE, IMPROBE, MPROBE_IRECV;

        void receive(Comm comm, int[] into, int source, int tag) {
            MemorySegment memory = MemorySegment.ofArray(into);
            int count = into.length;
            switch (this) {
                case RECV -> comm.recv(memory, 0, count, Datatype.INT, source, tag);
                case IRECV -> comm.irecv(memory, 0, count, Datatype.INT, source, tag).await();
                case RECV_INIT -> repeat(comm.recvInit(memory, 0, count, Datatype.INT, source, tag));
                case PROBE, IPROBE -> {
                    Status status = new Status();
                    if (this == PROBE) {
                        comm.probe(source, tag, status);
                    } else {
                        while (!comm.iprobe(source, tag, status)) {
                            Thread.yield();
                        }
                    }
                    assertEquals(count, status.count(Datatype.INT));
                    comm.recv(memory, 0, count, Datatype.INT, source, tag);
                }
                case MPROBE -> comm.mprobe(source, tag, null).recv(memory, 0, count, Datatype.INT, null);
                case MPROBE_IRECV -> comm.mprobe(source, tag, null).irecv(memory, 0, count, Datatype.INT).await();
                case IMPROBE -> {
                    Message found = comm.improbe(source, tag, null);
                    while (found == null) {
                        Thread.yield();
                        found = comm.improbe(source, tag, null);
                    }
                    found.recv(memory, 0, count, Datatype.INT, null);
                }
            }
        }
    }

    private static void repeat(PersistentRequest request) {
        request.start();
        request.await();
        request.free();
    }

    /** Runs the body in so many threads, which it is given the number of, until all have ended or one has failed. */
    private static void inThreads(int count, IntConsumer body) throws InterruptedException {
        LinkedBlockingQueue<Optional<Throwable>> ends = new LinkedBlockingQueue<>();
        for (int i = 0; i < count; i++) {
            int thread = i;
            Thread.ofPlatform().daemon().start(() -> {
                Throwable failure = null;
                try {
                    body.accept(thread);
                } catch (Throwable e) {
                    failure = e;
                }
                ends.add(Optional.ofNullable(failure));
            });
        }
        for (int i = 0; i < count; i++) {
            Optional<Throwable> failure = ends.take();
            if (failure.isPresent()) {
                // the end of this rank's job ends the waits of the others
                throw new AssertionError("a thread has failed", failure.get());
            }
        }
    }

    /** From each thread of rank 0 to the one of rank 1: by a tag of its own, or a communicator of its own. */
    private static void exchange(Mpi mpi, Sending sending, Receiving receiving, int length)
            throws InterruptedException {
        int rounds = length == 1 ? 20 : 3;
        Comm[] own = new Comm[THREADS];
        Arrays.setAll(own, _ -> mpi.world().dup());
        for (boolean isOwn : new boolean[]{false, true}) {
            inThreads(THREADS, thread -> {
                Comm comm = isOwn ? own[thread] : mpi.world();
                int tag = isOwn ? 0 : thread;
                for (int round = 0; round < rounds; round++) {
                    int[] data = ints(length, 1000 * thread + round);
                    if (comm.rank() == 0) {
                        sending.send(comm, data, 1, tag);
                        hear(comm, 1, tag + ANSWER);
                    } else {
                        int[] got = new int[length];
                        receiving.receive(comm, got, 0, tag);
                        assertArrayEquals(data, got);
                        tell(comm, 0, tag + ANSWER);
                    }
                }
            });
        }
        for (Comm each : own) {
            each.free();
        }
    }

    private static void exchangeAll(Job job, List<Sending> sending, List<Receiving> receiving, int... lengths)
            throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        // a part of it may be free a little later than its message was received
        mpi.attachBuffer(MemorySegment.ofArray(new byte[2 * THREADS * (4 * MOST_INTS + Mpi.BSEND_OVERHEAD)]));
        for (int length : lengths) {
            for (int i = 0; i < sending.size(); i++) {
                exchange(mpi, sending.get(i), receiving.get(i), length);
            }
        }
        mpi.detachBuffer();
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"mt_sendrecv", "mt_bsendrecv", "mt_ssendrecv",
        "mt_isendirecv", "mt_ibsendirecv", "mt_issendirecv"})
    @RankTest
    void shouldSendInEveryModeByManyThreads(Job job) throws InterruptedException {
        exchangeAll(job, List.of(Sending.SEND, Sending.BSEND, Sending.SSEND, Sending.ISEND, Sending.IBSEND,
                Sending.ISSEND),
                List.of(Receiving.RECV, Receiving.RECV, Receiving.RECV, Receiving.IRECV,
                        Receiving.IRECV, Receiving.IRECV),
                1);
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"mt_sendrecv_huge", "mt_bsendrecv_huge",
        "mt_ssendrecv_huge", "mt_isendirecv_huge", "mt_ibsendirecv_huge", "mt_issendirecv_huge"})
    @RankTest
    void shouldSendLargeMessagesInEveryModeByManyThreads(Job job) throws InterruptedException {
        exchangeAll(job, List.of(Sending.SEND, Sending.BSEND, Sending.SSEND, Sending.ISEND, Sending.IBSEND,
                Sending.ISSEND),
                List.of(Receiving.RECV, Receiving.RECV, Receiving.RECV, Receiving.IRECV,
                        Receiving.IRECV, Receiving.IRECV),
                4096, MOST_INTS);
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"mt_sendrecv_pers_huge", "mt_bsendrecv_pers_huge",
        "mt_ssendrecv_pers_huge"})
    @RankTest
    void shouldStartRequestsInManyThreads(Job job) throws InterruptedException {
        exchangeAll(job, List.of(Sending.SEND_INIT, Sending.BSEND_INIT, Sending.SSEND_INIT),
                List.of(Receiving.RECV_INIT, Receiving.RECV_INIT, Receiving.RECV_INIT), 4096, MOST_INTS);
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"mt_probe_isendrecv", "mt_probe_sendrecv",
        "mt_iprobe_isendrecv", "mt_iprobe_sendrecv", "mt_mprobe_isendrecv", "mt_mprobe_sendrecv",
        "mt_mprobe_sendirecv", "mt_improbe_isendrecv", "mt_improbe_sendrecv"})
    @RankTest
    void shouldProbeInManyThreads(Job job) throws InterruptedException {
        exchangeAll(job, List.of(Sending.ISEND, Sending.SEND, Sending.ISEND, Sending.SEND, Sending.ISEND, Sending.SEND,
                Sending.SEND, Sending.ISEND, Sending.SEND),
                List.of(Receiving.PROBE, Receiving.PROBE, Receiving.IPROBE, Receiving.IPROBE, Receiving.MPROBE,
                        Receiving.MPROBE, Receiving.MPROBE_IRECV, Receiving.IMPROBE, Receiving.IMPROBE),
                1);
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"mt_probe_sendrecv_huge", "mt_iprobe_sendrecv_huge",
        "mt_mprobe_sendrecv_huge", "mt_improbe_sendrecv_huge"})
    @RankTest
    void shouldProbeLargeMessagesInManyThreads(Job job) throws InterruptedException {
        exchangeAll(job, List.of(Sending.SEND, Sending.SEND, Sending.SEND, Sending.SEND),
                List.of(Receiving.PROBE, Receiving.IPROBE, Receiving.MPROBE, Receiving.IMPROBE), 4096, 65_530);
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = "mt_mpicancel")
    @RankTest
    void shouldCancelReceivesInManyThreads(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        if (world.rank() == 0) {
            inThreads(THREADS, thread -> {
                MessageRequest[] receives = new MessageRequest[200];
                Status[] statuses = new Status[receives.length];
                for (int i = 0; i < receives.length; i++) {
                    receives[i] = world.irecv(of(0), 0, 1, Datatype.INT, 1, thread % 2);
                    statuses[i] = new Status();
                }
                for (MessageRequest each : receives) {
                    each.cancel();
                }
                Requests.awaitAll(receives, statuses);
                for (Status each : statuses) {
                    assertTrue(each.isCancelled());
                }
            });
        }
        world.collectives().barrier();
        // what is cancelled takes no message
        if (world.rank() == 0) {
            hear(world, 1, 0);
        } else {
            tell(world, 0, 0);
        }
        mpi.finish();
    }

    /** All threads use one tag: whichever gets a message, none is lost, and none comes twice. */
    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"threads", "threaded_sr"})
    @RankTest
    void shouldSendHeadToHeadByManyThreadsWithOneTag(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int other = 1 - world.rank();
        int window = 8;
        for (int length : new int[]{1, 1000, MOST_INTS}) {
            AtomicLong sum = new AtomicLong();
            inThreads(2 * THREADS, thread -> {
                int[][] data = new int[window][];
                MessageRequest[] requests = new MessageRequest[window];
                boolean isSender = thread < THREADS;
                for (int i = 0; i < window; i++) {
                    data[i] = isSender ? ints(length, 1000 * thread + i) : new int[length];
                    MemorySegment memory = MemorySegment.ofArray(data[i]);
                    if (thread % 2 == 0) {
                        requests[i] = isSender ? world.isend(memory, 0, length, Datatype.INT, other, 0)
                                : world.irecv(memory, 0, length, Datatype.INT, other, 0);
                    } else if (isSender) {
                        world.send(memory, 0, length, Datatype.INT, other, 0);
                    } else {
                        world.recv(memory, 0, length, Datatype.INT, other, 0);
                    }
                }
                Requests.awaitAll(requests);
                for (int i = 0; i < window && !isSender; i++) {
                    assertArrayEquals(ints(length, data[i][0]), data[i]);
                    sum.addAndGet(data[i][0]);
                }
            });
            assertEquals(window * 1000L * THREADS * (THREADS - 1) / 2 + THREADS * window * (window - 1) / 2, sum.get());
            world.collectives().barrier();
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = "multisend")
    @RankTest
    void shouldAnswerByManyThreads(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        inThreads(THREADS, thread -> {
            for (int round = 0; round < 100; round++) {
                if (world.rank() == 0) {
                    tell(world, 1, thread);
                    hear(world, 1, thread);
                } else {
                    hear(world, 0, thread);
                    tell(world, 0, thread);
                }
            }
        });
        mpi.finish();
    }

    /** A thread for each target: each completes what it sends, or one thread completes all. */
    @SuiteCase(suite = "MPICH threads/pt2pt", programs = {"multisend2", "multisend3", "multisend4"})
    @RankTest(ranks = 4)
    void shouldSendToEachTargetByAThreadOfItsOwn(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int targets = world.size() - 1;
        for (int length = 1; length < 40_000; length *= 16) {
            int ints = length;
            for (int way = 0; way < 3; way++) {
                int mode = way;
                if (world.rank() == 0) {
                    MessageRequest[] requests = new MessageRequest[2 * targets];
                    int[][] answers = new int[targets][length];
                    inThreads(targets, thread -> {
                        MemorySegment memory = MemorySegment.ofArray(ints(ints, thread + mode));
                        if (mode == 0) {
                            world.send(memory, 0, ints, Datatype.INT, thread + 1, mode);
                        } else {
                            requests[thread] = world.isend(memory, 0, ints, Datatype.INT, thread + 1, mode);
                        }
                        requests[targets + thread] = world.irecv(MemorySegment.ofArray(answers[thread]), 0, ints,
                                Datatype.INT, thread + 1, mode);
                        if (mode == 2) {
                            requests[thread].await();
                            requests[thread] = null;
                        }
                    });
                    Requests.awaitAll(requests);
                    for (int thread = 0; thread < targets; thread++) {
                        assertArrayEquals(ints(length, thread + mode), answers[thread]);
                    }
                } else {
                    int[] got = new int[length];
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, 0, mode);
                    world.send(MemorySegment.ofArray(got), 0, length, Datatype.INT, 0, mode);
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH threads/pt2pt", programs = "sendselfth")
    @RankTest(ranks = {1, 2})
    void shouldSendToItselfFromAnotherThread(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int length : new int[]{10, MOST_INTS}) {
            inThreads(2, thread -> {
                if (thread == 0) {
                    world.send(MemorySegment.ofArray(ints(length, 3)), 0, length, Datatype.INT, world.rank(), 0);
                } else {
                    Status status = new Status();
                    world.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, status);
                    assertEquals(length, status.count(Datatype.INT));
                    int[] got = new int[length];
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, world.rank(), 0);
                    assertArrayEquals(ints(length, 3), got);
                }
            });
        }
        mpi.finish();
    }

    /** A thread of each rank hears of whatever rank asks, and answers; another one asks all, in a random order. */
    @SuiteCase(suite = "MPICH threads/pt2pt", programs = "alltoall")
    @RankTest(ranks = 4)
    void shouldAnswerWhateverRankAsksInAThreadOfItsOwn(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int rounds = 20;
        inThreads(2, thread -> {
            int[] number = new int[1];
            MemorySegment memory = MemorySegment.ofArray(number);
            if (thread == 0) {
                Status status = new Status();
                for (int ended = 0; ended < world.size();) {
                    world.recv(memory, 0, 1, Datatype.INT, Mpi.ANY_SOURCE, 1, status);
                    if (number[0] < 0) {
                        ended++;
                    } else {
                        number[0] += world.rank();
                        world.send(memory, 0, 1, Datatype.INT, status.source(), 2);
                    }
                }
            } else {
                for (int i = 0; i < rounds * world.size(); i++) {
                    int asked = (i * 3 + world.rank()) % world.size();
                    number[0] = 100 * i;
                    world.send(memory, 0, 1, Datatype.INT, asked, 1);
                    world.recv(memory, 0, 1, Datatype.INT, asked, 2);
                    assertEquals(100 * i + asked, number[0]);
                }
                for (int rank = 0; rank < world.size(); rank++) {
                    world.send(of(-1), 0, 1, Datatype.INT, rank, 1);
                }
            }
        });
        mpi.finish();
    }

    /** One thread receives whatever comes, while another one sends in every way. */
    @SuiteCase(suite = "MPICH threads/pt2pt", programs = "ibsend")
    @RankTest
    void shouldReceiveInOneThreadWhileAnotherSends(Job job) throws InterruptedException {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int length = 5000;
        int messages = 10;
        mpi.attachBuffer(MemorySegment.ofArray(new byte[2 * messages * (4 * length + Mpi.BSEND_OVERHEAD)]));
        int right = (world.rank() + 1) % world.size();
        inThreads(2, thread -> {
            if (thread == 0) {
                for (int i = 0; i < 4 * messages; i++) {
                    int[] got = new int[length];
                    world.recv(MemorySegment.ofArray(got), 0, length, Datatype.INT, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
                    assertArrayEquals(ints(length, i), got);
                }
            } else {
                MessageRequest[] requests = new MessageRequest[2 * messages];
                for (int i = 0; i < messages; i++) {
                    Sending.BSEND.send(world, ints(length, i), right, 0);
                }
                for (int i = 0; i < 2 * messages; i++) {
                    MemorySegment memory = MemorySegment.ofArray(ints(length, messages + i));
                    requests[i] = i < messages ? world.ibsend(memory, 0, length, Datatype.INT, right, 0)
                            : world.isend(memory, 0, length, Datatype.INT, right, 0);
                }
                Requests.awaitAll(requests);
                for (int i = 3 * messages; i < 4 * messages; i++) {
                    Sending.SEND.send(world, ints(length, i), right, 0);
                }
            }
        });
        mpi.detachBuffer();
        mpi.finish();
    }
}
