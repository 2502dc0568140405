package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Position;
import org.pgas.Setting;
import org.pgas.WaitMode;

/** Classes that our own tests run, most of them to fail. Being nested, they are not found by the build. */
final class Samples {
    private Samples() {}

    static class Passing {
        private int calls;

        @RankTest(ranks = {1, 2, 4})
        void aPutReachesTheNeighbour(Job job) {
            int next = (job.rank() + 1) % job.size();
            int previous = (job.rank() + job.size() - 1) % job.size();
            job.world().rma().putLong(next, 8, job.rank());
            job.world().barrier();
            assertEquals(previous, job.world().rma().getLong(job.rank(), 8));
        }

        @RankTest
        void everyRankHasAnInstance(Job job) {
            job.world().barrier();
            assertEquals(1, ++calls);
        }

        @RankTest
        void theRunIsDescribed(Job job, Ranks ranks) {
            assertEquals(job.rank(), ranks.rank());
            assertEquals(job.size(), ranks.size());
            assertTrue(Files.isDirectory(ranks.jobDirectory()));
            String name = Thread.currentThread().getName();
            assertEquals("rank " + job.rank() + " of 2", name);
        }

        @RankTest
        void aBodyNeedsNoParameter() {}

        @Nested
        class Inner {
            @RankTest
            void nestedClassesWork(Job job) {
                assertEquals(0, calls);
                job.world().barrier();
            }
        }
    }

    @RankDefaults(ranks = 3, modes = Mode.THREADS, segment = "8k", settings = {"pgas.wait=block", "pgas.checks=off"})
    static class Defaults {
        @RankTest
        void theClassSays(Job job) {
            assertEquals(3, job.size());
            assertEquals(8192, job.endpoint().segment().size());
            assertEquals(WaitMode.BLOCK, job.waitMode());
            assertFalse(job.isChecked());
        }

        @RankTest(ranks = 2, modes = {Mode.THREADS, Mode.PROCESSES}, segment = "0", settings = "pgas.checks=on")
        void theMethodWins(Job job) {
            assertEquals(2, job.size());
            assertTrue(job.isChecked());
            assertEquals(WaitMode.BLOCK, job.waitMode());
            job.attach(4096);
        }

        @Nested
        class Inner {
            @RankTest
            void nestedClassesInherit(Job job) {
                assertEquals(3, job.size());
            }
        }
    }

    /** Fails with the number of neighbourhoods, to tell it. */
    static class Neighbourhoods {
        @RankTest(ranks = {1, 2, 3}, modes = Mode.THREADS, neighbourhoods = {1, 2, 3})
        void asManyAsThereAreRanks(Job job) {
            throw new IllegalStateException("neighbourhoods=" + job.position().neighbourhoods());
        }
    }

    static class Configured {
        @RankTest
        void saysNothing(Job job) {
            assertEquals(2, job.position().neighbourhoods());
        }

        @RankTest(modes = Mode.PROCESSES)
        void saysModes(Job job) {
            assertEquals(2, job.position().neighbourhoods());
        }

        @RankTest(neighbourhoods = 1)
        void saysNeighbourhoods(Job job) {
            assertEquals(1, job.position().neighbourhoods());
        }
    }

    static class OnHosts {
        @RankTest(ranks = 3, neighbourhoods = {2, 3})
        void aPutReachesTheOtherHost(Job job) {
            Position position = job.position();
            assertEquals(position.neighbourhoods(), position.hosts());
            assertEquals(position.neighbourhood(), position.host());
            assertArrayEquals(job.neighbourhood().toArray(), job.host().toArray());
            int next = (job.rank() + 1) % job.size();
            int previous = (job.rank() + job.size() - 1) % job.size();
            job.world().rma().putLong(next, 8, 1 + job.rank());
            job.world().barrier();
            assertEquals(1 + previous, job.world().rma().getLong(job.rank(), 8));
        }

        @RankTest(settings = "pgas.names=on")
        void eachHasFilesOfItsOwn(Job job, Ranks ranks) {
            assertEquals(job.rank() == 1, ranks.jobDirectory().toString().endsWith(".1"),
                    ranks.jobDirectory()::toString);
            assertEquals(job.rank() == 0, Files.exists(ranks.jobDirectory().resolve("seg-0-0")));
            job.world().barrier();
        }

