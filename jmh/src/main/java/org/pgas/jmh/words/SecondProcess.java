package org.pgas.jmh.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.pgas.Job;

/** The other worker of a benchmark between two processes: does the same operation until its standard input ends. */
final class SecondProcess implements AutoCloseable {
    /** So many operations between two looks whether to go on. */
    private static final int CHUNK = 1024;

    private static final long LOOK_NANOS = 1_000_000;
    private static final long PATIENCE_SECONDS = 20;
    private static final int WORKER = 1;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final Process process;
    private final MemorySegment file;

    private SecondProcess(Process process, MemorySegment file) {
        this.process = process;
        this.file = file;
    }

    /** With the options of this JVM. */
    static SecondProcess start(WordLibrary library, Layout layout, Operation operation, Path file, Path jobDirectory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SecondProcess.class.getName()));
        command.addAll(List.of(library.name(), layout.name(), operation.name(), file.toString(),
                jobDirectory.toString()));
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return new SecondProcess(process, WordFile.map(file, Arena.global()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the second process", e);
        }
    }

    /** How many operations it has done. */
    long done() {
        return done(file);
    }

    private static long done(MemorySegment file) {
        return (long) LONG.getAcquire(file, WordFile.DONE);
    }

    /** Returns when it works. */
    void awaitStarted() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (done() == 0) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                process.destroyForcibly();
                throw new IllegalStateException("the second process does not work; alive: " + process.isAlive());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Tells it to end, and waits until it has. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("the second process did not end well");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the second process ended", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Started by {@link #start} only. */
    public static void main(String[] arguments) {
        WordLibrary library = WordLibrary.valueOf(arguments[0]);
        Layout layout = Layout.valueOf(arguments[1]);
        Operation operation = Operation.valueOf(arguments[2]);
        Path file = Path.of(arguments[3]);
        Path jobDirectory = Path.of(arguments[4]);
        AtomicBoolean told = new AtomicBoolean();
        Thread.ofPlatform().daemon().start(() -> awaitEnd(told));
        if (library == WordLibrary.PGAS) {
            try (Job job = WordJob.join(jobDirectory, WORKER, 2)) {
                work(library.open(() -> job, file, layout)[WORKER], operation, file, told);
            }
        } else {
            work(library.open(null, file, layout)[WORKER], operation, file, told);
        }
    }

    private static void work(AtomicWord word, Operation operation, Path file, AtomicBoolean told) {
        MemorySegment shared = WordFile.map(file, Arena.global());
        long sum = 0;
        for (long done = CHUNK; !told.get(); done += CHUNK) {
            sum += operation.run(word, CHUNK);
            LONG.setRelease(shared, WordFile.DONE, done);
        }
        System.out.println(sum);
    }

    /** Also when the process that has started this one dies. */
    private static void awaitEnd(AtomicBoolean told) {
        try {
            while (System.in.read() >= 0) {
                // nothing is said here but the end
            }
        } catch (IOException e) {
            // nobody is there any more, which is an end too
        }
        told.set(true);
    }
}
