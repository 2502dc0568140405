package org.pgas.compare.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;

/**
 * Aeron's media driver in a JVM of its own, as its documents recommend where latency matters. It moves no messages of
 * IPC, but says how far senders may go ahead of receivers. It ends when its standard input does, and so with the
 * process that has started it, whatever happens to that.
 */
final class AeronDriver implements AutoCloseable {
    /** More than any machine has; those that are not there are left out. */
    private static final String ALL_CORES = "0-1023";

    private static final long PATIENCE_SECONDS = 10;

    private final Process process;

    private AeronDriver(Process process) {
        this.process = process;
    }

    /** With the flags and the class path of this JVM, but bound to no core. */
    static AeronDriver start(Path directory) {
        RuntimeMXBean self = ManagementFactory.getRuntimeMXBean();
        List<String> words = new ArrayList<>(List.of("taskset", "-c", ALL_CORES,
                ProcessHandle.current().info().command().orElse("java")));
        words.addAll(self.getInputArguments());
        words.addAll(List.of("-cp", self.getClassPath(), AeronDriver.class.getName(), directory.toString()));
        try {
            return new AeronDriver(new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
        } catch (IOException e) {
            throw new UncheckedIOException("the media driver cannot be started: " + String.join(" ", words), e);
        }
    }

    /** The argument is the directory of the driver's files. */
    public static void main(String[] arguments) throws IOException {
        MediaDriver.Context context = new MediaDriver.Context().aeronDirectoryName(arguments[0])
                .threadingMode(ThreadingMode.SHARED).dirDeleteOnStart(true).dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false);
        try (MediaDriver _ = MediaDriver.launch(context)) {
            while (System.in.read() >= 0) {
                // the end is what matters
            }
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
