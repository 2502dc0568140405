package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.AccumulateType;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.armci.Armci;
import org.pgas.armci.Giov;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.Scale;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** ARMCI's transfers, against arrays that say what must be where. */
@RankDefaults(ranks = {1, 2}, segment = "0")
@AcrossNeighbourhoods
class ArmciTransferTest {
    private static final int BYTES = 8192;
    private static final int ROUNDS = 150;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    /**
     * Transfers between local memory and the next process, which nobody else touches, and what must have come of them.
     */
    private static final class Mirror {
        final Armci armci;
        final int peer;
        final long there;
        final long[] pointers;
        final MemorySegment local;
        final byte[] model = new byte[BYTES];
        final byte[] localModel = new byte[BYTES];
        final SplittableRandom random;

        Mirror(Armci armci, Arena arena) {
            this.armci = armci;
            peer = (armci.me() + 1) % armci.nproc();
            pointers = armci.malloc(BYTES);
            there = pointers[peer];
            random = Seed.of("transfers of process " + armci.me());
            local = random.nextBoolean() ? arena.allocate(BYTES) : MemorySegment.ofArray(new byte[BYTES]);
            fill();
            armci.put(local, 0, there, BYTES, peer);
            System.arraycopy(localModel, 0, model, 0, BYTES);
        }

        void fill() {
            random.nextBytes(localModel);
            MemorySegment.copy(localModel, 0, local, ValueLayout.JAVA_BYTE, 0, BYTES);
        }

        void check(String what) {
            byte[] found = new byte[BYTES];
            armci.get(there, MemorySegment.ofArray(found), 0, BYTES, peer);
            assertEquals(-1, Arrays.mismatch(model, found), what + ", at the peer");
            assertEquals(-1, MemorySegment.ofArray(localModel).mismatch(local), what + ", here");
        }

        void end() {
            armci.barrier();
            armci.free(pointers);
            armci.finish();
        }
    }

    /** A section of an array of 1 to 4 dimensions within BYTES: counts, strides of both sides, and where they begin. */
    private record Section(int levels, int[] count, int[] here, int[] there, int hereStart, int thereStart) {
        static Section random(SplittableRandom random, int element) {
            int levels = random.nextInt(5);
            int[] count = new int[levels + 1];
            count[0] = element * random.nextInt(1, 5);
            Arrays.setAll(count,
                    i -> i == 0 ? count[0] : random.nextInt(i > 2 ? 2 : 4) + (random.nextInt(9) == 0 ? 0 : 1));
            int[] here = strides(random, count, element);
            int[] there = strides(random, count, element);
            return new Section(levels, count, here, there, start(random, count, here, element),
                    start(random, count, there, element));
        }

        /** Each beyond what is below; of any sign. */
        private static int[] strides(SplittableRandom random, int[] count, int element) {
            int[] strides = new int[count.length - 1];
            int extent = count[0];
            for (int i = 0; i < strides.length; i++) {
                int stride = extent + element * random.nextInt(2);
                strides[i] = random.nextInt(4) == 0 ? -stride : stride;
                extent = stride * Math.max(1, count[i + 1]);
            }
            return strides;
        }

        private static int start(SplittableRandom random, int[] count, int[] strides, int element) {
            int low = 0;
            int high = count[0];
            for (int i = 0; i < strides.length; i++) {
                int reach = strides[i] * Math.max(0, count[i + 1] - 1);
                low += Math.min(0, reach);
                high += Math.max(0, reach);
            }
            return -low + element * random.nextInt((BYTES - (high - low)) / element + 1);
        }

