package org.pgas.faults.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;

/**
 * MPI windows, made over new or given memory, used between fences, in epochs of posts and starts, and under locks, with
 * datatypes and operations, and freed.
 */
final class WindowOperations extends Operations {
    private static final int LONGS = 256;

    WindowOperations(Stage stage) {
        super(stage, "windows");
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
        Window window = switch (shared.nextInt(4)) {
            case 0 -> Window.allocate(world(), 8L * LONGS, 8);
            case 1 -> Window.allocateShared(world(), 8L * LONGS, 8);
            case 2 -> Window.create(world(), Arena.ofAuto().allocate(8L * LONGS, 8), 8);
            default -> Window.create(world(), MemorySegment.ofArray(new long[LONGS]), 8);
        };
        window.memory().fill((byte) 0);
        world().barrier();
        window.fence(Assertions.NOPRECEDE);
        long[] model = new long[LONGS];
        fences(shared, main, window, model);
        posts(shared, main, window, model);
        locks(shared, main, window, model);
        window.fence(Assertions.NOSUCCEED);
        check(main, window, model);
        window.free();
        dynamic(shared, main);
    }

    /**
     * Memory that is attached to a dynamic window, native or an array: its left neighbour writes all of it, and adds to
     * it.
     */
    private void dynamic(SplittableRandom shared, Strand main) {
        main.does(this);
        int ranks = stage().ranks();
        int right = (stage().rank() + 1) % ranks;
        Window window = Window.createDynamic(world());
        int longs = 1 + shared.nextInt(8 * LONGS);
        MemorySegment own = shared.nextBoolean() ? Arena.ofAuto().allocate(8L * longs, 8)
                : MemorySegment.ofArray(new long[longs]);
        long[] places = new long[ranks];
        places[stage().rank()] = window.attach(own);
        places = stage().sums(places);
        long seed = shared.nextLong();
        long[] given = given(seed, stage().rank(), longs);
        window.lockAll(0);
        window.put(MemorySegment.ofArray(given), longs, Datatype.LONG, right, places[right], longs, Datatype.LONG);
        window.flush(right);
        window.accumulate(MemorySegment.ofArray(given), longs, Datatype.LONG, right, places[right], longs,
                Datatype.LONG, Op.SUM);
        window.flush(right);
        long[] back = new long[longs];
        window.get(MemorySegment.ofArray(back), longs, Datatype.LONG, right, places[right], longs, Datatype.LONG);
        window.unlockAll();
        world().barrier();
        long[] written = given(seed, (stage().rank() + ranks - 1) % ranks, longs);
        for (int i = 0; i < longs; i++) {
            main.same("a long got from attached memory", right, 8L * i, 2 * given[i], back[i]);
            main.same("a long of attached memory", stage().rank(), 8L * i, 2 * written[i],
                    own.getAtIndex(ValueLayout.JAVA_LONG, i));
        }
        world().barrier();
        window.detach(places[stage().rank()]);
        window.free();
    }

    /** The left neighbour writes every element, so all windows are alike but for the rank that wrote them. */
    private void fences(SplittableRandom shared, Strand main, Window window, long[] model) {
        int ranks = stage().ranks();
        int right = (stage().rank() + 1) % ranks;
        int left = (stage().rank() + ranks - 1) % ranks;
        // each second long
        Datatype spread = Datatype.vector(LONGS / 4, 1, 2, Datatype.LONG).commit();
        long seed = shared.nextLong();
        main.does(this);
        window.put(MemorySegment.ofArray(given(seed, stage().rank(), LONGS / 4)), LONGS / 4, Datatype.LONG, right, 0, 1,
                spread);
        window.fence(0);
        spread.free();
        long[] expected = given(seed, left, LONGS / 4);
        for (int i = 0; i < expected.length; i++) {
            model[2 * i] = expected[i];
        }
        main.does(this);
        long[] back = new long[LONGS / 2];
        window.get(MemorySegment.ofArray(back), LONGS / 2, Datatype.LONG, right, 0, LONGS / 2, Datatype.LONG);
        window.fence(0);
        long[] own = given(seed, stage().rank(), LONGS / 4);
        for (int i = 0; i < own.length; i++) {
            main.same("a long got between fences", right, 16L * i, own[i], back[2 * i]);
        }
    }

    private void posts(SplittableRandom shared, Strand main, Window window, long[] model) {
        int ranks = stage().ranks();
        int right = (stage().rank() + 1) % ranks;
        int left = (stage().rank() + ranks - 1) % ranks;
        long seed = shared.nextLong();
        main.does(this);
        window.post(Group.of(left), 0);
        window.start(Group.of(right), 0);
        window.put(MemorySegment.ofArray(given(seed, stage().rank(), 10)), 10, Datatype.LONG, right, LONGS / 2, 10,
                Datatype.LONG);
        window.complete();
        window.await();
        System.arraycopy(given(seed, left, 10), 0, model, LONGS / 2, 10);
        world().barrier();
    }

    private void locks(SplittableRandom shared, Strand main, Window window, long[] model) {
        int ranks = stage().ranks();
        int turns = 1 + shared.nextInt(5);
        for (int turn = 0; turn < turns; turn++) {
            for (int rank = 0; rank < ranks; rank++) {
                main.does(this);
                window.lock(turn % 2 == 0 ? LockType.EXCLUSIVE : LockType.SHARED, rank, 0);
                window.accumulate(MemorySegment.ofArray(new long[]{3, 5}), 2, Datatype.LONG, rank, LONGS - 4, 2,
                        Datatype.LONG, Op.SUM);
                window.unlock(rank);
            }
            main.does(this);
            window.lockAll(0);
            long before = window.fetchAndOp(1, 0, LONGS - 1, Op.SUM);
            window.rput(MemorySegment.ofArray(new long[]{turn}), 1, Datatype.LONG, stage().rank(), LONGS - 2, 1,
                    Datatype.LONG).await();
            window.unlockAll();
            if (before < turn || before >= (long) ranks * turns) {
                throw main.mismatch("a ticket", 0, 8L * (LONGS - 1), turn + ".." + (ranks * turns - 1), before);
            }
        }
        model[LONGS - 4] += 3L * ranks * turns;
        model[LONGS - 3] += 5L * ranks * turns;
        model[LONGS - 2] = turns - 1;
        model[LONGS - 1] = stage().rank() == 0 ? (long) ranks * turns : 0;
        world().barrier();
    }

    private static long[] given(long seed, int rank, int count) {
        return new SplittableRandom(seed + 31L * rank).longs(count).toArray();
    }

    private void check(Strand main, Window window, long[] model) {
        MemorySegment memory = window.memory();
        for (int i = 0; i < LONGS; i++) {
            main.same("a long of the window", stage().rank(), 8L * i, model[i],
                    memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i));
        }
    }
}
