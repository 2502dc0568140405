package org.pgas.conformance.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletionException;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.rpc.DistributedObject;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Remote calls at the end of an Rpc, of a rank, of the job. */
@RankDefaults(ranks = 2, segment = "4k")
class RpcEndTest {
    @RankTest
    void shouldFailCallsToARankThatHasLeft(Job job) {
        Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).callsPerRank(2).open();
        RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
        RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
        job.world().barrier();
        if (job.rank() == 1) {
            job.world().barrier();
            job.close();
            return;
        }
        RemoteFuture<Integer> answered = same.call(1, 7);
        RemoteFuture<Integer> owed = never.call(1, 8);
        assertEquals(7, answered.join());
        job.world().barrier();
        PeerLostException lost = assertInstanceOf(PeerLostException.class,
                assertThrows(CompletionException.class, owed::join).getCause());
        assertEquals(1, lost.jobRank());
        RpcRig.assertNames(lost, "rank 0", "'never'", "rank 1 is gone");
        assertTrue(owed.isCompletedExceptionally());
        // later ones, and casts beyond what may be under way, find that out too
        for (int i = 0; i < 3; i++) {
            RpcRig.assertFails(ErrorCode.PEER_LOST, same.call(1, 9), "rank 1");
        }
        assertThrows(PeerLostException.class, () -> same.cast(1, 1));
    }

    @RankTest
    void shouldFailWhatIsUnderWayWhenItIsClosed(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
        RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
        job.world().barrier();
        RemoteFuture<Integer> owed = never.call(RpcRig.next(job), 1);
        job.world().barrier();
        if (job.rank() == 0) {
            rpc.close();
            rpc.close();
            RpcRig.assertFails(ErrorCode.NOT_INITIALIZED, owed, "'never'", "closed");
            PgasException refused = assertThrows(PgasException.class, () -> same.call(1, 2));
            assertEquals(ErrorCode.NOT_INITIALIZED, refused.code());
            job.world().barrier();
        } else {
            job.world().barrier();
            for (int i = 0; i < 100; i++) {
                RpcRig.assertFails(ErrorCode.NOT_INITIALIZED, same.call(0, 2), "'same'", "refused there", "closed");
            }
            assertEquals(3, same.call(1, 3).join());
        }
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldEndWaitsForResultsWhenTheJobEnds(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
        job.world().barrier();
        if (job.rank() == 0) {
            RemoteFuture<Integer> owed = never.call(1, 1);
            CompletionException thrown = assertThrows(CompletionException.class, owed::join);
            assertInstanceOf(JobEndedException.class, thrown.getCause());
        } else {
            assertThrows(JobEndedException.class, () -> job.exit(7));
        }
    }

    @RankTest(ranks = 3)
    void shouldFetchTheValueOfEachRankAlsoBeforeItIsBound(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            DistributedObject<String> early = rpc.distribute("early", "early " + job.rank());
            int to = RpcRig.next(job);
            assertEquals("early " + to, early.fetch(to).join());
            assertEquals("early " + job.rank(), early.fetch(job.rank()).join());
            RemoteFuture<Integer> late = null;
            if (job.rank() == 0) {
                try (DistributedObject<Integer> mine = rpc.distribute("late", 0)) {
                    late = mine.fetch(1);
                    job.world().barrier();
                    assertEquals(false, late.isDone());
                }
            } else {
                job.world().barrier();
            }
            job.world().barrier();
            DistributedObject<Integer> number = rpc.distribute("late", 10 * job.rank());
            if (late != null) {
                assertEquals(10, late.join());
            }
            assertEquals(10 * to, number.fetch(to).join());
            job.world().barrier();
            number.local(number.local() + 1);
            job.world().barrier();
            assertEquals(10 * to + 1, number.fetch(to).join());
            assertEquals(ErrorCode.BAD_ARGUMENT,
                    assertThrows(PgasException.class, () -> rpc.distribute("late", 1)).code());
            job.world().barrier();
        }
    }
}
