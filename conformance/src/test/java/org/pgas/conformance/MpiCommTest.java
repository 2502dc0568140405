package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Comparison;
import org.pgas.mpi.comm.ErrorHandler;
import org.pgas.mpi.comm.Keyval;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Communicators of MPI: their members, that their messages keep apart, and what a program stores with them. */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpiCommTest {
    private static MemorySegment of(int... values) {
        return MemorySegment.ofArray(values);
    }

    /** Sends to the right and receives from the left. */
    private static int shift(Comm comm, int value) {
        int[] got = new int[1];
        int right = (comm.rank() + 1) % comm.size();
        int left = (comm.rank() + comm.size() - 1) % comm.size();
        comm.sendRecv(of(value), 0, 1, Datatype.INT, right, 0, MemorySegment.ofArray(got), 0, 1, Datatype.INT, left, 0,
                null);
        return got[0];
    }

    @RankTest(ranks = {1, 4})
    void shouldKnowItsRanks(Job job) {
        Mpi mpi = Mpi.of(job);
        assertEquals(job.rank(), mpi.world().rank());
        assertEquals(job.size(), mpi.world().size());
        assertEquals(job.size(), mpi.world().group().size());
        assertEquals(1, mpi.self().size());
        assertEquals(0, mpi.self().rank());
        assertArrayEquals(new int[]{job.rank()}, mpi.self().group().ranks());
        assertEquals(Comparison.IDENTICAL, mpi.world().compare(mpi.world()));
        assertEquals(job.size() == 1 ? Comparison.CONGRUENT : Comparison.UNEQUAL, mpi.world().compare(mpi.self()));
        assertTrue(Mpi.wtick() > 0 && Mpi.wtime() <= Mpi.wtime());
        mpi.finish();
        assertTrue(mpi.isFinished());
    }

    @RankTest
    void shouldSplitByColourInTheOrderOfKeys(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Comm half = world.split(world.rank() % 2, -world.rank());
        assertEquals(2, half.size());
        int me = world.rank();
        assertArrayEquals(new int[]{me % 2 + 2, me % 2}, half.group().ranks());
        assertEquals(me < 2 ? 1 : 0, half.rank());
        assertEquals((me + 2) % 4, shift(half, me));
        Comm some = world.split(me == 1 ? Mpi.UNDEFINED : 5, 0);
        if (me == 1) {
            assertNull(some);
        } else {
            assertArrayEquals(new int[]{0, 2, 3}, some.group().ranks());
            assertArrayEquals(new int[]{0, 1, -1}, some.group().translate(Group.of(0, 2), 0, 1, 2));
            shift(some, me);
            some.free();
            assertIllegal("freed", () -> some.send(null, 0, 0, Datatype.INT, 0, 0), "freed");
        }
        PgasException thrown = assertThrows(PgasException.class, () -> world.split(me == 2 ? -5 : 1, 0));
        assertTrue(thrown.getMessage().contains(me == 2 ? "colour is -5" : "refused on rank 2"), thrown::getMessage);
        assertEquals(world.size(), shift(world, world.size()));
        mpi.finish();
    }

    @RankTest
    void shouldHaveThoseThatShareMemoryTogether(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm shared = mpi.world().splitShared(0);
        assertArrayEquals(job.neighbourhood().toArray(), shared.group().ranks());
        mpi.finish();
    }

    @RankTest
    void shouldMakeCommunicatorsOfGroups(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int me = world.rank();
        Group own = me < 2 ? Group.of(1, 0) : me == 2 ? Group.of(2) : Group.EMPTY;
        Comm made = world.create(own);
        if (me == 3) {
            assertNull(made);
        } else {
            assertEquals(own, made.group());
            shift(made, me);
        }
        if (me > 0) {
            Comm three = world.createGroup(Group.of(3, 1, 2), 17);
            assertEquals(3, three.size());
            shift(three, me);
            Comm again = three.createGroup(Group.of(2, 3, 1), 17);
            assertEquals(Comparison.SIMILAR, three.compare(again));
            shift(again, me);
        }
        assertIllegal("outside", () -> world.createGroup(Group.of(me == 0 ? 1 : 0), 0), "is not in the group");
        PgasException thrown = assertThrows(PgasException.class,
                () -> world.create(me == 0 ? Group.of(0, 1) : Group.of(me)));
        assertTrue(thrown.getMessage().contains("the same one"), thrown::getMessage);
        mpi.finish();
    }

    /** Equal ranks and tags: what one communicator sends another one's receives do not meet. */
    @RankTest(ranks = 2)
    void shouldKeepTheMessagesOfCommunicatorsApart(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Comm copy = world.dup();
        Mpi other = Mpi.of(job);
        List<Comm> all = List.of(world, copy, other.world(), copy.dup());
        assertEquals(Comparison.CONGRUENT, world.compare(copy));
        if (world.rank() == 0) {
            for (int i = 0; i < all.size(); i++) {
                all.get(i).send(of(i), 0, 1, Datatype.INT, 1, 1);
            }
        } else {
            for (int i = all.size() - 1; i >= 0; i--) {
                int[] got = new int[1];
                all.get(i).recv(MemorySegment.ofArray(got), 0, 1, Datatype.INT, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
                assertEquals(i, got[0]);
            }
        }
        other.finish();
        mpi.finish();
    }

    /** A receive that is posted goes on when its communicator was freed. */
    @SuiteCase(suite = "MPICH comm", programs = {"cmfree", "cmfree2"})
    @RankTest(ranks = 2)
    void shouldEndWhatIsUnderWayWhenItIsFreed(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm copy = mpi.world().dup();
        int[] got = new int[20_000];
        int[] sent = new int[20_000];
        java.util.Arrays.fill(sent, 6);
        MessageRequest request = copy.rank() == 0
                ? copy.isend(MemorySegment.ofArray(sent), 0, sent.length, Datatype.INT, 1, 1)
                : copy.irecv(MemorySegment.ofArray(got), 0, got.length, Datatype.INT, 0, 1);
        copy.free();
        request.await();
        if (mpi.world().rank() == 1) {
            assertArrayEquals(sent, got);
        }
        assertIllegal("world", () -> mpi.world().free(), "'world'", "not freed");
        mpi.finish();
    }

    @RankTest(ranks = 2)
    void shouldMakeManyCommunicators(Job job) {
        Mpi mpi = Mpi.of(job);
        for (int i = 0; i < 200; i++) {
            Comm copy = mpi.world().dup();
            assertEquals(i * 2 + 1 - copy.rank(), shift(copy, i * 2 + copy.rank()));
            copy.free();
        }
        mpi.finish();
    }

    @RankTest(ranks = 2)
    void shouldCopyAndDeleteAttributesAsTheirKeysSay(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        List<String> calls = new ArrayList<>();
        Keyval<String> watched = Keyval.create((_, value) -> {
            calls.add("copy " + value);
            return value + "'";
        }, (_, value) -> calls.add("delete " + value));
        Keyval<String> own = Keyval.create();
        Keyval<List<String>> shared = Keyval.shared();
        world.attribute(watched, "a");
        world.attribute(own, "b");
        world.attribute(shared, calls);
        world.attribute(watched, "c");
        Comm copy = world.dup();
        assertEquals("c'", copy.attribute(watched));
        assertNull(copy.attribute(own));
        assertSame(calls, copy.attribute(shared));
        assertEquals("b", world.attribute(own));
        world.deleteAttribute(watched);
        world.deleteAttribute(watched);
        assertNull(world.attribute(watched));
        copy.free();
        assertEquals(List.of("delete a", "copy c", "delete c", "delete c'"), calls);
        mpi.finish();
    }

    @RankTest(ranks = 2)
    void shouldEndACommunicatorOnAllRanksWhenTheEndOfAnAttributeThrowsOnOne(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm copy = mpi.world().dup();
        List<String> ended = new ArrayList<>();
        Keyval<String> stubborn = Keyval.create((_, _) -> null, (_, value) -> {
            ended.add(value);
            throw new IllegalStateException(value);
        });
        Keyval<String> meek = Keyval.create((_, _) -> null, (_, value) -> ended.add(value));
        if (job.rank() == 0) {
            copy.attribute(meek, "first");
            copy.attribute(stubborn, "second");
            assertEquals("second", assertThrows(IllegalStateException.class, copy::free).getMessage());
            assertEquals(List.of("second", "first"), ended);
        } else {
            copy.free();
        }
        assertThrows(PgasException.class, copy::dup);
        mpi.finish();
    }

    @RankTest(ranks = 2)
    void shouldEndTheAttributesOfSelfWhenItFinishes(Job job) {
        Mpi mpi = Mpi.of(job);
        List<String> ended = new ArrayList<>();
        Keyval<String> one = Keyval.create((_, _) -> null, (_, value) -> ended.add(value));
        Keyval<String> other = Keyval.create((_, _) -> null, (_, value) -> ended.add(value));
        mpi.self().attribute(one, "one");
        mpi.self().attribute(other, "other");
        mpi.finish();
        assertEquals(List.of("other", "one"), ended);
    }

    @RankTest(ranks = 1)
    void shouldRefuseNulls(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        assertThrows(PgasException.class, () -> world.name(null));
        assertThrows(PgasException.class, () -> world.errorHandler(null));
        assertThrows(PgasException.class, () -> world.attribute((Keyval<String>) null));
        assertThrows(PgasException.class, () -> world.attribute(Keyval.<String>create(), null));
        assertThrows(PgasException.class, () -> world.deleteAttribute(null));
        assertThrows(PgasException.class, () -> Keyval.create(null, (_, _) -> {
        }));
        mpi.finish();
    }

    @RankTest(ranks = 2)
    void shouldTellItsErrorHandlerBeforeItThrows(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        List<PgasException> told = new ArrayList<>();
        assertSame(ErrorHandler.THROW, world.errorHandler());
        world.errorHandler((comm, error) -> {
            assertSame(world, comm);
            told.add(error);
        });
        PgasException thrown = assertThrows(PgasException.class,
                () -> world.send(null, 0, 0, Datatype.INT, 9, 0));
        assertEquals(List.of(thrown), told);
        world.name("mine");
        assertTrue(world.toString().contains("'mine'"));
        assertEquals("mine", world.name());
        assertFalse(world.dup().errorHandler() == ErrorHandler.THROW);
        mpi.finish();
    }
}
