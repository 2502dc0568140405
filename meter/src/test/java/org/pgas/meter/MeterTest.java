package org.pgas.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

/** The watch with a clock that only bodies move, and ranks that are imagined. */
class MeterTest {
    private static final long MILLI = 1_000_000;
    private static final Timing TIMING = new Timing(5, 10 * MILLI, 100 * MILLI);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final List<Long> runs = new ArrayList<>();
    private long now;

    /** Alone, or as one of several of which nobody else is there: what they would tell is what this one does. */
    private record Imagined(int rank, int size) implements Cohort {
        @Override
        public void barrier() {}

        @Override
        public long told(int teller, long own) {
            return own;
        }
    }

    private Meter meter(int size, RowChoice choice) {
        return meter(size, choice, () -> false);
    }

    private Meter meter(int size, RowChoice choice, BooleanSupplier compiles) {
        return meter(size, TIMING, choice, compiles);
    }

    private Meter meter(int size, Timing timing, RowChoice choice, BooleanSupplier compiles) {
        return new Meter("other", new Imagined(0, size), timing, choice, () -> now, compiles,
                new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    /** An operation takes 1,000 ns. */
    private void work(long times) {
        runs.add(times);
        now += times * 1000;
    }

    private long count(long times) {
        work(times);
        return times;
    }

    private String lines() {
        return printed.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    @Test
    void shouldGrowRunsUntilTheyTakeAsLongAsWanted() {
        meter(1, RowChoice.ALL).alone("row", 8, this::work);

        assertEquals(1, runs.getFirst());
        long last = runs.getLast() * 1000;
        assertTrue(last >= TIMING.runNanos() / 2 && last <= 2 * TIMING.runNanos(), () -> "runs of " + runs);
    }

    @Test
    void shouldGoOnWhileACompilerIsAtWork() {
        long until = 2_000_000_000L;
        meter(2, RowChoice.ALL, () -> now < until).alone("row", 8, this::work);
        long measured = (long) TIMING.repetitions() * runs.getLast() * 1000;
        assertTrue(now - measured >= until, () -> "ended at " + now);
        assertTrue(now - measured < until + 10 * TIMING.runNanos(), () -> "ended at " + now);
    }

    @Test
    void shouldNotWaitForACompilerWithoutEnd() {
        meter(1, RowChoice.ALL, () -> true).alone("row", 8, this::work);
        assertTrue(now < 6_000_000_000L, () -> "ended at " + now);
    }

    @Test
    void shouldWaitForTheCompilersOfManyRanksLonger() {
        assertEquals(TIMING, TIMING.warmForRanks(4));
        Timing many = TIMING.warmForRanks(16);
        assertEquals(8_000_000_000L, many.warmNanos());
        long until = 30_000_000_000L;
        meter(16, many, RowChoice.ALL, () -> now < until).alone("row", 8, this::work);
        assertTrue(now >= until && now < 31_000_000_000L, () -> "ended at " + now);
        now = 0;
        meter(16, many, RowChoice.ALL, () -> true).alone("row", 8, this::work);
        assertTrue(now > 32_000_000_000L && now < 33_000_000_000L, () -> "ended at " + now);
    }

    @Test
    void shouldStopWhenRunsAgreeAfterTheShortestWarmUp() {
        meter(1, RowChoice.ALL).alone("row", 8, this::work);

        long nanos = runs.stream().mapToLong(times -> times * 1000).sum();
        assertTrue(nanos >= TIMING.warmNanos(), () -> "warm after " + nanos + " ns");
        assertTrue(nanos < TIMING.warmNanos() + 8 * TIMING.runNanos(), () -> "still going after " + nanos + " ns");
    }

    @Test
    void shouldStopAfterTheLongestWarmUpWhenRunsNeverAgree() {
        meter(1, RowChoice.ALL).alone("row", 8, times -> {
            runs.add(times);
            now += times * (runs.size() % 2 == 0 ? 1000 : 2000);
        });

        assertTrue(now > 1000 * MILLI && now < 1300 * MILLI, () -> "stopped after " + now + " ns");
        assertTrue(lines().startsWith("other,row,8,"), this::lines);
    }

    @Test
    void shouldPrintMedianLeastAndMostOfTheRunsThatCount() {
        long[] nanos = {4000, 1000, 9000, 2000, 3000};
        int[] counted = {0};
        meter(1, RowChoice.ALL).together("row", 64, times -> {
            // warm runs agree; those that count are behind more than the shortest warm-up and 8 runs
            boolean counts = now > TIMING.warmNanos();
            now += times * (counts ? nanos[counted[0]++] : 1000);
        });

        assertEquals("other,row,64,3000.000,1000.000,9000.000\n", lines());
    }

    @Test
    void shouldDivideARateByWhatAllRanksHaveDone() {
        meter(4, RowChoice.ALL).togetherRate("row", 8, 100, this::count);

        assertEquals("other,row,8,250.000,250.000,250.000\n", lines());
    }

    @Test
    void shouldDivideTheRateOfOneRankByWhatItHasDone() {
        meter(1, RowChoice.ALL).aloneRate("row", 8, times -> count(times) / 2);

        assertEquals("other,row,8,2000.000,2000.000,2000.000\n", lines());
    }

    @Test
    void shouldDivideATimeByTheOperationsOfABody() {
        meter(1, RowChoice.ALL).alone("row", 8, 4, this::work);

        assertEquals("other,row,8,250.000,250.000,250.000\n", lines());
    }

    /** Of a library, or of another one by the same watch. */
    @Test
    void shouldPrintTheMiddleOfSamplesAndTheOneThatFewExceed() {
        long[] samples = LongStream.rangeClosed(1, 200).toArray();
        meter(1, RowChoice.ALL).of("ring").reportSamples("wake", samples);

        assertEquals("ring,wake-p50,0,101.000,1.000,200.000\nring,wake-p99,0,199.000,1.000,200.000\n", lines());
    }

    @Test
    void shouldRehearseARowForAMomentAndPrintNothing() {
        Meter.ofRehearsal("other", new Imagined(0, 2), () -> now, () -> true).alone("row", 8, this::work);

        assertTrue(now > 100 * MILLI && now < 110 * MILLI, () -> "stopped after " + now + " ns");
        assertEquals("", lines());
    }

    @Test
    void shouldMeasureNothingButTheRowsThatAreWanted() {
        Meter meter = meter(1, new RowChoice(Set.of("get", "get8"), "8"));
        meter.alone("get", 8, this::work);
        meter.alone("put8", 8, this::work);

        assertEquals(List.of(), runs);
        meter.alone("get8", 8, this::work);
        assertTrue(lines().startsWith("other,get8,8,"), this::lines);
    }

    @Test
    void shouldPrepareEachRunBeforeItIsTimed() {
        meter(1, RowChoice.ALL).together("row", 8, new Meter.Body() {
            @Override
            public void prepare(long times) {
                now += 50 * MILLI;
            }

            @Override
            public void run(long times) {
                work(times);
            }
        });

        assertEquals("other,row,8,1000.000,1000.000,1000.000\n", lines());
    }
}
