package org.pgas.faults.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process of the attacker that tries all that it can with the victim's directories and files, over and over. */
final class Intruder implements AutoCloseable {
    /**
     * Finds the job's name where anybody can: on the command lines of its processes. Everything that succeeds is told.
     * What does not exist is never made: a name that is taken before the victim's first job is another trial.
     */
    private static final String SCRIPT = """
            cd "$1" || exit 1
            try() { "$@" </dev/null >/dev/null 2>&1 && echo "DONE: $*"; }
            rounds=0
            while [ ! -e "$3" ]; do
                job=$(grep -aohs "@$1/$2/[^/]*/java.args" /proc/[0-9]*/cmdline | head -n 1)
                job=${job#@}; job=${job%/java.args}
                for f in "$2" "$1/$2" "${job:-$2}" "${job:-$2}/control" "${job:-$2}/environment" \\
                        "${job:-$2}/java.args" "${job:-$2}/area" "${job:-$2}/am" "${job:-$2}/slabs" \\
                        "${job:-$2}/counters" "${job:-$2}/seg-0-0" "${job:-$2}/seg-1-0"; do
                    try ls "$f"/.
                    try cat "$f"
                    try chmod 777 "$f"
                    try ln "$f" hard
                    try mv "$f" stolen
                    try rm -r "$f"
                    [ -d "$f" ] && try mkdir "$f/mine"
                    [ -d "$f" ] && try ln -s /etc/passwd "$f/control"
                    try dd if=/dev/null of="$f" conv=nocreat,notrunc oflag=append
                done
                rounds=$((rounds + 1))
            done
            echo "rounds $rounds"
            """;

    private final Path stop;
    private final Path output;
    private final Process process;

    Intruder(Scene scene) throws IOException {
        stop = scene.path("stop");
        output = scene.path("intruder");
        process = new ProcessBuilder(words(scene)).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    private String[] words(Scene scene) {
        java.util.List<String> words = new java.util.ArrayList<>(java.util.List.of(OtherUser.ATTACKER.prefix()));
        words.addAll(java.util.List.of("/bin/sh", "-c", SCRIPT, "sh", scene.base.toString(),
                scene.jobs().getFileName().toString(), stop.toString()));
        return words.toArray(String[]::new);
    }

    /** Ends it; answers what it has achieved, or nothing. */
    String end() throws IOException, InterruptedException {
        Files.createFile(stop);
        if (!process.waitFor(Scene.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            return "the intruder does not end";
        }
        String text = Files.readString(output);
        return text.contains("DONE") || !text.contains("rounds ") || text.contains("rounds 0") ? text : "";
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
