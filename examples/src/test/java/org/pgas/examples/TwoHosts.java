package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pgas.launch.Pgas;
import org.pgas.testkit.networks.Networks;

/**
 * Jobs of {@code pgas run --hosts} with a rank on each of two hosts: networks of this machine where the system makes
 * some, else addresses of it. Each host has a directory of its own for files of jobs.
 */
final class TwoHosts implements AutoCloseable {
    static final int COUNT = 2;

    private static final long LONGEST_MINUTES = 6;

    private final Path directory;
    private final Networks networks;

    private TwoHosts(Path directory, Networks networks) {
        this.directory = directory;
        this.networks = networks;
    }

    /** @param directory empty, and its own until it is closed */
    static TwoHosts make(Path directory) throws IOException, InterruptedException {
        TwoHosts made = new TwoHosts(directory, Networks.make(COUNT));
        try {
            if (!made.networks.hindrance().isEmpty()) {
                System.out.println("hosts are addresses of this machine, without networks of their own: "
                        + made.networks.hindrance());
            }
            made.writeWay();
            return made;
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** What {@code --launch-with} names. */
    private Path way() {
        return directory.resolve("there");
    }

    private Path jobs(int host) {
        return directory.resolve("jobs-" + host);
    }

    private void writeWay() throws IOException {
        StringBuilder cases = new StringBuilder();
        for (int host = 0; host < COUNT; host++) {
            Files.createDirectory(jobs(host));
            cases.append(networks.addresses().get(host)).append(") PGAS_DIR='").append(jobs(host)).append("' exec ")
                    .append(quoted(networks.into(host))).append(" \"$@\" ;;\n");
        }
        Files.writeString(way(), "#!/bin/sh\nhost=$1\nshift\ncase $host in\n" + cases + "esac\n");
        Files.setPosixFilePermissions(way(), PosixFilePermissions.fromString("rwx------"));
    }

    /** As the shell reads words that are taken as they are. */
    private static String quoted(List<String> words) {
        return words.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
    }

    /** A job that has finished; nothing of it is left on either host. */
    ProgramRun run(Class<?> program, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(networks.into(0));
        words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                ClassCache.classPath(), Pgas.class.getName(), "run", "--hosts",
                String.join(",", networks.addresses()), "--launch-with", way().toString(), "--heap", "128m",
                "--timeout", "5m", "-Dpgas.wait=spin_block", "-Dpgas.host.timeout=10m"));
        ClassCache.flags().forEach(flag -> words.add("-J" + flag));
        words.add(program.getName());
        words.addAll(List.of(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(words).redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertTrue(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES), () -> program + " does not end");
        } finally {
            process.destroyForcibly().waitFor();
        }
        List<String> said = Files.readAllLines(out);
        List<String> all = Stream.concat(said.stream(), Files.readAllLines(err).stream()).toList();
        assertTrue(left().isEmpty(), () -> "files are left: " + left() + all);
        return new ProgramRun(process.exitValue(), said.stream().filter(line -> line.startsWith("[0] "))
                .map(line -> line.substring("[0] ".length())).toList(), all);
    }

    /** Files of jobs. */
    private List<Path> left() {
        List<Path> left = new ArrayList<>();
        for (int host = 0; host < COUNT; host++) {
            Path base = jobs(host);
            try (Stream<Path> files = Files.walk(base)) {
                files.filter(file -> !file.equals(base) && !file.getParent().equals(base)).forEach(left::add);
            } catch (IOException e) {
                left.add(base);
            }
        }
        return left;
    }

    @Override
    public void close() {
        networks.close();
    }
}
