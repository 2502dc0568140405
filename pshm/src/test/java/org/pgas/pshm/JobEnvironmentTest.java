package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobEnvironmentTest {
    @TempDir
    Path directory;

    private Path write(Map<String, String> variables) throws IOException {
        return Files.writeString(directory.resolve("environment"), JobEnvironment.text(variables));
    }

    @Test
    void shouldGiveBackWhatWasWritten() throws IOException {
        for (Map<String, String> variables : List.of(Map.<String, String>of(), Map.of("A", ""),
                Map.of("A", "=x\n", "B_1", "\u00fcber"))) {
            write(variables);
            assertEquals(variables, JobEnvironment.read(directory));
        }
    }

    @Test
    void shouldRefuseAFileWithAnyOtherByteOrLength() throws IOException {
        Path file = write(Map.of("NAME", "value", "OTHER", "1"));
        byte[] good = Files.readAllBytes(file);
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= 1;
            Files.write(file, bad);
            assertRefused(file);
            Files.write(file, java.util.Arrays.copyOf(good, at));
            assertRefused(file);
        }
    }

    private void assertRefused(Path file) {
        IOException refused = assertThrows(IOException.class, () -> JobEnvironment.read(directory));
        assertTrue(refused.getMessage().startsWith("the file " + file + " does not fit its checksum"),
                refused::toString);
    }
}
