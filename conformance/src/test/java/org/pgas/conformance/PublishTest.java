package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.BoundSegment;
import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Publishing what is bound to endpoints, taking it back, and what is known of it at other ranks. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class PublishTest {
    private static Endpoint bound(Job job, Segment segment) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        endpoint.bind(segment);
        return endpoint;
    }

    @RankTest(ranks = 3)
    void shouldReachWhatEverybodyHasPublishedAtFirstAccess(Job job) {
        Endpoint first = bound(job, job.segments().create(4096));
        Endpoint second = bound(job, job.segments().create(8192));
        // what each names differs, and rank 2 names nothing at first
        job.world().publish(job.rank() == 0 ? new Endpoint[]{first, second}
                : job.rank() == 1 ? new Endpoint[]{second} : new Endpoint[0]);
        if (job.rank() == 2) {
            job.endpoint().pair(1).rma().putLong(0, 8, 81);
            job.endpoint().pair(2).rma().putLong(0, 8184, 82);
            job.endpoint().pair(2).rma().putLong(1, 0, 83);
            assertRefused(ErrorCode.NOT_INITIALIZED, "unpublished", () -> job.endpoint().pair(1).rma().getLong(1, 0),
                    "endpoint 1 of rank 1", "Team.publish");
            assertIllegal("no endpoint", () -> job.endpoint().pair(7).rma().getLong(1, 0),
                    "endpoint 7 of rank 1 does not exist");
            assertIllegal("outside", () -> job.endpoint().pair(2).rma().getLong(1, 8185), "(8192 bytes)", "0..8184");
        }
        job.world().barrier();
        if (job.rank() == 0) {
            assertEquals(81, first.segment().local().get(ValueLayout.JAVA_LONG, 8));
            assertEquals(82, second.segment().local().get(ValueLayout.JAVA_LONG, 8184));
        } else if (job.rank() == 1) {
            assertEquals(83, second.segment().local().get(ValueLayout.JAVA_LONG, 0));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldReachThroughAnyTeamAndOutliveTheOneThatPublished(Job job) {
        Endpoint endpoint = bound(job, job.segments().create(4096));
        Team temporary = job.world().dup();
        temporary.publish(endpoint);
        temporary.destroy();
        Team extra = job.world().create(List.of(new Endpoint.Location(1, 1), new Endpoint.Location(0, 1)),
                org.pgas.TeamFlags.RANK_IS_JOBRANK).get(0);
        int peer = 1 - extra.rank();
        extra.rma().putLong(peer, 0, 40 + job.rank());
        extra.barrier();
        assertEquals(40 + (1 - job.rank()), extra.rma().getLong(extra.rank(), 0));
        assertEquals(40 + job.rank(), endpoint.pair(1).rma().getLong(1 - job.rank(), 0));
        long pointer = org.pgas.GlobalPointer.of(1 - job.rank(), 1, 0);
        assertEquals(40 + job.rank(), job.world().rma().getLong(pointer));
        extra.barrier();
    }

    @RankTest
    void shouldReplaceWhatWasPublishedBefore(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        job.world().publish(endpoint); // without a segment
        Team pair = job.endpoint().pair(1);
        int peer = 1 - job.rank();
        assertRefused(ErrorCode.NOT_INITIALIZED, "nothing bound", () -> pair.rma().getLong(peer, 0),
                "endpoint 1 of rank " + peer);
        for (int round = 1; round <= 3; round++) {
            // a mapped one, client memory, a mapped one
            Segment segment = round == 2 ? job.segments().create(MemorySegment.ofArray(new long[round]))
                    : job.segments().create(4096L * round);
            endpoint.bind(segment);
            if (round != 2) {
                // after a mapped one, for a moment more, zeros are found
                assertRefused(ErrorCode.NOT_INITIALIZED, "not yet published", () -> pair.rma().getLong(peer, 0));
            }
            job.world().publish(endpoint);
            pair.rma().putLong(peer, 8, 100 + round);
            job.world().barrier();
            assertEquals(100 + round, segment.local().get(ValueLayout.JAVA_LONG, 8));
            assertEquals(segment.size(), job.endpoint().boundSegment(pair, peer).size());
            job.world().barrier();
            endpoint.unbind().destroy();
            job.world().barrier();
        }
    }

    @RankTest
    void shouldTakeBackWhatIsUnpublishedFromOthersAndNotFromItsOwner(Job job) {
        Endpoint mapped = bound(job, job.segments().create(4096));
        Endpoint client = bound(job, job.segments().create(MemorySegment.ofArray(new long[4])));
        job.world().publish(mapped, client);
        int peer = 1 - job.rank();
        for (int index : new int[]{1, 2}) {
            job.endpoint().pair(index).rma().putLong(peer, 0, 6);
        }
        job.world().barrier();
        job.world().unpublish(mapped, client);
        for (int index : new int[]{1, 2}) {
            assertRefused(ErrorCode.NOT_INITIALIZED, "unpublished",
                    () -> job.endpoint().pair(index).rma().getLong(peer, 0),
                    "endpoint " + index + " of rank " + peer, "Team.publish");
            assertEquals(0, job.endpoint().boundSegment(job.endpoint().pair(index), peer).size());
            assertEquals(6, job.endpoint().pair(index).rma().getLong(job.rank(), 0));
        }
        job.world().unpublish(mapped); // again: nothing happens
        job.world().publish(mapped);
        assertEquals(6, job.endpoint().pair(1).rma().getLong(peer, 0));
        job.world().barrier();
        // of the primordial endpoint, too
        job.world().unpublish(job.endpoint());
        assertRefused(ErrorCode.NOT_INITIALIZED, "unpublished", () -> job.world().rma().getLong(peer, 0));
        job.world().publish(job.endpoint());
        assertEquals(0, job.world().rma().getLong(peer, 0));
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseOnAllRanksWhatOneDoesWrongAndChangeNothing(Job job) {
        Endpoint good = bound(job, job.segments().create(4096));
        Endpoint gone = job.endpoints().create(Capabilities.ALL);
        gone.destroy();
        boolean wrong = job.rank() == 1;
        refused(job, wrong ? new Endpoint[]{good, null} : new Endpoint[]{good}, "rank 1 of the team", "(null)");
        refused(job, wrong ? new Endpoint[]{good, gone} : new Endpoint[]{good}, "endpoint 2 of rank 1", "destroyed");
        refused(job, wrong ? new Endpoint[]{good, good} : new Endpoint[]{good}, "endpoint 1 of rank 1", "named twice");
        refused(job, wrong ? null : new Endpoint[]{good}, "rank 1 of the team", "null");
        assertRefused(ErrorCode.NOT_INITIALIZED, "nothing was changed",
                () -> job.endpoint().pair(1).rma().getLong(1 - job.rank(), 0));
        assertIllegal("differ", () -> {
            if (wrong) {
                job.world().publish(good);
            } else {
                job.world().unpublish(good);
            }
        }, "rank " + (1 - job.rank()) + " called Team." + (wrong ? "unpublish" : "publish"));
        assertIllegal("a pair", () -> job.endpoint().pair(1).publish(good), "Team.publish", "TM-pair");
        Team dup = job.world().dup();
        dup.destroy();
        assertIllegal("a destroyed team", () -> dup.publish(good), "Team.publish", "destroyed");
        job.world().barrier();
    }

    private static void refused(Job job, Endpoint[] named, Object... parts) {
        assertIllegal("publish", () -> job.world().publish(named), parts);
        assertIllegal("unpublish", () -> job.world().unpublish(named), parts);
    }

    /**
     * Several endpoints of one process in one team: each member publishes its own, and none may name what another one
     * names.
     */
    @RankTest
    void shouldFindWhatTwoMembersOfOneProcessNameBoth(Job job) throws Exception {
        Endpoint first = bound(job, job.segments().create(4096));
        Endpoint second = bound(job, job.segments().create(4096));
        job.world().barrier();
        List<Team> own = job.world().create(List.of(new Endpoint.Location(0, 1), new Endpoint.Location(0, 2),
                new Endpoint.Location(1, 1), new Endpoint.Location(1, 2)), org.pgas.TeamFlags.RANK_IS_JOBRANK);
        assertEquals(2, own.size());
        both(own, team -> assertIllegal("both name one", () -> team.publish(first), "named twice", "ranks 0 and 1"));
        both(own, team -> team.publish(team.endpoint()));
        for (Team team : own) {
            for (int rank = 0; rank < 4; rank++) {
                team.rma().putLong(rank, 8 * team.rank(), 10 * rank + team.rank());
            }
        }
        both(own, Team::barrier);
        for (Team team : own) {
            for (int writer = 0; writer < 4; writer++) {
                assertEquals(10 * team.rank() + writer,
                        team.endpoint().segment().local().get(ValueLayout.JAVA_LONG, 8 * writer));
            }
        }
        assertNotNull(second.segment());
        both(own, Team::barrier);
        both(own, Team::destroy);
    }

    private interface Step {
        void with(Team team);
    }

    /** Each member's collective call on a thread of its own. */
    private static void both(List<Team> own, Step step) throws Exception {
        AtomicReferenceArray<Throwable> failures = new AtomicReferenceArray<>(own.size());
        List<Thread> threads = own.stream().map(team -> Thread.ofPlatform().start(() -> {
            try {
                step.with(team);
            } catch (Throwable e) {
                failures.set(own.indexOf(team), e);
            }
        })).toList();
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < own.size(); i++) {
            if (failures.get(i) != null) {
                throw new AssertionError("member " + own.get(i).rank(), failures.get(i));
            }
        }
    }

    @RankTest
    void shouldAnswerWhatIsBoundInEveryForm(Job job) {
        Segment segment = job.segments().create(8192 * (1 + job.rank()));
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Team pair = job.endpoint().pair(1);
        int peer = 1 - job.rank();
        assertEquals(0, job.endpoint().boundSegment(pair, job.rank()).size());
        endpoint.bind(segment);
        assertEquals(segment.size(), job.endpoint().boundSegment(pair, job.rank()).size());
        BoundSegment[] answer = new BoundSegment[1];
        job.endpoint().boundSegmentImmediate(pair, peer, bound -> answer[0] = bound);
        assertEquals(0, answer[0].size());
        job.world().publish(endpoint);
        job.endpoint().boundSegmentNb(pair, peer, bound -> answer[0] = bound).await();
        assertEquals(8192 * (1 + peer), answer[0].size());
        assertEquals(0, answer[0].ownerOffset());
        assertEquals(Views.isNeighbour(job, peer), answer[0].mapped() != null);
        if (answer[0].mapped() != null) {
            answer[0].mapped().set(ValueLayout.JAVA_LONG, 16, 5);
        } else {
            pair.rma().putLong(peer, 16, 5);
        }
        job.world().barrier();
        assertEquals(5, segment.local().get(ValueLayout.JAVA_LONG, 16));
        assertEquals(4096, job.endpoint().boundSegments()[peer].size());
        Endpoint client = bound(job, job.segments().create(MemorySegment.ofArray(new byte[11])));
        job.world().publish(client);
        assertEquals(new BoundSegment(11, null), job.endpoint().boundSegment(job.endpoint().pair(2), peer));
        job.world().unpublish(endpoint);
        assertNull(job.endpoint().boundSegment(pair, peer).mapped());
    }

    /** Many threads make the first access at once: one mapping, and nobody sees anything but the segment. */
    @RankTest
    void shouldMapOnceWhenSeveralThreadsComeFirst(Job job) throws Exception {
        int peer = 1 - job.rank();
        for (int round = 0; round < 10; round++) {
            Endpoint endpoint = bound(job, job.segments().create(4096));
            endpoint.segment().local().set(ValueLayout.JAVA_LONG, 0, 1000 + round);
            job.world().publish(endpoint);
            CountDownLatch start = new CountDownLatch(1);
            AtomicReferenceArray<PgasException> failures = new AtomicReferenceArray<>(4);
            long[] seen = new long[4];
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                int own = i;
                threads[i] = Thread.ofPlatform().start(() -> {
                    try {
                        start.await();
                        seen[own] = job.endpoint().pair(endpoint.index()).rma().getLong(peer, 0);
                    } catch (PgasException e) {
                        failures.set(own, e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            start.countDown();
            for (int i = 0; i < threads.length; i++) {
                threads[i].join();
                assertNull(failures.get(i));
                assertEquals(1000 + round, seen[i]);
            }
            job.world().barrier();
            endpoint.unbind().destroy();
            endpoint.destroy();
            job.world().barrier();
        }
    }

    /** What a peer had mapped of a primordial endpoint is not taken for what is attached there later. */
    @RankTest(segment = "0")
    void shouldNotTakeASegmentThatHasGoneForWhatIsAttachedLater(Job job) {
        if (job.rank() == 0) {
            job.endpoint().bind(job.segments().create(4096));
            job.world().publish(job.endpoint());
        } else {
            job.world().publish();
            job.world().rma().putLong(0, 0, 4);
        }
        job.world().barrier();
        if (job.rank() == 0) {
            job.endpoint().unbind().destroy();
        }
        job.attach(job.rank() == 0 ? 0 : 8192);
        assertRefused(ErrorCode.NOT_INITIALIZED, "nothing attached", () -> job.world().rma().getLong(0, 0), "rank 0");
        assertEquals(0, job.endpoint().boundSegment(job.world(), 0).size());
        job.world().publish(job.endpoint());
        assertRefused(ErrorCode.NOT_INITIALIZED, "nothing attached", () -> job.world().rma().getLong(0, 0), "rank 0");
        assertEquals(0, job.world().rma().getLong(1, 8184));
        job.world().barrier();
    }

    @RankTest(segment = "0")
    void shouldBindAndPublishWithoutTheCollectiveAttachAndRefuseItThen(Job job) {
        Segment segment = job.segments().create(4096);
        job.endpoint().bind(segment);
        job.world().publish(job.endpoint());
        job.world().rma().putLong(1 - job.rank(), 0, 4);
        job.world().barrier();
        assertEquals(4, segment.local().get(ValueLayout.JAVA_LONG, 0));
        assertIllegal("attach", () -> job.attach(4096), "Job.attach", "bound segment already");
        job.endpoint().unbind();
        job.world().barrier();
        job.attach(8192);
        assertEquals(0, job.world().rma().getLong(1 - job.rank(), 8184));
        job.world().barrier();
    }
}
