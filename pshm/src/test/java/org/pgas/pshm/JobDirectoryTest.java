package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JoinException;

class JobDirectoryTest {
    private static final int NOBODY = 65534;

    @TempDir
    Path base;

    private Path user;

    @BeforeEach
    void nameTheUsersDirectory() {
        user = JobDirectory.ofUser(base);
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static void makeOld(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    @Test
    void directoriesAndFilesAreTheOwnersAlone() throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", 2, Map.of())) {
            assertEquals(user.resolve("j"), job.directory());
            assertEquals("rwx------", rights(user));
            assertEquals("rwx------", rights(job.directory()));
            for (Path file : JobDirectory.list(job.directory())) {
                assertEquals("rw-------", rights(file), file.toString());
            }
            assertEquals("rw-------", rights(job.write("more", "text", StandardCharsets.UTF_8)));
            assertEquals(6, JobDirectory.list(job.directory()).size());
        }
    }

    @Test
    void aBaseThatDoesNotExistIsRefused() {
        Refused.with(JoinException.class, () -> JobDirectory.create(base.resolve("no"), "j"), "no", "does not exist",
                "pgas.dir");
    }

    @Test
    void aBaseInWhichOthersCouldReplaceNamesIsRefused() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "j"), base.toString(), "chmod +t",
                "pgas.dir");
        Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "j"), "chmod +t");
        assertFalse(Files.exists(user));
        assertEquals(0, new ProcessBuilder("chmod", "1777", base.toString()).start().waitFor());
        JobDirectory.create(base, "j");
    }

    @Test
    void aBaseThatMembersOfAnotherGroupMayWriteIsRefused() throws IOException, InterruptedException {
        Assumptions.assumeTrue(JobDirectory.uid() == 0, "only root gives a directory any group");
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxr-x"));
        Files.setAttribute(base, "unix:gid", NOBODY);
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "j"), base.toString(), "its group",
                "chmod g-w", "chmod +t", "pgas.dir");
        Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "j"), "its group");
        assertFalse(Files.exists(user));
        assertEquals(0, new ProcessBuilder("chmod", "+t", base.toString()).start().waitFor());
        JobDirectory.remove(JobDirectory.create(base, "j"), null);
        assertEquals(0, new ProcessBuilder("chmod", "0755", base.toString()).start().waitFor());
        JobDirectory.remove(JobDirectory.create(base, "j"), null);
    }

    /** The user has umask 002, so that its files have group rights, and is alone in its group. */
    @Test
    void aBaseThatTheUsersOwnGroupMayWriteIsUsedUnlessThatHasMembersOrTheBaseAnAccessList() throws Exception {
        String group = Files.readAttributes(base, PosixFileAttributes.class).group().getName();
        String name = Files.getOwner(base).getName();
        boolean alone = Files.readAllLines(Path.of("/etc/group")).stream()
                .anyMatch(line -> line.matches(Pattern.quote(group) + ":[^:]*:\\d+:(" + Pattern.quote(name) + ")?"));
        Assumptions.assumeTrue(alone && group.equals(name), "this user has no group of its own in /etc/group");
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxr-x"));
        JobDirectory.remove(JobDirectory.create(base, "j"), null);
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/setfacl")), "no setfacl is installed");
        assertEquals(0, new ProcessBuilder("setfacl", "-m", "u:" + NOBODY + ":rwx", base.toString()).inheritIO()
                .start().waitFor());
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "j"), "its group");
    }

    @Test
    void aBaseWhoseNameHasControlCharactersIsRefusedByAllThatLookForIt() throws IOException {
        for (String text : List.of("a\nb", "\n", "tab\there", "bell\u0007", "\u001b[2J", "delete\u007f", "\r")) {
            Path bad = Files.createDirectory(base.resolve(text));
            List<Executable> calls = List.of(() -> HostedJob.create(bad, "j", 1, Map.of()), () -> HostedJob.base(bad),
                    () -> HostedJob.directory(bad, "j"), () -> HostedJob.sweep(bad), () -> HostedJob.sweep(bad, false),
                    () -> JobList.of(bad), () -> JobList.find(bad, "j"), () -> HostedJob.base(bad.resolve("below")));
            for (Executable call : calls) {
                JoinException refused = Refused.with(JoinException.class, call, base + "/", "pgas.dir", "U+00",
                        "control character");
                assertTrue(refused.getMessage().chars().noneMatch(Character::isISOControl), refused::getMessage);
            }
            assertEquals(List.of(), JobDirectory.list(bad));
        }
        assertEquals(base.resolve("with a space"), JobDirectory.base(base.resolve("with a space")));
        assertTrue(JobDirectory.base(Path.of("relative")).isAbsolute());
    }

    /** Makes a job's directory in a process with that umask; what it prints. */
    private String underUmask(String umask) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData", "-Xmx64m", "-cp", System.getProperty("java.class.path"), Maker.class.getName(),
                base.toString()).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return text;
    }

    /** {@link #underUmask}. */
    static final class Maker {
        private Maker() {}

        public static void main(String[] arguments) {
            try {
                System.out.println(JobDirectory.create(Path.of(arguments[0]), "made"));
            } catch (JoinException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void aUmaskThatTakesRightsFromTheOwnerIsRefusedAndLeavesNothing() throws IOException, InterruptedException {
        for (String umask : new String[]{"777", "277"}) {
            String said = underUmask(umask);
            assertTrue(said.contains("umask 077"), said);
            assertFalse(Files.exists(user), umask);
        }
        for (String umask : new String[]{"077", "000"}) {
            assertEquals(user.resolve("made") + "\n", underUmask(umask));
            assertEquals("rwx------", rights(user.resolve("made")));
            JobDirectory.remove(user.resolve("made"), null);
        }
    }

    @Test
    void aDirectoryThatItsOwnerCannotUseIsRefusedWithTheRemedy() throws IOException {
        JobDirectory.create(base, "j");
        Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("---------"));
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "other"), user.toString(), "chmod 700");
        Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aSecondJobOfTheSameNameIsRefused() {
        Path job = JobDirectory.create(base, "j");
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "j"), job.toString(), "exists already");
        assertEquals(job, JobDirectory.createOrFind(base, "j"));
    }

    @Test
    void aSymbolicLinkIsRefusedForTheUserAndForTheJob() throws IOException {
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(user, elsewhere);
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "j"), user.toString(), "symbolic link");
        Files.delete(user);
        JobDirectory.create(base, "other");
        Files.createSymbolicLink(user.resolve("j"), elsewhere);
        Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "j"), "symbolic link");
        Refused.with(JoinException.class, () -> JobView.look(user.resolve("j")), "symbolic link");
    }

    @Test
    void aGoodJobBehindALinkedUserDirectoryIsRefused() throws IOException {
        Path job = JobDirectory.create(base, "j");
        Path moved = Files.move(user, base.resolve("moved"));
        Files.createSymbolicLink(user, moved);
        assertTrue(Files.exists(job));
        Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "j"), user.toString(),
                "symbolic link");
    }

    @Test
    void rightsForOthersAreRefusedWithTheRemedy() throws IOException {
        Path job = JobDirectory.create(base, "j");
        for (String rights : new String[]{"rwxr-x---", "rwx-----x", "rwx--x---", "rwxrwxrwx"}) {
            Files.setPosixFilePermissions(job, PosixFilePermissions.fromString(rights));
            Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "j"), job.toString(), rights,
                    "chmod 700");
        }
        Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("rwxrwx---"));
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "other"), user.toString(), "rwxrwx---");
    }

    @Test
    void aFileInPlaceOfADirectoryIsRefused() throws IOException {
        Files.createFile(user);
        Refused.with(JoinException.class, () -> JobDirectory.create(base, "j"), user.toString(), "not a directory");
    }

    /** Root gives a directory away; others look at one that is root's. Either way it belongs to somebody else. */
    @Test
    void whatBelongsToSomebodyElseIsRefused() throws IOException {
        Path job = JobDirectory.create(base, "j");
        int own = (int) Files.getAttribute(job, "unix:uid");
        Path foreign = Path.of("/");
        if (own == 0) {
            foreign = job;
            Files.setAttribute(job, "unix:uid", NOBODY);
            Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "j"), "user id " + NOBODY,
                    "not to 0");
            Refused.with(JoinException.class, () -> JobView.look(job), "user id " + NOBODY);
        }
        Path checked = foreign;
        Refused.with(JoinException.class, () -> JobDirectory.checkOwner(checked), "belongs to user id", "pgas.dir");
        assertFalse(JobDirectory.isOurs(foreign));
    }

    @Test
    void removingTakesTheLastJobsUserDirectoryToo() {
        Path one = JobDirectory.create(base, "one");
        Path two = JobDirectory.create(base, "two");
        JobDirectory.remove(one, null);
        assertFalse(Files.exists(one));
        assertTrue(Files.exists(two));
        JobDirectory.remove(two, null);
        assertFalse(Files.exists(user));
        JobDirectory.remove(two, null);
        assertTrue(Files.exists(base));
    }

    @Test
    void removingIsSafeWhenManyDoItAndOthersMakeJobs() throws IOException {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int own = thread;
            threads.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 200; i++) {
                    Path shared = JobDirectory.createOrFind(base, "mine-" + own + "-" + i);
                    JobDirectory.remove(shared, null);
                    JobDirectory.remove(user.resolve("mine-" + (own + 1) % 4 + "-" + i), null);
                }
            }, task -> Thread.ofPlatform().daemon().start(task)));
        }
        threads.forEach(CompletableFuture::join);
        assertEquals(List.of(), JobDirectory.list(base));
    }

    /** A directory of this user's, with the rights of a job's, and a file in it. */
    private Path ofSomethingElse(String name) throws IOException {
        JobDirectory.createOrFind(base, "any");
        Path directory = Files.createDirectory(user.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(directory.resolve("diary"), "dear diary");
        return directory;
    }

    @Test
    void whatDoesNotSayThatItIsAJobsIsNotRemoved() throws IOException {
        Path notes = ofSomethingElse("notes");
        Path diary = notes.resolve("diary");
        String why = JobDirectory.remove(notes, null);
        assertTrue(why.contains("nothing in it says that it is a job's"), why);
        Object any = JobDirectory.identity(user.resolve("any"));
        JobDirectory.remove(notes, any);
        assertTrue(Files.exists(diary));
        // neither of these is a mark
        Path mark = notes.resolve(JobMark.NAME);
        Files.writeString(mark, "pgas job");
        JobDirectory.remove(notes, null);
        Files.delete(mark);
        Files.createDirectory(mark);
        JobDirectory.remove(notes, null);
        Files.delete(mark);
        Files.createSymbolicLink(mark, user.resolve("any").resolve(JobMark.NAME));
        JobDirectory.remove(notes, null);
        Files.delete(mark);
        Files.writeString(notes.resolve(JobDirectory.CONTROL), "control of something");
        JobDirectory.remove(notes, null);
        assertEquals("dear diary", Files.readString(diary));
        if (JobDirectory.uid() == 0) {
            Files.writeString(mark, JobMark.TEXT);
            Files.setAttribute(mark, "unix:uid", NOBODY);
            JobDirectory.remove(notes, null);
            assertTrue(Files.exists(diary), "the mark is another user's");
        }
    }

    @Test
    void aMarkOrAControlFileOrItsMakersKnowledgeSaysThatADirectoryIsAJobs() throws IOException {
        Path marked = ofSomethingElse("marked");
        JobMark.put(marked);
        Path controlled = ofSomethingElse("controlled");
        ControlFile.create(controlled, 1, ProcessIdentity.NONE);
        Path known = ofSomethingElse("known");
        assertEquals(null, JobDirectory.remove(marked, null));
        assertEquals(null, JobDirectory.remove(controlled, null));
        assertEquals(null, JobDirectory.remove(known, JobDirectory.identity(known)));
        assertEquals(List.of(user.resolve("any")), JobDirectory.list(user));
    }

    /**
     * A job is known as one by its own processes, though all its files were damaged. Nothing is taken for a job by its
     * name.
     */
    @Test
    void aJobRemovesItsDirectoryWhateverIsInItAndNoOtherOfItsName() throws IOException {
        try (HostedJob job = HostedJob.create(base, "j", 1, Map.of());
                HostedJob moved = HostedJob.create(base, "moved", 1, Map.of())) {
            for (String name : List.of(JobMark.NAME, JobDirectory.CONTROL)) {
                Files.write(job.directory().resolve(name), new byte[0]);
            }
            job.remove();
            assertFalse(Files.exists(job.directory()));
            Files.move(moved.directory(), base.resolve("elsewhere"));
            Path diary = ofSomethingElse("moved").resolve("diary");
            moved.remove();
            assertTrue(Files.exists(diary));
        }
    }

    @Test
    void aJobWhoseDirectoryIsGoneHasEnded() {
        Path job = JobDirectory.create(base, "j");
        assertEquals(null, JobDirectory.remove(job, null));
        Refused.with(JoinException.class, () -> JobDirectory.checkOurs(job), job.toString(), "has ended");
    }

    /** A job whose ranks were all killed, as ranks without a launcher of ours leave it. */
    private Path ofKilledRanks(String name) {
        Path job = JobDirectory.createOrFind(base, name);
        ControlFile.create(job, 2, ProcessIdentity.NONE, JobLocks.make(job));
        ControlFile control = ControlFile.open(job, 2);
        ProcessIdentity self = ProcessIdentity.current();
        for (int rank = 0; rank < 2; rank++) {
            control.enter(rank, new ProcessIdentity(self.pid(), self.start() + 1), false);
            control.putState(rank, RankView.State.JOINED);
        }
        control.abandon();
        return job;
    }

    /** What a rank does without a launcher of ours before it claims its slot; which control file it has then. */
    private Object begin(String name) {
        HostedJob.sweep(base);
        Path job = JobDirectory.createOrFind(base, name);
        ControlFile.create(job, 2, ProcessIdentity.NONE, JobLocks.make(job));
        ControlFile control = ControlFile.open(job, 2);
        try {
            JobLocks.join(control).close();
            return JobDirectory.identity(job.resolve(JobDirectory.CONTROL));
        } finally {
            control.abandon();
        }
    }

    @Test
    void ranksThatBeginAtOnceWhereAllOfTheirNameWereKilledBeginOneJob() throws Exception {
        int ranks = 4;
        for (int round = 0; round < 100; round++) {
            Path job = ofKilledRanks("key");
            var together = new CyclicBarrier(ranks);
            List<CompletableFuture<Object>> begun = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                begun.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        together.await();
                    } catch (InterruptedException | BrokenBarrierException e) {
                        throw new IllegalStateException(e);
                    }
                    return begin("key");
                }, command -> Thread.ofPlatform().start(command)));
            }
            for (CompletableFuture<Object> each : begun) {
                assertEquals(begun.getFirst().get(), each.get(), "round " + round);
            }
            assertEquals(begun.getFirst().get(), JobDirectory.identity(job.resolve(JobDirectory.CONTROL)));
            assertEquals(List.of(job), JobDirectory.list(user));
            JobDirectory.remove(job, null);
        }
    }

    @Test
    void aDirectoryThatHasTheNameOfOneThatIsToBeRemovedStays() throws IOException {
        Path job = ofKilledRanks("key");
        try (HeldDirectory meant = HeldDirectory.of(job)) {
            JobDirectory.remove(job, null);
            // the file system may give the inode of a directory that is gone to the next one, unless it is held
            ofKilledRanks("key");
            assertEquals(null, JobDirectory.removeAside(job, meant, () -> true));
        }
        assertTrue(JobMark.isOn(job));
        try (HeldDirectory held = HeldDirectory.of(job)) {
            assertEquals(null, JobDirectory.removeAside(job, held, () -> false));
            assertTrue(JobMark.isOn(job));
            assertEquals(null, JobDirectory.removeAside(job, held, () -> true));
        }
        assertEquals(List.of(), JobDirectory.list(user));
    }

    @Test
    void whetherADirectoryIsMeantIsAskedWhenNoOtherRemovesIt() throws Exception {
        Path job = ofKilledRanks("key");
        var asked = new CountDownLatch(1);
        var answer = new CountDownLatch(1);
        var answered = new AtomicBoolean();
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> removeAside(job, () -> {
            asked.countDown();
            await(answer);
            answered.set(true);
            return false;
        }), command -> Thread.ofPlatform().start(command));
        await(asked);
        var second = new CompletableFuture<String>();
        Thread other = Thread.ofPlatform().start(() -> second.complete(removeAside(job, answered::get)));
        while (other.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(other.isAlive(), "the second did not wait");
            Thread.onSpinWait();
        }
        answer.countDown();
        assertEquals(null, first.get());
        assertEquals(null, second.get());
        assertFalse(Files.exists(job), "the second was asked before the first was done");
    }

    private static String removeAside(Path job, BooleanSupplier isMeant) {
        try (HeldDirectory held = HeldDirectory.of(job)) {
            return JobDirectory.removeAside(job, held, isMeant);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDirectoryThatCannotBeEmptiedHasItsNameAgain() throws IOException {
        Path job = ofKilledRanks("key");
        Files.createDirectories(job.resolve("sub").resolve("subsub"));
        assertEquals("sub is a directory that is not empty", removeAside(job, () -> true));
        assertEquals(List.of(job), JobDirectory.list(user));
        assertTrue(JobMark.isOn(job));
    }

    @Test
    void whatIsLeftOfADirectoryThatCannotBeRemovedStillSaysThatItIsAJobs() throws IOException {
        Path job = JobDirectory.create(base, "j");
        Files.createDirectories(job.resolve("sub").resolve("subsub"));
        Files.createFile(job.resolve("seg-0"));
        assertEquals("sub is a directory that is not empty", JobDirectory.remove(job, null));
        assertFalse(Files.exists(job.resolve("seg-0")));
        assertTrue(JobMark.isOn(job));
        Files.delete(job.resolve("sub").resolve("subsub"));
        assertEquals(null, JobDirectory.remove(job, null));
    }

    @Test
    void aDirectoryThatHoldsSomethingElseDoesNotBecomeAJobs() throws IOException {
        Path notes = ofSomethingElse("notes");
        Refused.with(JoinException.class, () -> JobDirectory.createOrFind(base, "notes"), notes.toString(),
                "nothing in it says that it is a job's", "pgas.dir");
        assertEquals(1, JobDirectory.list(notes).size());
        Path empty = ofSomethingElse("empty");
        Files.delete(empty.resolve("diary"));
        assertEquals(empty, JobDirectory.createOrFind(base, "empty"), "left by a rank that was killed at its start");
        assertTrue(JobMark.isOn(empty));
    }

    @Test
    void sweepingKeepsWhatIsNotAJobsHoweverOldAndSaysSo() throws IOException {
        Path notes = ofSomethingElse("notes");
        Path self = ofSomethingElse(".new-4194305-1-x");
        Path job = JobDirectory.create(base, "job");
        for (Path each : List.of(notes, self, job, user.resolve("any"))) {
            makeOld(each);
        }
        List<SweptDirectory> swept = HostedJob.sweep(base, true);
        assertEquals(Map.of("notes", false, ".new-4194305-1-x", false, "job", true, "any", true),
                swept.stream().collect(Collectors.toMap(each -> each.directory().getFileName().toString(),
                        SweptDirectory::isRemoved)));
        assertEquals(2, swept.stream().filter(SweptDirectory::abandoned).count(), swept::toString);
        swept.stream().filter(each -> !each.abandoned())
                .forEach(each -> assertTrue(each.why().contains("nothing in it says"), each::why));
        assertTrue(Files.exists(notes.resolve("diary")) && Files.exists(self.resolve("diary")));
    }

    @Test
    void sweepingSaysWhatItCouldNotRemove() throws IOException {
        Path job = JobDirectory.create(base, "withsub");
        Files.createFile(Files.createDirectory(job.resolve("sub")).resolve("file"));
        makeOld(job);
        SweptDirectory swept = HostedJob.sweep(base, true).getFirst();
        assertTrue(swept.abandoned() && !swept.isRemoved(), swept::toString);
        assertEquals("sub is a directory that is not empty", swept.obstacle());
        assertEquals(0, HostedJob.sweep(base));
        assertTrue(Files.exists(job.resolve("sub").resolve("file")));
    }

    @Test
    void sweepingRefusesABaseInWhichOthersCouldReplaceNames() throws IOException {
        Path job = JobDirectory.create(base, "j");
        makeOld(job);
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxrwxrwx"));
        Refused.with(JoinException.class, () -> HostedJob.sweep(base, true), "chmod +t");
        assertTrue(Files.exists(job));
        assertEquals(1, HostedJob.sweep(base, false).size());
    }

    @Test
    void removingALinkLeavesWhatItPointsTo() throws IOException {
        Path precious = Files.createFile(Files.createDirectory(base.resolve("home")).resolve("precious"));
        JobDirectory.create(base, "j");
        Path link = Files.createSymbolicLink(user.resolve("link"), precious.getParent());
        JobDirectory.remove(link, null);
        assertTrue(Files.exists(precious));
    }

    @Test
    void sweepingFollowsNoLinkHoweverOld() throws IOException {
        Path home = Files.createDirectory(base.resolve("home"));
        Path precious = Files.createFile(home.resolve("precious"));
        makeOld(home);
        JobDirectory.create(base, "j");
        Files.createSymbolicLink(user.resolve("link"), home);
        assertEquals(0, HostedJob.sweep(base));
        assertTrue(Files.exists(precious));
    }

    @Test
    void sweepingLeavesAUserDirectoryThatIsNotOursAlone() throws IOException {
        Path precious = Files.createFile(Files.createDirectory(base.resolve("home")).resolve("precious"));
        makeOld(precious.getParent());
        Path planted = Files.createDirectory(base.resolve("planted"));
        Files.createSymbolicLink(planted.resolve("j"), precious.getParent());
        Files.createSymbolicLink(user, planted);
        assertEquals(0, HostedJob.sweep(base));
        Files.delete(user);
        Files.move(planted, user);
        Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEquals(0, HostedJob.sweep(base));
        assertTrue(Files.exists(precious));
    }
}
