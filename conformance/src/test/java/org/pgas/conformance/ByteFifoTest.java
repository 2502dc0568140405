package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;
import org.pgas.Event;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.ByteFifo;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** All ranks append to a stream of bytes, and its rank reads it in place. */
@RankDefaults(segment = "64k")
@Optimised
class ByteFifoTest {
    private static final long FIFO = 64;
    private static final long WAITING_PRODUCERS = FIFO + 64;
    private static final long WAITING_TURN = FIFO + 80;
    private static final long PRODUCING = FIFO + 128;
    private static final long STEP = 0;
    private static final int HEAD = 12;

    @AcrossNeighbourhoods
    @RankTest(ranks = {1, 3})
    void shouldKeepAtomicEnqueuesTogether(Job job) throws Exception {
        records(job, Repetitions.of(job, 2_000, 150));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(ranks = {3})
    void shouldKeepAtomicEnqueuesTogetherAsleep(Job job) throws Exception {
        job.waitMode(WaitMode.BLOCK);
        records(job, Repetitions.of(job, 300, 50));
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldKeepAtomicEnqueuesTogetherOutsideCheckedMode(Job job) throws Exception {
        records(job, Repetitions.of(job, 20_000, 200));
        job.world().barrier();
    }

    private static byte content(int producer, int number, int index) {
        return (byte) (producer * 89 + number * 31 + index * 7 + (index >> 8));
    }

    /** Two threads of each rank append records of random length; the last rank reads them. */
    private static void records(Job job, int each) throws Exception {
        int home = job.size() - 1;
        int producers = 2 * job.size();
        ByteFifo fifo = ByteFifo.create(job.world(), home, FIFO, 1 << Seed.of("capacity").nextInt(8, 13), 200);
        Runnable first = () -> produce(fifo, 2 * job.rank(), each);
        Runnable second = () -> produce(ByteFifo.open(job.world(), home, FIFO), 2 * job.rank() + 1, each);
        if (job.rank() == home) {
            RankThreads.run(first, second, () -> consume(fifo, producers, each));
            assertEquals(0, fifo.available());
        } else {
            RankThreads.run(first, second);
        }
        job.world().barrier();
    }

    private static void produce(ByteFifo fifo, int producer, int each) {
        SplittableRandom random = Seed.of("records of " + producer);
        MemorySegment source = MemorySegment.ofArray(new byte[256]);
        for (int number = 0; number < each; number++) {
            int bytes = random.nextInt(8) == 0 ? 0 : random.nextInt(200);
            int at = random.nextInt(16);
            source.set(ValueLayout.JAVA_INT_UNALIGNED, at, producer);
            source.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4, number);
            source.set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, bytes);
            for (int i = 0; i < bytes; i++) {
                source.set(ValueLayout.JAVA_BYTE, at + HEAD + i, content(producer, number, i));
            }
            switch (random.nextInt(3)) {
                case 0 -> fifo.enqueue(source, at, HEAD + bytes, true);
                case 1 -> {
                    while (!fifo.tryEnqueue(source, at, HEAD + bytes)) {
                        Thread.yield();
                    }
                }
                default -> fifo.enqueueNb(source, at, HEAD + bytes, true).await();
            }
        }
    }

    private static void consume(ByteFifo fifo, int producers, int each) {
        SplittableRandom random = Seed.of("consumer");
        int[] next = new int[producers];
        for (int left = producers * each; left > 0; left--) {
            MemorySegment head = dequeue(fifo, random, HEAD);
            int producer = head.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            int bytes = head.get(ValueLayout.JAVA_INT_UNALIGNED, 8);
            assertTrue(producer >= 0 && producer < producers && bytes >= 0 && bytes < 200, "no head of a record");
            int number = next[producer]++;
            assertEquals(number, head.get(ValueLayout.JAVA_INT_UNALIGNED, 4), "of producer " + producer);
            if (random.nextBoolean()) {
                fifo.discard(HEAD);
                read(dequeue(fifo, random, bytes), producer, number);
                fifo.discard(bytes);
            } else {
                read(dequeue(fifo, random, bytes), producer, number);
                assertEquals(number, head.get(ValueLayout.JAVA_INT_UNALIGNED, 4), "not discarded yet");
                fifo.discard(bytes + HEAD);
            }
        }
        assertEquals(0, dequeue(fifo, random, 0).byteSize());
    }

