package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Memory that goes away under a transfer is an error, whatever the regions are, and the process goes on. */
@Optimised
class VisFailureTest {
    private static final int VOLUME = 1 << 17;
    private static final long REACH = 3L << 17;

    /** Regions of every length that is moved in a way of its own, of {@link #VOLUME} bytes within {@link #REACH}. */
    private static Map<String, Shape> shapes() {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        shapes.put("contiguous", Shape.contiguous(VOLUME));
        for (int row : new int[]{1, 2, 4, 8, 16, 32, 64, 128, 4096, 1 << 15}) {
            shapes.put("rows of " + row, Shape.chunked(row, VOLUME / row, 2L * row));
            long[] offsets = new long[VOLUME / row];
            // an odd factor: every place once, in no order
            Arrays.setAll(offsets, i -> 2L * row * (i * 5L % offsets.length));
            shapes.put("indexed of " + row, Shape.indexed(row, offsets));
        }
        long[] offsets = new long[VOLUME / 96];
        long[] lengths = new long[offsets.length];
        long rest = VOLUME;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = 200L * i;
            lengths[i] = i == offsets.length - 1 ? rest : 64 + i % 64;
            rest -= lengths[i];
        }
        shapes.put("vector", Shape.vector(offsets, lengths));
        for (int element : new int[]{1, 4, 8, 16}) {
            shapes.put("transposed of " + element,
                    Section.rowMajor(element, VOLUME / element / 256, 256).permuted(1, 0).shape());
        }
        return shapes;
    }

    /** Only who maps a file finds it truncated. */
    @RankTest(ranks = 2, segment = "4m", settings = {"pgas.checks=off", "pgas.names=on"}, neighbourhoods = 1)
    void shouldReportATransferOfATruncatedFile(Job job, Ranks ranks) throws IOException {
        Vis vis = Vis.of(job.world());
        job.world().barrier();
        Endings.assertEnds(job, () -> {
            if (job.rank() != 0) {
                return;
            }
            try (FileChannel file = FileChannel.open(ranks.jobDirectory().resolve("seg-1-0"),
                    StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            MemorySegment dense = MemorySegment.ofArray(new byte[VOLUME]);
            MemorySegment wide = Arena.ofAuto().allocate(REACH);
            shapes().forEach((name, shape) -> {
                Shape contiguous = Shape.contiguous(shape.bytes());
                for (int round = 0; round < 2; round++) {
                    assertFault("put to " + name, () -> vis.put(1, 0, shape, dense, 0, contiguous));
                    assertFault("put of " + name, () -> vis.put(1, 0, contiguous, wide, 0, shape));
                    assertFault("put between " + name, () -> vis.put(1, 8, shape, wide, 0, shape));
                    assertFault("get of " + name, () -> vis.get(dense, 0, contiguous, 1, 0, shape));
                    assertFault("get to " + name, () -> vis.get(wide, 0, shape, 1, 0, contiguous));
                }
            });
            checkThatItGoesOn(job, vis);
        }, "seg-1-0", "was truncated");
    }

    /** The error of a fault in compiled code may come when the code has returned. */
    private static void assertFault(String call, Runnable transfer) {
        Endings.assertFault(call, () -> {
            transfer.run();
            for (int i = 0; i < 1000; i++) {
                Thread.yield();
            }
        });
    }

    private static void checkThatItGoesOn(Job job, Vis vis) {
        byte[] source = new byte[VOLUME];
        Stamp.fill(source, job.rank(), Space.HEAP, 0);
        shapes().forEach((name, shape) -> {
            byte[] back = new byte[VOLUME];
            Shape contiguous = Shape.contiguous(shape.bytes());
            vis.put(0, 0, shape, MemorySegment.ofArray(source), 0, contiguous);
            vis.get(MemorySegment.ofArray(back), 0, contiguous, 0, 0, shape);
            assertEquals(-1, Arrays.mismatch(Arrays.copyOf(source, (int) shape.bytes()),
                    Arrays.copyOf(back, (int) shape.bytes())), name);
        });
    }

    private static final Shape WHOLE = Shape.contiguous(CloseTest.BYTES / 2);
    private static final Shape WORDS = Shape.chunked(8, CloseTest.BYTES / 16, 16);
    private static final Shape TRANSPOSED = Section.rowMajor(8, CloseTest.BYTES / 16 / 1024, 1024).permuted(1, 0)
            .shape();

    /** In a process of its own: if it crashes, the failure names it and the other tests go on. */
    @RankTest(ranks = 1, segment = "0", modes = Mode.PROCESSES)
    void shouldNeverCrashATransferUnderWayWhenTheJobIsClosed() throws Exception {
        CloseTest.Transfer[] transfers = {
            (job, local) -> Vis.of(job.world()).put(0, 0, WORDS, local, 0, WHOLE),
            (job, local) -> Vis.of(job.world()).get(local, 0, WORDS, 0, 0, WHOLE),
            (job, local) -> Vis.of(job.world()).put(0, 0, TRANSPOSED, local, 0, WORDS)};
        try (Arena arena = Arena.ofShared()) {
            MemorySegment local = arena.allocate(CloseTest.BYTES);
            for (int i = 0; i < 12; i++) {
                CloseTest.Transfer transfer = transfers[i % transfers.length];
                long delay = 2_000_000L * (i / transfers.length);
                HostedJobs.alone((job, host) -> CloseTest.closeDuring(job, transfer, local, delay));
            }
        }
    }

    @RankTest(ranks = 1, segment = "4m", modes = Mode.PROCESSES)
    void shouldNeverCrashATransferUnderWayWhenTheLocalMemoryIsClosed(Job job) throws Exception {
        Vis vis = Vis.of(job.world());
        for (Map.Entry<String, Shape> entry : shapes().entrySet()) {
            Shape shape = entry.getValue();
            Shape contiguous = Shape.contiguous(shape.bytes());
            closeDuring(entry.getKey(), local -> vis.put(0, 0, contiguous, local, 0, shape));
            closeDuring(entry.getKey(), local -> vis.get(local, 0, shape, 0, 0, contiguous));
            closeDuring(entry.getKey(), local -> vis.put(0, 0, shape, local, 0, contiguous));
            closeDuring(entry.getKey(), local -> vis.get(local, 0, contiguous, 0, 0, shape));
        }
    }

    private interface LocalTransfer {
        void run(MemorySegment local);
    }

    private static void closeDuring(String name, LocalTransfer transfer) throws Exception {
        Arena arena = Arena.ofShared();
        MemorySegment local = arena.allocate(REACH);
        CountDownLatch begun = new CountDownLatch(2);
        FutureTask<?> copier = RankThreads.start(() -> {
            RuntimeException thrown = assertThrows(RuntimeException.class, () -> {
                while (true) {
                    transfer.run(local);
                    begun.countDown();
                }
            }, name);
            boolean isClosed = thrown instanceof IllegalStateException
                    || thrown instanceof PgasException refused && refused.code() == ErrorCode.BAD_ARGUMENT
                            && refused.getMessage().contains("closed");
            assertTrue(isClosed, () -> name + " ended with " + thrown);
        });
        begun.await();
        closeWhenNobodyHoldsIt(arena);
        RankThreads.join(copier);
    }

    /** A system call that uses the memory lets no one close it for as long. */
    private static void closeWhenNobodyHoldsIt(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException _) {
                Thread.onSpinWait();
            }
        }
    }
}
