package org.pgas.hosts;

import java.nio.file.Path;
import java.util.ServiceLoader;

import org.pgas.JobEndedException;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitProvider;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.OneSidedMode;
import org.pgas.spi.Topology;

/** Makes ranks of a job of several neighbourhoods. */
public final class HostsConduitProvider implements ConduitProvider {
    private static final String NEAR = "pshm";

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
        Topology topology = settings.topology(size);
        int neighbourhood = topology.neighbourhood(rank);
        Meeting meeting = new Meeting(directory, rank);
        byte[] secret = meeting.secret();
        if (topology.isFirstNeighbour(rank)) {
            Board.create(directory, neighbourhood, size);
        }
        Wire wire = wires.open(new WireSettings(directory, secret, rank, size, settings.checked(),
                settings.wireHost(), settings.isWirePlain()), settings.oneSided());
        Conduit near = null;
        try {
            checkOneSided(rank, wire, settings);
            meeting.tell(wire.address());
            near = near().join(request, settings);
            Board board = Board.open(directory, neighbourhood, size);
            board.watchBy(near.diagnosis());
            int[] elsewhere = topology.ranksElsewhere(rank);
            for (int peer : elsewhere) {
                wire.connect(peer, meeting.told(peer));
            }
            new Connections(wire, rank, elsewhere, near.diagnosis()::describe).await(settings.joinTimeout(),
                    near.end()::checkRunning);
            return new HostsConduit(near, board, wire);
        } catch (RuntimeException | Error e) {
            giveUp(near, wire, e);
            throw e;
        }
    }

    /**
     * What fails here alone ends the job, so that no rank waits for this one, as in the transport's own join. A
     * membership that owns its process ends that, too, and this does not return.
     */
    private static void giveUp(Conduit near, Wire wire, Throwable why) {
        try (wire) {
            if (near != null && !near.end().hasEnded()) {
                near.end().fail("rank " + near.member().rank() + " has not joined: "
                        + (why instanceof PgasException ? why.getMessage() : why.toString()));
            }
        } catch (JobEndedException e) {
            // so the others know
        } catch (RuntimeException | Error e) {
            why.addSuppressed(e);
        } finally {
            if (near != null) {
                near.member().leave();
            }
        }
    }

    private static void checkOneSided(int rank, Wire wire, ConduitSettings settings) {
        if (settings.oneSided() == OneSidedMode.ON && wire.oneSided().isEmpty()) {
            throw new JoinException("rank " + rank + ": pgas.wire.onesided=on: the wire " + settings.wire()
                    + " has no transfers that devices carry out: take pgas.wire=ucx, or leave it at auto");
        }
    }

    private static WireProvider wires(int rank, ConduitSettings settings) {
        try {
            return WireProvider.named(settings.wire());
        } catch (PgasException e) {
            throw new JoinException("rank " + rank + ": " + e.getMessage(), e);
        }
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
