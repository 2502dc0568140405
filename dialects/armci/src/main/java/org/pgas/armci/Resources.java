package org.pgas.armci;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.atomics.ArmciRmw;
import org.pgas.heap.SharedHeap;

/** What this process has taken, and gives back at the end: an endpoint, a segment, a team, atomic domains, a heap. */
final class Resources {
    private final Job job;
    private Endpoint endpoint;
    private Segment segment;
    private Team team;
    private ArmciRmw rmw;
    private SharedHeap heap;

    Resources(Job job) {
        this.job = job;
    }

    /** What may fail on one process alone. */
    void take(long bytes) {
        endpoint = job.endpoints().create(Capabilities.ALL);
        segment = job.segments().create(bytes);
        endpoint.bind(segment);
    }

    int endpointIndex() {
        return endpoint.index();
    }

    long bytes() {
        return segment.size();
    }

    /** Collective. */
    void join(List<Endpoint.Location> members) {
        team = job.world().create(members, TeamFlags.RANK_IS_JOBRANK).get(0);
        team.publish(endpoint);
        rmw = ArmciRmw.create(team);
    }

    void layHeap(long offset, long bytes) {
        heap = SharedHeap.initialise(team, team.rank(), offset, bytes);
    }

    Team team() {
        return team;
    }

    ArmciRmw rmw() {
        return rmw;
    }

    SharedHeap heap() {
        return heap;
    }

    MemorySegment memory() {
        return segment.local();
    }

    /** Whether the job has not taken it, as its close does. */
    boolean isThere() {
        return endpoint.segment() != null;
    }

    /** Gives everything back, or all but what is still in use. Collective once the team is there. */
    void free(Ending ending) {
        if (heap != null) {
            ending.step(heap::close);
        }
        if (rmw != null) {
            ending.step(rmw::destroy);
        }
        boolean[] leftTeam = {team == null};
        if (team != null) {
            ending.step(() -> team.unpublish(endpoint));
            ending.step(() -> {
                team.destroy();
                leftTeam[0] = true;
            });
        }
        if (endpoint != null && endpoint.segment() != null) {
            ending.step(endpoint::unbind);
        }
        // a team that is still in use keeps its endpoint until the job is closed
        if (endpoint != null && leftTeam[0]) {
            ending.step(endpoint::destroy);
        }
        if (segment != null) {
            ending.step(segment::destroy);
        }
    }
}