        /** The formula of the draft, from the outermost level inwards. */
        void forEach(java.util.function.BiConsumer<Integer, Integer> part) {
            int[] index = new int[levels + 1];
            for (long left = Arrays.stream(count, 1, levels + 1).asLongStream().reduce(1, (a, b) -> a * b); left
                    > 0; left--) {
                int from = hereStart;
                int to = thereStart;
                for (int i = 0; i < levels; i++) {
                    from += index[i + 1] * here[i];
                    to += index[i + 1] * there[i];
                }
                part.accept(from, to);
                for (int i = 1; i <= levels && ++index[i] == count[i]; i++) {
                    index[i] = 0;
                }
            }
        }
    }

    @RankTest
    void shouldCopyContiguousBytes(Job job) {
        copy(job, "contiguous", (mirror, put) -> {
            int bytes = mirror.random.nextInt(BYTES + 1);
            int here = mirror.random.nextInt(BYTES - bytes + 1);
            int there = mirror.random.nextInt(BYTES - bytes + 1);
            if (put) {
                mirror.armci.put(mirror.local, here, mirror.there + there, bytes, mirror.peer);
                System.arraycopy(mirror.localModel, here, mirror.model, there, bytes);
            } else {
                mirror.armci.get(mirror.there + there, mirror.local, here, bytes, mirror.peer);
                System.arraycopy(mirror.model, there, mirror.localModel, here, bytes);
            }
        });
    }

    @SuiteCase(suite = "ARMCI", programs = {"test: test_dim", "comex test: test_dim"})
    @RankTest
    void shouldCopySectionsOfArrays(Job job) {
        copy(job, "strided", (mirror, put) -> {
            Section part = Section.random(mirror.random, 1);
            int bytes = part.count[0];
            if (put) {
                mirror.armci.putS(mirror.local, part.hereStart, part.here, mirror.there + part.thereStart, part.there,
                        part.count, part.levels, mirror.peer);
                part.forEach((here, there) -> System.arraycopy(mirror.localModel, here, mirror.model, there, bytes));
            } else {
                mirror.armci.getS(mirror.there + part.thereStart, part.there, mirror.local, part.hereStart, part.here,
                        part.count, part.levels, mirror.peer);
                part.forEach((here, there) -> System.arraycopy(mirror.model, there, mirror.localModel, here, bytes));
            }
        });
    }

    @SuiteCase(suite = "ARMCI", programs = {"test: test_vector", "comex test: test_vector"})
    @RankTest
    void shouldCopyListsOfSegments(Job job) {
        copy(job, "lists", (mirror, put) -> {
            int len = mirror.random.nextInt(4);
            Giov[] lists = new Giov[len + mirror.random.nextInt(2)];
            for (int list = 0; list < len; list++) {
                int bytes = mirror.random.nextInt(20);
                int count = mirror.random.nextInt(12);
                // lists do not share places: of their order nothing is said
                int part = BYTES / 4;
                long[] here = places(mirror.random, part * list, part, count, bytes);
                long[] there = places(mirror.random, part * list, part, count, bytes);
                for (int i = 0; i < count; i++) {
                    if (put) {
                        System.arraycopy(mirror.localModel, (int) here[i], mirror.model, (int) there[i], bytes);
                    } else {
                        System.arraycopy(mirror.model, (int) there[i], mirror.localModel, (int) here[i], bytes);
                    }
                }
                long[] pointers = Arrays.stream(there).map(each -> mirror.there + each).toArray();
                lists[list] = put ? new Giov(mirror.local, here, pointers, count, bytes)
                        : new Giov(mirror.local, pointers, here, count, bytes);
            }
            if (put) {
                mirror.armci.putV(lists, len, mirror.peer);
            } else {
                mirror.armci.getV(lists, len, mirror.peer);
            }
        });
    }

    /** That do not overlap, in any order, with one more entry that does not count. */
    private static long[] places(SplittableRandom random, int from, int room, int count, int bytes) {
        long[] places = new long[count + 1];
        int slot = room / (count + 1);
        for (int i = 0; i < count; i++) {
            places[i] = from + i * slot + random.nextInt(slot - bytes + 1);
        }
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        places[count] = from;
        return places;
    }

