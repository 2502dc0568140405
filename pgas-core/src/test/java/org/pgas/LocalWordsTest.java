package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

/** Waits and tests on words, seen from the one rank of a job: answers, order of search, refusals. */
class LocalWordsTest {
    private static final int BYTES = 4096;

    private final Seed seed = new Seed();
    private final Job job = attached(Map.of(Setting.CHECKS, "on"));
    private final LocalWords words = job.endpoint().words();
    private final Rma rma = job.world().rma();

    private static Job attached(Map<Setting, String> settings) {
        Job job = new FakeWorld(1).job(0, settings);
        job.attach(BYTES);
        return job;
    }

    @Test
    void aWaitReturnsTheDatumThatFulfilled() {
        rma.putLong(0, 8, -7);
        assertEquals(-7, words.waitUntilLong(8, WaitCondition.LT, 0));
        rma.putInt(0, 4, Integer.MIN_VALUE);
        assertEquals(Integer.MIN_VALUE, words.waitUntilInt(4, WaitCondition.GTU, Integer.MAX_VALUE));
        rma.putInt(0, BYTES - 4, 1);
        assertEquals(1, words.waitUntilInt(BYTES - 4, WaitCondition.NE, 0));
        rma.putLong(0, BYTES - 8, 1);
        assertEquals(1, words.waitUntilLong(BYTES - 8, WaitCondition.ANY, 3));
    }

    @Test
    void aTestNeitherBlocksNorChangesTheWord() {
        assertFalse(words.testLong(0, WaitCondition.NE, 0));
        assertFalse(words.testInt(0, WaitCondition.GT, 0));
        rma.putLong(0, 0, 1L << 40);
        assertTrue(words.testLong(0, WaitCondition.NE, 0));
        assertFalse(words.testInt(0, WaitCondition.NE, 0), "an int has no upper half");
        assertEquals(1L << 40, rma.getLong(0, 0));
    }

    @Test
    void wordsOutsideTheSegmentAreRefused() {
        for (long offset : new long[]{-8, -1, BYTES, BYTES + 8, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE - 7}) {
            for (boolean wide : new boolean[]{true, false}) {
                refuse(wide, offset, "offset " + offset + " ", "outside", BYTES + " bytes",
                        "0.." + (BYTES - (wide ? 8 : 4)));
            }
        }
        refuse(true, BYTES - 4, "outside");
    }

    @Test
    void misalignedWordsAreRefused() {
        refuse(true, 4, "offset 4 ", "multiples of 8");
        refuse(true, 1, "misaligned");
        refuse(false, 2, "offset 2 ", "multiples of 4");
        refuse(false, BYTES - 5, "misaligned");
    }

    /** Every call that names a word. */
    private void refuse(boolean wide, long offset, String... parts) {
        WaitCondition c = WaitCondition.EQ;
        if (wide) {
            refusal(() -> words.waitUntilLong(offset, c, 0), "waitUntilLong", parts);
            refusal(() -> words.testLong(offset, c, 0), "testLong", parts);
            refusal(() -> words.waitUntilLongNb(offset, c, 0), "waitUntilLongNb", parts);
            refusal(() -> words.longs(0, offset), "longs", parts);
        } else {
            refusal(() -> words.waitUntilInt(offset, c, 0), "waitUntilInt", parts);
            refusal(() -> words.testInt(offset, c, 0), "testInt", parts);
            refusal(() -> words.waitUntilIntNb(offset, c, 0), "waitUntilIntNb", parts);
            refusal(() -> words.ints(0, offset), "ints", parts);
        }
    }

    private static void refusal(org.junit.jupiter.api.function.Executable call, String name, String... parts) {
        String[] all = Arrays.copyOf(parts, parts.length + 1);
        all[parts.length] = "rank 0: LocalWords." + name + ":";
        Refusal.badArgument(call, all);
    }

