package org.pgas;

/**
 * What an endpoint can be used for: bits, to be combined by or.
 *
 * <p>Source: GASNet-EX Memory Kinds 3.2 (GEX_EP_CAPABILITY_*).
 */
public final class Capabilities {
    /** Transfers of {@link Rma}. */
    public static final int RMA = 1;

    /** Active Messages. */
    public static final int AM = 1 << 1;

    /** Vector, indexed and strided transfers. */
    public static final int VIS = 1 << 2;

    /** Barriers and collectives of teams that contain the endpoint. */
    public static final int COLL = 1 << 3;

    /** Atomic domains of teams that contain the endpoint. */
    public static final int AD = 1 << 4;

    /** All of them. The primordial endpoint has these. */
    public static final int ALL = RMA | AM | VIS | COLL | AD;

    private static final String[] NAMES = {"RMA", "AM", "VIS", "COLL", "AD"};

    private Capabilities() {}

    /**
     * Refuses {@code call} if some member's endpoint of a team was created without one of the capabilities. For the library's other
     * modules; not part of the API.
     *
     * @hidden
     */
    public static void check(Team team, String call, int capability) {
        TeamMembers members = team.members();
        for (int rank = 0; rank < members.size(); rank++) {
            check(team.job(), call, members.jobRank(rank), members.endpoint(rank), " (rank " + rank + " of the team)",
                    capability);
        }
    }

    /**
     * Refuses {@code call}, which uses an endpoint for one of the capabilities, if it lacks it. {@code name} says more of whose it is,
     * for people.
     */
    static void check(Job job, String call, int jobRank, int index, String name, int capability) {
        int has = job.endpoints().capabilities(jobRank, index);
        if ((has & capability) == 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": endpoint " + index
                    + " of rank " + jobRank + name
                    + (has == 0 ? " does not exist: create it there (Job.endpoints) before it is used"
                            : " was created without Capabilities." + toString(capability) + ": it has "
                                    + toString(has)));
        }
    }

    /** "RMA, AM", for messages; "none". */
    public static String toString(int capabilities) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((capabilities & 1 << bit) != 0) {
                text.append(text.isEmpty() ? "" : ", ").append(NAMES[bit]);
            }
        }
        return text.isEmpty() ? "none" : text.toString();
    }
}
