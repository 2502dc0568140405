package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The library as those have it who do not build it: as artifacts in a Maven repository. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OutsideIT {
    private static final String FLAG = "--enable-native-access=ALL-UNNAMED";

    private static Outside outside;

    @BeforeAll
    static void lay() throws IOException {
        outside = Outside.lay(Path.of("target/outside").toAbsolutePath());
    }

    /** The commands of README's section, as they stand there; what the first one does here, {@link Outside} says. */
    @Test
    @Order(1)
    void theReadersCommandsBuildTestAndRunAProject() throws IOException, InterruptedException {
        List<String> commands = Outside.commands(Files.readString(Library.ROOT.resolve("README.md")),
                "## Use it in your own project");
        assertTrue(commands.contains("../../mvnw -q test") && commands.contains("../../mvnw -q exec:exec"),
                commands::toString);
        Outside.Result result = outside.run(outside.library(), commands);
        assertEquals(0, result.code(), result::output);
        // Maven on a new JDK may have something to say too
        assertEquals(List.of("[0] rank 0 of 4 got 103", "[1] rank 1 of 4 got 100", "[2] rank 2 of 4 got 101",
                "[3] rank 3 of 4 got 102"),
                result.output().lines().filter(line -> line.contains("rank")).sorted().toList());
        String report = Files.readString(outside.project().resolve(
                "target/surefire-reports/com.example.RingTest.txt"));
        // 1 and 4 ranks, each as threads and as JVMs
        assertTrue(report.contains("Tests run: 4, Failures: 0, Errors: 0, Skipped: 0"), report);
    }

    @Test
    @Order(2)
    void aTestWithoutTheFlagsSaysWhichOnes() throws IOException, InterruptedException {
        Outside.Result result = outside.run(outside.project(), List.of("../../mvnw -q surefire:test -DargLine="));
        assertTrue(result.code() != 0, result::output);
        assertTrue(result.output().contains("add " + FLAG), result::output);
    }

    /** The guide's page on how to install shows what its manifest has. */
    @Test
    @Order(3)
    void theJarOfTheProjectNeedsNoFlag() throws IOException, InterruptedException {
        Outside.Result result = outside.run(outside.project(), List.of("../../mvnw -q -DskipTests package",
                "'" + System.getProperty("java.home") + "/bin/java' -jar target/ring-1-SNAPSHOT.jar"));
        assertEquals(0, result.code(), result::output);
        assertEquals(List.of("rank 0 of 1 got 100"),
                result.output().lines().filter(line -> line.contains("rank")).toList());
        assertFalse(result.output().contains("WARNING: A restricted method"), result::output);
    }

    @Test
    @Order(4)
    void everyArtifactResolvesByTheListOfVersionsAlone() throws IOException, InterruptedException {
        Path everything = outside.projectOfEverything();
        Path file = everything.resolve("class-path");
        Outside.Result result = outside.run(everything, List.of("'" + outside.mvnw()
                + "' -q dependency:build-classpath -Dmdep.outputFile='" + file + "'"));
        assertEquals(0, result.code(), result::output);
        String classPath = Files.readString(file);
        for (Published each : Published.all()) {
            assertTrue(classPath.contains("/" + each.jar().getFileName()), each.artifact());
        }
        assertTrue(classPath.contains("/chronicle-bytes-"), classPath);
        for (String excluded : List.of("/jna-", "/jnr-ffi", "/chronicle-analytics")) {
            assertFalse(classPath.contains(excluded), classPath);
        }
    }
}
