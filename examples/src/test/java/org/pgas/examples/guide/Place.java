package org.pgas.examples.guide;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

import org.pgas.Job;

/**
 * Where a block runs: which rank its thread is, and where what it prints goes. Blocks call it in place of
 * {@code Job.join()}.
 */
public final class Place {
    private static final ThreadLocal<Job> JOB = new ThreadLocal<>();
    private static final ThreadLocal<OutputStream> OUTPUT = new InheritableThreadLocal<>();

    /** What the ranks of the block that runs have printed. One block runs at a time. */
    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();

    private Place() {}

    /**
     * The job that the calling rank has joined already, with nothing attached; a JVM that is a rank by itself joins
     * now.
     */
    public static Job join() {
        Job joined = JOB.get();
        return joined == null ? Job.join() : joined;
    }

    /** Of each rank's thread, before the block. */
    public static void enter(Job job) {
        JOB.set(job);
        OUTPUT.set(PRINTED);
    }

    /** Runs it, keeping what threads print that have entered. */
    static <T> T listening(Callable<T> run) throws Exception {
        PrintStream console = System.out;
        PRINTED.reset();
        System.setOut(new PrintStream(new Switch(console), true, StandardCharsets.UTF_8));
        try {
            return run.call();
        } finally {
            System.setOut(console);
        }
    }

    static String printed() {
        return PRINTED.toString(StandardCharsets.UTF_8);
    }

    /** PrintStream writes a line in one call, so lines of several ranks stay whole. */
    private static final class Switch extends OutputStream {
        private final OutputStream console;

        Switch(OutputStream console) {
            this.console = console;
        }

        @Override
        public void write(int value) throws java.io.IOException {
            write(new byte[]{(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws java.io.IOException {
            OutputStream own = OUTPUT.get();
            (own == null ? console : own).write(bytes, from, length);
        }
    }
}
