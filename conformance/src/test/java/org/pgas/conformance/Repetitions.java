package org.pgas.conformance;

import org.pgas.Job;

/** How often a test repeats what it does. */
public final class Repetitions {
    private Repetitions() {}

    /** Fewer between neighbourhoods, where each takes longer, and what differs from one to the next is tried in one. */
    public static int of(Job job, int inOne, int between) {
        return job.position().neighbourhoods() == 1 ? inOne : between;
    }
}
