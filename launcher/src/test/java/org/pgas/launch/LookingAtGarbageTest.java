package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.HostedJob;

/**
 * What is no job, or none that can be read, is an error for people with code 1, and for {@code ps} and {@code clean} a
 * line.
 */
class LookingAtGarbageTest {
    private static final List<String> ONE_JOB = List.of("stat", "top", "stack");

    /** Where the control file has its version. */
    private static final int VERSION_OFFSET = 8;

    private final long seed = Long.getLong("pgas.seed", 20_261_123);
    private final Random random = new Random(seed);

    @TempDir
    Path base;

    private Tool tool;
    private HostedJob job;

    @BeforeEach
    void makeAJob() {
        tool = new Tool(base);
        job = HostedJob.create(base, "heat", 2, Map.of());
    }

    @AfterEach
    void close() {
        job.close();
    }

    private void refused(String message, String... words) {
        assertEquals(1, tool.run(words), () -> String.join(" ", words) + ": " + tool.err());
        assertTrue(tool.err().startsWith("pgas: ") && tool.err().contains(message), tool::err);
        assertEquals(1, tool.err().lines().count(), tool::err);
        assertEquals("", tool.out());
    }

    @Test
    void anUnknownJobIsRefusedWithThoseThatThereAre() {
        for (String command : ONE_JOB) {
            refused("no job 'x' in " + job.directory().getParent() + ": there are heat", command, "x");
            refused("cannot look at " + base.resolve("none"), command, base.resolve("none").toString());
        }
        HostedJob other = HostedJob.create(base, "heat-2", 1, Map.of());
        for (String command : ONE_JOB) {
            refused("job 'hea' may be heat, heat-2: give more of its name", command, "hea");
        }
        refused("there are 2 jobs in ", "stat");
        other.close();
    }

    @Test
    void withoutJobsPsSaysSoAndTheOthersRefuse() {
        job.remove();
        assertEquals(0, tool.run("ps"));
        assertEquals("no jobs in " + job.directory().getParent(), tool.out().strip());
        refused("there are no jobs in ", "stat");
        refused("no job 'heat': there are no jobs in ", "stack", "heat");
        assertEquals(0, tool.run("clean"));
        assertEquals("removed the files of 0 jobs", tool.out().strip());
    }

    @Test
    void aJobThatNobodyHasJoinedIsShownAsItIs() {
        assertEquals(0, tool.run("ps"));
        assertTrue(tool.line("heat").matches("heat +0/2 .* joining"), tool::out);
        assertEquals(0, tool.run("stat", "heat"));
        assertTrue(tool.line("   1  missing ").endsWith("has not joined"), tool::out);
        assertTrue(tool.out().contains("nothing is counted yet"), tool::out);
        assertEquals(0, tool.run("stack", "heat"));
        assertEquals(List.of("rank 0: has not joined", "rank 1: has not joined"), tool.lines());
        assertEquals(0, tool.run("top", "--once", "--interval", "10ms"));
        assertTrue(tool.line("   1  ").endsWith("has not joined"), tool::out);
    }

    @Test
    void aJobOfAnotherReleaseIsNamedAndLeftAlone() throws IOException {
        byte[] control = control();
        ByteBuffer.wrap(control).order(ByteOrder.nativeOrder()).putInt(VERSION_OFFSET, 9 << 16 | 3);
        replace(control);
        assertEquals(0, tool.run("ps"));
        assertTrue(tool.line("not readable: heat: ").contains("has layout version 9.3; this library reads "),
                tool::out);
        for (String command : ONE_JOB) {
            refused("has layout version 9.3", command, "heat");
        }
        assertEquals(0, tool.run("clean"));
        assertTrue(tool.line("left heat: ").contains("has layout version 9.3"), tool::out);
        assertTrue(Files.exists(job.directory()));
    }

    @Test
    void garbageOfEveryKindIsRefusedOrShownAndNeverAStackTrace() throws IOException {
        byte[] good = control();
        for (int round = 0; round < 24; round++) {
            replace(switch (round % 4) {
                case 0 -> bytes(random.nextInt(8000));
                case 1 -> Arrays.copyOf(good, random.nextInt(good.length));
                case 2 -> Arrays.copyOf(good, good.length + 1 + random.nextInt(100));
                default -> damaged(good);
            });
            for (String command : new String[]{"ps", "stat", "stack", "top --once --interval 10ms", "clean"}) {
                List<String> words = new ArrayList<>(List.of(command.split(" ")));
                boolean ofAll = command.equals("ps") || words.getFirst().equals("clean");
                if (!ofAll) {
                    words.add("heat");
                }
                int code = tool.run(words.toArray(String[]::new));
                assertTrue(code == 0 || code == 1 && !ofAll, this::what);
                assertFalse(tool.err().contains("\tat ") || tool.out().contains("Exception"), this::what);
                assertEquals(code == 0, tool.err().isEmpty() || tool.err().endsWith(" has ended\n"), this::what);
            }
        }
    }

    private String what() {
        return "-Dpgas.seed=" + seed + ": " + tool.out() + tool.err();
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] damaged(byte[] good) {
        byte[] bytes = good.clone();
        for (int i = 0; i < 40; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private byte[] control() throws IOException {
        return Files.readAllBytes(job.directory().resolve("control"));
    }

    private void replace(byte[] content) throws IOException {
        if (Files.notExists(job.directory())) {
            // clean has found that nobody has to do with what it said
            Files.createDirectories(job.directory(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Path control = job.directory().resolve("control");
        Files.deleteIfExists(control);
        Files.write(control, content);
    }

    @Test
    void whatLiesAmongTheJobsIsNamedAndLeft() throws IOException {
        Files.createFile(job.directory().resolveSibling("file"));
        Files.createSymbolicLink(job.directory().resolveSibling("link"), job.directory());
        assertEquals(0, tool.run("ps"));
        assertTrue(tool.line("not readable: file: ").endsWith("is not a directory"), tool::out);
        assertTrue(tool.line("not readable: link: ").contains("is a symbolic link"), tool::out);
        refused("is a symbolic link", "stat", "link");
        refused("is not a directory", "stack", "file");
        assertEquals(0, tool.run("clean", "--dry-run"));
        assertTrue(tool.line("left file: ").endsWith("is not a directory"), tool::out);
        assertEquals("would remove the files of 0 jobs", tool.lines().getLast());
    }

    @Test
    void aDirectoryForJobsThatIsNoneIsRefused() throws IOException {
        Path file = Files.createFile(base.resolve("file"));
        for (Path none : new Path[]{base.resolve("none"), file}) {
            tool = new Tool(none);
            for (String command : new String[]{"ps", "stat", "clean"}) {
                refused("the directory for jobs, " + none + ", does not exist, or is no directory", command);
            }
        }
    }

    @Test
    void optionsThatMakeNoSenseAreUsageErrors() {
        for (String[] words : new String[][]{{"stat", "--interval", "5"}, {"stat", "--interval", "0s"},
            {"stat", "-n", "0"}, {"top", "--count", "-1"}, {"stack"}, {"stack", "heat", "2"}, {"stack", "heat", "-1"},
            {"stack", "heat", "one"}, {"top", "--interval", "1ms"}, {"ps", "heat"},
            {"stack", "heat", "--timeout", "99ms"}}) {
            assertEquals(2, tool.run(words), () -> String.join(" ", words) + ": " + tool.out() + tool.err());
            assertFalse(tool.err().contains("\tat "), tool::err);
        }
    }
}
