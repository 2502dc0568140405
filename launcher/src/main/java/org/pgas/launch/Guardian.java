package org.pgas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A small process beside the launcher that cleans up after a job if the launcher is killed: ranks that have joined end by
 * themselves then, but not those that have not, and nobody removes files when all die at once.
 *
 * <p>It notices the launcher's death by the end of its input. Used by one thread at a time.
 */
final class Guardian {
    private static final String SCRIPT = "guardian.sh";
    private static final long DISMISSAL_SECONDS = 1;

    private final Process process;
    private final OutputStream orders;

    private Guardian(Process process) {
        this.process = process;
        orders = process.getOutputStream();
    }

    static Guardian start() throws IOException {
        String script;
        try (InputStream in = Guardian.class.getResourceAsStream(SCRIPT)) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        return new Guardian(new ProcessBuilder("/bin/sh", "-c", script, "pgas-guardian")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /**
     * Comes once, as soon as the directories exist. The ranks are found by the argument file in the first that their commands name.
     *
     * @param recordings goes with the job's directory; or null
     */
    void guard(Path jobDirectory, Path recordings) {
        order(jobDirectory + "\n" + (recordings == null ? "" : recordings));
    }

    /** The job is over and its files are gone. */
    void dismiss() {
        order("done");
        try {
            if (!process.waitFor(DISMISSAL_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void order(String word) {
        try {
            orders.write((word + "\n").getBytes(StandardCharsets.UTF_8));
            orders.flush();
        } catch (IOException e) {
            // somebody has killed the guardian: the job does not depend on it
        }
    }
}
