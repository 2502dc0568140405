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
    }

    /** Collective once the team is there. */
    void free() {
        if (team != null) {
            team.unpublish(endpoint);
            team.destroy();
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
