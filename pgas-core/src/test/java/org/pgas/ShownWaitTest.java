package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.Conduit;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.WaitAge;
import org.pgas.spi.WaitRecord;
import org.pgas.wait.Awaited;
import org.pgas.wait.ShownWait;

class ShownWaitTest {
    private static final long LOOKED = 9;

    private final FakeWorld world = new FakeWorld(2);
    private final Conduit conduit = world.conduit(0);
    private final long part = conduit.shown().countersAddress();
    private final ShownWait shown = new ShownWait(conduit);

    private record Wait(BooleanSupplier met, int[] missing, String describe) implements Awaited {
        @Override
        public boolean isMet() {
            return met.getAsBoolean();
        }

        @Override
        public Activity activity() {
            return Activity.EVENT;
        }
    }

    private static Wait of(String text, int... missing) {
        return new Wait(() -> false, missing, text);
    }

    private static void inThread(Runnable work) throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(work);
        thread.join();
    }

    private static void assertShown(Activity activity, long since, long looked, int rank, int ranks, String text,
            WaitRecord shown) {
        WaitAge age = shown.age();
        assertEquals(since, age.begun());
        assertEquals(since, age.number());
        assertEquals(looked, age.lookedNanos() == WaitAge.NEVER ? 0 : age.at() - age.lookedNanos());
        assertEquals(new WaitRecord(activity.ordinal(), age, rank, ranks, true, text), shown);
    }

    @Test
    void shouldShowAWaitAtOnceAndItsDetailsWhenTold() {
        assertNull(WaitRecord.read(part));
        shown.begin(Activity.EVENT, 5);
        assertShown(Activity.EVENT, 5, 0, -1, 0, "",
                WaitRecord.read(part));
        shown.tell(of("a thing", 3, 7), 5, new int[]{3, 7}, LOOKED);
        assertShown(Activity.EVENT, 5, LOOKED, 3, 2, "a thing",
                WaitRecord.read(part));
        shown.tell(of("less of it", 7), 5, new int[]{7}, LOOKED);
        assertShown(Activity.EVENT, 5, LOOKED, 7, 1, "less of it",
                WaitRecord.read(part));
        shown.end();
        assertNull(WaitRecord.read(part));
        shown.begin(Activity.SENDING, 6);
        assertShown(Activity.SENDING, 6, 0, -1, 0, "",
                WaitRecord.read(part));
    }

    @Test
    void shouldShowTheFirstOfTwoThreadsAndThenWhoLooksAroundNext() throws InterruptedException {
        inThread(() -> shown.begin(Activity.EVENT, 1));
        shown.begin(Activity.SENDING, 2);
        shown.tell(of("second"), 2, new int[0], LOOKED);
        shown.end();
        assertEquals(1, WaitRecord.read(part).age().number());
        assertEquals("", WaitRecord.read(part).text());
        ShownWait other = new ShownWait(world.conduit(1));
        long otherPart = world.conduit(1).shown().countersAddress();
        other.begin(Activity.EVENT, 1);
        other.end();
        other.tell(of("who still waits"), 3, new int[0], LOOKED);
        assertShown(Activity.EVENT, 3, 0, -1, 0, "who still waits",
                WaitRecord.read(otherPart));
    }

    @Test
    void shouldShowTheInnermostOfAThreadsWaitsAndThenTheOuterOne() {
        shown.begin(Activity.TEAM_BARRIER, 1);
        shown.tell(of("outer", 1), 1, new int[]{1}, LOOKED);
        shown.begin(Activity.SENDING, 2);
        assertShown(Activity.SENDING, 2, 0, -1, 0, "",
                WaitRecord.read(part));
        assertTrue(shown.isUntold());
        shown.end();
        assertNull(WaitRecord.read(part));
        shown.tell(of("outer", 1), 1, new int[]{1}, LOOKED);
        assertEquals("outer", WaitRecord.read(part).text());
        shown.end();
        shown.end();
        assertNull(WaitRecord.read(part));
    }

    @Test
    void shouldCutATextBetweenCharacters() {
        shown.begin(Activity.EVENT, 1);
        shown.tell(of("x" + "\u00e9".repeat(200)), 1, new int[0], LOOKED);
        assertEquals("x" + "\u00e9".repeat(127), WaitRecord.read(part).text());
    }

    /** A writer that died between its two marks. */
    @Test
    void shouldNotWaitForAWriterThatDoesNotGoOn() {
        shown.begin(Activity.EVENT, 1);
        SharedMemory.putIntRelease(part + CounterLayout.WAIT_SEQUENCE, 3);
        assertNull(WaitRecord.read(part));
    }

    /** What a program wrote there by mistake. */
    @Test
    void shouldReadNothingOutsideTheText() {
        shown.begin(Activity.EVENT, 1);
        SharedMemory.putIntRelease(part + CounterLayout.WAIT_TEXT_BYTES, Integer.MAX_VALUE);
        assertEquals(CounterLayout.WAIT_TEXT_MAX, WaitRecord.read(part).text().length());
        SharedMemory.putIntRelease(part + CounterLayout.WAIT_TEXT_BYTES, -1);
        assertEquals("", WaitRecord.read(part).text());
    }

    @Test
    void shouldNeverMixTwoWaits() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().daemon().start(() -> {
            for (int i = 1; !stop.get(); i = i % 70 + 1) {
                shown.begin(Activity.EVENT, i);
                shown.tell(of(String.valueOf((char) ('0' + i)).repeat(i), i), i, new int[]{i}, LOOKED);
                // else nobody ever sees a whole one
                for (int spin = 0; spin < i; spin++) {
                    Thread.onSpinWait();
                }
                shown.end();
            }
        });
        AtomicInteger seen = new AtomicInteger();
        AtomicReference<WaitRecord> mixed = new AtomicReference<>();
        while (mixed.get() == null && seen.get() < 20_000) {
            WaitRecord record = WaitRecord.read(part);
            if (record != null && !record.text().isEmpty()) {
                seen.incrementAndGet();
                String expected = String.valueOf((char) ('0' + (int) record.age().number()))
                        .repeat((int) record.age().number());
                if (record.rank() != record.age().number() || !record.text().equals(expected)) {
                    mixed.set(record);
                }
            }
        }
        stop.set(true);
        writer.join();
        assertNull(mixed.get());
    }

    @Test
    void aWaitOfAJobIsShownWhileItLastsAndCountedThen() throws InterruptedException {
        Job job = world.job(0, Map.of());
        long jobPart = job.rooms().conduit.shown().countersAddress();
        AtomicReference<WaitRecord> seen = new AtomicReference<>();
        Counters before = job.counters();
        AtomicInteger rounds = new AtomicInteger();
        job.rooms().waiting.await(new Wait(() -> {
            WaitRecord record = WaitRecord.read(jobPart);
            if (record != null && !record.text().isEmpty()) {
                seen.set(record);
            }
            return seen.get() != null || rounds.incrementAndGet() > 1_000_000;
        }, new int[]{1}, "something"));
        assertEquals("something", seen.get().text());
        assertEquals(1, seen.get().rank());
        assertTrue(seen.get().describe().matches("waits \\d+\\.\\d s for rank 1: something"), seen.get().describe());
        assertNull(WaitRecord.read(jobPart));
        Counters after = job.counters();
        assertEquals(before.value(Counter.WAITS) + 1, after.value(Counter.WAITS));
        assertTrue(after.value(Counter.WAIT_NANOS) > before.value(Counter.WAIT_NANOS));
        assertEquals(0, after.value(Counter.FULL_RINGS));
    }

    @Test
    void aShortWaitIsNeitherShownNorCounted() {
        Job job = world.job(0, Map.of());
        int before = SharedMemory
                .getIntAcquire(job.rooms().conduit.shown().countersAddress() + CounterLayout.WAIT_SEQUENCE);
        job.rooms().waiting.awaitLong(new Wait(() -> true, new int[0], ""));
        job.rooms().waiting.awaitLocal(new Wait(() -> true, new int[0], ""));
        assertEquals(0, job.counters().value(Counter.WAITS));
        assertEquals(before,
                SharedMemory
                        .getIntAcquire(job.rooms().conduit.shown().countersAddress() + CounterLayout.WAIT_SEQUENCE));
    }
}