    private interface Copy {
        void run(Mirror mirror, boolean put);
    }

    private static void copy(Job job, String what, Copy copy) {
        try (Arena arena = Arena.ofConfined()) {
            Mirror mirror = new Mirror(Armci.init(job, 1 << 16), arena);
            for (int round = 0; round < ROUNDS; round++) {
                boolean put = mirror.random.nextBoolean();
                mirror.fill();
                copy.run(mirror, put);
                mirror.check(what + (put ? " put " : " get ") + round);
            }
            mirror.end();
        }
    }

    private static Scale scale(AccumulateType type, SplittableRandom random) {
        return switch (type) {
            case INT -> Scale.ofInt(random.nextInt(-3, 4));
            case LNG -> Scale.ofLong(random.nextLong(-3, 4));
            case FLT -> Scale.ofFloat(random.nextInt(-3, 4));
            case DBL -> Scale.ofDouble(random.nextInt(-3, 4));
            case CPL -> Scale.ofComplexFloat(random.nextInt(-3, 4), random.nextInt(-3, 4));
            case DCP -> Scale.ofComplexDouble(random.nextInt(-3, 4), random.nextInt(-3, 4));
        };
    }

    /** Small whole numbers, so that every order of additions gives the same. */
    private static void number(AccumulateType type, MemorySegment memory, SplittableRandom random) {
        for (int at = 0; at < BYTES; at += type.componentBytes()) {
            int value = random.nextInt(-9, 10);
            switch (type) {
                case INT -> memory.set(INT, at, value);
                case LNG -> memory.set(LONG, at, value);
                case FLT, CPL -> memory.set(FLOAT, at, value);
                case DBL, DCP -> memory.set(DOUBLE, at, value);
            }
        }
    }

    /** What an accumulate makes of one element. */
    private static void add(Scale scale, MemorySegment from, long here, MemorySegment to, long there) {
        float realF = Float.intBitsToFloat((int) scale.real());
        double realD = Double.longBitsToDouble(scale.real());
        switch (scale.type()) {
            case INT -> to.set(INT, there, to.get(INT, there) + (int) scale.real() * from.get(INT, here));
            case LNG -> to.set(LONG, there, to.get(LONG, there) + scale.real() * from.get(LONG, here));
            case FLT -> to.set(FLOAT, there, to.get(FLOAT, there) + realF * from.get(FLOAT, here));
            case DBL -> to.set(DOUBLE, there, to.get(DOUBLE, there) + realD * from.get(DOUBLE, here));
            case CPL -> {
                float imaginary = Float.intBitsToFloat((int) scale.imaginary());
                float a = from.get(FLOAT, here);
                float b = from.get(FLOAT, here + 4);
                to.set(FLOAT, there, to.get(FLOAT, there) + (realF * a - imaginary * b));
                to.set(FLOAT, there + 4, to.get(FLOAT, there + 4) + (realF * b + imaginary * a));
            }
            case DCP -> {
                double imaginary = Double.longBitsToDouble(scale.imaginary());
                double a = from.get(DOUBLE, here);
                double b = from.get(DOUBLE, here + 8);
                to.set(DOUBLE, there, to.get(DOUBLE, there) + (realD * a - imaginary * b));
                to.set(DOUBLE, there + 8, to.get(DOUBLE, there + 8) + (realD * b + imaginary * a));
            }
        }
    }

