package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedLayout;
import org.pgas.upc.SharedPointer;
import org.pgas.upc.Upc;

/** Shared arrays: where their elements are, allocation, and copies between block sizes. */
@RankDefaults(ranks = 3, segment = "16k")
@AcrossNeighbourhoods
class UpcArrayTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long[] BLOCK_SIZES = {0, 1, 3, 16, 1000, Upc.STAR};

    /** Every thread writes what it has, by its own memory; all read everything, by index and by pointer. */
    @RankTest
    void shouldHaveEachElementWhereItsIndexAndItsPointerSay(Job job) {
        Upc upc = Upc.init(job);
        assertEquals(job.rank(), upc.thread());
        assertEquals(job.size(), upc.threads());
        for (long blockSize : BLOCK_SIZES) {
            SharedArray array = upc.allArray(101, 8, blockSize);
            MemorySegment own = array.local();
            assertEquals(array.localSize(), own.byteSize());
            assertEquals(array.localSize(),
                    upc.affinitySize(808, array.layout().blockBytes(), upc.thread()));
            assertEquals(-1, own.mismatch(MemorySegment.ofArray(new byte[(int) own.byteSize()])), "zeros");
            upc.barrier();
            for (long i = 0; i < array.localElements(); i++) {
                own.setAtIndex(LONG, i, 7 * array.globalIndex(i) + 1);
            }
            upc.barrier();
            SharedPointer pointer = array.pointer(0);
            long total = 0;
            for (int i = 0; i < 101; i++, pointer = pointer.add(1)) {
                assertEquals(7 * i + 1, array.getLong(i), array + ", element " + i);
                check(upc, array, pointer, i);
            }
            for (int thread = 0; thread < upc.threads(); thread++) {
                total += array.affinityElements(thread);
            }
            assertEquals(101, total);
            assertEquals(array.pointer(101), pointer);
            assertEquals(101, pointer.distance(array.pointer(0)));
            upc.barrier();
            if (upc.thread() == 0) {
                upc.free(array);
            }
        }
        upc.finish();
    }

    private static void check(Upc upc, SharedArray array, SharedPointer pointer, int index) {
        assertEquals(array.pointer(index), pointer);
        assertEquals(array.phaseOf(index), pointer.phase());
        assertEquals(array.address(index), pointer.address());
        assertEquals(array.threadOf(index), Upc.threadOf(pointer.address()));
        assertEquals(array.addrfield(index), Upc.addrfield(pointer.address()));
        assertTrue(array.blockStart(index) <= index && index < array.blockEnd(index));
        if (array.blockSize() > 0) {
            assertEquals(index - array.phaseOf(index), array.blockStart(index));
            assertEquals(Math.min(101, array.blockStart(index) + array.blockSize()), array.blockEnd(index));
        }
        long[] got = new long[1];
        upc.memget(MemorySegment.ofArray(got), 0, pointer.address(), 8);
        assertEquals(7L * index + 1, got[0]);
    }

    @RankTest
    void shouldReachElementsOfEveryPrimitiveSize(Job job) {
        Upc upc = Upc.init(job);
        SharedArray bytes = upc.allArray(40, 1, 3);
        SharedArray ints = upc.allArray(40, 4, 3);
        SharedArray doubles = upc.allArray(40, 8, Upc.STAR);
        SharedArray floats = upc.allArray(40, 4, 1);
        SharedArray shorts = upc.allArray(40, 2, 3);
        SharedArray chars = upc.allArray(40, 2, 0);
        for (int i = upc.thread(); i < 40; i += upc.threads()) {
            bytes.putByte(i, (byte) (i - 20));
            ints.putInt(i, i * 1_000_000 - 20);
            doubles.putDouble(i, i / 3.0);
            floats.putFloat(i, i / 3f);
            shorts.putShort(i, (short) (i - 20));
            chars.putChar(i, (char) (65_500 - i));
        }
        upc.barrier();
        for (int i = 0; i < 40; i++) {
            assertEquals(i - 20, bytes.getByte(i));
            assertEquals(i * 1_000_000 - 20, ints.getInt(i));
            assertEquals(i / 3.0, doubles.getDouble(i));
            assertEquals(i / 3f, floats.getFloat(i));
            assertEquals(i - 20, shorts.getShort(i));
            assertEquals(65_500 - i, chars.getChar(i));
        }
        String who = "rank " + job.rank() + ": SharedArray.";
        assertIllegal("index", () -> ints.getInt(40), who + "getInt: index 40 is outside 0..39");
        assertIllegal("index", () -> ints.putInt(-1, 0), who + "putInt: index -1");
        assertIllegal("size", () -> ints.getDouble(0), who + "getDouble: the elements have 4 bytes, and not 8");
        assertIllegal("index", () -> ints.address(41), who + "address: index 41 is outside 0..40");
        assertIllegal("thread", () -> ints.affinitySize(upc.threads()), "affinityElements: thread " + upc.threads());
        assertIllegal("local", () -> ints.globalIndex(0, 40), who + "globalIndex: element 40 of thread 0");
        upc.finish();
    }

    /** What was allocated by anybody, anywhere, is freed by the next thread, and does not overlap. */
    @RankTest(ranks = {1, 2})
    void shouldAllocateForAllForOneAndByOne(Job job) {
        Upc upc = Upc.init(job, 256 << 10, 64 << 10);
        long forAll = upc.allAlloc(5, 100);
        long byOne = upc.globalAlloc(upc.threads(), 64);
        long own = upc.alloc(200);
        assertEquals(0, Upc.threadOf(forAll));
        assertEquals(0, Upc.threadOf(byOne));
        assertEquals(upc.thread(), Upc.threadOf(own));
        SharedArray pointers = upc.allArray(3L * upc.threads(), 8, 3);
        MemorySegment mine = pointers.local();
        mine.setAtIndex(LONG, 0, forAll);
        mine.setAtIndex(LONG, 1, byOne);
        mine.setAtIndex(LONG, 2, own);
        upc.barrier();
        int next = (upc.thread() + 1) % upc.threads();
        assertEquals(forAll, pointers.getLong(3L * next), "the same for all");
        assertEquals(upc.threads() == 1, byOne == pointers.getLong(3L * next + 1));
        long other = pointers.getLong(3L * next + 2);
        assertEquals(next, Upc.threadOf(other));
        upc.memset(other, next, 200);
        upc.barrier();
        assertEquals(200, count(upc, own, upc.thread()));
        upc.barrier();
        upc.free(other);
        upc.free(pointers.getLong(3L * next + 1));
        upc.free(GlobalPointer.NULL);
        upc.allFree(forAll);
        upc.barrier();
        assertIllegal("freed", () -> upc.free(own), "(Upc.free)");
        assertIllegal("not thread 0's", () -> upc.free(GlobalPointer.of(upc.threads() - 1, 16)), "Upc.free");
        assertIllegal("elsewhere", () -> upc.free(GlobalPointer.of(upc.threads(), 16)), "Upc.free: pointer: thread");
        assertEquals(0, upc.alloc(0));
        assertEquals(0, Upc.threadOf(upc.alloc(0)), "of null");
        assertEquals(0, upc.allAlloc(0, 8));
        assertEquals(0, upc.globalAlloc(8, 0));
        assertRefused(ErrorCode.RESOURCE, "room", () -> upc.alloc(1 << 20), "Upc.alloc: no room for 1048576 bytes");
        assertRefused(ErrorCode.RESOURCE, "room", () -> upc.allAlloc(1, 1 << 20), "Upc.allAlloc: no room");
        assertRefused(ErrorCode.RESOURCE, "room", () -> upc.globalAlloc(1L << 40, 1L << 40), "Upc.globalAlloc");
        assertRefused(ErrorCode.RESOURCE, "room", () -> upc.allArray(1 << 20, 8, 1), "Upc.allA");
        assertIllegal("negative", () -> upc.allAlloc(-1, 8), "Upc.allAlloc: -1 blocks of 8");
        assertIllegal("elements", () -> upc.allArray(-1, 8, 1), "Upc.allArray: -1 elements of 8 bytes");
        assertIllegal("block size", () -> upc.allArray(8, 8, -2), "block size of -2", "(Upc.allArray)");
        upc.finish();
    }

    private static int count(Upc upc, long pointer, int value) {
        byte[] bytes = new byte[200];
        upc.memget(MemorySegment.ofArray(bytes), 0, pointer, 200);
        int count = 0;
        for (byte each : bytes) {
            count += each == value ? 1 : 0;
        }
        return count;
    }

    @RankTest(ranks = 2)
    void shouldSeeAnArrayInMemoryThatWasAllocatedAnyhow(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 32 << 10);
        long own = upc.alloc(80);
        SharedArray mine = upc.array(own, 10, 8, 0);
        for (int i = 0; i < 10; i++) {
            mine.putLong(i, 5L * i);
            assertEquals(upc.thread(), mine.threadOf(i));
        }
        assertEquals(10, mine.localElements());
        assertEquals(0, mine.affinityElements(1 - upc.thread()));
        assertEquals(45, mine.local().getAtIndex(LONG, 9));
        long all = upc.allAlloc(4, 16);
        SharedArray blocks = upc.array(all, 8, 8, 2);
        if (upc.thread() == 1) {
            upc.copy(blocks, 1, mine, 3, 7);
        }
        upc.barrier();
        for (int i = 1; i < 8; i++) {
            assertEquals(5L * (i + 2), blocks.getLong(i));
        }
        assertIllegal("not thread 0", () -> upc.array(GlobalPointer.of(1, 0), 8, 8, 2), "Upc.array: base", "thread 1");
        assertIllegal("range", () -> upc.array(all, 1 << 20, 8, 2), "Upc.array: base: ");
        assertIllegal("null", () -> upc.array(0, 1, 8, 2), "Upc.array: base: is null");
        assertIllegal("aligned", () -> upc.array(all + 4, 1, 8, 0), "Upc.array: base is at address", "multiple of 8");
        assertEquals(1, upc.array(all + 4, 1, 12, 0).elements());
        long first = GlobalPointer.of(0, Upc.addrfield(own));
        assertIllegal("local part", () -> upc.array(first, 10, 8, 2), "Upc.array: ", "symmetric part");
        assertIllegal("endpoint", () -> Upc.threadOf(GlobalPointer.of(1, 3, 0)), "Upc.threadOf", "endpoint");
        assertIllegal("endpoint", () -> SharedPointer.of(mine.layout(), GlobalPointer.of(1, 3, 0)), "SharedPointer.of");
        assertEquals(0, upc.array(0, 0, 8, 2).localSize());
        upc.finish();
    }

    /** Between all block sizes, whole and in parts, by handles, and to and from private memory. */
    @RankTest
    void shouldCopyBetweenBlockSizes(Job job) {
        Upc upc = Upc.init(job);
        SplittableRandom random = Seed.of("ranges");
        SharedArray[] arrays = new SharedArray[BLOCK_SIZES.length];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = upc.allArray(101, 8, BLOCK_SIZES[i]);
        }
        for (SharedArray src : arrays) {
            for (SharedArray dst : arrays) {
                int turn = random.nextInt(upc.threads());
                int from = random.nextInt(101);
                int count = random.nextInt(101 - from + 1);
                int to = random.nextInt(101 - count + 1);
                if (src != dst && upc.thread() == turn) {
                    copy(upc, dst, src, from, count, to);
                }
                upc.barrier();
            }
        }
        SharedArray reblocked = upc.allReblock(arrays[2], 7);
        assertEquals(7, reblocked.blockSize());
        for (int i = 0; i < 101; i++) {
            assertEquals(arrays[2].getLong(i), reblocked.getLong(i));
        }
        upc.barrier();
        upc.finish();
    }

    private static void copy(Upc upc, SharedArray dst, SharedArray src, int from, int count, int to) {
        long[] values = new long[101];
        for (int i = 0; i < 101; i++) {
            values[i] = 1000L * src.blockSize() + i;
        }
        long[] back = new long[101];
        upc.scatter(src, 0, MemorySegment.ofArray(values), 0, 101);
        upc.copy(dst, src);
        upc.gather(MemorySegment.ofArray(back), 0, dst, 0, 101);
        assertArrayEquals(values, back, "from " + src + " to " + dst);
        for (int i = 0; i < 101; i++) {
            assertEquals(values[i], dst.getLong(i));
            values[i] += 500;
        }
        upc.waitsync(upc.scatterAsync(src, 0, MemorySegment.ofArray(values), 0, 101));
        upc.waitsync(upc.copyAsync(dst, to, src, from, count));
        upc.waitsync(upc.gatherAsync(MemorySegment.ofArray(back), 8L * (101 - count), dst, to, count));
        for (int i = 0; i < 101; i++) {
            boolean isNew = i >= to && i < to + count;
            assertEquals(isNew ? values[from + i - to] : 1000L * src.blockSize() + i, dst.getLong(i));
        }
        for (int i = 0; i < count; i++) {
            assertEquals(values[from + i], back[101 - count + i]);
        }
        upc.waitsync(upc.copyAsync(dst, src));
        assertEquals(values[100], dst.getLong(100));
    }

    @RankTest(ranks = 2)
    void shouldRefuseCopiesOfRangesThatAreNone(Job job) {
        Upc upc = Upc.init(job);
        Upc second = Upc.init(job, 64 << 10, 0);
        SharedArray array = upc.allArray(10, 8, 2);
        SharedArray longer = upc.allArray(11, 8, 3);
        SharedArray ints = upc.allArray(10, 4, 3);
        SharedArray other = second.allArray(10, 8, 2);
        MemorySegment local = MemorySegment.ofArray(new long[4]);
        String who = "rank " + job.rank() + ": Upc.";
        assertIllegal("length", () -> upc.copy(array, longer), who + "copy: dst has 10 elements and src 11");
        assertIllegal("size", () -> upc.copyAsync(array, ints), who + "copyAsync: elements of dst have 8 bytes");
        assertIllegal("range", () -> upc.copy(array, 0, longer, 8, 4), who + "copy: 4 elements from 8 on", "11 of src");
        assertIllegal("range", () -> upc.copyAsync(array, -1, longer, 0, 4), "from -1 on", "10 of dst");
        assertIllegal("count", () -> upc.copy(array, 0, longer, 0, -1), "count is -1");
        assertIllegal("overlap", () -> upc.copy(array, 0, array, 3, 4), who + "copy: 4 elements", "overlap");
        assertIllegal("another Upc", () -> upc.copy(array, other), "belongs to another Upc");
        assertIllegal("null", () -> upc.gather(local, 0, null, 0, 1), who + "gather: src is null");
        assertIllegal("local", () -> upc.gather(local, 0, array, 0, 5), "32 bytes", "(Upc.gather)");
        assertIllegal("local", () -> upc.scatterAsync(array, 0, local, 8, 4), "32 bytes", "(Upc.scatterAsync)");
        assertIllegal("free", () -> upc.free(other), who + "free: the array belongs to another Upc");
        upc.copy(array, 0, array, 4, 4);
        upc.finish();
        second.finish();
    }

    @RankTest(ranks = 2)
    void shouldRefuseOnAllRanksWhatOneGivesWrong(Job job) {
        int rank = job.rank();
        assertIllegal("negative", () -> Upc.init(job, -1, 0), "Upc.init: symmetricBytes is -1: legal are 0..");
        assertIllegal("on one", () -> Upc.init(job, 64 << 10, rank == 0 ? 1L << 40 : 0), "Upc.init: ",
                rank == 0 ? "localBytes is 1099511627776" : "refused on rank 0");
        assertIllegal("differ", () -> Upc.init(job, (64 + rank) << 10, 0), "Upc.init: rank ", "all give the same");
        assertEquals(ErrorCode.RESOURCE,
                assertThrows(PgasException.class, () -> Upc.init(job, 1L << 39, 0)).code(), "no room");
        Upc upc = Upc.init(job, 64 << 10, 0);
        assertRefused(ErrorCode.RESOURCE, "none", () -> upc.alloc(1), "Upc.alloc", "in the 0 that are local");
        if (job.isChecked()) {
            assertIllegal("arguments differ", () -> upc.allAlloc(1, 8 + 8 * rank), "Upc.allAlloc");
        }
        assertEquals(2, upc.team().size());
        assertNotEquals(0, upc.local().byteSize());
        assertEquals(3, SharedLayout.star(2, 8, 5).blockSize());
        upc.finish();
        assertEquals(1, job.endpoints().list().size());
        assertEquals(0, job.segments().list().size());
        assertTrue(upc.toString().contains("thread " + rank + " of 2"));
    }

    /**
     * Memory of the job for one of the two segments: one rank gets it, and the other tells it why nothing comes of it.
     * On two hosts for none.
     */
    @RankTest(ranks = 2, segment = "0", settings = "pgas.room=3m")
    void shouldSayOnAllRanksThatOneHasNoRoom(Job job) {
        assertEquals(ErrorCode.RESOURCE,
                assertThrows(PgasException.class, () -> Upc.init(job, job.position().hosts() << 21, 0)).code(),
                "on both");
        Upc upc = Upc.init(job, 256 << 10, 0);
        assertRefused(ErrorCode.RESOURCE, "room", () -> upc.allAlloc(1, 1 << 20), "in the 262144 that are symmetric");
        upc.finish();
    }

    /** Whose own numbers are legal, and whose are not: nobody waits for who has refused alone. */
    @RankTest(ranks = 2, settings = "pgas.checks=on")
    void shouldCompareWhatAllGiveBeforeAnyoneRefuses(Job job) {
        Upc upc = Upc.init(job, 12 << 10, 0);
        int one = upc.thread();
        assertIllegal("one", () -> upc.allAlloc(one == 0 ? -1 : 1, 8), "Upc.allAlloc");
        assertIllegal("same bytes", () -> upc.allAlloc(one == 0 ? 2 : 4, one == 0 ? 16 : 8), "Upc.allAlloc");
        assertIllegal("one", () -> upc.allArray(8, 8, one == 0 ? -2 : 1), "Upc.allArray");
        assertIllegal("same bytes", () -> upc.allArray(8, 8, one == 0 ? 2 : 4), "Upc.allArray");
        SharedArray array = upc.allArray(8, 8, 2);
        SharedArray other = upc.allArray(8, 8, 2);
        assertIllegal("one", () -> upc.allReblock(one == 0 ? null : array, 1), "Upc.allReblock");
        assertIllegal("other", () -> upc.allReblock(one == 0 ? array : other, 1), "Upc.allReblock");
        assertIllegal("null", () -> upc.allReblock(null, 1), "Upc.allReblock: the array is null");
        SharedArray large = upc.allArray(1400, 8, 1);
        assertRefused(ErrorCode.RESOURCE, "room", () -> upc.allReblock(large, 0), "Upc.allReblock: no room for 11200");
        upc.finish();
    }

    @RankTest(ranks = 2)
    void shouldRefuseOnAllThreadsWhatAllCannotFree(Job job) {
        Upc upc = Upc.init(job);
        long pointer = upc.allAlloc(4, 16);
        assertIllegal("inside", () -> upc.allFree(pointer + 16), "Upc.allFree");
        upc.allFree(pointer);
        assertIllegal("freed", () -> upc.allFree(pointer), "Upc.allFree");
        upc.allFree(GlobalPointer.NULL);
        upc.finish();
    }

    /** What was made over its team ends first; until then all works as ever. */
    @RankTest(ranks = 2)
    void shouldNotFinishWhileADomainIsLive(Job job) {
        Upc upc = Upc.init(job);
        LongAtomicDomain domain = LongAtomicDomain.create(upc.team());
        assertIllegal("live", upc::finish, "1 atomic domains", "(Upc.finish)");
        SharedArray array = upc.allArray(2, 8, 1);
        array.putLong(upc.thread(), 5 + upc.thread());
        upc.barrier();
        assertEquals(6 - upc.thread(), array.getLong(1 - upc.thread()));
        upc.allFree(array.base());
        domain.destroy();
        upc.finish();
        assertEquals(0, job.segments().list().size());
        assertEquals(1, job.endpoints().list().size());
    }

    /**
     * Element numbers say nothing where layouts differ: places do, and are compared before the first element is moved.
     */
    @RankTest(ranks = 2, settings = "pgas.checks=on")
    void shouldCompareThePlacesOfArraysOverOneBase(Job job) {
        Upc upc = Upc.init(job);
        SharedArray ones = upc.allArray(64, 8, 1);
        for (long i = 0; i < ones.localElements(); i++) {
            ones.putLong(ones.globalIndex(i), ones.globalIndex(i));
        }
        upc.barrier();
        SharedArray blocks = upc.array(ones.base(), 64, 8, 32);
        if (upc.thread() == 0) {
            // places 0..3 of thread 0 are elements 0, 2, 4, 6 of the one and 0..3 of the other
            assertIllegal("missed by numbers", () -> upc.copy(blocks, 0, ones, 4, 4), "Upc.copy", "overlap");
            // the first thread's elements are apart, and moved first if nobody looks at the second's
            assertIllegal("second thread", () -> upc.copy(blocks, 30, ones, 0, 4), "Upc.copy", "overlap");
            for (int i = 0; i < 64; i++) {
                assertEquals(i, ones.getLong(i));
            }
            // elements 8..11 of the one are places 4 and 5 of both threads, those of the other 8..11 of thread 0
            upc.copy(blocks, 8, ones, 8, 4);
            for (int i = 0; i < 4; i++) {
                assertEquals(8 + i, blocks.getLong(8 + i));
            }
            MemorySegment own = ones.local();
            // what goes to thread 1 would be overwritten by what goes to thread 0
            long[] before = own.toArray(LONG);
            assertIllegal("own memory", () -> upc.scatter(blocks, 28, own, 8 * 24, 8), "Upc.scatter", "overlap");
            assertArrayEquals(before, own.toArray(LONG));
        }
        upc.barrier();
        upc.finish();
    }
}
