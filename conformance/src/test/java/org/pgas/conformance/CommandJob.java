package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A job that the command {@code run} starts, in processes of its own. The end of the block ends its launcher. */
final class CommandJob implements AutoCloseable {
    private final Path directory;
    private final Path output;
    private final Process launcher;

    private CommandJob(Path directory, Path output, Process launcher) {
        this.directory = directory;
        this.output = output;
        this.launcher = launcher;
    }

    /**
     * Starts a job in {@link #directory}. What it says goes to another file below {@code base}.
     *
     * @param options of the command, besides the number of ranks, their heap and the directory
     */
    static CommandJob start(Path base, int ranks, List<String> options, Class<?> program, String... arguments)
            throws IOException {
        Path directory = Files.createDirectory(directory(base));
        Path output = base.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "org.pgas.launch.Pgas", "run", "-n", Integer.toString(ranks),
                "--heap", "64m", "--dir", directory.toString()));
        command.addAll(options);
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return new CommandJob(directory, output, new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start());
    }

    /** The directory of the files of a job whose {@code base} this is. */
    static Path directory(Path base) {
        return base.resolve("jobs");
    }

    boolean isAlive() {
        return launcher.isAlive();
    }

    /** What the launcher and the ranks have said. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Asserts that the job ends by itself, with this code, and leaves no file. Answers what it has said. */
    String assertEnds(int code) throws IOException, InterruptedException {
        assertTrue(launcher.waitFor(Patience.SECONDS, TimeUnit.SECONDS), () -> "the job did not end: " + output());
        String text = output();
        assertEquals(code, launcher.exitValue(), text);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList(), text);
        }
        return text;
    }

    @Override
    public void close() {
        launcher.destroyForcibly();
    }
}
