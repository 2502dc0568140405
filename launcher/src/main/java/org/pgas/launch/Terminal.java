package org.pgas.launch;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.pgas.Settings;

/**
 * The terminal that this process was started in, as a screen that is drawn again and again: the other screen of the two
 * that terminals have, so that what was there before comes back.
 */
final class Terminal implements AutoCloseable {
    private static final String ESCAPE = "\u001b[";
    private static final String ENTER = ESCAPE + "?1049h" + ESCAPE + "?25l";
    private static final String LEAVE = ESCAPE + "?25h" + ESCAPE + "?1049l";
    private static final String HOME = ESCAPE + "H";
    private static final String END_OF_LINE = ESCAPE + "K";
    private static final String REST_OF_SCREEN = ESCAPE + "J";
    private static final long FRESH_NANOS = 1_000_000_000;
    private static final int COLUMNS = 120;
    private static final int ROWS = 40;

    private final PrintWriter out;
    private final Thread restore = new Thread(this::leave);
    private boolean entered;
    private int[] size;
    private long measured;

    /** Until {@link #close}, also when this process is ended by a signal. */
    Terminal(PrintWriter out) {
        this.out = out;
        Runtime.getRuntime().addShutdownHook(restore);
        synchronized (this) {
            entered = true;
            out.print(ENTER);
            out.flush();
        }
    }

    /** Whether input and output are a terminal. */
    static boolean isThere() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Whether nobody takes what is printed any more: the other end of the pipe is closed, or the disk is full. */
    static boolean isLost(PrintWriter out) {
        // one that encodes for standard output hides the errors of what it encodes for
        return out.checkError() || System.out.checkError();
    }

    /** Columns of the terminal, or of what the variable COLUMNS says, or many. */
    static int columns() {
        return isThere() ? measure()[1] : fromVariable();
    }

    private static int fromVariable() {
        String columns = Settings.read(Map.of()).environmentVariable("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{0,3}") ? Integer.parseInt(columns) : Integer.MAX_VALUE;
    }

    /** Rows and columns, as they were at most a second ago: it takes a process to ask for them. */
    synchronized int[] size() {
        if (size == null || System.nanoTime() - measured > FRESH_NANOS) {
            size = measure();
            measured = System.nanoTime();
        }
        return size.clone();
    }

    private static int[] measure() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try {
                // its answer fits into the pipe
                if (stty.waitFor(1, TimeUnit.SECONDS)) {
                    return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
                }
            } finally {
                stty.destroyForcibly();
            }
        } catch (IOException e) {
            // no stty: the usual size will do
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new int[]{ROWS, COLUMNS};
    }

    private static int[] parse(String text) {
        if (!text.matches("[1-9]\\d{0,3} [1-9]\\d{0,3}")) {
            return new int[]{ROWS, COLUMNS};
        }
        int blank = text.indexOf(' ');
        return new int[]{Integer.parseInt(text, 0, blank, 10), Integer.parseInt(text, blank + 1, text.length(), 10)};
    }

    /** Shows these lines and nothing else. */
    synchronized void show(List<String> lines) {
        if (entered) {
            out.print(HOME + String.join(END_OF_LINE + "\r\n", lines) + END_OF_LINE + REST_OF_SCREEN);
            out.flush();
        }
    }

    private synchronized void leave() {
        if (entered) {
            entered = false;
            out.print(LEAVE);
            out.flush();
        }
    }

    @Override
    public void close() {
        leave();
        try {
            Runtime.getRuntime().removeShutdownHook(restore);
        } catch (IllegalStateException e) {
            // this process is ending, and the hook runs
        }
    }
}
