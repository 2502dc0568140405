package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.JobEndedException;
import org.pgas.ProgressThread;
import org.pgas.Setting;
import org.pgas.pshm.HostedJob;

/**
 * The progress thread that the program starts. Ranks are threads of this JVM, since the test kit does not join in this
 * way; processes are in {@link DeferredThreadIT}.
 */
class DeferredThreadTest {
    private static final int RANKS = 2;

    private final HostedJob host = HostedJob.create(null,
            "defer-" + ProcessHandle.current().pid() + "-" + System.nanoTime(), RANKS, Map.of());

    @AfterEach
    void remove() {
        host.remove();
        host.close();
    }

    private interface RankBody {
        void run(Job job, ProgressThread progress) throws Exception;
    }

    private Job join(int rank, String setting) {
        return Job.join(JobConfig.builder().place(host.directory(), rank, RANKS).set(Setting.CHECKS, "on")
                .set(Setting.PROGRESS_THREAD, setting).deferThreads().build());
    }

    private void onRanks(RankBody body) throws InterruptedException {
        Computing.onThreads(RANKS, rank -> {
            try (Job job = join(rank, "on")) {
                job.attach(4096);
                List<ProgressThread> threads = job.progressThreads();
                assertEquals(1, threads.size());
                body.run(job, threads.getFirst());
            }
        });
    }

    /** A body that runs, and what it threw. */
    private static final class Running {
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Thread thread;

        Running(ProgressThread progress, Thread.Builder builder) {
            thread = builder.start(() -> {
                try {
                    progress.body().run();
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
        }

        /** The body has returned, in an orderly way. */
        void assertReturned() throws InterruptedException {
            thread.join(20_000);
            assertFalse(thread.isAlive(), "the body runs after the job's end");
            assertNull(failure.get(), () -> "the body ended with " + failure.get());
        }
    }

    @Test
    void shouldSayWhatToStartAndStartNothing() throws InterruptedException {
        onRanks((job, progress) -> {
            assertEquals("pshm", progress.devices());
            assertEquals(Set.of(ProgressThread.Role.RECEIVE), progress.roles());
            assertEquals(1, job.hiddenConcurrency());
            // communication is legal before it runs
            job.world().barrier();
            assertEquals(List.of(), ProgressThreadTest.progressThreads(job.rank()), "not started by the library");
            job.world().barrier();
        });
    }

    @Test
    void shouldHaveNothingToStartWithoutTheSetting() throws InterruptedException {
        Computing.onThreads(RANKS, rank -> {
            try (Job job = join(rank, "off")) {
                assertEquals(List.of(), job.progressThreads());
                assertEquals(0, job.hiddenConcurrency());
                job.world().barrier();
            }
        });
    }

    @Test
    void shouldHandleMessagesInAPlatformThread() throws InterruptedException {
        handleMessagesIn(false);
    }

    @Test
    void shouldHandleMessagesInAVirtualThread() throws InterruptedException {
        handleMessagesIn(true);
    }

    private static Thread.Builder builder(boolean virtual) {
        return virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    }

    private void handleMessagesIn(boolean virtual) throws InterruptedException {
        onRanks((job, progress) -> {
            Running running = new Running(progress, builder(virtual));
            DeferredThreadProgram.exchange(job, running.thread);
            job.close();
            running.assertReturned();
        });
    }

    /** Asleep, on its way to sleep, and just begun. */
    @Test
    void shouldReturnWhenTheJobIsClosed() throws InterruptedException {
        for (boolean virtual : new boolean[]{false, true}) {
            for (int round = 0; round < 20; round++) {
                closeAfter(round, virtual);
            }
        }
    }

    private static void closeAfter(int round, boolean virtual) {
        try {
            HostedJob alone = HostedJob.create(null,
                    "defer-" + ProcessHandle.current().pid() + "-" + System.nanoTime(), 1, Map.of());
            try (alone) {
                Job job = Job.join(JobConfig.builder().place(alone.directory(), 0, 1)
                        .set(Setting.PROGRESS_THREAD, "on").deferThreads().build());
                Running running = new Running(job.progressThreads().getFirst(), builder(virtual));
                long pause = System.nanoTime() + round * 300_000L;
                Computing.until("some time passes", () -> System.nanoTime() > pause);
                job.close();
                running.assertReturned();
            } finally {
                alone.remove();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while a body ended", e);
        }
    }

    @Test
    void shouldReturnWhenTheJobIsEndedByExit() throws InterruptedException {
        onRanks((job, progress) -> {
            Running running = new Running(progress, builder(job.rank() == 1));
            assertEquals(7, assertThrows(JobEndedException.class, () -> {
                job.world().barrier();
                if (job.rank() == 0) {
                    throw job.exit(7);
                }
                job.blockUntil(() -> false);
            }).exitCode());
            // nobody has closed
            running.assertReturned();
        });
    }

    @Test
    void shouldReturnWhenAHandlerThatItRunsEndsTheJob() throws InterruptedException {
        onRanks((job, progress) -> {
            job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
                throw new IllegalStateException("on purpose");
            }).index(200));
            Running running = new Running(progress, builder(false));
            assertThrows(JobEndedException.class, () -> {
                job.world().barrier();
                job.world().am().requestShort(1 - job.rank(), 200);
                job.blockUntil(() -> false);
            });
            running.assertReturned();
        });
    }

    @Test
    void shouldRefuseToRunTwice() throws InterruptedException {
        onRanks((job, progress) -> {
            Running running = new Running(progress, builder(false));
            AtomicReference<Throwable> refusal = new AtomicReference<>();
            // whichever of the two comes second is refused, and the other runs on
            Running second = new Running(job.progressThreads().getFirst(), builder(true));
            Computing.until("one of two is refused", () -> {
                Throwable one = running.failure.get();
                refusal.set(one != null ? one : second.failure.get());
                return refusal.get() != null;
            });
            Refusals.assertIllegal("twice", () -> {
                throw assertInstanceOf(RuntimeException.class, refusal.get());
            }, "rank " + job.rank(), "progress thread", "twice");
            Refusals.assertIllegal("a third time", () -> progress.body().run(), "twice");
            job.world().barrier();
            job.close();
            (refusal.get() == running.failure.get() ? second : running).assertReturned();
            Refusals.assertIllegal("after close", () -> progress.body().run(), "twice");
        });
    }
}
