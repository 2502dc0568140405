package org.pgas.conformance.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;

import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.function.Executable;
import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.PreparedMessage;
import org.pgas.bytes.PayloadBytes;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.Optimised;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Payloads as Chronicle Bytes where they lie: what was written is read, nothing else is, and only while the message
 * lasts.
 */
@RankDefaults(segment = "4k")
class PayloadBytesTest {
    private static final String TEXT = "caf\u00e9 \u20ac";

    private final List<String> seen = new ArrayList<>();
    private long received;
    private Bytes<Void> kept;
    private Bytes<Void> keptSlice;

    private static PreparedMessage prepare(Job job, int rank, long most) {
        return job.world().am().prepareRequestMedium(rank, null, 0, most, null, 0, 0);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {1, 2})
    void shouldReadInTheHandlerWhatWasWrittenIntoTheMessage(Job job) {
        exchange(job);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2, settings = {"pgas.am.rings=shared", "pgas.checks=off"})
    void shouldReadWhatWasWrittenThroughSharedRings(Job job) {
        exchange(job);
    }

    private void exchange(Job job) {
        HandlerTable handlers = job.endpoint().handlers();
        PayloadBytes answers = new PayloadBytes();
        int answer = handlers
                .register(HandlerEntry.ofMedium((token, payload) -> seen.add(answers.read(payload).readUtf8()))
                        .reply());
        PayloadBytes questions = new PayloadBytes();
        PayloadBytes replies = new PayloadBytes();
        int ask = handlers.register(HandlerEntry.ofMedium((token, payload) -> {
            Bytes<Void> in = questions.read(payload);
            String text = in.readUtf8();
            long number = in.readStopBit();
            double value = in.readDouble();
            assertEquals(0, in.readRemaining());
            PreparedMessage reply = token.prepareReplyMedium(null, 0, 200, null, 0, 0);
            Bytes<Void> out = replies.write(reply);
            out.writeUtf8(text + number + value);
            reply.commit(answer, out.writePosition());
        }).request());
        job.world().barrier();
        PayloadBytes written = new PayloadBytes();
        int peer = (job.rank() + 1) % job.size();
        for (int round = 0; round < 100; round++) {
            PreparedMessage message = prepare(job, peer, 100);
            Bytes<Void> out = written.write(message);
            out.writeUtf8(TEXT).writeStopBit(-round).writeDouble(round / 4.0);
            message.commit(ask, out.writePosition());
        }
        job.blockUntil(() -> seen.size() == 100);
        for (int round = 0; round < 100; round++) {
            assertEquals(TEXT + -(long) round + round / 4.0, seen.get(round));
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {1, 2})
    void shouldRefuseWhatLiesOutsideAndWhatIsOver(Job job) {
        PayloadBytes view = new PayloadBytes();
        int look = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            Bytes<Void> in = view.read(payload);
            assertThrows(BufferUnderflowException.class, () -> in.readLong(9));
            assertThrows(BufferUnderflowException.class, () -> in.readByte(16));
            assertThrows(BufferUnderflowException.class, () -> in.bytesStore().readLong(-8));
            assertThrows(RuntimeException.class, () -> in.bytesStore().writeLong(16, 1));
            assertThrows(UnsupportedOperationException.class, () -> in.addressForRead(0));
            assertEquals(5, in.readLong(8));
            kept = in;
            keptSlice = in.bytesForRead();
            received++;
        }).request());
        job.world().barrier();
        int peer = (job.rank() + 1) % job.size();
        PayloadBytes written = new PayloadBytes();
        PreparedMessage message = prepare(job, peer, 16);
        Bytes<Void> out = written.write(message);
        out.writeLong(4).writeLong(5);
        assertThrows(BufferOverflowException.class, () -> out.writeByte((byte) 1));
        assertThrows(BufferOverflowException.class, () -> out.writeLong(12, 1));
        message.commit(look, out.writePosition());
        assertOver(() -> out.readLong(0));
        assertOver(() -> out.writeLong(0, 1));
        PreparedMessage cancelled = prepare(job, peer, 16);
        Bytes<Void> gone = written.write(cancelled);
        cancelled.cancel();
        assertOver(() -> gone.writeByte((byte) 1));
        job.blockUntil(() -> received == 1);
        assertOver(() -> kept.readLong(0));
        assertOver(() -> kept.bytesStore().readLong(0));
        assertOver(() -> keptSlice.readLong(0));
        job.world().barrier();
    }

    private static void assertOver(Executable access) {
        PgasException refused = assertThrows(PgasException.class, access);
        assertTrue(refused.getMessage().contains("after its handler returned or its message was committed"),
                refused.getMessage());
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2, settings = "pgas.checks=off")
    void shouldKnowAKeptViewWithoutChecksWhileAnotherMessageIsHandled(Job job) {
        PayloadBytes view = new PayloadBytes();
        boolean[] refused = new boolean[1];
        int look = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            if (received++ == 0) {
                keptSlice = view.read(payload).bytesForRead();
            } else {
                assertThrows(PgasException.class, () -> keptSlice.readByte(0));
                refused[0] = true;
            }
        }).request());
        job.world().barrier();
        for (int round = 0; round < 2; round++) {
            PreparedMessage message = prepare(job, 1 - job.rank(), 16);
            Bytes<Void> out = new PayloadBytes().write(message);
            out.writeLong(round);
            message.commit(look, out.writePosition());
        }
        job.blockUntil(() -> received == 2);
        assertTrue(refused[0]);
        job.world().barrier();
    }

    /** Each rank sends to itself. */
    @Optimised
    @RankTest(ranks = 2, settings = "pgas.checks=off", neighbourhoods = 1)
    void shouldAllocateNothing(Job job) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        PayloadBytes view = new PayloadBytes();
        int count = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            Bytes<Void> in = view.read(payload);
            received += in.readLong() + in.readStopBit();
        }).request());
        job.world().barrier();
        PayloadBytes written = new PayloadBytes();
        long before = 0;
        long sent = 0;
        for (int round = 0; round < 30_000; round++) {
            if (round == 10_000) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            PreparedMessage message = prepare(job, job.rank(), 64);
            Bytes<Void> out = written.write(message);
            out.writeLong(round).writeStopBit(round & 1);
            message.commit(count, out.writePosition());
            sent += round + (round & 1);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / 20_000;
        assertEquals(sent, received);
        assertEquals(0, each, "bytes allocated for each message");
        job.world().barrier();
    }

    @RankTest(ranks = 1)
    void shouldServeAgainAfterTheProgramReleasedIt(Job job) {
        PayloadBytes written = new PayloadBytes();
        PreparedMessage message = prepare(job, 0, 16);
        written.write(message).releaseLast();
        Bytes<Void> out = written.write(message);
        out.write(new byte[]{1, 2, 3});
        assertArrayEquals(new byte[]{1, 2, 3}, out.toByteArray());
        message.cancel();
    }
}
