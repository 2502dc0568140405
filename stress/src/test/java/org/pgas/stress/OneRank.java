package org.pgas.stress;

import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.Setting;
import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * A job of one rank, for tests of what waits as a job does. Its files are beside the results, and gone when the JVM
 * ends.
 */
public final class OneRank {
    private static final Job JOB = Job
            .join(JobConfig.builder().set(Setting.DIR, System.getProperty("java.io.tmpdir")).build());

    private OneRank() {}

    public static Job job() {
        return JOB;
    }

    public static Team world() {
        return JOB.world();
    }

    /** The offset in its segment of that many bytes, all zero, for a state. */
    public static long take(long bytes) {
        return Places.SLAB.place(bytes) - Places.BASE;
    }

    public static long address(long offset) {
        return Places.BASE + offset;
    }

    /** Attached when the first place is asked for. */
    private static final class Places {
        static final long BASE = base();
        static final Slab SLAB = new Slab(BASE);

        private static long base() {
            JOB.attach(Slab.SLAB_BYTES);
            return TeamCore.of(JOB.world()).addresses().address(0, 0, Slab.SLAB_BYTES);
        }
    }
}
