package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.armci.Armci;
import org.pgas.armci.ArmciGroup;
import org.pgas.armci.Giov;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.ArmciRmw.Operation;
import org.pgas.atomics.Scale;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** The cases of ARMCI's own programs that are not those of a law elsewhere. */
@RankDefaults(ranks = {2, 4}, segment = "0")
@AcrossNeighbourhoods
class ArmciSuiteTest {
    private static final String SUITE = "ARMCI";
    private static final int LIMIT = 4 << 20;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    /** Zeros on each process; others come after a barrier. */
    private static long[] zeros(Armci armci, long bytes) {
        long[] pointers = armci.malloc(bytes);
        armci.memory(pointers[armci.me()], bytes).fill((byte) 0);
        armci.barrier();
        return pointers;
    }

    /** Whoever swaps the number out may change it, and swaps it back. */
    @SuiteCase(suite = SUITE, programs = {"test: test_swap", "comex test: test_swap", "comex test: test_swap_long"})
    @RankTest
    void shouldHoldANumberByASwap(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        long[] pointers = zeros(armci, 16);
        int rounds = 50;
        int out = -8999;
        MemorySegment local = MemorySegment.ofArray(new long[1]);
        for (boolean isLong : new boolean[]{false, true}) {
            Operation swap = isLong ? Operation.SWAP_LONG : Operation.SWAP;
            long place = pointers[0] + (isLong ? 8 : 0);
            for (int i = 0; i < rounds; i++) {
                long number;
                do {
                    set(local, isLong, out);
                    armci.rmw(swap, local, 0, place, 0, 0);
                    number = isLong ? local.get(LONG, 0) : local.get(INT, 0);
                } while (number == out);
                set(local, isLong, number + 1);
                armci.rmw(swap, local, 0, place, 0, 0);
                assertEquals(out, isLong ? local.get(LONG, 0) : local.get(INT, 0), "nobody has put another one there");
            }
        }
        armci.allFence();
        armci.barrier();
        assertEquals(rounds * armci.nproc(), armci.getValueInt(pointers[0], 0));
        assertEquals((long) rounds * armci.nproc(), armci.getValueLong(pointers[0] + 8, 0));
        armci.barrier();
        armci.finish();
    }

    private static void set(MemorySegment local, boolean isLong, long number) {
        if (isLong) {
            local.set(LONG, 0, number);
        } else {
            local.set(INT, 0, (int) number);
        }
    }

    /** Sections of 1 to 7 dimensions, each to the next process with a handle of its own, and back. */
    @SuiteCase(suite = SUITE, programs = {"test: test_nbdim", "comex test: test_nbdim"})
    @RankTest
    void shouldTransferSectionsOfEveryDimensionAtATime(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int most = 7;
        int[] extents = {3, 4, 2, 3, 2, 2, 2};
        int[] wider = {4, 5, 3, 3, 3, 2, 2};
        int bytes = 8 * 3 * 4 * 2 * 3 * 2 * 2 * 2;
        int widerBytes = 8 * 4 * 5 * 3 * 3 * 3 * 2 * 2;
        int peer = (armci.me() + 1) % armci.nproc();
        long[] pointers = zeros(armci, (long) most * widerBytes);
        MemorySegment[] sources = new MemorySegment[most];
        MemorySegment[] found = new MemorySegment[most];
        NbHandle[] handles = new NbHandle[most];
        for (int ndim = 1; ndim <= most; ndim++) {
            int at = ndim - 1;
            sources[at] = MemorySegment.ofArray(new double[bytes / 8]);
            found[at] = MemorySegment.ofArray(new double[bytes / 8]);
            for (int i = 0; i < bytes / 8; i++) {
                sources[at].setAtIndex(DOUBLE, i, i + 1000.0 * armci.me() + ndim / 10.0);
            }
            handles[at] = new NbHandle();
            armci.nbPutS(sources[at], 0, strides(extents, ndim), pointers[peer] + (long) at * widerBytes,
                    strides(wider, ndim), counts(extents, ndim), at, peer, handles[at]);
        }
        for (NbHandle handle : handles) {
            armci.await(handle);
        }
        armci.fence(peer);
        armci.barrier();
        for (int ndim = 1; ndim <= most; ndim++) {
            int at = ndim - 1;
            armci.nbGetS(pointers[peer] + (long) at * widerBytes, strides(wider, ndim), found[at], 0,
                    strides(extents, ndim), counts(extents, ndim), at, peer, handles[at]);
        }
        for (int ndim = 1; ndim <= most; ndim++) {
            armci.await(handles[ndim - 1]);
            long length = 8;
            for (int i = 0; i < ndim; i++) {
                length *= extents[i];
            }
            assertEquals(-1, sources[ndim - 1].asSlice(0, length).mismatch(found[ndim - 1].asSlice(0, length)),
                    ndim + " dimensions");
        }
        armci.barrier();
        armci.finish();
    }

