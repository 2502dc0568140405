package org.pgas.tcp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

import org.pgas.PgasException;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** Rank 1 in a process that has no sockets of IPv6: prints what it says of addresses that need some. */
final class Ipv4Rank {
    private Ipv4Rank() {}

    /** Argument: the directory. */
    public static void main(String[] arguments) throws UnknownHostException {
        Path directory = Path.of(arguments[0]);
        try (Wire wire = open(directory, "::1")) {
            System.out.println("it listens: " + wire);
        } catch (PgasException e) {
            System.out.println(e.getMessage());
        }
        byte[] address = InetAddress.getByName("::1").getAddress();
        try (Wire wire = open(directory, "127.0.0.1")) {
            wire.connect(0, ByteBuffer.allocate(address.length + 2).put(address).putShort((short) 9).array());
            System.out.println(wire.lost(0).text());
        }
    }

    private static Wire open(Path directory, String host) {
        return WireProvider.named("tcp").open(new WireSettings(directory, new byte[WireSettings.JOB_BYTES], 1, 2, true,
                host, true));
    }
}
