package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Mapped memory in a dynamic window. A segment of this rank in which something is attached has an endpoint of the
 * window's own, which peers reach by TM-pairs; they are told what they need for it in the
 * {@link DynamicTable}.
 */
final class AttachedSegments {
    private final WindowCore core;
    private final DynamicTable table;
    private final Job job;

    /** Those in which something of this rank is attached. Guarded by {@code this}. */
    private final Map<Segment, Binding> bindings = new HashMap<>();

    AttachedSegments(WindowCore core, DynamicTable table) {
        this.core = core;
        this.table = table;
        this.job = core.team.job();
    }

    /** What is bound for the attachments in one segment. */
    static final class Binding {
        private final Segment segment;
        private final Endpoint endpoint;
        private final long introduction;
        private final int introductionBytes;
        private int attachments;

        private Binding(Segment segment, Endpoint endpoint, long introduction, int introductionBytes) {
            this.segment = segment;
            this.endpoint = endpoint;
            this.introduction = introduction;
            this.introductionBytes = introductionBytes;
        }

        /** Writes the row of memory of the segment. */
        void write(long row, long base, MemorySegment memory, long stamp) {
            DynamicTable.write(row, base, memory.byteSize(), stamp, memory.address() - segment.local().address(),
                    introduction, introductionBytes, endpoint.index());
        }
    }

    /** For one more attachment, which {@link #release} ends; null of memory that peers cannot map. */
    synchronized Binding acquire(MemorySegment memory) {
        Segment segment = WindowResources.find(job, memory);
        if (segment == null) {
            return null;
        }
        Binding binding = bindings.get(segment);
        if (binding == null) {
            binding = bind(segment);
            bindings.put(segment, binding);
        }
        binding.attachments++;
        return binding;
    }

    private Binding bind(Segment segment) {
        Endpoint endpoint = null;
        Binding made = null;
        try {
            endpoint = job.endpoints().create(Capabilities.ALL);
            endpoint.clientData(WindowUse.ofAttached(core));
            endpoint.bind(segment);
            byte[] introduction = TeamCore.of(job.world()).introduction(endpoint);
            made = new Binding(segment, endpoint, table.tell(introduction), introduction.length);
            return made;
        } catch (PgasException e) {
            throw Refusals.named("Window.attach", e);
        } finally {
            if (made == null && endpoint != null) {
                end(endpoint);
            }
        }
    }

    static void end(Endpoint endpoint) {
        if (endpoint.segment() != null) {
            endpoint.unbind();
        }
        endpoint.destroy();
    }

    /** Ends one attachment. */
    synchronized void release(Binding binding) {
        if (--binding.attachments == 0) {
            bindings.remove(binding.segment);
            end(binding);
        }
    }

    private void end(Binding binding) {
        end(binding.endpoint);
        table.withdraw(binding.introduction);
    }

    /** Ends all, when no rank uses the window any more. */
    synchronized void close() {
        bindings.values().forEach(this::end);
        bindings.clear();
    }

    /** What a row of {@code rank} tells of; {@code inHandlers}: for handlers' updates. */
    Region reach(int rank, long row, long length, long stamp, boolean inHandlers) {
        int owner = core.team.toJobRank(rank);
        int endpoint = DynamicTable.endpoint(row);
        TeamCore.of(job.world()).introduce(table.introduction(rank, row));
        // of an own segment the endpoint is at both ends: it alone knows the memory
        Endpoint local = owner == job.rank() ? job.endpoints().get(endpoint) : job.endpoint();
        Team pair = local.pair(endpoint);
        return new Region(rank, owner, DynamicTable.offset(row), length, stamp,
                TeamCore.of(pair).addresses(Capabilities.RMA), new Updates(core, pair, inHandlers));
    }
}
