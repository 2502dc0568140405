package org.pgas.hosts.local;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

import org.pgas.hosts.stream.Line;
import org.pgas.hosts.stream.PlainLine;
import org.pgas.hosts.stream.Sockets;
import org.pgas.hosts.wire.WireSettings;

/** Unix-domain sockets in the job's directory. */
final class LocalSockets implements Sockets {
    /** Bytes of a socket's name; systems take a few more, and not the same. */
    private static final int LONG_NAME = 100;

    private static final Set<PosixFilePermission> OWNER_ONLY = Set.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE);

    private static final Set<PosixFilePermission> OTHERS = Set.of(PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE);

    private final Path directory;
    private final Path path;

    LocalSockets(WireSettings settings) {
        directory = settings.directory();
        path = directory.resolve("wire-" + settings.rank());
    }

    @Override
    public byte[] address() {
        return path.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public ServerSocketChannel listen(int waiting) throws IOException {
        if (Files.getPosixFilePermissions(directory).stream().anyMatch(OTHERS::contains)) {
            throw new IOException("it needs a directory that only its owner may enter, and " + directory
                    + " is open to others");
        }
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean isBound = false;
        try {
            server.bind(UnixDomainSocketAddress.of(path), waiting);
            isBound = true;
            Files.setPosixFilePermissions(path, OWNER_ONLY);
            return server;
        } catch (IOException e) {
            server.close();
            if (isBound) {
                close();
            }
            throw new IOException(e.getMessage() + remedy(), e);
        }
    }

    /** The remedy of the most frequent failure, a name that is too long. */
    private String remedy() {
        int bytes = address().length;
        return bytes <= LONG_NAME ? ""
                : ": the name has " + bytes + " bytes, and the system takes no more than about " + LONG_NAME
                        + " for a socket: choose a directory with a shorter name for the job's files (pgas.dir)";
    }

    @Override
    public SocketChannel call(byte[] address) throws IOException {
        SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            socket.connect(UnixDomainSocketAddress.of(shown(address)));
            return socket;
        } catch (IOException | InvalidPathException e) {
            socket.close();
            throw new IOException(e.getMessage() + (e instanceof InvalidPathException ? "" : otherMachine(address)), e);
        }
    }

    /** What to do where a peer's directory is not here, or nothing. */
    private String otherMachine(byte[] address) {
        Path place = Path.of(shown(address)).getParent();
        return place == null || Files.isDirectory(place)
                ? ""
                : ": the wire local leads to ranks of this machine alone, others need pgas.wire=tcp";
    }

    @Override
    public Line line(SocketChannel socket, boolean isCaller) {
        return new PlainLine(socket);
    }

    /** What goes over them stays in the kernel of this host. */
    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String shown(byte[] address) {
        return new String(address, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public String toString() {
        return "local wire at " + path;
    }
}
