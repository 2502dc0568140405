package org.pgas.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A step in the life of a membership. */
@Name("pgas.Job")
@Label("Job")
@Description("A step in the life of a rank's membership in a job")
@Category("PGAS")
@Enabled(false)
@StackTrace(false)
public final class JobEvent extends RankEvent {
    private static final JobEvent PROBE = new JobEvent();

    /** The two clocks are read one after the other, again while something has come between. */
    private static final int MOST_READINGS = 5;

    private static final long CLOSE_NANOS = 1_000;

    @Label("Step")
    @Description("join, attach, leave or exit")
    String step;

    @Label("Size")
    @Description("Ranks of the job")
    int size;

    @Label("Value")
    @Description("Of attach, the bytes of the segment; of exit, the code; else 0")
    long value;

    @Label("Monotonic time")
    @Description("System.nanoTime() when the event began: a clock that all processes of the host share")
    long nanos;

    /** A step that has been taken now. */
    static void emit(Origin origin, String itsStep, int jobSize, long itsValue) {
        if (PROBE.isEnabled()) {
            JobEvent event = new JobEvent();
            event.readClocks();
            if (event.isKept(origin)) {
                event.step = itsStep;
                event.size = jobSize;
                event.value = itsValue;
                event.commit();
            }
        }
    }

    private void readClocks() {
        for (int i = 0; i < MOST_READINGS; i++) {
            long before = System.nanoTime();
            begin();
            long after = System.nanoTime();
            nanos = before + (after - before) / 2;
            if (after - before < CLOSE_NANOS) {
                return;
            }
        }
    }
}
