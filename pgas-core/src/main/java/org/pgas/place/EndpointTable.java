package org.pgas.place;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.pgas.BoundSegment;
import org.pgas.Capabilities;
import org.pgas.EndpointFlags;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.area.EndpointDirectory;
import org.pgas.memory.AddressTable;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.Receiver;
import org.pgas.message.Receivers;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.wait.Serving;

/**
 * The endpoints of this rank, and what is bound to them.
 *
 * <pre>
 * field     writer                                               reader       order
 * local     the thread that creates or destroys, under the lock  all threads  volatile array, only replaced
 * bindings  the thread that changes something, under the lock    the same     the lock
 * </pre>
 *
 * <p>The lock is this object; it guards the segments' lists of endpoints too.
 */
public final class EndpointTable implements Receivers {
    private final ThisRank self;
    private final Serving serving;
    private final EndpointDirectory directory;
    private final AddressTable addresses;

    /** By index; null where there is none. */
    private volatile EndpointCore[] local;

    /** By index: how often something has changed there, as the directory tells it. */
    private int[] bindings = new int[1];

    public EndpointTable(ThisRank self, Serving serving, Handlers handlers, EndpointDirectory directory,
            AddressTable addresses) {
        this.self = self;
        this.serving = serving;
        this.directory = directory;
        this.addresses = addresses;
        local = new EndpointCore[]{new EndpointCore(self, 0, Capabilities.ALL, 0, handlers)};
        changed(local[0]);
    }

    /** @param face is given the endpoint before anybody else finds it */
    public EndpointCore create(int capabilities, int flags, Consumer<EndpointCore> face) {
        self.checkOpen();
        self.checkUnrestricted("Endpoints.create");
        if (capabilities == 0 || (capabilities & ~Capabilities.ALL) != 0) {
            throw self.refusals().bad("Endpoints.create", "capabilities 0x" + Integer.toHexString(capabilities)
                    + ": legal are those of Capabilities, one at least: " + Capabilities.toString(Capabilities.ALL));
        }
        if ((flags & ~EndpointFlags.HINT_ACCEL_ALL) != 0) {
            throw self.refusals().bad("Endpoints.create",
                    "flags 0x" + Integer.toHexString(flags) + ": legal are those of EndpointFlags, 0x"
                            + Integer.toHexString(EndpointFlags.HINT_ACCEL_ALL) + " together");
        }
        synchronized (this) {
            int index = freeIndex();
            EndpointCore endpoint = new EndpointCore(self, index, capabilities, flags, new Handlers(self));
            face.accept(endpoint);
            EndpointCore[] more = Arrays.copyOf(local, Math.max(local.length, index + 1));
            more[index] = endpoint;
            local = more;
            changed(endpoint);
            return endpoint;
        }
    }

    private int freeIndex() {
        int index = 0;
        while (index < local.length && local[index] != null) {
            index++;
        }
        if (index == most()) {
            throw self.refusals().error(ErrorCode.RESOURCE, "Endpoints.create", "this rank has "
                    + most() + " endpoints, as many as there can be: destroy some that are no longer needed");
        }
        return index;
    }

    /**
     * Tells all ranks that something else is bound to an endpoint than before, or that it is new; the caller holds the
     * lock.
     */
    private void changed(EndpointCore endpoint) {
        directory.endpoint(endpoint.index(), endpoint.capabilities(), nextBinding(endpoint.index()));
    }

    private int nextBinding(int index) {
        if (index >= bindings.length) {
            bindings = Arrays.copyOf(bindings, Math.min(most(), 2 * index));
        }
        return ++bindings[index];
    }

    public EndpointCore primordial() {
        return local[0];
    }

    @Override
    public EndpointCore find(int index) {
        EndpointCore[] now = local;
        return index >= 0 && index < now.length ? now[index] : null;
    }

    @Override
    public int description(int index, int handler) {
        EndpointCore endpoint = find(index);
        Handler found = endpoint == null ? null : endpoint.handlers().find(handler);
        return found == null ? 0 : found.description();
    }

