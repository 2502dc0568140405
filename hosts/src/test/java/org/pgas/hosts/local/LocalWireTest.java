package org.pgas.hosts.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;
import org.pgas.hosts.stream.Carrier;
import org.pgas.hosts.stream.Carriers;
import org.pgas.hosts.stream.SocketCarriers;
import org.pgas.hosts.stream.StreamLaws;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** The laws of wires over streams, and what only the local one has: files of the owner's. */
class LocalWireTest extends StreamLaws {
    @Override
    protected WireProvider provider() {
        return WireProvider.named("local");
    }

    @Override
    protected Carriers carriers(WireSettings as) {
        return new SocketCarriers(new LocalSockets(as));
    }

    @Test
    void theSocketIsItsOwnersAlone() throws IOException {
        Wire wire = open(1, 1, false)[0];
        Path socket = Path.of(new String(wire.address()));
        assertEquals(directory(), socket.getParent());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
    }

    @Test
    void aDirectoryOfOthersAndATakenPlaceAreRefusedAndNothingIsLeft() throws IOException {
        Wire wire = open(1, 2, false)[0];
        WireSettings same = settings(0, 2, false);
        PgasException taken = assertThrows(PgasException.class, () -> provider().open(same));
        assertTrue(taken.getMessage().contains("wire-0"), taken::getMessage);
        assertTrue(Files.exists(Path.of(new String(wire.address()))));
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxr-x---"));
        WireSettings other = settings(1, 2, false);
        PgasException others = assertThrows(PgasException.class, () -> provider().open(other));
        assertTrue(others.getMessage().contains("open to others"), others::getMessage);
        assertEquals(1, directory().toFile().list().length);
    }

    @Test
    void aNameThatIsTooLongForASocketIsRefusedWithWhatHelps() throws IOException {
        Path deep = Files.createDirectory(directory().resolve("x".repeat(120)),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        WireSettings settings = new WireSettings(deep, new byte[WireSettings.JOB_BYTES], 0, 2, false,
                "127.0.0.1", false);
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertTrue(refused.getMessage().contains("shorter name for the job's files (pgas.dir)"), refused::getMessage);
        assertEquals(0, deep.toFile().list().length);
        Files.delete(deep);
    }

    /** As one of another machine, whose files are not here. */
    @Test
    void aPeerWhoseDirectoryIsNotHereIsOfAnotherMachine() {
        Wire wire = open(settings(1, 2, true));
        wire.connect(0, directory().resolve("none/wire-0").toString().getBytes());
        assertTrue(wire.lost(0).text().contains("the wire local leads to ranks of this machine alone"),
                wire.lost(0)::text);
    }

    /** The system lets nobody connect while many wait at a door that nobody opens. */
    @Test
    void aPollDoesNotWaitForAThreadThatCalls() throws IOException {
        Wire called = open(settings(0, 3, true));
        Wire other = open(settings(1, 3, true));
        Wire wire = open(settings(2, 3, true));
        List<SocketChannel> waiting = fill(UnixDomainSocketAddress.of(new String(called.address())));
        try {
            wire.connect(1, other.address());
            Thread calls = Thread.ofPlatform().daemon().start(() -> wire.connect(0, called.address()));
            until(() -> Arrays.stream(calls.getStackTrace())
                    .anyMatch(each -> each.getClassName().equals(LocalSockets.class.getName())));
            Thread polls = Thread.ofPlatform().daemon().start(() -> wire.poll((_, _, _, _, _, _) -> false, 1));
            until(() -> !polls.isAlive());
            assertTrue(calls.isAlive(), "nobody has let it in");
            untilPolled(() -> !calls.isAlive(), called);
        } finally {
            end(waiting);
        }
        assertTheyTalk(wire, 2, called, 0);
        assertTheyTalk(wire, 2, other, 1);
    }

    /** Before its rank polls, however long that takes: else strangers that come meanwhile would drive it away. */
    @Test
    void whoCallsSaysHelloAtOnce() throws IOException {
        Wire called = open(settings(0, 3, true));
        Wire wire = open(settings(2, 3, true));
        wire.connect(0, called.address());
        List<Carrier> silent = new ArrayList<>();
        try {
            connectSilently(silent, MANY, called);
            untilStrangersAre(MANY - SEATS, called);
            assertTheyTalk(wire, 2, called, 0);
            assertEquals(MANY - SEATS, called.counted(WireCounter.STRANGERS), "the caller was not among them");
        } finally {
            end(silent);
        }
    }

    /** As many connections as the system takes. */
    private static List<SocketChannel> fill(UnixDomainSocketAddress place) throws IOException {
        List<SocketChannel> waiting = new ArrayList<>();
        while (true) {
            SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            socket.configureBlocking(false);
            try {
                socket.connect(place);
                waiting.add(socket);
            } catch (SocketException full) {
                socket.close();
                return waiting;
            }
        }
    }
}
