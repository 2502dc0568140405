package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.RankCounters;
import org.pgas.spi.Activity;
import org.pgas.spi.Conduit;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.WaitRecord;

class RankCountersTest {
    private static final int BLOCKS = CounterLayout.OWNED_BLOCKS;

    private final FakeWorld world = new FakeWorld(1);
    private final Conduit conduit = world.conduit(0);
    private final long part = conduit.shown().countersAddress();
    private final RankCounters counters = new RankCounters(conduit, false);

    private long owner(int block) {
        return SharedMemory.getLongAcquire(part + CounterLayout.block(block));
    }

    private Set<Long> owners() {
        Set<Long> owners = new HashSet<>();
        for (int i = 0; i < BLOCKS; i++) {
            if (owner(i) != 0) {
                assertTrue(owners.add(owner(i)), "a thread has two blocks");
            }
        }
        return owners;
    }

    private long inSharedBlock(Counter counter) {
        return SharedMemory.getLongOpaque(part + CounterLayout.block(BLOCKS) + CounterLayout.COUNTS
                + 8 * counter.ordinal());
    }

    private static void runAll(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void shouldCountInABlockOfTheThreadsOwn() {
        counters.barrier();
        counters.barrier();
        counters.collective();
        assertEquals(2, counters.value(Counter.BARRIERS));
        assertEquals(1, counters.value(Counter.COLLECTIVES));
        assertEquals(Set.of(Thread.currentThread().threadId()), owners());
        assertEquals(0, inSharedBlock(Counter.BARRIERS));
        assertEquals(1, SharedMemory.getIntAcquire(part + CounterLayout.THREADS));
    }

    @Test
    void shouldTellAThreadThatOnlyServesFromThoseThatUseTheLibrary() throws InterruptedException {
        counters.barrier();
        Thread server = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 3; i++) {
                counters.onlyServes();
                counters.handled(1, 10);
            }
        });
        server.join();
        assertEquals(3, counters.value(Counter.HANDLED));
        assertEquals(Set.of(Thread.currentThread().threadId(), -server.threadId()), owners());
        assertEquals(0, inSharedBlock(Counter.HANDLED));
        SharedMemory.putLong(part + CounterLayout.WAIT_SINCE, 1);
        assertTrue(WaitRecord.read(part).alone());
        runAll(List.of(Thread.ofPlatform().unstarted(counters::barrier)));
        assertFalse(WaitRecord.read(part).alone());
    }

    @Test
    void shouldCountEachKindInItsOwnPlace() {
        counters.put(Counter.SMALL);
        counters.get(2 * Counter.SMALL);
        counters.atomic();
        counters.request(3);
        counters.request();
        counters.reply(5);
        counters.reply();
        counters.polled(6, 60);
        counters.handled(1, 0);
        counters.waited(Activity.EVENT, 70);
        counters.waited(Activity.SENDING, 7);
        counters.slept();
        counters.barrier();
        counters.collective();
        counters.farPut();
        for (int i = 0; i < 3; i++) {
            counters.farGet();
        }
        counters.farUpdate();
        counters.farUpdate();
        Counters all = new Counters(counters);
        long[] expected = {1, Counter.SMALL, 1, 2 * Counter.SMALL, 1, 1, 1, 2, 2, 8, 7, 60, 1, 2, 77, 1, 1, 7, 1, 3,
            2};
        assertEquals(Counter.values().length, expected.length);
        for (Counter counter : Counter.values()) {
            assertEquals(expected[counter.ordinal()], all.value(counter), counter.name());
        }
        assertTrue(all.toString().startsWith("puts 1, put bytes 65536, gets 1, get bytes 131072, atomics 1"),
                all.toString());
    }

    @Test
    void shouldCountSmallTransfersAndIdlePollsOnlyWhenAskedTo() {
        counters.put(Counter.SMALL - 1);
        counters.get(Counter.SMALL - 1);
        counters.idlePoll();
        assertEquals("", new Counters(counters).toString());
        RankCounters everything = new RankCounters(conduit, true);
        everything.put(Counter.SMALL - 1);
        everything.get(0);
        everything.idlePoll();
        assertEquals("puts 1, put bytes 65535, gets 1, polls 1", new Counters(everything).toString());
    }

    @Test
    void shouldLoseNothingWhenMoreThreadsThanBlocksCountAtOnce() throws InterruptedException {
        int each = 20_000;
        int threads = BLOCKS + 8;
        CountDownLatch all = new CountDownLatch(threads);
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            running.add(Thread.ofPlatform().unstarted(() -> {
                counters.barrier();
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                for (int i = 1; i < each; i++) {
                    counters.barrier();
                }
            }));
        }
        runAll(running);
        assertEquals((long) threads * each, counters.value(Counter.BARRIERS));
        assertEquals(BLOCKS, owners().size());
        assertEquals(8L * each, inSharedBlock(Counter.BARRIERS));
    }

    @Test
    void shouldLoseNothingWhenThreadsComeAndGo() throws InterruptedException {
        Thread first = Thread.ofPlatform().unstarted(() -> counters.request(10));
        runAll(List.of(first));
        assertEquals(Set.of(first.threadId()), owners());
        for (int round = 0; round < 3; round++) {
            world.tick(0);
            assertEquals(Set.of(), owners());
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 2 * BLOCKS; t++) {
                threads.add(Thread.ofPlatform().unstarted(() -> counters.request(1)));
            }
            runAll(threads);
        }
        assertEquals(1 + 6L * BLOCKS, counters.value(Counter.REQUESTS));
        assertEquals(10 + 6L * BLOCKS, counters.value(Counter.SENT_BYTES));
        assertEquals(3L * BLOCKS, inSharedBlock(Counter.REQUESTS));
        assertEquals(1 + 3 * BLOCKS, SharedMemory.getIntAcquire(part + CounterLayout.THREADS));
    }

    @Test
    void shouldLeaveItsBlockToAThreadThatLives() throws InterruptedException {
        counters.barrier();
        long self = Thread.currentThread().threadId();
        for (int round = 0; round < 3; round++) {
            runAll(List.of(Thread.ofPlatform().unstarted(counters::barrier)));
            world.tick(0);
            assertEquals(Set.of(self), owners());
        }
        counters.barrier();
        assertEquals(5, counters.value(Counter.BARRIERS));
    }

    @Test
    void shouldCountWhatAThreadThatIsDisplacedDoesInOneBlock() throws InterruptedException {
        // all places but those a few behind the one of its number are taken, and are freed then
        counters.barrier();
        CountDownLatch taken = new CountDownLatch(BLOCKS - 2);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> others = new ArrayList<>();
        for (int t = 0; t < BLOCKS - 2; t++) {
            others.add(Thread.ofPlatform().start(() -> {
                counters.barrier();
                taken.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        taken.await();
        CountDownLatch counted = new CountDownLatch(1);
        CountDownLatch again = new CountDownLatch(1);
        Thread late = Thread.ofPlatform().start(() -> {
            counters.barrier();
            counted.countDown();
            try {
                again.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            counters.barrier();
        });
        counted.await();
        end.countDown();
        for (Thread other : others) {
            other.join();
        }
        world.tick(0);
        again.countDown();
        late.join();
        assertEquals(Set.of(Thread.currentThread().threadId(), late.threadId()), owners());
        assertEquals(BLOCKS + 1, counters.value(Counter.BARRIERS));
        assertEquals(0, inSharedBlock(Counter.BARRIERS));
    }

    @Test
    void shouldFindABlockForAThreadThatOnlyServesOnceOneIsFree() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < BLOCKS; t++) {
            threads.add(Thread.ofPlatform().unstarted(counters::barrier));
        }
        runAll(threads);
        Set<Long> owners = owners();
        assertEquals(BLOCKS, owners.size());
        counters.onlyServes();
        counters.handled(1, 10);
        assertEquals(owners, owners());
        assertEquals(1, inSharedBlock(Counter.HANDLED));
        world.tick(0);
        counters.onlyServes();
        counters.handled(1, 10);
        assertEquals(Set.of(-Thread.currentThread().threadId()), owners());
        assertEquals(1, inSharedBlock(Counter.HANDLED));
        assertEquals(2, counters.value(Counter.HANDLED));
    }

    @Test
    void shouldCountVirtualThreadsInTheSharedBlock() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 100; t++) {
            threads.add(Thread.ofVirtual().unstarted(() -> {
                for (int i = 0; i < 1_000; i++) {
                    counters.barrier();
                }
            }));
        }
        runAll(threads);
        assertEquals(100_000, counters.value(Counter.BARRIERS));
        assertEquals(100_000, inSharedBlock(Counter.BARRIERS));
        assertEquals(Set.of(), owners());
    }

    @Test
    void shouldOnlyGrowForWhoeverLooks() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 200_000; i++) {
                    counters.request(2);
                }
            }));
        }
        long last = 0;
        do {
            long now = counters.value(Counter.REQUESTS);
            assertTrue(now >= last, now + " after " + last);
            last = now;
        } while (threads.stream().anyMatch(Thread::isAlive));
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(600_000, counters.value(Counter.REQUESTS));
        assertEquals(1_200_000, counters.value(Counter.SENT_BYTES));
    }

    @Test
    void placesOfCountersFitInABlockAndBlocksInAPart() {
        assertTrue(Counter.values().length <= CounterLayout.COUNTERS_MAX);
        assertTrue(CounterLayout.block(CounterLayout.BLOCK_COUNT) <= CounterLayout.PART_BYTES);
        assertTrue(CounterLayout.WAIT_TEXT + CounterLayout.WAIT_TEXT_MAX <= CounterLayout.BLOCKS);
        assertEquals(1, Integer.bitCount(BLOCKS));
        assertNotEquals(0, CounterLayout.COUNTS);
    }
}