    /** The handlers of an endpoint of this rank. */
    public static Handlers handlers(Receiver receiver) {
        return ((EndpointCore) receiver).handlers();
    }

    /** This rank's endpoint of that index. Error: there is none. */
    public EndpointCore get(int index) {
        EndpointCore endpoint = find(index);
        if (endpoint == null) {
            throw self.refusals().bad("Endpoints.get",
                    "this rank has no endpoint of index " + index + ": it has those of "
                            + list().stream().map(EndpointCore::index).toList());
        }
        return endpoint;
    }

    /** This rank's endpoints, by index. */
    public List<EndpointCore> list() {
        return Stream.of(local).filter(Objects::nonNull).toList();
    }

    /** The client memory that peers' messages to that endpoint mean, or null when there is none. */
    public ClientMemory clientMemory(int index) {
        EndpointCore endpoint = find(index);
        return endpoint == null ? null : endpoint.clientMemory();
    }

    /**
     * What peers' messages to that endpoint reach: its client memory, or what they do not map; null when there is
     * neither.
     */
    public ClientMemory served(int index) {
        EndpointCore endpoint = find(index);
        return endpoint == null ? null : endpoint.served();
    }

    /**
     * Has a mapped segment of an own endpoint serve the ranks of other neighbourhoods, if there are any; null ends
     * that.
     */
    void serveMapped(EndpointCore endpoint, MemorySegment memory, boolean isFile) {
        if (self.conduit().topology().neighbourhoods() > 1) {
            endpoint.serveMapped(memory == null ? null : new ClientMemory(self, serving, memory, !isFile));
        }
    }

    /** The memory bound to this rank's endpoint of that index, or null. */
    public MemorySegment memory(int index) {
        EndpointCore endpoint = find(index);
        SegmentCore segment = endpoint == null ? null : endpoint.segment();
        return segment == null ? null : segment.local();
    }

    @Override
    public int capabilities(int jobRank, int index) {
        if (jobRank < 0 || jobRank >= self.size()) {
            throw self.refusals().bad("Endpoints.capabilities",
                    "job rank " + jobRank + " is outside 0.." + (self.size() - 1));
        }
        if (index < 0 || index >= most()) {
            throw self.refusals().bad("Endpoints.capabilities", "index " + index + " is outside 0.." + (most() - 1));
        }
        return directory.capabilities(jobRank, index);
    }

    /** Refuses an endpoint of any rank that was made for other things; {@code name} says more of it in the message. */
    public void checkCapability(String call, int jobRank, int index, String name, int capability) {
        int has = capabilities(jobRank, index);
        if ((has & capability) == 0) {
            throw self.refusals().bad(call, "endpoint " + index + " of rank " + jobRank + name
                    + (has == 0 ? " does not exist: create it there (Job.endpoints) before it is used"
                            : " was created without Capabilities." + Capabilities.toString(capability) + ": it has "
                                    + Capabilities.toString(has)));
        }
    }

    /** As {@link #checkCapability(String, int, int, String, int)}, of all members of a team. */
    public void checkCapability(String call, TeamMembers members, int capability) {
        for (int rank = 0; rank < members.size(); rank++) {
            checkCapability(call, members.jobRank(rank), members.endpoint(rank), " (rank " + rank + " of the team)",
                    capability);
        }
    }

    public int most() {
        return GlobalPointer.MAX_ENDPOINTS;
    }

    /** What is bound here to the endpoint of that index. */
    public BoundSegment bound(int index) {
        EndpointCore endpoint = find(index);
        SegmentCore segment = endpoint == null ? null : endpoint.segment();
        return segment == null ? PeerSegments.NONE : new BoundSegment(segment.size(), segment.local());
    }

    /** Binds what the collective attach has made, which is mapped already; null is nothing. */
    public synchronized void attach(SegmentCore attached) {
        EndpointCore endpoint = primordial();
        if (attached != null) {
            attached.bound(endpoint);
        }
        endpoint.segment(attached);
        changed(endpoint);
    }

