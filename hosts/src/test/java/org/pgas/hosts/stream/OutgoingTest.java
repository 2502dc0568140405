package org.pgas.hosts.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What leaves for a peer when the system takes as much as it likes. */
class OutgoingTest {
    private static final int RANK = 5;

    private final SplittableRandom random = new SplittableRandom(23);
    private final MadeUpLine line = new MadeUpLine();

    /** A write takes so many bytes at most, some or all of what it is given. */
    private void takesSome(int most) {
        line.takes(bytes -> Math.min(bytes, random.nextInt(most) + (random.nextBoolean() ? 0 : 1)));
    }

    private Outgoing outgoing(boolean isChecked) {
        return new Outgoing(line, MadeUpLine.carrier(), RANK, isChecked);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void framesLeaveWholeAndInOrderHoweverLittleTheSystemTakes(boolean isChecked) {
        Outgoing out = outgoing(isChecked);
        MemorySegment outside = Arena.ofAuto().allocate(Frames.MAX_DATA, Long.BYTES);
        long[] sent = new long[Frames.CHANNELS];
        int index = 0;
        long seen = 0;
        byte[] unseen = new byte[0];
        for (int i = 0; i < 3_000; i++) {
            takesSome(random.nextInt(3) == 0 ? 100 : 200_000);
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
                byte[] all = joined(unseen, line.takeOut());
                int looked = 0;
                for (int next = length(all, looked); next > 0; next = length(all, looked)) {
                    check(all, looked, index++, isChecked);
                    looked += next;
                }
                unseen = Arrays.copyOfRange(all, looked, all.length);
                seen += looked;
                if (sent[0] + sent[1] == seen) {
                    assertTrue(out.taken(sent[0], sent[1]));
                }
            }
        }
        assertTrue(index > 2_000, () -> "it looked at few frames");
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
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
            line.drops(part, arena::close);
            assertThrows(IllegalStateException.class,
                    () -> out.send(0, new long[1], 1, memory, 0, Frames.MAX_DATA, false));
            assertNotNull(out.failure());
            assertFalse(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
            assertFalse(out.giveBack(0, 0, true));
            out.sayGoodbye();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatGoesAheadGoesWithWhatFollowsOrWithAPoll(boolean followed) {
        Outgoing out = outgoing(false);
        takesSome(1 << 20);
        out.pollsSoon(true);
        assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, true));
        assertEquals(0, line.size());
        if (followed) {
            assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
        }
        for (int tries = 0; tries < 100; tries++) {
            // the line may take nothing
            out.flush();
        }
        assertEquals((followed ? 2 : 1) * Frames.length(1, 0), line.size());
    }

    /** A caller that does not wait may not poll for long. */
    @ParameterizedTest
    @CsvSource({"true, 65536", "false, 65536", "true, 10240", "false, 10240"})
    void whatFollowsLargeDataGoesAtOnce(boolean gathered, int bytes) {
        Outgoing out = outgoing(false);
        MemorySegment data = Arena.ofAuto().allocate(bytes, Long.BYTES);
        line.gathers(gathered);
        out.pollsSoon(true);
        assertTrue(out.send(0, new long[1], 1, data, 0, bytes, true));
        int before = line.writes();
        assertTrue(before > 0);
        assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
        assertEquals(before + 1, line.writes());
        assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
        assertEquals(before + 1, line.writes());
    }

    /** Whose sender waits for it, and sends nothing more. Without that, most answers here would wait for a poll. */
    @Test
    void anAnswerToOneFrameGoesAtOnceWhateverWentAheadOfThat() {
        Outgoing peer = outgoing(false);
        Outgoing out = outgoing(false);
        out.pollsSoon(true);
        Incoming in = new Incoming(RANK, line, false, out);
        for (int i = 0; i < 1_000; i++) {
            assertTrue(peer.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, true));
            assertTrue(peer.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
            line.gives(line.takeOut());
            assertEquals(2, in.poll((_, _, _, _, _, _) -> true, 64));
            int before = line.writes();
            assertTrue(out.send(0, new long[1], 1, MemorySegment.NULL, 0, 0, false));
            assertEquals(before + 1, line.writes());
            line.takeOut();
        }
    }

    @Test
    void whatTellsOfRoomGoesAtOnceOnlyWhereThePeerMayLackIt() {
        Outgoing out = outgoing(false);
        out.pollsSoon(true);
        assertTrue(out.giveBack(0, 0, false));
        assertEquals(0, line.size());
        assertTrue(out.giveBack(0, 0, true));
        assertEquals(2 * Frames.ROOM_LENGTH, line.size());
        assertTrue(out.giveBack(0, 0, false));
        assertEquals(2 * Frames.ROOM_LENGTH, line.size());
        // it does not know what the one before would tell
        assertTrue(out.giveBack(0, 0, false));
        assertEquals(4 * Frames.ROOM_LENGTH, line.size());
    }
}
