package org.pgas.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.hosts.stream.Carriers;
import org.pgas.hosts.stream.SocketCarriers;
import org.pgas.hosts.stream.StreamLaws;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** The laws of wires over streams, plain, and where a rank listens. */
class TcpWireTest extends StreamLaws {
    private static final long PATIENCE_MINUTES = 5;

    @Override
    protected WireProvider provider() {
        return WireProvider.named("tcp");
    }

    @Override
    protected boolean isPlain() {
        return true;
    }

    @Override
    protected Carriers carriers(WireSettings as) {
        return new SocketCarriers(new TcpSockets(as));
    }

    private static WireSettings at(WireSettings settings, String host) {
        return new WireSettings(settings.directory(), settings.job(), settings.rank(), settings.size(),
                settings.checked(), host, settings.isPlain());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "224.0.0.1"})
    void allAddressesAreRefused(String host) {
        WireSettings settings = at(settings(0, 2, true), host);
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().contains("pgas.wire.host=" + host + " is no address of one host"),
                refused::getMessage);
    }

    /** Hosts have such an address on each of their links, and peers are told no link. */
    @Test
    void anAddressOfOneLinkIsRefused() {
        WireSettings settings = at(settings(0, 2, true), "fe80::1");
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().contains("pgas.wire.host=fe80::1 is an address of one link"),
                refused::getMessage);
    }

    /** The address is of those that are for documents alone. */
    @Test
    void anAddressOfAnotherHostIsRefusedWithWhatHelps() {
        WireSettings settings = at(settings(0, 2, true), "192.0.2.7");
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().contains("pgas.wire.host=192.0.2.7"), refused::getMessage);
        assertTrue(refused.getMessage().contains("it has to be an address of this host"), refused::getMessage);
    }

    /** Nobody has to be asked whether there are such names. */
    @ParameterizedTest
    @ValueSource(strings = {"::no", "[127.0.0.1]"})
    void whatIsNoAddressIsRefusedWithWhatHelps(String host) {
        WireSettings settings = at(settings(0, 2, true), host);
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().contains("pgas.wire.host=" + host + " is neither an address nor a name"),
                refused::getMessage);
        assertTrue(refused.getMessage().contains("other hosts find this one"), refused::getMessage);
    }

    /** It is another JVM: that is settled when one starts. */
    @Test
    void aJvmWithoutIpv6SaysSo() throws IOException, InterruptedException {
        Path output = directory().resolve("output");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED", "-Djava.net.preferIPv4Stack=true", Ipv4Rank.class.getName(),
                directory().toString()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertTrue(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES), "it does not end");
            String text = Files.readString(output);
            assertEquals(0, process.exitValue(), text);
            String why = "this JVM has no sockets of IPv6";
            assertTrue(text.contains("pgas.wire.host=::1 (0:0:0:0:0:0:0:1): " + why + ": it has to be"), text);
            assertTrue(text.contains("rank 0 cannot be reached at 0:0:0:0:0:0:0:1 port 9 of this host: " + why), text);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aRankIsBoundToItsAddress() throws IOException {
        TcpSockets sockets = new TcpSockets(at(settings(0, 2, true), "127.0.0.2"));
        try (ServerSocketChannel server = sockets.listen(1)) {
            InetSocketAddress place = (InetSocketAddress) server.getLocalAddress();
            assertEquals(InetAddress.getByName("127.0.0.2"), place.getAddress());
            assertEquals("127.0.0.2 port " + place.getPort() + " of this host", sockets.shown(sockets.address()));
        }
    }

    @Test
    void ranksOfDifferentAddressesTalk() {
        Wire one = open(at(settings(0, 2, true), "127.0.0.2"));
        Wire other = open(at(settings(1, 2, true), "127.0.0.3"));
        one.connect(1, other.address());
        other.connect(0, one.address());
        assertTheyTalk(one, 0, other, 1);
    }
}
