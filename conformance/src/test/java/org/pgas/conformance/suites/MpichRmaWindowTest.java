package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.suites.SuiteWindows.INT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowFlavour;
import org.pgas.mpi.WindowInfo;
import org.pgas.mpi.WindowKeyval;
import org.pgas.mpi.WindowMemory;
import org.pgas.mpi.WindowModel;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Windows and what belongs to them: memory, groups, attributes, error handlers, parts that neighbours share. */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaWindowTest {
    private static final String SUITE = "MPICH rma";

    @SuiteCase(suite = SUITE, programs = "allocmem")
    @RankTest(ranks = 1)
    void shouldAllocateMemoryOfEverySize(Job job) {
        for (int bytes = 1; bytes < 128_000; bytes *= 2) {
            WindowMemory[] both = {WindowMemory.allocate(job, bytes), WindowMemory.allocateLocal(job, bytes)};
            for (WindowMemory each : both) {
                assertEquals(bytes, each.memory().byteSize());
                for (int i = 0; i < bytes; i++) {
                    assertEquals(0, each.memory().get(ValueLayout.JAVA_BYTE, i), "zeros at first");
                    each.memory().set(ValueLayout.JAVA_BYTE, i, (byte) (i & 0x7f));
                }
            }
            assertEquals(-1, both[0].memory().mismatch(both[1].memory()));
            both[0].free();
            both[1].free();
        }
    }

    @SuiteCase(suite = SUITE, programs = "getgroup")
    @RankTest
    void shouldHaveTheGroupOfItsTeam(Job job) {
        Window all = Window.allocate(job.world(), 4, 4);
        assertEquals(Group.of(0, 1, 2, 3), all.group());
        Team half = job.world().split(job.rank() % 2, job.size() - job.rank());
        Window some = Window.allocate(half, 4, 4);
        assertEquals(Group.of(0, 1), some.group());
        assertEquals(half.rank(), some.rank());
        assertEquals(half.size(), some.group().size());
        some.free();
        all.free();
    }

    @SuiteCase(suite = SUITE, programs = "attrorderwin")
    @RankTest(ranks = 1)
    void shouldKeepAttributesInWhateverOrderTheyComeAndGo(Job job) {
        Window window = Window.create(job.world(), SuiteWindows.of(0), 4);
        List<WindowKeyval<Integer>> keys = List.of(WindowKeyval.create(), WindowKeyval.create(), WindowKeyval.create());
        int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int[] in : orders) {
            for (int[] out : orders) {
                for (int key : in) {
                    window.attribute(keys.get(key), 1024 * key);
                }
                for (int left = 0; left <= out.length; left++) {
                    for (int i = 0; i < out.length; i++) {
                        assertEquals(i < left ? null : Integer.valueOf(1024 * out[i]),
                                window.attribute(keys.get(out[i])));
                    }
                    if (left < out.length) {
                        window.deleteAttribute(keys.get(out[left]));
                    }
                }
            }
        }
        window.free();
    }

    @SuiteCase(suite = SUITE, programs = "baseattrwin")
    @RankTest
    void shouldTellOverWhatItWasCreated(Job job) {
        MemorySegment array = MemorySegment.ofArray(new int[256]);
        Window window = Window.create(job.world(), array, 4);
        window.memory().set(INT, 8, 5);
        assertEquals(5, array.get(INT, 8), "the same memory");
        assertEquals(window.memory(), window.attribute(WindowKeyval.BASE));
        assertEquals(1024, window.attribute(WindowKeyval.SIZE));
        assertEquals(4, window.attribute(WindowKeyval.DISPLACEMENT_UNIT));
        window.free();
    }

    /**
     * A key needs no end of its own: what is stored under one that nobody names any more is told of the window's end.
     */
    @SuiteCase(suite = SUITE, programs = "fkeyvalwin")
    @RankTest(ranks = 2)
    void shouldTellAnAttributeOfItsEndThoughNobodyNamesItsKey(Job job) {
        for (WindowFlavour flavour : WindowFlavour.values()) {
            Window window = switch (flavour) {
                case CREATE -> Window.create(job.world(), SuiteWindows.of(1, 2), 4);
                case DYNAMIC -> Window.createDynamic(job.world());
                default -> Window.allocate(job.world(), 8, 4);
            };
            int[] stored = {1};
            window.attribute(WindowKeyval.<int[]>create((_, array) -> array[0]--), stored);
            for (int i = 0; i < 32; i++) {
                assertNull(window.attribute(WindowKeyval.create()));
            }
            assertEquals(1, stored[0]);
            window.free();
            assertEquals(0, stored[0], "told once");
        }
    }

    @SuiteCase(suite = SUITE, programs = "wincall")
    @RankTest(ranks = 2)
    void shouldCallTheErrorHandlerOfEachWindow(Job job) {
        PgasException error = assertThrowsExactly(PgasException.class, () -> job.world().rma().getLong(7, 0));
        for (int i = 0; i < 100; i++) {
            Window window = Window.create(job.world(), SuiteWindows.of(0, 0), 4);
            List<PgasException> told = new ArrayList<>();
            window.errorHandler((of, each) -> {
                assertSame(window, of);
                told.add(each);
            });
            window.callErrorHandler(error);
            assertEquals(List.of(error), told);
            window.free();
        }
    }

    /** Hundreds are alive at a time, of three kinds. */
    @SuiteCase(suite = SUITE, programs = {"window_creation", "window_allocation", "window_noncontig_allocation"})
    @RankTest(ranks = 2)
    void shouldLiveBesideHundredsOfOthers(Job job) {
        int each = 100;
        List<Window> windows = new ArrayList<>();
        List<WindowMemory> memories = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            memories.add(WindowMemory.allocate(job, 4000));
            windows.add(Window.create(job.world(), memories.getLast().memory(), 1));
            windows.add(Window.allocate(job.world(), 4000, 1));
            windows.add(Window.allocate(job.world(), 4000, 1, WindowInfo.DEFAULT.withNoncontiguous(true)));
        }
        for (int i = 0; i < windows.size(); i++) {
            windows.get(i).fence(Assertions.NOPRECEDE);
            windows.get(i).put(new int[]{10 * i + job.rank()}, 0, 1, 1 - job.rank(), 3996);
            windows.get(i).fence(Assertions.NOSUCCEED);
        }
        for (int i = 0; i < windows.size(); i++) {
            assertEquals(10 * i + 1 - job.rank(), SuiteWindows.intAt(windows.get(i), 999), "window " + i);
        }
        windows.forEach(Window::free);
        memories.forEach(WindowMemory::free);
    }

    /** Only one rank attaches. */
    @SuiteCase(suite = SUITE, programs = {"window_attach", "window_attach_collattach"})
    @RankTest(ranks = 2)
    void shouldAttachAndDetachAThousandRegions(Job job) {
        Window window = Window.createDynamic(job.world());
        int count = 1000;
        WindowMemory memory = WindowMemory.allocate(job, 4000 * 10);
        List<Long> places = new ArrayList<>();
        for (int i = 0; job.rank() == 0 && i < count; i++) {
            places.add(window.attach(i < 10 ? memory.memory().asSlice(4000L * i, 4000)
                    : MemorySegment.ofArray(new int[1000])));
        }
        assertEquals(places.size(), places.stream().distinct().count());
        job.world().barrier();
        places.forEach(window::detach);
        window.free();
        memory.free();
    }

    @SuiteCase(suite = SUITE, programs = "win_flavors")
    @RankTest(ranks = {3, 4})
    void shouldSayHowItWasMade(Job job) {
        long bytes = 8L * job.rank();
        WindowMemory memory = WindowMemory.allocate(job, bytes);
        Window created = Window.create(job.world(), memory.memory(), 1);
        Window allocated = Window.allocate(job.world(), bytes, 1);
        Window shared = Window.allocateShared(SuiteWindows.neighbourhood(job), bytes, 1);
        Window dynamic = Window.createDynamic(job.world());
        Window[] windows = {created, allocated, shared, dynamic};
        WindowFlavour[] flavours = {WindowFlavour.CREATE, WindowFlavour.ALLOCATE, WindowFlavour.SHARED,
            WindowFlavour.DYNAMIC};
        for (int i = 0; i < windows.length; i++) {
            assertSame(flavours[i], windows[i].flavour());
            assertSame(flavours[i], windows[i].attribute(WindowKeyval.CREATE_FLAVOUR));
            assertSame(WindowModel.UNIFIED, windows[i].attribute(WindowKeyval.MODEL));
            assertEquals(windows[i] == dynamic ? 0 : bytes, windows[i].attribute(WindowKeyval.SIZE));
            windows[i].free();
        }
        memory.free();
    }

    @SuiteCase(suite = SUITE, programs = "win_zero")
    @RankTest
    void shouldTakeNothingForMemoryOnSomeRanksAndOnAll(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        for (int some : new int[]{1, 0}) {
            int shared = neighbours.rank() % 2 * some;
            int bytes = job.rank() % 2 * some;
            Window[] windows = {Window.allocateShared(neighbours, shared, 1), Window.allocate(job.world(), bytes, 1),
                Window.create(job.world(), MemorySegment.ofArray(new byte[bytes]), 1)};
            for (Window window : windows) {
                int own = window == windows[0] ? shared : bytes;
                assertEquals(own, window.memory().byteSize());
                assertEquals(some, window.size() == 1 ? some : window.bytes(1));
                window.fence(Assertions.NONE);
                int right = SuiteWindows.right(window);
                window.put(new byte[]{7}, 0, (int) window.bytes(right), right, 0);
                window.fence(Assertions.NOSUCCEED);
                assertEquals(0, window.bytes(0));
                for (int i = 0; i < own && window.size() > 1; i++) {
                    assertEquals(7, window.memory().get(ValueLayout.JAVA_BYTE, i));
                }
                window.free();
            }
        }
    }

    @SuiteCase(suite = SUITE, programs = {"win_shared", "win_shared_noncontig"})
    @RankTest
    void shouldShowNeighboursWhatEachHasStored(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        int count = 10_000;
        for (boolean apart : new boolean[]{false, true}) {
            Window window = Window.allocateShared(neighbours, 4L * count, 4,
                    WindowInfo.DEFAULT.withNoncontiguous(apart));
            var lowest = window.sharedPart(Window.PROC_NULL);
            assertEquals(4, lowest.displacementUnit());
            assertEquals(4L * count, lowest.bytes());
            assertEquals(neighbours.rank() == 0, lowest.memory().address() == window.memory().address());
            window.lockAll(Assertions.NOCHECK);
            SuiteWindows.store(window, i -> i + neighbours.rank());
            window.sync();
            neighbours.barrier();
            window.sync();
            for (int rank = 0; rank < neighbours.size(); rank++) {
                int of = rank;
                int[] expected = SuiteWindows.ints(count, i -> i + of);
                assertArrayEquals(expected, window.sharedPart(rank).memory().toArray(INT));
                if (!apart) {
                    assertArrayEquals(expected, window.sharedMemory().asSlice(4L * count * rank, 4L * count)
                            .toArray(INT));
                }
            }
            window.unlockAll();
            window.free();
        }
    }

    /** Every other rank has a part, and puts to the next one that has. */
    @SuiteCase(suite = SUITE, programs = "win_shared_noncontig_put")
    @RankTest
    void shouldShowNeighboursWhatWasPutIntoPartsThatLieApart(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        int count = 300;
        boolean has = neighbours.rank() % 2 == 0;
        Window window = Window.allocateShared(neighbours, has ? 4L * count : 0, 4,
                WindowInfo.DEFAULT.withNoncontiguous(true));
        int next = neighbours.rank() + 2 < neighbours.size() ? neighbours.rank() + 2 : 0;
        for (int i = 0; i < count; i++) {
            window.fence(Assertions.NOPRECEDE);
            if (has) {
                window.put(new int[]{i}, 0, 1, next, i);
            }
            window.fence(Assertions.NOSUCCEED);
        }
        neighbours.barrier();
        for (int rank = 0; rank < neighbours.size(); rank++) {
            assertArrayEquals(SuiteWindows.ints(rank % 2 == 0 ? count : 0, i -> i),
                    window.sharedPart(rank).memory().toArray(INT));
        }
        window.free();
    }

    /** MPI answers no address for a part that is not mapped; here the call is refused, with the reason. */
    @SuiteCase(suite = SUITE, programs = "win_shared_query")
    @RankTest
    void shouldHandOutThePartsOfNeighboursWhateverMadeThem(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        Window[] windows = {Window.create(neighbours, MemorySegment.ofArray(new int[100]), 4),
            Window.allocate(neighbours, 400, 4), Window.allocateShared(neighbours, 400, 4)};
        for (Window window : windows) {
            for (int rank = 0; rank < window.size(); rank++) {
                int of = rank;
                if (window == windows[0]) {
                    assertIllegal("not mapped", () -> window.sharedPart(of), "Window.sharedPart", "rank " + of);
                } else {
                    assertEquals(400, window.sharedPart(rank).bytes());
                    assertEquals(4, window.sharedPart(rank).displacementUnit());
                    assertEquals(400, window.sharedPart(rank).memory().byteSize());
                }
            }
            window.free();
        }
    }

    @SuiteCase(suite = SUITE, programs = "win_shared_query_null")
    @RankTest
    void shouldAnswerTheLowestPartThatHasMemory(Job job) {
        Team self = job.world().split(job.rank(), 0);
        Window alone = Window.allocateShared(self, 16, 4);
        assertEquals(16, alone.sharedPart(Window.PROC_NULL).bytes());
        assertEquals(4, alone.sharedPart(Window.PROC_NULL).displacementUnit());
        alone.free();
        Team neighbours = SuiteWindows.neighbourhood(job);
        if (neighbours.size() > 1) {
            Window window = Window.allocateShared(neighbours, neighbours.rank() == 0 ? 0 : 16 * neighbours.rank(), 4);
            assertEquals(16, window.sharedPart(Window.PROC_NULL).bytes(), "that of rank 1");
            assertEquals(window.sharedPart(1).memory(), window.sharedPart(Window.PROC_NULL).memory());
            window.free();
        }
    }

    /** The first and the last neighbour have a part. */
    @SuiteCase(suite = SUITE, programs = "win_shared_zerobyte")
    @RankTest
    void shouldShareThePartsBesideEmptyOnes(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        int last = neighbours.size() - 1;
        boolean has = neighbours.rank() == 0 || neighbours.rank() == last;
        Window window = Window.allocateShared(neighbours, has ? 64 : 0, 4);
        MemorySegment first = window.sharedPart(Window.PROC_NULL).memory();
        window.lockAll(Assertions.NOCHECK);
        SuiteWindows.store(window, _ -> -neighbours.rank() - 1);
        window.sync();
        neighbours.barrier();
        window.sync();
        if (neighbours.rank() == last) {
            first.set(INT, 0, 1);
        }
        window.sync();
        neighbours.barrier();
        window.sync();
        assertEquals(1, window.sharedPart(0).memory().get(INT, 0));
        assertEquals(last == 0 ? 1 : -last - 1, window.sharedPart(last).memory().get(INT, 0));
        for (int rank = 1; rank < last; rank++) {
            assertEquals(0, window.sharedPart(rank).memory().byteSize());
        }
        window.unlockAll();
        window.free();
    }

    /** The window of all ranks lives in the memory of one that neighbours share. */
    @SuiteCase(suite = SUITE, programs = {"win_shared_create_allocshm", "win_shared_create_no_allocshm"})
    @RankTest
    void shouldBeCreatedOverMemoryThatNeighboursShare(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        Window shared = Window.allocateShared(neighbours, 16, 4);
        Window all = Window.create(job.world(), shared.memory(), 4);
        int last = neighbours.size() - 1;
        int target = job.rank() - neighbours.rank() + last;
        all.lockAll(Assertions.NONE);
        shared.lockAll(Assertions.NONE);
        if (neighbours.rank() == 0) {
            all.put(new int[]{1, 2, 3, 4}, 0, 1, target, 0);
            all.put(new int[]{1, 2, 3, 4}, 3, 1, target, 3);
            all.flush(target);
            shared.sync();
        }
        neighbours.barrier();
        shared.sync();
        assertArrayEquals(new int[]{1, 0, 0, 4}, shared.sharedPart(last).memory().toArray(INT));
        shared.unlockAll();
        all.unlockAll();
        all.free();
        shared.free();
    }

    /** Rank 0 gives all that its neighbourhood shares to the window; rank 2, elsewhere, puts to rank 1. */
    @SuiteCase(suite = SUITE, programs = "win_shared_put_flush_get")
    @RankTest(neighbourhoods = {1, 2})
    void shouldShowAFlushedPutThroughTheRankThatSharesTheMemory(Job job) {
        Team pair = job.world().split(job.rank() / 2, job.rank());
        int count = 4;
        Window shared = Window.allocateShared(pair, 8L * count, 8);
        Window all = Window.create(job.world(), job.rank() == 0 ? shared.sharedMemory() : shared.memory(), 8);
        double[] mine = new double[count];
        double[] found = new double[count];
        for (int round = 1; round <= 50; round++) {
            if (job.rank() == 2) {
                Arrays.fill(mine, round);
                all.lock(LockType.EXCLUSIVE, 1, Assertions.NONE);
                all.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                for (int i = 0; i < count; i++) {
                    all.put(mine, i, 1, 1, i);
                }
                all.flush(1);
                all.get(MemorySegment.ofArray(found), count, Datatype.DOUBLE, 0, count, count, Datatype.DOUBLE);
                all.flush(0);
                assertArrayEquals(mine, found, "round " + round);
                all.unlock(1);
                all.unlock(0);
            }
            job.world().barrier();
        }
        all.free();
        shared.free();
    }
}
