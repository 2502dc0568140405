package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.HostedJob;

/** The guardian's script, by itself: what it kills and removes when its input ends, and what it leaves. */
class GuardianTest {
    @TempDir
    Path base;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process each : started) {
            each.destroyForcibly().waitFor();
        }
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Process start(String... command) throws IOException {
        return start(new ProcessBuilder(command));
    }

    private static long startOf(Process process) {
        return HostedJob.processStart(process.pid());
    }

    private static String rank(Process process, long start) {
        return "rank " + process.pid() + " " + start + "\n";
    }

    private Process guardian(Path directory, Path recordings) throws IOException {
        return start(new ProcessBuilder(Guardian.command(directory, recordings))
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    }

    /** As when a launcher has sent these orders and was killed. */
    private void launcherDies(Process guardian, String orders) throws Exception {
        guardian.getOutputStream().write(orders.getBytes(StandardCharsets.US_ASCII));
        guardian.getOutputStream().close();
        assertTrue(guardian.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), "the guardian does not end");
    }

    private void launcherDies(Path directory, Path recordings, String orders) throws Exception {
        launcherDies(guardian(directory, recordings), orders);
    }

    private Path job(String name) {
        try (HostedJob job = HostedJob.create(base, name, 1, Map.of())) {
            job.write("java.args", "-version", StandardCharsets.US_ASCII);
            return job.directory();
        }
    }

    private Path recordings(String name) throws IOException {
        Path directory = Files.createDirectory(base.resolve(name));
        Files.createFile(directory.resolve("pgas.jfc"));
        Files.createFile(Files.createDirectories(directory.resolve("repository/2026")).resolve("part.jfr"));
        return directory;
    }

    @Test
    void itKillsTheRanksThatItWasToldOfAndRemovesTheFiles() throws Exception {
        Path job = job("j");
        Process rank = start("sleep", "300");
        Process other = start("sleep", "300");
        Path recordings = recordings("pgas-timeline-1");
        launcherDies(job, recordings, rank(rank, startOf(rank)) + rank(other, startOf(other)) + "all\n");
        assertEquals(137, rank.waitFor());
        assertEquals(137, other.waitFor());
        assertFalse(Files.exists(job) || Files.exists(job.getParent()) || Files.exists(recordings));
    }

    /** It gives them a name with its pid first; here it is this process. */
    @Test
    void itRemovesWhatTheLauncherWasAboutToRemove() throws Exception {
        Path job = job("j");
        Path aside = Files.move(job, job.resolveSibling(".old-" + ProcessHandle.current().pid() + "-1f"));
        Path others = Files.move(job("k"), job.resolveSibling(".old-1-" + ProcessHandle.current().pid()));
        launcherDies(job, null, "all\n");
        assertFalse(Files.exists(aside));
        assertTrue(Files.exists(others.resolve("control")));
    }

    /** The launcher was killed when only directories were left. */
    @Test
    void itRemovesEmptyDirectories() throws Exception {
        Path user = job("j").getParent();
        launcherDies(user.resolve("j"), null, "all\n");
        Path aside = Files.createDirectories(user.resolve(".old-" + ProcessHandle.current().pid() + "-1f"));
        launcherDies(user.resolve("j"), null, "all\n");
        assertFalse(Files.exists(aside) || Files.exists(user));
        Files.createDirectory(user);
        launcherDies(user.resolve("j"), null, "all\n");
        assertFalse(Files.exists(user));
    }

    @Test
    void ranksThatEndByThemselvesAreWaitedFor() throws Exception {
        Process rank = start("sh", "-c", "sleep 0.2; exit 7");
        launcherDies(job("j"), null, rank(rank, startOf(rank)) + "all\n");
        assertEquals(7, rank.waitFor());
    }

    @Test
    void aLauncherThatHasCleanedUpItselfIsTakenAtItsWord() throws Exception {
        Path job = job("j");
        Process rank = start("sleep", "300");
        launcherDies(job, null, rank(rank, startOf(rank)) + "all\ndone\n");
        assertTrue(rank.isAlive() && Files.exists(job));
    }

    /** Its number belongs to another process by now; and an order of which the launcher wrote half. */
    @Test
    void itKillsNoProcessThatStartedAtAnotherTime() throws Exception {
        Process other = start("sleep", "300");
        long start = startOf(other);
        launcherDies(job("j"), null, rank(other, start - 1) + rank(other, start + 1) + "all\nrank " + other.pid() + " "
                + start);
        assertTrue(other.isAlive());
    }

    /** Of those that only speak of the job's argument file none has all that makes a rank. */
    @Test
    void itKillsNoBystander() throws Exception {
        Path job = job("j");
        Path arguments = job.resolve("java.args");
        Files.writeString(arguments, sleeper());
        Process before = start(ThisJvm.java().toString(), "-Dpgas.rank=0", "@" + arguments);
        // the kernel tells when a process started in hundredths of a second
        awaitSleeping(List.of(before));
        Process guardian = guardian(job, null);
        List<Process> bystanders = List.of(before,
                start("bash", "-c", "read line; : looking at @" + arguments),
                start("sh", "-c", "read line; exit", "-Dpgas.rank=0", "@" + arguments),
                start(ThisJvm.java().toString(), "-Dpgas.rank=0", "@" + arguments, "more"),
                start(ThisJvm.java().toString(), "@" + arguments),
                start(ThisJvm.java().toString(), "-Dpgas.rank=0", "@" + Files.copy(arguments, base.resolve("copy"))));
        awaitSleeping(bystanders.subList(3, bystanders.size()));
        launcherDies(guardian, "");
        for (Process each : bystanders) {
            assertTrue(each.isAlive(), each.info().toString());
        }
        assertFalse(Files.exists(job));
    }

    /** The launcher was killed after it had started a rank, and before it could tell. */
    @Test
    void itKillsARankThatItWasNotToldOf() throws Exception {
        Path job = job("j");
        for (String name : List.of("java.args", "java-0.args")) {
            Files.writeString(job.resolve(name), sleeper());
        }
        Process guardian = guardian(job, null);
        List<Process> ranks = List.of(
                start(ThisJvm.java().toString(), "-Dpgas.rank=0", "@" + job.resolve("java-0.args")),
                start("taskset", "-c", Cores.ofThisProcess().getFirst().toString(), ThisJvm.java().toString(),
                        "-XX:ActiveProcessorCount=2", "-Dpgas.rank=1", "@" + job.resolve("java.args")));
        awaitSleeping(ranks);
        launcherDies(guardian, "");
        for (Process each : ranks) {
            assertEquals(137, each.waitFor());
        }
    }

    private static String sleeper() {
        return "-Xmx32m\n-XX:TieredStopAtLevel=1\n-cp\n\"" + String.join(":",
                ThisJvm.classPath().stream().map(Path::toString).toList()) + "\"\n" + Sleeper.class.getName() + "\n";
    }

    private static void awaitSleeping(List<Process> all) throws IOException {
        for (Process each : all) {
            assertEquals("sleeping", each.inputReader().readLine());
        }
    }

    /** A program that says so and sleeps until it is killed. */
    public static final class Sleeper {
        private Sleeper() {}

        public static void main(String[] arguments) {
            System.out.println("sleeping");
            Behaviours.sleepForEver();
        }
    }

    @Test
    void itRemovesNoDirectoryThatIsNotAJobs() throws Exception {
        Path notes = Files.createDirectory(base.resolve("notes"));
        Path diary = Files.writeString(notes.resolve("diary"), "dear diary");
        launcherDies(notes, notes, "all\n");
        Files.writeString(notes.resolve("job"), "something\n");
        Files.writeString(notes.resolve("control"), "something\n");
        launcherDies(notes, null, "all\n");
        Files.delete(notes.resolve("job"));
        Path job = job("j");
        Files.createSymbolicLink(notes.resolve("job"), job.resolve("job"));
        launcherDies(notes, null, "all\n");
        Path link = Files.createSymbolicLink(base.resolve("link"), job);
        launcherDies(link, null, "all\n");
        launcherDies(base.resolve("no"), null, "all\n");
        assertEquals("dear diary", Files.readString(diary));
        assertTrue(Files.exists(job.resolve("control")));
    }

    @Test
    void aDirectoryIsAJobsByItsMarkOrItsControlFile() throws Exception {
        Path marked = job("marked");
        Files.delete(marked.resolve("control"));
        Path controlled = job("controlled");
        Files.delete(controlled.resolve("job"));
        launcherDies(marked, null, "all\n");
        launcherDies(controlled, null, "all\n");
        assertFalse(Files.exists(marked) || Files.exists(controlled));
    }

    /** Names in which a shell could see more than one word, or another. */
    @Test
    void pathsAreTakenAsTheyAre() throws Exception {
        Path keep = Files.createDirectory(base.resolve("keep"));
        Files.createFile(keep.resolve("file"));
        Path odd = Files.createDirectory(base.resolve("a b\nkeep $HOME `x` * \\ 'q' \"d\" -rf"));
        Files.createFile(odd.resolve("stays"));
        try (HostedJob made = HostedJob.create(base, "j", 1, Map.of())) {
            Path job = Files.move(made.directory(), odd.resolve("job\nkeep"));
            launcherDies(job, null, "all\n");
            assertFalse(Files.exists(job));
        }
        Path recordings = Files.move(recordings("pgas-timeline-1"), odd.resolve("pgas-timeline-a\nb"));
        launcherDies(base.resolve("no"), recordings, "all\n");
        assertFalse(Files.exists(recordings));
        assertTrue(Files.exists(keep.resolve("file")));
    }

    /** As of a launcher whose job is on other hosts; also where the shell stands in a directory that is a job's. */
    @Test
    void withoutAJobItRemovesRecordingsAlone() throws Exception {
        Path job = job("j");
        Path recordings = recordings("pgas-timeline-1");
        launcherDies(start(new ProcessBuilder(Guardian.command(null, recordings)).directory(job.toFile())), "");
        assertTrue(Files.exists(job.resolve("control")));
        assertFalse(Files.exists(recordings));
    }

    @Test
    void recordingsAreRemovedThatAreSome() throws Exception {
        Path otherName = recordings("timeline");
        Path empty = recordings("pgas-timeline-2");
        Files.delete(empty.resolve("pgas.jfc"));
        Path linked = Files.createSymbolicLink(base.resolve("pgas-timeline-3"), recordings("real"));
        for (Path each : List.of(otherName, empty, linked)) {
            launcherDies(base.resolve("no"), each, "all\n");
            assertTrue(Files.exists(each.resolve("repository/2026/part.jfr")), each.toString());
        }
    }
}
