package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.pgas.NamedBarrier.Answer;

/** The rules of GASNet-1 3.5 against a model that says them once more, in the words of the document. */
class NamedBarrierTest {
    /** What a rank may say at notify and again at wait. */
    private record Word(int kind, int name) {
        static final int NAMED = 0;
        static final int ANONYMOUS = 1;
        static final int MISMATCH = 2;

        /** Names that differ in sign and in a single high bit too: a name is all of its 32 bits. */
        static final List<Word> ALL = List.of(new Word(NAMED, 0), new Word(NAMED, 7), new Word(NAMED, -7),
                new Word(NAMED, Integer.MIN_VALUE), new Word(ANONYMOUS, 0), new Word(MISMATCH, 0));

        void notify(NamedBarrier barrier) {
            switch (kind) {
                case NAMED -> barrier.notify(name);
                case ANONYMOUS -> barrier.notifyAnonymous();
                default -> barrier.notifyMismatch();
            }
        }

        boolean await(NamedBarrier barrier) {
            return switch (kind) {
                case NAMED -> barrier.await(name);
                case ANONYMOUS -> barrier.awaitAnonymous();
                default -> barrier.awaitMismatch();
            };
        }

        Answer tryAwait(NamedBarrier barrier) {
            return switch (kind) {
                case NAMED -> barrier.tryAwait(name);
                case ANONYMOUS -> barrier.tryAwaitAnonymous();
                default -> barrier.tryAwaitMismatch();
            };
        }
    }

    private final Seed seed = new Seed();

    /** Whether the wait of a rank that notified {@code own} and waits with {@code waited} succeeds. */
    private static boolean model(Word[] notified, Word own, Word waited) {
        if (waited.kind != own.kind || waited.kind == Word.NAMED && waited.name != own.name) {
            return false;
        }
        if (Arrays.stream(notified).anyMatch(word -> word.kind == Word.MISMATCH)) {
            return false;
        }
        return Arrays.stream(notified).filter(word -> word.kind == Word.NAMED).distinct().count() <= 1;
    }

