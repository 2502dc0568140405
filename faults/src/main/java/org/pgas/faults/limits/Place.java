package org.pgas.faults.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a job runs: what is done before its command, in a process of its own, so that nothing of it stays. {@code DIR}
 * in a word stands for the directory of the job's files.
 */
final class Place {
    /**
     * What a place prints for each file that it finds in the directory at the end, and that nobody put there on
     * purpose.
     */
    static final String LEFT = "left in the place: ";

    /** The exit code of a place that could not be prepared. */
    static final int NOT_MADE = 97;

    private static final String DIRECTORY = "DIR";
    private static final int MEMORY_MIB = 128;

    private final List<String> words;
    private final String impossible;
    private final boolean defaultDirectory;

    private Place(List<String> words, String impossible, boolean defaultDirectory) {
        this.words = words;
        this.impossible = impossible;
        this.defaultDirectory = defaultDirectory;
    }

    private Place(List<String> words, String impossible) {
        this(words, impossible, false);
    }

    static Place here() {
        return new Place(List.of(), null);
    }

    /** A script prepares the directory {@code $d}; what is left there is looked at afterwards. */
    static Place prepared(String script) {
        return new Place(List.of("sh", "-c", "d=DIR; " + script + " && { " + run() + " }", "sh"), null);
    }

    /** The directory is a file system of its own with these options of tmpfs, in a mount namespace; then the script. */
    static Place mounted(String options, String script) {
        return inNamespace("mount -t tmpfs -o '" + options + "' tmpfs \"$d\" && { " + script + "; true; }", false);
    }

    /** A script makes mounts in a mount namespace. */
    static Place inNamespace(String script, boolean defaultDirectory) {
        List<String> words = new ArrayList<>(Probe.NAMESPACE);
        words.addAll(List.of("sh", "-c", "d=DIR; " + script + " || exit " + NOT_MADE + "; " + run(), "sh"));
        return new Place(words, Probe.NAMESPACE.isEmpty()
                ? "mount namespaces need root, or user namespaces (unshare --map-root-user)"
                : null, defaultDirectory);
    }

    /** {@code $d/file-mount} is a file system of its own of so many bytes, in a file {@code $d/file-disk}. */
    static Place disk(int bytes) {
        return Probe.LOOP
                ? inNamespace(loop(bytes), false)
                : new Place(List.of(), "a file system in a file needs root, mkfs.ext4 and a loop device");
    }

    private static String loop(int bytes) {
        return "head -c " + bytes + " /dev/zero > \"$d/file-disk\" && /sbin/mkfs.ext4 -q -F \"$d/file-disk\" "
                + "&& mkdir \"$d/file-mount\" && mount -o loop \"$d/file-disk\" \"$d/file-mount\"";
    }

    private static String run() {
        return "\"$@\"; code=$?; [ -n \"${kept:-}\" ] || find \"$d/\" -mindepth 1 ! -name " + Hungry.FILLER
                + " ! -name 'file-*' ! -name o ! -path '*/o/*' ! -path '*/file-mount/*' "
                + "! -name 't.json*' -printf '" + LEFT + "%p\\n' 2>/dev/null; exit $code;";
    }

    /** Limits as {@code prlimit} takes them. */
    static Place limited(String limit) {
        return new Place(List.of("prlimit", "--" + limit, "--"), Probe.works("prlimit", "--" + limit, "--", "true")
                ? null
                : "prlimit is missing");
    }

    /** Standard output goes to this word of the shell. */
    static Place printingTo(String redirection) {
        return new Place(List.of("bash", "-c", "set -o pipefail; \"$@\" " + redirection, "bash"), null);
    }

    /** A memory control group of 128 MiB of its own. */
    static Place memoryGroup() {
        return group("memory", (MEMORY_MIB << 20) + "", "memory.limit_in_bytes");
    }

    /** A control group with so many processes and threads. */
    static Place processGroup(int most) {
        return group("pids", Integer.toString(most), "pids.max");
    }

    private static Place group(String controller, String limit, String file) {
        Path parent = Path.of("/sys/fs/cgroup", controller);
        if (!Files.isWritable(parent)) {
            return new Place(List.of(), "needs root and a control group of version 1 for " + controller);
        }
        // the shell stays outside, to remove the group, and to see from there how it went
        String script = "g=" + parent + "/pgas-faults-$$; mkdir $g && echo " + limit + " > $g/" + file
                + " || exit " + NOT_MADE + "; (exec sh -c 'echo $$ > '$g'/cgroup.procs; exec \"$@\"' sh \"$@\")"
                + "; code=$?; n=0; until rmdir $g 2>/dev/null || [ $n -ge 50 ]; do n=$((n + 1)); read -t 0.02 x < "
                + "/dev/null; done; "
                + "exit $code";
        return new Place(List.of("bash", "-c", script, "bash"), null);
    }

    /** Why a job cannot be put there on this machine; null if it can. */
    String impossible() {
        return impossible;
    }

    /** The same, where the directory is not for the job's files. */
    Place withDefaultDirectory() {
        return new Place(words, impossible, true);
    }

    boolean hasDefaultDirectory() {
        return defaultDirectory;
    }

    /** The words before the command. */
    List<String> words(Path directory) {
        return words.stream().map(word -> word.replace(DIRECTORY, directory.toString())).toList();
    }

    /** What this machine allows. */
    private static final class Probe {
        static final List<String> NAMESPACE = Stream
                .of(List.of("unshare", "--mount"), List.of("unshare", "--map-root-user", "--mount"))
                .filter(words -> works(Stream.concat(words.stream(),
                        Stream.of("mount", "-t", "tmpfs", "tmpfs", "/mnt")).toArray(String[]::new)))
                .findFirst().orElse(List.of());
        static final boolean LOOP = !NAMESPACE.isEmpty() && works(Stream.concat(NAMESPACE.stream(),
                Stream.of("sh", "-c", "d=$(mktemp -d) && { " + loop(1_000_000)
                        + "; }; code=$?; umount \"$d/file-mount\"; rm -rf \"$d\"; exit $code"))
                .toArray(String[]::new));

        private Probe() {}

        static boolean works(String... command) {
            try {
                return new ProcessBuilder(command).redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
