package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * What this rank has taken for a window, and gives back with it: words in the area, an endpoint, a segment, a team, and
 * what it has attached.
 */
final class WindowResources {
    private static final long NOTHING = -1;

    private final Job job;
    private long control = NOTHING;
    private Endpoint endpoint;

    /** Made for the window; null when it is over memory that was there. */
    private Segment segment;

    /** What peers reach by messages; null if there is none. */
    private MemorySegment local;

    private Team team;

    /** What is attached to the window; null unless it is dynamic. */
    private DynamicMemory dynamic;

    /** Whether this rank's part is memory that ends with the window. */
    private boolean isOwn;

    /** Whether some part of the window is reached by messages. */
    private boolean served;

    /** Whether ranks elsewhere serve what this one sends them while they compute. */
    private boolean sendsServed;

    WindowResources(Job job) {
        this.job = job;
    }

    void makeControl(long bytes) {
        control = TeamCore.of(job.world()).area().allocate(bytes);
    }

    /** Place of the control words. */
    long control() {
        return control;
    }

    Endpoint makeEndpoint() {
        endpoint = job.endpoints().create(Capabilities.ALL);
        return endpoint;
    }

    /**
     * A segment of the window's own, bound to its endpoint; none for 0 bytes, such as where another rank has it all.
     */
    void allocate(long bytes) {
        isOwn = true;
        if (bytes > 0) {
            segment = job.segments().create(bytes);
            endpoint.bind(segment);
        }
    }

    /**
     * Binds memory of the program's that every thread may write; answers its offset in what is bound, or -1 when peers
     * reach it by messages.
     */
    long bind(MemorySegment memory) {
        if (memory.byteSize() == 0) {
            return 0;
        }
        Segment found = find(job, memory);
        if (found != null) {
            endpoint.bind(found);
            return offset(found, memory);
        }
        segment = job.segments().create(memory);
        local = memory;
        return -1;
    }

    /** The segment of this rank that peers can map and that has all of {@code memory}; null if there is none. */
    static Segment find(Job job, MemorySegment memory) {
        Segment attached = job.endpoint().segment();
        if (attached != null && offset(attached, memory) >= 0) {
            return attached;
        }
        for (Segment each : job.segments().list()) {
            if (offset(each, memory) >= 0) {
                return each;
            }
        }
        return null;
    }

    /** Where in a mapped segment {@code memory} lies; -1 when it does not. */
    private static long offset(Segment segment, MemorySegment memory) {
        if (!segment.isMapped() || !memory.isNative()) {
            return -1;
        }
        long offset = memory.address() - segment.local().address();
        return offset >= 0 && offset <= segment.size() - memory.byteSize() ? offset : -1;
    }

    /** Refuses memory that handlers, which run on any thread, could not write. */
    static void checkAttachable(WindowCore core, String call, MemorySegment memory) {
        if (memory == null || memory.byteSize() == 0) {
            throw core.refusals.bad(call, "there is no memory in what was given");
        }
        String refusal = refusal(memory);
        if (refusal != null) {
            throw core.refusals.bad(call, refusal);
        }
    }

    /** Why not every thread can write {@code memory}; null if it can. */
    static String refusal(MemorySegment memory) {
        if (!memory.isReadOnly() && memory.scope().isAlive() && memory.isAccessibleBy(new Thread())) {
            return null;
        }
        return "the memory is "
                + (memory.isReadOnly() ? "read-only"
                        : !memory.scope().isAlive() ? "of a closed arena"
                                : "confined to a thread")
                + ": give an array, or native memory that every thread may write";
    }

    MemorySegment local() {
        return local;
    }

    /** By what name peers find {@link #local} to reach it without messages; 0 when they cannot. */
    long ticket() {
        return local == null ? 0 : TeamCore.of(job.world()).ticket(segment);
    }

    /** Some part of the window is reached by messages: this rank takes in requests, or answers, in all calls. */
    void serve() {
        served = true;
        TeamCore.of(job.world()).serving().begin();
    }

    /** Ranks of other neighbourhoods are to carry out this rank's operations also while they compute. */
    void sendServed() {
        sendsServed = true;
        TeamCore.of(job.world()).serving().byOthers(endpoint.index(), true);
    }

    /** The window's team is there. */
    void made(Team made) {
        team = made;
    }

    /** What the window's endpoint tells of it, and what is attached to it, null unless it is dynamic. */
    void tell(WindowCore core, DynamicMemory attached) {
        dynamic = attached;
        endpoint.clientData(WindowUse.of(core, local, attached));
    }

    /**
     * What keeps {@code memory}, this rank's part, from being given back, and how to end that; null if nothing does.
     */
    String use(MemorySegment memory) {
        return local == null && isOwn ? WindowUse.find(job, memory, segment, endpoint) : null;
    }

    /** Gives everything back. Collective once the team is there. */
    void free() {
        if (served) {
            served = false;
            TeamCore.of(job.world()).serving().end();
        }
        if (sendsServed) {
            sendsServed = false;
            TeamCore.of(job.world()).serving().byOthers(endpoint.index(), false);
        }
        if (team != null) {
            team.unpublish(endpoint);
            team.destroy();
        }
        if (dynamic != null) {
            dynamic.close();
        }
        if (endpoint != null) {
            AttachedSegments.end(endpoint);
        }
        if (segment != null) {
            segment.destroy();
        }
        if (control != NOTHING) {
            TeamCore.of(job.world()).area().free(control);
        }
    }
}
