package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script at the root of the source tree, in a tree of its own with a Maven and a JDK that only note that they were
 * called.
 */
class PgasScriptTest {
    /** From which sources are made, and what makes them. */
    private static final String TEMPLATE = "core/src/main/templates/B.java";
    private static final String MAKER = "config/Templates.java";

    private static final String BUILD = """
            #!/bin/sh
            root=$(dirname "$0")
            end() { { printf 'PK\\005\\006'; head -c 18 /dev/zero; } >>"$jar"; }
            echo build >>"$root/builds"
            if [ -f "$root/offline" ]; then echo "Could not transfer artifact org.example:x from/to central"; exit 1; fi
            if [ -f "$root/broken" ]; then echo "COMPILATION ERROR"; exit 1; fi
            for module in core launcher examples bench; do
                mkdir -p "$root/$module/target"
                jar=$root/$module/target/pgas-$module-1.jar
                cat "$root/$module/src/main/java/A.java" >"$jar"
                if [ -f "$root/slow" ]; then rm "$root/slow"; (sleep 1; end) & else end; fi
            done
            printf %s "$root/core/target/pgas-core-1.jar:$root/other.jar" >"$root/launcher/target/class-path"
            printf %s "$root/other.jar:$root/core/target/pgas-core-1.jar" >"$root/examples/target/class-path"
            launcher=$root/launcher/target/pgas-launcher-1.jar
            printf %s "$root/core/target/pgas-core-1.jar:$launcher:$root/chart.jar" >"$root/bench/target/class-path"
            """;

    /**
     * Prints its arguments, one a line. As a launcher it stays while there is a file {@code stay}. Then it prints the
     * first line of the jar of the core, with which its class path begins. As a rehearsal it makes a cache.
     */
    private static final String JAVA = """
            #!/bin/sh
            stay=$(dirname "$0")/../stay
            core=
            for argument; do
                printf '<%s>\\n' "$argument"
                case $argument in
                -XX:AOTCacheOutput=*) echo cache >"${argument#*=}"; exit ;;
                */jars/*:*) core=${argument%%:*} ;;
                esac
            done
            if [ -f "$stay" ]; then
                echo started
                while [ -f "$stay" ]; do sleep 0.05 8<&-; done
                head -n 1 "$core"
            fi
            """;

    @TempDir
    Path directory;

    private Path root;
    private Path jdk;

    private record Run(int code, List<String> out, String err) {}

