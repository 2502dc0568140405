package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.pgas.Capabilities;
import org.pgas.DataType;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.MemoryKind;
import org.pgas.MemoryKind.FileUse;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.SignalOperation;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.WaitCondition;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.pshm.HostedJob;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Segments of kind FILE, as memory that peers reach and as files that stay. */
@RankDefaults(segment = "4k")
class FileSegmentTest {
    private static final int BYTES = 64 << 10;

    /** A place for files of one rank; the job's name is a new one each time. */
    private static Path place(Job job) {
        return Path.of(System.getProperty("java.io.tmpdir"), "pgas-file-test-" + job.name() + "-" + job.rank());
    }

    private static Segment open(Job job, Path path, FileUse use, long bytes) {
        return job.segments().create(bytes, MemoryKind.create(job, new MemoryKind.File(path, use), 0));
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldBeMappedMemoryForAllAndKeepWhatAllWroteWhenItIsOpenedAgain(Job job) throws IOException {
        Path path = place(job);
        try {
            int peer = 1 - job.rank();
            Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
            for (int round = 0; round < 3; round++) {
                Segment segment = open(job, path, round == 0 ? FileUse.CREATE : FileUse.OPEN, round == 1 ? 0 : BYTES);
                assertEquals(BYTES, segment.size());
                assertTrue(segment.isMapped());
                endpoint.bind(segment);
                job.world().publish(endpoint);
                Team team = job.world().create(List.of(new Endpoint.Location(0, 1), new Endpoint.Location(1, 1)),
                        TeamFlags.RANK_IS_JOBRANK).get(0);
                assertEquals(round == 0 ? 0 : 1000 + round - 1, team.rma().getLong(peer, BYTES - 8));
                LongAtomicDomain domain = LongAtomicDomain.create(team, DataType.I64, EnumSet.of(Opcode.INC), 0);
                domain.increment(0, 0);
                domain.increment(1, 0);
                team.barrier();
                team.rma().putLong(peer, BYTES - 8, 1000 + round);
                team.barrier();
                segment.sync();
                assertEquals(2 * (round + 1), segment.local().get(ValueLayout.JAVA_LONG, 0));
                assertEquals(1000 + round, segment.local().get(ValueLayout.JAVA_LONG, BYTES - 8));
                domain.destroy();
                team.destroy();
                job.world().unpublish(endpoint);
                endpoint.unbind();
                segment.destroy();
            }
        } finally {
            Files.deleteIfExists(path);
        }
        job.world().barrier();
    }

    @RankTest(ranks = 1)
    void shouldBeLegalOnThePrimordialEndpoint(Job job) throws Exception {
        Path path = place(job);
        try {
            HostedJobs.alone((other, _) -> {
                other.endpoint().bind(open(other, path, FileUse.CREATE, 1));
                other.world().rma().putLong(0, 4088, 12);
                // the end of the membership closes it as it should be
            });
            Segment segment = open(job, path, FileUse.OPEN, 0);
            assertEquals(12, segment.local().get(ValueLayout.JAVA_LONG, 4088));
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** A peer that goes on writing does not write to a file that is closed: it loses the file before. */
    @RankTest(ranks = 1)
    void shouldBeClosedWhenItsRankLeavesAndPeersStillWrite(Job job) throws Exception {
        Path path = place(job);
        try (HostedJob host = HostedJob.create(null, "writes-" + job.name(), 2, Map.of())) {
            CompletableFuture<Void> owner = CompletableFuture.runAsync(() -> ownUntilAPeerWrites(host, path),
                    Thread.ofPlatform()::start);
            write(host);
            owner.join();
            host.remove();
            Segment segment = open(job, path, FileUse.OPEN, BYTES);
            assertEquals(1, segment.local().get(ValueLayout.JAVA_LONG, 8));
            segment.destroy();
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private static Job join(HostedJob host, int rank) {
        return Job.join(JobConfig.builder().place(host.directory(), rank, 2).build());
    }

    private static void ownUntilAPeerWrites(HostedJob host, Path path) {
        try (Job job = join(host, 0)) {
            job.endpoint().bind(open(job, path, FileUse.CREATE, BYTES));
            job.world().publish(job.endpoint());
            job.endpoint().words().waitUntilLong(8, WaitCondition.EQ, 1);
        }
    }

    private static void write(HostedJob host) {
        try (Job job = join(host, 1)) {
            job.world().publish();
            job.world().rma().signal(0, 8, 1, SignalOperation.SET);
            Computing.until("the file is taken away", () -> {
                try {
                    job.world().rma().putLong(0, 0, 1);
                    return false;
                } catch (PgasException e) {
                    assertEquals(ErrorCode.NOT_INITIALIZED, e.code());
                    return true;
                }
            });
        }
    }

    @RankTest(ranks = 1)
    void shouldRefuseFilesThatAreNotThereOrNotAsExpected(Job job) throws Exception {
        Path path = place(job);
        try {
            assertRefused(ErrorCode.RESOURCE, "no file", () -> open(job, path, FileUse.OPEN, 0), path);
            assertIllegal("no size", () -> open(job, path, FileUse.CREATE, 0), "0 bytes", "legal are 1..");
            Segment segment = open(job, path, FileUse.CREATE, BYTES);
            assertRefused(ErrorCode.RESOURCE, "exists", () -> open(job, path, FileUse.CREATE, BYTES), "exists already");
            assertRefused(ErrorCode.RESOURCE, "in use", () -> open(job, path, FileUse.OPEN, BYTES), "in use",
                    "this one");
            segment.destroy();
            assertIllegal("another size", () -> open(job, path, FileUse.OPEN, 2 * BYTES), path);
            open(job, path, FileUse.FORCE, 0).destroy();
            HostedJobs.alone((other, _) -> assertRefused(ErrorCode.RESOURCE, "no link", () -> open(other,
                    path.resolveSibling("no-such-directory").resolve("..").resolve(path.getFileName()), FileUse.OPEN,
                    0),
                    "no-such-directory"));
            Files.write(path, new byte[100]);
            assertRefused(ErrorCode.RESOURCE, "not ours", () -> open(job, path, FileUse.FORCE, 0), path);
            assertEquals(List.of(), job.segments().list());
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
