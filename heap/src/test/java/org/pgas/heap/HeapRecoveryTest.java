package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.PgasException;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapInspection;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class HeapRecoveryTest {
    private static final String CALL = "SharedHeap.test";

    @TempDir
    private Path directory;

    /**
     * The process is killed while its threads allocate, reallocate and free as fast as they can, again and again on the
     * same heap.
     */
    @Test
    void shouldKeepEveryBlockOfAProcessThatIsKilled() throws Exception {
        Path file = directory.resolve("heap");
        try (BareHeap heap = BareHeap.inFile(file, KilledProgram.FILE_BYTES, KilledProgram.HEAP_BYTES,
                KilledProgram.RANKS)) {
            SplittableRandom random = Seed.of("moments");
            long lost = 0;
            for (int round = 0; round < 6; round++) {
                runAndKill(file, random);
                heap.recover();
                HeapInspection.check(heap.core(0));
                long kept = checkNotes(heap);
                long blocks = new HeapStatistics(HeapInspection.figures(heap.core(0))).blocks();
                long more = blocks - kept - lost;
                // each thread had one block in hand, or two while it moved its contents
                assertTrue(more >= 0 && more <= 2 * KilledProgram.RANKS, () -> kept + " of " + blocks + " are noted");
                lost += more;
            }
            freeNotes(heap);
            HeapCore core = heap.core(0);
            core.reclaimAll(CALL);
            HeapInspection.check(core);
            assertEquals(lost, new HeapStatistics(HeapInspection.figures(core)).blocks());
        }
    }

    private static void runAndKill(Path file, SplittableRandom random) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--") || argument.startsWith("-Xmx")).toList());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), KilledProgram.class.getName(),
                file.toString(), Long.toString(random.nextLong())));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader output = process.inputReader()) {
            assertEquals("running", output.readLine());
            assertTrue(!process.waitFor(50 + random.nextInt(250), TimeUnit.MILLISECONDS), () -> "it ended: "
                    + output.lines().toList());
            process.toHandle().destroyForcibly(); // that of the process itself closes the stream, too
            process.waitFor();
            assertEquals(List.of(), output.lines().toList());
        } finally {
            process.destroyForcibly();
        }
    }

    private static long checkNotes(BareHeap heap) {
        HeapCore core = heap.core(0);
        long kept = 0;
        for (int index = 0; index < KilledProgram.RANKS * KilledProgram.NOTES; index++) {
            long note = KilledProgram.note(heap, index);
            long block = SharedMemory.getLong(note);
            if (block != Blocks.NONE) {
                long bytes = SharedMemory.getLong(note + 8);
                assertTrue(core.usableBytes(CALL, block) >= bytes);
                BareHeap.checkStamp(core, block, bytes, SharedMemory.getLong(note + 16));
                kept++;
            }
        }
        return kept;
    }

    private static void freeNotes(BareHeap heap) {
        for (int index = 0; index < KilledProgram.RANKS * KilledProgram.NOTES; index++) {
            long note = KilledProgram.note(heap, index);
            if (SharedMemory.getLong(note) != Blocks.NONE) {
                heap.core(1).free(CALL, SharedMemory.getLong(note));
                SharedMemory.putLong(note, Blocks.NONE);
            }
        }
    }

    @Test
    void shouldNeedNothingButTheHeadersOfBlocks() {
        try (BareHeap heap = new BareHeap(300_000, 3)) {
            HeapUser user = new HeapUser(heap.core(0), Seed.of("user"), 20_000);
            user.run(400);
            SplittableRandom random = Seed.of("rubbish");
            HeapLayout layout = heap.core(0).layout;
            for (long at = HeapLayout.HANDLES; at < layout.blocks().first(); at += 8) {
                SharedMemory.putLong(heap.base + at, random.nextLong());
            }
            heap.recover();
            HeapInspection.check(heap.core(0));
            assertEquals(user.count(), new HeapStatistics(HeapInspection.figures(heap.core(0))).blocks());
            user.run(400);
            HeapInspection.check(heap.core(0));
            user.freeAll(heap.core(2));
            heap.checkEmpty();
        }
    }

    @Test
    void shouldJoinWhatIsFreeAndForgetCachesAndLocks() {
        try (BareHeap heap = new BareHeap(100_000, 2)) {
            HeapCore core = heap.core(0);
            core.free(CALL, core.allocate(CALL, 100));
            core.free(CALL, core.allocate(CALL, 1_000));
            core.lock(CALL);
            assertTrue(HeapLock.tryLock(core.layout.cache(0), 17));
            heap.recover();
            heap.checkEmpty();
            heap.recover();
            heap.checkEmpty();
        }
    }

    @Test
    void shouldReportADamagedHeaderAndChangeNothing() {
        try (BareHeap heap = new BareHeap(100_000, 2)) {
            HeapCore core = heap.core(0);
            long before = core.allocate(CALL, 1_000);
            long block = core.allocate(CALL, 5_000);
            SharedMemory.putLong(heap.base + block, SharedMemory.getLong(heap.base + block) + (1L << 28));
            byte[] bytes = heap.bytes();
            PgasException e = assertThrows(PgasException.class, heap::recover);
            assertTrue(e.getMessage().contains("damaged at the block of offset " + (BareHeap.ORIGIN + block + 16)),
                    e.getMessage());
            assertArrayEquals(bytes, heap.bytes());
            assertTrue(before > 0);
        }
    }
}
