package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankTest;

/** What closing a membership does to transfers that are under way, and what it leaves behind: nothing that grows. */
@Optimised
class CloseTest {
    static final long BYTES = 64L << 20;
    private static final int REPEATS = 50;
    private static final int JOINS = 200;

    interface Transfer {
        void run(Job job, MemorySegment local);
    }

    private static final Transfer[] TRANSFERS = {
        (job, local) -> job.world().rma().put(0, 0, local, 0, BYTES),
        (job, local) -> job.world().rma().get(local, 0, 0, 0, BYTES),
        (job, local) -> job.world().rma().memset(0, 0, (byte) 1, BYTES),
        (job, local) -> job.endpoint().segment().local().copyFrom(local),
        (job, local) -> {
            Rma rma = job.world().rma();
            for (long offset = 0; offset < BYTES; offset += 4096) {
                rma.putLong(0, offset, rma.getLong(0, BYTES - 8 - offset));
            }
        }};

    /** In a process of its own: if it crashes, the failure names it and the other tests go on. */
    @RankTest(ranks = 1, segment = "0", modes = Mode.PROCESSES)
    void shouldNeverCrashATransferThatIsUnderWay() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment local = arena.allocate(BYTES);
            for (int i = 0; i < REPEATS; i++) {
                Transfer transfer = TRANSFERS[i % TRANSFERS.length];
                // the close falls at another point of the transfer each time
                long delay = 100_000L * (i / TRANSFERS.length);
                HostedJobs.alone((job, host) -> closeDuring(job, transfer, local, delay));
            }
        }
    }

    /** Closes the job while another thread transfers again and again: it is refused then, and nothing worse. */
    static void closeDuring(Job job, Transfer transfer, MemorySegment local, long delayNanos)
            throws InterruptedException {
        job.attach(BYTES);
        CountDownLatch begun = new CountDownLatch(1);
        Throwable[] failure = new Throwable[1];
        Thread copier = Thread.ofPlatform().start(() -> {
            begun.countDown();
            try {
                while (true) {
                    transfer.run(job, local);
                }
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        begun.await();
        long until = System.nanoTime() + delayNanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        job.close();
        copier.join();
        // the segment of the endpoint is null, and a view closed, after close
        boolean refused = failure[0] instanceof PgasException e && e.code() == ErrorCode.NOT_INITIALIZED
                || failure[0] instanceof IllegalStateException || failure[0] instanceof NullPointerException;
        assertTrue(refused, () -> "the transfer ended with " + failure[0]);
    }

    @RankTest(ranks = 1, segment = "0", modes = Mode.PROCESSES)
    void shouldLeaveNoFileNoThreadAndNoSegmentMemory() throws Exception {
        joinAndClose(20);
        int threads = Thread.getAllStackTraces().size();
        long shared = statusKilobytes("RssShmem:");
        long segments = mappings("/seg-");
        joinAndClose(JOINS);
        assertEquals(0, mappings("/seg-") - segments, "mappings of segments that stayed");
        assertTrue(Thread.getAllStackTraces().size() <= threads,
                () -> "threads: " + Thread.getAllStackTraces().keySet());
        long grown = statusKilobytes("RssShmem:") - shared;
        // a segment is 1 MiB; a few pages a job may stay
        assertTrue(grown < JOINS * 64L, () -> "resident shared memory grew by " + grown + " KiB in " + JOINS + " jobs");
    }

    private static void joinAndClose(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            Path[] directory = new Path[1];
            HostedJobs.alone((job, host) -> {
                directory[0] = host.directory();
                job.attach(1 << 20);
                job.world().rma().memset(0, 0, (byte) 1, 1 << 20);
                job.close();
                assertFalse(Files.exists(host.directory()), "the last rank to leave removes the job's files");
            });
            assertFalse(Files.exists(directory[0]));
        }
    }

    /** Mappings of this process whose line contains {@code part}. */
    static long mappings(String part) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps")).stream().filter(line -> line.contains(part)).count();
    }

    private static long statusKilobytes(String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
            }
        }
        throw new IOException("no " + name + " in /proc/self/status");
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldCloseOnceWhenSeveralThreadsClose(Job job) throws InterruptedException {
        job.world().barrier();
        Throwable[] failure = new Throwable[1];
        Thread[] closers = new Thread[4];
        for (int i = 0; i < closers.length; i++) {
            closers[i] = Thread.ofPlatform().unstarted(job::close);
            closers[i].setUncaughtExceptionHandler((thread, e) -> failure[0] = e);
            closers[i].start();
        }
        for (Thread closer : closers) {
            closer.join();
        }
        assertNull(failure[0]);
    }

    @RankTest(ranks = 1, segment = "0", modes = Mode.PROCESSES)
    void shouldLeaveTheJobAlthoughTheSystemUsesAView() throws Exception {
        HostedJobs.alone((job, host) -> {
            ByteBuffer view = job.attach(1 << 16).local().asByteBuffer();
            Pipe pipe = Pipe.open();
            Thread reader = Thread.ofPlatform().daemon().start(() -> readQuietly(pipe, view));
            try {
                awaitNative(reader);
                job.close();
                assertFalse(Files.exists(host.directory()), "the job's files");
            } finally {
                pipe.sink().write(ByteBuffer.allocate(1));
                reader.join();
            }
        });
    }

    private static void readQuietly(Pipe pipe, ByteBuffer view) {
        try {
            pipe.source().read(view);
        } catch (IOException | IllegalStateException e) {
            // the view was closed meanwhile, which is what the test is about
        }
    }

    /** Waits until the thread is in the system call, where it holds on to the memory that it reads into. */
    private static void awaitNative(Thread thread) {
        long deadline = System.nanoTime() + Patience.NANOS;
        while (thread.getStackTrace().length == 0 || !thread.getStackTrace()[0].isNativeMethod()) {
            assertTrue(System.nanoTime() < deadline, "the reader does not read");
            Thread.onSpinWait();
        }
    }

    @RankTest(ranks = 1, segment = "0", modes = Mode.PROCESSES)
    void shouldLeaveNoMappingOfAFileThatIsGone() throws Exception {
        String base = HostedJob.base(Settings.read(Map.of()).path(Setting.DIR)) + "/";
        long before = mappings(base);
        joinAndClose(JOINS);
        assertEquals(0, mappings(base) - before, "mappings that stayed");
    }
}
