package org.pgas.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A rank's part in a barrier. */
@Name("pgas.Barrier")
@Label("Barrier")
@Description("A rank's part in a barrier, from its arrival until it knows that all have arrived")
@Category("PGAS")
@Enabled(false)
@Threshold("10 us")
@StackTrace(false)
public final class BarrierEvent extends RankEvent {
    private static final BarrierEvent PROBE = new BarrierEvent();

    @Label("Kind")
    @Description("barrier or named barrier")
    String kind;

    @Label("Team")
    @Description("Job ranks of the members; all when they are all ranks in order")
    String team;

    @Label("Phase")
    @Description("Which one of the team's barriers of this kind, from 1; the same on all members")
    long phase;

    @Label("Split")
    @Description("Whether arrival and wait were two calls: the thread may have computed between them, and another "
            + "one may have waited")
    boolean split;

    /** One that begins now, or null when none are recorded. */
    static BarrierEvent start() {
        return PROBE.isEnabled() ? begun(new BarrierEvent()) : null;
    }

    public void finish(Origin origin, String itsKind, int[] members, int jobSize, long itsPhase, boolean isSplit) {
        if (isKept(origin)) {
            kind = itsKind;
            team = Origin.team(members, jobSize);
            phase = itsPhase;
            split = isSplit;
            commit();
        }
    }
}
