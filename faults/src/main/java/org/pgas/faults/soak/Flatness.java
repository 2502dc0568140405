package org.pgas.faults.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.pgas.faults.Detail;

/** Judges the series of one rank. */
final class Flatness {
    private static final double MIB = 1 << 20;

    /** Latencies: the machine is noisy, and a drift that matters does not stop at this. */
    private static final double FACTOR = 3;
    private static final double SLACK_NANOS = 5_000;

    /** Address ranges of closed segments rest before they are used again; so these grow until so much rests. */
    private static final double MOST_ADDRESSES = 3.0 * (1L << 40);

    /**
     * What has to be flat.
     *
     * @param kind as the table names it
     * @param noise that is no growth
     * @param perHour growth that is allowed
     */
    private record Bound(String kind, String title, double noise, double perHour) {
        /** "heap 1 MiB (2 MiB an hour)". */
        String text() {
            return title + " " + amount(noise) + (noise == perHour ? "" : " (" + amount(perHour) + " an hour)");
        }

        private static String amount(double number) {
            return number >= MIB ? String.format(Locale.ROOT, "%.0f MiB", number / MIB)
                    : number >= 1 << 10 ? String.format(Locale.ROOT, "%.0f KiB", number / (1 << 10))
                            : String.format(Locale.ROOT, "%.0f", number);
        }
    }

    /** Of the page tables a page stays for each GiB of addresses that rests; what is 512 times that is growth. */
    private static final List<Bound> BOUNDS = List.of(new Bound("heap flat", "heap", MIB, 2 * MIB),
            new Bound("metaspace flat", "metaspace", 2 * MIB, 2 * MIB),
            new Bound("loaded classes flat", "classes", 100, 100),
            new Bound("native memory flat", "native memory", MIB, MIB),
            new Bound("resident memory flat", "resident memory", 8 * MIB, 8 * MIB),
            new Bound("page tables flat", "page tables", 512 << 10, 2 * MIB),
            new Bound("mappings flat", "mappings", 40, 40),
            new Bound("files open flat", "files open", 4, 4),
            new Bound("threads flat", "threads", 4, 4),
            new Bound("area taken flat", "area taken", 64 << 10, 64 << 10),
            new Bound("area reserved flat", "area reserved", MIB, MIB),
            new Bound("shared memory flat", "shared memory", MIB, MIB));

    /** The JVM stops to compile when what it reserves is full. */
    private static final double MOST_CODE = 0.75;

    private Flatness() {}

    /** What is allowed, for people. */
    static String allowances() {
        return BOUNDS.stream().map(Bound::text).collect(Collectors.joining(", "));
    }

    /** What each series was found to be; nothing if there are too few rounds to say anything. */
    static List<Detail> details(String faultClass, int rank, SoakLog log) {
        List<Detail> details = new ArrayList<>();
        if (log.rounds() < Series.FEWEST_ROUNDS) {
            return details;
        }
        for (Bound each : BOUNDS) {
            if (rank == 0 || !each.title.equals("shared memory")) {
                details.add(detail(faultClass, rank, each.kind,
                        log.series(each.title).growth(each.noise, each.perHour)));
            }
        }
        double addresses = log.column("addresses")[log.rounds() - 1];
        details.add(detail(faultClass, rank, "addresses within bounds", addresses <= MOST_ADDRESSES ? ""
                : "has " + addresses + " bytes of addresses, more than " + MOST_ADDRESSES));
        double code = log.column("code")[log.rounds() - 1];
        double limit = MOST_CODE * log.column("code limit")[log.rounds() - 1];
        details.add(detail(faultClass, rank, "compiled code within bounds", code <= limit ? ""
                : "has " + code + " bytes of compiled code, more than " + limit));
        if (rank == 0) {
            for (String each : LatencyProbe.names()) {
                details.add(detail(faultClass, rank, "latency without drift: " + each,
                        log.series(each).drift(FACTOR, SLACK_NANOS)));
            }
        }
        return details;
    }

    private static Detail detail(String faultClass, int rank, String words, String wrong) {
        return new Detail(faultClass, words, wrong.isEmpty() ? "" : "rank " + rank + " " + wrong, -1);
    }

    /** The series of a rank, for people. */
    static String text(SoakLog log) {
        StringBuilder text = new StringBuilder();
        if (log.rounds() >= Series.FEWEST_ROUNDS) {
            BOUNDS.forEach(each -> text.append("  ").append(log.series(each.title)).append('\n'));
            text.append("  ").append(log.series("anonymous memory")).append('\n');
            text.append("  ").append(log.series("memory of compilers")).append('\n');
            text.append("  ").append(log.series("code")).append('\n');
            text.append("  ").append(log.series("addresses")).append('\n');
            for (String each : LatencyProbe.names()) {
                text.append("  ").append(log.series(each)).append(" (ns)\n");
            }
        }
        return text.toString();
    }
}
