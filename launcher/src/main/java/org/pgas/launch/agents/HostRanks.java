package org.pgas.launch.agents;

/**
 * The ranks of a job that run on one host.
 *
 * @param host its name or address, as people have given it, with the user there if they have named one
 * @param first the lowest rank
 * @param count how many ranks, in order from there; above 0
 */
public record HostRanks(String host, int first, int count) {
    /** For people: "host b (rank 4)", "host b (ranks 4-7)". */
    public String text() {
        return "host " + host + (count == 1 ? " (rank " + first + ")" : " (ranks " + first + "-" + last() + ")");
    }

    /** Its address, or its name, without the user that may be in front. */
    public String address() {
        return host.substring(host.indexOf('@') + 1);
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
