package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.pgas.pshm.HostedJob;

/** One rank's process, with the threads that move its output and wait for its end. */
final class RankProcess {
    private final int rank;
    private final Process process;
    private final List<Pump> pumps = new ArrayList<>();

    /** One that runs already. Its end and its output are told to nobody. */
    RankProcess(int rank, Process process) {
        this.rank = rank;
        this.process = process;
    }

    /**
     * Starts a rank.
     *
     * @param onExit told once when the process has ended
     * @param onOutputFailure told when its output cannot be delivered
     */
    static RankProcess start(int rank, int size, ProcessBuilder builder, RankOutput output,
            Consumer<RankProcess> onExit, Consumer<Exception> onOutputFailure) throws IOException {
        RankProcess started = new RankProcess(rank, builder.start());
        OomKiller.prefer(started.pid());
        try {
            if (output.needsPumps()) {
                started.pump("out", started.process.getInputStream(), output.target(rank, size, false),
                        onOutputFailure);
                started.pump("err", started.process.getErrorStream(), output.target(rank, size, true),
                        onOutputFailure);
            }
            Thread.ofPlatform().daemon().name("rank " + rank + " exit").start(() -> {
                started.awaitExit();
                onExit.accept(started);
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            // nobody else knows of it yet
            started.kill();
            throw e;
        }
        return started;
    }

    private void pump(String stream, java.io.InputStream in, ByteTarget target, Consumer<Exception> onFailure) {
        Pump pump = new Pump("rank " + rank + " " + stream, in, target, onFailure);
        pumps.add(pump);
        pump.start();
    }

    private void awaitExit() {
        while (true) {
            try {
                process.waitFor();
                return;
            } catch (InterruptedException e) {
                // nobody interrupts this thread to any purpose
            }
        }
    }

    int rank() {
        return rank;
    }

    /** For people. */
    String text() {
        return text(rank, pid());
    }

    /** The same of a rank and its process. */
    static String text(int rank, long pid) {
        return "rank " + rank + " (pid " + pid + ")";
    }

    long pid() {
        return process.pid();
    }

    /** Its standard input, of a rank that was started with a pipe there. */
    OutputStream input() {
        return process.getOutputStream();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether something has stopped it, so that it cannot end by itself. */
    boolean isStopped() {
        return HostedJob.isStopped(pid());
    }

    /** The exit code of a process that has ended. */
    int exitCode() {
        return process.exitValue();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** SIGKILL, which ends stopped processes too. */
    void kill() {
        process.destroyForcibly();
    }

    void awaitDrained() throws InterruptedException {
        for (Pump pump : pumps) {
            pump.awaitDrained();
        }
    }
}
