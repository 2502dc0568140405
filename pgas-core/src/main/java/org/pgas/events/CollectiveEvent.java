package org.pgas.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A rank's part in a collective. */
@Name("pgas.Collective")
@Label("Collective")
@Description("A rank's part in a broadcast, gather, exchange, reduction or scan of a team of several, from its call "
        + "until its part is done")
@Category("PGAS")
@Enabled(false)
@Threshold("10 us")
@StackTrace(false)
public final class CollectiveEvent extends RankEvent {
    private static final CollectiveEvent PROBE = new CollectiveEvent();

    @Label("Call")
    @Description("Such as Collectives.broadcast, for the non-blocking form too")
    String call;

    @Label("Team")
    @Description("Job ranks of the members; all when they are all ranks in order")
    String team;

    @Label("Root")
    @Description("Job rank of the root; -1 of those without")
    int root;

    @Label("Bytes")
    @Description("Bytes of a block or an operand; 0 of those whose blocks differ")
    @DataAmount
    long bytes;

    @Label("Number")
    @Description("Which one of the team's collectives, the same on all members")
    long number;

    @Label("Split")
    @Description("Whether it was non-blocking: the thread may have computed until it synchronised, and another one "
            + "may have done that")
    boolean split;

    /** One that begins now, or null when none are recorded. */
    static CollectiveEvent start() {
        return PROBE.isEnabled() ? begun(new CollectiveEvent()) : null;
    }

    /** Ends it now. {@code rootMember} is a team rank or negative. */
    public void finish(Origin origin, String itsCall, int[] members, int jobSize, int rootMember, long itsBytes,
            long itsNumber, boolean isSplit) {
        if (isKept(origin)) {
            call = itsCall;
            team = Origin.team(members, jobSize);
            root = rootMember < 0 ? -1 : members[rootMember];
            bytes = itsBytes;
            number = itsNumber;
            split = isSplit;
            commit();
        }
    }
}