    private static void read(MemorySegment body, int producer, int number) {
        for (int i = 0; i < body.byteSize(); i++) {
            assertEquals(content(producer, number, i), body.get(ValueLayout.JAVA_BYTE, i));
        }
    }

    private static MemorySegment dequeue(ByteFifo fifo, SplittableRandom random, long bytes) {
        MemorySegment[] view = new MemorySegment[1];
        switch (random.nextInt(3)) {
            case 0 -> view[0] = fifo.dequeue(bytes);
            case 1 -> {
                while ((view[0] = fifo.tryDequeue(bytes)) == null) {
                    Thread.yield();
                }
            }
            default -> fifo.dequeueNb(bytes, given -> view[0] = given).await();
        }
        assertEquals(bytes, view[0].byteSize());
        return view[0];
    }

    /** Each producer's bytes count up; they come in pieces, but in order. */
    @AcrossNeighbourhoods
    @RankTest(ranks = {3})
    void shouldKeepTheOrderOfEachProducerWhenItIsCut(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 128, 100);
        int total = 40_000;
        if (job.rank() == 0) {
            SplittableRandom random = Seed.of("consumer");
            int[] next = new int[job.size()];
            for (int left = 2 * total; left > 0;) {
                int bytes = Math.min(left, random.nextInt(1, 101));
                MemorySegment view = fifo.dequeue(bytes);
                for (int i = 0; i < bytes; i++) {
                    int value = view.get(ValueLayout.JAVA_BYTE, i) & 0xFF;
                    assertEquals(next[value >> 6]++ & 63, value & 63, "of rank " + (value >> 6));
                }
                fifo.discard(bytes);
                left -= bytes;
            }
        } else {
            SplittableRandom random = Seed.of("producer " + job.rank());
            MemorySegment source = MemorySegment.ofArray(new byte[1000]);
            for (int done = 0; done < total;) {
                int bytes = Math.min(total - done, random.nextInt(1001));
                for (int i = 0; i < bytes; i++) {
                    source.set(ValueLayout.JAVA_BYTE, i, (byte) (job.rank() << 6 | done + i & 63));
                }
                if (random.nextBoolean()) {
                    fifo.enqueue(source, 0, bytes, false);
                } else {
                    Event event = fifo.enqueueNb(source, 0, bytes, false);
                    while (!event.test()) {
                        Thread.yield();
                    }
                }
                done += bytes;
            }
        }
        job.world().barrier();
    }

    /** Several views at a time, at every place of the ring, while another rank fills whatever room there is. */
    @AcrossNeighbourhoods
    @RankTest
    void shouldGiveViewsInPlaceThatStayUntilTheyAreDiscarded(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 256, 256);
        int total = Repetitions.of(job, 100_000, 8_000);
        if (job.rank() == 1) {
            MemorySegment source = MemorySegment.ofArray(new byte[251 * 8]);
            for (int i = 0; i < source.byteSize(); i++) {
                source.set(ValueLayout.JAVA_BYTE, i, (byte) (i % 251));
            }
            for (int done = 0; done < total; done++) {
                if (done % 251 == 0 && done + source.byteSize() <= total) {
                    fifo.enqueue(source, 0, source.byteSize(), false);
                    done += (int) source.byteSize() - 1;
                } else {
                    fifo.enqueue(source, done % 251, 1, true);
                }
            }
        } else {
            readInViews(job, fifo, total);
        }
        job.world().barrier();
    }

    private record View(MemorySegment bytes, int first) {
        void check() {
            for (int i = 0; i < bytes.byteSize(); i++) {
                assertEquals((byte) ((first + i) % 251), bytes.get(ValueLayout.JAVA_BYTE, i));
            }
        }
    }

    private static void readInViews(Job job, ByteFifo fifo, int total) {
        SplittableRandom random = Seed.of("views");
        MemorySegment own = job.endpoint().segment().local();
        Deque<View> views = new ArrayDeque<>();
        int held = 0;
        for (int done = 0; done < total;) {
            int bytes = Math.min(total - done, random.nextInt(1, 120));
            while (held + bytes > 256) {
                views.forEach(View::check);
                int old = (int) views.remove().bytes.byteSize();
                fifo.discard(old);
                held -= old;
            }
            MemorySegment view = fifo.dequeue(bytes);
            assertEquals(bytes, view.byteSize());
            long place = view.address() - own.address();
            assertTrue(place >= FIFO && place + bytes <= FIFO + ByteFifo.bytes(256, 256), "in place");
            views.add(new View(view, done));
            done += bytes;
            held += bytes;
        }
        views.forEach(View::check);
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldSayWhenItIsFullAndCompleteEventsWhenThereIsRoom(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 64);
        if (job.rank() == 0) {
            MemorySegment source = MemorySegment.ofArray(new byte[100]);
            assertNull(fifo.tryDequeue(1));
            MemorySegment[] view = new MemorySegment[1];
            Event dequeue = fifo.dequeueNb(40, given -> view[0] = given);
            assertFalse(dequeue.test());
            assertTrue(fifo.tryEnqueue(source, 0, 40));
            assertTrue(dequeue.test());
            assertEquals(40, view[0].byteSize());
            assertFalse(fifo.tryEnqueue(source, 0, 25));
            Event whole = fifo.enqueueNb(source, 0, 64, true);
            Event pieces = fifo.enqueueNb(source, 0, 100, false);
            assertFalse(whole.test());
            assertFalse(pieces.test());
            assertEquals(24, fifo.available());
            fifo.dequeue(24);
            fifo.discard(64);
            assertFalse(pieces.test());
            fifo.dequeue(64);
            fifo.discard(64);
            pieces.await();
            assertFalse(whole.test());
            fifo.discard(fifo.dequeue(12).byteSize());
            assertTrue(whole.tryAwait());
            fifo.dequeue(64);
            fifo.discard(64);
            assertSame(Event.DONE, fifo.enqueueNb(source, 0, 0, true));
            fifo.enqueue(source, 100, 0, false);
            assertTrue(fifo.tryEnqueue(source, 0, 0));
            assertEquals(0, fifo.tryDequeue(0).byteSize());
            fifo.discard(0);
            assertEquals(0, fifo.available());
        }
        job.world().barrier();
    }

    /** A thread that has an event has no turn while it is not tested, however much is on the way. */
    @AcrossNeighbourhoods
    @RankTest
    void shouldKeepNobodyOutBetweenTestsOfAnEvent(Job job) throws Exception {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 32 << 10, 1 << 10);
        if (job.rank() == 1) {
            MemorySegment source = MemorySegment.ofArray(new byte[50_000]);
            Event[] events = {
                fifo.enqueueNb(source, 0, 20_000, true),
                fifo.enqueueNb(source, 0, 20_000, true),
                fifo.enqueueNb(source, 0, 50_000, false)};
            RankThreads.run(() -> assertFalse(fifo.tryEnqueue(source, 0, 20_000)));
            assertEquals(32 << 10, fifo.available());
            Signals.raise(job, 0, STEP, 1);
            for (Event event : events) {
                event.await();
            }
        } else {
            Signals.await(job, 0, STEP, 1);
            for (int left = 90_000; left > 0;) {
                int piece = Math.min(left, 1 << 10);
                fifo.dequeue(piece);
                fifo.discard(piece);
                left -= piece;
            }
            assertEquals(0, fifo.available());
        }
        job.world().barrier();
    }

    @RankTest(ranks = 1, settings = "pgas.checks=off")
    void shouldDequeueOnceWhateverTheProgramThrowsThen(Job job) {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
            Event first = fifo.dequeueNb(8, _ -> {
                throw new ArithmeticException();
            });
            int[] given = new int[1];
            Event second = fifo.dequeueNb(16, view -> given[0] += (int) view.byteSize());
            fifo.enqueue(MemorySegment.ofArray(new byte[64]), 0, 64, true);
            assertThrows(ArithmeticException.class, first::await);
            assertEquals(56, fifo.available());
            assertTrue(first.test());
            assertEquals(56, fifo.available());
            assertTrue(second.tryAwait());
            assertTrue(second.test());
            assertEquals(16, given[0]);
            assertEquals(40, fifo.available());
            fifo.destroy();
        }
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatIsWrongAndChangeNothing(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
        assertEquals(64, fifo.capacity());
        assertEquals(64, fifo.atomicLimit());
        assertEquals(16, fifo.maxDequeueBytes());
        MemorySegment source = MemorySegment.ofArray(new byte[100]);
        String who = "rank " + job.rank() + ": ByteFifo.";
        assertIllegal("atomic", () -> fifo.enqueue(source, 0, 65, true), who + "enqueue", "64", "65",
                "offset 64 of rank 0");
        assertIllegal("atomic", () -> fifo.tryEnqueue(source, 0, 65), who + "tryEnqueue", "65");
        assertIllegal("outside", () -> fifo.enqueueNb(source, 1, 100, false), who + "enqueueNb",
                "100 bytes at offset 1");
        if (job.rank() == 1) {
            assertIllegal("dequeue", () -> fifo.dequeue(1), who + "dequeue", "rank 0", "rank 1");
            assertIllegal("dequeue", () -> fifo.tryDequeue(1), who + "tryDequeue", "rank 0");
            assertIllegal("dequeue", () -> fifo.dequeueNb(1, _ -> {}), who + "dequeueNb", "rank 0");
            assertIllegal("discard", () -> fifo.discard(0), who + "discard", "rank 0");
        } else {
            fifo.enqueue(source, 0, 64, true);
            assertIllegal("dequeue", () -> fifo.dequeue(17), who + "dequeue", "0..16", "17");
            assertIllegal("dequeue", () -> fifo.dequeueNb(-1, _ -> {}), who + "dequeueNb", "-1");
            assertIllegal("discard", () -> fifo.discard(1), who + "discard", "0 bytes", "not 1");
            assertIllegal("discard", () -> fifo.discard(-1), who + "discard", "-1");
            for (int i = 0; i < 4; i++) {
                fifo.dequeue(16);
            }
            assertIllegal("too many views", () -> fifo.dequeue(1), who + "dequeue", "64", "discard");
            assertIllegal("discard", () -> fifo.discard(65), who + "discard", "64 bytes", "not 65");
            fifo.discard(64);
            assertEquals(0, fifo.available());
        }
        assertIllegal("capacity", () -> ByteFifo.bytes(65, 1), "capacity 65", "power of two");
        assertIllegal("views", () -> ByteFifo.bytes(64, 65), "65 bytes", "1..64");
        assertIllegal("open", () -> ByteFifo.open(job.world(), 0, 4096), "ByteFifo.open", "offset 4096");
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldSayWhatItWaitsForAtTheDeadline(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
        if (job.rank() == 0) {
            MemorySegment source = MemorySegment.ofArray(new byte[64]);
            fifo.enqueue(source, 0, 7, true);
            WaitTimeoutException e = InVain.waits(job, () -> fifo.dequeue(8));
            assertTrue(
                    e.getMessage()
                            .contains("ByteFifo.dequeue: ByteFifo at offset 64 of rank 0, 7 of 8 bytes are there"),
                    e.getMessage());
            e = InVain.waits(job, () -> fifo.enqueue(source, 0, 58, true));
            assertTrue(e.getMessage().contains("ByteFifo at offset 64 of rank 0 has too little room for 58 bytes"),
                    e.getMessage());
            assertEquals(7, fifo.available());
        } else {
            job.close();
        }
    }

    /** A rank elsewhere that has left answers no more. */
    @RankTest(neighbourhoods = 1)
    void shouldSayThatWhoWouldMakeRoomHasLeft(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
        if (job.rank() == 0) {
            job.close();
        } else {
            MemorySegment source = MemorySegment.ofArray(new byte[64]);
            fifo.enqueue(source, 0, 60, true);
            for (WaitMode mode : WaitMode.values()) {
                job.waitMode(mode);
                PeerLostException e = assertThrows(PeerLostException.class, () -> fifo.enqueue(source, 0, 5, true));
                assertEquals(0, e.jobRank());
                assertTrue(e.getMessage().contains("has too little room for 5 bytes"), e.getMessage());
            }
            Event event = fifo.enqueueNb(source, 0, 5, true);
            assertEquals(0, assertThrows(PeerLostException.class, event::await).jobRank());
            fifo.enqueue(source, 0, 4, true);
            assertThrows(PeerLostException.class, () -> fifo.enqueue(source, 0, 1, false));
            assertEquals(64, fifo.available());
        }
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldNameTheProducerThatHasLeftInTheMiddle(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
        if (job.rank() == 1) {
            // a turn that it takes, in the layout of the stream, and never gives back
            Signals.raise(job, 0, PRODUCING, 2L << 44 | 17);
            job.close();
        } else {
            Signals.await(job, PRODUCING, 1);
            MemorySegment source = MemorySegment.ofArray(new byte[64]);
            for (int i = 0; i < 2; i++) {
                PeerLostException e = assertThrows(PeerLostException.class, () -> fifo.tryEnqueue(source, 0, 5));
                assertEquals(1, e.jobRank());
                assertTrue(e.getMessage().contains(", to which rank 1 (thread 17) is appending"), e.getMessage());
            }
        }
    }

    /** Who waits for the other producer says so in the word of these, and who waits for room in the other word. */
    @RankTest(ranks = 1)
    void shouldAnnounceForWhatItWaits(Job job) throws Exception {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 64);
        MemorySegment source = MemorySegment.ofArray(new byte[64]);
        Signals.raise(job, 0, PRODUCING, 17);
        FutureTask<?> waits = RankThreads.start(() -> fifo.enqueue(source, 0, 64, true));
        Signals.await(job, WAITING_TURN, 1);
        assertEquals(0, job.world().rma().getLong(0, WAITING_PRODUCERS));
        Signals.raise(job, 0, PRODUCING, 0);
        RankThreads.join(waits);
        assertEquals(0, job.world().rma().getLong(0, WAITING_TURN));
        FutureTask<?> waitsForRoom = RankThreads.start(() -> fifo.enqueue(source, 0, 64, true));
        Signals.await(job, WAITING_PRODUCERS, 1);
        assertEquals(0, job.world().rma().getLong(0, WAITING_TURN));
        fifo.dequeue(64);
        Signals.raise(job, 0, PRODUCING, 17);
        fifo.discard(64);
        Signals.await(job, WAITING_TURN, 1);
        Signals.raise(job, 0, PRODUCING, 0);
        RankThreads.join(waitsForRoom);
        assertEquals(0, job.world().rma().getLong(0, WAITING_PRODUCERS));
        assertEquals(0, job.world().rma().getLong(0, WAITING_TURN));
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldEndWaitsAndRefuseCallsWhenItIsDestroyed(Job job) {
        for (WaitMode mode : WaitMode.values()) {
            job.waitMode(mode);
            ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
            MemorySegment source = MemorySegment.ofArray(new byte[64]);
            Event event = job.rank() == 0 ? fifo.dequeueNb(1, _ -> {}) : Event.DONE;
            job.world().barrier();
            if (job.rank() == 1) {
                fifo.destroy();
                assertIllegal("enqueue", () -> fifo.enqueue(source, 0, 1, true), "ByteFifo.enqueue", "destroyed");
            } else {
                assertIllegal("wait", () -> fifo.dequeue(1), "ByteFifo.dequeue", "destroyed");
                assertIllegal("await", event::await, "ByteFifo.dequeueNb", "destroyed");
                assertIllegal("discard", () -> fifo.discard(0), "ByteFifo.discard", "destroyed");
            }
            job.world().barrier();
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> ByteFifo.create(job.world(), 0, FIFO, 64, 8), "ByteFifo.create",
                "client memory", "Job.attach(long)");
        assertIllegal("client memory", () -> ByteFifo.open(job.world(), 1, FIFO), "client memory");
        job.world().barrier();
    }

    @Test
    void shouldRefuseCallsAndViewsAfterTheCloseOfTheJob() throws Exception {
        HostedJobs.alone((job, host) -> {
            job.attach(64 << 10);
            ByteFifo fifo = ByteFifo.create(job.world(), 0, FIFO, 64, 16);
            MemorySegment source = MemorySegment.ofArray(new byte[64]);
            fifo.enqueue(source, 0, 8, true);
            MemorySegment view = fifo.dequeue(8);
            FutureTask<?> waits = RankThreads.start(() -> assertThrows(PgasException.class, () -> fifo.dequeue(8)));
            while (!host.rank(0).activity().equals("waiting for an event") && !waits.isDone()) {
                Thread.onSpinWait();
            }
            job.close();
            RankThreads.join(waits);
            assertThrows(PgasException.class, () -> fifo.enqueue(source, 0, 8, true));
            assertThrows(PgasException.class, () -> fifo.discard(8));
            assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
        });
    }
}
