package org.pgas.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;

import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitProvider;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.Topology;

/** Makes ranks of a job of several neighbourhoods. */
public final class HostsConduitProvider implements ConduitProvider {
    private static final String NEAR = "pshm";

    /** So long it sleeps where nothing comes, before it looks whether the job goes on; it may be a virtual thread. */
    private static final long SLEEP_NANOS = 1_000_000;

    /** Frames stay on the wire until there is somebody to take them in. */
    private static final FrameReceiver NOTHING_YET = (_, _, _, _, _, _) -> false;

    /** For {@link ServiceLoader}. */
    public HostsConduitProvider() {}

    @Override
    public String name() {
        return "hosts";
    }

    /**
     * Makes what others need before this rank joins the transport of its neighbourhood, which returns when all ranks of
     * the job have come; what the others have made is there then.
     */
    @Override
    public Conduit join(JoinRequest request, ConduitSettings settings) {
        int rank = request.rank();
        int size = request.size();
        Path directory = request.directory();
        if (directory == null) {
            throw new JoinException("rank " + rank + ": " + settings.neighbourhoods()
                    + " neighbourhoods need a job that pgas run has made: other launchers start one neighbourhood");
        }
        WireProvider wires = wires(rank, settings);
        Topology topology = Topology.ofNeighbourhoods(size, settings.neighbourhoods());
        int neighbourhood = topology.neighbourhood(rank);
        Meeting meeting = new Meeting(directory, rank);
        byte[] secret = meeting.secret();
        if (topology.isFirstNeighbour(rank)) {
            Board.create(directory, neighbourhood, size);
        }
        Wire wire = wires.open(new WireSettings(directory, secret, rank, size, settings.checked(),
                settings.wireHost(), settings.isWirePlain()));
        Conduit near = null;
        try {
            meeting.tell(wire.address());
            near = near().join(request, settings);
            Board board = Board.open(directory, neighbourhood, size);
            board.watchBy(near.diagnosis());
            for (int peer = 0; peer < size; peer++) {
                if (topology.neighbourhood(peer) != neighbourhood) {
                    wire.connect(peer, meeting.told(peer));
                }
            }
            awaitConnections(near, wire, topology, settings.joinTimeout());
            return new HostsConduit(near, board, wire);
        } catch (RuntimeException | Error e) {
            wire.close();
            if (near != null) {
                near.member().leave();
            }
            throw e;
        }
    }

    private static WireProvider wires(int rank, ConduitSettings settings) {
        try {
            return WireProvider.named(settings.wire());
        } catch (PgasException e) {
            throw new JoinException("rank " + rank + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns when there is a connection to each rank elsewhere, or it is lost: so the program finds room from its
     * first call on. All ranks are here, or behind it, where a thread polls.
     */
    private static void awaitConnections(Conduit near, Wire wire, Topology topology, Duration timeout) {
        int rank = near.member().rank();
        long begin = System.nanoTime();
        for (int peer = 0; peer < near.member().size(); peer++) {
            while (topology.neighbourhood(peer) != topology.neighbourhood(rank)
                    && wire.room(peer, Channel.REQUESTS) == 0 && wire.lost(peer) == null) {
                near.end().checkRunning();
                if (System.nanoTime() - begin > timeout.toNanos()) {
                    throw new JoinException("rank " + rank + ": no connection with rank " + peer + " of neighbourhood "
                            + topology.neighbourhood(peer) + " after " + timeout.toSeconds()
                            + " s (pgas.join.timeout): it has joined, and is stopped, or nothing gets through to it,"
                            + " or one of the two has no descriptor left (ulimit -n)");
                }
                wire.poll(NOTHING_YET, 1);
                if (wire.arm()) {
                    wire.sleep(SLEEP_NANOS);
                }
            }
        }
        wire.wake(); // what has come meanwhile can be taken now
    }

    private static ConduitProvider near() {
        for (ConduitProvider provider : ServiceLoader.load(ConduitProvider.class)) {
            if (provider.name().equals(NEAR)) {
                return provider;
            }
        }
        throw new JoinException("several neighbourhoods need pgas-pshm on the class path or module path");
    }
}