        @RankTest(modes = Mode.THREADS)
        void threadsAreOnOne(Job job) {
            assertEquals(1, job.position().hosts());
            assertEquals(2, job.position().neighbourhoods());
        }

        @RankTest(neighbourhoods = 1)
        void oneNeighbourhoodIsOnOne(Job job) {
            assertEquals(1, job.position().hosts());
        }
    }

    static class ChecksAreOn {
        @RankTest
        void byDefault(Job job) {
            assertTrue(job.isChecked());
        }
    }

    static class Refused {
        @RankTest
        void otherParameter(Job job, String text) {}

        @RankTest(ranks = 0)
        void noRanks(Job job) {}

        @RankTest(settings = "pgas.wail=block")
        void unknownSetting(Job job) {}

        @RankTest(segment = "lots")
        void badSize(Job job) {}
    }

    static class Failing {
        @RankTest
        void assertion(Job job) {
            if (job.rank() == 1) {
                assertEquals("one", "two");
            }
            job.world().barrier();
        }

        @RankTest(ranks = 3)
        void exception(Job job) {
            if (job.rank() == 2) {
                throw new IllegalStateException("boom", new IOException("below"));
            }
            job.world().barrier();
        }

        @RankTest
        void notSerialisable(Job job) {
            if (job.rank() == 0) {
                throw new Unsendable("cannot travel");
            }
            job.world().barrier();
        }

        @RankTest
        void assumption(Job job) {
            assumeTrue(job.rank() != 1, "not on rank 1");
            job.world().barrier();
        }

        @RankTest
        void assumptionAndAssertion(Job job) {
            // both fail whatever the other does: a barrier could end rank 0 with the job before it has left it
            if (job.rank() == 0) {
                job.world().rma().putLongRelease(1, 0, 1);
                assertEquals(1, 2);
            }
            while (job.world().rma().getLongAcquire(1, 0) == 0) {
                Thread.onSpinWait();
            }
            assumeTrue(false, "not on rank 1");
        }
    }

