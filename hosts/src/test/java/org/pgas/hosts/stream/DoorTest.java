package org.pgas.hosts.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;
import org.pgas.hosts.wire.WireSettings;

/** Which of the processes that come has to go, among carriers that are made up. */
class DoorTest {
    private static final int RANKS = 100;
    private static final int COME = 70;

    /** What a process has sent, and whether its carrier was closed. */
    private static final class Caller implements Carrier {
        private final ByteBuffer sent;

        /** Reads that find nothing, before what was sent has come. */
        private int readsBefore;

        private boolean isOpen = true;

        Caller(ByteBuffer sent, int readsBefore) {
            this.sent = sent;
            this.readsBefore = readsBefore;
        }

        @Override
        public int read(ByteBuffer target) {
            int count = readsBefore-- > 0 ? 0 : Math.min(target.remaining(), sent.remaining());
            target.put(sent.slice(sent.position(), count));
            sent.position(sent.position() + count);
            return count;
        }

        @Override
        public int write(ByteBuffer source) {
            return 0;
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public void awaitRoom(boolean isAwaited) {
            // it takes nothing
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public void close() {
            isOpen = false;
        }
    }

    /** Rank 0, which all others call. */
    private static final class Host implements Door.Host {
        private int awaited = RANKS - 1;
        private int turnedAway;

        @Override
        public boolean awaits(int peer) {
            return true;
        }

        @Override
        public int awaited() {
            return awaited;
        }

        @Override
        public void welcome(int peer, Carrier carrier, Line line) {
            throw new AssertionError("rank " + peer + " has proved nothing");
        }

        @Override
        public void turnedAway() {
            turnedAway++;
        }
    }

    private static WireSettings settings(int rank) {
        return new WireSettings(Path.of("/"), new byte[WireSettings.JOB_BYTES], rank, RANKS, true, "", true);
    }

    private static Door door(Queue<Caller> coming) {
        Line line = (Line) Proxy.newProxyInstance(Line.class.getClassLoader(), new Class<?>[]{Line.class},
                (self, method, given) -> switch (method.getName()) {
                    case "secure" -> false;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        Carriers carriers = (Carriers) Proxy.newProxyInstance(Carriers.class.getClassLoader(),
                new Class<?>[]{Carriers.class}, (self, method, given) -> switch (method.getName()) {
                    case "accept" -> coming.poll();
                    case "watch" -> null;
                    case "line" -> line;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        return new Door(carriers, new Greeting(settings(0), false));
    }

    /** Seats have become fewer, and its hello has come since the door was looked at. */
    @Test
    void noPeerIsDrivenOutWhoseHelloHasCome() {
        Queue<Caller> coming = new ArrayDeque<>();
        List<Caller> all = new ArrayList<>();
        // looks while it comes, while others come, and once more; then its seat is wanted
        Caller peer = new Caller(new Greeting(settings(1), false).hello(0), 3);
        all.add(peer);
        while (all.size() < COME) {
            all.add(new Caller(ByteBuffer.allocate(0), 0));
        }
        coming.addAll(all);
        Door door = door(coming);
        Host host = new Host();
        while (!coming.isEmpty()) {
            door.look(host);
        }
        assertEquals(0, host.turnedAway);
        host.awaited = 1;
        door.look(host);
        assertTrue(peer.isOpen(), "it has said hello");
        assertEquals(COME - 1 - Door.SEATS_LEAST, host.turnedAway);
        assertFalse(all.get(1).isOpen(), "the oldest stranger");
        assertTrue(all.getLast().isOpen(), "the youngest stranger");
        door.close();
    }
}
