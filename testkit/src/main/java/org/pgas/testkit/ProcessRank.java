package org.pgas.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A rank that is a JVM of its own, which runs {@link RankMain}; used for one body after the other while it
 * {@link #isIdle is well}.
 *
 * <p>Commands go through its standard input, and it ends when that ends; answers come, between the lines that it
 * prints, through its standard output. So there are no ports and no files, and it cannot outlive this JVM.
 */
final class ProcessRank implements Rank {
    private static final long END_MILLIS = 20_000;
    private static final Map<Integer, String> SIGNALS = Map.of(
            4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

    private final List<String> into;
    private final Process process;
    private final OutputStream commands;
    private final ClassLoader loader;
    private final Thread reader;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Output output = new Output();

    /** To be told what comes of the assignment under way; null when there is none. */
    private final AtomicReference<Consumer<Outcome>> whenDone = new AtomicReference<>();

    private volatile CompletableFuture<String> dump = new CompletableFuture<>();

    /** @param into words in front of its command */
    ProcessRank(Class<?> testClass, List<String> into) {
        this.into = into;
        loader = testClass.getClassLoader();
        List<String> command = new ArrayList<>(into);
        command.addAll(JavaCommand.of(RankMain.class, testClass));
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        commands = process.getOutputStream();
        reader = Thread.ofPlatform().daemon().name("output of rank process " + process.pid()).start(this::read);
    }

    /** Whether it was started behind these words. */
    boolean isIn(List<String> words) {
        return into.equals(words);
    }

    /** Waits until it is up; throws, with what it printed, when it is not in time. */
    void awaitReady(long deadline) throws InterruptedException {
        if (!ready.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS) || !process.isAlive()) {
            throw new IllegalStateException("process " + process.pid() + " of a rank did not start"
                    + (process.isAlive() ? " in time" : ": " + status()) + "; it printed:\n" + output);
        }
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Frame frame = Frame.parse(line);
                if (frame != null) {
                    take(frame);
                } else if (!line.isEmpty()) {
                    output.add(line);
                }
            }
        } catch (IOException e) {
            output.add("(its output cannot be read: " + e + ")");
        } finally {
            ready.countDown();
            Bounded.join(process, END_MILLIS);
            done(Outcome.failed("its process " + process.pid() + " ended before the body did: " + status()));
        }
    }

    private void take(Frame frame) {
        switch (frame.kind()) {
            case READY -> ready.countDown();
            case DUMP -> dump.complete(frame.text());
            case DONE -> done(decode(frame));
            default -> output.add("(unexpected frame " + frame.kind() + ")");
        }
    }

    private Outcome decode(Frame frame) {
        try {
            return Outcome.decode(frame.payload(), loader);
        } catch (RuntimeException e) {
            return Outcome.failed("what its process " + process.pid() + " reported cannot be read: " + e);
        }
    }

    private void done(Outcome outcome) {
        Consumer<Outcome> listener = whenDone.getAndSet(null);
        if (listener != null) {
            listener.accept(outcome);
        }
    }

    private String status() {
        if (process.isAlive()) {
            return "it closed its output";
        }
        int code = process.exitValue();
        String signal = SIGNALS.get(code - 128);
        return "exit status " + code + (signal == null ? "" : " (" + signal + ")");
    }

    @Override
    public void start(Assignment assignment, Consumer<Outcome> listener) {
        output.clear();
        dump = new CompletableFuture<>();
        whenDone.set(listener);
        if (!send(new Frame(Frame.Kind.RUN, Outcome.write(assignment)))) {
            done(Outcome.failed("its process " + process.pid() + " ended before the body began: " + status()));
        }
    }

    private synchronized boolean send(Frame frame) {
        try {
            frame.write(commands);
            return true;
        } catch (IOException e) {
            // it has died; the reader sees that too
            return false;
        }
    }

    @Override
    public String output() {
        return output.toString();
    }

    @Override
    public Future<String> dump() {
        if (!process.isAlive()) {
            return CompletableFuture.completedFuture("process " + process.pid() + " has ended: " + status() + "\n");
        }
        send(new Frame(Frame.Kind.DUMP, ""));
        return dump;
    }

    @Override
    public String stop() {
        kill();
        return "its process " + process.pid() + " was killed";
    }

    /** Whether it can run another body. */
    boolean isIdle() {
        return process.isAlive() && whenDone.get() == null;
    }

    void kill() {
        whenDone.set(null);
        process.destroyForcibly();
        Bounded.join(process, END_MILLIS);
        Bounded.join(reader, END_MILLIS);
    }

    /** Lets it end by itself, or kills it. */
    void end() {
        beginEnd();
        if (!Bounded.join(process, END_MILLIS)) {
            kill();
        }
        Bounded.join(reader, END_MILLIS);
    }

    /** The first half of {@link #end}, so that several end at the same time. */
    void beginEnd() {
        try {
            commands.close();
        } catch (IOException e) {
            // it has ended already
        }
    }
}
