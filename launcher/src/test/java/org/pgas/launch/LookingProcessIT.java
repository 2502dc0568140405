package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.HostedJob;

/** Commands that look again and again, as processes with a pipe or a terminal of their own. */
class LookingProcessIT {
    private static final String ENTER = "\u001b[?1049h";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";

    @TempDir
    Path base;

    private HostedJob job;
    private Process process;

    @BeforeEach
    void makeAJob() {
        job = HostedJob.create(base, "heat", 1, Map.of());
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        job.close();
    }

    private List<String> pgas(String... words) {
        return List.of(ThisJvm.java().toString(), "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1",
                "-cp", ThisJvm.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                Pgas.class.getName(), String.join(" ", words), "--interval", "20ms", "--dir", base.toString());
    }

    /** What comes until the text does, or the end. */
    private static String readUntil(InputStream in, String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            bytes.write(b);
            if (bytes.toString(StandardCharsets.UTF_8).endsWith(text)) {
                break;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private int code() throws Exception {
        assertTrue(process.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), "pgas goes on");
        return process.exitValue();
    }

    @Test
    void shouldEndWhenNobodyReadsAnyMore() throws Exception {
        process = new ProcessBuilder(pgas("stat")).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertTrue(readUntil(process.getInputStream(), "per second").startsWith("job heat"));
        process.getInputStream().close();
        assertEquals(0, code());
    }

    @Test
    void shouldGiveTheScreenBackWhenASignalEndsIt() throws Exception {
        assumeTrue(
                List.of("/usr/bin/script", "/bin/script").stream().anyMatch(each -> Files.isExecutable(Path.of(each))));
        String command = pgas("top").stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        process = new ProcessBuilder("script", "-q", "-e", "-c", "exec " + command, "/dev/null").start();
        InputStream out = process.getInputStream();
        String begin = readUntil(out, "has not joined");
        assertTrue(begin.contains(ENTER) && !begin.contains(LEAVE), begin);
        assertEquals(1, process.children().count());
        process.children().forEach(ProcessHandle::destroy);
        assertTrue(readUntil(out, LEAVE).endsWith(LEAVE));
        assertEquals(128 + 15, code());
    }
}
