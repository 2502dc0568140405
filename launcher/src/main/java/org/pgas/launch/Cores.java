package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** The cores this process may run on, one of which each bound rank gets. */
final class Cores {
    private static final String FIELD = "Cpus_allowed_list:";

    private Cores() {}

    /** Core numbers in ascending order. */
    static List<Integer> ofThisProcess() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(FIELD)) {
                    return parse(line.substring(FIELD.length()).strip());
                }
            }
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "--bind: cannot read which cores may be used: " + e, e);
        }
        throw new PgasException(ErrorCode.RESOURCE, "--bind: /proc/self/status does not say which cores may be used");
    }

    /** Parses the kernel's form, "0-3,8". */
    static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int core = Integer.parseInt(ends[0]); core <= Integer.parseInt(ends[ends.length - 1]); core++) {
                cores.add(core);
            }
        }
        return cores;
    }

    /** One core for each rank. Error: fewer cores than ranks. */
    static List<Integer> oneEach(int ranks, List<Integer> allowed) {
        if (ranks > allowed.size()) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "--bind: " + ranks + " ranks need a core each, but this process may use only " + allowed.size()
                            + ": " + allowed);
        }
        return List.copyOf(allowed.subList(0, ranks));
    }
}
