package org.pgas.hosts.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.RawPeer;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireLaws;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.memory.SharedMemory;

/** The laws of wires, and what only the local one has: files of the owner's, and peers in other processes. */
class LocalWireTest extends WireLaws {
    @Override
    protected WireProvider provider() {
        return WireProvider.named("local");
    }

    @Override
    protected RawPeer raw(Wire wire, int target, WireSettings as) {
        try {
            SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            socket.connect(UnixDomainSocketAddress.of(new String(wire.address())));
            socket.write(new Greeting(as).to(target));
            return new Raw(socket, as);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Raw(SocketChannel socket, WireSettings as) implements RawPeer {
        @Override
        public boolean write(byte[] bytes) {
            try {
                socket.write(ByteBuffer.wrap(bytes));
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public byte[] frame(Channel channel, int index, int longs, int bytes) {
            return sealed(Frames.what(Frames.DATA, channel.ordinal(), longs, bytes), index);
        }

        @Override
        public byte[] room(int index, long requests, long replies) {
            return sealed(Frames.what(Frames.ROOM, 0, 2, 0), index, requests, replies);
        }

        private byte[] sealed(long what, int index, long... head) {
            ByteBuffer frame = ByteBuffer.allocateDirect(Frames.length(Frames.longs(what), Frames.bytes(what)))
                    .order(ByteOrder.nativeOrder());
            for (int i = 0; i < head.length; i++) {
                frame.putLong(Frames.HEADER + 8 * i, head[i]);
            }
            Frames.seal(MemorySegment.ofBuffer(frame).address(), what, as.rank(), index, as.checked());
            byte[] bytes = new byte[frame.capacity()];
            frame.get(0, bytes);
            return bytes;
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
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
        WireSettings settings = new WireSettings(deep, new byte[WireSettings.JOB_BYTES], 0, 2, false);
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertTrue(refused.getMessage().contains("shorter name for the job's files (pgas.dir)"), refused::getMessage);
        assertEquals(0, deep.toFile().list().length);
        Files.delete(deep);
    }

    @Test
    void closingLeavesNoDescriptor() throws IOException {
        for (Wire wire : open(3, 3, true)) {
            wire.close();
        }
        List<String> before = descriptors();
        for (Wire wire : open(3, 3, true)) {
            wire.close();
        }
        assertEquals(before, descriptors());
    }

    private static List<String> descriptors() throws IOException {
        List<String> kinds = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : all.toList()) {
                try {
                    String what = Files.readSymbolicLink(each).toString();
                    if (what.startsWith("socket:") || what.startsWith("anon_inode:")) {
                        kinds.add(what.replaceAll("\\d+", ""));
                    }
                } catch (IOException e) {
                    // that of the list itself
                }
            }
        }
        kinds.sort(null);
        return kinds;
    }

    @Test
    void aProcessThatIsKilledIsLostAndSoIsOneThatClosesInOrder() throws Exception {
        for (boolean isKilled : new boolean[]{true, false}) {
            Wire wire = provider().open(settings(0, 2, true));
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp", System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                    "--enable-native-access=ALL-UNNAMED", EchoRank.class.getName(), directory().toString(),
                    new String(wire.address())).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (wire) {
                wire.connect(1, directory().resolve("wire-1").toString().getBytes(StandardCharsets.UTF_8));
                long[] answers = new long[1];
                for (long i = 1; i <= 200; i++) {
                    long[] head = {i};
                    while (!wire.send(1, Channel.REQUESTS, head, 1, MemorySegment.NULL, 0, 0)) {
                        assertTrue(process.isAlive(), "the other rank's process");
                        pollOrSleep(wire, answers);
                    }
                }
                while (answers[0] < 200) {
                    assertTrue(process.isAlive(), "the other rank's process");
                    pollOrSleep(wire, answers);
                }
                if (isKilled) {
                    process.destroyForcibly();
                } else {
                    assertTrue(wire.send(1, Channel.REQUESTS, new long[]{-1}, 1, MemorySegment.NULL, 0, 0));
                }
                while (wire.lost(1) == null) {
                    pollOrSleep(wire, answers);
                }
                assertEquals(isKilled ? Loss.Cause.BROKEN : Loss.Cause.CLOSED, wire.lost(1).cause());
                assertEquals(isKilled ? 137 : 0, process.waitFor());
            } finally {
                process.destroyForcibly().waitFor();
                Files.deleteIfExists(directory().resolve("wire-1"));
            }
        }
    }

    private static void pollOrSleep(Wire wire, long[] answers) {
        int handed = wire.poll((_, _, head, _, _, _) -> {
            assertEquals(answers[0] + 1, SharedMemory.getLong(head));
            answers[0]++;
            return true;
        }, 10);
        if (handed == 0 && wire.arm()) {
            wire.sleep(50_000_000);
        }
    }
}
