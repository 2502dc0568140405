package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryPathTest {
    private static final String VARIABLE = "LD_LIBRARY_PATH";

    @TempDir
    Path directory;

    private static String kept(String given) {
        Map<String, String> environment = new HashMap<>();
        if (given != null) {
            environment.put(VARIABLE, given);
        }
        LibraryPath.keepFromRestart(environment, Path.of("/jdk"));
        return environment.get(VARIABLE);
    }

    @Test
    void theJvmOfTheRanksComesFirstWhereAnyIsNamed() throws Exception {
        Files.createFile(directory.resolve("libjvm.so"));
        assertEquals("/jdk/lib/server:" + directory, kept(directory.toString()));
        assertEquals("/jdk/lib/server:/tmp::" + directory, kept("/tmp::" + directory));
        assertEquals("/jdk/lib/server:" + directory, kept("/jdk/lib/server:" + directory));
    }

    @Test
    void aPathWithoutAJvmStaysAsItIs() {
        assertEquals(null, kept(null));
        assertEquals("", kept(""));
        assertEquals("/tmp:" + directory, kept("/tmp:" + directory));
    }
}
