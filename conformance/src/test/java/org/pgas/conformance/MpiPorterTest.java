package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.Request;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowErrorHandler;
import org.pgas.mpi.WindowFlavour;
import org.pgas.mpi.WindowInfo;
import org.pgas.mpi.WindowKeyval;
import org.pgas.mpi.WindowMemory;
import org.pgas.mpi.WindowModel;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What programs from MPI look for beside the transfers: offsets, arrays, many requests, attributes, names. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpiPorterTest {
    private static final int BYTES = 4096;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private static void onEachWindow(Job job, Consumer<Window> body) {
        Window mapped = Window.allocate(job.world(), BYTES, 1);
        body.accept(mapped);
        mapped.free();
        Window local = Window.create(job.world(), MemorySegment.ofArray(new byte[BYTES]), 1);
        body.accept(local);
        local.free();
    }

    private static int right(Job job) {
        return (job.rank() + 1) % job.size();
    }

    private static int left(Job job) {
        return (job.rank() + job.size() - 1) % job.size();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldTransferFromAnyOffsetOfTheOrigin(Job job) {
        onEachWindow(job, window -> transferFromOffsets(job, window));
    }

    @RankTest
    void shouldTransferFromAnyOffsetOfTheOriginInCheckedMode(Job job) {
        onEachWindow(job, window -> transferFromOffsets(job, window));
    }

    private static void transferFromOffsets(Job job, Window window) {
        Datatype pairs = Datatype.vector(2, 1, 2, Datatype.LONG).commit(); // longs 0 and 2
        long[] numbers = {1, 2, 3, 4, 5, 6};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment nativeMemory = arena.allocateFrom(ValueLayout.JAVA_LONG, numbers);
            for (MemorySegment origin : new MemorySegment[]{MemorySegment.ofArray(numbers), nativeMemory}) {
                window.memory().fill((byte) 0);
                window.fence(Assertions.NONE);
                window.put(origin, 8, 1, Datatype.LONG, right(job), 0);
                window.put(origin, 16, 4, Datatype.LONG, right(job), 8);
                window.put(origin, 16, 1, pairs, right(job), 64);
                window.put(origin, 48, 0, Datatype.LONG, right(job), 0);
                window.put(origin, 8, 1, Datatype.LONG, Window.PROC_NULL, 0);
                window.fence(Assertions.NONE);
                assertArrayEquals(new long[]{2, 3, 4, 5, 6, 0, 0, 0, 3, 0, 5}, longs(window, 11));
                window.fence(Assertions.NONE);
                window.accumulate(origin, 40, 1, Datatype.LONG, right(job), 0, Op.SUM);
                window.accumulate(origin, 16, 2, Datatype.LONG, right(job), 8, Op.PROD);
                window.accumulate(origin, 16, 1, pairs, right(job), 64, Op.MAX);
                window.accumulate(origin, 0, 1, Datatype.LONG, right(job), 24, Op.NO_OP);
                window.fence(Assertions.NONE);
                assertArrayEquals(new long[]{8, 9, 16, 5, 6, 0, 0, 0, 3, 0, 5}, longs(window, 11));
                MemorySegment back = MemorySegment.ofArray(new long[6]);
                window.get(back, 8, 1, Datatype.LONG, left(job), 8);
                window.get(back, 16, 2, Datatype.LONG, left(job), 16);
                window.fence(Assertions.NONE);
                assertArrayEquals(new long[]{0, 9, 16, 5, 0, 0}, back.toArray(ValueLayout.JAVA_LONG));
                assertIllegal("before", () -> window.put(origin, -8, 1, Datatype.LONG, right(job), 0),
                        "Window.put", "origin offset is -8", "0..48");
                assertIllegal("behind", () -> window.get(back, 48, 1, Datatype.LONG, right(job), 0), "Window.get",
                        "origin memory", "0 bytes");
                assertIllegal("far behind",
                        () -> window.accumulate(origin, 49, 1, Datatype.LONG, right(job), 0, Op.SUM), "offset is 49");
                assertIllegal("undefined",
                        () -> window.accumulate(origin, 0, 1, Datatype.DOUBLE, right(job), 0, Op.BAND), "BAND");
                assertIllegal("null", () -> window.put((MemorySegment) null, 0, 1, Datatype.LONG, right(job), 0),
                        "null");
                assertIllegal("beyond the part", () -> window.put(origin, 8, 1, Datatype.LONG, right(job), BYTES - 7),
                        "displacement " + (BYTES - 7));
                window.fence(Assertions.NOSUCCEED);
            }
        }
        pairs.free();
    }

    private static long[] longs(Window window, int count) {
        return window.memory().asSlice(0, 8L * count).toArray(LONG);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldTransferPartsOfArrays(Job job) {
        onEachWindow(job, window -> transferArrays(job, window));
    }

    @RankTest
    void shouldTransferPartsOfArraysInCheckedMode(Job job) {
        onEachWindow(job, window -> transferArrays(job, window));
    }

    private static void transferArrays(Job job, Window window) {
        byte[] bytes = {1, 2, 3, 4};
        int[] ints = {10, 20, 30, 40};
        long[] longs = {100, 200, 300};
        float[] floats = {1.5f, 2.5f};
        double[] doubles = {0.25, 0.5, 0.75};
        window.fence(Assertions.NONE);
        window.put(bytes, 1, 3, right(job), 1);
        window.put(ints, 3, 1, right(job), 100);
        window.put(longs, 0, 2, right(job), 200);
        window.put(floats, 1, 1, right(job), 300);
        window.put(doubles, 1, 2, right(job), 400);
        window.put(doubles, 3, 0, right(job), 0);
        window.put(doubles, 0, 1, Window.PROC_NULL, 0);
        window.fence(Assertions.NONE);
        assertEquals(4, window.memory().get(ValueLayout.JAVA_BYTE, 3));
        assertEquals(0.75, window.memory().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 408));
        byte[] someBytes = new byte[4];
        int[] someInts = new int[2];
        long[] someLongs = new long[3];
        float[] someFloats = new float[1];
        double[] someDoubles = new double[4];
        window.get(someBytes, 0, 4, left(job), 0);
        window.get(someInts, 1, 1, left(job), 100);
        window.get(someLongs, 1, 2, left(job), 200);
        window.get(someFloats, 0, 1, left(job), 300);
        window.get(someDoubles, 2, 2, left(job), 400);
        window.fence(Assertions.NONE);
        assertArrayEquals(new byte[]{0, 2, 3, 4}, someBytes);
        assertArrayEquals(new int[]{0, 40}, someInts);
        assertArrayEquals(new long[]{0, 100, 200}, someLongs);
        assertArrayEquals(new float[]{2.5f}, someFloats);
        assertArrayEquals(new double[]{0, 0, 0.5, 0.75}, someDoubles);
        assertIllegal("behind", () -> window.put(ints, 2, 3, right(job), 0), "Window.put",
                "3 elements from index 2", "which has 4");
        assertIllegal("before", () -> window.get(doubles, -1, 1, right(job), 0), "Window.get", "index -1");
        assertIllegal("fewer than none", () -> window.get(longs, 1, -1, right(job), 0), "-1 elements");
        assertIllegal("beyond the part", () -> window.put(bytes, 0, 4, right(job), BYTES - 3), "displacement");
        window.fence(Assertions.NOSUCCEED);
    }

    /** Larger than what one copy takes. */
    @RankTest(ranks = 2, settings = "pgas.checks=off")
    void shouldTransferLargeArrays(Job job) {
        long[] large = new long[400_000];
        Arrays.setAll(large, i -> i + job.rank());
        Window window = Window.allocate(job.world(), 8L * large.length, 8);
        window.fence(Assertions.NONE);
        window.put(large, 1, large.length - 1, right(job), 1);
        window.fence(Assertions.NONE);
        long[] back = new long[large.length];
        window.get(back, 1, large.length - 1, right(job), 1);
        window.fence(Assertions.NOSUCCEED);
        large[0] = 0;
        assertArrayEquals(large, back);
        assertEquals(5 + left(job), window.memory().getAtIndex(LONG, 5));
        window.free();
    }

    @RankTest
    void shouldEndSetsOfRequests(Job job) {
        onEachWindow(job, window -> {
            window.lockAll(Assertions.NONE);
            MemorySegment origin = MemorySegment.ofArray(new long[]{7, 8, 9});
            Request[] puts = new Request[4];
            for (int i = 0; i < 3; i++) {
                puts[i] = window.rput(origin, 8 * i, 1, Datatype.LONG, right(job), 8 * i);
            }
            Request.awaitAll(puts);
            assertArrayEquals(new Request[4], puts, "all are null");
            window.flushAll();
            long[] results = new long[4];
            MemorySegment memory = MemorySegment.ofArray(results);
            Request[] gets = new Request[5];
            for (int i = 0; i < 3; i++) {
                gets[i + 1] = window.rget(memory, 8 * i, 1, Datatype.LONG, right(job), 8 * i);
            }
            gets[4] = window.rget(memory, 24, 1, Datatype.LONG, Window.PROC_NULL, 0);
            boolean[] seen = new boolean[5];
            for (int i = Request.awaitAny(gets); i != Request.UNDEFINED; i = Request.awaitAny(gets)) {
                assertNull(gets[i]);
                assertFalse(seen[i], "told twice");
                seen[i] = true;
                assertTrue(i == 4 || results[i - 1] == 6 + i);
            }
            assertArrayEquals(new boolean[]{false, true, true, true, true}, seen);
            raccumulateAndTest(job, window, memory, results);
            window.unlockAll();
            window.fence(Assertions.NOSUCCEED);
        });
    }

    private static void raccumulateAndTest(Job job, Window window, MemorySegment memory, long[] results) {
        Request added = window.raccumulate(MemorySegment.ofArray(new long[]{0, 1}), 8, 1, Datatype.LONG, right(job), 0,
                Op.SUM);
        added.await();
        window.flush(right(job));
        Request[] some = {window.rget(memory, 0, 1, Datatype.LONG, right(job), 0), null,
            window.rget(memory, 8, 1, Datatype.LONG, right(job), 8)};
        int told = 0;
        while (told < 2) {
            int[] found = Request.awaitSome(some);
            assertTrue(found.length > 0);
            for (int i : found) {
                assertNull(some[i]);
            }
            told += found.length;
        }
        assertEquals(8, results[0]);
        assertEquals(8, results[1]);
        Request[] tested = {window.rget(memory, 0, 1, Datatype.LONG, right(job), 16), Request.DONE};
        while (!Request.testAll(tested)) {
            assertSame(Request.DONE, tested[1], "none is ended before all are complete");
        }
        assertEquals(9, results[0]);
        assertArrayEquals(new Request[2], tested);
        tested[1] = window.rget(memory, 0, 1, Datatype.LONG, right(job), 8);
        int index = Request.testAny(tested);
        while (index == Request.INCOMPLETE) {
            index = Request.testAny(tested);
        }
        assertEquals(1, index);
        tested[0] = window.rget(memory, 0, 1, Datatype.LONG, right(job), 0);
        int[] indices = Request.testSome(tested);
        while (indices.length == 0) {
            indices = Request.testSome(tested);
        }
        assertArrayEquals(new int[]{0}, indices);
    }

    @RankTest(ranks = 1)
    void shouldTellOfNoRequests(Job job) {
        Request[] none = {null, null};
        Request.awaitAll(none);
        assertEquals(Request.UNDEFINED, Request.awaitAny(none));
        assertEquals(Request.UNDEFINED, Request.testAny());
        assertEquals(0, Request.awaitSome(none).length);
        assertEquals(0, Request.testSome().length);
        assertTrue(Request.testAll(none));
        Request[] done = {Request.DONE, Request.DONE};
        assertArrayEquals(new int[]{0, 1}, Request.awaitSome(done));
        assertIllegal("null", () -> Request.awaitAny((Request[]) null), "Request.awaitAny", "null");
    }

    /** All map it. */
    @RankTest(neighbourhoods = 1)
    void shouldHandOutASharedWindowAsOneMemory(Job job) {
        int rank = job.rank();
        long[] sizes = {16, 0, 24};
        Window window = Window.allocateShared(job.world(), sizes[rank], 8);
        MemorySegment all = window.sharedMemory();
        assertEquals(40, all.byteSize());
        assertEquals(0, window.sharedOffset(0));
        assertEquals(16, window.sharedOffset(1));
        assertEquals(16, window.sharedOffset(2));
        window.fence(Assertions.NONE);
        for (long at = 0; at < sizes[rank]; at += 8) {
            window.memory().set(LONG, at, 10 * rank + at);
        }
        window.fence(Assertions.NONE);
        assertArrayEquals(new long[]{0, 8, 20, 28, 36}, all.toArray(LONG));
        window.fence(Assertions.NOSUCCEED);
        assertIllegal("no such rank", () -> window.sharedOffset(3), "rank 3", "0..2");
        window.free();
        assertIllegal("freed", window::sharedMemory, "freed");
        Window apart = Window.allocateShared(job.world(), 8, 8, WindowInfo.DEFAULT.withNoncontiguous(true));
        assertIllegal("apart", apart::sharedMemory, "Window.sharedMemory", "do not lie one behind the other");
        apart.free();
        Window allocated = Window.allocate(job.world(), 8, 8);
        assertIllegal("allocated", () -> allocated.sharedOffset(0), "Window.sharedOffset", "Window.allocateShared");
        allocated.free();
        Window empty = Window.allocateShared(job.world(), 0, 1);
        assertEquals(0, empty.sharedMemory().byteSize());
        empty.free();
    }

    @RankTest(ranks = 2)
    void shouldKeepAttributesUntilTheirEnd(Job job) {
        Window window = Window.allocate(job.world(), 24, 4);
        assertEquals(window.memory(), window.attribute(WindowKeyval.BASE));
        assertEquals(24, window.attribute(WindowKeyval.SIZE));
        assertEquals(4, window.attribute(WindowKeyval.DISPLACEMENT_UNIT));
        assertSame(WindowFlavour.ALLOCATE, window.attribute(WindowKeyval.CREATE_FLAVOUR));
        assertSame(WindowModel.UNIFIED, window.attribute(WindowKeyval.MODEL));
        assertIllegal("predefined", () -> window.attribute(WindowKeyval.SIZE, 8L), "SIZE", "every window");
        assertIllegal("predefined", () -> window.deleteAttribute(WindowKeyval.MODEL), "MODEL");
        List<String> ended = new ArrayList<>();
        WindowKeyval<String> plain = WindowKeyval.create();
        WindowKeyval<String> told = WindowKeyval.create((of, value) -> {
            assertSame(window, of);
            ended.add(value);
        });
        WindowKeyval<Integer> stubborn = WindowKeyval.create((_, value) -> {
            throw new IllegalStateException("keep " + value);
        });
        assertNull(window.attribute(told));
        assertIllegal("nothing", () -> window.deleteAttribute(told), "Window.deleteAttribute", "nothing is stored");
        window.attribute(plain, "p");
        window.attribute(told, "one");
        window.attribute(told, "two");
        assertEquals(List.of("one"), ended);
        assertEquals("two", window.attribute(told));
        window.deleteAttribute(told);
        assertEquals(List.of("one", "two"), ended);
        assertNull(window.attribute(told));
        window.attribute(told, "three");
        window.attribute(stubborn, 5);
        assertThrowsExactly(IllegalStateException.class, () -> window.attribute(stubborn, 6));
        assertEquals(5, window.attribute(stubborn), "what was not ended stays");
        assertIllegal("null", () -> window.attribute(plain, null), "null");
        assertIllegal("null", () -> window.attribute((WindowKeyval<String>) null), "key is null");
        assertEquals("keep 5", assertThrowsExactly(IllegalStateException.class, window::free).getMessage());
        assertEquals(List.of("one", "two", "three"), ended);
        assertIllegal("freed all the same", () -> window.attribute(plain), "freed");
    }

    @SuiteCase(suite = "MPICH rma", programs = "winname")
    @RankTest(ranks = 2)
    void shouldHaveANameInItsText(Job job) {
        Window window = Window.allocate(job.world(), 8, 1);
        assertEquals("", window.name());
        assertEquals("window of 2, rank " + job.rank(), window.toString());
        window.name("halo");
        assertEquals("halo", window.name());
        assertEquals("window \"halo\" of 2, rank " + job.rank(), window.toString());
        assertIllegal("null", () -> window.name(null), "null");
        window.free();
    }

    @RankTest(ranks = 2)
    void shouldTellItsHandlerOfErrors(Job job) {
        Window window = Window.createDynamic(job.world());
        assertSame(WindowErrorHandler.THROW, window.errorHandler());
        List<String> told = new ArrayList<>();
        window.errorHandler((of, error) -> {
            assertSame(window, of);
            told.add(error.getMessage());
        });
        long[] one = {1};
        PgasException outside = assertThrowsExactly(PgasException.class, () -> window.put(one, 0, 1, 0, 0));
        PgasException detached = assertThrowsExactly(PgasException.class, () -> window.detach(5));
        assertEquals(List.of(outside.getMessage(), detached.getMessage()), told);
        window.errorHandler((_, error) -> {
            throw new IllegalStateException(error);
        });
        assertThrowsExactly(IllegalStateException.class, () -> window.unlock(0));
        window.errorHandler(WindowErrorHandler.THROW);
        assertIllegal("null", () -> window.errorHandler(null), "WindowErrorHandler.THROW");
        window.callErrorHandler(outside);
        assertEquals(2, told.size());
        window.free();
    }

    /** The call says what to give instead of MPI_BOTTOM. */
    @SuiteCase(suite = "MPICH rma", programs = "put_bottom")
    @RankTest(ranks = 2)
    void shouldRefuseAbsoluteAddressesWithARemedy(Job job) {
        WindowMemory memory = WindowMemory.allocateLocal(job, 64);
        Datatype absolute = Datatype.hindexed(new int[]{1}, new long[]{memory.memory().address()}, Datatype.LONG)
                .commit();
        Window window = Window.allocate(job.world(), 64, 1);
        window.fence(Assertions.NONE);
        assertIllegal("absolute", () -> window.put(MemorySegment.NULL, 1, absolute, 0, 0, 1, Datatype.LONG),
                "MPI_BOTTOM", "relative to its first byte");
        window.fence(Assertions.NOSUCCEED);
        window.free();
        absolute.free();
        memory.free();
    }
}
