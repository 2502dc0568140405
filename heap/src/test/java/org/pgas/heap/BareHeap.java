package org.pgas.heap;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapFaults;
import org.pgas.heap.blocks.HeapInspection;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.heap.blocks.HeapRecovery;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/** A heap in native memory, whose ranks are whoever asks for a core of theirs. */
final class BareHeap implements AutoCloseable {
    /** Where the heap would begin in a segment. */
    static final long ORIGIN = 128;

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final Arena arena;
    final MemorySegment memory;
    final long base;

    /** A heap that lies there. */
    private BareHeap(Arena arena, MemorySegment memory) {
        this.arena = arena;
        this.memory = memory;
        this.base = memory.address() + ORIGIN;
    }

    BareHeap(long bytes, int ranks) {
        this.arena = Arena.ofShared();
        this.memory = arena.allocate(bytes + ORIGIN, 4096);
        this.base = memory.address() + ORIGIN;
        lay(bytes, ranks);
    }

    private void lay(long bytes, int ranks) {
        HeapLayout.lay(base, bytes, ranks, 2);
        core(0).central.lay();
        HeapLayout.publish(base);
    }

    /** A heap in a file that has more behind it; made there if {@code bytes} is not 0. */
    static BareHeap inFile(Path file, long fileBytes, long bytes, int ranks) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
                StandardOpenOption.CREATE)) {
            BareHeap heap = new BareHeap(arena, channel.map(FileChannel.MapMode.READ_WRITE, 0, fileBytes, arena));
            if (bytes > 0) {
                heap.lay(bytes, ranks);
            }
            return heap;
        }
    }

    HeapCore core(int jobRank) {
        return core(jobRank, BareHeap::await);
    }

    /** How a rank waits. */
    interface Wait {
        void take(String call, long lock, long self, String part);
    }

    HeapCore core(int jobRank, Wait wait) {
        HeapLayout layout = HeapLayout.read(base);
        return new HeapCore(layout, ORIGIN, jobRank, new HeapFaults(Refusals.of(jobRank), "the heap", ORIGIN),
                new HeapLock.Waiting() {
                    @Override
                    public void take(String call, long lock, long self, String part) {
                        wait.take(call, lock, self, part);
                    }

                    @Override
                    public void ring() {}
                });
    }

    private static void await(String call, long lock, long self, String part) {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (!HeapLock.tryLock(lock, self)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        call + ": " + part + " is held by " + HeapLock.describe(HeapLock.holder(lock)));
            }
            Thread.yield();
        }
    }

    void recover() {
        HeapRecovery recovery = new HeapRecovery(core(0));
        recovery.check();
        recovery.rebuild();
    }

    /** Throws when it is not whole, or not one free block after all caches were emptied. */
    void checkEmpty() {
        HeapCore core = core(0);
        core.reclaimAll("test");
        HeapInspection.check(core);
        HeapStatistics statistics = new HeapStatistics(HeapInspection.figures(core));
        if (statistics.bytesFree() != statistics.bytes() || statistics.blocks() != 0
                || statistics.largestFree() != statistics.bytes() - Bins.HEADER_BYTES) {
            throw new AssertionError("it is not one free block: " + statistics);
        }
    }

    /** Fills the room that was asked for with a pattern of the block's place and {@code key}. */
    static void stamp(HeapCore core, long block, long bytes, long key) {
        long payload = core.payload(block);
        for (long at = 0; at < bytes; at++) {
            SharedMemory.putByte(payload + at, (byte) pattern(key, at));
        }
    }

    static void checkStamp(HeapCore core, long block, long bytes, long key) {
        long payload = core.payload(block);
        for (long at = 0; at < bytes; at++) {
            if (SharedMemory.getByte(payload + at) != (byte) pattern(key, at)) {
                throw new AssertionError(
                        "byte " + at + " of " + bytes + " of the block at " + block + " was overwritten");
            }
        }
    }

    private static long pattern(long key, long at) {
        return (key + at) * 0x9E3779B97F4A7C15L >>> 56;
    }

    byte[] bytes() {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void close() {
        arena.close();
    }
}
