package org.pgas.faults.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What happens at the place: at the {@link #PASS}-th pass, once, a signal to the own process. All its settings are system properties. */
public final class Strike {
    /** Which pass it is, from 1. */
    public static final String PASS = "faults.pass";
    /** The signal, such as {@code KILL}. */
    public static final String SIGNAL = "faults.signal";
    /** A file that is made just before. */
    public static final String REACHED = "faults.reached";
    /** A {@link Place}. */
    public static final String PLACE = "faults.place";

    private static final int AT = Integer.getInteger(PASS, 1);
    private static final AtomicInteger PASSES = new AtomicInteger();

    private Strike() {}

    /** Called from where it was put. */
    public static void pass() {
        if (PASSES.incrementAndGet() == AT) {
            strike();
        }
    }

    /** The thread waits for its own end here; of a stop, until the process goes on. */
    private static void strike() {
        try {
            Files.createFile(Path.of(System.getProperty(REACHED)));
            String signal = System.getProperty(SIGNAL);
            new ProcessBuilder("kill", "-" + signal, Long.toString(ProcessHandle.current().pid())).inheritIO().start()
                    .waitFor();
            if (signal.equals("KILL")) {
                TimeUnit.MINUTES.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the strike failed", e);
        }
    }
}
