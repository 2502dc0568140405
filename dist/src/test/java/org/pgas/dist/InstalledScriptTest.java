package org.pgas.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script pgas in an installation, with a JDK that only notes that it was called. */
class InstalledScriptTest {
    private static final String BUILD = "1.2.3-0123456789ab";

    /** As a rehearsal it makes a cache, else it prints its arguments, one a line. */
    private static final String JAVA = """
            #!/bin/sh
            for argument; do
                case $argument in
                -XX:AOTCacheOutput=*) echo cache >"${argument#*=}"; exit ;;
                esac
            done
            printf '<%s>\\n' "$@"
            """;

    private static final String PREPARING = "pgas: preparing a fast start-up, once for each build\n";

    @TempDir
    Path directory;

    private PlainUser user;
    private Path home;
    private Path lib;
    private Path jdk;

    /** What a user has. */
    private Path own;

    @BeforeEach
    void install() throws IOException, InterruptedException {
        user = new PlainUser();
        directory = directory.toRealPath();
        mode(directory, "rwxr-xr-x");
        home = Files.createDirectories(directory.resolve("an installation"));
        lib = Files.createDirectories(home.resolve("lib"));
        executable(home.resolve("bin/pgas"), Files.readString(Path.of("..", "pgas")));
        for (String name : List.of("pgas-core-1.jar", "pgas-launcher-1.jar", "pgas-examples-1.jar", "other.jar",
                "launcher.args", "agent.args", "rank.args")) {
            Files.writeString(lib.resolve(name), "");
        }
        Files.writeString(lib.resolve("class-path"), "pgas-core-1.jar:pgas-launcher-1.jar\n"
                + "pgas-core-1.jar:pgas-launcher-1.jar:pgas-examples-1.jar:other.jar\n");
        Files.writeString(lib.resolve("build"), BUILD + "\n");
        jdk = jdk("jdk-25", "25.0.1+8");
        own = user.directory(directory.resolve("own"));
    }

    @AfterEach
    void letGo() throws IOException {
        mode(lib, "rwxr-xr-x");
    }

    private Path jdk(String name, String version) throws IOException {
        Path jdk = directory.resolve(name);
        for (String program : List.of("java", "javac")) {
            executable(jdk.resolve("bin").resolve(program), JAVA);
        }
        release(jdk, version);
        return jdk;
    }

    private static void release(Path jdk, String version) throws IOException {
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_RUNTIME_VERSION=\"" + version
                + "\"\nJAVA_VERSION=\"" + version.replaceFirst("\\+.*", "") + "\"\n");
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        mode(file, "rwxr-xr-x");
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    /** The installation is another user's, or no user's. */
    private void protect() throws IOException, InterruptedException {
        mode(lib, "r-xr-xr-x");
        user.assumeRuns(directory, Map.of("PGAS_JAVA_HOME", jdk.toString()), home.resolve("bin/pgas").toString(), "ps");
    }

    private PlainUser.Run run(Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        Map<String, String> all = new TreeMap<>(environment);
        all.putIfAbsent("PGAS_JAVA_HOME", jdk.toString());
        String[] command = new String[words.length + 1];
        command[0] = home.resolve("bin/pgas").toString();
        System.arraycopy(words, 0, command, 1, words.length);
        return user.run(own, all, command);
    }