    /** In bytes, of a section that begins where its array does. */
    private static int[] strides(int[] extents, int ndim) {
        int[] strides = new int[ndim - 1];
        int stride = 8;
        for (int i = 0; i < strides.length; i++) {
            stride *= extents[i];
            strides[i] = stride;
        }
        return strides;
    }

    private static int[] counts(int[] extents, int ndim) {
        int[] counts = Arrays.copyOf(extents, ndim);
        counts[0] *= 8;
        return counts;
    }

    /** Lists of short segments to every other process, a handle for each. */
    @SuiteCase(suite = SUITE, programs = {"test: test_vec_small", "comex test: test_vec_small"})
    @RankTest
    void shouldTransferListsOfShortSegmentsAtATime(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int lists = 5;
        int segments = 10;
        int bytes = 24;
        int part = lists * segments * bytes;
        int me = armci.me();
        long[] pointers = zeros(armci, (long) part * armci.nproc());
        byte[] numbers = new byte[part * armci.nproc()];
        Seed.of("segments of " + me).nextBytes(numbers);
        MemorySegment source = MemorySegment.ofArray(numbers);
        MemorySegment back = MemorySegment.ofArray(new byte[numbers.length]);
        NbHandle[] handles = new NbHandle[armci.nproc()];
        for (boolean put : new boolean[]{true, false}) {
            for (int step = 1; step <= armci.nproc(); step++) {
                int proc = (me + step) % armci.nproc();
                handles[proc] = new NbHandle();
                Giov[] all = new Giov[lists];
                for (int list = 0; list < lists; list++) {
                    long[] here = new long[segments];
                    long[] there = new long[segments];
                    for (int i = 0; i < segments; i++) {
                        int at = (list * segments + i) * bytes;
                        here[i] = (long) proc * part + at;
                        // the other way round there
                        there[i] = pointers[proc] + (long) me * part + part - bytes - at;
                    }
                    all[list] = put ? new Giov(source, here, there, segments, bytes)
                            : new Giov(back, there, here, segments, bytes);
                }
                if (put) {
                    armci.nbPutV(all, lists, proc, handles[proc]);
                } else {
                    armci.nbGetV(all, lists, proc, handles[proc]);
                }
            }
            for (NbHandle handle : handles) {
                armci.await(handle);
            }
            armci.allFence();
            armci.barrier();
        }
        assertEquals(-1, source.mismatch(back));
        armci.finish();
    }

    /** Values, lists, sections and contiguous blocks of one array, four ways to send a part of it each. */
    private static void sendAll(Armci armci, MemorySegment source, long there, int doubles, int proc,
            NbHandle handle) {
        int quarter = doubles / 4;
        for (int i = 0; i < quarter; i++) {
            armci.nbPutValueDouble(source.getAtIndex(DOUBLE, i), there + 8L * i, proc, handle);
        }
        long[] here = new long[quarter / 5];
        long[] places = new long[quarter / 5];
        for (int i = 0; i < here.length; i++) {
            here[i] = 8L * (quarter + 5 * i);
            places[i] = there + here[i];
        }
        armci.nbPutV(new Giov[]{new Giov(source, here, places, here.length, 40)}, 1, proc, handle);
        for (int i = 2 * quarter; i < 3 * quarter; i += 5) {
            armci.nbPutS(source, 8L * i, new int[0], there + 8L * i, new int[0], new int[]{40}, 0, proc, handle);
        }
        for (int i = 3 * quarter; i < doubles; i += 5) {
            armci.nbPut(source, 8L * i, there + 8L * i, 40, proc, handle);
        }
    }

    private static void fetchAll(Armci armci, long there, MemorySegment target, int doubles, int proc,
            NbHandle handle) {
        int half = doubles / 2;
        long[] here = new long[half / 5];
        long[] places = new long[half / 5];
        for (int i = 0; i < here.length; i++) {
            here[i] = 40L * i;
            places[i] = there + here[i];
        }
        armci.nbGetV(new Giov[]{new Giov(target, places, here, here.length, 40)}, 1, proc, handle);
        for (int i = half; i < doubles; i += 10) {
            armci.nbGetS(there + 8L * i, new int[0], target, 8L * i, new int[0], new int[]{40}, 0, proc, handle);
            armci.nbGet(there + 8L * (i + 5), target, 8L * (i + 5), 40, proc, handle);
        }
    }