    @BeforeEach
    void makeTree() throws IOException {
        root = Files.createDirectories(directory.toRealPath().resolve("source tree"));
        Path script = Path.of("..", "pgas");
        executable(root.resolve("pgas"), Files.readString(script));
        executable(root.resolve("mvnw"), BUILD);
        for (String module : List.of("core", "launcher", "examples", "bench")) {
            Files.createDirectories(root.resolve(module).resolve("src/main/java"));
            Files.writeString(root.resolve(module).resolve("pom.xml"), "");
            Files.writeString(root.resolve(module).resolve("src/main/java/A.java"), "");
        }
        Files.writeString(root.resolve("pom.xml"), "");
        for (String file : List.of(TEMPLATE, MAKER)) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), "");
        }
        Files.writeString(root.resolve("other.jar"), "");
        Files.writeString(root.resolve("chart.jar"), "");
        Path flags = Files.createDirectories(root.resolve("launcher/src/main/resources/org/pgas/launch"));
        Files.writeString(flags.resolve("launcher.args"), "");
        Files.writeString(flags.resolve("agent.args"), "");
        Files.writeString(flags.resolve("rank.args"), "");
        jdk = jdk("jdk-25", "25.0.1");
        age();
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(directory.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        executable(home.resolve("bin/java"), JAVA);
        executable(home.resolve("bin/javac"), JAVA);
        return home;
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Everything there is becomes old, so that what a build makes is newer whatever the clock's grain. */
    private void age() throws IOException {
        try (var files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
            }
        }
    }

    private Run run(Path script, Map<String, String> environment, String... words) throws Exception {
        return finish(start(script, environment, words));
    }

    private Process start(Path script, Map<String, String> environment, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PGAS_") || name.startsWith("JAVA_"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Run finish(Process process) throws Exception {
        process.getOutputStream().close();
        List<String> out = new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertTrue(process.waitFor(5, TimeUnit.MINUTES));
        return new Run(process.exitValue(), out, err);
    }

    private Run run(String... words) throws Exception {
        return run(root.resolve("pgas"), Map.of("PGAS_JAVA_HOME", jdk.toString()), words);
    }

    /** The core has another text, and so has its jar, once it is built. */
    private void change(String text) throws IOException {
        Files.writeString(root.resolve("core/src/main/java/A.java"), text + "\n");
    }

    /** A build that is not the script's. */
    private void buildByHand() throws Exception {
        Process maven = new ProcessBuilder(root.resolve("mvnw").toString()).start();
        assertEquals(0, maven.waitFor());
    }

    /** A job that goes on until {@link #endJob}. */
    private Process startJob() throws IOException {
        return startStaying("run", "program");
    }

    private Process startStaying(String... words) throws IOException {
        Files.writeString(directory.resolve("jdk-25/stay"), "");
        Process job = start(root.resolve("pgas"), Map.of("PGAS_JAVA_HOME", jdk.toString()), words);
        StringBuilder out = new StringBuilder();
        while (!out.toString().endsWith("started\n")) {
            int c = job.getInputStream().read();
            assertTrue(c >= 0, () -> "the job has ended: " + out);
            out.append((char) c);
        }
        return job;
    }

    private List<String> endJob(Process job) throws Exception {
        Files.delete(directory.resolve("jdk-25/stay"));
        return finish(job).out();
    }

    /** How many copies of a build there are. */
    private long copies() throws IOException {
        try (var files = Files.list(root.resolve("target/pgas"))) {
            return files.filter(Files::isDirectory).count();
        }
    }

    /** The directory that the program's class path names. */
    private Path copy(Run run) {
        String classPath = run.out().get(run.out().indexOf("<-cp>") + 1);
        return Path.of(classPath.substring(1, classPath.indexOf(':'))).getParent().getParent();
    }

    private int builds() throws IOException {
        return Files.exists(root.resolve("builds")) ? Files.readAllLines(root.resolve("builds")).size() : 0;
    }

    @Test
    void theFirstRunBuildsAndSaysWhyAndTheSecondDoesNot() throws Exception {
        Run first = run("--version");
        assertTrue(first.err().contains("pgas: building, because nothing is built yet; tests are skipped"), first::err);
        assertEquals(1, builds());
        Run second = run("--version");
        assertEquals("", second.err());
        assertEquals(0, second.code());
        assertEquals(1, builds());
    }

    @Test
    void aNewerSourceIsBuiltAndNamed() throws Exception {
        run("run");
        change("new");
        Run run = run("run");
        assertTrue(run.err().contains("because core/src/main/java/A.java is newer than what is built"), run::err);
        assertEquals(2, builds());
    }

    @ParameterizedTest
    @ValueSource(strings = {TEMPLATE, MAKER})
    void aNewerTemplateOrWhatMakesSourcesOfItIsBuiltAndNamed(String file) throws Exception {
        run("run");
        Files.writeString(root.resolve(file), "new\n");
        Run run = run("run");
        assertTrue(run.err().contains("because " + file + " is newer than what is built"), run::err);
        assertEquals(2, builds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps", "stat", "top", "stack", "clean", "info", "help", "--help", "--version", "rnu", "",
        "run --help",
        "bench -h"})
    void aToolAnswersFromTheBuildThatIsThere(String words) throws Exception {
        Run before = run("run");
        change("new");
        Files.delete(root.resolve("examples/target/pgas-examples-1.jar"));
        Run run = run(words.isEmpty() ? new String[0] : words.split(" "));
        assertEquals("", run.err());
        assertEquals(copy(before), copy(run));
        assertEquals(1, builds());
    }

    @Test
    void aToolAnswersFromAnotherBuildAndBuildsNothing() throws Exception {
        buildByHand();
        change("new");
        Run run = run("ps");
        assertTrue(run.out().contains("<ps>"), run::err);
        assertEquals(1, builds());
    }

    @Test
    void whatRunsKeepsItsJarsThroughBuilds() throws Exception {
        change("first");
        Process job = startJob();
        change("second");
        buildByHand();
        Files.delete(root.resolve("core/target/pgas-core-1.jar"));
        Files.delete(directory.resolve("jdk-25/stay"));
        Path second = copy(run("run"));
        change("third");
        Path third = copy(run("run"));
        assertEquals(List.of("first"), finish(job).out());
        assertFalse(second.equals(third), third::toString);
        assertFalse(Files.exists(second), "nobody holds " + second);
    }

    @Test
    void aCopyIsRemovedWhenWhatHeldItHasEnded() throws Exception {
        change("first");
        Process job = startJob();
        change("second");
        Process second = startJob();
        assertEquals(2, copies());
        job.destroyForcibly().waitFor();
        change("third");
        Process third = startJob();
        assertEquals(2, copies());
        endJob(second);
        assertEquals(List.of("third"), finish(third).out());
    }

    @Test
    void aBuildThatChangesNothingMakesNoOtherCopy() throws Exception {
        Run first = run("run");
        buildByHand();
        Run second = run("run");
        assertEquals("", second.err());
        assertEquals(copy(first), copy(second));
        assertEquals(1, copies());
    }

    @Test
    void aJarThatIsBeingWrittenIsAwaited() throws Exception {
        run("run");
        change("new");
        Files.writeString(root.resolve("slow"), "");
        Path copy = copy(run("run"));
        assertTrue(Files.readString(copy.resolve("jars/pgas-core-1.jar")).startsWith("new\nPK"), copy::toString);
    }

    @Test
    void aCopyForWhichThereIsNoRoomIsToldAsThatAndLeavesNothing() throws Exception {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        executable(tools.resolve("cp"), """
                #!/bin/sh
                case $1 in
                    *.jar) echo "cp: error copying '$1': No space left on device" >&2; exit 1 ;;
                esac
                PATH=${PATH#*:} exec cp "$@"
                """);
        Run run = run(root.resolve("pgas"),
                Map.of("PGAS_JAVA_HOME", jdk.toString(), "PATH", tools + ":" + System.getenv("PATH")), "run", "hello");
        assertEquals(1, run.code(), run::err);
        assertTrue(run.err().contains("cannot be copied to " + root.resolve("target/pgas"))
                && run.err().contains("No space left on device"), run::err);
        assertFalse(run.err().contains("is a build at work"), run::err);
        try (var left = Files.list(root.resolve("target/pgas"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aMissingJarIsBuilt() throws Exception {
        run("run");
        Files.delete(root.resolve("core/target/pgas-core-1.jar"));
        Run run = run("run");
        assertTrue(run.err().contains("core/target/pgas-core-1.jar is missing"), run::err);
        assertEquals(2, builds());
    }

    @Test
    void aTreeThatHasBeenCopiedDoesNotUseTheOldOne() throws Exception {
        run("run");
        Path copy = directory.resolve("copy");
        try (var files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(root.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Run tool = run(copy.resolve("pgas"), Map.of("PGAS_JAVA_HOME", jdk.toString()), "--version");
        assertEquals("", tool.err());
        assertFalse(tool.out().toString().contains(root.toString()), tool.out()::toString);
        Run run = run(copy.resolve("pgas"), Map.of("PGAS_JAVA_HOME", jdk.toString()), "run");
        assertTrue(run.err().contains("because the source tree has moved"), run::err);
        assertFalse(run.out().toString().contains(root.toString()), run.out()::toString);
    }

    @Test
    void theLauncherGetsTheLibraryFirstAndTheWordsAsTheyAre() throws Exception {
        Run run = run("run", "-n", "2", "two  words", "*", "", "$HOME", "a\\b");
        String copy = copy(run).toString();
        assertTrue(copy.startsWith(root + "/target/pgas/"), copy);
        String jars = copy + "/jars/pgas-";
        assertEquals(List.of(
                "<-XX:AOTCache=" + copy + "/launcher>",
                "<@" + copy + "/launcher.args>",
                "<-Dorg.pgas.script=" + root + "/pgas>", "<-Dorg.pgas.build=" + copy(run).getFileName() + ">",
                "<-cp>",
                "<" + jars + "core-1.jar:" + jars + "launcher-1.jar:" + jars + "examples-1.jar:" + jars + "bench-1.jar:"
                        + copy + "/jars/other.jar:" + copy + "/jars/chart.jar>",
                "<org.pgas.launch.Pgas>",
                "<run>", "<--class-cache=" + copy + "/ranks>",
                "<-n>", "<2>", "<two  words>", "<*>", "<>", "<$HOME>", "<a\\b>"), run.out());
    }

    /** Of a launcher on a host that shares no file with this one: its copy has another name. */
    @Test
    void anAgentRunsFromWhatItsHostHas() throws Exception {
        Run run = run("run");
        Run agent = run("--jdk=/nowhere", "--build=20200101-000000-1", "agent");
        assertEquals("", agent.err());
        String copy = copy(run).toString();
        assertEquals(run.out().get(run.out().indexOf("<-cp>") + 1), agent.out().get(agent.out().indexOf("<-cp>") + 1));
        assertEquals(List.of("<-XX:AOTCache=" + copy + "/launcher>", "<@" + copy + "/launcher.args>",
                "<@" + copy + "/agent.args>", "<-cp>"), agent.out().subList(0, 4));
        assertEquals(List.of("<org.pgas.launch.HostAgent>", "<" + copy + "/ranks-of-hosts>"),
                agent.out().subList(5, agent.out().size()));
    }

    /** Of a launcher that shares this tree: a build that comes meanwhile does not part them. */
    @Test
    void anAgentRunsFromTheCopyOfItsLauncherWhereThatIsThere() throws Exception {
        change("first");
        Process job = startJob();
        String name = Files.readString(root.resolve("target/pgas/current")).strip();
        change("second");
        Process second = startJob();
        Process agent = startStaying("--build=" + name, "agent");
        assertEquals(List.of("first"), endJob(job));
        assertEquals(List.of("second"), finish(second).out());
        assertEquals(List.of("first"), finish(agent).out());
    }

    @Test
    void aToolThatAnotherHostCallsBuildsNothing() throws Exception {
        Run tool = run("--jdk=/nowhere", "--build=20200101-000000-1", "ps");
        assertEquals(1, tool.code());
        assertEquals("pgas: nothing can be looked at: nothing is built yet. Build here, too: " + root
                + "/pgas run -n 1 hello", tool.err().strip());
        assertEquals(0, builds());
        run("run");
        assertEquals(0, run("--jdk=/nowhere", "--build=20200101-000000-1", "ps").code());
        assertEquals(1, builds());
    }

    @Test
    void anAgentBuildsNothingAndSaysWhatToDo() throws Exception {
        Run agent = run("agent");
        assertEquals(1, agent.code());
        assertEquals("pgas: no agent can be started: nothing is built yet. Build here, too: " + root
                + "/pgas run -n 1 hello", agent.err().strip());
        run("run");
        change("new");
        Run old = run("agent");
        assertEquals("pgas: running what was built here earlier, though core/src/main/java/A.java is newer than what "
                + "is built", old.err().strip());
        assertTrue(old.out().contains("<org.pgas.launch.HostAgent>"), old.out()::toString);
        assertEquals(1, builds());
    }

    /** Its launcher awaits it for seconds; a build may take minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"agent", "--build=20200101-000000-1 ps"})
    void aCommandOfAnotherHostDoesNotWaitForABuild(String words) throws Exception {
        run("run");
        // there is no copy, and all that is built is there
        Files.delete(root.resolve("target/pgas/current"));
        Path script = root.resolve("pgas");
        executable(script, Files.readString(script).replace("patience=20", "patience=1"));
        Process build = new ProcessBuilder("sh", "-c", "exec 9>pgas.lock; flock 9; echo locked; exec sleep 300")
                .directory(root.resolve("target").toFile()).start();
        try {
            assertEquals("locked", build.inputReader().readLine());
            Run run = run(words.split(" "));
            assertEquals(1, run.code());
            assertEquals("pgas: this host has no whole build: " + root + " is being built, or copied, for more than 1 "
                    + "seconds.\npgas: When that is done, try again.", run.err().strip());
        } finally {
            build.destroyForcibly().waitFor();
        }
        assertEquals(0, run(words.split(" ")).code());
    }

    @Test
    void anAgentOfAnOlderCopySaysWhatToDo() throws Exception {
        Run run = run("run");
        Files.delete(copy(run).resolve("agent.args"));
        Run agent = run("agent");
        assertEquals(1, agent.code());
        assertEquals("pgas: no agent can be started: what is built here is of a version that has none.\n"
                + "pgas: Build here, too: " + root + "/pgas run -n 1 hello", agent.err().strip());
    }

    @Test
    void anAgentCopiesWhatWasBuiltByHand() throws Exception {
        change("first");
        run("run");
        change("second");
        buildByHand();
        Run agent = run("agent");
        assertEquals("", agent.err());
        assertTrue(Files.readString(copy(agent).resolve("jars/pgas-core-1.jar")).startsWith("second"));
    }

    @Test
    void anAgentTakesTheJdkOfItsLauncherWhereThatIsThere() throws Exception {
        Path newer = jdk("jdk-26", "26-ea");
        run("run");
        assertEquals(0, run(root.resolve("pgas"), Map.of("JAVA_HOME", jdk.toString()), "--jdk=" + newer, "agent")
                .code());
        executable(newer.resolve("bin/java"), "#!/bin/sh\necho newer\n");
        assertEquals(List.of("newer"), run(root.resolve("pgas"), Map.of("JAVA_HOME", jdk.toString()),
                "--jdk=" + newer, "agent").out());
        assertFalse(run("--jdk=" + newer, "agent").out().contains("newer"), "PGAS_JAVA_HOME names another");
    }

    @Test
    void itWorksThroughLinks() throws Exception {
        run("--version");
        Path one = Files.createSymbolicLink(directory.resolve("one"), Path.of("source tree", "pgas"));
        Path two = Files.createSymbolicLink(directory.resolve("two"), one.toAbsolutePath());
        Run run = run(two, Map.of("PGAS_JAVA_HOME", jdk.toString()), "--version");
        assertEquals("", run.err());
        assertTrue(run.out().contains("<--version>"), run.out()::toString);
    }

    @Test
    void aNamedJdkThatIsNoneOrTooOldIsRefused() throws Exception {
        for (Path home : List.of(directory.resolve("none"), jdk("jdk-17", "17.0.1"))) {
            Run run = run(root.resolve("pgas"), Map.of("PGAS_JAVA_HOME", home.toString()), "--version");
            assertEquals(1, run.code());
            assertEquals("pgas: PGAS_JAVA_HOME=" + home + " is not the home of a JDK 25 or newer.", run.err().strip());
        }
        assertEquals(0, builds());
    }

    @Test
    void javaHomeIsUsedWhenItFits() throws Exception {
        Path newer = jdk("jdk-26", "26-ea");
        Run run = run(root.resolve("pgas"), Map.of("JAVA_HOME", newer.toString()), "run");
        assertTrue(run.out().contains("<org.pgas.launch.Pgas>"), run.err());
        assertEquals(newer.toString(), Files.readAllLines(copy(run).resolve("java-home")).getFirst());
    }

    @Test
    void aMissingNetworkIsExplained() throws Exception {
        Files.writeString(root.resolve("offline"), "");
        Run run = run("--version");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("Could not transfer artifact"), run::err);
        assertTrue(run.err().contains("Is the network there? Behind a proxy"), run::err);
    }

    @Test
    void aBrokenBuildShowsItsOutput() throws Exception {
        Files.writeString(root.resolve("broken"), "");
        Run run = run("--version");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("COMPILATION ERROR\npgas: the build failed"), run::err);
        assertFalse(run.err().contains("network"), run::err);
    }

    @Test
    void severalFirstRunsAtOnceBuildOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(root.resolve("pgas"), Map.of("PGAS_JAVA_HOME", jdk.toString()), "--version"));
        }
        for (Process process : processes) {
            Run run = finish(process);
            assertEquals(0, run.code(), run::err);
        }
        assertEquals(1, builds());
    }
}