    static class SpinningPeer {
        @RankTest
        void spinningPeer(Job job) {
            if (job.rank() == 1) {
                throw new IllegalStateException("peer failed");
            }
            while (job.world().rma().getLongAcquire(0, 0) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    static final class Unsendable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        @SuppressWarnings("serial") // on purpose
        final Object content = new Object();

        Unsendable(String message) {
            super(message);
        }
    }

    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Hanging {
        static volatile boolean release;

        /** Its processes are used again: the next test's time then has no start of JVMs in it. */
        @RankTest(modes = Mode.PROCESSES)
        void aAllRanksMeet(Job job) {
            job.world().barrier();
        }

        @RankTest(timeoutSeconds = 3, modes = {Mode.PROCESSES, Mode.THREADS})
        void aBarrierThatOneRankForgets(Job job) {
            if (job.rank() == 0) {
                job.world().barrier();
            } else {
                spinUntilReleased();
            }
        }

        @RankTest
        void bNextTest(Job job) {
            // the abandoned thread needs a core no longer
            release = true;
            job.world().barrier();
        }

        @RankTest(timeoutSeconds = 2, modes = Mode.THREADS)
        void cEndsWhenItsMembershipDoes(Job job) {
            while (job.world().rma().getLongAcquire(0, 0) == 0) {
                Thread.onSpinWait();
            }
        }

        @RankTest(timeoutSeconds = 20)
        @Timeout(value = 1, unit = TimeUnit.SECONDS)
        void dTimeoutOfJUnit(Job job) {
            while (job.world().rma().getLongAcquire(0, 0) == 0) {
                Thread.onSpinWait();
            }
        }

        private static void spinUntilReleased() {
            while (!release) {
                Thread.onSpinWait();
            }
        }
    }

    static class Endless {
        @RankTest(modes = Mode.PROCESSES)
        void spins(Job job, Ranks ranks) throws IOException {
            Files.createFile(ranks.jobDirectory().resolve("running-" + job.rank()));
            while (job.world().rma().getLongAcquire(0, 0) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Dying {
        @RankTest(modes = Mode.PROCESSES)
        void aHalt(Job job) {
            job.world().barrier();
            if (job.rank() == 1) {
                System.out.print("last words");
                System.out.flush();
                Runtime.getRuntime().halt(3);
            }
            job.world().barrier();
        }

        @RankTest(modes = Mode.PROCESSES)
        void bKill(Job job) throws IOException {
            if (job.rank() == 0) {
                new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
            }
            while (job.world().rma().getLongAcquire(0, 0) == 0) {
                Thread.onSpinWait();
            }
        }

        @RankTest(modes = Mode.PROCESSES)
        void cNextTest(Job job) {
            job.world().barrier();
        }
    }

    static class Printing {
        @RankTest
        void toBothStreams(Job job) {
            System.out.println("rank " + job.rank() + " says \u00e4\u00f6\u00fc");
            System.err.print("and no more");
            job.world().barrier();
            throw new IllegalStateException("so that it is shown");
        }
    }

    static class Pooled {
        @RankTest(modes = Mode.PROCESSES)
        void first(Job job) {
            job.world().barrier();
            throw new IllegalStateException("pid=" + ProcessHandle.current().pid());
        }

        @RankTest(modes = Mode.PROCESSES)
        void second(Job job) {
            job.world().barrier();
            throw new IllegalStateException("pid=" + ProcessHandle.current().pid());
        }

        @RankTest(modes = Mode.THREADS)
        void threads(Job job) {
            job.world().barrier();
            throw new IllegalStateException("pid=" + ProcessHandle.current().pid());
        }
    }

    static class PooledToo {
        @RankTest(modes = Mode.PROCESSES)
        void third(Job job) {
            job.world().barrier();
            throw new IllegalStateException("pid=" + ProcessHandle.current().pid());
        }
    }

    @RankDefaults(ownProcesses = true)
    static class PooledAlone {
        @RankTest(modes = Mode.PROCESSES)
        void fourth(Job job) {
            job.world().barrier();
            throw new IllegalStateException("pid=" + ProcessHandle.current().pid());
        }
    }

    static class Littering {
        @RankTest
        void aDirectory(Job job, Ranks ranks) throws IOException {
            if (job.rank() == 0) {
                Files.createFile(Files.createDirectory(ranks.jobDirectory().resolve("litter")).resolve("file"));
            }
            job.world().barrier();
        }
    }

    static class Random {
        @RankTest
        void everyRankDrawsTheSame(Job job) {
            long own = Seed.of("x").nextLong();
            assertEquals(own, Seed.of("x").nextLong());
            assertNotEquals(own, Seed.of("y").nextLong());
            job.world().rma().putLong(1 - job.rank(), 0, own);
            job.world().barrier();
            assertEquals(own, job.world().rma().getLong(job.rank(), 0));
        }

        @RankTest
        void aRankThatDrewFails(Job job) {
            if (job.rank() == 1) {
                throw new IllegalStateException("drew " + Seed.of("x").nextInt(1_000_000));
            }
            job.world().barrier();
        }

        @RankTest
        void nobodyDrew(Job job) {
            throw new IllegalStateException("without seed");
        }

        @Seeded
        @Test
        void anOrdinaryTest() {
            throw new IllegalStateException("drew " + Seed.of("x").nextInt(1_000_000));
        }

        @Test
        void notSeeded() {
            assertThrows(IllegalStateException.class, () -> Seed.of("x"));
        }
    }

    static class EndedByItself {
        @RankTest
        void exitIsSeenByAll(Job job) {
            PgasException thrown = assertThrows(PgasException.class, () -> {
                if (job.rank() == 1) {
                    throw job.exit(7);
                }
                job.world().barrier();
            });
            assertEquals("JOB_ENDED", thrown.code().name());
        }

        @RankTest(settings = "pgas.seed=5")
        void exitThatNobodyExpects(Job job) {
            assertEquals("5", job.settings().text(Setting.SEED));
            job.exit(7);
        }
    }
}
