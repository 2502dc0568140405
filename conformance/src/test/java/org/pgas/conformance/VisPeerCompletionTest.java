package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.Event;
import org.pgas.GlobalPointer;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.RmaFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.PeerCompletion;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** A put's target is told by a handler, once, with the payload, when the data is there, and of no other put. */
@RankDefaults(segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class VisPeerCompletionTest {
    private static final int DATA = 200;
    private static final int END = 201;
    private static final int CHUNK = 8;
    private static final int CHUNKS = 8;
    private static final int SLOT = 256;
    private static final Shape TARGET = Shape.chunked(CHUNK, CHUNKS, 24);
    private static final Shape SOURCE = Shape.strided(2, new long[]{CHUNK * CHUNKS / 2}, new long[]{6});

    /** What arrives at a rank: the n-th from a sender must find the data of the sender's n-th put, and its payload. */
    private static final class Arrivals {
        final Job job;
        final AtomicInteger[] data;
        final AtomicInteger ends = new AtomicInteger();
        final AtomicReference<Throwable> wrong = new AtomicReference<>();
        volatile int payloadBytes;

        Arrivals(Job job) {
            this.job = job;
            data = new AtomicInteger[job.size()];
            for (int rank = 0; rank < data.length; rank++) {
                data[rank] = new AtomicInteger();
            }
            job.endpoint().handlers().register(
                    HandlerEntry.ofMedium((token, payload) -> take(token.sourceRank(), payload.segment())).index(DATA)
                            .name("data")
                            .reply().arguments(0),
                    HandlerEntry.ofMedium((token, payload) -> ends.incrementAndGet()).index(END).name("end").reply()
                            .arguments(0));
            job.world().barrier();
        }

        private void take(int sender, MemorySegment payload) {
            try {
                int number = data[sender].get();
                checkSlot(job, sender, number);
                assertEquals(payloadBytes, payload.byteSize());
                Stamp.check("payload", payload, sender, Space.PAYLOAD, number);
            } catch (Throwable e) {
                wrong.compareAndSet(null, e);
            }
            data[sender].incrementAndGet();
        }

        void await(int sender, int count) {
            job.blockUntil(() -> data[sender].get() >= count || wrong.get() != null);
            if (wrong.get() != null) {
                throw new AssertionError("in the handler: " + wrong.get().getMessage(), wrong.get());
            }
            assertEquals(count, data[sender].get());
        }
    }

    private static long slot(Job job, int sender, int number) {
        return (long) (sender * 64 + number % 64) * SLOT;
    }

    /** The chunks have the bytes of put {@code number}, in their order. */
    private static void checkSlot(Job job, int sender, int number) {
        MemorySegment local = job.endpoint().segment().local();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            for (int i = 0; i < CHUNK; i += 2) {
                int element = (chunk * CHUNK + i) / 2;
                Stamp.check("put " + number + ", element " + element,
                        local.asSlice(slot(job, sender, number) + 24L * chunk + i, 2), sender, Space.HEAP,
                        number + 6L * element);
            }
        }
    }

    private static MemorySegment source(Job job, int number) {
        MemorySegment source = MemorySegment.ofArray(new byte[SLOT]);
        Stamp.fill(source, job.rank(), Space.HEAP, number);
        return source;
    }

    private static PeerCompletion completion(Job job, int number, int bytes) {
        MemorySegment payload = MemorySegment.ofArray(new byte[bytes + 3]);
        Stamp.fill(payload, job.rank(), Space.PAYLOAD, number - 3L);
        return PeerCompletion.of(DATA, payload, 3, bytes);
    }

    private static void put(Job job, Vis vis, int peer, int number) {
        vis.put(peer, slot(job, job.rank(), number), TARGET, source(job, number), 0, SOURCE);
    }

    /** Behind everything this thread has told that rank before. */
    private static void end(Vis vis, int peer) {
        Shape none = Shape.contiguous(0);
        vis.setPeerCompletion(PeerCompletion.of(END));
        vis.put(peer, 0, none, null, 0, none);
    }

    private interface Told {
        void put(Vis vis, int peer, long offset, MemorySegment source, PeerCompletion completion);
    }

    private static final Told[] FORMS = {
        (vis, peer, offset, source, completion) -> {
            vis.setPeerCompletion(completion);
            vis.put(peer, offset, TARGET, source, 0, SOURCE);
        },
        (vis, peer, offset, source, completion) -> {
            vis.setPeerCompletion(completion);
            Event event = vis.putNb(peer, offset, TARGET, source, 0, SOURCE, LocalCompletion.DEFER);
            assertNotSame(Event.NOT_SENT, event);
            event.await();
        },
        (vis, peer, offset, source, completion) -> {
            vis.setPeerCompletion(completion);
            vis.putNbi(peer, offset, TARGET, source, 0, SOURCE, LocalCompletion.GROUP);
            vis.team().job().nbi().await();
        },
        (vis, peer, offset, source, completion) -> vis.put(peer, offset, TARGET, source, 0, SOURCE, completion),
        (vis, peer, offset, source, completion) -> vis
                .putNb(peer, offset, TARGET, source, 0, SOURCE, LocalCompletion.NOW, completion).await(),
        (vis, peer, offset, source, completion) -> {
            vis.putNbi(peer, offset, TARGET, source, 0, SOURCE, LocalCompletion.NOW, completion);
            vis.team().job().nbi().await();
        }};

    @RankTest
    void shouldRunTheHandlerWhenTheDataIsThere(Job job) {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        assertTrue(vis.maxPeerCompletion() >= 127, () -> "largest payload " + vis.maxPeerCompletion());
        int number = 0;
        for (int bytes : new int[]{0, 1, 127, vis.maxPeerCompletion()}) {
            arrivals.payloadBytes = bytes;
            job.world().barrier();
            for (Told form : FORMS) {
                for (int peer = 0; peer < job.size(); peer++) {
                    MemorySegment source = source(job, number);
                    MemorySegment payload = MemorySegment.ofArray(new byte[bytes]);
                    Stamp.fill(payload, job.rank(), Space.PAYLOAD, number);
                    form.put(vis, peer, slot(job, job.rank(), number), source,
                            PeerCompletion.of(DATA, payload, 0, bytes));
                    source.fill((byte) 0);
                    payload.fill((byte) 0);
                }
                number++;
            }
            for (int sender = 0; sender < job.size(); sender++) {
                arrivals.await(sender, number);
            }
        }
        job.world().barrier();
    }

    /** Large enough that a handler that runs too early finds the end of the data missing. */
    @RankTest(segment = "2m")
    void shouldRunTheHandlerBehindTheLastByteOfALargePut(Job job) {
        Vis vis = Vis.of(job.world());
        int[] told = new int[1];
        int count = 1 << 16;
        Shape target = Shape.chunked(8, count, 24);
        byte[] found = new byte[2];
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            found[0] = job.endpoint().segment().local().get(ValueLayout.JAVA_BYTE, 0);
            found[1] = job.endpoint().segment().local().get(ValueLayout.JAVA_BYTE, 24L * (count - 1) + 7);
            told[0]++;
        }).index(DATA).reply().arguments(0));
        job.world().barrier();
        MemorySegment source = MemorySegment.ofArray(new long[count]);
        for (int round = 1; round <= 10; round++) {
            int rounds = round;
            source.fill((byte) round);
            vis.putNb(1 - job.rank(), 0, target, source, 0, Shape.contiguous(8L * count), LocalCompletion.NOW,
                    PeerCompletion.of(DATA)).await();
            job.blockUntil(() -> told[0] == rounds);
            assertArrayEquals(new byte[]{(byte) round, (byte) round}, found);
            job.world().barrier();
        }
    }

    @RankTest
    void shouldTellOfTheNextPutOnly(Job job) {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        arrivals.payloadBytes = 5;
        int peer = 1 - job.rank();
        vis.setPeerCompletion(completion(job, 1, 5));
        vis.setPeerCompletion(completion(job, 0, 5));
        for (int number = 0; number < 5; number++) {
            put(job, vis, peer, number);
        }
        end(vis, peer);
        job.blockUntil(() -> arrivals.ends.get() == 1);
        arrivals.await(peer, 1);
        job.world().barrier();
    }

    @RankTest
    void shouldTellNobodyWhenDisarmed(Job job) {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        int peer = 1 - job.rank();
        vis.setPeerCompletion(completion(job, 0, 5));
        vis.setPeerCompletion(PeerCompletion.NONE);
        put(job, vis, peer, 0);
        vis.setPeerCompletion(completion(job, 1, 5));
        vis.setPeerCompletion(PeerCompletion.of(0));
        put(job, vis, peer, 1);
        end(vis, peer);
        job.blockUntil(() -> arrivals.ends.get() == 1);
        arrivals.await(peer, 0);
        job.world().barrier();
    }

    @RankTest
    void shouldTellOfThePutOfTheThreadThatArmedIt(Job job) throws Exception {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        arrivals.payloadBytes = 9;
        int peer = 1 - job.rank();
        vis.setPeerCompletion(completion(job, 0, 9));
        var other = RankThreads.start(() -> {
            put(job, vis, peer, 10);
            end(vis, peer);
        });
        job.blockUntil(() -> arrivals.ends.get() == 1 && other.isDone());
        RankThreads.join(other);
        arrivals.await(peer, 0);
        job.world().barrier();
        put(job, vis, peer, 0);
        end(vis, peer);
        job.blockUntil(() -> arrivals.ends.get() == 2);
        arrivals.await(peer, 1);
        job.world().barrier();
    }

    @RankTest
    void shouldStayArmedForThePutAfterOneThatIsRefused(Job job) {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        arrivals.payloadBytes = 2;
        int peer = 1 - job.rank();
        MemorySegment source = source(job, 30);
        vis.setPeerCompletion(completion(job, 0, 2));
        assertIllegal("IMMEDIATE", () -> vis.put(peer, 0, TARGET, source, 0, SOURCE, RmaFlags.IMMEDIATE), "Vis.put",
                "IMMEDIATE");
        assertIllegal("IMMEDIATE", () -> vis.putNb(peer, 0, TARGET, source, 0, SOURCE, LocalCompletion.NOW,
                RmaFlags.IMMEDIATE), "Vis.putNb", "IMMEDIATE");
        assertIllegal("IMMEDIATE", () -> vis.putNbi(peer, 0, TARGET, source, 0, SOURCE, LocalCompletion.NOW,
                RmaFlags.IMMEDIATE), "Vis.putNbi", "IMMEDIATE");
        GlobalShape bytes = GlobalShape.of(GlobalPointer.of(peer, 0), Shape.contiguous(1));
        assertIllegal("several ranks", () -> GlobalTransfers.of(job.world()).put(bytes, source, 0, Shape.contiguous(1)),
                "rank " + job.rank() + ": GlobalTransfers.put: this thread has armed a peer completion");
        assertIllegal("range", () -> vis.put(peer, 64 << 10, TARGET, source, 0, SOURCE));
        assertIllegal("volume", () -> vis.put(peer, 0, TARGET, source, 0, Shape.contiguous(1)));
        put(job, vis, peer, 0);
        end(vis, peer);
        job.blockUntil(() -> arrivals.ends.get() == 1);
        arrivals.await(peer, 1);
        checkSlot(job, peer, 0);
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseWhatNoHandlerCanBeToldBeforeAnythingIsWritten(Job job) {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        int peer = 1 - job.rank();
        int most = vis.maxPeerCompletion();
        MemorySegment payload = MemorySegment.ofArray(new byte[most + 1]);
        MemorySegment source = source(job, 0);
        assertIllegal("large", () -> vis.setPeerCompletion(PeerCompletion.of(DATA, payload, 0, most + 1)), most + 1,
                most);
        assertIllegal("large", () -> vis.put(peer, 0, TARGET, source, 0, SOURCE,
                PeerCompletion.of(DATA, payload, 0, most + 1)), most + 1, most);
        assertIllegal("negative", () -> PeerCompletion.of(DATA, payload, 0, -1), -1);
        assertIllegal("outside", () -> PeerCompletion.of(DATA, payload, most, 2), most);
        assertIllegal("outside", () -> PeerCompletion.of(DATA, payload, -1, 2), -1);
        assertIllegal("index", () -> PeerCompletion.of(127), 127);
        assertIllegal("index", () -> PeerCompletion.of(256), 256);
        assertIllegal("not registered", () -> vis.put(peer, 0, TARGET, source, 0, SOURCE, PeerCompletion.of(222)), 222);
        end(vis, peer);
        job.blockUntil(() -> arrivals.ends.get() == 1);
        job.world().barrier();
        arrivals.await(peer, 0);
        Stamp.checkUntouched("segment", job.endpoint().segment().local());
        job.world().barrier();
    }

    /** No payload: its place is ignored. No handler: everything is. */
    @RankTest(ranks = 1, memories = Memory.MAPPED)
    void shouldIgnoreWhatNobodyIsTold(Job job) {
        Vis vis = Vis.of(job.world());
        Arrivals arrivals = new Arrivals(job);
        vis.setPeerCompletion(PeerCompletion.of(DATA, null, -7, 0));
        put(job, vis, 0, 0);
        arrivals.await(0, 1);
        vis.setPeerCompletion(PeerCompletion.of(0, null, -7, 1 << 30));
        put(job, vis, 0, 1);
        end(vis, 0);
        job.blockUntil(() -> arrivals.ends.get() == 1);
        arrivals.await(0, 1);
    }
}
