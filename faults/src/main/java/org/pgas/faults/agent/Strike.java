package org.pgas.faults.agent;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What happens at the place: at the {@link #PASS}-th pass, once, a signal to the own process. All its settings are
 * system properties.
 */
public final class Strike {
    /** Which pass it is, from 1. */
    public static final String PASS = "faults.pass";
    /** The signal, such as {@code KILL}, or {@link #THROW}. */
    public static final String SIGNAL = "faults.signal";
    /**
     * A file that is made just before, with the process number and the rank, or -1, in a line; a thread that finds it
     * passes by.
     */
    public static final String REACHED = "faults.reached";
    /** A {@link Place}. */
    public static final String PLACE = "faults.place";

    /** Instead of a signal: the thread that passes throws an error. */
    public static final String THROW = "THROW";
    /** Instead of a signal: the number that a method is about to answer is another one. */
    public static final String DAMAGE = "DAMAGE";

    /** What the error says. */
    public static final String THROWN = "thrown at a step";

    private static final int AT = Integer.getInteger(PASS, 1);
    private static final AtomicInteger PASSES = new AtomicInteger();

    private Strike() {}

    /** Called from where it was put. */
    public static void pass() {
        if (PASSES.incrementAndGet() == AT) {
            strike();
        }
    }

    /** Called where a method that answers a number returns; the number that it is to answer. */
    public static long pass(long answer) {
        boolean isStruck = PASSES.incrementAndGet() == AT && strike();
        return isStruck && System.getProperty(SIGNAL).equals(DAMAGE) ? ~answer : answer;
    }

    /**
     * The thread waits for its own end here; of a stop, until the process goes on. False when another process was
     * first.
     */
    private static boolean strike() {
        try {
            long pid = ProcessHandle.current().pid();
            Files.writeString(Path.of(System.getProperty(REACHED)), pid + " " + System.getProperty("pgas.rank", "-1")
                    + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            String signal = System.getProperty(SIGNAL);
            if (signal.equals(DAMAGE)) {
                return true;
            }
            if (signal.equals(THROW)) {
                throw new Error(THROWN);
            }
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).inheritIO().start()
                    .waitFor();
            if (signal.equals("KILL")) {
                TimeUnit.MINUTES.sleep(1);
            }
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the strike failed", e);
        }
    }
}
