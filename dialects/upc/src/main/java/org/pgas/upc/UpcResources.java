package org.pgas.upc;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.Team;

/** What this thread has taken, and gives back at the end: an endpoint, a segment, a team. */
final class UpcResources {
    private final Job job;
    private Endpoint endpoint;
    private Segment segment;
    private Team team;

    /** Others may have been told of the endpoint. */
    private boolean isTold;

    UpcResources(Job job) {
        this.job = job;
    }

    Endpoint make(long bytes) {
        endpoint = job.endpoints().create(Capabilities.ALL);
        segment = job.segments().create(bytes);
        endpoint.bind(segment);
        return endpoint;
    }

    void made(Team own) {
        team = own;
        isTold = true;
    }

    /** Collective once the team is there: waits for all. A refusal, on all threads, leaves everything as before. */
    void endTeam() {
        if (team != null) {
            team.destroy();
            team = null;
        }
    }

    /** Collective once the team was there. */
    void free() {
        endTeam();
        if (isTold) {
            job.world().unpublish(endpoint);
            isTold = false;
        }
        if (endpoint != null) {
            if (endpoint.segment() != null) {
                endpoint.unbind();
            }
            endpoint.destroy();
        }
        if (segment != null) {
            segment.destroy();
        }
    }
}
