package org.pgas.pshm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Namespaces of the kernel that make a process one of another container. A test is skipped where this user may not make
 * them.
 */
enum Container {
    /** The one of the test itself. */
    SAME,
    /** Where the same process numbers are other processes. */
    OTHER_NUMBERS("--pid", "--fork", "--kill-child", "--mount-proc"),
    /** Where processes have the same numbers, and have started at other times. */
    OTHER_CLOCKS("--time", "--boottime", "100000", "--fork", "--kill-child"),
    /** Where the same process numbers are other processes, and the files of the kernel are those of the host's. */
    OTHER_NUMBERS_OF_WHICH_PROC_KNOWS_NOTHING("--pid", "--fork", "--kill-child");

    private final List<String> options;

    Container(String... options) {
        this.options = List.of(options);
    }

    /** What a command begins with that runs there. */
    List<String> prefix() throws IOException {
        if (this == SAME) {
            return List.of();
        }
        StringBuilder why = new StringBuilder();
        for (List<String> user : List.of(List.<String>of(), List.of("--user", "--map-current-user"))) {
            List<String> prefix = new ArrayList<>(List.of("unshare"));
            prefix.addAll(user);
            prefix.addAll(options);
            Process tried;
            try {
                tried = new ProcessBuilder(Stream.concat(prefix.stream(), Stream.of("true")).toList())
                        .redirectErrorStream(true).start();
            } catch (IOException e) {
                why.append(e.getMessage());
                break;
            }
            why.append(new String(tried.getInputStream().readAllBytes()).strip()).append(' ');
            if (tried.onExit().join().exitValue() == 0) {
                return prefix;
            }
        }
        assumeTrue(false, "this user may not make namespaces here: " + why);
        return List.of();
    }
}
