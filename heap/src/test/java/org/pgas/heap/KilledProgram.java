package org.pgas.heap;

import java.nio.file.Path;
import java.util.SplittableRandom;

import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.memory.SharedMemory;

/**
 * Uses a heap in a file by two threads that are ranks of it, for as long as it lives, and writes down behind it which
 * blocks it has. A block is noted when it is there with its pattern, and crossed out before it is touched again.
 *
 * <pre>
 * offset  bytes  field of a note
 * 0       8      block, 0 for none
 * 8       8      bytes
 * 16      8      key of its pattern
 * </pre>
 */
final class KilledProgram {
    static final long HEAP_BYTES = 1 << 20;
    static final int RANKS = 2;
    static final int NOTES = 300;
    static final long NOTE_BYTES = 24;
    static final long FILE_BYTES = BareHeap.ORIGIN + HEAP_BYTES + RANKS * NOTES * NOTE_BYTES;

    private final HeapCore core;
    private final SplittableRandom random;
    private final long notes;

    private KilledProgram(BareHeap heap, int rank, long seed) {
        this.core = heap.core(rank);
        this.random = new SplittableRandom(seed + rank);
        this.notes = note(heap, rank * NOTES);
    }

    /** The address of one of all notes. */
    static long note(BareHeap heap, int index) {
        return heap.base + HEAP_BYTES + index * NOTE_BYTES;
    }

    public static void main(String[] arguments) throws Exception {
        BareHeap heap = BareHeap.inFile(Path.of(arguments[0]), FILE_BYTES, 0, 0);
        for (int rank = 0; rank < RANKS; rank++) {
            KilledProgram program = new KilledProgram(heap, rank, Long.parseLong(arguments[1]));
            Thread.ofPlatform().start(program::run);
        }
        System.out.println("running");
    }

    private void run() {
        for (;;) {
            step(notes + random.nextInt(NOTES) * NOTE_BYTES);
        }
    }

    private void step(long note) {
        long block = SharedMemory.getLong(note);
        SharedMemory.putLongVolatile(note, 0);
        long bytes = random.nextLong(1 + random.nextLong(random.nextInt(4) == 0 ? 20_000 : 500));
        if (block == Blocks.NONE) {
            take(note, core.allocate("test", bytes, 1L << random.nextInt(8)), bytes);
        } else {
            BareHeap.checkStamp(core, block, SharedMemory.getLong(note + 8), SharedMemory.getLong(note + 16));
            if (random.nextInt(3) == 0) {
                long moved = core.reallocate("test", block, bytes);
                if (moved != Blocks.NONE) {
                    take(note, moved, bytes);
                } else {
                    core.free("test", block);
                }
            } else {
                core.free("test", block);
            }
        }
    }

    private void take(long note, long block, long bytes) {
        if (block != Blocks.NONE) {
            long key = random.nextLong();
            BareHeap.stamp(core, block, bytes, key);
            SharedMemory.putLong(note + 8, bytes);
            SharedMemory.putLong(note + 16, key);
            SharedMemory.putLongVolatile(note, block);
        }
    }
}
