package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.far.FarMessages;
import org.pgas.loan.Loans;
import org.pgas.memory.SharedMemory;
import org.pgas.message.Lent;
import org.pgas.message.MessageDispatcher;
import org.pgas.place.EndpointTable;
import org.pgas.rank.Cores;
import org.pgas.spi.MessageHead;
import org.pgas.spi.PeerProcess;

/**
 * What the rank that a message with lent data comes to believes of it, and what it does when the data cannot be read.
 */
class LoansTest {
    private static final int HANDLER = 200;
    private static final int BYTES = 10_000;
    private static final long HEAD = MessageHead.of(MessageHead.MEDIUM, HANDLER, 1);

    private final FakeWorld world = new FakeWorld(2);
    private final Job job = world.job(0, Map.of());
    private final MessageDispatcher requests = new MessageDispatcher(job.self(),
            Cores.of(job.endpoint().handlers()), job.rooms().endpoints, EndpointTable::handlers, null,
            job.rooms().messenger, false);
    private final MemorySegment arguments = Arena.ofAuto().allocate(4 * Integer.BYTES, Long.BYTES);
    private final MemorySegment message = Arena.ofAuto().allocate(Lent.MESSAGE_BYTES, Long.BYTES);
    private final MemorySegment note = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private final MemorySegment data = Arena.ofAuto().allocate(BYTES, Long.BYTES);

    /** What the process of the other rank lets be read. */
    private volatile boolean noteIsThere = true;

    private volatile boolean dataIsThere = true;
    private byte[] found;

    /** The ranks are in one process: its memory is read as the system would. */
    private final class SameProcess implements PeerProcess {
        @Override
        public boolean read(long address, MemorySegment target, long offset, long bytes) {
            if (!(address == note.address() ? noteIsThere : dataIsThere)) {
                return false;
            }
            SharedMemory.copyOut(address, target, offset, bytes);
            return true;
        }

        @Override
        public boolean write(long address, MemorySegment source, long offset, long bytes) {
            throw new AssertionError("nothing is written into another process");
        }
    }

    @BeforeEach
    void canRead() {
        world.process(new SameProcess());
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((_, payload) -> found = payload.toByteArray()).index(HANDLER).request());
        // answers are not waited for
        world.leave(1);
        note.set(ValueLayout.JAVA_LONG, 0, 7_654_321);
        arguments.set(ValueLayout.JAVA_LONG, 0, note.address());
        arguments.set(ValueLayout.JAVA_LONG, 8, 7_654_321);
        requests.received(1, FarMessages.ASK, arguments.address(), 0, 0);
    }

    private void lend(long handle, long address, long bytes, long head, long check) {
        long[] words = {handle, address, bytes, head, check};
        MemorySegment.copy(words, 0, message, ValueLayout.JAVA_LONG, 0, words.length);
        requests.received(1, FarMessages.lend(1), arguments.address(), message.address(), Lent.MESSAGE_BYTES);
    }

    private void lend(long bytes, long head) {
        lend(5, data.address(), bytes, head, Loans.check(5, data.address(), bytes, head));
    }

    @Test
    void shouldHandOverWhatIsInTheSender() {
        data.fill((byte) 9);
        lend(BYTES, HEAD);
        assertArrayEquals(data.toArray(ValueLayout.JAVA_BYTE), found);
    }

    @Test
    void shouldBelieveNoMessageThatCannotHaveBeenSent() {
        long most = job.rooms().conduit.messages().maxPayload(1);
        for (long bytes : new long[]{-1, 0, Loans.LEAST_BYTES - 1, most + 1, Integer.MAX_VALUE, 1L << 40,
            Long.MAX_VALUE}) {
            assertDamaged(() -> lend(bytes, HEAD));
        }
        for (long head : new long[]{0, -1, 1L << 50 | HEAD, MessageHead.of(MessageHead.SHORT, HANDLER, 1),
            MessageHead.of(MessageHead.LONG, HANDLER, 1), MessageHead.of(MessageHead.MEDIUM, HANDLER, 0),
            MessageHead.of(MessageHead.MEDIUM, HANDLER, 2),
            MessageHead.of(MessageHead.MEDIUM, FarMessages.LEND_INDEX, 1),
            MessageHead.of(MessageHead.MEDIUM, FarMessages.PUT_INDEX, 1)}) {
            assertDamaged(() -> lend(BYTES, head));
        }
    }

    @Test
    void shouldNoticeEachBitThatWasChanged() {
        long address = data.address();
        long check = Loans.check(5, address, BYTES, HEAD);
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long flip = 1L << bit;
            assertDamaged(() -> lend(5 ^ flip, address, BYTES, HEAD, check));
            assertDamaged(() -> lend(5, address ^ flip, BYTES, HEAD, check));
            assertDamaged(() -> lend(5, address, BYTES ^ flip, HEAD, check));
            assertDamaged(() -> lend(5, address, BYTES, HEAD ^ flip, check));
            assertDamaged(() -> lend(5, address, BYTES, HEAD, check ^ flip));
        }
    }

    private static void assertDamaged(Runnable message) {
        String text = assertThrows(JobEndedException.class, message::run).getMessage();
        assertTrue(text.contains("the message was damaged"), text);
    }

    private String unreadable() {
        dataIsThere = false;
        return assertThrows(JobEndedException.class, () -> lend(BYTES, HEAD)).getMessage();
    }

    /** With the turn of the real thing the wait could not find out: a handler takes in no replies. */
    @Test
    void shouldSayThatTheSenderHasLeft() {
        noteIsThere = false;
        String text = unreadable();
        assertTrue(text.contains("rank 1 could not be read") && text.contains("before Job.close"), text);
    }

    @Test
    void shouldWaitForTheEndOfTheJobWhenTheSenderDies() {
        noteIsThere = false;
        world.stay(1);
        Thread.ofPlatform().daemon().start(world::end);
        assertEquals("ended by the test", unreadable());
    }

    @Test
    void shouldSayThatTheSourceIsGoneWhenTheSenderIsNot() {
        world.stay(1);
        String text = unreadable();
        assertTrue(text.contains("its arena open, until local completion"), text);
    }
}