    /** By the tests' user, which has the installation. */
    private void prepare() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/pgas").toString(), "run", "hello")
                .redirectErrorStream(true).redirectOutput(directory.resolve("prepared").toFile());
        builder.environment().put("PGAS_JAVA_HOME", jdk.toString());
        assertEquals(0, builder.start().waitFor());
    }

    private List<String> launched(String caches, String... words) {
        String jars = lib + "/pgas-";
        List<String> all = new ArrayList<>();
        if (!caches.isEmpty()) {
            all.add("<-XX:AOTCache=" + caches + "/launcher>");
        }
        all.addAll(List.of("<@" + lib + "/launcher.args>", "<-Dorg.pgas.script=" + home + "/bin/pgas>",
                "<-Dorg.pgas.build=" + BUILD + ">", "<-cp>",
                "<" + jars + "core-1.jar:" + jars + "launcher-1.jar:" + jars + "examples-1.jar:" + lib + "/other.jar>",
                "<org.pgas.launch.Pgas>"));
        for (String word : words) {
            all.add("<" + word + ">");
        }
        return all;
    }

    @Test
    void theOwnerPreparesItForAll() throws Exception {
        prepare();
        assertEquals(PREPARING + String.join("\n", launched(lib + "/caches", "run",
                "--class-cache=" + lib + "/caches/ranks", "hello")) + "\n",
                Files.readString(directory.resolve("prepared")));
        protect();
        PlainUser.Run run = run(Map.of("HOME", own.toString()), "run", "-n", "2", "two  words", "*", "");
        assertEquals("", run.err());
        assertEquals(launched(lib + "/caches", "run", "--class-cache=" + lib + "/caches/ranks", "-n", "2",
                "two  words", "*", ""), run.out());
        assertFalse(Files.exists(own.resolve(".cache")));
    }

    @Test
    void aUserThatMayNotWriteThereHasItInItsOwnDirectory() throws Exception {
        protect();
        Path caches = own.resolve(".cache/pgas").resolve(BUILD);
        for (String said : List.of(PREPARING, "")) {
            PlainUser.Run run = run(Map.of("HOME", own.toString()), "run", "hello");
            assertEquals(said, run.err());
            assertEquals(launched(caches.toString(), "run", "--class-cache=" + caches + "/ranks", "hello"), run.out());
        }
        Path other = own.resolve("x");
        PlainUser.Run run = run(Map.of("HOME", own.toString(), "XDG_CACHE_HOME", other.toString()), "run", "hello");
        assertEquals(launched(other + "/pgas/" + BUILD, "run", "--class-cache=" + other + "/pgas/" + BUILD + "/ranks",
                "hello"), run.out());
        assertFalse(Files.exists(lib.resolve("caches")));
    }

    /** What is relative would be in whatever directory a job is started from. */
    @ParameterizedTest
    @ValueSource(strings = {"", "HOME=/proc/none", "HOME=", "XDG_CACHE_HOME=here"})
    void whereNothingCanBeWrittenItStartsAllTheSame(String variable) throws Exception {
        protect();
        String[] parts = variable.split("=", 2);
        PlainUser.Run run = run(variable.isEmpty() ? Map.of() : Map.of(parts[0], parts[1]), "run", "hello");
        assertEquals(0, run.code());
        assertEquals("", run.err());
        assertEquals(launched("", "run", "hello"), run.out());
        try (var left = Files.list(own)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void whatAnotherUserHasPreparedIsNotTaken() throws Exception {
        protect();
        Assumptions.assumeTrue(user.isOther(), "needs root, to be two users");
        Path theirs = Files.createDirectories(directory.resolve("theirs/pgas").resolve(BUILD));
        Files.writeString(theirs.resolve("java-home"), jdk + "\n25.0.1+8 " + BUILD + "\n");
        PlainUser.Run run = run(Map.of("XDG_CACHE_HOME", directory.resolve("theirs").toString()), "run", "hello");
        assertEquals("", run.err());
        assertEquals(launched("", "run", "hello"), run.out());
    }

    @Test
    void anotherJdkOrBuildIsPreparedAnew() throws Exception {
        protect();
        Map<String, String> environment = Map.of("HOME", own.toString());
        assertEquals(PREPARING, run(environment, "run", "hello").err());
        release(jdk, "25.0.2+1");
        assertEquals(PREPARING, run(environment, "run", "hello").err());
        assertEquals("", run(environment, "run", "hello").err());
        jdk = jdk("jdk-26", "26+1");
        assertEquals(PREPARING, run(environment, "run", "hello").err());
        Files.writeString(lib.resolve("build"), "1.2.3-other\n");
        assertEquals(PREPARING, run(environment, "run", "hello").err());
    }

    @Test
    void theBuildThatHasReplacedAnotherIsPreparedAnew() throws Exception {
        prepare();
        Files.writeString(lib.resolve("build"), "1.2.3-other\n");
        prepare();
        assertTrue(Files.readString(directory.resolve("prepared")).startsWith(PREPARING));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps", "--version", "run --help", "bench -h", "info", ""})
    void toolsPrepareNothing(String words) throws Exception {
        protect();
        String[] all = words.isEmpty() ? new String[0] : words.split(" ");
        PlainUser.Run run = run(Map.of("HOME", own.toString()), all);
        assertEquals("", run.err());
        assertEquals(launched("", all), run.out());
        assertFalse(Files.exists(own.resolve(".cache")));
    }

    @Test
    void anAgentOfAnotherHostsLauncherStarts() throws Exception {
        prepare();
        PlainUser.Run run = run(Map.of(), "--jdk=/nowhere", "--build=1.2.3-other", "agent");
        assertEquals("", run.err());
        assertEquals(List.of("<-XX:AOTCache=" + lib + "/caches/launcher>", "<@" + lib + "/launcher.args>",
                "<@" + lib + "/agent.args>", "<-cp>"), run.out().subList(0, 4));
        assertEquals(List.of("<org.pgas.launch.HostAgent>", "<" + lib + "/caches/ranks-of-hosts>"),
                run.out().subList(5, run.out().size()));
    }

    @Test
    void itWorksThroughLinks() throws Exception {
        Path one = Files.createSymbolicLink(directory.resolve("one"), Path.of("an installation", "bin", "pgas"));
        Path two = Files.createSymbolicLink(directory.resolve("two"), one.toAbsolutePath());
        PlainUser.Run run = user.run(own, Map.of("PGAS_JAVA_HOME", jdk.toString()), two.toString(), "ps");
        assertEquals(launched("", "ps"), run.out(), run.err());
    }

    @Test
    void theComparisonWithOthersIsRefused() throws Exception {
        PlainUser.Run run = run(Map.of(), "bench", "compare");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("start it in a source tree"), run.err());
    }

    @Test
    void whatIsNotWholeSaysSo() throws Exception {
        Files.delete(lib.resolve("build"));
        PlainUser.Run run = run(Map.of(), "ps");
        assertEquals(1, run.code());
        assertEquals("pgas: this installation is not whole: unpack it again into " + home + "\n", run.err());
    }
}
