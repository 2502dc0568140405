package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Segment;

/**
 * The client data of an endpoint of a window. They say what uses the memory that is bound to it, to a thread that wants
 * to give that memory back.
 *
 * @param what uses it
 * @param remedy what ends that
 * @param memory this rank's part, if peers reach it by messages; else null
 * @param dynamic what is attached to the window, which may be of that memory too; null of a window that is not dynamic
 */
record WindowUse(String what, String remedy, MemorySegment memory, DynamicMemory dynamic) {
    /** Of a window. {@code memory} is its part of this rank if peers reach that by messages; else null. */
    static WindowUse of(WindowCore core, MemorySegment memory, DynamicMemory dynamic) {
        return dynamic != null ? new WindowUse(attached(core), "detach it first (Window.detach)", null, dynamic)
                : new WindowUse(
                        "a window of " + core.size() + " ranks over " + core.parts[core.rank].bytes
                                + " bytes of it, made by Window.create",
                        "free that window first (Window.free)", memory, null);
    }

    static WindowUse ofAttached(WindowCore core) {
        return new WindowUse(attached(core), "detach it first (Window.detach)", null, null);
    }

    private static String attached(WindowCore core) {
        return "what is attached to a dynamic window of " + core.size() + " ranks";
    }

    /**
     * What uses {@code memory}, which is all of {@code segment} if that is not null, and how to end that, such as "it
     * is used by ...: free that window first (Window.free)"; null when nothing does but
     * {@code except}, which may be null.
     */
    static String find(Job job, MemorySegment memory, Segment segment, Endpoint except) {
        for (Endpoint endpoint : job.endpoints().list()) {
            String found = endpoint == except ? null : find(endpoint, memory, segment);
            if (found != null) {
                return found;
            }
        }
        for (Segment each : job.segments().list()) {
            if (isOver(each, memory)) {
                return "it is used by a segment of " + each.size()
                        + " bytes over it: destroy that first (Segment.destroy)";
            }
        }
        return null;
    }

    private static String find(Endpoint endpoint, MemorySegment memory, Segment segment) {
        WindowUse use = endpoint.clientData() instanceof WindowUse known ? known : null;
        Segment bound = endpoint.segment();
        if (bound != null && (bound == segment || isOver(bound, memory))) {
            return "it is used by " + (use == null ? endpoint + ", to which it is bound: unbind it there first "
                    + "(Endpoint.unbind)" : use.what + ": " + use.remedy);
        }
        return use != null && use.hasPartOf(memory) ? "it is used by " + use.what + ": " + use.remedy : null;
    }

    private boolean hasPartOf(MemorySegment other) {
        return memory != null && memory.asOverlappingSlice(other).isPresent()
                || dynamic != null && dynamic.hasAttached(other);
    }

    /** Whether memory of the program's is a segment. */
    private static boolean isOver(Segment segment, MemorySegment memory) {
        return !segment.isMapped() && segment.local().asOverlappingSlice(memory).isPresent();
    }
}
