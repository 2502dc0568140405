package org.pgas.examples;

import org.pgas.Job;
import org.pgas.coll.Collectives;

/** How much memory a program takes that was not told how much. */
final class RoomOfJob {
    private RoomOfJob() {}

    /** Half of what every rank could attach, in whole pages, the same on all ranks. Collective, before attach. */
    static long half(Job job) {
        long half = job.maxGlobalSegmentSize() / 2 / job.pageBytes() * job.pageBytes();
        // others take room meanwhile, so that ranks may have seen different rooms
        return Collectives.of(job.world()).broadcast(0, half);
    }
}
