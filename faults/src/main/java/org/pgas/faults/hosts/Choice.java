package org.pgas.faults.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.pgas.faults.work.Workload;

/**
 * One trial, all of which comes from its seed.
 *
 * @param counts ranks of each host
 * @param victim the host that is hit, or has the process that is
 * @param delayMillis from the moment until it is done
 * @param lastsMillis how long what is over by itself lasts
 */
record Choice(long seed, Deed deed, Moment moment, Workload workload, List<Integer> counts, int victim,
        int delayMillis, int lastsMillis) {
    private static final int PERCENT = 100;

    /** Those that go on for ever, and need no file that all hosts have. */
    private static final List<Workload> WORKLOADS = List.of(Workload.values()).stream()
            .filter(each -> each.endless() && each != Workload.JOURNAL).toList();

    static Choice of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Deed deed = deed(random.nextInt(PERCENT));
        int when = random.nextInt(PERCENT);
        Moment moment = when < 35 ? Moment.STARTING
                : when < 80 || deed.goesOn() || deed.isAllAlong() ? Moment.RUNNING : Moment.LEAVING;
        Workload workload = moment == Moment.LEAVING ? Workload.LEAVING
                : WORKLOADS.get(random.nextInt(WORKLOADS.size()));
        int hosts = random.nextInt(4) == 0 ? 3 : 2;
        List<Integer> counts = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            counts.add(hosts == 2 ? 1 + random.nextInt(2) : 1);
        }
        int delayMillis = random.nextInt(moment == Moment.STARTING ? 700 : 120);
        return new Choice(seed, deed, deed.isAllAlong() ? Moment.RUNNING : moment, workload, List.copyOf(counts),
                random.nextInt(hosts), delayMillis, random.nextInt(100, 600));
    }

    private static Deed deed(int percent) {
        int[] bounds = {14, 21, 35, 48, 58, 65, 70, 79, 88, 91, 94, 96, PERCENT};
        return Deed.values()[(int) IntStream.of(bounds).filter(bound -> bound <= percent).count()];
    }

    int hosts() {
        return counts.size();
    }

    int ranks() {
        return counts.stream().mapToInt(Integer::intValue).sum();
    }

    /** The host of a rank. */
    int hostOf(int rank) {
        int host = 0;
        int last = counts.getFirst();
        while (rank >= last) {
            host++;
            last += counts.get(host);
        }
        return host;
    }

    /** Whether that rank gets the signal: one of the host, or one of each host. */
    boolean hits(int rank) {
        boolean isFirst = rank == 0 || hostOf(rank - 1) != hostOf(rank);
        return isFirst && switch (deed) {
            case RANK, STOPPED_RANK -> hostOf(rank) == victim;
            case RANKS -> true;
            default -> false;
        };
    }

    /** The hosts that the launcher, on the first one, loses. */
    List<Integer> lost() {
        boolean isCut = deed == Deed.LINK || deed == Deed.PARTITION;
        return isCut && victim == 0 ? IntStream.range(1, hosts()).boxed().toList() : List.of(victim);
    }

    /** The line of the table. */
    String kind() {
        return deed.isAllAlong() ? deed.words() : deed.words() + ", " + moment.words();
    }

    /** All choices, for people. */
    String words() {
        return kind() + ": " + workload + " with " + counts + " ranks on hosts, at host " + victim + ", "
                + delayMillis + " ms after that" + (deed.goesOn() ? ", for " + lastsMillis + " ms" : "");
    }
}
