package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments that no comparison starts stay programs that a C compiler takes. */
class StatesTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"states", "shares"})
    void aCompilerTakesItWithoutAWarning(String experiment) throws Exception {
        assumeTrue(Host.find("gcc").isPresent(), "there is no gcc");
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "they have instructions of this processor");
        Path here = Path.of("").toAbsolutePath();
        Path module = Files.exists(here.resolve("compare/src")) ? here.resolve("compare") : here;
        Path said = directory.resolve("said");
        Process compiler = new ProcessBuilder("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o",
                directory.resolve(experiment).toString(),
                module.resolve("src/main/c/" + experiment + ".c").toString())
                .redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertTrue(compiler.waitFor(2, TimeUnit.MINUTES), "the compiler does not end");
            assertEquals("", Files.readString(said));
            assertEquals(0, compiler.exitValue());
        } finally {
            compiler.destroyForcibly();
        }
    }
}
