package org.pgas.hosts.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What leaves for a peer when the system takes as much as it likes. */
class OutgoingTest {
    private static final int RANK = 5;

    private final SplittableRandom random = new SplittableRandom(23);
    private final ByteArrayOutputStream gone = new ByteArrayOutputStream();

    /** How many bytes a write takes at most. */
    private int most = 1 << 20;

    private boolean takesAll;

    private ByteBuffer toRead = ByteBuffer.allocate(0);

    /** How many bytes the next write takes exactly; -1 for any. */
    private int taken = -1;

    /** Whether it takes data from where they lie. */
    private boolean gathers = true;

    /** Of memory of ours alone. */
    private int writes;

    /** What happens when it has. */
    private Runnable whenTaken = () -> {};

    /** A line that takes some of what it is given. */
    private final Line line = new Line() {
        @Override
        public boolean secure() {
            return true;
        }

        @Override
        public byte[] binding() {
            return new byte[0];
        }

        @Override
        public int read(ByteBuffer to) {
            int bytes = Math.min(toRead.remaining(), to.remaining());
            to.put(toRead.slice(toRead.position(), bytes));
            toRead.position(toRead.position() + bytes);
            return bytes;
        }

        @Override
        public int write(ByteBuffer from) {
            writes++;
            int some = random.nextInt(most) + (random.nextBoolean() ? 0 : 1);
            int taken = takesAll ? from.remaining() : Math.min(from.remaining(), some);
            byte[] bytes = new byte[taken];
            from.get(bytes);
            gone.writeBytes(bytes);
            return taken;
        }

        @Override
        public boolean gathers() {
            return gathers;
        }

        @Override
        public int write(ByteBuffer from, ByteBuffer behind) {
            if (taken >= 0) {
                int bytes = taken;
                from.position(Math.min(from.limit(), from.position() + bytes));
                taken = -1;
                whenTaken.run();
                return bytes;
            }
            int written = write(from);
            return from.hasRemaining() ? written : written + write(behind);
        }

        @Override
        public boolean holdsUnread() {
            return false;
        }

        @Override
        public boolean holdsUnsent() {
            return false;
        }
    };

