package org.pgas.faults.security;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Users of this host that nobody else is, for as long as a process of theirs runs: numbers without a name. Only root
 * can be them.
 */
final class OtherUser {
    /** Its jobs are attacked. */
    static final OtherUser VICTIM = new OtherUser(64_201);

    static final OtherUser ATTACKER = new OtherUser(64_202);

    private static final long PATIENCE_SECONDS = 60;

    private final int uid;

    /**
     * What a process has ended with.
     *
     * @param text all that it has printed
     */
    record Ended(int code, String text) {}

    private OtherUser(int uid) {
        this.uid = uid;
    }

    /** Why nobody can be another user here, or null. */
    static String hindrance() throws IOException, InterruptedException {
        if (!"0".equals(run(List.of("id", "-u")).text().strip())) {
            return "needs root, to run processes as other users";
        }
        Ended tried;
        try {
            tried = VICTIM.run("true");
        } catch (IOException e) {
            return "needs setpriv: " + e.getMessage();
        }
        return tried.code() == 0 ? null : "setpriv refuses: " + tried.text().strip();
    }

    int uid() {
        return uid;
    }

    /** Words in front of a command that is to run as this user. */
    String[] prefix() {
        return new String[]{"setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--"};
    }

    /** Runs a script of the shell as this user. */
    Ended run(String script) throws IOException, InterruptedException {
        return command("/bin/sh", "-c", script);
    }

    /** Runs a command as this user. */
    Ended command(String... words) throws IOException, InterruptedException {
        return run(words(words));
    }

    /** Starts a script of the shell as this user. */
    Process start(String script) throws IOException {
        return new ProcessBuilder(words("/bin/sh", "-c", script)).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private List<String> words(String... words) {
        List<String> all = new ArrayList<>(List.of(prefix()));
        all.addAll(List.of(words));
        return all;
    }

    private static Ended run(List<String> words) throws IOException, InterruptedException {
        Path output = Files.createTempFile("pgas-faults-", ".out");
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null"))).start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return new Ended(-1, "still runs after " + PATIENCE_SECONDS + " s: " + words);
            }
            return new Ended(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    /** Makes a directory that is this user's alone. */
    Path directory(Path path) throws IOException {
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(path, "unix:uid", uid);
        return path;
    }

    /** A directory as /dev/shm and /tmp are. */
    static Path open(Path path) throws IOException {
        Files.createDirectory(path);
        Files.setAttribute(path, "unix:mode", 01777);
        return path;
    }

    /** Copies what is on this JVM's class path to where every user can read it, and answers the class path there. */
    static String copyClassPath(Path into) throws IOException, InterruptedException {
        Files.createDirectories(into);
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                Path copy = into.resolve(entries.size() + "-" + Path.of(entry).getFileName());
                Ended copied = run(List.of("cp", "-r", entry, copy.toString()));
                if (copied.code() != 0) {
                    throw new IOException("cannot copy " + entry + ": " + copied.text());
                }
                entries.add(copy.toString());
            }
        }
        Ended opened = run(List.of("chmod", "-R", "a+rX", into.toString()));
        if (opened.code() != 0) {
            throw new IOException("cannot open " + into + ": " + opened.text());
        }
        return String.join(File.pathSeparator, entries);
    }
}
