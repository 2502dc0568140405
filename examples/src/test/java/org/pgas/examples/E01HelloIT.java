package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class E01HelloIT {
    @Test
    void shouldRunOnTheModulePath() throws Exception {
        List<String> modules = new ArrayList<>();
        modules.add(Path.of(E01Hello.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(entry).toString();
            if (name.matches(
                    ".*(agrona|picocli|HdrHistogram|xchart|VectorGraphics2D|animated-gif|graphics2d|chronicle-bytes"
                            + "|chronicle-core|slf4j-api|posix|jnr-constants|pgas-core/target|(pgas-|/)(core|pshm"
                            + "|atomics|vis|heap|collectives|bytes|arrays|mpi|mpi-rma|armci|ga|mppa|upc)"
                            + "(-[0-9]|/target)).*")) {
                modules.add(entry);
            }
        }
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=org.pgas,org.pgas.pshm",
                "--add-exports=java.base/jdk.internal.misc=org.agrona", "--add-modules", "org.pgas.pshm",
                "--module-path",
                String.join(File.pathSeparator, modules), "-m", "org.pgas.examples/" + E01Hello.class.getName())
                .redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("rank 0 of 1 got 1000 from rank 0\n", output);
        assertEquals(0, process.waitFor());
    }

    @Test
    void shouldPrintWhatItsCommentSays() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E01Hello.class, 3, Map.of());
        assertEquals(0, run.code(), run.toString());
        List<String> lines = new ArrayList<>(run.all());
        lines.sort(null);
        assertEquals(List.of("[0] rank 0 of 3 got 1002 from rank 2", "[1] rank 1 of 3 got 1000 from rank 0",
                "[2] rank 2 of 3 got 1001 from rank 1"), lines);
    }
}
