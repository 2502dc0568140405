package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script that runs Maven, in a tree and on a machine of its own: the usual places of JDKs are in the test's
 * directory.
 */
class MvnwScriptTest {
    /** Prints the JDK that it runs on, the directory, and its arguments, one a line. */
    private static final String MAVEN = """
            #!/bin/sh
            if [ "$1" = -v ]; then echo 'Apache Maven 3.9.9 (x)'; exit; fi
            echo "$JAVA_HOME"
            pwd
            for argument; do echo "<$argument>"; done
            [ -z "${PGAS_DIR:-}" ] || echo "jobs in $PGAS_DIR"
            """;

    /** Says how many KiB a file system has: that of /dev/shm, that of /tmp, and others. */
    private static final String DF = """
            #!/bin/sh
            case $2 in /dev/shm) free=$SHM ;; /tmp) free=$TMP ;; *) free=9999999 ;; esac
            echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'
            echo "tmpfs 9999999 1 $free 1% $2"
            """;

    @TempDir
    Path directory;

    private Path tree;
    private Path mvnw;
    private Path jvms;

    private record Run(int code, List<String> out, String err) {}

    @BeforeEach
    void makeTree() throws IOException {
        directory = directory.toRealPath();
        tree = Files.createDirectories(directory.resolve("a tree"));
        Files.writeString(tree.resolve("pom.xml"), "");
        mvnw = tree.resolve("mvnw");
        // the directories of the system's JDKs
        executable(mvnw, Files.readString(Path.of("..", "mvnw")).replace(" /usr/", " '" + directory + "'/usr/")
                .replace(" /opt/", " '" + directory + "'/opt/").replace(" /Library/", " '" + directory + "'/Library/"));
        jvms = Files.createDirectories(directory.resolve("usr/lib/jvm"));
        executable(directory.resolve("maven/bin/mvn"), MAVEN);
        Files.createDirectories(directory.resolve("home"));
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path jdk(Path home, String version) throws IOException {
        executable(home.resolve("bin/java"), "");
        executable(home.resolve("bin/javac"), "");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /** In an environment that has nothing but what is given, and the system's tools without a Java of theirs. */
    private Run run(Path where, Map<String, String> environment, String... words) throws Exception {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        for (String tool : List.of("sh", "sed", "dirname", "basename", "readlink", "cat", "mkdir", "grep")) {
            executable(tools.resolve(tool), "#!/bin/sh\nexec " + found(tool) + " \"$@\"\n");
        }
        executable(tools.resolve("df"), DF);
        List<String> command = new ArrayList<>(List.of(found("sh").toString(), mvnw.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(where.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", tools.toString(), "HOME", directory.resolve("home").toString(),
                "MAVEN_HOME", directory.resolve("maven").toString(), "SHM", "9999999", "TMP", "9999999"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        List<String> out = new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return new Run(process.exitValue(), out, err);
    }

    private static Path found(String tool) {
        return List.of(Path.of("/usr/bin"), Path.of("/bin")).stream().map(each -> each.resolve(tool))
                .filter(Files::isExecutable).findFirst().orElseThrow();
    }

    @Test
    void itBuildsTheProjectOfTheDirectoryItIsCalledIn() throws Exception {
        Path home = jdk(jvms.resolve("jdk-25"), "25.0.1");
        Path own = Files.createDirectories(directory.resolve("own project"));
        Files.writeString(own.resolve("pom.xml"), "");
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        Path module = Files.createDirectories(tree.resolve("module"));
        Files.writeString(module.resolve("pom.xml"), "");
        String at = home.toString();
        String tests = "<test>";
        assertEquals(List.of(at, own.toString(), tests), run(own, Map.of(), "test").out());
        assertEquals(List.of(at, module.toString(), tests), run(module, Map.of(), "test").out());
        assertEquals(List.of(at, tree.toString(), tests), run(tree, Map.of(), "test").out());
        assertEquals(List.of(at, elsewhere.toString(), "<-f>", "<" + tree.resolve("pom.xml") + ">", tests),
                run(elsewhere, Map.of(), "test").out());
        assertEquals(List.of(at, elsewhere.toString(), "<-f>", "<x.xml>", tests),
                run(elsewhere, Map.of(), "-f", "x.xml", "test").out());
    }

    @Test
    void aJdkThatFitsIsTakenFromWhereverItIs() throws Exception {
        Path old = jdk(jvms.resolve("java-17"), "17.0.1");
        Path fits = jdk(jvms.resolve("java-25"), "25");
        Path newer = jdk(directory.resolve("newer"), "26-ea");
        assertEquals(fits.toString(), run(tree, Map.of(), "test").out().getFirst());
        assertEquals(fits.toString(), run(tree, Map.of("JAVA_HOME", old.toString()), "test").out().getFirst());
        assertEquals(newer.toString(), run(tree, Map.of("JAVA_HOME", newer.toString()), "test").out().getFirst());
    }

    @Test
    void withoutSuchAJdkItSaysOneSentence() throws Exception {
        String begin = "mvnw: this needs a JDK 25 or newer, and JAVA_HOME, PATH and the usual places have none";
        String end = ": install one, or name it in JAVA_HOME.\n";
        Run none = run(tree, Map.of(), "test");
        assertEquals(begin + end, none.err());
        assertEquals(1, none.code());
        Path old = jdk(jvms.resolve("java-17"), "17.0.1");
        Run only = run(tree, Map.of(), "test");
        assertEquals(begin + ", only a JDK 17 in " + old + end, only.err());
        assertEquals(1, only.code());
    }

    /** The default of a container. */
    @Test
    void theTestsJobsGoElsewhereWhereSharedMemoryIsShort() throws Exception {
        jdk(jvms.resolve("jdk-25"), "25");
        Path own = Files.createDirectories(tree.resolve("examples/own-project"));
        Files.writeString(own.resolve("pom.xml"), "");
        Map<String, String> little = Map.of("SHM", "65536");
        Run elsewhere = run(tree, little, "verify");
        assertEquals("jobs in /tmp", elsewhere.out().getLast());
        assertEquals("mvnw: /dev/shm has 64 MiB, and the tests need up to 1024 MiB: their jobs are in /tmp\n",
                elsewhere.err());
        assertEquals("jobs in " + tree.resolve("target/jobs"),
                run(tree, Map.of("SHM", "65536", "TMP", "65536"), "verify").out().getLast());
        Run told = run(tree, Map.of("SHM", "65536", "PGAS_DIR", "/given"), "verify");
        assertEquals("jobs in /given", told.out().getLast());
        assertEquals("", told.err());
        for (Run untouched : List.of(run(own, little, "verify"), run(tree, Map.of(), "verify"))) {
            assertEquals("<verify>", untouched.out().getLast());
            assertEquals("", untouched.err());
        }
    }

    private void toolchains(String... homes) throws Exception {
        StringBuilder text = new StringBuilder("<toolchains>\n");
        for (String home : homes) {
            text.append("<configuration>\n  <jdkHome> ").append(home).append(" </jdkHome>\n</configuration>\n");
        }
        Files.createDirectories(directory.resolve("home/.m2"));
        Files.writeString(directory.resolve("home/.m2/toolchains.xml"), text + "</toolchains>\n");
    }

    @Test
    void aJdkThatOnlyTheFileOfToolchainsNamesIsFound() throws Exception {
        Path old = jdk(jvms.resolve("java-17"), "17.0.1");
        Path fits = jdk(directory.resolve("a jdk"), "25.0.2");
        toolchains(old.toString(), directory.resolve("gone").toString(), fits.toString());
        assertEquals(fits.toString(), run(tree, Map.of(), "test").out().getFirst());
    }

    @Test
    void aFileOfToolchainsWithoutOneDoesNotHideTheSentence() throws Exception {
        Path old = jdk(jvms.resolve("java-17"), "17.0.1");
        toolchains(old.toString());
        Run run = run(tree, Map.of(), "test");
        assertTrue(run.err().startsWith("mvnw: this needs a JDK 25 or newer"), run.err());
        assertEquals(1, run.code());
        // which only Maven can look up
        toolchains("${env.NEW_JDK}");
        assertEquals(old.toString(), run(tree, Map.of(), "test").out().getFirst());
    }
}
