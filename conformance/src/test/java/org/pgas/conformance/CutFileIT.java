package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real jobs of which a file is truncated: whoever meets that first, the rank says which file it was. */
class CutFileIT {
    @TempDir
    private Path base;

    @ParameterizedTest
    @CsvSource({"main, seg-, off", "handler, seg-, off", "progress, seg-, on", "ring, am, on", "collective, seg-, off",
        "operator, seg-, off", "close, seg-, off", "file, file, off", "control, control, off", "control, control, on"})
    void shouldNameTheFileThatWasCutWhereverItIsMet(String way, String file, String progressThread) throws Exception {
        List<String> options = List.of("-Dpgas.progress.thread=" + progressThread, "-Dpgas.names=on",
                "-J-XX:ErrorFile=" + base.resolve("hs_err"));
        try (CommandJob job = CommandJob.start(base, 2, options, CutFileProgram.class, way,
                CommandJob.directory(base).toString())) {
            String text = job.assertEnds(1);
            assertTrue(Pattern.compile("rank [01]: .*the file \\S*/" + file
                    + "\\S* was truncated by another process: it has (0|4096|8192) bytes instead of \\d+, "
                    + ".*start the job again").matcher(text).find(), text);
            assertFalse(Files.exists(base.resolve("hs_err")), text);
        }
    }
}
