package org.pgas.examples.guide;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Runs commands as a document shows them, in a directory that has a command {@code ./pgas} of what is built, and jobs
 * of its own.
 */
final class ShellRun {
    private static final int LONGEST_SECONDS = 300;

    private ShellRun() {}

    record Result(int code, String output) {}

    /**
     * @param commands lines of sh; the first one that fails ends them
     * @param directory where they are run; made if need be, and kept for the document's next ones
     * @param classes what is on the programs' class path, unless the command says another
     */
    static Result of(List<String> commands, Path directory, Path classes) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path pgas = directory.resolve("pgas");
        if (!Files.exists(pgas)) {
            write(pgas);
        }
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-eu", "-c", String.join("\n", commands))
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().put("CLASSPATH", classes.toAbsolutePath().toString());
        // other jobs of this user are not the page's business
        builder.environment().put("PGAS_DIR", Files.createDirectories(directory.resolve("jobs").toAbsolutePath())
                .toString());
        builder.environment().merge("PATH", Path.of(System.getProperty("java.home"), "bin").toString(),
                (old, jdk) -> jdk + File.pathSeparator + old);
        Process process = builder.start();
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(
                        "not at its end after " + LONGEST_SECONDS + " s:\n" + Files.readString(output));
            }
            return new Result(process.exitValue(), Files.readString(output));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    private static void write(Path pgas) throws IOException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Documents.ROOT.resolve("launcher/src/main/resources/org/pgas/launch/launcher.args")
                        .toAbsolutePath(),
                "-cp",
                Documents.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "org.pgas.launch.Pgas");
        Files.writeString(pgas, "#!/bin/sh\nexec "
                + command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " \"$@\"\n");
        pgas.toFile().setExecutable(true);
    }
}
