package org.pgas.arrays;

import java.lang.foreign.MemorySegment;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.refusal.Refusals;

/** The memory of an array, and what this rank has taken for it and gives back: an endpoint, a segment, a team. */
final class ArrayMemory {
    /** Of the array's class, for messages. */
    final String name;

    /** That the array was created with. */
    private final Team parent;

    /** It knows its sides. */
    final GridDistribution grid;
    final int elementBytes;
    private Team team;
    private long base;

    /** Null of memory that was there. */
    private Endpoint endpoint;

    private Segment segment;

    private boolean published;

    ArrayMemory(String name, Team parent, GridDistribution grid, int elementBytes) {
        this.name = name;
        this.parent = parent;
        this.grid = grid;
        this.elementBytes = elementBytes;
    }

    /** Makes memory for {@code bytes} bytes; may fail on one rank alone. */
    void take(long bytes) {
        Job job = parent.job();
        endpoint = job.endpoints().create(Capabilities.ALL);
        segment = job.segments().create(Math.max(1, bytes));
        endpoint.bind(segment);
    }

    int endpointIndex() {
        return endpoint.index();
    }

    /** The team of what every rank has taken. */
    void joined(Team made) {
        team = made;
        team.publish(endpoint);
        published = true;
    }

    /** In the segments bound to the endpoints of the parent team, from {@code offset} on. */
    void placed(long offset) {
        team = parent;
        base = offset;
    }

    /** Whether there is nothing to give back, any more. */
    boolean isFree() {
        return endpoint == null;
    }

    /** Gives back what was taken. Collective once the team is there; if refused, another call gives back the rest. */
    void free() {
        if (isFree()) {
            return;
        }
        if (team == null) {
            freeOwn();
            return;
        }
        try {
            if (published) {
                published = false;
                team.unpublish(endpoint);
            }
        } finally {
            team.destroy();
            freeOwn();
        }
    }

    /** The job has given back everything. */
    void ended() {
        endpoint = null;
    }

    private void freeOwn() {
        if (endpoint.segment() != null) {
            endpoint.unbind();
        }
        endpoint.destroy();
        endpoint = null;
        if (segment != null) {
            segment.destroy();
        }
    }

    Team team() {
        return team;
    }

    long base() {
        return base;
    }

    /** This rank's rows, one behind the other, to its last element; empty when it has none. */
    MemorySegment local() {
        int rank = team.rank();
        long rows = grid.localRows(rank);
        long columns = grid.localColumns(rank);
        long elements = rows == 0 || columns == 0 ? 0 : (rows - 1) * grid.lead() + columns;
        return team.endpoint().segment().local().asSlice(base, elements * elementBytes);
    }

    PgasException bad(String call, String what) {
        return error(ErrorCode.BAD_ARGUMENT, call, what);
    }

    PgasException error(ErrorCode code, String call, String what) {
        return Refusals.of(parent.job().rank()).error(code, name + "." + call, what);
    }
}
