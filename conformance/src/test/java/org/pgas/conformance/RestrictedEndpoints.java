package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Capabilities;
import org.pgas.Endpoints;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.Segment;
import org.pgas.Segments;

/**
 * The calls of endpoints, segments and kinds, for {@link RestrictedCallsTest}: queries are legal, what makes, binds and
 * ends is not.
 */
final class RestrictedEndpoints {
    static final List<Class<?>> TYPES = List.of(Endpoints.class, Segments.class, Segment.class, MemoryKind.class);

    static final Set<String> LEGAL = Set.of("Endpoint.isDestroyed", "Endpoint.toString",
            "Endpoints.get",
            "Endpoints.list", "Endpoints.most", "Endpoints.capabilities", "Job.segments", "Segments.list",
            "Segments.most", "Segment.job", "Segment.owner", "Segment.kind", "Segment.isMapped", "Segment.size",
            "Segment.local", "Segment.isDestroyed", "Segment.clientData", "MemoryKind.create", "MemoryKind.destroy",
            "MemoryKind.memoryClass", "MemoryKind.file", "MemoryKind.job", "MemoryKind.segmentCount",
            "MemoryKind.isDestroyed", "MemoryKind.toString");

    private RestrictedEndpoints() {}

    /** The calls by name; what follows a blank tells forms of one name apart. Of null, for the names. */
    static Map<String, Executable> illegal(Job job) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("Endpoints.create", () -> job.endpoints().create(Capabilities.ALL));
        calls.put("Endpoints.create with flags", () -> job.endpoints().create(Capabilities.ALL, 0));
        calls.put("Endpoint.bind", () -> job.endpoint().bind(job.endpoint().segment()));
        calls.put("Endpoint.unbind", () -> job.endpoint().unbind());
        calls.put("Endpoint.destroy", () -> job.endpoint().destroy());
        calls.put("Segments.create", () -> job.segments().create(4096));
        calls.put("Segments.create of a kind", () -> job.segments().create(4096, MemoryKind.HOST));
        calls.put("Segments.create of client memory",
                () -> job.segments().create(MemorySegment.ofArray(new byte[8])));
        calls.put("Segment.sync", () -> job.endpoint().segment().sync());
        calls.put("Segment.destroy", () -> job.endpoint().segment().destroy());
        calls.put("Team.publish", () -> job.world().publish(job.endpoint()));
        calls.put("Team.unpublish", () -> job.world().unpublish(job.endpoint()));
        return calls;
    }
}
