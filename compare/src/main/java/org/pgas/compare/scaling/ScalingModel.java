package org.pgas.compare.scaling;

import java.util.List;
import java.util.Locale;

/** Prints the tables of docs/SCALING.md that come from the model. */
public final class ScalingModel {
    private static final List<Integer> RANKS = List.of(2, 4, 8, 16, 64, 256);
    private static final String USAGE = "usage: ScalingModel TRANSFER-NS OCCUPANCY-NS LOCAL-NS";

    private ScalingModel() {}

    /** Arguments: see the usage line. */
    public static void main(String[] arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException(USAGE);
        }
        CacheCosts costs = new CacheCosts(Double.parseDouble(arguments[0]), Double.parseDouble(arguments[1]),
                Double.parseDouble(arguments[2]));
        System.out.print(operations(costs));
        System.out.println();
        System.out.print(memory());
    }

    private static String operations(CacheCosts costs) {
        StringBuilder table = new StringBuilder("| operation | per |");
        RANKS.forEach(ranks -> table.append(" %d ranks |".formatted(ranks)));
        table.append("\n|---|---|").append("--:|".repeat(RANKS.size())).append('\n');
        for (Protocol protocol : Protocol.values()) {
            StringBuilder lines = new StringBuilder("| %s | lines moved |".formatted(protocol));
            StringBuilder nanos = new StringBuilder("| | ns |");
            for (int ranks : RANKS) {
                Simulation.Result result = Simulation.of(protocol, ranks, costs);
                lines.append(" %,d |".formatted(result.transfers()));
                nanos.append(String.format(Locale.ROOT, " %,.0f |", result.nanos()));
            }
            table.append(lines).append('\n').append(nanos).append('\n');
        }
        return table.toString();
    }

    private static String memory() {
        StringBuilder table = new StringBuilder("| shared memory beside the segments, KiB |");
        RANKS.forEach(ranks -> table.append(" %d ranks |".formatted(ranks)));
        table.append("\n|---|").append("--:|".repeat(RANKS.size())).append('\n');
        for (SharedFile file : SharedFile.values()) {
            table.append("| %s |".formatted(file));
            RANKS.forEach(ranks -> table.append(" %,d |".formatted(kibibytes(file.bytes(ranks)))));
            table.append('\n');
        }
        table.append("| all |");
        RANKS.forEach(ranks -> table.append(" %,d |".formatted(kibibytes(SharedFile.all(ranks)))));
        table.append("\n| for each rank |");
        RANKS.forEach(ranks -> table.append(" %,d |".formatted(kibibytes(SharedFile.all(ranks) / ranks))));
        return table.append('\n').toString();
    }

    private static long kibibytes(long bytes) {
        return (bytes + 1023) / 1024;
    }
}
