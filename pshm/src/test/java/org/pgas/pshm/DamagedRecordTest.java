package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.JobEndedException;
import org.pgas.memory.SharedMemory;
import org.pgas.pshm.MessageRanks.Message;
import org.pgas.pshm.MessageRanks.Received;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;

/** What somebody else wrote into a ring ends the job with a message, or does nothing; no receiver ever sees it. */
class DamagedRecordTest {
    private static final int RING = 8 << 10;
    private static final int MOST_IN_RING = 512;

    private final Seed seed = new Seed();
    private final Random random = seed.random();

    @TempDir
    Path base;

    private MessageRanks ranks;
    private Lane lane;
    private byte[] ring;
    private byte[] slab;
    private int ends;

    private void ranks(boolean pair) {
        ranks(pair, false);
    }

    private void ranks(boolean pair, boolean checked) {
        ranks = new MessageRanks(base, MessageRanks.config(2, pair, RING * Lane.SLAB_FACTOR, checked), false);
        lane = ranks.requestLane(1, 0);
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    private void save() {
        ring = new byte[RING + AmLayout.LANE_END_LENGTH];
        slab = new byte[RING * Lane.SLAB_FACTOR];
        SharedMemory.copyOut(lane.address(0), MemorySegment.ofArray(ring), 0, ring.length);
        SharedMemory.copyOut(lane.slabAddress(MessageRecord.HEADER), MemorySegment.ofArray(slab), 0, slab.length);
    }

    private void restore() {
        SharedMemory.copyIn(MemorySegment.ofArray(ring), 0, lane.address(0), ring.length);
        SharedMemory.copyIn(MemorySegment.ofArray(slab), 0, lane.slabAddress(MessageRecord.HEADER), slab.length);
    }

    /** Receives what is in the ring now; {@code good} is what may come out of it. */
    private void receive(List<Message> good, String what) {
        Received received = new Received();
        try {
            // a look at it must not fail either
            ranks.rank(1).requestInbox().hasMessages();
            ranks.rank(1).requestInbox().receive(received, 100);
        } catch (JobEndedException e) {
            ends++;
            assertTrue(e.getMessage().startsWith("rank 1: messages: the request ring ")
                    && e.getMessage().contains("something else"), e.getMessage());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(what + ", " + seed, e);
        }
        assertEquals(good.subList(0, Math.min(good.size(), received.messages.size())), received.messages,
                () -> what + ", " + seed);
    }

    /**
     * Somewhere in the ring, not at its end, where padding comes before the next record: the ring rounds its length, so
     * it may differ.
     */
    private void move() {
        for (int skip = random.nextInt(400); skip > 0; skip--) {
            Message.random(random, 0, MessageHead.SHORT, 1, 0).send(ranks.rank(0).requestOutbox(), 1);
            ranks.rank(1).requestInbox().receive(new Received(), 10);
        }
        Message.random(random, 0, MessageHead.MEDIUM, 16, 900).send(ranks.rank(0).requestOutbox(), 1);
        ranks.rank(1).requestInbox().receive(new Received(), 10);
        while (((int) lane.head() & RING - 1) > RING - 1024) {
            Message.random(random, 0, MessageHead.SHORT, 1, 0).send(ranks.rank(0).requestOutbox(), 1);
            ranks.rank(1).requestInbox().receive(new Received(), 10);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRecordWithAnyOtherByteIsRefused(boolean pair) {
        ranks(pair);
        for (int category = MessageHead.SHORT; category <= MessageHead.LONG; category++) {
            for (int count : new int[]{0, 3, 16}) {
                Message message = Message.random(random, 0, category, count, 37);
                everyOtherByteIsRefused(message);
                everyOtherByteIsRefused(message.between(random));
            }
        }
    }

    private void everyOtherByteIsRefused(Message message) {
        move();
        everyOtherByteHereIsRefused(message);
    }

    private void everyOtherByteHereIsRefused(Message message) {
        int category = MessageHead.category(message.head());
        int at = (int) lane.head() & RING - 1;
        assertTrue(message.send(ranks.rank(0).requestOutbox(), 1));
        save();
        int covered = 8 + MessageRecord.arguments(category) + 4 * MessageHead.words(message.head());
        for (int place = 0; place < covered; place++) {
            boolean header = place < 8 + MessageRecord.arguments(category);
            for (int change = 1; change < 256; change += header ? 1 : 1 + random.nextInt(127)) {
                restore();
                long address = lane.address(at) + place;
                SharedMemory.putByte(address, (byte) (SharedMemory.getByte(address) ^ change));
                int before = ends;
                receive(List.of(), message + ", byte " + place + " ^ " + change);
                assertTrue(ends > before || isClaim(at), () -> "not noticed, " + seed);
            }
        }
        restore();
        receive(List.of(message), "undamaged");
    }

    /**
     * A record that is whole, with its checksum, in a ring where its sender does not write: of another rank in a ring
     * of pairs; in a shared one of the receiver itself, or of a rank that the job has not.
     */
    @ParameterizedTest
    @CsvSource({"true, 1", "true, 2", "true, 3", "false, 1", "false, 2", "false, 3"})
    void aWholeRecordOfASenderThatDoesNotWriteThereIsRefused(boolean pair, int category) {
        ranks(pair);
        Message message = Message.random(random, 0, category, 3, 37);
        MessageRanks others = new MessageRanks(base,
                MessageRanks.config(3, pair, RING * Lane.SLAB_FACTOR, false), false);
        try {
            assertTrue(message.send(others.rank(2).requestOutbox(), 1));
            isRefusedHere(others.requestLane(1, 2), "of rank 2 in a job of 2");
        } finally {
            others.close();
        }
        assertTrue(message.send(ranks.rank(1).requestOutbox(), 0));
        isRefusedHere(ranks.requestLane(0, 1), "of the receiver itself");
    }

    /** The first record of that ring as if it had been written here: a checksum covers the position too. */
    private void isRefusedHere(Lane there, String what) {
        save();
        SharedMemory.copy(there.address(0), lane.address(0), SharedMemory.getInt(there.address(0)));
        int before = ends;
        receive(List.of(), what);
        assertTrue(ends > before, () -> "taken: a record " + what + ", " + seed);
        restore();
    }

    /** Off, a payload is the program's; nothing of this is noticed then. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void aPayloadWithAnyOtherBitIsRefusedInCheckedMode(boolean pair, boolean prepared) {
        ranks(pair, true);
        for (int bytes : new int[]{0, 1, 8, 37, 700}) {
            for (int count : new int[]{0, 5}) {
                move();
                Message message = Message.random(random, 0, MessageHead.MEDIUM, count, bytes).between(random);
                int at = (int) lane.head() & RING - 1;
                MessageOutbox outbox = ranks.rank(0).requestOutbox();
                assertTrue(prepared ? message.prepareAndCommit(outbox, 1, 24) : message.send(outbox, 1));
                save();
                boolean inSlab = bytes > MOST_IN_RING;
                long payload = inSlab ? lane.slabAddress(at + 8)
                        : lane.address(at + 8 + MessageRecord.payload(MessageHead.words(message.head())));
                for (int bit = 0; bit < 8 * bytes; bit++) {
                    restore();
                    long address = payload + bit / 8;
                    SharedMemory.putByte(address, (byte) (SharedMemory.getByte(address) ^ 1 << bit % 8));
                    int before = ends;
                    receive(List.of(), message + ", bit " + bit);
                    assertTrue(ends > before, () -> "not noticed, " + seed);
                }
                restore();
                receive(List.of(message), "undamaged");
            }
        }
    }

    /**
     * Goes on to the place that is so far from the end of the ring, a multiple of 16: the smallest records take so
     * much.
     */
    private void moveToEnd(int distance) {
        while (((int) lane.head() & RING - 1) != RING - distance) {
            assertTrue(Message.random(random, 0, MessageHead.SHORT, 1, 0).send(ranks.rank(0).requestOutbox(), 1));
            assertEquals(1, ranks.rank(1).requestInbox().receive(new Received(), 1));
        }
    }

    /** Records that end where the ring ends: one byte more would be that of the ring's positions. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRecordUpToTheEndOfTheRingWithAnyOtherByteIsRefused(boolean pair) {
        ranks(pair);
        for (int count = 0; count <= 5; count++) {
            Message message = Message.random(random, 0, MessageHead.SHORT, count, 0);
            int bytes = 8 + MessageRecord.claimed(MessageRecord.length(MessageHead.SHORT, count));
            moveToEnd(bytes);
            everyOtherByteHereIsRefused(message);
            assertEquals(0, (int) lane.head() & RING - 1, "it ended where the ring ends");
        }
    }

    /** What fills the rest of a round has a length and a type too, which may say anything. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDamagedRestOfARoundLosesNoMessageWithoutAnErrorAndBringsNoOther(boolean pair) {
        ranks(pair);
        for (int rest : new int[]{16, 48, 272}) {
            moveToEnd(rest);
            Message message = Message.random(random, 0, MessageHead.MEDIUM, 3, 300);
            assertTrue(message.send(ranks.rank(0).requestOutbox(), 1));
            int at = RING - rest;
            assertEquals(rest, SharedMemory.getInt(lane.address(at)), "padding up to the end");
            save();
            for (int round = 0; round < 3_000; round++) {
                restore();
                int place = round < 2_040 ? round / 255 : random.nextInt(8);
                int change = round < 2_040 ? 1 + round % 255 : 1 + random.nextInt(255);
                SharedMemory.putByte(lane.address(at) + place,
                        (byte) (SharedMemory.getByte(lane.address(at) + place) ^ change));
                int length = SharedMemory.getInt(lane.address(at));
                boolean same = length > 0 && (length + 7 & -8) == rest && place < 4;
                // shorter, it leads to where nothing was written: no record yet, which the watch of open claims tells
                boolean waits = length <= 0 || place < 4 && length < rest && !same;
                int before = ends;
                receive(same ? List.of(message) : List.of(), "byte " + place + " ^ " + change + " of " + rest);
                assertEquals(!same && !waits, ends > before,
                        () -> "byte " + place + " ^ " + change + " of " + rest + ", " + seed);
            }
            restore();
            receive(List.of(message), "undamaged");
        }
    }

    /** Keeps what it was given, and throws where it is told to. */
    private static final class Failing implements MessageInbox.Receiver {
        private final Received received = new Received();
        private int failAt = -1;

        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {
            received.received(source, head, arguments, payload, bytes);
            fail();
        }

        @Override
        public void receivedLong(int source, long head, long arguments, long destination, long bytes) {
            received.receivedLong(source, head, arguments, destination, bytes);
            fail();
        }

        private void fail() {
            if (received.messages.size() == failAt) {
                throw new IllegalStateException("handler " + failAt);
            }
        }
    }

    /**
     * The message whose handler threw was handled; those before it are gone from the ring, those behind it are there.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHandlerThatThrowsLosesAndDoublesNoMessage(boolean pair) {
        ranks(pair);
        for (int round = 0; round < 600; round++) {
            List<Message> sent = new ArrayList<>();
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                Message message = Message.random(random, 0, 1 + random.nextInt(3), random.nextInt(17),
                        random.nextInt(200));
                assertTrue(message.send(ranks.rank(0).requestOutbox(), 1), seed::toString);
                sent.add(message);
            }
            Failing receiver = new Failing();
            receiver.failAt = 1 + random.nextInt(sent.size());
            assertThrows(IllegalStateException.class, () -> {
                for (int look = 0; look < 40; look++) {
                    ranks.rank(1).requestInbox().receive(receiver, 1 + random.nextInt(20));
                }
            }, seed::toString);
            assertEquals(sent.subList(0, receiver.failAt), receiver.received.messages, seed::toString);
            receiver.failAt = -1;
            for (int look = 0; look < 40 && receiver.received.messages.size() < sent.size(); look++) {
                ranks.rank(1).requestInbox().receive(receiver, 100);
            }
            ranks.rank(1).requestInbox().receive(receiver, 100);
            assertEquals(sent, receiver.received.messages, seed::toString);
        }
        assertTrue(lane.head() > 4L * RING, lane.head() + ": the ring went on");
    }

    /** With a length of 0 or less a record looks as if it were still being written; the watcher sees to that. */
    private boolean isClaim(int at) {
        return SharedMemory.getInt(lane.address(at)) <= 0;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCancelledRecordWithAnotherLengthDeliversNothingWrong(boolean pair) {
        ranks(pair);
        move();
        int at = (int) lane.head() & RING - 1;
        int claim = lane.tryClaim(1, 100);
        Message after = Message.random(random, 0, MessageHead.SHORT, 4, 0);
        assertTrue(after.send(ranks.rank(0).requestOutbox(), 1));
        assertTrue(lane.takeBack(claim));
        save();
        for (int round = 0; round < 4_000; round++) {
            restore();
            int length = round < 2_000 ? round - 100 : random.nextInt() >>> random.nextInt(32);
            SharedMemory.putInt(lane.address(at), length);
            receive(List.of(after), "length " + length);
        }
        assertTrue(ends > 100, ends + " ends");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void garbageInARingAndInItsPositionsIsRefused(boolean pair) {
        ranks(pair);
        move();
        save();
        for (int round = 0; round < 5_000; round++) {
            restore();
            byte[] garbage = new byte[8 + random.nextInt(400)];
            random.nextBytes(garbage);
            int at = (int) lane.head() & RING - 1;
            boolean positions = random.nextInt(4) == 0;
            int place = positions ? RING + AmLayout.TAIL + random.nextInt(AmLayout.HEAD - AmLayout.TAIL + 8) : at;
            SharedMemory.copyIn(MemorySegment.ofArray(garbage), 0, lane.address(0) + place,
                    Math.min(garbage.length, ring.length - place));
            if (!positions) {
                // often enough one that Agrona would believe
                SharedMemory.putInt(lane.address(at),
                        random.nextBoolean() ? 8 + random.nextInt(200) : random.nextInt());
                SharedMemory.putInt(lane.address(at) + 4,
                        MessageHead.of(1 + random.nextInt(3), random.nextInt(256), random.nextInt(32)));
            }
            receive(List.of(), "garbage " + round);
            send(round);
        }
        assertTrue(ends > 1_000, ends + " ends");
    }

    /** A sender meets the same garbage: it may be refused, and must not get out of the ring. */
    private void send(int round) {
        try {
            Message.random(random, 0, MessageHead.MEDIUM, 4, 100).send(ranks.rank(0).requestOutbox(), 1);
        } catch (JobEndedException e) {
            assertTrue(e.getMessage().contains("was overwritten"), e.getMessage());
        } catch (RuntimeException e) {
            throw new AssertionError("send " + round + ", " + seed, e);
        }
    }

    /**
     * The writer of a message may find that its record is not claimed any more: it says so, and changes nothing of
     * what is there.
     */
    @Test
    void aClaimThatWasOverwrittenIsNeitherCompletedNorTakenBack() {
        ranks(true);
        MessageOutbox outbox = ranks.rank(0).requestOutbox();
        for (int round = 0; round < 400; round++) {
            move();
            long record = lane.address((int) lane.head() & RING - 1);
            long claim = outbox.claim(1, 3, 100);
            int claimed = SharedMemory.getInt(record);
            assertTrue(claimed < 0, claimed + ": it is claimed");
            int other = random.nextBoolean() ? 0 : 1 + random.nextInt(Integer.MAX_VALUE);
            SharedMemory.putInt(record, other);
            Message message = Message.random(random, 0, MessageHead.MEDIUM, 3, 100);
            JobEndedException e = assertThrows(JobEndedException.class, round % 2 == 0
                    ? () -> message.commit(outbox, 1, claim)
                    : () -> outbox.cancel(1, claim), seed::toString);
            assertTrue(e.getMessage().startsWith("rank 0: messages: the request ring to rank 1 was overwritten while a "
                    + "message was being written"), e.getMessage());
            assertEquals(other, SharedMemory.getInt(record), seed::toString);
            SharedMemory.putInt(record, claimed);
            outbox.cancel(1, claim);
            receive(List.of(), "what was taken back");
        }
        assertEquals(0, ends, "the receiver saw none of it");
    }

    /** The same bytes at the same place in a later round of the ring, or at another place. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOldRecordIsNotTakenForANewOne(boolean pair) {
        ranks(pair);
        Message message = Message.random(random, 0, MessageHead.SHORT, 2, 0);
        byte[] record = new byte[24];
        assertTrue(message.send(ranks.rank(0).requestOutbox(), 1));
        SharedMemory.copyOut(lane.address(0), MemorySegment.ofArray(record), 0, record.length);
        ranks.rank(1).requestInbox().receive(new Received(), 1);
        for (int round = 1; round < 2 * RING / record.length; round++) {
            save();
            int at = (int) lane.head() & RING - 1;
            if (at + record.length <= RING) {
                SharedMemory.copyIn(MemorySegment.ofArray(record), 0, lane.address(at), record.length);
                int before = ends;
                receive(List.of(), "moved to " + at);
                assertEquals(before + 1, ends, seed::toString);
            }
            restore();
            assertTrue(Message.random(random, 0, MessageHead.SHORT, 2, 0).send(ranks.rank(0).requestOutbox(), 1));
            ranks.rank(1).requestInbox().receive(new Received(), 1);
        }
    }
}
