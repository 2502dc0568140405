package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.SharedPart;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowFlavour;
import org.pgas.mpi.WindowInfo;
import org.pgas.mpi.WindowMemory;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Windows: how they are made, what they consist of, and how they end. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpiWindowTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Puts a number of its own into every rank's part, one long for each origin, and looks at what has come. */
    private static void exchange(Job job, Window window, MemorySegment own, long units, long first) {
        long mark = first * 1000 + job.rank();
        MemorySegment origin = MemorySegment.ofArray(new long[]{mark});
        window.fence(Assertions.NOPRECEDE);
        for (int target = 0; target < window.size(); target++) {
            window.put(origin, 1, Datatype.LONG, target, window.rank() * units, 1, Datatype.LONG);
        }
        window.fence(Assertions.NONE);
        for (int from = 0; from < window.size(); from++) {
            assertEquals(first * 1000 + from, own.get(LONG, from * 8L), "from rank " + from);
        }
        long[] back = new long[1];
        for (int target = 0; target < window.size(); target++) {
            window.get(MemorySegment.ofArray(back), 1, Datatype.LONG, target, window.rank() * units, 1, Datatype.LONG);
            window.fence(Assertions.NONE);
            assertEquals(mark, back[0]);
        }
        window.fence(Assertions.NOSUCCEED);
    }

    @RankTest
    void shouldHaveAPartOfItsOwnSizeAndUnitForEveryRank(Job job) {
        int rank = job.rank();
        Window window = Window.allocate(job.world(), 24 + 1000L * rank, 1 << rank);
        assertEquals(rank, window.rank());
        assertEquals(3, window.size());
        assertEquals(Group.of(0, 1, 2), window.group());
        assertSame(WindowFlavour.ALLOCATE, window.flavour());
        assertSame(WindowInfo.DEFAULT, window.info());
        for (int each = 0; each < 3; each++) {
            assertEquals(24 + 1000L * each, window.bytes(each));
            assertEquals(1 << each, window.displacementUnit(each));
            if (!WindowParts.isNeighbour(job, each)) {
                int other = each;
                assertIllegal("elsewhere", () -> window.sharedPart(other), "Window.sharedPart", "rank " + each,
                        "another neighbourhood");
                continue;
            }
            SharedPart part = window.sharedPart(each);
            assertEquals(window.bytes(each), part.bytes());
            assertEquals(window.bytes(each), part.memory().byteSize());
            assertEquals(1 << each, part.displacementUnit());
        }
        assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(new byte[24 + 1000 * rank])), "zeros");
        window.fence(Assertions.NONE);
        for (int target = 0; target < 3; target++) {
            window.put(MemorySegment.ofArray(new long[]{7 + rank}), 1, Datatype.LONG, target, 8 * rank >> target, 1,
                    Datatype.LONG);
        }
        window.fence(Assertions.NOSUCCEED);
        for (int from = 0; from < 3; from++) {
            assertEquals(7 + from, window.memory().get(LONG, from * 8L));
        }
        assertIllegal("a rank that is none", () -> window.bytes(3), "rank 3", "0..2");
        assertIllegal("a rank that is none", () -> window.sharedPart(-2), "rank -2", "0..2");
        window.free();
    }

    /** All map it. */
    @RankTest(neighbourhoods = 1)
    void shouldLieOneBehindTheOtherWhenShared(Job job) {
        int rank = job.rank();
        long[] sizes = {0, 24, 40};
        Window window = Window.allocateShared(job.world(), sizes[rank], 8);
        MemorySegment lowest = window.sharedPart(Window.PROC_NULL).memory();
        assertEquals(24, lowest.byteSize());
        assertEquals(lowest.address() + 24, window.sharedPart(2).memory().address());
        assertEquals(0, window.memory().byteSize() - sizes[rank]);
        window.lockAll(Assertions.NONE);
        if (rank == 1) {
            window.memory().setAtIndex(LONG, 2, 5);
            window.sharedPart(2).memory().setAtIndex(LONG, 0, 6);
        }
        window.sync();
        job.world().barrier();
        window.sync();
        long[] seen = new long[2];
        window.get(MemorySegment.ofArray(seen), 1, Datatype.LONG, 1, 2, 1, Datatype.LONG);
        seen[1] = window.fetchAndOp(0, 2, 0, Op.NO_OP);
        window.flush(1);
        assertArrayEquals(new long[]{5, 6}, seen);
        window.unlockAll();
        assertIllegal("part of another rank", () -> put(window, 1, 3), "displacement 3", "rank 1", "24 bytes");
        window.free();
        Window apart = Window.allocateShared(job.world(), 8192, 1, WindowInfo.DEFAULT.withNoncontiguous(true));
        exchange(job, apart, apart.memory(), 8, 3);
        assertEquals(8192, apart.sharedPart((rank + 1) % 3).memory().byteSize());
        apart.free();
    }

    /** In a fence's epoch of its own. */
    private static void put(Window window, int target, long displacement) {
        window.fence(Assertions.NOPRECEDE);
        try {
            window.put(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG, target, displacement, 1, Datatype.LONG);
        } finally {
            window.fence(Assertions.NOSUCCEED);
        }
    }

    @RankTest
    void shouldReachMemoryOfEveryKind(Job job) {
        WindowMemory shared = WindowMemory.allocate(job, 10_000);
        WindowMemory local = WindowMemory.allocateLocal(job, 10_000);
        assertTrue(shared.isShared());
        assertFalse(local.isShared());
        Segment own = job.segments().create(4096);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment[] memories = {shared.memory(), shared.memory().asSlice(5000, 24), local.memory(),
                job.endpoint().segment().local().asSlice(40, 1000), own.local().asSlice(4072), arena.allocate(24),
                MemorySegment.ofArray(new long[3]), MemorySegment.ofArray(new byte[100]).asSlice(1)};
            for (int i = 0; i < memories.length; i++) {
                MemorySegment memory = memories[(i + job.rank()) % memories.length]; // ranks differ
                Window window = Window.create(job.world(), memory, 1);
                assertSame(WindowFlavour.CREATE, window.flavour());
                assertEquals(memory.byteSize(), window.memory().byteSize());
                exchange(job, window, memory, 8, i + 1);
                assertIllegal("behind a part", () -> put(window, job.rank(), memory.byteSize() - 7), "displacement",
                        memory.byteSize() + " bytes");
                window.free();
            }
        }
        own.destroy();
        shared.free();
        local.free();
        assertIllegal("freed twice", local::free, "freed already");
    }

    @RankTest
    void shouldReachOneMemoryThroughOverlappingWindows(Job job) {
        WindowMemory memory = WindowMemory.allocate(job, 80);
        Window one = Window.create(job.world(), memory.memory().asSlice(0, 48), 8);
        Window other = Window.create(job.world(), memory.memory().asSlice(24), 1);
        exchange(job, one, memory.memory(), 1, 1);
        exchange(job, other, memory.memory().asSlice(24), 8, 2);
        assertEquals(2000, memory.memory().get(LONG, 24));
        assertIllegal("used by windows", memory::free, "WindowMemory.free", "80 bytes",
                "a window of 3 ranks over 48 bytes of it", "Window.free");
        WindowMemory local = WindowMemory.allocateLocal(job, 80);
        Window over = Window.create(job.world(), local.memory().asSlice(40), 8);
        assertIllegal("used by a window", local::free, "WindowMemory.free", "a window of 3 ranks over 40 bytes of it",
                "Window.free");
        exchange(job, over, local.memory().asSlice(40), 1, 3);
        over.free();
        local.free();
        job.world().barrier();
        MemorySegment own = one.sharedPart(job.rank()).memory();
        int neighbour = WindowParts.isNeighbour(job, (job.rank() + 1) % 3) ? (job.rank() + 1) % 3
                : (job.rank() + 2) % 3;
        MemorySegment next = WindowParts.isNeighbour(job, neighbour) ? one.sharedPart(neighbour).memory() : null;
        other.free();
        one.free();
        assertEquals(2000, own.get(LONG, 24), "memory that was there before stays");
        if (next != null) {
            assertThrows(IllegalStateException.class, () -> next.get(LONG, 24), "that of others is out of reach");
        }
        memory.free();
    }

    @RankTest
    void shouldTellAllRanksWhatOneDoesWrongAndMakeNothing(Job job) {
        boolean wrong = job.rank() == 1;
        long taken = TeamCore.of(job.world()).area().bytesTaken();
        int endpoints = job.endpoints().list().size();
        int segments = job.segments().list().size();
        String elsewhere = "refused on rank 1";
        assertIllegal("unit 0", () -> Window.allocate(job.world(), 8, wrong ? 0 : 1), wrong ? "unit of 0" : elsewhere);
        boolean isOne = job.neighbourhood().size() == job.size();
        assertIllegal("-1 bytes", () -> Window.allocateShared(job.world(), wrong ? -1 : 8, 1),
                !isOne ? "different neighbourhoods" : wrong ? "-1 bytes" : elsewhere);
        assertIllegal("null", () -> Window.create(job.world(), wrong ? null : MemorySegment.ofArray(new byte[8]), 1),
                wrong ? "null" : elsewhere);
        MemorySegment readOnly = MemorySegment.ofArray(new byte[8]).asReadOnly();
        assertIllegal("read-only", () -> Window.create(job.world(), wrong ? readOnly : MemorySegment.NULL, 1),
                wrong ? "read-only" : elsewhere);
        WindowMemory mapped = WindowMemory.allocate(job, 64);
        assertIllegal("mapped, but read-only",
                () -> Window.create(job.world(), wrong ? mapped.memory().asReadOnly() : mapped.memory(), 1),
                wrong ? "read-only" : elsewhere);
        MemorySegment gone = mapped.memory();
        mapped.free();
        assertIllegal("freed", () -> Window.create(job.world(), wrong ? gone : MemorySegment.NULL, 1),
                wrong ? "closed" : elsewhere);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(8);
            assertIllegal("confined", () -> Window.create(job.world(), wrong ? confined : MemorySegment.NULL, 1),
                    wrong ? "confined" : elsewhere);
        }
        assertIllegal("infos that differ",
                () -> Window.allocate(job.world(), 8, 1, WindowInfo.DEFAULT.withNoLocks(wrong)), "another");
        PgasException full = assertThrows(PgasException.class,
                () -> Window.allocate(job.world(), wrong ? 1L << 39 : 8, 1));
        assertTrue(full.getMessage().contains(wrong ? "512.0 GiB" : elsewhere), full.getMessage());
        job.world().barrier();
        assertEquals(taken, TeamCore.of(job.world()).area().bytesTaken());
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(segments, job.segments().list().size());
    }

    @RankTest(ranks = 2)
    void shouldNotBeMadeOverATeamWithTwoMembersOfOneProcess(Job job) {
        job.endpoints().create(Capabilities.ALL);
        job.endpoints().create(Capabilities.ALL);
        job.world().barrier();
        List<Team> own = job.world().create(List.of(new Endpoint.Location(0, 1), new Endpoint.Location(1, 1),
                new Endpoint.Location(0, 2)), TeamFlags.RANK_IS_JOBRANK);
        for (Team each : own) {
            assertIllegal("two members", () -> Window.allocate(each, 8, 1), "rank " + job.rank() + ": Window.allocate",
                    "ranks 0 and 2 of the team are both in rank 0 of the job");
        }
        job.world().barrier();
    }

    @RankTest
    void shouldLeaveNothingBehindWhenItIsFreed(Job job) {
        Window.allocate(job.world(), 8, 1).free(); // whatever is taken once
        long taken = TeamCore.of(job.world()).area().bytesTaken();
        int endpoints = job.endpoints().list().size();
        for (int i = 0; i < 60; i++) {
            Window window = i % 3 == 0 ? Window.allocate(job.world(), 100, 1)
                    : i % 3 == 1 ? Window.create(job.world(), MemorySegment.ofArray(new byte[100]), 1)
                            : Window.createDynamic(job.world());
            window.fence(Assertions.NONE);
            window.free();
        }
        assertEquals(taken, TeamCore.of(job.world()).area().bytesTaken());
        assertEquals(endpoints, job.endpoints().list().size());
        assertEquals(0, job.segments().list().size());
    }

    @RankTest
    void shouldNotEndWhileARankHasAnEpochOpen(Job job) {
        Window window = Window.allocate(job.world(), 8, 1);
        if (job.rank() == 2) {
            window.lock(LockType.SHARED, 0, Assertions.NONE);
        }
        assertIllegal("an epoch is open", window::free, job.rank() == 2 ? "lock" : "rank 2", "open");
        if (job.rank() == 2) {
            window.unlock(0);
        }
        Window other = Window.allocate(job.world(), 24, 1);
        window.fence(Assertions.NONE);
        exchange(job, other, other.memory(), 8, 0);
        window.fence(Assertions.NOSUCCEED);
        other.free();
        window.free();
        assertIllegal("freed", window::free, "freed");
        assertIllegal("freed", () -> window.fence(0), "freed");
        assertIllegal("freed", () -> put(window, 0, 0), "freed");
    }

    /**
     * Whether its memory may go is asked on all ranks before any of it goes: also where only one rank has made another
     * window of it, and where the memory is another rank's.
     */
    @RankTest
    void shouldNotEndWhileAnotherWindowLivesInItsMemory(Job job) {
        String elsewhere = "memory that is used otherwise: see the error there";
        boolean isOne = job.neighbourhood().size() == job.size();
        for (boolean joined : isOne ? new boolean[]{true, false} : new boolean[]{false}) {
            Window window = joined ? Window.allocateShared(job.world(), 4096, 1)
                    : Window.allocate(job.world(), 4096, 1);
            Window over = Window.create(job.world(), window.memory(), 1);
            for (int i = 0; i < 2; i++) {
                assertIllegal("used", window::free, "Window.free: the memory of this rank cannot be given back",
                        "a window of 3 ranks over 4096 bytes of it, made by Window.create: free that window first");
            }
            exchange(job, window, window.memory(), 8, 1);
            exchange(job, over, over.memory(), 8, 2);
            over.free();
            Window part = Window.create(job.world(),
                    job.rank() == 1 ? window.memory().asSlice(8, 16) : MemorySegment.NULL, 1);
            assertIllegal("used on rank 1", window::free, job.rank() == 1 ? "16 bytes" : "rank 1", job.rank() == 1
                    ? "as before"
                    : elsewhere);
            part.free();
            Window dynamic = Window.createDynamic(job.world());
            long place = job.rank() == 2 ? dynamic.attach(window.memory()) : 0;
            assertIllegal("attached on rank 2", window::free,
                    job.rank() == 2 ? "attached to a dynamic window" : "rank 2",
                    job.rank() == 2 ? "Window.detach" : elsewhere);
            if (job.rank() == 2) {
                dynamic.detach(place);
            }
            exchange(job, window, window.memory(), 8, 3);
            window.free();
            dynamic.free();
        }
        assertEquals(1, job.endpoints().list().size());
        assertEquals(0, job.segments().list().size());
    }

    @RankTest
    void shouldReachWhatIsAttachedAndNothingElse(Job job) {
        Window window = Window.createDynamic(job.world());
        int next = (job.rank() + 1) % 3;
        long[] numbers = new long[10];
        long own = window.attach(MemorySegment.ofArray(numbers));
        long[] all = new long[3];
        org.pgas.coll.Collectives.of(job.world()).allGather(MemorySegment.ofArray(all),
                MemorySegment.ofArray(new long[]{own}));
        MemorySegment origin = MemorySegment.ofArray(new long[]{job.rank() + 40});
        window.fence(Assertions.NOPRECEDE);
        window.put(origin, 1, Datatype.LONG, next, all[next] + 72, 1, Datatype.LONG);
        for (long displacement : new long[]{0, all[next] - 1, all[next] + 73, all[next] + 80, all[next] + (1L << 40),
            all[next] ^ 1L << 50, -1, Long.MAX_VALUE}) {
            assertIllegal("displacement " + displacement, () -> window.put(origin, 1, Datatype.LONG, next, displacement,
                    1, Datatype.LONG), "displacement " + displacement, "attach");
        }
        window.fence(Assertions.NONE);
        assertEquals((job.rank() + 2) % 3 + 40, numbers[9]);
        job.world().barrier();
        window.accumulate(origin, 1, Datatype.LONG, next, all[next] + 72, 1, Datatype.LONG, Op.SUM);
        window.fence(Assertions.NOSUCCEED);
        assertEquals(2 * ((job.rank() + 2) % 3 + 40), numbers[9]);
        assertIllegal("attached", () -> window.attach(MemorySegment.ofArray(numbers).asSlice(8, 8)), "overlaps");
        assertIllegal("no base", () -> window.detach(own + 8), "nothing is attached");
        window.detach(own);
        assertIllegal("detached", () -> window.detach(own), "nothing is attached");
        assertTrue(window.attach(MemorySegment.ofArray(numbers)) != own, "late transfers do not go to what came after");
        job.world().barrier();
        window.fence(Assertions.NOPRECEDE);
        assertIllegal("detached", () -> window.put(origin, 1, Datatype.LONG, next, all[next], 1, Datatype.LONG),
                "attach");
        window.fence(Assertions.NOSUCCEED);
        window.free();
        Window other = Window.allocate(job.world(), 8, 1);
        assertIllegal("not dynamic", () -> other.attach(MemorySegment.ofArray(numbers)), "not dynamic");
        assertIllegal("not dynamic", () -> other.detach(0), "not dynamic");
        other.free();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatIsOutsideBeforeAnythingMovesWithoutChecks(Job job) {
        refuseWhatIsOutside(job);
    }

    @RankTest
    void shouldRefuseWhatIsOutsideBeforeAnythingMoves(Job job) {
        refuseWhatIsOutside(job);
    }

    private static void refuseWhatIsOutside(Job job) {
        Window mapped = Window.allocate(job.world(), 80, 8);
        refuseWhatIsOutside(mapped);
        mapped.free();
        Window local = Window.create(job.world(), MemorySegment.ofArray(new long[10]), 8);
        refuseWhatIsOutside(local);
        local.free();
    }

    private static void refuseWhatIsOutside(Window window) {
        MemorySegment ten = MemorySegment.ofArray(new long[]{1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        Datatype freed = Datatype.contiguous(2, Datatype.LONG).commit();
        freed.free();
        Datatype uncommitted = Datatype.contiguous(2, Datatype.LONG);
        Datatype mixed = Datatype.struct(new int[]{1, 1}, new long[]{0, 8}, new Datatype[]{Datatype.LONG,
            Datatype.DOUBLE}).commit();
        Datatype low = Datatype.hindexed(new int[]{1}, new long[]{-8}, Datatype.LONG).commit();
        Datatype twice = Datatype.vector(2, 1, 0, Datatype.LONG).commit();
        window.fence(Assertions.NONE);
        for (long displacement : new long[]{10, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE / 8 + 1, 1L << 61}) {
            assertIllegal("displacement " + displacement,
                    () -> window.put(ten, 1, Datatype.LONG, 1, displacement, 1, Datatype.LONG), "Window.put",
                    "displacement " + displacement, "rank 1", "80 bytes");
            assertIllegal("displacement " + displacement, () -> window.accumulate(ten, 1, Datatype.LONG, 1,
                    displacement, 1, Datatype.LONG, Op.SUM), "Window.accumulate", "displacement " + displacement);
            assertIllegal("displacement " + displacement, () -> window.fetchAndOp(1, 1, displacement, Op.SUM),
                    "Window.fetchAndOp", "displacement " + displacement);
            assertIllegal("displacement " + displacement, () -> window.compareAndSwap(1, 1, 1, displacement),
                    "Window.compareAndSwap", "displacement " + displacement);
        }
        for (int target : new int[]{3, -2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertIllegal("rank " + target, () -> window.get(ten, 1, Datatype.LONG, target, 0, 1, Datatype.LONG),
                    "rank " + target + " is outside 0..2");
        }
        assertIllegal("origin too short", () -> window.put(ten, 11, Datatype.LONG, 0, 0, 11, Datatype.LONG), "origin",
                "80 bytes");
        assertIllegal("too much", () -> window.get(ten, 10, Datatype.LONG, 0, 1, 10, Datatype.LONG), "displacement 1");
        for (long count : new long[]{-1, Long.MAX_VALUE, 1L << 60}) {
            assertIllegal("count " + count, () -> window.put(ten, count, Datatype.LONG, 0, 0, count, Datatype.LONG),
                    "" + count);
        }
        assertIllegal("null origin", () -> window.put(null, 1, Datatype.LONG, 0, 0, 1, Datatype.LONG), "null");
        assertIllegal("null type", () -> window.put(ten, 1, null, 0, 0, 1, Datatype.LONG), "null");
        assertIllegal("freed", () -> window.put(ten, 1, freed, 0, 0, 1, freed), "freed");
        assertIllegal("not committed", () -> window.put(ten, 1, Datatype.LONG, 0, 0, 1, uncommitted), "commit");
        assertIllegal("signature", () -> window.put(ten, 1, Datatype.LONG, 0, 0, 1, Datatype.DOUBLE), "LONG", "DOUBLE");
        assertIllegal("signature", () -> window.get(ten, 1, mixed, 0, 0, 2, Datatype.LONG), "DOUBLE", "LONG");
        assertIllegal("too many", () -> window.put(ten, 2, Datatype.LONG, 0, 0, 1, Datatype.LONG), "2", "1");
        assertIllegal("below", () -> window.put(ten, 1, Datatype.LONG, 0, 0, 1, low), "displacement 0", "-8");
        assertIllegal("below", () -> window.put(ten, 1, low, 0, 0, 1, Datatype.LONG), "origin", "-8");
        assertIllegal("twice", () -> window.put(ten, 2, Datatype.LONG, 0, 0, 1, twice), "target");
        assertIllegal("op", () -> window.accumulate(ten, 1, Datatype.DOUBLE, 0, 0, 1, Datatype.DOUBLE, Op.BAND),
                "BAND", "DOUBLE");
        assertIllegal("op", () -> window.accumulate(ten, 1, Datatype.LONG, 0, 0, 1, Datatype.LONG, Op.MAXLOC),
                "MAXLOC", "LONG");
        assertIllegal("no op", () -> window.accumulate(ten, 1, Datatype.LONG, 0, 0, 1, Datatype.LONG, null), "null");
        assertIllegal("several kinds", () -> window.accumulate(ten, 1, mixed, 0, 0, 1, mixed, Op.SUM), "kinds");
        Arena arena = Arena.ofShared();
        MemorySegment closed = arena.allocate(80);
        arena.close();
        assertIllegal("closed", () -> window.put(closed, 1, Datatype.LONG, 0, 0, 1, Datatype.LONG), "closed");
        assertIllegal("closed", () -> window.get(closed, 1, Datatype.LONG, 0, 0, 1, Datatype.LONG), "closed");
        assertIllegal("read-only", () -> window.get(ten.asReadOnly(), 1, Datatype.LONG, 0, 0, 1, Datatype.LONG),
                "read-only");
        assertIllegal("not integer", () -> window.compareAndSwap(ten, ten, ten, Datatype.DOUBLE, 0, 0), "DOUBLE");
        assertIllegal("derived", () -> window.fetchAndOp(ten, ten, mixed, 0, 0, Op.SUM), "derived");
        window.put(ten, 1, Datatype.LONG, Window.PROC_NULL, -5, 1, Datatype.DOUBLE); // nobody: nothing is looked at
        window.fence(Assertions.NONE);
        assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(new long[10])), "nothing has moved");
        window.fence(Assertions.NONE);
        window.put(ten, 1, Datatype.LONG, 0, 0, 3, Datatype.LONG); // a beginning of what is received
        window.fence(Assertions.NOSUCCEED);
        assertEquals(window.rank() == 0 ? 1 : 0, window.memory().get(LONG, 0));
        assertEquals(0, window.memory().get(LONG, 8));
    }
}
