package org.pgas.tcp;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;

import org.pgas.hosts.stream.Line;
import org.pgas.hosts.stream.PlainLine;
import org.pgas.hosts.stream.Sockets;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.secure.Tls;

/**
 * Sockets of TCP at one address of this host, at a port that the system chooses. An address for peers is the bytes of
 * the address, 4 or 16, and two of the port.
 */
final class TcpSockets implements Sockets {
    /** The system refuses callers that come while so many wait: they are let in as fast as this rank polls. */
    private static final int WAITING_LEAST = 1024;

    private static final int PORT_BYTES = 2;

    private static final String REMEDY = ": give the one at which the job's other hosts find this one";

    private final String host;

    /** Null where lines are not encrypted. */
    private final Tls tls;

    /** Null before {@link #listen}, which comes before other threads. */
    private InetSocketAddress bound;

    TcpSockets(WireSettings settings) {
        host = settings.host();
        tls = settings.isPlain() ? null : new Tls("pgas rank " + settings.rank());
    }

    @Override
    public ServerSocketChannel listen(int waiting) throws IOException {
        InetAddress named = named();
        if (named.isAnyLocalAddress() || named.isMulticastAddress()) {
            throw new IOException("pgas.wire.host=" + host + " is no address of one host" + REMEDY);
        }
        if (named instanceof Inet6Address && named.isLinkLocalAddress()) {
            throw new IOException("pgas.wire.host=" + host
                    + " is an address of one link, which others cannot tell from that of another" + REMEDY);
        }
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(named, 0), Math.max(waiting, WAITING_LEAST));
            bound = (InetSocketAddress) server.getLocalAddress();
            return server;
        } catch (IOException | UnsupportedAddressTypeException e) {
            server.close();
            throw new IOException("pgas.wire.host=" + host + " (" + named.getHostAddress() + "): " + why(e)
                    + ": it has to be an address of this host, or its name", e);
        }
    }

    private InetAddress named() throws IOException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("pgas.wire.host=" + host + " is neither an address nor a name that this host knows"
                    + REMEDY, e);
        }
    }

    /** What is wrong with an address, or with the way to it. */
    private static String why(Exception e) {
        return e instanceof UnsupportedAddressTypeException ? "this JVM has no sockets of IPv6" : e.getMessage();
    }

    @Override
    public byte[] address() {
        byte[] address = bound.getAddress().getAddress();
        return ByteBuffer.allocate(address.length + PORT_BYTES).put(address).putShort((short) bound.getPort()).array();
    }

    private static InetSocketAddress place(byte[] address) throws IOException {
        if (address.length <= PORT_BYTES) {
            throw new ProtocolException("an address of " + address.length + " bytes");
        }
        int bytes = address.length - PORT_BYTES;
        int port = Short.toUnsignedInt(ByteBuffer.wrap(address).getShort(bytes));
        return new InetSocketAddress(InetAddress.getByAddress(Arrays.copyOf(address, bytes)), port);
    }

    @Override
    public SocketChannel call(byte[] address) throws IOException {
        InetSocketAddress place = place(address);
        SocketChannel socket = SocketChannel.open();
        try {
            socket.configureBlocking(false);
            socket.connect(place);
            return socket;
        } catch (IOException | UnsupportedAddressTypeException e) {
            socket.close();
            throw new IOException(why(e), e);
        }
    }

    /**
     * Small frames are kept back above ({@link org.pgas.hosts.stream}), by the wire, which knows what follows: not by
     * the system.
     */
    @Override
    public Line line(SocketChannel socket, boolean isCaller) throws IOException {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return tls == null ? new PlainLine(socket) : new TlsLine(socket, engine(isCaller), isCaller, tls.fingerprint());
    }

    private SSLEngine engine(boolean isCaller) {
        SSLEngine engine = tls.context().createSSLEngine();
        engine.setUseClientMode(isCaller);
        engine.setSSLParameters(tls.parameters(isCaller));
        return engine;
    }

    @Override
    public boolean isSecure() {
        return tls != null;
    }

    @Override
    public String shown(byte[] address) {
        try {
            InetSocketAddress place = place(address);
            // the peer that told such an address may have meant another host's
            return place.getAddress().getHostAddress() + " port " + place.getPort()
                    + (place.getAddress().isLoopbackAddress() ? " of this host" : "");
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** The channel is all there is. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return (tls == null ? "plain tcp wire" : "tcp wire") + " at " + (bound == null ? host : shown(address()));
    }
}
