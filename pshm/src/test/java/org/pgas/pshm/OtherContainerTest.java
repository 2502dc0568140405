package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pgas.memory.SharedMemory;

/**
 * Jobs and files that several containers see. The processes of each have numbers and starts of their own. Nobody takes
 * the files of a process that lives.
 */
class OtherContainerTest {
    @TempDir
    Path base;

    private Path file() {
        return base.resolve("data");
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void aJobWhoseLauncherLivesIsSweptFromNowhere(Container container) throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", 2, Map.of())) {
            job.lock();
            String swept = ContainedJvm.say(container, "sweep", base.toString());
            assertTrue(swept.contains("abandoned=false, why=its launcher runs (pid " + ProcessHandle.current().pid()
                    + (container == Container.SAME ? ")" : " of another container)")), swept);
            assertTrue(Files.exists(job.directory().resolve(JobDirectory.CONTROL)));
            job.remove();
        }
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void aJobIsSweptByOthersOnceItsLauncherIsKilled(Container container) throws IOException {
        try (ContainedJvm launcher = ContainedJvm.start(container, "host", base.toString(), "j")) {
            Path job = JobDirectory.ofUser(base).resolve("j");
            assertEquals("hosts " + job, launcher.answer());
            assertEquals(0, HostedJob.sweep(base));
            JobView view = JobView.look(job);
            assertTrue(view.launcherAlive());
            assertEquals(container == Container.SAME ? List.of()
                    : List.of("the process numbers of its launcher are those of another container"
                            + " (pid or time namespace)"),
                    view.remarks());
            launcher.kill();
            assertEquals(JobView.State.ABANDONED, JobView.look(job).state());
            assertEquals(1, HostedJob.sweep(base));
            assertFalse(Files.exists(job));
        }
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void aJobWhoseRanksLiveIsSweptFromNowhere(Container container) throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", 1, Map.of())) {
            // its launcher is a process that is gone, and says nothing of whether it has locked a byte
            Membership rank = Ranks.join(job.directory(), 0, 1);
            ControlFile control = ControlFile.open(job.directory(), 1);
            SharedMemory.putLong(control.header(ControlLayout.LAUNCHER_PID), 0);
            String swept = ContainedJvm.say(container, "sweep", base.toString());
            assertTrue(swept.contains("abandoned=false, why=rank 0 runs (pid "), swept);
            String seen = ContainedJvm.say(container, "look", job.directory().toString());
            assertTrue(seen.startsWith("RUNNING false [" + (container != Container.SAME) + "] ["), seen);
            control.abandon();
            rank.leave();
        }
    }

    /** As where the file system has none. */
    @Test
    void ofAJobWithoutLocksNothingIsToldAndNothingRemoved() throws IOException {
        Path directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, 2, ProcessIdentity.current());
        ControlFile control = ControlFile.open(directory, 2);
        control.enter(1, ProcessIdentity.current(), false);
        SharedMemory.putIntRelease(control.slot(1, ControlLayout.STATE), RankView.State.JOINED.ordinal());
        String self = "(pid " + ProcessHandle.current().pid() + " of another container)";
        for (Container container : List.of(Container.OTHER_NUMBERS, Container.OTHER_CLOCKS)) {
            String swept = ContainedJvm.say(container, "sweep", base.toString());
            assertTrue(swept.contains("abandoned=false, why=whether its launcher " + self
                    + " and 1 more live cannot be told from here"), swept);
            String seen = ContainedJvm.say(container, "look", directory.toString());
            assertTrue(seen.startsWith("JOINING true [false, true] [")
                    && seen.contains("cannot be told from here"), seen);
        }
        assertTrue(DirectoryState.of(directory).why().contains("its launcher runs"));
        control.abandon();
        JobDirectory.remove(directory, null);
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void aFileThatIsOpenIsRefusedFromEverywhereAlsoByForce(Container container) throws IOException {
        try (ContainedJvm holder = ContainedJvm.start(container, "make", file().toString())) {
            assertEquals("open", holder.answer());
            FileSegments files = FileHolder.files(3);
            for (boolean force : new boolean[]{false, true}) {
                Refused.with(org.pgas.PgasException.class, () -> files.open(file(), 0, force), "is in use by process ",
                        container == Container.SAME ? ", which lives" : " of another container, which lives");
            }
            var seen = files.map(file(), FileHolder.BYTES);
            assertEquals(FileHolder.FOUND, SharedMemory.getLong(seen.address()));
            seen.close();
            String mapped = ContainedJvm.say(container, "map", file().toString());
            assertEquals("mapped " + FileHolder.FOUND, mapped);
            holder.kill();
            Refused.with(org.pgas.PgasException.class, () -> files.map(file(), FileHolder.BYTES), "is not open",
                    "which had it last, is dead");
            Refused.with(org.pgas.PgasException.class, () -> files.open(file(), 0, false), "was not closed",
                    "which is dead", "by force");
            var forced = files.open(file(), 0, true);
            for (String how : List.of("open", "force")) {
                String refused = ContainedJvm.say(container, how, file().toString());
                assertTrue(refused.contains("is in use by process " + ProcessHandle.current().pid()), refused);
            }
            forced.close();
            files.open(file(), 0, false).close();
        }
    }

    /** As where the file system has none. */
    @Test
    void aFileOfAnOwnerWithoutLocksIsTakenByNobodyElsewhereAndACopyOfItIs() throws IOException {
        FileSegments files = FileHolder.files(3);
        files.create(file(), FileHolder.BYTES).close();
        FileLocks locks = new FileLocks(Posix.open(file().toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0));
        Mapping head = Mapping.of(Posix.open(file().toString(), Posix.O_RDWR_NOFOLLOW_CLOEXEC, 0), 4096);
        var ownership = new FileOwnership(head.address());
        var opened = new FileOwnership.Opened(file(), locks.inode(), false);
        assertEquals(FileOwnership.Outcome.TAKEN, ownership.take(FileOwner.current(), false, opened).outcome());
        ownership.use(opened);
        locks.close();
        for (String how : List.of("open", "force")) {
            String refused = ContainedJvm.say(Container.OTHER_NUMBERS, how, file().toString());
            assertTrue(refused.contains("was not closed by process " + ProcessHandle.current().pid()
                    + " of another container, of which cannot be told from here whether it lives"), refused);
        }
        assertTrue(ContainedJvm.say(Container.SAME, "force", file().toString()).contains("is in use by process"));
        Path copy = Files.copy(file(), base.resolve("copy"));
        String refused = ContainedJvm.say(Container.OTHER_NUMBERS, "open", copy.toString());
        assertTrue(refused.contains("was not closed by the process that had it last"), refused);
        assertEquals("open", ContainedJvm.say(Container.OTHER_NUMBERS, "force", copy.toString()));
        head.abandon();
    }

    @ParameterizedTest
    @EnumSource(Container.class)
    void ranksOfSeveralContainersAreOneJobAndEndWhenOneIsKilled(Container container) throws IOException {
        try (ContainedJvm zero = ContainedJvm.start(container, "join", base.toString(), "k", "0");
                ContainedJvm one = ContainedJvm.start(container, "join", base.toString(), "k", "1")) {
            boolean same = container == Container.SAME || container == Container.OTHER_CLOCKS;
            String answer = zero.answer();
            assertTrue(answer.contains("rank 1, joined, pid "), answer);
            assertEquals(container != Container.SAME, answer.contains(" of another container"), answer);
            assertTrue(answer.endsWith(container == Container.SAME ? " in reach" : " out of reach"), answer);
            assertTrue(same || answer.startsWith("pid 1 "), answer);
            assertTrue(one.answer().contains("rank 0, joined, pid "));
            assertEquals(0, HostedJob.sweep(base));
            zero.kill();
            String said = one.answer();
            assertTrue(said.startsWith("pgas: rank 1: rank 0 (pid ") && said.endsWith(" died; the job ends with 1"),
                    said);
            assertEquals(1, one.exitCode());
            assertFalse(Files.exists(JobDirectory.ofUser(base)), "the survivor removes the files");
        }
    }

    @Test
    void ranksOfSeveralContainersLeaveInOrder() throws IOException {
        try (ContainedJvm zero = ContainedJvm.start(Container.OTHER_NUMBERS, "join", base.toString(), "k", "0");
                ContainedJvm one = ContainedJvm.start(Container.OTHER_CLOCKS, "join", base.toString(), "k", "1")) {
            zero.answer();
            one.answer();
            assertEquals(0, zero.finish());
            assertEquals(0, one.finish());
            assertFalse(Files.exists(JobDirectory.ofUser(base)));
        }
    }
}
