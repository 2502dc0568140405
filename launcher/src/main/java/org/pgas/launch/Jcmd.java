package org.pgas.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks another JVM for its threads, by the command of the JDK that this JVM runs on. */
final class Jcmd {
    /** For the start of jcmd itself, on a host that has much to do. */
    private static final long MORE_SECONDS = 10;

    private final Path command = ThisJvm.java().resolveSibling("jcmd");
    private final Duration timeout;

    Jcmd(Duration timeout) {
        this.timeout = timeout;
    }

    /**
     * What a JVM answered.
     *
     * @param text its threads, or why there are none; for people
     */
    record Answer(boolean hasThreads, String text) {}

    Answer threads(long pid) {
        if (!Files.isExecutable(command)) {
            return new Answer(false, "there is no " + command + ": run pgas with a whole JDK");
        }
        try {
            // it ends by itself in time when nobody answers, and takes back what it has left for the other
            Process process = new ProcessBuilder(command.toString(),
                    "-J-Dsun.tools.attach.attachTimeout=" + timeout.toMillis(), "-J-XX:TieredStopAtLevel=1",
                    "-J-XX:+UseSerialGC", Long.toString(pid), "Thread.print").redirectErrorStream(true).start();
            process.getOutputStream().close();
            CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> readAll(process),
                    task -> Thread.ofVirtual().start(task));
            if (!process.waitFor(timeout.toMillis() + TimeUnit.SECONDS.toMillis(MORE_SECONDS), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return silent();
            }
            String text = new String(output.join(), StandardCharsets.UTF_8);
            if (process.exitValue() == 0 && text.contains("Full thread dump")) {
                return new Answer(true, text);
            }
            return text.contains("AttachNotSupported") && text.contains("respond")
                    ? silent()
                    : new Answer(false, "its JVM does not tell: " + lastLine(text));
        } catch (IOException e) {
            return new Answer(false, "cannot run " + command + ": " + HumanText.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return silent();
        }
    }

    private Answer silent() {
        return new Answer(false, "its JVM has not answered in " + Figures.time(timeout.toNanos()));
    }

    private static byte[] readAll(Process process) {
        try {
            return process.getInputStream().readAllBytes();
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private static String lastLine(String text) {
        return text.strip().lines().filter(line -> !line.startsWith("\tat ")).reduce((first, second) -> second)
                .orElse("it says nothing");
    }
}
