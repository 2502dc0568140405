package org.pgas.compare.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.pgas.meter.RowChoice;
import org.pgas.meter.Timing;

/**
 * The arguments of a measured program. Read by hand: starting and ending is a row too, and a library for command lines
 * would be part of it.
 *
 * @param directory where ranks meet and libraries keep their files; exists, and is empty
 * @param port the first of as many as there are ranks, for a library that needs them
 * @param hosts addresses, each of as many ranks as the others; none where all ranks are on one host
 */
record Options(int rank, int size, Path directory, int port, List<String> hosts, Timing timing, RowChoice choice) {
    private static final String USAGE = "usage: --rank R --size N --directory DIR [--port P] [--hosts ADDRESS,ADDRESS] "
            + "[--rows NAME,NAME] [--only PART-OF-ROW-NAME] [--repetitions N] [--run-ms N] [--warm-ms N]";
    private static final long NANOS_PER_MILLI = 1_000_000;

    Options {
        hosts = List.copyOf(hosts);
    }

    static Options parse(List<String> arguments) {
        int rank = -1;
        int size = 0;
        Path directory = null;
        int port = 0;
        List<String> hosts = List.of();
        int repetitions = 11;
        long runMillis = 20;
        long warmMillis = 300;
        Set<String> rows = Set.of();
        String only = "";
        for (int i = 0; i < arguments.size(); i += 2) {
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(arguments.get(i) + " needs a value; " + USAGE);
            }
            String value = arguments.get(i + 1);
            switch (arguments.get(i)) {
                case "--rank" -> rank = Integer.parseInt(value);
                case "--size" -> size = Integer.parseInt(value);
                case "--directory" -> directory = Path.of(value);
                case "--port" -> port = Integer.parseInt(value);
                case "--hosts" -> hosts = List.of(value.split(","));
                case "--rows" -> rows = value.isEmpty() ? Set.of() : Set.copyOf(List.of(value.split(",")));
                case "--only" -> only = value;
                case "--repetitions" -> repetitions = Integer.parseInt(value);
                case "--run-ms" -> runMillis = Long.parseLong(value);
                case "--warm-ms" -> warmMillis = Long.parseLong(value);
                default ->
                    throw new IllegalArgumentException("unknown option " + arguments.get(i) + "; " + USAGE);
            }
        }
        if (rank < 0 || rank >= size || directory == null) {
            throw new IllegalArgumentException("rank " + rank + " of " + size + " in directory " + directory + "; "
                    + USAGE);
        }
        Timing timing = new Timing(repetitions, runMillis * NANOS_PER_MILLI, warmMillis * NANOS_PER_MILLI);
        return new Options(rank, size, directory, port, hosts, timing, new RowChoice(rows, only));
    }

    /** Where a rank is reached: neighbours in number share a host. */
    String host(int ofRank) {
        return hosts.isEmpty() ? "localhost" : hosts.get(ofRank * hosts.size() / size);
    }

    /** The programs for two ranks say so. */
    void needTwoRanks() {
        if (size != 2) {
            throw new IllegalArgumentException("this program is for 2 ranks, and not for " + size + "; " + USAGE);
        }
    }
}
