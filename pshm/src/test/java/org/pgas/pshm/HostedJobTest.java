package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JobEndedException;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.JoinRequest;

class HostedJobTest {
    @TempDir
    Path base;

    private HostedJob create(String name) {
        return HostedJob.create(base, name, 2, Map.of());
    }

    /** A job as the ranks of another launcher make it: without a launcher of ours. */
    private ControlFile unhosted(String name, ProcessIdentity launcher) {
        Path directory = JobDirectory.create(base, name);
        ControlFile.create(directory, 2, launcher);
        return ControlFile.open(directory, 2);
    }

    private static void claim(ControlFile control, int rank, RankView.State state, ProcessIdentity process) {
        control.enter(rank, process, false);
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.STATE), state.ordinal());
    }

    private static void makeOld(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    @Test
    void aNameIsLettersDigitsDotsDashesAndUnderscores() {
        for (String name : new String[]{"a", "A-1_b.c", "x".repeat(100)}) {
            try (HostedJob job = create(name)) {
                assertEquals(name, job.name());
            }
        }
        for (String name : new String[]{"", ".", "..", ".a", "a/b", "a b", "a\n", "é", "x".repeat(101)}) {
            Refused.with(JoinException.class, () -> create(name), "'" + name + "'", "letters, digits");
        }
    }

    @Test
    void aJobHas1To2048Ranks() {
        for (int size : new int[]{-1, 0, 2049, Integer.MAX_VALUE}) {
            Refused.with(JoinException.class, () -> HostedJob.create(base, "j", size, Map.of()), size + " ranks",
                    "1..2048");
        }
        for (int size : new int[]{1, 2048}) {
            try (HostedJob job = HostedJob.create(base, "j" + size, size, Map.of())) {
                assertEquals(size, job.size());
                assertEquals(new RankView(RankView.State.FREE, 0, RankView.UNKNOWN, "computing", false),
                        job.rank(size - 1));
            }
        }
    }

    @Test
    void aFailedCreationLeavesNothing() {
        try (HostedJob job = create("j")) {
            Refused.with(JoinException.class, () -> create("j"), "exists already");
            assertEquals(2, JobView.look(job.directory()).size());
        }
    }

    @Test
    void theEnvironmentComesBackAsItWasGiven() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PLAIN", "value");
        environment.put("EMPTY", "");
        environment.put("EQUALS", "a=b=c");
        environment.put("LINES", "one\ntwo\n");
        environment.put("UNICODE", "\u00e9\u4e16\ud83c\udf0d");
        environment.put("LONG", "x".repeat(100_000));
        try (HostedJob job = HostedJob.create(base, "j", 1, environment)) {
            Membership rank = Ranks.join(job.directory(), 0, 1);
            environment.forEach((name, value) -> assertEquals(value, rank.environment(name), name));
            assertNull(rank.environment("MISSING"));
            rank.leave();
            assertFalse(Files.exists(job.directory()));
        }
    }

    /** As when somebody removes them by hand. */
    @Test
    void aRankWhoseFilesWereRemovedSaysSoInOneMessageAndEndsTheJob() throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", 1, Map.of())) {
            Membership rank = Ranks.join(job.directory(), 0, 1);
            Path gone = job.directory().resolve(JobDirectory.ENVIRONMENT);
            Files.delete(gone);
            Refused.with(JobEndedException.class, () -> rank.environment("PATH"), "rank 0: job j was ended by rank 0",
                    "the files of the job are gone: somebody has removed " + gone);
            assertEquals(1, job.ending().code());
            rank.leave();
        }
    }

    @Test
    void aJobIsEndedOnce() {
        try (HostedJob job = create("j")) {
            assertNull(job.ending());
            assertTrue(job.end(3, "first"));
            assertFalse(job.end(4, "second"));
            assertEquals(new Ending(3, -1, "first"), job.ending());
        }
    }

    @Test
    void ofManyThatEndAJobOneWins() {
        for (int round = 0; round < 20; round++) {
            try (HostedJob job = create("j" + round)) {
                List<CompletableFuture<Boolean>> enders = new ArrayList<>();
                for (int code = 1; code <= 4; code++) {
                    int own = code;
                    enders.add(CompletableFuture.supplyAsync(() -> job.end(own, "code " + own), Ranks::start));
                }
                long winners = enders.stream().filter(CompletableFuture::join).count();
                assertEquals(1, winners);
                assertEquals("code " + job.ending().code(), job.ending().message());
            }
        }
    }

    @Test
    void anExitCodeIsOneAProcessCanReturn() {
        try (HostedJob job = create("j")) {
            for (int code : new int[]{-1, 256, Integer.MIN_VALUE}) {
                Refused.with(PgasException.class, () -> job.end(code, ""), "" + code, "0..255");
            }
            assertNull(job.ending());
            assertTrue(job.end(255, ""));
            assertEquals(new Ending(255, -1, ""), job.ending());
        }
    }

    @Test
    void aLongEndingIsCutBetweenCharacters() {
        String[] characters = {"a", "\u00e9", "\u4e16", "\ud83c\udf0d"};
        for (int shift = 0; shift < 4; shift++) {
            for (String character : characters) {
                String message = "x".repeat(shift) + character.repeat(600);
                try (HostedJob job = create("j" + shift + character.codePointAt(0))) {
                    job.end(1, message);
                    String kept = job.ending().message();
                    int bytes = kept.getBytes(StandardCharsets.UTF_8).length;
                    assertTrue(message.startsWith(kept), kept);
                    assertTrue(bytes > 512 - 4 && bytes <= 512, bytes + " bytes");
                }
            }
        }
    }

    @Test
    void sweepingRemovesJobsWhoseLauncherAndRanksAreGone() throws IOException {
        ProcessIdentity dead;
        try (OtherProcess other = OtherProcess.sleeping()) {
            dead = other.identity();
            ControlFile hosted = unhosted("by-rank", dead);
            claim(hosted, 1, RankView.State.JOINED, dead);
            ControlFile launched = unhosted("by-launcher", dead);
            assertEquals(0, HostedJob.sweep(base), "its process is alive");
            assertTrue(Files.exists(hosted.directory()) && Files.exists(launched.directory()));
        }
        assertEquals(2, HostedJob.sweep(base));
        assertEquals(0, HostedJob.sweep(base));
        assertFalse(Files.exists(JobDirectory.ofUser(base)));
    }

    @Test
    void sweepingTakesAReusedProcessNumberForAnother() {
        ProcessIdentity self = ProcessIdentity.current();
        ControlFile reused = unhosted("reused", ProcessIdentity.NONE);
        claim(reused, 0, RankView.State.JOINED, new ProcessIdentity(self.pid(), self.start() - 1));
        assertEquals(1, HostedJob.sweep(base));
    }

    @Test
    void sweepingKeepsAJobWithAnyLiveRankOrALiveLauncher() throws IOException {
        ControlFile one = unhosted("one", ProcessIdentity.NONE);
        claim(one, 0, RankView.State.JOINED, new ProcessIdentity(1L << 40, 5));
        claim(one, 1, RankView.State.JOINED, ProcessIdentity.current());
        HostedJob hosted = create("hosted");
        makeOld(one.directory());
        makeOld(hosted.directory());
        assertEquals(0, HostedJob.sweep(base));
    }

    @Test
    void sweepingKeepsAJobWhoseRankHasNotSaidYetWhoItIs() throws IOException {
        ControlFile control = unhosted("joining", ProcessIdentity.NONE);
        claim(control, 0, RankView.State.JOINING, ProcessIdentity.NONE);
        assertEquals(0, HostedJob.sweep(base));
        makeOld(control.directory());
        assertEquals(1, HostedJob.sweep(base));
    }

    @Test
    void sweepingKeepsWhatMayBeBeingMadeUntilItIsOld() throws IOException {
        Path empty = JobDirectory.create(base, "empty");
        Path damaged = JobDirectory.create(base, "damaged");
        Files.writeString(damaged.resolve(JobDirectory.CONTROL), "not a control file");
        ControlFile unclaimed = unhosted("unclaimed", ProcessIdentity.NONE);
        assertEquals(0, HostedJob.sweep(base));
        makeOld(empty);
        makeOld(damaged);
        makeOld(unclaimed.directory());
        assertEquals(3, HostedJob.sweep(base));
    }

    @Test
    void ranksThatDifferRefuseToStartTogether() {
        try (HostedJob job = create("j")) {
            List<CompletableFuture<Throwable>> ranks = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                JoinRequest request = new JoinRequest(rank == 0 ? "ONE" : "OTHER", 0, job.directory(), null, rank, 2,
                        false, "configuration");
                ranks.add(CompletableFuture.supplyAsync(() -> Ranks.join(request), Ranks::start)
                        .handle((membership, thrown) -> thrown.getCause()));
            }
            for (CompletableFuture<Throwable> rank : ranks) {
                String message = ((JoinException) rank.join()).getMessage();
                assertTrue(message.contains("client name") && message.contains("'ONE'") && message.contains("'OTHER'"),
                        message);
            }
            assertFalse(Files.exists(job.directory()), "both have left");
        }
    }

    @Test
    void aRankIsJoinedOnce() {
        try (HostedJob job = HostedJob.create(base, "j", 1, Map.of())) {
            Membership first = Ranks.join(job.directory(), 0, 1);
            Refused.with(JoinException.class, () -> Ranks.join(job.directory(), 0, 1), "rank 0", "taken already",
                    "pid " + ProcessHandle.current().pid());
            first.leave();
        }
    }

    @Test
    void aJoinThatWaitsTooLongNamesWhatHoldsARankThatHasBegunToJoin() throws Exception {
        try (HostedJob job = HostedJob.create(base, "stopped", 2, Map.of());
                OtherProcess other = OtherProcess.sleeping()) {
            ControlFile control = ControlFile.open(job.directory(), 2);
            ProcessIdentity process = other.identity();
            control.enter(0, process, false);
            SharedMemory.putInt(control.slot(0, ControlLayout.STATE), RankView.State.JOINING.ordinal());
            assertEquals(0, new ProcessBuilder("kill", "-STOP", "" + process.pid()).start().waitFor());
            while (process.kernelState() != 'T') {
                Thread.onSpinWait();
            }
            Refused.with(JoinException.class, () -> Ranks.joinInVain(job.directory(), 1, 2), "ranks 0 of 2",
                    "rank 0 is joining, pid " + process.pid() + ", stopped (state T", "pgas.join.timeout");
            control.abandon();
            job.remove();
        }
    }

    @Test
    void whoMissesFiveLooksOfItsWatcherIsAliveButSilent() throws Exception {
        try (OtherProcess other = OtherProcess.sleeping()) {
            ProcessIdentity process = other.identity();
            assertEquals("", ProcessPause.ofMember(process, 900));
            assertEquals("", ProcessPause.ofMember(process, -1));
            assertTrue(
                    ProcessPause.ofMember(process, 2_000)
                            .startsWith(", alive but silent (a long pause of its JVM"));
        }
    }

    @Test
    void aJoinThatWaitsTooLongNamesWhoIsMissing() {
        try (HostedJob job = HostedJob.create(base, "j", 3, Map.of())) {
            Refused.with(JoinException.class, () -> Ranks.joinInVain(job.directory(), 1, 3), "ranks 0 2 of 3",
                    "pgas.join.timeout");
            assertTrue(job.ending().message().contains("ranks 0 2 of 3"), job.ending().message());
        }
    }

    @Test
    void aDirectoryWhoseMakerIsGoneIsSweptAtOnceAndOneInTheMakingIsNot() {
        ProcessIdentity self = ProcessIdentity.current();
        Path gone = JobDirectory.create(base,
                ".new-" + new ProcessIdentity(self.pid(), self.start() + 1).name() + "-j");
        Path inTheMaking = JobDirectory.createUnfinished(base, "k");
        assertEquals(1, HostedJob.sweep(base));
        assertFalse(Files.exists(gone));
        assertTrue(Files.exists(inTheMaking));
        JobDirectory.remove(inTheMaking, null);
        assertEquals(0, HostedJob.sweep(base));
        assertFalse(Files.exists(JobDirectory.ofUser(base)));
    }

    @Test
    void theFirstEndingCountsWhoeverDeclaresIt() {
        try (HostedJob job = create("own")) {
            assertTrue(job.end(143, "the launcher received SIGTERM"));
            assertFalse(job.end(1, "later"));
            assertEquals(new Ending(143, -1, "the launcher received SIGTERM"), job.ending());
        }
        try (HostedJob job = create("ranks")) {
            ControlFile seenByRank = ControlFile.open(job.directory(), 2);
            assertTrue(Ending.set(seenByRank, 7, 1, "rank 1 was first"));
            seenByRank.abandon();
            assertFalse(job.end(143, "the launcher received SIGTERM"));
            assertEquals(new Ending(7, 1, "rank 1 was first"), job.ending());
        }
    }
}
