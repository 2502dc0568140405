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
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
            assertEquals(5, JobDirectory.list(job.directory()).size());
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
            JobDirectory.remove(user.resolve("made"));
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
        JobDirectory.remove(one);
        assertFalse(Files.exists(one));
        assertTrue(Files.exists(two));
        JobDirectory.remove(two);
        assertFalse(Files.exists(user));
        JobDirectory.remove(two);
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
                    JobDirectory.remove(shared);
                    JobDirectory.remove(user.resolve("mine-" + (own + 1) % 4 + "-" + i));
                }
            }, task -> Thread.ofPlatform().daemon().start(task)));
        }
        threads.forEach(CompletableFuture::join);
        assertEquals(List.of(), JobDirectory.list(base));
    }

    @Test
    void removingALinkLeavesWhatItPointsTo() throws IOException {
        Path precious = Files.createFile(Files.createDirectory(base.resolve("home")).resolve("precious"));
        JobDirectory.create(base, "j");
        Path link = Files.createSymbolicLink(user.resolve("link"), precious.getParent());
        JobDirectory.remove(link);
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
