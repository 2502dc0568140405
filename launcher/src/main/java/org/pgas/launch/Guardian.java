package org.pgas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.pshm.HostedJob;

/**
 * A small process beside the launcher that cleans up after a job if the launcher is killed: ranks that have joined end
 * by themselves then, but not those that have not, and nobody removes files when all die at once.
 *
 * <p>It notices the launcher's death by the end of its input. It kills the processes that it was told of, each known by
 * its number and its start, and one that was started in the launcher's last moment, known by all that makes it a rank
 * of this job. It removes directories only that are a job's, or hold recordings, by what is in them. Used by one thread
 * at a time.
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

    /**
     * Starts it before there is anything to guard, so that it knows of the job's files from their first moment.
     *
     * @param jobDirectory that the job will have; null of a job with its ranks and files on other hosts
     * @param recordings goes with the job's directory; or null
     * @param isApart in a session of its own: a scheduler that kills the group of this process leaves it
     * @throws PgasException RESOURCE, for people, when no process can be started
     */
    static Guardian start(Path jobDirectory, Path recordings, boolean isApart) {
        try {
            List<String> command = new ArrayList<>(isApart ? List.of("setsid") : List.of());
            command.addAll(command(jobDirectory, recordings));
            return new Guardian(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw notStarted(HumanText.of(e), e);
        } catch (OutOfMemoryError e) {
            throw notStarted(HumanText.of(e), e);
        }
    }

    private static PgasException notStarted(String why, Throwable e) {
        return new PgasException(ErrorCode.RESOURCE, "cannot start /bin/sh: " + why, e);
    }

    /**
     * Paths are words of their own, whatever characters they have.
     *
     * @param jobDirectory or null
     * @param recordings or null
     */
    static List<String> command(Path jobDirectory, Path recordings) throws IOException {
        String script;
        try (InputStream in = Guardian.class.getResourceAsStream(SCRIPT)) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        return List.of("/bin/sh", "-c", script, "pgas-guardian", word(jobDirectory), word(recordings),
                ThisJvm.java().toRealPath().toString());
    }

    private static String word(Path path) {
        return path == null ? "" : path.toAbsolutePath().toString();
    }

    /** A rank was started; comes once for each, as soon as its process is known. */
    void tell(long pid) {
        long start = HostedJob.processStart(pid);
        if (start >= 0) {
            order("rank " + pid + " " + start);
        }
    }

    /** No more ranks are started. */
    void tellAll() {
        order("all");
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
