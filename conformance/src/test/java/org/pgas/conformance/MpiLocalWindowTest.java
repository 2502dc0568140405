package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.function.Executable;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Request;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowInfo;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/** Windows over memory that no peer maps: what the target carries out is what loads and stores would have done. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpiLocalWindowTest {
    private static final int MEBI = 1 << 20;
    private static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLES = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;

    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    private static MemorySegment memory(Job job, long bytes) {
        return job.rank() == 0 ? Arena.ofShared().allocate(bytes) : MemorySegment.ofArray(new byte[(int) bytes]);
    }

    @RankTest
    void shouldDoWhatAModelDoes(Job job) {
        agree(job, WindowInfo.DEFAULT, 40, 5, 60);
        agree(job, WindowInfo.DEFAULT.withTypeCache(false), 40, 3, 40);
    }

    @RankTest(settings = {"pgas.am.rings=pair", "pgas.am.ring=8k"})
    void shouldDoWhatAModelDoesThroughTinyRingsOfPairs(Job job) {
        agree(job, WindowInfo.DEFAULT, 400, 4, 40);
        agree(job, WindowInfo.DEFAULT.withTypeCache(false), 400, 2, 40);
    }

    @RankTest(settings = {"pgas.am.rings=shared", "pgas.am.ring=8k", "pgas.checks=off"})
    void shouldDoWhatAModelDoesThroughTinySharedRings(Job job) {
        agree(job, WindowInfo.DEFAULT, 400, 2, 20);
        agree(job, WindowInfo.DEFAULT.withTypeCache(false), 400, 1, 20);
    }

    private static void agree(Job job, WindowInfo info, int most, int rounds, int operations) {
        agree(job, memory(job, MpiOrigin.bytes(job.size())), info, most, rounds, operations);
    }

    /** {@code own}: of {@link MpiOrigin#bytes} zeros. */
    static void agree(Job job, MemorySegment own, WindowInfo info, int most, int rounds, int operations) {
        Window window = Window.create(job.world(), own, 1, info);
        MemorySegment[] models = new MemorySegment[job.size()];
        MpiOrigin[] origins = new MpiOrigin[job.size()];
        for (int rank = 0; rank < job.size(); rank++) {
            models[rank] = MemorySegment.ofArray(new byte[(int) own.byteSize()]);
            origins[rank] = new MpiOrigin("operations " + most + info.typeCache(), rank, job.size(), most,
                    rank == job.rank() ? window : null);
        }
        window.fence(0);
        for (int round = 0; round < rounds; round++) {
            for (MpiOrigin origin : origins) {
                origin.round(round, models, operations);
            }
            window.fence(0);
            assertEquals(-1, own.mismatch(models[job.rank()]), "memory after round " + round);
            origins[job.rank()].checkResults();
            window.fence(0);
        }
        window.fence(8 | 16);
        window.free();
    }

    /**
     * Each of some MiB, in many fragments, to and from memory of any kind; types whose descriptions are far larger than
     * a message.
     */
    @RankTest(ranks = 2)
    void shouldMoveMebibytesAndTypesWithLongDescriptions(Job job) {
        int peer = 1 - job.rank();
        int bytes = 2 * MEBI + 5;
        for (boolean cached : new boolean[]{true, false}) {
            MemorySegment own = memory(job, 2L * bytes);
            Window window = Window.create(job.world(), own, 1, WindowInfo.DEFAULT.withTypeCache(cached));
            MemorySegment source = MemorySegment.ofArray(new byte[bytes]);
            Stamp.fill(source, job.rank(), Space.HEAP, 0);
            window.fence(0);
            window.put(source, bytes, Datatype.BYTE, peer, 3, bytes, Datatype.BYTE);
            window.fence(0);
            Stamp.check("put", own.asSlice(3, bytes), peer, Space.HEAP, 0);
            Stamp.checkUntouched("behind", own.asSlice(3L + bytes));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment back = arena.allocate(bytes);
                window.get(back, bytes, Datatype.BYTE, peer, 3, bytes, Datatype.BYTE);
                window.fence(0);
                Stamp.check("got", back, job.rank(), Space.HEAP, 0);
            }
            Datatype sparse = sparse(20_000);
            for (int repeat = 0; repeat < 2; repeat++) {
                addSparse(window, own, peer, sparse, 20_000, 1 + repeat);
            }
            sparse.free();
            window.fence(8 | 16);
            window.free();
        }
    }

    /** Every other int, in one block each. */
    private static Datatype sparse(int elements) {
        int[] lengths = new int[elements];
        Arrays.fill(lengths, 1);
        int[] places = new int[elements];
        SplittableRandom random = Seed.of("gaps");
        for (int i = 1; i < elements; i++) {
            places[i] = places[i - 1] + 2 + random.nextInt(2);
        }
        return Datatype.indexed(lengths, places, Datatype.INT).commit();
    }

    private static void addSparse(Window window, MemorySegment own, int peer, Datatype sparse, int elements,
            int times) {
        int[] ones = new int[elements];
        Arrays.setAll(ones, i -> i);
        int[] old = new int[elements];
        int[] before = new int[elements];
        window.get(MemorySegment.ofArray(before), elements, Datatype.INT, peer, 0, 1, sparse);
        window.fence(0);
        window.getAccumulate(MemorySegment.ofArray(ones), elements, Datatype.INT, MemorySegment.ofArray(old), elements,
                Datatype.INT, peer, 0, 1, sparse, Op.SUM);
        window.accumulate(MemorySegment.ofArray(ones), elements, Datatype.INT, peer, 0, 1, sparse, Op.SUM);
        window.fence(0);
        int[] after = new int[elements];
        window.get(MemorySegment.ofArray(after), elements, Datatype.INT, peer, 0, 1, sparse);
        window.fence(0);
        assertEquals(-1, Arrays.mismatch(before, old));
        for (int i = 0; i < elements; i++) {
            assertEquals(before[i] + 2 * i, after[i]);
        }
        if (times == 1) {
            Arrays.setAll(ones, i -> 7 * i);
            window.put(MemorySegment.ofArray(ones), elements, Datatype.INT, peer, 0, 1, sparse);
            window.fence(0);
            window.get(MemorySegment.ofArray(after), elements, Datatype.INT, peer, 0, 1, sparse);
            window.fence(0);
            assertEquals(-1, Arrays.mismatch(ones, after));
        }
    }

    /** An element is a value and an index, with a gap behind it that nothing touches. */
    @RankTest(ranks = 2)
    void shouldFoldPairsAndLeaveTheGapsBetweenThem(Job job) {
        int pairs = 300;
        MemorySegment own = memory(job, 16L * 2 * pairs);
        own.fill((byte) 0x5A);
        Window window = Window.create(job.world(), own, 16);
        Datatype every = Datatype.indexed(new int[]{1, 1}, new int[]{0, 3}, Datatype.DOUBLE_INT).commit();
        int peer = 1 - job.rank();
        SplittableRandom random = Seed.of("pairs");
        MemorySegment model = MemorySegment.ofArray(own.toArray(ValueLayout.JAVA_BYTE));
        window.fence(0);
        for (int i = 0; i < 40; i++) {
            MemorySegment data = MemorySegment.ofArray(new byte[16 * pairs]);
            for (int j = 0; j < pairs; j++) {
                data.set(DOUBLES, 16L * j, random.nextInt(100));
                data.set(INTS, 16L * j + 8, random.nextInt());
            }
            int first = random.nextInt(pairs);
            boolean derived = i % 2 == 1;
            int count = derived ? pairs / 4 : pairs;
            Datatype type = derived ? every : Datatype.DOUBLE_INT;
            MemorySegment old = MemorySegment.ofArray(new byte[16 * pairs]);
            boolean put = i < 2;
            if (put) {
                window.put(data, derived ? 2 * count : count, Datatype.DOUBLE_INT, peer, first, count, type);
            } else {
                window.getAccumulate(data, derived ? 2 * count : count, Datatype.DOUBLE_INT, old,
                        derived ? 2 * count : count, Datatype.DOUBLE_INT, peer, first, count, type, Op.MAXLOC);
            }
            window.fence(0);
            foldPairs(model, first, data, old, derived ? 2 * count : count, derived, put);
            assertEquals(-1, own.mismatch(model), "memory after operation " + i);
            window.fence(0);
        }
        every.free();
        window.fence(8 | 16);
        window.free();
    }

    private static void foldPairs(MemorySegment model, int first, MemorySegment data, MemorySegment old, int pairs,
            boolean derived, boolean put) {
        for (int j = 0; j < pairs; j++) {
            long at = 16L * (first + (derived ? j / 2 * 4 + j % 2 * 3 : j));
            double value = data.get(DOUBLES, 16L * j);
            double there = model.get(DOUBLES, at);
            int index = data.get(INTS, 16L * j + 8);
            int indexThere = model.get(INTS, at + 8);
            if (!put) {
                assertEquals(there, old.get(DOUBLES, 16L * j));
                assertEquals(indexThere, old.get(INTS, 16L * j + 8));
            }
            if (put || value > there) {
                model.set(DOUBLES, at, value);
                model.set(INTS, at + 8, index);
            } else if (value == there) {
                model.set(INTS, at + 8, Math.min(index, indexThere));
            }
        }
    }

    /**
     * Of more elements than the messages in a ring hold, with the target's own updates in between, and descriptions
     * along with the data.
     */
    @RankTest(ranks = 2, settings = "pgas.am.ring=8k")
    void shouldNotTearAnElementThatIsFetchedInFragments(Job job) {
        int count = 12_000;
        long complex = 16L * count;
        MemorySegment own = memory(job, 3 * complex + 8);
        Window window = Window.create(job.world(), own, 1, WindowInfo.DEFAULT.withTypeCache(false));
        Datatype spread = Datatype.vector(count, 1, 2, Datatype.DOUBLE_COMPLEX).commit();
        MemorySegment pairs = MemorySegment.ofArray(new byte[16 * count]);
        MemorySegment numbers = MemorySegment.ofArray(new byte[16 * count]);
        window.lockAll(0);
        if (job.rank() == 0) {
            for (int round = 1; own.get(LONGS, 3 * complex) == 0; round++) {
                for (int i = 0; i < count; i++) {
                    pairs.set(DOUBLES, 16L * i, round);
                    pairs.set(INTS, 16L * i + 8, 7 * round);
                    numbers.set(DOUBLES, 16L * i, round);
                    numbers.set(DOUBLES, 16L * i + 8, -round);
                }
                window.accumulate(pairs, count, Datatype.DOUBLE_INT, 0, 0, count, Datatype.DOUBLE_INT, Op.REPLACE);
                window.accumulate(numbers, count, Datatype.DOUBLE_COMPLEX, 0, complex, 1, spread, Op.REPLACE);
                job.poll(); // what goes to itself takes nothing in
            }
        } else {
            for (int round = 0; round < 6; round++) {
                window.getAccumulate(null, 0, null, pairs, count, Datatype.DOUBLE_INT, 0, 0, count,
                        Datatype.DOUBLE_INT, Op.NO_OP);
                window.getAccumulate(null, 0, null, numbers, count, Datatype.DOUBLE_COMPLEX, 0, complex, 1, spread,
                        Op.NO_OP);
                window.flush(0);
                for (int i = 0; i < count; i++) {
                    assertEquals(7 * pairs.get(DOUBLES, 16L * i), pairs.get(INTS, 16L * i + 8), "pair " + i);
                    assertEquals(numbers.get(DOUBLES, 16L * i), 0 - numbers.get(DOUBLES, 16L * i + 8), "number " + i);
                }
            }
            window.fetchAndOp(1, 0, 3 * complex, Op.SUM);
        }
        window.unlockAll();
        spread.free();
        job.world().barrier();
        window.free();
    }

    /** More than any ring holds; requests complete in any order of asking. */
    @RankTest(ranks = 2, settings = {"pgas.am.ring=8k"})
    void shouldKeepThousandsOfOperationsOutstanding(Job job) {
        int operations = 1_500;
        MemorySegment own = memory(job, 8L * operations * job.size());
        Window window = Window.create(job.world(), own, 8);
        window.lockAll(0);
        int peer = (job.rank() + 1) % job.size();
        long base = (long) operations * job.rank();
        MemorySegment value = MemorySegment.ofArray(new long[1]);
        for (int i = 0; i < operations; i++) {
            value.set(LONGS, 0, base + i);
            window.rput(value, 1, Datatype.LONG, peer, base + i, 1, Datatype.LONG).await();
        }
        window.flush(peer);
        long[] results = new long[operations];
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            requests.add(window.rget(MemorySegment.ofArray(results).asSlice(8L * i, 8), 1, Datatype.LONG, peer,
                    base + i, 1, Datatype.LONG));
        }
        SplittableRandom random = Seed.of("requests");
        while (!requests.isEmpty()) {
            int chosen = random.nextInt(requests.size());
            Request request = requests.get(chosen);
            if (random.nextBoolean()) {
                request.await();
                assertTrue(request.test());
            }
            if (request.test()) {
                requests.set(chosen, requests.getLast());
                requests.removeLast();
            }
        }
        for (int i = 0; i < operations; i++) {
            assertEquals(base + i, results[i]);
            window.accumulate(MemorySegment.ofArray(results).asSlice(8L * i, 8), 1, Datatype.LONG, peer, base, 1,
                    Datatype.LONG, Op.SUM);
        }
        window.flushLocalAll();
        window.unlockAll();
        job.world().barrier();
        int before = (job.rank() + job.size() - 1) % job.size();
        long first = (long) operations * before;
        long sum = first + operations * first + operations * (operations - 1L) / 2;
        assertEquals(sum, own.get(LONGS, 8 * first));
        job.world().barrier();
        window.free();
    }

    /** Each hands out every number once, of a target that does the same meanwhile. */
    @RankTest
    void shouldUpdateEachElementAtomicallyAlsoForTheTargetItself(Job job) {
        int times = 100;
        MemorySegment own = memory(job, 64);
        Window window = Window.create(job.world(), own, 8);
        window.lockAll(0);
        long sum = 0;
        for (int target = 0; target < job.size(); target++) {
            for (int i = 0; i < times; i++) {
                sum += window.fetchAndOp(1, target, 0, Op.SUM);
                for (long seen = 0;;) {
                    long found = window.compareAndSwap(seen, seen + 1, target, 1);
                    if (found == seen) {
                        break;
                    }
                    seen = found;
                }
                window.accumulate(MemorySegment.ofArray(new int[]{1}), 1, Datatype.INT, target, 2, 1, Datatype.INT,
                        Op.SUM);
            }
        }
        MemorySegment all = MemorySegment.ofArray(new long[]{sum});
        window.accumulate(all, 1, Datatype.LONG, 0, 3, 1, Datatype.LONG, Op.SUM);
        window.unlockAll();
        job.world().barrier();
        long total = (long) times * job.size();
        assertEquals(total, own.get(LONGS, 0));
        assertEquals(total, own.get(LONGS, 8));
        assertEquals(total, own.get(INTS, 16));
        if (job.rank() == 0) {
            assertEquals(job.size() * total * (total - 1) / 2, own.get(LONGS, 24));
        }
        job.world().barrier();
        window.free();
    }

    /** Types of all threads, freed and made anew while operations of others are under way. */
    @RankTest(ranks = 2, settings = {"pgas.am.ring=8k", "pgas.checks=off"})
    void shouldKeepTheOperationsOfSeveralThreadsApart(Job job) throws Exception {
        int threads = 3;
        int slice = 64 << 10;
        for (boolean cached : new boolean[]{true, false}) {
            MemorySegment own = memory(job, (long) threads * slice + 8);
            Window window = Window.create(job.world(), own, 1, WindowInfo.DEFAULT.withTypeCache(cached));
            window.lockAll(0);
            Datatype shared = sparse(700);
            Runnable[] bodies = new Runnable[threads];
            for (int thread = 0; thread < threads; thread++) {
                int chosen = thread;
                bodies[thread] = () -> communicate(window, 1 - job.rank(), chosen * slice, threads * slice, shared,
                        Seed.of("thread " + chosen));
            }
            RankThreads.run(bodies);
            window.unlockAll();
            job.world().barrier();
            assertEquals(threads * 80L, own.get(LONGS, (long) threads * slice));
            job.world().barrier();
            window.free();
        }
    }

    private static void communicate(Window window, int peer, int slice, int counter, Datatype shared,
            SplittableRandom random) {
        int[] data = new int[700];
        int[] back = new int[700];
        for (int i = 0; i < 80; i++) {
            Arrays.setAll(data, j -> random.nextInt());
            window.accumulate(MemorySegment.ofArray(new long[]{1}), 1, Datatype.LONG, peer, counter, 1, Datatype.LONG,
                    Op.SUM);
            MpiLayout mine = MpiLayout.random(random, MpiLayout.Element.INT, 400);
            Datatype type = random.nextBoolean() ? shared : mine.type;
            int elements = type == shared ? 700 : mine.size();
            window.accumulate(MemorySegment.ofArray(data), elements, Datatype.INT, peer, slice, 1, type, Op.REPLACE);
            window.rget(MemorySegment.ofArray(back), elements, Datatype.INT, peer, slice, 1, type).await();
            mine.free();
            assertEquals(-1, Arrays.mismatch(data, 0, elements, back, 0, elements));
        }
    }

    /**
     * Replies come in by another thread, which may not touch the memory, while the one that may makes no call of the
     * library.
     */
    @RankTest(ranks = 2)
    void shouldBringResultsIntoMemoryOfOneThread(Job job) throws Exception {
        int kept = 0;
        MemorySegment own = memory(job, 32 << 10);
        Stamp.fill(own, job.rank(), Space.HEAP, 0);
        Window window = Window.create(job.world(), own, 1);
        int peer = 1 - job.rank();
        window.lock(LockType.SHARED, peer, 0);
        Datatype gaps = sparse(1000);
        for (int i = 0; i < 30; i++) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment plain = arena.allocate(32 << 10);
                MemorySegment ints = arena.allocate(32 << 10);
                Request request = window.rget(plain, 32 << 10, Datatype.BYTE, peer, 0, 32 << 10, Datatype.BYTE);
                window.get(ints, 1, gaps, peer, 0, 1, gaps);
                RankThreads.join(RankThreads.start(() -> {
                    while (!request.test()) {
                        Thread.onSpinWait();
                    }
                }));
                kept += plain.mismatch(MemorySegment.ofArray(new byte[32 << 10])) < 0 ? 1 : 0;
                if (i % 3 == 0) {
                    assertTrue(request.test());
                } else if (i % 3 == 1) {
                    request.await();
                }
                if (i % 3 != 2) {
                    Stamp.check("requested", plain, peer, Space.HEAP, 0);
                }
                window.flushLocal(peer);
                Stamp.check("got", plain, peer, Space.HEAP, 0);
                assertEquals(plain.get(INTS, 0), ints.get(INTS, 0));
                assertEquals(0, ints.get(INTS, 4));
            }
        }
        assertTrue(kept > 0, "nothing was kept for this thread");
        gaps.free();
        window.unlock(peer);
        window.free();
    }

    /**
     * Of which a part is under way: nobody may take what is told of it later for the end of another one. A rank
     * elsewhere would be served while this one spins.
     */
    @RankTest(ranks = 2, settings = "pgas.am.ring=8k", neighbourhoods = 1)
    void shouldNotForgetOperationsThatThrewWhenAPartWasSent(Job job) {
        MemorySegment own = memory(job, MEBI);
        Window window = Window.create(job.world(), own, 1);
        MemorySegment attached = job.endpoint().segment().local();
        job.world().barrier();
        if (job.rank() == 0) {
            while ((long) WORDS.getVolatile(attached, 0L) == 0) {
                Thread.onSpinWait();
            }
            while ((long) WORDS.getVolatile(attached, 0L) == 1) {
                job.poll();
            }
            return;
        }
        window.lockAll(0);
        MemorySegment data = MemorySegment.ofArray(new byte[MEBI]);
        Datatype spread = Datatype.vector(MEBI / 2, 1, 2, Datatype.BYTE).commit();
        late(job, () -> window.put(data, MEBI, Datatype.BYTE, 0, 0, MEBI, Datatype.BYTE), "");
        late(job, () -> window.get(data, MEBI / 2, Datatype.BYTE, 0, 0, 1, spread), "");
        job.world().rma().putLong(0, 0, 1);
        long[] one = {5};
        window.put(MemorySegment.ofArray(one), 1, Datatype.LONG, 0, 8, 1, Datatype.LONG);
        window.rget(MemorySegment.ofArray(one), 1, Datatype.LONG, 0, 16, 1, Datatype.LONG).await();
        assertEquals(0, one[0]);
        assertEquals(0, window.fetchAndOp(3, 0, MEBI - 8, Op.SUM));
        late(job, () -> window.flush(0), "never end");
        job.world().rma().putLong(0, 0, 2);
    }

    private static void late(Job job, Executable call, String text) {
        String message = InVain.waits(job, call).getMessage();
        assertTrue(message.contains(text), message);
    }

    /** It makes no call of the window, and takes in what comes when it polls. */
    @RankTest
    void shouldServeOriginsWhileTheTargetOnlyPolls(Job job) {
        MemorySegment own = memory(job, 4096);
        Window window = Window.create(job.world(), own, 8);
        if (job.rank() == 0) {
            while (own.get(LONGS, 0) < job.size() - 1) {
                job.poll();
            }
            for (int origin = 1; origin < job.size(); origin++) {
                assertEquals(origin, own.get(LONGS, 8L * origin), "what came before the signal");
            }
        } else {
            window.lock(LockType.SHARED, 0, 0);
            window.put(MemorySegment.ofArray(new long[]{job.rank()}), 1, Datatype.LONG, 0, job.rank(), 1,
                    Datatype.LONG);
            window.flush(0);
            window.fetchAndOp(1, 0, 0, Op.SUM);
            window.unlock(0);
        }
        job.world().barrier();
        window.free();
    }
}
