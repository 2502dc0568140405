package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.pgas.armci.Armci;
import org.pgas.armci.ArmciGroup;
import org.pgas.armci.Giov;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.Scale;

/** ARMCI, begun and ended: memory allocated and freed, puts, strided gets and accumulates, read-increments, mutexes. */
final class ArmciOperations extends Operations {
    private static final int LONGS = 64 * 64;

    ArmciOperations(Stage stage) {
        super(stage, "armci");
    }

    @Override
    boolean isOneSided() {
        return false;
    }

    @Override
    boolean isCollective() {
        return true;
    }

    @Override
    void together(SplittableRandom shared, Strand main) {
        main.does(this);
        Armci armci = Armci.init(job(), 1 << 20);
        int ranks = stage().ranks();
        int right = (stage().rank() + 1) % ranks;
        int left = (stage().rank() + ranks - 1) % ranks;
        long[] rows = armci.malloc(8L * LONGS);
        armci.memory(rows[stage().rank()], 8L * LONGS).fill((byte) 0);
        armci.barrier();
        long seed = shared.nextLong();
        long[] given = given(seed, stage().rank());
        armci.put(MemorySegment.ofArray(given), 0, rows[right], 8L * LONGS, right);
        armci.fence(right);
        armci.barrier();
        long[] model = given(seed, left);
        section(shared, main, armci, rows, right, given);
        accumulate(armci, rows, right);
        for (int row = 0; row < 16; row++) {
            for (int column = 0; column < 16; column++) {
                model[64 * row + column] += 3 * (left + 1);
            }
        }
        armci.barrier();
        long[] found = new long[LONGS];
        armci.get(rows[stage().rank()], MemorySegment.ofArray(found), 0, 8L * LONGS, stage().rank());
        int at = Arrays.mismatch(model, found);
        if (at >= 0) {
            throw main.mismatch("a long of ARMCI memory", stage().rank(), 8L * at, model[at], found[at]);
        }
        armci.barrier();
        vectors(shared, main, armci, rows, right);
        counted(main, armci, rows);
        group(shared, main, armci);
        armci.free(rows);
        armci.finish();
    }

    private static long[] given(long seed, int rank) {
        return new SplittableRandom(seed + rank).longs(LONGS).toArray();
    }

    private void section(SplittableRandom shared, Strand main, Armci armci, long[] rows, int right, long[] given) {
        main.does(this);
        int height = 1 + shared.nextInt(64);
        int width = 1 + shared.nextInt(64);
        long[] found = new long[height * width];
        NbHandle handle = new NbHandle();
        armci.nbGetS(rows[right], new int[]{8 * 64}, MemorySegment.ofArray(found), 0, new int[]{8 * width},
                new int[]{8 * width, height}, 1, right, handle);
        armci.await(handle);
        for (int i = 0; i < found.length; i++) {
            int at = i / width * 64 + i % width;
            main.same("a long of a strided get", right, 8L * at, given[at], found[i]);
        }
        armci.barrier();
    }

    private void accumulate(Armci armci, long[] rows, int right) {
        long[] block = new long[16 * 16];
        Arrays.fill(block, stage().rank() + 1);
        armci.accS(Scale.ofLong(3), MemorySegment.ofArray(block), 0, new int[]{8 * 16}, rows[right], new int[]{8 * 64},
                new int[]{8 * 16, 16}, 1, right);
        armci.allFence();
    }

    /** Lists of places in the right neighbour's memory: put, added to, got. */
    private void vectors(SplittableRandom shared, Strand main, Armci armci, long[] rows, int right) {
        main.does(this);
        int count = 1 + shared.nextInt(64);
        int longs = 1 + shared.nextInt(32);
        long[] given = new SplittableRandom(shared.nextLong() + stage().rank()).longs((long) count * longs).toArray();
        long[] places = new long[count];
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            places[i] = rows[right] + 8L * 64 * (count - 1 - i);
            offsets[i] = 8L * longs * i;
        }
        Giov[] put = {new Giov(MemorySegment.ofArray(given), offsets, places, count, 8 * longs)};
        armci.putV(put, 1, right);
        armci.fence(right);
        armci.accV(Scale.ofLong(2), put, 1, right);
        armci.fence(right);
        long[] found = new long[count * longs];
        armci.getV(new Giov[]{new Giov(MemorySegment.ofArray(found), places, offsets, count, 8 * longs)}, 1, right);
        for (int i = 0; i < found.length; i++) {
            main.same("a long got by a list", right, i, 3 * given[i], found[i]);
        }
        armci.barrier();
    }

    /** A group of all but one, in reverse order, with memory of its own. */
    private void group(SplittableRandom shared, Strand main, Armci armci) {
        main.does(this);
        int without = shared.nextInt(stage().ranks());
        int[] members = IntStream.range(0, stage().ranks()).map(i -> stage().ranks() - 1 - i)
                .filter(rank -> rank != without || stage().ranks() == 1).toArray();
        ArmciGroup group = armci.groupCreate(stage().rank() == without ? new int[0] : members);
        if (group != null) {
            long[] memory = armci.mallocGroup(64, group);
            int next = (group.rank() + 1) % group.size();
            armci.putValueLong(100 + stage().rank(), memory[next], group.absoluteId(next));
            armci.barrierGroup(group);
            int before = group.absoluteId((group.rank() + group.size() - 1) % group.size());
            main.same("a long of a group's memory", stage().rank(), 0, 100L + before,
                    armci.getValueLong(memory[group.rank()], stage().rank()));
            armci.freeGroup(memory, group);
            group.free();
        }
        armci.barrier();
    }

    /** A read-increment on rank 0, and a word that a mutex guards. */
    private void counted(Strand main, Armci armci, long[] rows) {
        main.does(this);
        int ranks = stage().ranks();
        if (stage().rank() == 0) {
            armci.memory(rows[0], 16).fill((byte) 0);
        }
        armci.createMutexes(1);
        armci.barrier();
        for (int i = 0; i < 8; i++) {
            armci.fetchAndAdd(rows[0], 2, 0);
            armci.lock(0, ranks - 1);
            armci.putValueLong(armci.getValueLong(rows[0] + 8, 0) + 1, rows[0] + 8, 0);
            armci.unlock(0, ranks - 1);
        }
        armci.barrier();
        main.same("a counter", 0, 0, 16L * ranks, armci.getValueLong(rows[0], 0));
        main.same("a word under a mutex", 0, 8, 8L * ranks, armci.getValueLong(rows[0] + 8, 0));
        armci.barrier();
        armci.destroyMutexes();
    }
}
