package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment {@code states.c}, which no comparison starts, stays a program that a C compiler takes. */
class StatesTest {
    @TempDir
    Path directory;

    @Test
    void aCompilerTakesItWithoutAWarning() throws Exception {
        assumeTrue(Host.find("gcc").isPresent(), "there is no gcc");
        Path here = Path.of("").toAbsolutePath();
        Path module = Files.exists(here.resolve("compare/src")) ? here.resolve("compare") : here;
        Path said = directory.resolve("said");
        Process compiler = new ProcessBuilder("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o",
                directory.resolve("states").toString(), module.resolve("src/main/c/states.c").toString())
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