    private Outgoing outgoing(boolean isChecked) {
        Carrier carrier = (Carrier) Proxy.newProxyInstance(Carrier.class.getClassLoader(),
                new Class<?>[]{Carrier.class},
                (_, _, _) -> null);
        return new Outgoing(line, carrier, RANK, isChecked);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void framesLeaveWholeAndInOrderHoweverLittleTheSystemTakes(boolean isChecked) {
        Outgoing out = outgoing(isChecked);
        MemorySegment outside = Arena.ofAuto().allocate(Frames.MAX_DATA, Long.BYTES);
        long[] sent = new long[Frames.CHANNELS];
        int index = 0;
        long seen = 0;
        for (int i = 0; i < 3_000; i++) {
            most = random.nextInt(3) == 0 ? 100 : 200_000;
            int bytes = random.nextInt(3) > 0 ? random.nextInt(200)
                    : Math.min(Frames.MAX_DATA, random.nextInt(Frames.MAX_DATA + 100) & -8);
            int channel = random.nextInt(Frames.CHANNELS);
            long[] head = {i, bytes};
            fill(outside, i, bytes);
            assertTrue(out.send(channel, head, 2, outside, 0, bytes, false));
            outside.fill((byte) -1);
            sent[channel] += Frames.length(2, bytes);
            while (out.room(channel) < Frames.MAX_LENGTH) {
                out.flush();
                byte[] all = gone.toByteArray();
                int looked = 0;
                for (int next = length(all, looked); next > 0; next = length(all, looked)) {
                    check(all, looked, index++, isChecked);
                    looked += next;
                }
                gone.reset();
                gone.write(all, looked, all.length - looked);
                seen += looked;
                if (sent[0] + sent[1] == seen) {
                    assertTrue(out.taken(sent[0], sent[1]));
                }
            }
        }
        assertTrue(index > 2_000, () -> "it looked at few frames");
    }

    private static void fill(MemorySegment memory, int number, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, Math.min(i, memory.byteSize() - Long.BYTES), value(number, i));
        }
    }

    private static long value(int number, int place) {
        return number * 0x9E37_79B9_7F4A_7C15L + place;
    }

    /** Length of the frame that begins there, if it has gone as a whole; else 0. */
    private static int length(byte[] all, int at) {
        if (all.length - at < Frames.HEADER) {
            return 0;
        }
        long what = ByteBuffer.wrap(all).order(ByteOrder.nativeOrder()).getLong(at);
        assertTrue(Frames.isLegal(what), () -> Long.toHexString(what));
        int length = Frames.length(Frames.longs(what), Frames.bytes(what));
        return all.length - at < length ? 0 : length;
    }

    private static void check(byte[] all, int at, int index, boolean isChecked) {
        MemorySegment frame = Arena.ofAuto().allocate(length(all, at), Long.BYTES)
                .copyFrom(MemorySegment.ofArray(all).asSlice(at, length(all, at)));
        assertEquals(RANK, Frames.source(frame.address()));
        assertEquals(index, Frames.index(frame.address()));
        assertTrue(Frames.isWhole(frame.address(), isChecked));
        int number = (int) frame.getAtIndex(ValueLayout.JAVA_LONG, 3);
        int bytes = (int) frame.getAtIndex(ValueLayout.JAVA_LONG, 4);
        MemorySegment expected = Arena.ofAuto().allocate(bytes + Long.BYTES, Long.BYTES);
        fill(expected, number, bytes);
        assertArrayEquals(expected.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE),
                frame.asSlice(Frames.HEADER + 2 * Long.BYTES, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    /** Its memory may be closed by another thread when the system has taken a part. */
    @Test
    void aFrameOfWhichAPartHasGoneEndsTheWayWhenItsMemoryIsClosed() {
        for (int part = 0; part < 60_000; part += 977) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(Frames.MAX_DATA, Long.BYTES);
            Outgoing out = outgoing(false);
            taken = part;
            whenTaken = arena::close;
            assertThrows(IllegalStateException.class,
                    () -> out.send(0, new long[1], 1, memory, 0, Frames.MAX_DATA, false));
            assertNotNull(out.failure());
            assertFalse(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
            assertFalse(out.giveBack(0, 0, true));
            out.sayGoodbye();
            gone.reset();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatGoesAheadGoesWithWhatFollowsOrWithAPoll(boolean followed) {
        Outgoing out = outgoing(false);
        most = 1 << 20;
        out.pollsSoon(true);
        assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, true));
        assertEquals(0, gone.size());
        if (followed) {
            assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
        }
        for (int tries = 0; tries < 100; tries++) {
            // the line may take nothing
            out.flush();
        }
        assertEquals((followed ? 2 : 1) * Frames.length(1, 0), gone.size());
    }

    /** A caller that does not wait may not poll for long. */
    @ParameterizedTest
    @CsvSource({"true, 65536", "false, 65536", "true, 10240", "false, 10240"})
    void whatFollowsLargeDataGoesAtOnce(boolean gathered, int bytes) {
        Outgoing out = outgoing(false);
        MemorySegment data = Arena.ofAuto().allocate(bytes, Long.BYTES);
        gathers = gathered;
        takesAll = true;
        out.pollsSoon(true);
        assertTrue(out.send(0, new long[1], 1, data, 0, bytes, true));
        int before = writes;
        assertTrue(before > 0);
        assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
        assertEquals(before + 1, writes);
        assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
        assertEquals(before + 1, writes);
    }

    /** Whose sender waits for it, and sends nothing more. Without that, most answers here would wait for a poll. */
    @Test
    void anAnswerToOneFrameGoesAtOnceWhateverWentAheadOfThat() {
        Outgoing peer = outgoing(false);
        Outgoing out = outgoing(false);
        takesAll = true;
        out.pollsSoon(true);
        Incoming in = new Incoming(RANK, line, false, out);
        for (int i = 0; i < 1_000; i++) {
            gone.reset();
            assertTrue(peer.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, true));
            assertTrue(peer.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
            toRead = ByteBuffer.wrap(gone.toByteArray());
            assertEquals(2, in.poll((_, _, _, _, _, _) -> true, 64));
            int before = writes;
            assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
            assertEquals(before + 1, writes);
        }
    }

    @Test
    void whatTellsOfRoomGoesAtOnceOnlyWhereThePeerMayLackIt() {
        Outgoing out = outgoing(false);
        most = 1 << 20;
        out.pollsSoon(true);
        takesAll = true;
        assertTrue(out.giveBack(0, 0, false));
        assertEquals(0, gone.size());
        assertTrue(out.giveBack(0, 0, true));
        assertEquals(2 * Frames.ROOM_LENGTH, gone.size());
        assertTrue(out.giveBack(0, 0, false));
        assertEquals(2 * Frames.ROOM_LENGTH, gone.size());
        // it does not know what the one before would tell
        assertTrue(out.giveBack(0, 0, false));
        assertEquals(4 * Frames.ROOM_LENGTH, gone.size());
    }
}
