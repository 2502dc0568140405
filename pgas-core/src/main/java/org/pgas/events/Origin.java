package org.pgas.events;

/**
 * The rank that emits events, and the size from which on its transfers are events.
 *
 * @param job the job's name
 * @param rank the job rank that emits them
 * @param leastBytes transfers of fewer bytes are no events
 */
public record Origin(String job, int rank, long leastBytes) {
    /** Unless setting {@code pgas.events.bytes} says otherwise. A copy of so many bytes takes some microseconds. */
    public static final long LEAST_BYTES = 64 << 10;

    private static final int MOST_NAMED = 16;

    /** Members of a team, for {@code team} fields: "all" if all ranks in order, else job ranks, as in "0,2,5". */
    public static String team(int[] jobRanks, int jobSize) {
        boolean all = jobRanks.length == jobSize;
        StringBuilder text = new StringBuilder();
        for (int member = 0; member < jobRanks.length; member++) {
            all &= jobRanks[member] == member;
            if (member < MOST_NAMED) {
                text.append(member == 0 ? "" : ",").append(jobRanks[member]);
            }
        }
        if (jobRanks.length > MOST_NAMED) {
            text.append(",... (").append(jobRanks.length).append(" ranks)");
        }
        return all ? "all" : text.toString();
    }
}
