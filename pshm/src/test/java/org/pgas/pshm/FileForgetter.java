package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.JoinRequest;

/** A JVM that is the only rank of a job, makes the file of a segment, and ends without closing it or leaving. */
final class FileForgetter {
    private FileForgetter() {}

    /** @param how "return" from main, or "exit" */
    static int run(Path job, Path file, String how) throws IOException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-Xmx64m", "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), FileForgetter.class.getName(), job.toString(), file.toString(),
                how);
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.onExit().orTimeout(5, TimeUnit.MINUTES).join().exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    public static void main(String[] arguments) {
        JoinRequest request = new JoinRequest("TEST", 0, Path.of(arguments[0]), null, 0, 1, true, "configuration");
        Membership rank = Ranks.join(request);
        SharedMemory.putLong(rank.segments().createFile(Path.of(arguments[1]), FileHolder.BYTES).address(), 42);
        if (arguments[2].equals("exit")) {
            System.exit(3);
        }
    }
}
