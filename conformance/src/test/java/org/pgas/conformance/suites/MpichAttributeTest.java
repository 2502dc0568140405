package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.ErrorHandler;
import org.pgas.mpi.comm.Keyval;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What a program stores with communicators, their error handlers, and the end: cases of MPICH's programs. */
@RankDefaults(ranks = {1, 2}, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichAttributeTest {
    /** One that no copy has, whose deleted values go to the list. */
    private static Keyval<String> watched(List<String> deleted) {
        return Keyval.create((_, _) -> null, (_, value) -> deleted.add(value));
    }

    @SuiteCase(suite = "MPICH attr", programs = "attrdelete")
    @RankTest
    void shouldDeleteAttributesFromTheEndOfAnother(Job job) {
        Mpi mpi = Mpi.of(job);
        for (boolean isFreed : new boolean[]{false, true}) {
            List<String> deleted = new ArrayList<>();
            Comm comm = mpi.world().dup();
            Keyval<String> first = watched(deleted);
            Keyval<String> last = watched(deleted);
            Keyval<String> middle = Keyval.create((_, _) -> null, (of, value) -> {
                deleted.add(value);
                of.deleteAttribute(first);
                of.deleteAttribute(last);
            });
            comm.attribute(first, "first");
            comm.attribute(middle, "middle");
            comm.attribute(last, "last");
            if (isFreed) {
                comm.free();
                assertEquals(List.of("last", "middle", "first"), deleted);
            } else {
                comm.deleteAttribute(middle);
                assertEquals(List.of("middle", "first", "last"), deleted);
                for (Keyval<String> each : List.of(first, middle, last)) {
                    assertNull(comm.attribute(each));
                }
                comm.free();
                assertEquals(3, deleted.size());
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH attr", programs = "attrdeleteget")
    @RankTest
    void shouldAskForAttributesFromTheEndOfOne(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm part = mpi.world().split(1, 0);
        List<String> seen = new ArrayList<>();
        Keyval<String> other = Keyval.create();
        Keyval<String> key = Keyval.create((_, _) -> null, (comm, value) -> {
            assertSame(part, comm);
            seen.add(value + " with " + comm.attribute(other));
        });
        part.attribute(other, "other");
        part.attribute(key, "one");
        part.deleteAttribute(key);
        part.attribute(key, "two");
        part.free();
        assertEquals(List.of("one with other", "two with other"), seen);
        mpi.finish();
    }

    /**
     * Of a copy of self when that is freed; of self itself at the end, the last key first, whatever happened before.
     */
    @SuiteCase(suite = "MPICH attr", programs = {"attrend", "attrend2"})
    @SuiteCase(suite = "MPICH init", programs = "attrself")
    @RankTest
    void shouldDeleteTheAttributesOfSelfAtTheEndInTheReverseOrder(Job job) {
        Mpi mpi = Mpi.of(job);
        List<String> deleted = new ArrayList<>();
        Comm copy = mpi.self().dup();
        copy.attribute(watched(deleted), "of a copy");
        copy.free();
        assertEquals(List.of("of a copy"), deleted);
        deleted.clear();
        List<Keyval<String>> keys = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            keys.add(watched(deleted));
            mpi.self().attribute(keys.get(i), "value " + i);
            expected.addFirst("value " + i);
        }
        // one goes, and comes again at the end; one changes, and stays where it is
        mpi.self().deleteAttribute(keys.get(3));
        mpi.self().attribute(keys.get(3), "again");
        mpi.self().attribute(keys.get(7), "changed");
        assertEquals(List.of("value 3", "value 7"), deleted);
        expected.remove("value 3");
        expected.addFirst("again");
        expected.set(expected.indexOf("value 7"), "changed");
        deleted.clear();
        mpi.world().attribute(watched(deleted), "of the world");
        mpi.finish();
        assertEquals(expected, deleted);
    }

    @SuiteCase(suite = "MPICH attr", programs = {"attrerr", "attrerrcomm"})
    @RankTest
    void shouldThrowWhatCopiesAndEndsOfAttributesThrow(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm comm = mpi.world().dup();
        Keyval<String> bomb = Keyval.create((_, value) -> {
            throw new IllegalStateException("copy of " + value);
        }, (_, value) -> {
            throw new IllegalStateException("end of " + value);
        });
        comm.attribute(bomb, "one");
        assertEquals("end of one",
                assertThrows(IllegalStateException.class, () -> comm.attribute(bomb, "two")).getMessage());
        assertEquals("one", comm.attribute(bomb));
        assertEquals("end of one",
                assertThrows(IllegalStateException.class, () -> comm.deleteAttribute(bomb)).getMessage());
        assertEquals("one", comm.attribute(bomb));
        assertEquals("copy of one", assertThrows(IllegalStateException.class, comm::dup).getMessage());
        // all ranks go on together
        comm.collectives().barrier();
        assertEquals("end of one", assertThrows(IllegalStateException.class, comm::free).getMessage());
        assertIllegal("freed", comm::dup, "freed");
        mpi.world().collectives().barrier();
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH attr", programs = {"attrorder", "attrordercomm"})
    @RankTest
    void shouldStoreAndDeleteInAnyOrder(Job job) {
        Mpi mpi = Mpi.of(job);
        List<Keyval<Integer>> keys = List.of(Keyval.create(), Keyval.create(), Keyval.create());
        int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int[] stored : orders) {
                for (int[] deleted : orders) {
                    for (int key : stored) {
                        comm.attribute(keys.get(key), 1024 * key);
                    }
                    for (int i = 0; i < 3; i++) {
                        for (int key = 0; key < 3; key++) {
                            boolean isDeleted = Arrays.stream(deleted, 0, i).boxed().toList().contains(key);
                            assertEquals(isDeleted ? null : 1024 * key, comm.attribute(keys.get(key)));
                        }
                        comm.deleteAttribute(keys.get(deleted[i]));
                    }
                    assertNull(comm.attribute(keys.get(deleted[2])));
                }
            }
        }
        mpi.finish();
    }

    /** Copies have what the key says, communicators that are split off or made of a group nothing. */
    @SuiteCase(suite = "MPICH attr", programs = {"attrt", "attric"})
    @RankTest(ranks = {2, 4})
    void shouldCopyAttributesFromCopyToCopyAndToNothingElse(Job job) {
        Mpi mpi = Mpi.of(job);
        int[] copies = new int[1];
        int[] ends = new int[1];
        Keyval<Integer> copied = Keyval.create((_, value) -> {
            copies[0]++;
            return value + 1;
        }, (_, _) -> ends[0]++);
        Keyval<Integer> kept = Keyval.create();
        for (Comm comm : MpichRig.comms(mpi)) {
            comm.attribute(copied, 100 * comm.rank());
            comm.attribute(kept, 7);
            Comm copy = comm.dup();
            Comm again = copy.dup();
            assertEquals(100 * comm.rank(), comm.attribute(copied));
            assertEquals(100 * comm.rank() + 1, copy.attribute(copied));
            assertEquals(100 * comm.rank() + 2, again.attribute(copied));
            assertEquals(7, comm.attribute(kept));
            assertNull(copy.attribute(kept));
            int me = job.rank();
            for (Comm other : new Comm[]{comm.split(0, 0), comm.create(Group.of(me)), comm.createGroup(Group.of(me), 1),
                comm.splitShared(0)}) {
                assertNull(other.attribute(copied));
                other.free();
            }
            again.free();
            copy.free();
            comm.deleteAttribute(copied);
        }
        assertEquals(6, copies[0]);
        assertEquals(9, ends[0]);
        mpi.finish();
    }

    /** The key is forgotten by the program, and its functions are called all the same. */
    @SuiteCase(suite = "MPICH attr", programs = {"fkeyval", "fkeyvalcomm"})
    @RankTest
    void shouldCopyAndEndWhatIsStoredUnderAKeyThatIsForgotten(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            int[] uses = {1};
            Comm owner = comm.dup();
            owner.attribute(Keyval.<int[]>create((_, value) -> {
                value[0]++;
                return value;
            }, (_, value) -> value[0]--), uses);
            // other keys take no place of it
            for (int i = 0; i < 32; i++) {
                assertNull(owner.attribute(Keyval.<int[]>create()));
            }
            Comm copy = owner.dup();
            assertEquals(2, uses[0]);
            copy.free();
            assertEquals(1, uses[0]);
            owner.free();
            assertEquals(0, uses[0]);
        }
        mpi.finish();
    }

    /** The greatest tag is a constant; nothing is stored with the world at first. */
    @SuiteCase(suite = "MPICH attr", programs = {"baseattr2", "baseattrcomm"})
    @RankTest
    void shouldHaveAGreatestTag(Job job) {
        Mpi mpi = Mpi.of(job);
        assertTrue(Mpi.MAX_TAG >= 32_767);
        mpi.world().send(null, 0, 0, Datatype.INT, Mpi.PROC_NULL, Mpi.MAX_TAG);
        assertIllegal("tag", () -> mpi.world().send(null, 0, 0, Datatype.INT, Mpi.PROC_NULL, Mpi.MAX_TAG + 1),
                "0.." + Mpi.MAX_TAG);
        assertNull(mpi.world().attribute(Keyval.<String>create()));
        mpi.finish();
    }

    /** Copies have the handler, and keep it when the first communicator gets another one. Errors are wrong calls. */
    @SuiteCase(suite = "MPICH errhan", programs = {"commcall", "commcall_oldapi"})
    @RankTest
    void shouldCallTheHandlersOfManyCommunicators(Job job) {
        Mpi mpi = Mpi.of(job);
        List<Comm> called = new ArrayList<>();
        ErrorHandler handler = (comm, error) -> {
            assertTrue(error.getMessage().contains("rank 99"), error::getMessage);
            called.add(comm);
        };
        List<Comm> expected = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            Comm comm = mpi.world().dup();
            comm.errorHandler(handler);
            fail(comm);
            Comm copy = comm.dup();
            comm.errorHandler(ErrorHandler.THROW);
            assertSame(handler, copy.errorHandler());
            fail(copy);
            fail(comm);
            expected.addAll(List.of(comm, copy));
            copy.free();
            comm.free();
        }
        assertEquals(expected, called);
        assertNotSame(handler, mpi.world().errorHandler());
        mpi.finish();
    }

    private static void fail(Comm comm) {
        assertThrows(PgasException.class, () -> comm.send(null, 0, 0, Datatype.INT, 99, 0));
    }

    @SuiteCase(suite = "MPICH errhan", programs = "predef_eh")
    @RankTest
    void shouldFinishWithHandlersOfTheProgram(Job job) {
        Mpi mpi = Mpi.of(job);
        List<PgasException> told = new ArrayList<>();
        mpi.world().errorHandler((_, error) -> told.add(error));
        mpi.self().errorHandler((_, error) -> told.add(error));
        mpi.finish();
        assertEquals(List.of(), told);
    }

    @SuiteCase(suite = "MPICH init", programs = "finalized")
    @RankTest
    void shouldRefuseCallsWhenItIsFinished(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        assertFalse(mpi.isFinished());
        mpi.finish();
        assertTrue(mpi.isFinished());
        mpi.finish();
        assertIllegal("barrier", () -> world.collectives().barrier(), "finished");
        assertIllegal("dup", world::dup, "finished");
        assertIllegal("free", () -> mpi.self().free(), "finished");
        // what asks for nothing of others is answered
        assertEquals(job.rank(), world.rank());
        assertEquals(job.size(), world.size());
        assertTrue(Mpi.wtime() <= Mpi.wtime());
    }

    @SuiteCase(suite = "MPICH perf", programs = "timer")
    @RankTest(ranks = 1)
    void shouldHaveATimeThatDoesNotGoBack(Job job) {
        double tick = Mpi.wtick();
        assertTrue(tick > 0 && tick < 1);
        double last = Mpi.wtime();
        for (int i = 0; i < 10_000; i++) {
            double now = Mpi.wtime();
            assertTrue(now >= last);
            assertEquals(tick, Mpi.wtick());
            last = now;
        }
    }
}
