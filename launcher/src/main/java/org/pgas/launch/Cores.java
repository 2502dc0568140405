package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** How many of them are threads of the same core, and have lower numbers. */
    private static long before(CorePlace place, List<CorePlace> allowed) {
        return allowed.stream().filter(other -> other.socket() == place.socket() && other.core() == place.core()
                && other.number() < place.number()).count();
    }

    /** Where those lie that this process may run on. */
    static List<CorePlace> places() {
        return ofThisProcess().stream().map(number -> CorePlace.of(Path.of("/"), number)).toList();
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

    /**
     * One core for each rank: no two on threads of one core of the processor while there are others, and ranks that
     * follow each other on cores that share a cache, or a socket, as far as they go. Error: fewer cores than ranks.
     */
    static List<Integer> oneEach(int ranks, List<CorePlace> allowed) {
        if (ranks > allowed.size()) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "--bind: " + ranks + " ranks need a core each, but this process may use only " + allowed.size()
                            + ": " + allowed.stream().map(CorePlace::number).toList());
        }
        return allowed.stream()
                .sorted(Comparator.<CorePlace>comparingLong(place -> before(place, allowed))
                        .thenComparing(CorePlace.AS_NEIGHBOURS))
                .limit(ranks)
                .sorted(CorePlace.AS_NEIGHBOURS).map(CorePlace::number).toList();
    }
}
