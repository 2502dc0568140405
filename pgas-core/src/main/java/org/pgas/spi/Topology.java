package org.pgas.spi;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the ranks of a job run: on which host each, and in which neighbourhood. Ranks of a neighbourhood are on one
 * host, and reach each other's memory with loads and stores. Both are numbered from 0 on, in the order of their lowest
 * ranks. Immutable.
 */
public final class Topology {
    private final int[] hosts;
    private final int[] neighbourhoods;

    private Topology(int[] hosts, int[] neighbourhoods) {
        this.hosts = hosts;
        this.neighbourhoods = neighbourhoods;
    }

    /** All ranks on one host, in one neighbourhood. */
    public static Topology ofOneHost(int size) {
        int[] zeros = new int[size];
        return new Topology(zeros, zeros);
    }

    /** All ranks on one host, dealt to neighbourhoods in their order; the sizes of these differ by one at most. */
    public static Topology ofNeighbourhoods(int size, int neighbourhoods) {
        if (neighbourhoods == 1) {
            return ofOneHost(size);
        }
        int[] dealt = IntStream.range(0, size).map(rank -> (int) ((long) rank * neighbourhoods / size)).toArray();
        return of(new int[size], dealt);
    }

    /**
     * Several hosts, each of them one neighbourhood.
     *
     * @param counts how many ranks each host has, in the order of ranks; all above 0
     */
    public static Topology ofHosts(int... counts) {
        int[] numbers = IntStream.range(0, counts.length).flatMap(host -> IntStream.generate(() -> host)
                .limit(counts[host])).toArray();
        return new Topology(numbers, numbers);
    }

    /**
     * By rank. The arrays are copied.
     *
     * @throws IllegalArgumentException when the lengths differ, a number is not as the class says, or a neighbourhood
     *         is on two hosts
     */
    public static Topology of(int[] hosts, int[] neighbourhoods) {
        if (hosts.length != neighbourhoods.length) {
            throw new IllegalArgumentException(hosts.length + " hosts, " + neighbourhoods.length + " neighbourhoods");
        }
        checkNumbered("hosts", hosts);
        checkNumbered("neighbourhoods", neighbourhoods);
        int[] hostOf = new int[count(neighbourhoods)];
        Arrays.fill(hostOf, -1);
        for (int rank = 0; rank < hosts.length; rank++) {
            int neighbourhood = neighbourhoods[rank];
            if (hostOf[neighbourhood] >= 0 && hostOf[neighbourhood] != hosts[rank]) {
                throw new IllegalArgumentException("neighbourhood " + neighbourhood + " is on hosts "
                        + hostOf[neighbourhood] + " and " + hosts[rank]);
            }
            hostOf[neighbourhood] = hosts[rank];
        }
        return new Topology(hosts.clone(), neighbourhoods.clone());
    }

    private static void checkNumbered(String what, int[] numbers) {
        int next = 0;
        for (int number : numbers) {
            if (number < 0 || number > next) {
                throw new IllegalArgumentException(what + " " + Arrays.toString(numbers)
                        + " are not numbered from 0 on in the order of their lowest ranks");
            }
            next = Math.max(next, number + 1);
        }
    }

    private static int count(int[] numbers) {
        int most = -1;
        for (int number : numbers) {
            most = Math.max(most, number);
        }
        return most + 1;
    }

    /** How many ranks the job has. */
    public int size() {
        return hosts.length;
    }

    /** How many hosts the job has. */
    public int hosts() {
        return count(hosts);
    }

    /** The host of a rank. */
    public int host(int rank) {
        return hosts[rank];
    }

    /** The ranks on the same host as {@code rank}, itself included, ascending. */
    public int[] ranksOnHostOf(int rank) {
        return alike(hosts, rank);
    }

    /** Whether the ranks on the host of {@code rank}, this one's own, are more than the processors that it may use. */
    public boolean isCrowded(int rank) {
        return ranksOnHostOf(rank).length > Runtime.getRuntime().availableProcessors();
    }

    /** How many neighbourhoods the job has. */
    public int neighbourhoods() {
        return count(neighbourhoods);
    }

    /** The neighbourhood of a rank. */
    public int neighbourhood(int rank) {
        return neighbourhoods[rank];
    }

    /** For people: "rank 2", and in a job of several neighbourhoods "rank 2 of neighbourhood 1". */
    public String describe(int rank) {
        return describe(rank, neighbourhoods() > 1 ? neighbourhood(rank) : -1);
    }

    /** The same by a caller that knows the neighbourhood otherwise; -1 when it is not known, or the only one. */
    public static String describe(int rank, int neighbourhood) {
        return "rank " + rank + (neighbourhood < 0 ? "" : " of neighbourhood " + neighbourhood);
    }

    /** Whether no rank of its neighbourhood is below that rank. */
    public boolean isFirstNeighbour(int rank) {
        for (int other = 0; other < rank; other++) {
            if (neighbourhoods[other] == neighbourhoods[rank]) {
                return false;
            }
        }
        return true;
    }

    /** The ranks in the same neighbourhood as {@code rank}, itself included, ascending. */
    public int[] neighboursOf(int rank) {
        return alike(neighbourhoods, rank);
    }

    /** The ranks of all other neighbourhoods than that of {@code rank}, ascending. */
    public int[] ranksElsewhere(int rank) {
        return IntStream.range(0, neighbourhoods.length).filter(other -> neighbourhoods[other] != neighbourhoods[rank])
                .toArray();
    }

    private static int[] alike(int[] numbers, int rank) {
        return IntStream.range(0, numbers.length).filter(other -> numbers[other] == numbers[rank]).toArray();
    }
}
