package org.pgas.launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import picocli.CommandLine;

/** Runs commands that look at the jobs of one directory, and keeps what the last one has printed. */
final class Tool {
    private final Path base;
    private volatile StringWriter out = new StringWriter();
    private StringWriter err;

    Tool(Path base) {
        this.base = base;
    }

    /** The exit code. */
    int run(String... words) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine line = PgasCommand.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line
                .execute(Stream.concat(Stream.of(words), Stream.of("--dir", base.toString())).toArray(String[]::new));
    }

    /** Whether there is such a text yet; any thread, while a command runs. */
    boolean hasPrinted(String text) {
        return out().contains(text);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    List<String> lines() {
        return out().lines().toList();
    }

    /** The first line that begins so. */
    String line(String begin) {
        return lines().stream().filter(line -> line.startsWith(begin)).findFirst()
                .orElseThrow(() -> new AssertionError("no line begins with '" + begin + "': " + out() + err()));
    }
}