    private static List<NamedBarrier> barriers(int size) {
        FakeWorld world = new FakeWorld(size);
        List<NamedBarrier> barriers = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            barriers.add(world.job(rank).namedBarrier());
        }
        return barriers;
    }

    @Test
    void everyChoiceOfWordsOfUpToThreeRanksGivesTheDocumentedAnswer() {
        int words = Word.ALL.size();
        for (int size = 1; size <= 3; size++) {
            List<NamedBarrier> barriers = barriers(size);
            for (int choice = 0; choice < Math.pow(words, size); choice++) {
                Word[] notified = new Word[size];
                for (int rank = 0, rest = choice; rank < size; rank++, rest /= words) {
                    notified[rank] = Word.ALL.get(rest % words);
                    notified[rank].notify(barriers.get(rank));
                }
                for (int rank = 0; rank < size; rank++) {
                    assertEquals(model(notified, notified[rank], notified[rank]),
                            notified[rank].await(barriers.get(rank)),
                            "rank " + rank + " of " + Arrays.toString(notified));
                }
            }
        }
    }

    @Test
    void aWaitWithAnotherWordIsAMismatchForThatRankAlone() {
        List<NamedBarrier> barriers = barriers(2);
        for (Word own : Word.ALL) {
            for (Word waited : Word.ALL) {
                for (boolean tried : new boolean[]{false, true}) {
                    own.notify(barriers.get(0));
                    own.notify(barriers.get(1));
                    Word[] notified = {own, own};
                    boolean answer = tried ? waited.tryAwait(barriers.get(0)) == Answer.OK
                            : waited.await(barriers.get(0));
                    assertEquals(model(notified, own, waited), answer, own + " then " + waited);
                    assertEquals(model(notified, own, own), own.await(barriers.get(1)), own + " on the other rank");
                }
            }
        }
    }

    @Test
    void aTryBeforeEverybodyHasNotifiedChangesNothing() {
        List<NamedBarrier> barriers = barriers(2);
        barriers.get(0).notify(3);
        for (int i = 0; i < 3; i++) {
            assertEquals(Answer.NOT_READY, barriers.get(0).tryAwait(3));
            assertEquals(Answer.NOT_READY, barriers.get(0).tryAwait(4), "also with the wrong name");
        }
        Refusal.badArgument(() -> barriers.get(0).phase().refuseWhileOpen("a call"), "rank 0: a call");
        barriers.get(1).notifyAnonymous();
        assertEquals(Answer.OK, barriers.get(0).tryAwait(3));
        barriers.get(0).phase().refuseWhileOpen("a call");
        assertEquals(Answer.OK, barriers.get(1).tryAwaitAnonymous());
    }

    @Test
    void aRankOnePhaseAheadDoesNotDisturbOneThatStillWaits() {
        List<NamedBarrier> barriers = barriers(2);
        barriers.get(0).notify(1);
        barriers.get(1).notify(1);
        assertTrue(barriers.get(0).await(1));
        barriers.get(0).notify(2);
        assertEquals(Answer.NOT_READY, barriers.get(0).tryAwait(2));
        assertTrue(barriers.get(1).await(1));
        barriers.get(1).notify(3);
        assertFalse(barriers.get(1).await(3));
        assertFalse(barriers.get(0).await(2));
    }

    @Test
    void misuseIsRefusedAndChangesNothing() {
        FakeWorld world = new FakeWorld(1);
        Job job = world.job(0);
        NamedBarrier barrier = job.namedBarrier();
        Refusal.badArgument(() -> barrier.await(1), "rank 0", "NamedBarrier.await", "notify first");
        Refusal.badArgument(() -> barrier.tryAwait(1), "NamedBarrier.tryAwait", "notify first");
        barrier.notify(1);
        Refusal.badArgument(() -> barrier.notify(1), "NamedBarrier.notify", "phase 1", "await first");
        Refusal.badArgument(barrier::notifyAnonymous, "await first");
        Refusal.badArgument(job.world()::barrier, "Team.barrier", "named barrier");
        Refusal.badArgument(job.world()::barrierNb, "Team.barrierNb", "named barrier");
        assertTrue(barrier.await(1));
        Refusal.badArgument(() -> barrier.await(1), "once per notify");
        Event event = job.world().barrierNb();
        Refusal.badArgument(() -> barrier.notify(2), "barrier event");
        event.await();
        barrier.notify(2);
        assertTrue(barrier.await(2));
        job.close();
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> barrier.notify(3), "closed");
    }

    @Test
    void anotherThreadMayWait() {
        NamedBarrier barrier = barriers(1).get(0);
        barrier.notify(9);
        assertTrue(CompletableFuture.supplyAsync(() -> barrier.await(9)).join());
        barrier.notify(10);
        assertFalse(CompletableFuture.supplyAsync(() -> barrier.await(9)).join());
    }

    @Test
    void ofTwoThreadsThatWaitForOnePhaseOneIsRefused() {
        List<NamedBarrier> barriers = barriers(2);
        for (int phase = 1; phase <= 2_000; phase++) {
            int name = phase;
            barriers.get(0).notify(name);
            CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> waits(barriers.get(0), name));
            barriers.get(1).notify(name);
            boolean own = waits(barriers.get(0), name);
            assertTrue(own ^ other.join(), "exactly one thread ends phase " + phase);
            assertTrue(barriers.get(1).await(name));
        }
    }

    /** False when the wait was refused. */
    private static boolean waits(NamedBarrier barrier, int name) {
        try {
            assertTrue(barrier.await(name));
            return true;
        } catch (PgasException e) {
            assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
            return false;
        }
    }

    @Test
    void aHundredThousandRandomPhasesOfThreeThreadsAgreeWithTheModel() {
        int size = 3;
        long phases = 100_000;
        // where processors are few for three threads, each phase takes some of the scheduler's turns
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        long least = 1_000;
        FakeWorld world = new FakeWorld(size);
        // others are at most one phase ahead of rank 0, so all of them see the new end in time
        var end = new java.util.concurrent.atomic.AtomicLong(phases);
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            int own = rank;
            NamedBarrier barrier = world.job(rank, Map.of(Setting.WAIT, "spin"))
                    .namedBarrier();
            threads.add(CompletableFuture.runAsync(() -> {
                Random shared = seed.random();
                Random mine = seed.random(own + 1);
                for (long phase = 0; phase < end.get(); phase++) {
                    Word[] notified = randomPhase(shared, size);
                    Word waited = mine.nextInt(8) == 0 ? randomWord(mine) : notified[own];
                    notified[own].notify(barrier);
                    boolean answer = mine.nextBoolean() ? waited.await(barrier) : spin(waited, barrier);
                    assertEquals(model(notified, notified[own], waited), answer,
                            () -> "rank " + own + " waits with " + waited + " of " + Arrays.toString(notified) + ", "
                                    + seed);
                    if (own == 0 && phase >= least && System.nanoTime() > deadline) {
                        end.compareAndSet(phases, Math.min(phases, phase + 3));
                    }
                }
            }, task -> Thread.ofPlatform().daemon().start(task)));
        }
        CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).join();
    }

    private static boolean spin(Word waited, NamedBarrier barrier) {
        Answer answer = waited.tryAwait(barrier);
        while (answer == Answer.NOT_READY) {
            Thread.yield();
            answer = waited.tryAwait(barrier);
        }
        return answer == Answer.OK;
    }

    /** Mostly agreement, so that success is common too. */
    private static Word[] randomPhase(Random random, int size) {
        Word[] words = new Word[size];
        Word common = randomWord(random);
        for (int rank = 0; rank < size; rank++) {
            words[rank] = switch (random.nextInt(8)) {
                case 0 -> randomWord(random);
                case 1, 2 -> new Word(Word.ANONYMOUS, 0);
                default -> common;
            };
        }
        return words;
    }

    private static Word randomWord(Random random) {
        return Word.ALL.get(random.nextInt(Word.ALL.size()));
    }
}
