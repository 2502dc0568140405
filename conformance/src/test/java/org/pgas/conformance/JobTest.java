package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Position;
import org.pgas.RankSet;
import org.pgas.Version;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

@RankDefaults(ranks = {1, 3})
@AcrossNeighbourhoodsAsThreads
class JobTest {
    @RankTest
    void shouldGiveEveryRankItsOwnNumber(Job job, Ranks ranks) {
        assertEquals(ranks.rank(), job.rank());
        assertEquals(ranks.size(), job.size());
        job.world().rma().putLong(0, 8L * job.rank(), job.rank() + 1L);
        job.world().barrier();
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(rank + 1, job.world().rma().getLong(0, 8L * rank));
        }
        job.world().barrier();
    }

    /** Of several neighbourhoods: {@link NeighbourhoodsTest}. */
    @RankTest(neighbourhoods = 1)
    void shouldListNeighbourhoodAndHostSortedByJobRank(Job job) {
        for (RankSet set : new RankSet[]{job.neighbourhood(), job.host()}) {
            assertEquals(job.size(), set.size());
            assertEquals(job.rank(), set.jobRank(set.ownIndex()));
            int[] ranks = set.toArray();
            for (int i = 0; i < ranks.length; i++) {
                assertEquals(i, ranks[i]);
            }
            ranks[0] = 99;
            assertEquals(0, set.jobRank(0), "the array is a copy");
            assertThrows(PgasException.class, () -> set.jobRank(job.size()));
            assertThrows(PgasException.class, () -> set.jobRank(-1));
        }
        assertEquals(new Position(1, 0, 1, 0), job.position());
    }

    @RankTest
    void shouldAnswerTheSameEnvironmentOnEveryRank(Job job) {
        String path = job.environment("PATH");
        assertNotNull(path);
        assertNull(job.environment("NO_SUCH_VARIABLE_OF_A_JOB"));
        long hash = path.hashCode();
        job.world().rma().putLong(0, 8L * job.rank(), hash);
        job.world().barrier();
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(hash, job.world().rma().getLong(0, 8L * rank));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldKeepClientDataOfTheProgram(Job job) {
        Object data = new Object();
        assertNull(job.clientData());
        job.clientData(data);
        assertSame(data, job.clientData());
        assertEquals("PGAS", job.clientName());
        assertEquals(0, job.flags());
    }

    @RankTest
    void shouldSwitchVerboseErrors(Job job) {
        assertFalse(job.verboseErrors());
        job.verboseErrors(true);
        assertTrue(job.verboseErrors());
    }

    @RankTest
    void shouldRefuseEveryCallAfterClose(Job job) throws InterruptedException {
        job.world().barrier();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        job.close();
        job.close();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                for (Runnable call : new Runnable[]{() -> job.world().barrier(), () -> job.world().barrierNb(),
                    () -> job.attach(),
                    () -> job.exit(0), () -> job.environment("PATH"), () -> job.namedBarrier().notify(1),
                    () -> job.world().rma().putLong(0, 0, 1), () -> job.maxLocalSegmentSize(),
                    () -> job.onExit(() -> {})}) {
                    PgasException e = assertThrows(PgasException.class, call::run);
                    assertEquals(ErrorCode.NOT_INITIALIZED, e.code());
                    assertTrue(e.getMessage().contains("closed"), e.getMessage());
                }
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        other.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    @Test
    void shouldDescribeEveryErrorAndVersion() {
        assertEquals("no error", ErrorCode.OK.description());
        for (ErrorCode code : ErrorCode.values()) {
            assertFalse(code.description().isBlank());
        }
        assertArrayEquals(new String[]{"0.18", "1.8"},
                new String[]{Version.EX_SPECIFICATION, Version.GASNET1_SPECIFICATION});
        assertTrue(Version.configuration().contains(Version.RELEASE));
    }
}
