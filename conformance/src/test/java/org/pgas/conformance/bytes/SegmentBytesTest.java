package org.pgas.conformance.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.bytes.SegmentBytes;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.testkit.RankTest;

/** Segments as Chronicle stores: the memory itself, its own range only, and only while it is there. */
class SegmentBytesTest {
    /** No view shows memory elsewhere: {@code NeighbourhoodsTest}. */
    @RankTest(ranks = {1, 3}, segment = "64k", neighbourhoods = 1)
    void shouldShowTheMemoryOfEveryRank(Job job) {
        Rma rma = job.world().rma();
        int next = (job.rank() + 1) % job.size();
        Bytes<Void> out = SegmentBytes.of(job.world(), next, 4096, 256).bytesForWrite();
        out.writeUtf8("from rank " + job.rank()).writeStopBit(12345);
        job.world().barrier();
        int previous = (job.rank() + job.size() - 1) % job.size();
        Bytes<Void> in = SegmentBytes.of(job.world(), job.rank(), 4096, 256).bytesForRead();
        assertEquals("from rank " + previous, in.readUtf8());
        assertEquals(12345, in.readStopBit());
        assertEquals(in.readByte(3), job.endpoint().segment().local().get(ValueLayout.JAVA_BYTE, 4096 + 3));
        rma.putLong(next, 4096 + 200, 77);
        job.world().barrier();
        assertEquals(77, SegmentBytes.of(job.endpoint().segment(), 4096, 256).readLong(200));
        job.world().barrier();
    }

    /** No view shows memory elsewhere: {@code NeighbourhoodsTest}. */
    @RankTest(ranks = {1, 2}, segment = "64k", neighbourhoods = 1)
    void shouldRefuseEverythingOutsideTheRange(Job job) {
        int next = (job.rank() + 1) % job.size();
        BytesStore<?, Void> view = SegmentBytes.of(job.world(), next, 4096, 64);
        for (long offset : new long[]{-1, -8, 57, 64, 65, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThrows(BufferUnderflowException.class, () -> view.readLong(offset));
            assertThrows(BufferOverflowException.class, () -> view.writeLong(offset, 1));
            assertThrows(BufferOverflowException.class, () -> view.compareAndSwapLong(offset, 0, 1));
        }
        PgasException outside = assertThrows(PgasException.class,
                () -> SegmentBytes.of(job.world(), next, 65_536 - 8, 9));
        assertEquals(ErrorCode.BAD_ARGUMENT, outside.code());
        assertThrows(PgasException.class, () -> SegmentBytes.of(job.world(), job.size(), 0, 8));
        assertThrows(PgasException.class, () -> SegmentBytes.of(job.endpoint().segment(), -8, 8));
        job.world().barrier();
    }

    /** No view shows memory elsewhere: {@code NeighbourhoodsTest}. */
    @RankTest(ranks = {1, 3}, segment = "64k", neighbourhoods = 1)
    void shouldLoseNoUpdateByCompareAndSwap(Job job) {
        BytesStore<?, Void> view = SegmentBytes.of(job.world(), 0, 0, 64);
        job.world().barrier();
        for (int i = 0; i < 5000; i++) {
            view.addAndGetLong(8, 1);
        }
        job.world().barrier();
        assertEquals(5000L * job.size(), view.readVolatileLong(8));
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = {1, 2}, segment = "4k")
    void shouldEndWithItsSegment(Job job) {
        Segment segment = job.segments().create(8192);
        BytesStore<?, Void> own = SegmentBytes.of(segment, 0, 128);
        own.writeLong(0, 9);
        assertEquals(9, segment.local().get(ValueLayout.JAVA_LONG, 0));
        segment.destroy();
        PgasException refused = assertThrows(PgasException.class, () -> own.readLong(0));
        assertEquals(ErrorCode.NOT_INITIALIZED, refused.code());
        assertTrue(
                refused.getMessage()
                        .contains("rank " + job.rank() + ": this rank's segment was used through a view after"),
                refused.getMessage());
        assertThrows(PgasException.class, () -> own.bytesForWrite().writeLong(1));
        assertThrows(PgasException.class, () -> SegmentBytes.of(segment, 0, 8));
    }

    /** No view shows memory elsewhere: {@code NeighbourhoodsTest}. */
    @RankTest(ranks = 2, segment = "4k", neighbourhoods = 1)
    void shouldEndWithTheJob(Job job) {
        BytesStore<?, Void> own = SegmentBytes.of(job.world(), job.rank(), 0, 128);
        BytesStore<?, Void> peers = SegmentBytes.of(job.world(), 1 - job.rank(), 0, 128);
        own.readLong(0);
        peers.readLong(0);
        job.close();
        assertTrue(assertThrows(PgasException.class, () -> own.readLong(0)).getMessage().contains("job was closed"));
        assertThrows(PgasException.class, () -> peers.readLong(0));
        assertThrows(PgasException.class, () -> peers.writeByte(0, (byte) 1));
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2, segment = "0")
    void shouldViewClientMemoryOfThisRankAndRefuseAPeers(Job job) {
        try (Arena arena = Arena.ofShared()) {
            job.attach(arena.allocate(4096, 8));
            BytesStore<?, Void> own = SegmentBytes.of(job.world(), job.rank(), 8, 64);
            own.writeLong(0, 5 + job.rank());
            job.world().barrier();
            assertEquals(5 + 1 - job.rank(), job.world().rma().getLong(1 - job.rank(), 8));
            PgasException refused = assertThrows(PgasException.class,
                    () -> SegmentBytes.of(job.world(), 1 - job.rank(), 8, 64));
            String why = job.position().neighbourhoods() == 1 ? "client memory, which only its owner can view"
                    : "of another neighbourhood, whose memory is not mapped here";
            assertTrue(refused.getMessage().contains(why), refused.getMessage());
            assertThrows(BufferUnderflowException.class, () -> own.readLong(60));
            job.world().barrier();
            job.close();
        }
    }

    @RankTest(ranks = 1, segment = "0")
    void shouldViewAnArrayThatIsClientMemory(Job job) {
        byte[] array = new byte[64];
        job.attach(MemorySegment.ofArray(array));
        BytesStore<?, Void> own = SegmentBytes.of(job.world(), 0, 8, 16);
        own.writeByte(1, (byte) 3);
        assertEquals(3, array[9]);
        assertThrows(BufferOverflowException.class, () -> own.writeByte(16, (byte) 3));
    }
}