    @SuiteCase(suite = SUITE, programs = "test: test_aggregate")
    @RankTest
    void shouldCompleteWhatAHandleHasAggregated(Job job) {
        exchange(job, true);
    }

    @SuiteCase(suite = SUITE, programs = "test: test_implicit")
    @RankTest
    void shouldCompleteWhatHasNoHandle(Job job) {
        exchange(job, false);
    }

    private static void exchange(Job job, boolean aggregates) {
        Armci armci = Armci.init(job, LIMIT);
        int doubles = 200;
        int me = armci.me();
        long[] pointers = zeros(armci, 8L * doubles * armci.nproc());
        MemorySegment source = MemorySegment.ofArray(new double[doubles]);
        for (int i = 0; i < doubles; i++) {
            source.setAtIndex(DOUBLE, i, i * 1.001 * (me + 1));
        }
        for (int proc = 0; proc < armci.nproc(); proc++) {
            NbHandle handle = handle(aggregates);
            sendAll(armci, source, pointers[proc] + 8L * doubles * me, doubles, proc, handle);
            complete(armci, proc, handle);
        }
        armci.allFence();
        armci.barrier();
        for (int proc = 0; proc < armci.nproc(); proc++) {
            MemorySegment own = armci.memory(pointers[me] + 8L * doubles * proc, 8L * doubles);
            MemorySegment found = MemorySegment.ofArray(new double[doubles]);
            NbHandle handle = handle(aggregates);
            fetchAll(armci, pointers[proc] + 8L * doubles * me, found, doubles, proc, handle);
            complete(armci, proc, handle);
            for (int i = 0; i < doubles; i++) {
                assertEquals(i * 1.001 * (proc + 1), own.getAtIndex(DOUBLE, i), "put by process " + proc);
            }
            assertEquals(-1, source.mismatch(found), "got from process " + proc);
        }
        armci.barrier();
        armci.finish();
    }

    private static NbHandle handle(boolean aggregates) {
        if (!aggregates) {
            return null;
        }
        NbHandle handle = new NbHandle();
        handle.setAggregate();
        return handle;
    }

    private static void complete(Armci armci, int proc, NbHandle handle) {
        if (handle != null) {
            armci.await(handle);
        } else if (proc % 2 == 0) {
            armci.awaitProc(proc);
        } else {
            armci.awaitAll();
        }
    }

    /** All add every other number of their own to those of process 0, and then those between. */
    @SuiteCase(suite = SUITE, programs = {"test: test_vector_acc", "comex test: test_vector_acc"})
    @RankTest
    void shouldAddListsOfNumbersOfAllProcesses(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int count = 200;
        int rounds = 10;
        long[] pointers = zeros(armci, 8 * count);
        MemorySegment mine = MemorySegment.ofArray(new double[count]);
        for (int i = 0; i < count; i++) {
            mine.setAtIndex(DOUBLE, i, i + armci.me());
        }
        for (int round = 0; round < rounds; round++) {
            for (int odd = 0; odd < 2; odd++) {
                long[] here = new long[count / 2];
                long[] there = new long[count / 2];
                for (int i = 0; i < here.length; i++) {
                    here[i] = 8L * (2 * i + odd);
                    there[i] = pointers[0] + here[i];
                }
                armci.accV(Scale.ofDouble(0.5), new Giov[]{new Giov(mine, here, there, here.length, 8)}, 1, 0);
            }
        }
        armci.allFence();
        armci.barrier();
        double[] found = new double[count];
        armci.get(pointers[0], MemorySegment.ofArray(found), 0, 8 * count, 0);
        int n = armci.nproc();
        for (int i = 0; i < count; i++) {
            assertEquals(0.5 * rounds * (n * i + n * (n - 1) / 2), found[i], "number " + i);
        }
        armci.barrier();
        armci.finish();
    }