    @SuiteCase(suite = "ARMCI", programs = {"comex test: test_cplx_acc", "test2"})
    @RankTest
    void shouldAccumulateAllTypesInAllForms(Job job) {
        try (Arena arena = Arena.ofConfined()) {
            Mirror mirror = new Mirror(Armci.init(job, 1 << 16), arena);
            MemorySegment model = MemorySegment.ofArray(mirror.model);
            MemorySegment here = MemorySegment.ofArray(mirror.localModel);
            for (AccumulateType type : AccumulateType.values()) {
                number(type, here, mirror.random);
                number(type, model, mirror.random);
                mirror.local.copyFrom(here);
                mirror.armci.put(model, 0, mirror.there, BYTES, mirror.peer);
                for (int round = 0; round < 12; round++) {
                    Scale scale = scale(type, mirror.random);
                    switch (round % 3) {
                        case 0 -> accumulate(mirror, scale, here, model);
                        case 1 -> accumulateSection(mirror, scale, here, model);
                        default -> accumulateList(mirror, scale, here, model);
                    }
                    mirror.check(type + " in round " + round);
                }
            }
            mirror.end();
        }
    }

    private static void accumulate(Mirror mirror, Scale scale, MemorySegment here, MemorySegment model) {
        int size = scale.type().bytes();
        int count = mirror.random.nextInt(BYTES / size + 1);
        int from = size * mirror.random.nextInt(BYTES / size - count + 1);
        int to = size * mirror.random.nextInt(BYTES / size - count + 1);
        mirror.armci.acc(scale, mirror.local, from, mirror.there + to, (long) size * count, mirror.peer);
        for (int i = 0; i < count; i++) {
            add(scale, here, from + i * size, model, to + i * size);
        }
    }

    private static void accumulateSection(Mirror mirror, Scale scale, MemorySegment here, MemorySegment model) {
        int size = scale.type().bytes();
        Section part = Section.random(mirror.random, size);
        mirror.armci.accS(scale, mirror.local, part.hereStart, part.here, mirror.there + part.thereStart, part.there,
                part.count, part.levels, mirror.peer);
        part.forEach((from, to) -> {
            for (int at = 0; at < part.count[0]; at += size) {
                add(scale, here, from + at, model, to + at);
            }
        });
    }

    /** Places may come more than once. */
    private static void accumulateList(Mirror mirror, Scale scale, MemorySegment here, MemorySegment model) {
        int size = scale.type().bytes();
        int elements = mirror.random.nextInt(1, 4);
        Giov[] lists = new Giov[2];
        for (int list = 0; list < 2; list++) {
            int count = mirror.random.nextInt(40);
            long[] from = new long[count];
            long[] to = new long[count];
            for (int i = 0; i < count; i++) {
                from[i] = size * mirror.random.nextInt(BYTES / size - elements);
                to[i] = size * mirror.random.nextInt(list == 0 ? 8 : BYTES / size - elements);
                for (int at = 0; at < elements * size; at += size) {
                    add(scale, here, from[i] + at, model, to[i] + at);
                }
                to[i] += mirror.there;
            }
            lists[list] = new Giov(mirror.local, from, to, count, elements * size);
        }
        mirror.armci.accV(scale, lists, 2, mirror.peer);
    }

    @SuiteCase(suite = "ARMCI", programs = {"test: test_acc", "comex test: test_acc"})
    @RankTest(ranks = 3)
    void shouldAddWhatAllAccumulateAtOnce(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        int count = 64;
        long[] sums = armci.malloc(8L * count);
        armci.memory(sums[armci.me()], 8L * count).fill((byte) 0);
        armci.barrier();
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        MemorySegment source = MemorySegment.ofArray(ones);
        Giov[] list = new Giov[1];
        for (int round = 0; round < 50; round++) {
            for (int proc = 0; proc < armci.nproc(); proc++) {
                armci.acc(Scale.ofDouble(2), source, 0, sums[proc], 8L * count, proc);
                armci.accS(Scale.ofDouble(3), source, 0, new int[]{16}, sums[proc], new int[]{16},
                        new int[]{8, count / 2},
                        1, proc);
                list[0] = new Giov(source, new long[]{0, 8}, new long[]{sums[proc], sums[proc]}, 2, 8);
                armci.accV(Scale.ofDouble(0.5), list, 1, proc);
            }
        }
        armci.barrier();
        MemorySegment mine = armci.memory(sums[armci.me()], 8L * count);
        for (int i = 0; i < count; i++) {
            double each = 2 + (i % 2 == 0 ? 3 : 0) + (i == 0 ? 1 : 0);
            assertEquals(50 * armci.nproc() * each, mine.get(DOUBLE, 8L * i), "element " + i);
        }
        armci.finish();
    }

