package org.pgas.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ServiceLoader;
import java.util.Set;

import org.pgas.JoinException;
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
    private static final String WIRE = "local";
    private static final String SECRET = "wire-secret";

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
        Topology topology = Topology.ofNeighbourhoods(size, settings.neighbourhoods());
        int neighbourhood = topology.neighbourhood(rank);
        byte[] secret = secret(directory, rank);
        if (topology.isFirstNeighbour(rank)) {
            Board.create(directory, neighbourhood, size);
        }
        Wire wire = WireProvider.named(WIRE).open(new WireSettings(directory, secret, rank, size, settings.checked()));
        Conduit near = null;
        try {
            write(address(directory, rank), wire.address());
            near = near().join(request, settings);
            Board board = Board.open(directory, neighbourhood, size);
            board.watchBy(near.diagnosis());
            for (int peer = 0; peer < size; peer++) {
                if (topology.neighbourhood(peer) != neighbourhood) {
                    wire.connect(peer, read(address(directory, peer)));
                }
            }
            return new HostsConduit(near, board, wire);
        } catch (RuntimeException | Error e) {
            wire.close();
            if (near != null) {
                near.member().leave();
            }
            throw e;
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

    /** Numbers that ranks of this job alone have: those of the rank that was first to link its own to their name. */
    private static byte[] secret(Path directory, int rank) {
        Path path = directory.resolve(SECRET);
        Path own = directory.resolve(SECRET + "-" + rank + ".new");
        byte[] bytes = new byte[WireSettings.JOB_BYTES];
        new SecureRandom().nextBytes(bytes);
        write(own, bytes);
        try {
            Files.createLink(path, own);
        } catch (FileAlreadyExistsException e) {
            // another rank was first
        } catch (IOException e) {
            throw new JoinException("rank " + rank + ": cannot make the file " + path + ": " + e.getMessage(), e);
        } finally {
            remove(own);
        }
        byte[] found = read(path);
        if (found.length != WireSettings.JOB_BYTES) {
            throw new JoinException("the file " + path + " was refused: it has " + found.length + " bytes instead of "
                    + WireSettings.JOB_BYTES);
        }
        return found;
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new JoinException("cannot remove the file " + path + ": " + e.getMessage(), e);
        }
    }

    private static Path address(Path directory, int rank) {
        return directory.resolve("wire-address-" + rank);
    }

    /** The directory is the owner's alone, and so is the file. */
    private static void write(Path path, byte[] bytes) {
        try (FileChannel file = FileChannel.open(path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            file.write(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw new JoinException("cannot make the file " + path + ": " + e.getMessage(), e);
        }
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new JoinException("cannot read the file " + path + ": " + e.getMessage(), e);
        }
    }
}