    /** Two groups that share a process; then all processes in pairs at once. */
    @SuiteCase(suite = SUITE, programs = "test_groups")
    @RankTest(ranks = 4)
    void shouldPutWithinGroups(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int me = armci.me();
        int[][] members = {{0, 1, 2}, {1, 3}};
        ArmciGroup[] groups = new ArmciGroup[2];
        for (int i = 0; i < 2; i++) {
            // a group is made by its default group: the others give none
            groups[i] = armci.groupCreate(isIn(members[i], me) ? members[i] : new int[0]);
        }
        for (int i = 0; i < 2; i++) {
            if (groups[i] != null) {
                putToTheLast(armci, groups[i], members[i]);
            }
            armci.barrier();
        }
        SplittableRandom random = Seed.of("pairs of processes");
        for (int round = 0; round < 5; round++) {
            int partner = 1 + random.nextInt(3);
            int[] pair = {Math.min(me, me ^ partner), Math.max(me, me ^ partner)};
            ArmciGroup group = armci.groupCreate(pair);
            putToTheLast(armci, group, pair);
            group.free();
            armci.barrier();
        }
        armci.finish();
    }

    private static boolean isIn(int[] members, int process) {
        return Arrays.stream(members).anyMatch(each -> each == process);
    }

    private static void putToTheLast(Armci armci, ArmciGroup group, int[] members) {
        int doubles = 10;
        int last = group.size() - 1;
        assertEquals(members.length, group.size());
        assertEquals(armci.me(), members[group.rank()]);
        assertEquals(members[last], group.absoluteId(last));
        long[] pointers = armci.mallocGroup(8 * doubles, group);
        armci.memory(pointers[group.rank()], 8 * doubles).fill((byte) -1);
        armci.barrierGroup(group);
        double[] numbers = new double[doubles];
        Arrays.setAll(numbers, i -> i * 1.001);
        if (group.rank() == 0) {
            armci.put(MemorySegment.ofArray(numbers), 0, pointers[last], 8 * doubles, group.absoluteId(last));
            armci.fence(group.absoluteId(last));
        }
        armci.barrierGroup(group);
        if (group.rank() == last) {
            assertArrayEquals(numbers, armci.memory(pointers[last], 8 * doubles).toArray(DOUBLE));
        }
        armci.barrierGroup(group);
        armci.freeGroup(pointers, group);
    }

    /** A wave: each process puts to its left when it has been told from its right, and the first one begins. */
    @SuiteCase(suite = SUITE, programs = "testnotify")
    @RankTest
    void shouldPassAnArrayOnAsItIsTold(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int n = armci.nproc();
        int me = armci.me();
        int left = (me + n - 1) % n;
        int right = (me + 1) % n;
        int doubles = 500;
        long[] pointers = zeros(armci, 8 * doubles);
        for (int round = 1; round <= 20; round++) {
            double[] numbers = new double[doubles];
            if (me != 0) {
                armci.notifyWait(right);
                armci.get(pointers[me], MemorySegment.ofArray(numbers), 0, 8 * doubles, me);
            }
            Arrays.setAll(numbers, i -> me == 0 ? i : numbers[i] + 1);
            armci.put(MemorySegment.ofArray(numbers), 0, pointers[left], 8 * doubles, left);
            armci.notify(left);
            if (me == 0) {
                armci.notifyWait(right);
                double[] found = new double[doubles];
                armci.get(pointers[0], MemorySegment.ofArray(found), 0, 8 * doubles, 0);
                for (int i = 0; i < doubles; i++) {
                    assertEquals(i + n - 1, found[i], "round " + round);
                }
            }
        }
        armci.barrier();
        armci.finish();
    }

    @SuiteCase(suite = SUITE, programs = "simple")
    @RankTest
    void shouldGetFromTenAllocations(Job job) {
        Armci armci = Armci.init(job, 16 << 20);
        int me = armci.me();
        int peer = (me + 1) % armci.nproc();
        List<long[]> allocations = new ArrayList<>();
        for (int k = 0; k < 10; k++) {
            long[] pointers = zeros(armci, 400_000);
            allocations.add(pointers);
            for (int i = 0; i < 10; i++) {
                armci.putValueDouble(me + 0.414 + k, pointers[me] + 8L * i, me);
            }
            armci.barrier();
            MemorySegment found = MemorySegment.ofArray(new double[20]);
            for (int i = 0; i < 10; i++) {
                armci.get(pointers[peer] + 8L * i, found, 8L * i, 8, peer);
                NbHandle handle = new NbHandle();
                armci.nbGet(pointers[peer] + 8L * i, found, 8L * (i + 10), 8, peer, handle);
                armci.await(handle);
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(peer + 0.414 + k, found.getAtIndex(DOUBLE, i));
            }
            armci.barrier();
        }
        for (long[] each : allocations) {
            armci.free(each[me]);
        }
        armci.barrier();
        armci.finish();
    }

