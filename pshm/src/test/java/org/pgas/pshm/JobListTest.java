package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JoinException;
import org.pgas.PgasException;

class JobListTest {
    private static final int NOBODY = 65534;

    @TempDir
    Path base;

    private HostedJob create(String name) {
        return HostedJob.create(base, name, 1, Map.of());
    }

    private Path ofOtherRelease(String name) throws IOException {
        Path job = JobDirectory.create(base, name);
        ControlFile.create(job, 1, ProcessIdentity.current());
        Path control = job.resolve(JobDirectory.CONTROL);
        byte[] bytes = Files.readAllBytes(control);
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putInt(ControlLayout.VERSION_OFFSET,
                ControlLayout.MAJOR + 1 << 16 | 4);
        Files.delete(control);
        Files.write(control, bytes);
        return job;
    }

    private static void makeOld(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    private static void assertOther(JobList list, String name, String words) {
        String why = list.others().stream().filter(each -> each.path().getFileName().toString().startsWith(name))
                .findFirst().orElseThrow(() -> new AssertionError(name + " is not in " + list.others())).why();
        assertTrue(why.contains(words), () -> name + ": '" + words + "' is not in: " + why);
    }

    @Test
    void whereThereAreNoJobsTheListIsEmpty() {
        JobList list = JobList.of(base);
        assertEquals(new JobList(JobDirectory.ofUser(base), List.of(), List.of()), list);
        assertFalse(Files.exists(list.directory()), "a look makes nothing");
    }

    @Test
    void jobsAreListedByNameAndWhatIsNoneWithTheReason() throws IOException {
        try (HostedJob two = create("two"); HostedJob one = create("one")) {
            Path user = one.directory().getParent();
            Files.createFile(user.resolve("file"));
            Files.createSymbolicLink(user.resolve("link"), one.directory());
            ofOtherRelease("newer");
            JobDirectory.create(base, "empty");
            Files.writeString(JobDirectory.create(base, "garbage").resolve(JobDirectory.CONTROL), "x".repeat(5000));
            Files.writeString(JobDirectory.create(base, "short").resolve(JobDirectory.CONTROL), "x");
            Path open = JobDirectory.create(base, "open");
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
            JobDirectory.createUnfinished(base, "unfinished");
            ProcessIdentity self = ProcessIdentity.current();
            JobDirectory.create(base, ".new-" + new ProcessIdentity(self.pid(), self.start() + 1).name() + "-left");
            JobList list = JobList.of(base);
            assertEquals(List.of(one.name(), two.name()), list.jobs().stream().map(JobView::name).toList());
            assertOther(list, "file", "is not a directory");
            assertOther(list, "link", "is a symbolic link");
            assertOther(list, "newer", "layout version " + (ControlLayout.MAJOR + 1) + ".4");
            assertOther(list, "empty", "has no control file");
            assertOther(list, "garbage", "begins with 0x");
            assertOther(list, "short", "has 1 bytes");
            assertOther(list, "open", "has rights rwxr-xr-x");
            assertOther(list, ".new-" + self.pid() + "-" + self.start(), "pid " + self.pid() + " is making it");
            assertOther(list, ".new-" + self.pid() + "-" + (self.start() + 1), "which was making it, is gone");
            assertEquals(9, list.others().size(), list.others()::toString);
        }
    }

    /** Root gives a directory away; others look at one that is root's. */
    @Test
    void whatBelongsToSomebodyElseIsNamed() throws IOException {
        Path job = JobDirectory.create(base, "j");
        boolean root = JobDirectory.uid() == 0;
        if (root) {
            Files.setAttribute(job, "unix:uid", NOBODY);
            assertOther(JobList.of(base), "j", "belongs to user id " + NOBODY);
        }
        DirectoryState state = DirectoryState.of(root ? job : Path.of("/"));
        assertFalse(state.abandoned());
        assertTrue(state.why().contains("belongs to user id"), state::why);
    }

    @Test
    void aUserDirectoryThatIsNotOursIsAnErrorAndNotAnEmptyList() throws IOException {
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Files.createSymbolicLink(JobDirectory.ofUser(base), elsewhere);
        Refused.with(JoinException.class, () -> JobList.of(base), "symbolic link");
        Refused.with(JoinException.class, () -> JobList.find(base, "j"), "symbolic link");
        Refused.with(JoinException.class, () -> HostedJob.sweep(base, false), "symbolic link");
        Refused.with(JoinException.class, () -> JobList.of(base.resolve("no")), "no", "does not exist");
    }

    @Test
    void aJobIsFoundByNameByTheBeginningOfItAndByItsDirectory() {
        Refused.with(PgasException.class, () -> JobList.find(base, null), "there are no jobs");
        Refused.with(PgasException.class, () -> JobList.find(base, "a"), "no job 'a'", "there are no jobs");
        try (HostedJob job = create("heat-1")) {
            assertEquals(job.directory(), JobList.find(base, null));
            assertEquals(job.directory(), JobList.find(base, "h"));
            HostedJob other = create("heat-12");
            HostedJob third = create("sort");
            JobDirectory.createUnfinished(base, "heat-3");
            assertEquals(job.directory(), JobList.find(base, "heat-1"), "a whole name comes first");
            assertEquals(other.directory(), JobList.find(base, "heat-12"));
            assertEquals(third.directory(), JobList.find(base, "so"));
            assertEquals(third.directory(), JobList.find(null, third.directory() + "/"));
            Refused.with(PgasException.class, () -> JobList.find(base, "heat"), "heat-1, heat-12", "more of its name");
            Refused.with(PgasException.class, () -> JobList.find(base, "x"), "no job 'x'",
                    "there are heat-1, heat-12, sort");
            Refused.with(PgasException.class, () -> JobList.find(base, null), "3 jobs", "heat-1, heat-12, sort");
            other.close();
            third.close();
        }
    }

    @Test
    void whatIsNoJobIsNotCountedAsOne() throws IOException {
        Path user = JobDirectory.create(base, "empty").getParent();
        Files.createFile(user.resolve("heat.txt"));
        Refused.with(PgasException.class, () -> JobList.find(base, null), "2 entries, and no job that can be read",
                "empty, heat.txt");
        try (HostedJob job = create("heat-1")) {
            assertEquals(job.directory(), JobList.find(base, null));
            assertEquals(job.directory(), JobList.find(base, "heat"));
            assertEquals(user.resolve("empty"), JobList.find(base, "e"),
                    "so that it can be said what is wrong with it");
            HostedJob other = create("sort");
            Refused.with(PgasException.class, () -> JobList.find(base, null), "there are 2 jobs", "heat-1, sort");
            other.close();
        }
    }

    @Test
    void aLookAtWhatIsBeingMadeOrNoJobSaysSo() {
        Path unfinished = JobDirectory.createUnfinished(base, "u");
        Refused.with(JoinException.class, () -> JobView.look(unfinished), "is making it");
        Path empty = JobDirectory.create(base, "empty");
        Refused.with(JoinException.class, () -> JobView.look(empty), "no job in", "no control file");
        Refused.with(JoinException.class, () -> JobView.look(base.resolve("no")), "cannot look at");
    }

    @Test
    void sweepingSaysWhatItRemovesAndWhyItLeavesTheRest() throws IOException {
        HostedJob running = create("running");
        Path dead = JobDirectory.create(base, "dead");
        ControlFile.create(dead, 1, new ProcessIdentity(1L << 40, 5));
        Path newer = ofOtherRelease("newer");
        makeOld(newer);
        List<SweptDirectory> dry = HostedJob.sweep(base, false);
        assertEquals(List.of("dead", "newer", "running"),
                dry.stream().map(each -> each.directory().getFileName().toString()).toList());
        assertTrue(Files.exists(dead), "nothing is removed");
        assertEquals(List.of(true, false, false), dry.stream().map(SweptDirectory::abandoned).toList());
        assertTrue(dry.get(0).bytes() >= ControlLayout.fileLength(1), dry::toString);
        assertTrue(dry.get(1).why().contains("layout version"), dry::toString);
        assertTrue(dry.get(2).why().contains("its launcher runs (pid " + ProcessHandle.current().pid()),
                dry::toString);
        assertEquals(dry, HostedJob.sweep(base, true));
        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(newer) && Files.exists(running.directory()), "a job of another release may run");
        running.close();
    }
}
