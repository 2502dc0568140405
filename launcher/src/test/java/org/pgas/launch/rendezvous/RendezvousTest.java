package org.pgas.launch.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;

/** Where hosts look for host 0, and what they say when it is not there. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RendezvousTest {
    @TempDir
    Path directory;

    private Path secret() throws IOException {
        Path file = Files.write(directory.resolve("secret"), new byte[32]);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private static Rendezvous rendezvous(int index, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.putIfAbsent("PGAS_HOST_INDEX", Integer.toString(index));
        environment.putIfAbsent("PGAS_HOST_COUNT", "3");
        environment.putIfAbsent("PGAS_RENDEZVOUS_TIMEOUT", "200ms");
        Settings settings = Settings.of(Map.of(), Map.of(), environment);
        return Rendezvous.of(HostPlace.find(settings), settings, note -> {
        });
    }

    private Rendezvous at(int index, String place) throws IOException {
        return rendezvous(index, Map.of(Setting.RENDEZVOUS.variable(), place, Setting.RENDEZVOUS_SECRET.variable(),
                secret().toString()));
    }

    private static void refused(String expected, Map<String, String> environment) {
        PgasException e = assertThrows(PgasException.class, () -> rendezvous(1, environment));
        assertTrue(e.getMessage().contains(expected), e::getMessage);
    }

    @Test
    void aPlaceIsAHostAndAPort() throws IOException {
        for (String legal : new String[]{"a.b.svc:1", "10.0.0.1:65535", "[fe80::1]:80"}) {
            at(1, legal);
        }
        for (String illegal : new String[]{"a", "a:", ":5", "a:0", "a:65536", "a:123456", "fe80::1:80", "a:b",
            "a/b:1"}) {
            PgasException e = assertThrows(PgasException.class, () -> at(1, illegal));
            assertTrue(e.getMessage().startsWith("pgas.rendezvous=" + illegal + " is not HOST:PORT: "), e::getMessage);
        }
    }

    @Test
    void whatIsMissingIsNamed() {
        refused("pgas.rendezvous is set but pgas.rendezvous.secret is not", Map.of("PGAS_RENDEZVOUS", "a:5"));
        refused("no scheduler offers PMI or PMIx here", Map.of());
        refused("pgas.rendezvous=HOST:PORT", Map.of());
    }

    @Test
    void aCallerSaysWhatKeptItOut() throws Exception {
        int port;
        try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[]{127, 0, 0, 2}))) {
            port = once.getLocalPort();
        }
        Rendezvous rendezvous = at(1, "127.0.0.2:" + port);
        PgasException e = assertThrows(PgasException.class, rendezvous::call);
        assertEquals("host 1 of 3 could not reach host 0 at 127.0.0.2 port " + port
                + " within 200 ms (pgas.rendezvous.timeout): Connection refused", e.getMessage());
    }

    @Test
    void anAddressOfAnotherHostIsRefused() throws Exception {
        // of a network that is for examples alone
        Rendezvous rendezvous = at(0, "192.0.2.1:4000");
        PgasException e = assertThrows(PgasException.class, rendezvous::open);
        assertTrue(e.getMessage().startsWith("host 0 cannot let the others in at 192.0.2.1 port 4000: "),
                e::getMessage);
        Rendezvous all = at(0, "0.0.0.0:4000");
        assertTrue(assertThrows(PgasException.class, all::open).getMessage().startsWith(
                "0.0.0.0 is no address of one host"));
    }

    @Test
    void aNameThatIsNeverKnownIsNamed() throws Exception {
        Rendezvous rendezvous = at(0, "no-such-host.invalid:4000");
        PgasException e = assertThrows(PgasException.class, rendezvous::open);
        assertEquals("pgas.rendezvous: the name no-such-host.invalid is not known on host 0 of 3", e.getMessage());
    }
}