    @SuiteCase(suite = SUITE, programs = "simplelock")
    @RankTest
    void shouldLockEveryMutexOfEveryProcess(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int mutexes = 16;
        long[] pointers = zeros(armci, 8 * mutexes);
        armci.createMutexes(mutexes);
        for (int mutex = 0; mutex < mutexes; mutex++) {
            for (int proc = 0; proc < armci.nproc(); proc++) {
                armci.lock(mutex, proc);
                long place = pointers[proc] + 8L * mutex;
                armci.putValueLong(armci.getValueLong(place, proc) + 1, place, proc);
                armci.fence(proc);
                armci.unlock(mutex, proc);
            }
        }
        armci.barrier();
        for (int mutex = 0; mutex < mutexes; mutex++) {
            assertEquals(armci.nproc(), armci.getValueLong(pointers[armci.me()] + 8L * mutex, armci.me()));
        }
        armci.destroyMutexes();
        armci.finish();
    }

    /** Each thread has a part of its own on every process, and all add to one. */
    @SuiteCase(suite = SUITE, programs = "test_mt")
    @RankTest
    void shouldTransferInSeveralThreads(Job job) throws InterruptedException {
        Armci armci = Armci.init(job, LIMIT);
        int threads = 3;
        int doubles = 100;
        int me = armci.me();
        int n = armci.nproc();
        long part = 8L * doubles;
        long[] pointers = zeros(armci, part * (1 + (long) threads * n));
        List<Throwable> failures = new ArrayList<>();
        List<Thread> all = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            all.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int proc = 0; proc < n; proc++) {
                        transfer(armci, pointers[proc], 1 + me * threads + number, doubles, proc);
                    }
                } catch (RuntimeException | Error e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        for (Thread each : all) {
            each.join();
        }
        assertEquals(List.of(), failures);
        armci.barrier();
        double[] found = armci.memory(pointers[me], part).toArray(DOUBLE);
        int parts = threads * n;
        for (int i = 0; i < doubles; i++) {
            assertEquals(parts * (parts + 1) / 2, found[i], "of all threads");
        }
        armci.finish();
    }

    private static void transfer(Armci armci, long base, int part, int doubles, int proc) {
        double[] numbers = new double[doubles];
        double[] back = new double[doubles];
        Arrays.fill(numbers, part);
        MemorySegment source = MemorySegment.ofArray(numbers);
        long place = base + 8L * doubles * part;
        int[] strides = {16};
        int[] counts = {8, doubles / 2};
        armci.putS(source, 0, strides, place, strides, counts, 1, proc);
        armci.putS(source, 8, strides, place + 8, strides, counts, 1, proc);
        armci.get(place, MemorySegment.ofArray(back), 0, 8L * doubles, proc);
        assertArrayEquals(numbers, back);
        armci.accS(Scale.ofDouble(1), source, 0, strides, base, strides, counts, 1, proc);
        armci.acc(Scale.ofDouble(1), source, 0, base + 8, 8, proc);
        for (int i = 3; i < doubles; i += 2) {
            armci.acc(Scale.ofDouble(1), source, 8L * i, base + 8L * i, 8, proc);
        }
        armci.fence(proc);
    }

    /** Blocks of all sizes to the next process and to the one before, by accumulates, puts and gets. */
    @SuiteCase(suite = SUITE, programs = "comex shift")
    @RankTest
    void shouldShiftForwardAndBackward(Job job) {
        Armci armci = Armci.init(job, LIMIT);
        int n = armci.nproc();
        int me = armci.me();
        for (int doubles = 1; doubles <= 4096; doubles *= 16) {
            int bytes = 8 * doubles;
            long[] pointers = zeros(armci, bytes);
            for (int step : new int[]{1, n - 1}) {
                int to = (me + step) % n;
                int from = (me + n - step) % n;
                double[] numbers = new double[doubles];
                Arrays.fill(numbers, me + 1);
                MemorySegment source = MemorySegment.ofArray(numbers);
                armci.put(source, 0, pointers[to], bytes, to);
                armci.acc(Scale.ofDouble(2), source, 0, pointers[to], bytes, to);
                armci.barrier();
                assertEquals(3.0 * (from + 1), armci.memory(pointers[me], bytes).getAtIndex(DOUBLE, doubles - 1));
                double[] found = new double[doubles];
                armci.get(pointers[to], MemorySegment.ofArray(found), 0, bytes, to);
                Arrays.fill(numbers, 3.0 * (me + 1));
                assertArrayEquals(numbers, found);
                armci.barrier();
            }
            armci.free(pointers);
        }
        armci.finish();
    }
}
