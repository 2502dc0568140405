package org.pgas.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A wait that was not over after the first spins. */
@Name("pgas.Wait")
@Label("Wait")
@Description("A thread waited in the library, for longer than its first spins; it has handled messages meanwhile")
@Category("PGAS")
@Enabled(false)
@Threshold("20 us")
@StackTrace(true)
public final class WaitEvent extends RankEvent {
    private static final WaitEvent PROBE = new WaitEvent();

    @Label("For")
    @Description("What it waited for, as it stood when the wait began")
    String what;

    @Label("Activity")
    @Description("What the rank was shown to be doing meanwhile")
    String activity;

    @Label("Awaited")
    @Description("Job rank that it waited for when it began, the lowest of several; -1 when none is known")
    int awaited;

    @Label("Awaited ranks")
    @Description("How many ranks it waited for when it began")
    int awaitedRanks;

    /** One that begins now, or null when none are recorded. */
    static WaitEvent start() {
        return PROBE.isEnabled() ? begun(new WaitEvent()) : null;
    }

    /** At the beginning of the wait. {@code missing}: job ranks in ascending order. */
    public void describe(String itsWhat, String itsActivity, int[] missing) {
        what = itsWhat;
        activity = itsActivity;
        awaited = missing.length == 0 ? -1 : missing[0];
        awaitedRanks = missing.length;
    }

    public void finish(Origin origin) {
        if (isKept(origin)) {
            commit();
        }
    }
}
