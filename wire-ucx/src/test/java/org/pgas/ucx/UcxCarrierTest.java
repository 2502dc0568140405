package org.pgas.ucx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pgas.hosts.stream.Carrier;
import org.pgas.hosts.stream.StreamWire;

/** Connections between two workers of this process. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UcxCarrierTest {
    private static final Consumer<Object> NOBODY = _ -> {};

    private final UcxCarriers one = new UcxCarriers(2);
    private final UcxCarriers other = new UcxCarriers(2);

    @BeforeAll
    static void thereIsUcx() {
        assumeTrue(Ucp.refusal() == null, Ucp::refusal);
    }

    @BeforeEach
    void open() throws IOException {
        one.listen(1);
        other.listen(1);
    }

    @AfterEach
    void close() throws IOException {
        one.close();
        other.close();
    }

    private void look() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("waits for ever");
        }
        one.look(NOBODY, true);
        other.look(NOBODY, true);
    }

    private Carrier accepted() throws IOException {
        Carrier accepted = other.accept();
        while (accepted == null) {
            look();
            accepted = other.accept();
        }
        return accepted;
    }

    private ByteBuffer read(Carrier from, int bytes) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(bytes);
        while (read.hasRemaining()) {
            assertTrue(from.read(read) >= 0, "there is more");
            look();
        }
        return read.flip();
    }

    /** In pieces of any size, in both directions at one time, with no more under way than an honest peer has. */
    @Test
    void bytesArriveWholeAndInOrder() throws IOException {
        byte[] sent = new byte[3 << 20];
        new SplittableRandom(29).nextBytes(sent);
        SplittableRandom random = new SplittableRandom(31);
        Carrier caller = one.call(other.address());
        Carrier[] ends = {caller, accepted()};
        ByteBuffer[] from = {ByteBuffer.wrap(sent), ByteBuffer.wrap(sent)};
        ByteBuffer[] to = {ByteBuffer.allocateDirect(sent.length), ByteBuffer.allocate(sent.length)};
        while (to[0].hasRemaining() || to[1].hasRemaining()) {
            int end = random.nextInt(2);
            int most = to[1 - end].position() + StreamWire.MOST_UNREAD_BYTES;
            int next = from[end].position() + random.nextInt(60_000);
            from[end].limit(Math.min(sent.length, Math.min(most, next)));
            ends[end].write(from[end]);
            look();
            to[end].limit(Math.min(sent.length, to[end].position() + 1 + random.nextInt(60_000)));
            assertTrue(ends[end].read(to[end]) >= 0);
            to[end].limit(sent.length);
        }
        for (ByteBuffer each : to) {
            byte[] came = new byte[sent.length];
            each.get(0, came);
            assertArrayEquals(sent, came);
        }
    }

    /** As a greeting does: before the other end has let it in. */
    @Test
    void whatIsWrittenBeforeTheOtherEndLooksIsReadThere() throws IOException {
        Carrier caller = one.call(other.address());
        assertEquals(3, caller.write(ByteBuffer.wrap(new byte[]{1, 2, 3})));
        assertEquals(ByteBuffer.wrap(new byte[]{1, 2, 3}), read(accepted(), 3));
    }

    @Test
    void anEndIsReadBehindWhatWasWrittenBefore() throws IOException {
        Carrier caller = one.call(other.address());
        Carrier called = accepted();
        assertEquals(2, called.write(ByteBuffer.wrap(new byte[]{1, 2})));
        called.close();
        called.close();
        assertEquals(ByteBuffer.wrap(new byte[]{1, 2}), read(caller, 2));
        ByteBuffer more = ByteBuffer.allocate(1);
        int read = 0;
        while (read == 0) {
            look();
            read = caller.read(more);
        }
        assertEquals(-1, read);
        assertThrows(IOException.class, () -> caller.write(ByteBuffer.wrap(new byte[1])));
        assertThrows(IOException.class, () -> called.read(more));
    }

    /** The way back breaks with the worker; what has come by the other way is read all the same, and so is the end. */
    @Test
    void whatWasSentBeforeTheOtherEndIsGoneIsRead() throws IOException {
        Carrier caller = one.call(other.address());
        Carrier called = accepted();
        assertEquals(1, called.write(ByteBuffer.wrap(new byte[]{7})));
        assertEquals(7, read(caller, 1).get());
        byte[] sent = new byte[60_000];
        new SplittableRandom(37).nextBytes(sent);
        assertEquals(sent.length, called.write(ByteBuffer.wrap(sent)));
        called.close();
        other.close();
        assertEquals(ByteBuffer.wrap(sent), read(caller, sent.length));
        ByteBuffer more = ByteBuffer.allocate(1);
        int read = 0;
        while (read == 0) {
            look();
            read = caller.read(more);
        }
        assertEquals(-1, read);
    }

    /** As where its process has died: no end comes, and it is a failure, though not at once. */
    @Test
    void whereTheOtherEndIsGoneWithoutAnEndReadsFailBehindWhatWasSent() throws IOException {
        Carrier caller = one.call(other.address());
        Carrier called = accepted();
        assertEquals(1, called.write(ByteBuffer.wrap(new byte[]{7})));
        assertEquals(7, read(caller, 1).get());
        assertEquals(1, called.write(ByteBuffer.wrap(new byte[]{8})));
        other.close();
        assertEquals(8, read(caller, 1).get());
        ByteBuffer more = ByteBuffer.allocate(1);
        IOException lost = null;
        while (lost == null) {
            look();
            try {
                caller.write(ByteBuffer.wrap(new byte[]{1}));
                assertEquals(0, caller.read(more));
            } catch (IOException e) {
                lost = e;
            }
        }
        assertThrows(IOException.class, () -> caller.write(more));
    }

    @Test
    void whatIsClosedWhileItConnectsLeavesTheOthersAlone() throws IOException {
        byte[] gone;
        try (UcxCarriers third = new UcxCarriers(2)) {
            third.listen(1);
            gone = third.address();
        }
        for (int looks = 0; looks < 12; looks++) {
            try (UcxCarriers third = new UcxCarriers(2)) {
                third.listen(1);
                Carrier there = third.call(other.address());
                Carrier nowhere = third.call(gone);
                Carrier again = one.call(other.address());
                for (int i = 0; i < looks; i++) {
                    third.look(NOBODY, true);
                    look();
                }
                there.close();
                nowhere.close();
                again.close();
            }
        }
        Carrier last = one.call(other.address());
        assertEquals(1, last.write(ByteBuffer.wrap(new byte[]{9})));
        Carrier called = accepted();
        while (called.read(ByteBuffer.allocate(1)) <= 0) { // those that were closed come first
            look();
            called = other.accept() instanceof Carrier next ? next : called;
        }
    }

    @Test
    void whoSendsMoreThanThereIsRoomForIsLost() throws IOException {
        Carrier caller = one.call(other.address());
        Carrier called = accepted();
        ByteBuffer much = ByteBuffer.allocate(2 * StreamWire.MOST_UNREAD_BYTES);
        while (much.hasRemaining()) {
            caller.write(much);
            look();
        }
        Carrier behind = one.call(other.address());
        assertEquals(1, behind.write(ByteBuffer.wrap(new byte[]{6})));
        read(accepted(), 1); // on the same endpoint: all before has come
        ByteBuffer came = ByteBuffer.allocate(much.capacity());
        IOException lost = null;
        while (lost == null) {
            look();
            try {
                called.read(came);
            } catch (IOException e) {
                lost = e;
            }
        }
        assertTrue(lost.getMessage().contains("more than there is room for"), lost.getMessage());
        assertTrue(came.position() <= StreamWire.MOST_UNREAD_BYTES, () -> came.position() + " bytes");
    }

    @Test
    void connectionsOfOnePairOfWorkersAreApart() throws IOException {
        Carrier[] callers = new Carrier[20];
        Carrier[] called = new Carrier[20];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = one.call(other.address());
            called[i] = accepted();
            assertEquals(1, callers[i].write(ByteBuffer.wrap(new byte[]{(byte) i})));
        }
        callers[7].close();
        for (int i = 0; i < callers.length; i++) {
            assertEquals(i, read(called[i], 1).get(0));
            if (i != 7) {
                assertEquals(1, called[i].write(ByteBuffer.wrap(new byte[]{(byte) -i})));
                assertEquals(-i, read(callers[i], 1).get(0));
            }
        }
    }

    @Test
    void anAddressThatIsDamagedIsRefused() {
        byte[] address = other.address();
        for (int i = 0; i < address.length; i++) {
            byte[] damaged = address.clone();
            damaged[i] ^= 4;
            IOException refused = assertThrows(IOException.class, () -> one.call(damaged));
            assertTrue(refused.getMessage().contains("no address of UCX"), refused.getMessage());
        }
        assertThrows(IOException.class, () -> one.call(new byte[0]));
    }

    @Test
    void whatIsToldIsToldUntilItIsRead() throws IOException {
        Carrier caller = one.call(other.address());
        Carrier called = accepted();
        other.watch(called, "this one");
        assertEquals(1, caller.write(ByteBuffer.wrap(new byte[]{5})));
        Object[] told = new Object[1];
        while (told[0] == null) {
            look();
            other.look(each -> told[0] = each, false);
        }
        assertEquals("this one", told[0]);
        told[0] = null;
        other.look(each -> told[0] = each, false);
        assertNotNull(told[0], "it is still there");
        assertTrue(!other.arm(), "a thread that sleeps now misses it");
        read(called, 1);
        told[0] = null;
        other.look(each -> told[0] = each, false);
        assertEquals(null, told[0]);
    }
}