    @Test
    void withoutASegmentTheMessageSaysWhatToCall() {
        Job bare = new FakeWorld(1).job(0);
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> bare.endpoint().words().testLong(0, WaitCondition.EQ, 0),
                "LocalWords.testLong", "no segment", "Job.attach");
        bare.attach(0);
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> bare.endpoint().words().longs(), "LocalWords.longs",
                "attached 0 bytes");
    }

    @Test
    void afterCloseEverythingIsRefused() {
        WordSet set = words.longs(0);
        job.close();
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> words.testLong(0, WaitCondition.EQ, 0), "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> words.waitUntilInt(0, WaitCondition.EQ, 0), "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> set.testAny(WaitCondition.EQ, 0), "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> set.waitUntilAll(WaitCondition.EQ, 0), "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> rma.signal(0, 0, 1, SignalOperation.SET), "closed");
    }

    @Test
    void nullsAreRefusedBeforeAnythingElse() {
        assertThrows(NullPointerException.class, () -> words.testLong(0, null, 0));
        assertThrows(NullPointerException.class, () -> words.waitUntilInt(0, null, 0));
        assertThrows(NullPointerException.class, () -> words.longs((long[]) null));
        WordSet set = words.longs(0);
        assertThrows(NullPointerException.class, () -> set.waitUntilAny(null, 0));
        assertThrows(NullPointerException.class, () -> set.testSome(null, WaitCondition.EQ, 0));
        assertThrows(NullPointerException.class, () -> rma.signal(0, 0, 1, null));
        assertEquals(0, rma.getLong(0, 0));
    }

    @Test
    void aWaitPastItsDeadlineNamesWordConditionValueAndDatum() {
        Job hasty = attached(Map.of(Setting.WAIT_TIMEOUT, "1ms"));
        hasty.world().rma().putLong(0, 64, 3);
        LocalWords own = hasty.endpoint().words();
        PgasException e = Refusal.of(ErrorCode.TIMED_OUT, () -> own.waitUntilLong(64, WaitCondition.GE, 5), "rank 0:",
                "LocalWords.waitUntilLong", "long at offset 64", "GE 5", "but 3", "1 ms", "pgas.wait.timeout");
        assertFalse(e.getMessage().contains("waiting for"), e.getMessage());
        Refusal.of(ErrorCode.TIMED_OUT, () -> own.waitUntilIntNb(64, WaitCondition.ALL, -1).await(),
                "int at offset 64", "ALL 0xffffffff", "but 0x3");
        Refusal.of(ErrorCode.TIMED_OUT, () -> own.longs(64, 72).waitUntilAny(WaitCondition.GTU, -1),
                "WordSet.waitUntilAny", "2 longs", "GTU 18446744073709551615", "offset 64 is 3", "offset 72 is 0");
        Refusal.of(ErrorCode.TIMED_OUT, () -> own.longs(64, 72).waitUntilAll(WaitCondition.EQ, 3),
                "WordSet.waitUntilAll", "not EQ 3", "offset 72 is 0");
    }

    /** The sleeps are made up, and the job ends during the third of a wait: it has told of itself before the second. */
    @Test
    void sleepersOnWordsLookOnceAMillisecondAndOthersSeldom() {
        for (int kind = 0; kind < 4; kind++) {
            FakeWorld world = new FakeWorld(1);
            Job sleepy = world.job(0, Map.of(Setting.WAIT, "block"));
            sleepy.attach(BYTES);
            world.endDuringSleep(3);
            LocalWords own = sleepy.endpoint().words();
            WaitCondition c = WaitCondition.NE;
            assertThrows(JobEndedException.class, switch (kind) {
                case 0 -> () -> own.waitUntilLong(0, c, 0);
                case 1 -> () -> own.ints(0, 4).waitUntilAny(c, 0);
                case 2 -> () -> own.waitUntilIntNb(0, c, 0).await();
                default -> () -> Event.awaitSome(own.waitUntilIntNb(0, c, 0), own.waitUntilLongNb(8, c, 0));
            });
            assertTrue(world.longestSleep() > 0 && world.longestSleep() <= 1_000_000, () -> "" + world.longestSleep());
        }
        FakeWorld world = new FakeWorld(2);
        Job sleepy = world.job(0, Map.of(Setting.WAIT, "block"));
        world.endDuringSleep(3);
        assertThrows(JobEndedException.class, () -> sleepy.world().barrier());
        assertEquals(50_000_000, world.longestSleep());
    }

    @Test
    void aSignalRingsItsRankWhileSomebodySleepsAndNobodyElse() {
        FakeWorld world = new FakeWorld(1);
        Job one = world.job(0);
        one.attach(BYTES);
        Rma own = one.world().rma();
        byte[] data = new byte[8];
        var source = java.lang.foreign.MemorySegment.ofArray(data);
        own.signal(0, 0, 1, SignalOperation.SET);
        own.putSignal(0, 64, source, 0, 8, 0, 1, SignalOperation.ADD);
        assertEquals(0, world.rings(0), "nobody sleeps");
        world.conduit(0).bells().beginSleep();
        own.signal(0, 0, 1, SignalOperation.SET);
        own.signal(0, 0, 1, SignalOperation.ADD);
        own.putSignal(0, 64, source, 0, 8, 0, 1, SignalOperation.SET);
        own.putSignalNb(0, 64, source, 0, 8, 0, 1, SignalOperation.ADD, LocalCompletion.DEFER).await();
        own.putSignalNbi(0, 64, source, 0, 8, 0, 1, SignalOperation.ADD, LocalCompletion.GROUP);
        assertEquals(5, world.rings(0));
        own.putLong(0, 0, 7);
        assertEquals(5, world.rings(0), "plain puts do not look for sleepers");
    }

    @Test
    void anEventRemembersThatTheConditionHeld() {
        Event event = words.waitUntilLongNb(0, WaitCondition.EQ, 1);
        assertFalse(event.test());
        rma.putLong(0, 0, 1);
        Event[] some = {words.waitUntilIntNb(512, WaitCondition.NE, 0), event};
        Event.awaitSome(some);
        assertSame(Event.DONE, some[1]);
        assertFalse(some[0].test());
        rma.putLong(0, 0, 2);
        Refusal.badArgument(event::test, "again", "offset 0", "EQ 1");
    }

    @Test
    void anyGoesOnBehindTheLastOne() {
        WordSet set = words.longs(0, 8, 16, 24);
        for (int i = 0; i < 4; i++) {
            rma.putLong(0, 8L * i, i == 2 ? 0 : 1);
        }
        int[] order = new int[7];
        for (int i = 0; i < order.length; i++) {
            order[i] = i % 2 == 0 ? set.waitUntilAny(WaitCondition.EQ, 1) : set.testAny(WaitCondition.EQ, 1);
        }
        assertArrayEquals(new int[]{0, 1, 3, 0, 1, 3, 0}, order);
        set.exclude(1);
        assertEquals(3, set.testAny(WaitCondition.EQ, 1), "excluding does not begin anew");
        set.include(1);
        set.exclude(3);
        assertEquals(0, set.testAny(WaitCondition.EQ, 1));
        assertEquals(1, set.testAny(WaitCondition.EQ, 1));
        assertEquals(2, set.testAny(WaitCondition.EQ, 0));
    }

    @Test
    void setsWithoutWordsHaveNothingToWaitFor() {
        WordSet all = words.ints(0, 4);
        all.exclude(0);
        all.exclude(1);
        for (WordSet set : new WordSet[]{words.ints(), words.longs(), all}) {
            int[] indices = new int[set.size()];
            assertEquals(WordSet.NO_INDEX, set.waitUntilAny(WaitCondition.NE, 0));
            assertEquals(WordSet.NO_INDEX, set.testAny(WaitCondition.EQ, 0));
            assertEquals(0, set.waitUntilSome(indices, WaitCondition.NE, 0));
            assertEquals(0, set.testSome(indices, WaitCondition.EQ, 0));
            set.waitUntilAll(WaitCondition.NE, 0);
            assertTrue(set.testAll(WaitCondition.NE, 0));
        }
    }

    @Test
    void setsRefuseWhatTheyDoNotHave() {
        WordSet set = words.ints(0, 4);
        Refusal.badArgument(() -> set.exclude(2), "rank 0: WordSet.exclude", "index 2 ", "0..1");
        Refusal.badArgument(() -> set.include(-1), "WordSet.include", "index -1 ");
        Refusal.badArgument(() -> set.testSome(new int[1], WaitCondition.EQ, 0), "WordSet.testSome", "1 indices", "2");
        Refusal.badArgument(() -> set.waitUntilAny(WaitCondition.GEU, 0xFFFF_FFFFL), "WordSet.waitUntilAny",
                "4294967295");
    }

    @Test
    void setsAgreeWithTheModel() {
        Random random = seed.random();
        for (int round = 0; round < 3_000; round++) {
            int size = 1 + random.nextInt(6);
            boolean wide = random.nextBoolean();
            long[] offsets = new long[size];
            boolean[] met = new boolean[size];
            boolean[] out = new boolean[size];
            int count = 0;
            int counted = 0;
            for (int i = 0; i < size; i++) {
                offsets[i] = 8L * i;
                met[i] = random.nextBoolean();
                out[i] = random.nextInt(4) == 0;
                rma.putLong(0, offsets[i], met[i] ? 5 : random.nextInt(5));
                count += met[i] && !out[i] ? 1 : 0;
                counted += out[i] ? 0 : 1;
            }
            WordSet set = wide ? words.longs(offsets) : words.ints(offsets);
            for (int i = 0; i < size; i++) {
                if (out[i]) {
                    set.exclude(i);
                }
            }
            int[] indices = new int[size];
            assertEquals(count, set.testSome(indices, WaitCondition.GE, 5), seed::toString);
            for (int i = 0; i < count; i++) {
                assertTrue(met[indices[i]] && !out[indices[i]] && (i == 0 || indices[i] > indices[i - 1]),
                        seed::toString);
            }
            assertEquals(count == counted, set.testAll(WaitCondition.GE, 5), seed::toString);
            boolean[] seen = new boolean[size];
            for (int i = 0; i < count; i++) {
                int index = set.testAny(WaitCondition.GE, 5);
                assertTrue(met[index] && !out[index] && !seen[index], seed::toString);
                seen[index] = true;
            }
            assertEquals(count == 0, set.testAny(WaitCondition.GE, 5) == WordSet.NO_INDEX, seed::toString);
        }
    }

    @Test
    void signalsSetOrAddTheirWordAndNothingElse() {
        rma.signal(0, 8, Long.MAX_VALUE, SignalOperation.SET);
        rma.signal(0, 8, 1, SignalOperation.ADD);
        assertEquals(Long.MIN_VALUE, rma.getLong(0, 8));
        assertEquals(0, rma.getLong(0, 0));
        assertEquals(0, rma.getLong(0, 16));
    }

    @Test
    void putsWithSignalAreCheckedBeforeAnythingMoves() {
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 1);
        var source = java.lang.foreign.MemorySegment.ofArray(ones);
        SignalOperation set = SignalOperation.SET;
        Refusal.badArgument(() -> rma.putSignal(0, 0, source, 1, 64, 128, 1, set), "putSignal", "source of 64 bytes");
        Refusal.badArgument(() -> rma.putSignal(0, BYTES - 63, source, 0, 64, 128, 1, set), "offset " + (BYTES - 63));
        Refusal.badArgument(() -> rma.putSignal(0, 0, source, 0, 64, 132, 1, set), "rank 0:", "offset 132",
                "multiple of 8", "Rma.putSignal: ", "(the signal)");
        Refusal.badArgument(() -> rma.putSignal(0, 0, source, 0, 64, BYTES, 1, set), "offset " + BYTES + " ",
                "Rma.putSignal: ", "(the signal)");
        Refusal.badArgument(() -> rma.putSignal(1, 0, source, 0, 64, 128, 1, set), "rank 1 ");
        Refusal.badArgument(() -> rma.putSignal(0, 0, source, 0, 64, 56, 1, set), "signal at offset 56", "overlaps");
        Refusal.badArgument(() -> rma.signal(0, -8, 1, set), "Rma.signal: ", "offset -8", "(the signal)");
        Refusal.badArgument(() -> rma.putSignalNb(0, 0, source, 0, 64, 128, 1, set, LocalCompletion.GROUP),
                "rank 0: Rma.putSignalNb: ", "GROUP", "legal are NOW, DEFER or event()");
        Refusal.badArgument(() -> rma.putSignalNbi(0, 0, source, 0, 64, 128, 1, set, LocalCompletion.event()),
                "event");
        byte[] untouched = new byte[BYTES];
        rma.get(untouched, 0, 0, 0, BYTES);
        assertArrayEquals(new byte[BYTES], untouched);
        rma.putSignal(0, 0, source, 0, 56, 56, 1, set);
        rma.putSignal(0, 60, source, 0, 0, 56, 1, SignalOperation.ADD);
        assertEquals(2, rma.getLong(0, 56));
    }
}