    public void bind(EndpointCore endpoint, SegmentCore bound) {
        String call = "Endpoint.bind";
        begin(call);
        if (bound == null) {
            throw self.refusals().bad(call,
                    "no segment was given (null): make one (Job.segments), or unbind what is bound");
        }
        if (bound.self() != self) {
            throw self.refusals().bad(call,
                    "the segment belongs to another membership, of rank " + bound.self().rank() + " in job "
                            + bound.self().name());
        }
        synchronized (this) {
            endpoint.checkExists(call);
            if (endpoint.segment() != null) {
                throw self.refusals().bad(call,
                        endpoint + " has a bound segment already, of " + endpoint.segment().size()
                                + " bytes: unbind it first (Endpoint.unbind)");
            }
            bound.checkLives(call);
            bound.bound(endpoint);
            endpoint.serve(bound.clientMemory());
            serveMapped(endpoint, bound.isMapped() ? bound.local() : null, bound.kind().isFile());
            endpoint.segment(bound);
            changed(endpoint);
            if (bound.isMapped()) {
                addresses.publish(self.rank(), endpoint.index(), bound.local().address(), bound.size(),
                        endpoint.capabilities());
            }
        }
    }

    public SegmentCore unbind(EndpointCore endpoint) {
        String call = "Endpoint.unbind";
        begin(call);
        synchronized (this) {
            endpoint.checkExists(call);
            SegmentCore bound = endpoint.segment();
            if (bound == null) {
                throw self.refusals().bad(call, endpoint + " has no bound segment");
            }
            if (bound.isAttached() && endpoint.index() == 0) {
                throw self.refusals().bad(call,
                        "the segment of Job.attach stays bound to the primordial endpoint as long as the job");
            }
            endpoint.segment(null);
            addresses.withdraw(self.rank(), endpoint.index());
            endpoint.serve(null);
            serveMapped(endpoint, null, false);
            bound.unbound(endpoint);
            changed(endpoint);
            return bound;
        }
    }

    public void destroy(EndpointCore endpoint) {
        String call = "Endpoint.destroy";
        begin(call);
        synchronized (this) {
            endpoint.checkExists(call);
            if (endpoint.index() == 0) {
                throw self.refusals().bad(call, "the primordial endpoint lasts as long as the job");
            }
            if (endpoint.segment() != null) {
                throw self.refusals().bad(call, endpoint + " has a bound segment: unbind it first (Endpoint.unbind)");
            }
            int teams = endpoint.teams();
            if (teams > 0) {
                throw self.refusals().bad(call,
                        endpoint + " is a member of " + teams + (teams == 1 ? " team" : " teams")
                                + ": destroy these first (Team.destroy), which ends their atomic domains too");
            }
            endpoint.markDestroyed();
            directory.noEndpoint(endpoint.index(), nextBinding(endpoint.index()));
            EndpointCore[] fewer = local.clone();
            fewer[endpoint.index()] = null;
            local = fewer;
        }
    }

    private void begin(String call) {
        self.checkOpen();
        self.checkUnrestricted(call);
    }

    /** What peers are told of an endpoint. */
    public synchronized SegmentCard card(EndpointCore endpoint) {
        int binding = bindings[endpoint.index()];
        SegmentCore segment = endpoint.segment();
        return segment != null ? segment.card(endpoint, binding)
                : new SegmentCard(self.rank(), endpoint.index(), endpoint.capabilities(), binding,
                        SegmentCard.Reach.NONE, 0, 0, 0, "");
    }

    /** Notes a team that the endpoint is a member of. */
    public synchronized void joined(EndpointCore endpoint) {
        endpoint.addTeams(1);
    }

    /** Notes the end of such a team. */
    public synchronized void left(EndpointCore endpoint) {
        endpoint.addTeams(-1);
    }

    /** Takes the segments from all endpoints, when this membership ends. */
    public synchronized void close() {
        for (EndpointCore endpoint : list()) {
            endpoint.segment(null);
        }
    }
}
