package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;
import org.pgas.rank.Warnings;

/** What a job checks and closes, seen from one rank. */
class JobTest {
    private final FakeWorld world = new FakeWorld(1);
    private final Job job = world.job(0);

    @Test
    void attachTakesWholePagesOnceAndNothingElse() {
        for (long bytes : new long[]{-4096, -1, 1, 4095, 4097, GlobalPointer.MAX_SEGMENT_BYTES + 4096,
            Long.MIN_VALUE}) {
            Refusal.badArgument(() -> job.attach(bytes), "rank 0", "" + bytes, "4096");
        }
        assertNull(job.endpoint().segment());
        Segment segment = job.attach(8192);
        assertEquals(8192, segment.size());
        assertEquals(0, segment.owner());
        Refusal.badArgument(() -> job.attach(8192), "second time");
    }

    @Test
    void aSegmentOfNoBytesIsNone() {
        assertNull(job.attach(0));
        assertEquals(0, job.endpoint().boundSegment(job.world(), 0).size());
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> job.world().rma().getByte(0, 0), "attached 0 bytes");
    }

    @Test
    void accessBeforeAttachSaysWhatToCall() {
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> job.world().rma().getLong(0, 0), "Job.attach");
    }

    @Test
    void remoteAccessesAreInsideTheSegmentOrRefused() {
        job.attach(4096);
        Rma rma = job.world().rma();
        rma.putLong(0, 4088, 42);
        assertEquals(42, rma.getLong(0, 4088));
        assertEquals(42, rma.getLong(GlobalPointer.of(0, 4088)));
        Refusal.badArgument(() -> rma.getLong(0, 4089), "8 bytes at offset 4089", "4096", "0..4088");
        Refusal.badArgument(() -> rma.getLong(0, -1), "offset -1");
        Refusal.badArgument(() -> rma.getLong(1, 0), "rank 1", "0..0");
        Refusal.badArgument(() -> rma.getLong(-1, 0), "rank -1");
        Refusal.badArgument(() -> rma.getLong(GlobalPointer.of(0, 1, 0)), "endpoint");
        Refusal.badArgument(() -> rma.getLong(GlobalPointer.of(1, 0)), "rank 1");
        Refusal.badArgument(() -> rma.getLong(GlobalPointer.NULL), "null");
        Refusal.badArgument(() -> rma.getLongAcquire(0, 4), "multiple of 8");
        Refusal.badArgument(() -> rma.putIntRelease(0, 2, 1), "multiple of 4");
        Refusal.badArgument(() -> rma.memset(0, 0, (byte) 1, -1), "-1 bytes");
        Refusal.badArgument(() -> rma.memset(0, 0, (byte) 1, 4097), "4097 bytes");
        Refusal.badArgument(() -> rma.put(0, 0, new byte[3], 1, 3), "3 bytes at offset 1", "source of 3 bytes");
        Refusal.badArgument(() -> rma.put(0, 0, new byte[3], -1, 1), "offset -1");
        Refusal.badArgument(() -> rma.get(new long[2], 1, 0, 0, 2), "16 bytes at offset 8", "target of 16 bytes");
        Refusal.badArgument(() -> rma.get(MemorySegment.ofArray(new byte[8]).asReadOnly(), 0, 0, 0, 8), "read-only");
        Refusal.badArgument(() -> rma.getValue(0, 0, 9), "1..8");
        Refusal.badArgument(() -> rma.putValue(0, 0, 0, 0), "1..8");
        byte[] untouched = new byte[4088];
        rma.get(untouched, 0, 0, 0, 4088);
        assertArrayEquals(new byte[4088], untouched);
    }

    @Test
    void valuesOfOneToEightBytesAreZeroExtendedAndTouchNothingElse() {
        job.attach(4096);
        Rma rma = job.world().rma();
        long value = 0xF8F7F6F5F4F3F2F1L;
        for (int bytes = 1; bytes <= 8; bytes++) {
            for (int offset = 16; offset < 24; offset++) {
                rma.memset(0, 0, (byte) 0x11, 64);
                rma.putValue(0, offset, value, bytes);
                assertEquals(bytes == 8 ? value : value & (1L << 8 * bytes) - 1, rma.getValue(0, offset, bytes));
                byte[] all = new byte[64];
                rma.get(all, 0, 0, 0, 64);
                byte[] expected = new byte[64];
                Arrays.fill(expected, (byte) 0x11);
                MemorySegment.copy(MemorySegment.ofArray(new long[]{value}), 0, MemorySegment.ofArray(expected), offset,
                        bytes);
                assertArrayEquals(expected, all, bytes + " bytes at " + offset);
            }
        }
    }

    @Test
    void aValueGetIsSynchronisedOnce() {
        job.attach(4096);
        ValueGet get = job.world().rma().getValueNb(0, 0, 8);
        assertEquals(0, get.await());
        Refusal.badArgument(get::await, "twice");
    }

    @Test
    void checkedModeReportsOverlapAndUntrueAssertions() {
        Segment segment = job.attach(4096);
        Rma rma = job.world().rma();
        Refusal.badArgument(() -> rma.put(0, 8, segment.local(), 0, 16), "overlap by 8 of 16");
        Refusal.badArgument(() -> rma.get(segment.local(), 15, 0, 0, 16), "overlap by 1 of 16");
        rma.put(0, 16, segment.local(), 0, 16);
        MemorySegment heap = MemorySegment.ofArray(new byte[8]);
        Refusal.badArgument(() -> rma.put(0, 0, heap, 0, 8, RmaFlags.PEER_NEVER_SELF), "PEER_NEVER_SELF");
        Refusal.badArgument(() -> rma.put(0, 0, heap, 0, 8, RmaFlags.PEER_NEVER_NBRHD), "PEER_NEVER_NBRHD");
        Refusal.badArgument(() -> rma.put(0, 0, heap, 0, 8, RmaFlags.SELF_SEG_BOUND), "SELF_SEG_BOUND");
        Refusal.badArgument(() -> rma.put(0, 0, heap, 0, 8, RmaFlags.SELF_SEG_SOME | RmaFlags.SELF_SEG_UNKNOWN),
                "at most one");
        Refusal.badArgument(() -> rma.put(0, 0, heap, 0, 8, 1 << 20), "0x100000");
        assertTrue(rma.put(0, 0, heap, 0, 8, RmaFlags.IMMEDIATE | RmaFlags.SELF_SEG_UNKNOWN));
    }

    @Test
    void regionsDoNotNestAndForbidSynchronisationInside() {
        Nbi nbi = job.nbi();
        try (AccessRegion region = nbi.beginAccessRegion()) {
            Refusal.badArgument(nbi::beginAccessRegion, "inside an access region");
            Refusal.badArgument(nbi::test, "inside an access region");
            Refusal.badArgument(nbi::await, "inside an access region");
            region.end().await();
            Refusal.badArgument(region::end, "ended it already");
        }
        assertTrue(nbi.test());
        nbi.await(EventCategory.PUT, EventCategory.LC);
    }

    @Test
    void aClosedJobRefusesEverything() {
        Segment segment = job.attach(4096);
        MemorySegment view = segment.local();
        job.close();
        job.close();
        assertTrue(world.hasLeft(0));
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> job.world().rma().putByte(0, 0, (byte) 1), "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, job.world()::barrier, "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> job.attach(0), "closed");
        Refusal.of(ErrorCode.NOT_INITIALIZED, () -> job.exit(0), "closed");
        assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void nonFatalErrorsAreLoggedWhenVerboseAndNotOtherwise() {
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(Warnings.LOGGER);
        logger.setFilter(record -> {
            logged.add(record.getMessage());
            return false;
        });
        try {
            job.namedBarrier().notifyMismatch();
            assertFalse(job.namedBarrier().awaitMismatch());
            assertEquals(List.of(), logged);
            job.verboseErrors(true);
            job.namedBarrier().notifyMismatch();
            assertFalse(job.namedBarrier().awaitMismatch());
        } finally {
            logger.setFilter(null);
        }
        assertEquals(List.of("rank 0: named barrier 2: the names do not match"), logged);
    }

    @Test
    void exitCodesBecomeThoseThatAProcessCanReturn() {
        int[][] codes = {{0, 0}, {1, 1}, {255, 255}, {256, 255}, {257, 1}, {1000, 232}, {-1, 255}, {-256, 255},
            {Integer.MIN_VALUE, 255}, {Integer.MAX_VALUE, 255}};
        for (int[] code : codes) {
            assertEquals(code[1], assertThrows(JobEndedException.class, () -> job.exit(code[0])).exitCode());
        }
    }

    @Test
    void aJobIsLeftAlsoWhenAThreadIsInASystemCallOnItsMemory() throws IOException, InterruptedException {
        Segment segment = job.attach(4096);
        Pipe pipe = Pipe.open();
        ByteBuffer buffer = segment.local().asByteBuffer();
        Thread reader = Thread.ofPlatform().daemon().start(() -> {
            try {
                pipe.source().read(buffer);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        while (!isReading(reader)) {
            Thread.onSpinWait();
        }
        assertFalse(world.hasLeft(0));
        job.close();
        assertTrue(world.hasLeft(0));
        pipe.sink().write(ByteBuffer.wrap(new byte[1]));
        reader.join();
    }

    /** Whether the thread has reached the system call; the memory is held from before it. */
    private static boolean isReading(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.isNativeMethod() && frame.getMethodName().startsWith("read"));
    }
}
