package org.pgas.faults.hosts;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import org.pgas.faults.HarnessException;

/** Programs of the system that make hosts. */
final class Commands {
    private Commands() {}

    /** @throws HarnessException if there is none such, or it does not end with 0 */
    static void run(List<String> command) throws IOException, InterruptedException, HarnessException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new HarnessException(e.getMessage());
        }
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new HarnessException(String.join(" ", command) + ": " + text);
        }
    }

    /** A script of the shell, with its arguments. */
    static void shell(List<String> prefix, String script) throws IOException, InterruptedException, HarnessException {
        run(Stream.concat(prefix.stream(), Stream.of("sh", "-ec", script)).toList());
    }
}