    @SuiteCase(suite = "ARMCI", programs = "test: test_rput")
    @RankTest
    void shouldTransferSingleValues(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        int peer = (armci.me() + 1) % armci.nproc();
        long[] words = armci.malloc(64);
        long there = words[peer];
        armci.putValueInt(-7, there, peer);
        armci.putValueFloat(1.5f, there + 4, peer);
        armci.putValueLong(Long.MIN_VALUE + armci.me(), there + 8, peer);
        armci.putValueDouble(Math.PI, there + 16, peer);
        NbHandle handle = new NbHandle();
        armci.nbPutValueInt(9, there + 24, peer, handle);
        armci.await(handle);
        armci.nbPutValueFloat(-0.0f, there + 28, peer, null);
        armci.nbPutValueLong(11, there + 32, peer, null);
        armci.nbPutValueDouble(12.5, there + 40, peer, null);
        armci.awaitAll();
        armci.barrier();
        MemorySegment mine = armci.memory(words[armci.me()], 64);
        int left = (armci.me() + armci.nproc() - 1) % armci.nproc();
        assertEquals(-7, mine.get(INT, 0));
        assertEquals(Long.MIN_VALUE + left, mine.get(LONG, 8));
        assertEquals(-7, armci.getValueInt(there, peer));
        assertEquals(1.5f, armci.getValueFloat(there + 4, peer));
        assertEquals(Long.MIN_VALUE + armci.me(), armci.getValueLong(there + 8, peer));
        assertEquals(Math.PI, armci.getValueDouble(there + 16, peer));
        assertEquals(9, armci.getValueInt(there + 24, peer));
        assertEquals(-0.0f, armci.getValueFloat(there + 28, peer));
        assertEquals(11, armci.getValueLong(there + 32, peer));
        assertEquals(12.5, armci.getValueDouble(there + 40, peer));
        assertIllegal("misaligned", () -> armci.putValueInt(1, there + 2, peer), "Armci.putValueInt", "dst",
                "multiple of 4");
        assertIllegal("misaligned", () -> armci.getValueDouble(there + 4, peer), "Armci.getValueDouble", "src",
                "multiple of 8");
        armci.barrier();
        armci.finish();
    }

    @RankTest(settings = "pgas.wait=block")
    void shouldShowTheDataToWhoSeesTheFlag(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        int peer = (armci.me() + 1) % armci.nproc();
        int count = 1000;
        long[] pointers = armci.malloc(8 * count + 8);
        MemorySegment mine = armci.memory(pointers[armci.me()], 8 * count + 8);
        mine.set(INT, 8 * count, 0);
        armci.barrier();
        long flag = pointers[peer] + 8 * count;
        long ownFlag = GlobalPointer.offset(pointers[armci.me()]) + 8 * count;
        long[] data = new long[count];
        for (int round = 1; round <= 40; round++) {
            Arrays.fill(data, round);
            if (round % 2 == 0) {
                armci.putFlag(MemorySegment.ofArray(data), 0, pointers[peer], 8L * count, flag, round, peer);
            } else {
                armci.putSFlag(MemorySegment.ofArray(data), 0, new int[]{16}, pointers[peer], new int[]{16},
                        new int[]{16, count / 2}, 1, flag, round, peer);
            }
            armci.team().endpoint().words().waitUntilInt(ownFlag, WaitCondition.EQ, round);
            long[] seen = new long[count];
            MemorySegment.copy(mine, LONG, 0, seen, 0, count);
            assertArrayEquals(data, seen);
            armci.barrier();
        }
        armci.finish();
    }
}
