package org.pgas.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Short commands of the system, for tests. */
final class Commands {
    private Commands() {}

    /** Empty when it has gone well; else what it says. */
    static String run(String... command) throws InterruptedException {
        return run(Map.of(), List.of(command));
    }

    /** The same with more in its environment. */
    static String run(Map<String, String> environment, List<String> command) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = process.waitFor();
            return code == 0 ? "" : command.getFirst() + " ended with code " + code + ": " + said;
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
