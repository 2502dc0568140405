package org.pgas.launch.agents;

/**
 * The ranks of a job that run on one host.
 *
 * @param host for people, its name or address as they have given it, with the user there if they have named one
 * @param address its address, or its name
 * @param first the lowest rank
 * @param count how many ranks, in order from there; above 0
 */
public record HostRanks(String host, String address, int first, int count) {
    /** A host that people have named, with the user in front if they have named one. */
    public HostRanks(String host, int first, int count) {
        this(host, host.substring(host.indexOf('@') + 1), first, count);
    }

    /** For people: "host b (rank 4)", "host b (ranks 4-7)". */
    public String text() {
        return "host " + host + (count == 1 ? " (rank " + first + ")" : " (ranks " + first + "-" + last() + ")");
    }

    /** The highest rank. */
    public int last() {
        return first + count - 1;
    }

    /** Whether a rank is one of these. */
    public boolean has(int rank) {
        return rank >= first && rank <= last();
    }
}
