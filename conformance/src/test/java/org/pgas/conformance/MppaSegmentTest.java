package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.team.TeamCore;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Segments of the MPPA interface: how they are made and found, what they are, and how they end. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MppaSegmentTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int NONE = SegmentFlags.NONE;

    private static MemorySegment longs(long... values) {
        return MemorySegment.ofArray(values);
    }

    @RankTest
    void shouldBeReachedByAllProcessesWhateverTheyAreMadeOf(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : MppaBase.values()) {
            long size = 1000 + 8L * job.rank();
            MemorySegment memory = base.memory(job, size + 24);
            MppaSegment own = mppa.segmentCreate(memory, size, NONE, 0, 7_000_000_000L * (1 + job.rank()), null);
            assertTrue(own.isCreator());
            assertEquals(size, own.memory().byteSize());
            MppaSegment[] all = new MppaSegment[3];
            for (int rank = 0; rank < 3; rank++) {
                all[rank] = mppa.segmentClone(7_000_000_000L * (1 + rank), null);
                assertFalse(all[rank].isCreator());
                assertNull(all[rank].memory());
                assertEquals(1000 + 8L * rank, all[rank].size());
                assertEquals(7_000_000_000L * (1 + rank), all[rank].identifier());
                assertEquals(NONE, all[rank].flags());
                assertEquals(0, all[rank].multi());
                assertEquals(base.isMapped() && Views.isNeighbour(job, rank), all[rank].isMapped());
                assertArrayEquals(new int[]{rank}, all[rank].servers());
                long mark = 100L * job.rank() + rank;
                mppa.put(longs(mark), 0, all[rank], 8L * job.rank(), 8, null);
                long[] back = new long[1];
                mppa.get(MemorySegment.ofArray(back), 0, all[rank], 8L * job.rank(), 8, null);
                assertEquals(mark, back[0]);
            }
            job.world().barrier();
            MemorySegment mine = mppa.address(own, 0);
            assertEquals(size, mine.byteSize());
            for (int rank = 0; rank < 3; rank++) {
                assertEquals(100L * rank + job.rank(), mine.get(LONG, 8L * rank), base + " from " + rank);
                if (memory != null) {
                    assertEquals(100L * rank + job.rank(), memory.get(LONG, 8L * rank), base + " from " + rank);
                }
                int server = rank;
                if (all[rank].isMapped()) {
                    assertEquals(100L * job.rank() + rank, mppa.address(all[rank], 8L * job.rank()).get(LONG, 0));
                } else if (rank != job.rank()) {
                    assertIllegal("address", () -> mppa.address(all[server], 0), "Mppa.address", "is not mapped");
                }
            }
            job.world().barrier();
            mppa.segmentDestroy(own);
            for (MppaSegment each : all) {
                mppa.segmentDestroy(each);
            }
            job.world().barrier(); // who comes to the next kind finds no identifier of this one
        }
        mppa.finish();
    }

    @RankTest
    void shouldReachNothingButTheirOwnBytes(Job job) {
        Mppa mppa = Mppa.init(job);
        for (MppaBase base : MppaBase.values()) {
            MemorySegment memory = base.memory(job, 200);
            MppaSegment own = mppa.segmentCreate(memory, 100, NONE, 0, job.rank(), null);
            MppaSegment peer = mppa.segmentClone((job.rank() + 1) % 3, null);
            MemorySegment local = MemorySegment.ofArray(new byte[300]);
            for (MppaSegment each : new MppaSegment[]{own, peer}) {
                mppa.put(local, 0, each, 96, 4, null);
                mppa.get(local, 0, each, 100, 0, null);
                assertIllegal("put", () -> mppa.put(local, 0, each, 97, 4, null), "Mppa.put", "4 bytes at offset 97",
                        "of 100 bytes", "0..96");
                assertIllegal("get", () -> mppa.get(local, 0, each, -1, 4, null), "Mppa.get", "offset -1");
                assertIllegal("put", () -> mppa.put(local, 0, each, 0, 101, null), "101 bytes");
                assertIllegal("put", () -> mppa.put(local, 0, each, 0, -1, null), "length of -1");
                assertIllegal("put", () -> mppa.put(local, 299, each, 0, 2, null), "local source of 300 bytes",
                        "(Mppa.put)");
                assertIllegal("put", () -> mppa.put(null, 0, each, 0, 2, null), "the local memory is null");
                assertIllegal("spaced", () -> mppa.putSpaced(local, 0, each, 0, 1, 2, 100, null), "of 100 bytes",
                        "(Mppa.putSpaced)");
                assertIllegal("spaced", () -> mppa.getSpaced(local, 0, each, 0, 1, 2, -1, null), "of 100 bytes",
                        "legal offsets for these are 1..99", "(Mppa.getSpaced)");
                assertIllegal("vectored", () -> mppa.getVectored(local, 0, each, 1, new long[]{-1}, new long[]{1},
                        null), "of 100 bytes");
                assertIllegal("vectored", () -> mppa.putVectored(local, 0, each, 1, new long[]{0}, new long[]{101},
                        null), "too small");
                assertIllegal("far", () -> mppa.getSpaced(local, 0, each, Long.MAX_VALUE, 1, 2, 2, null), "of 100");
                assertIllegal("far", () -> mppa.getSpaced(local, 0, each, Long.MIN_VALUE, 1, 2, 2, null), "of 100");
                mppa.getSpaced(local, 0, each, 500, 4, 0, 1, null);
                assertIllegal("word", () -> mppa.peek(each, 96), "Mppa.peek", "8 bytes at offset 96");
                assertIllegal("word", () -> mppa.poke(each, 12, 1), "Mppa.poke", "no multiple of 8");
                assertIllegal("word", () -> mppa.postAdd(each, -8, 1), "offset -8");
                assertIllegal("address", () -> mppa.address(own, 101), "Mppa.address", "0..100");
                assertEquals(0, mppa.address(own, 100).byteSize());
            }
            job.world().barrier();
            if (memory != null) {
                assertEquals(-1, memory.asSlice(100).mismatch(MemorySegment.ofArray(new byte[100])), "behind it");
            }
            mppa.segmentDestroy(own);
            job.world().barrier();
        }
        mppa.finish();
    }

    @RankTest(settings = "pgas.wait=block")
    void shouldWaitForWhatIsNotThereYet(Job job) {
        Mppa mppa = Mppa.init(job);
        for (int round = 0; round < 20; round++) {
            MppaEvent event = new MppaEvent();
            MppaSegment late = null;
            if (job.rank() != 0) {
                late = mppa.segmentClone(1000 + round, event);
                assertEquals(-1, mppa.eventTest(event));
                MppaSegment early = late;
                assertIllegal("early", () -> mppa.peek(early, 0), "Mppa.peek", "is not there yet");
                assertEquals(0, late.size());
                assertEquals(0, late.servers().length);
                mppa.segmentClone(2000 + round, event);
            }
            job.world().barrier();
            if (job.rank() == 0) {
                mppa.poke(mppa.segmentCreate(null, 64, NONE, 0, 1000 + round, null), 8, 77);
                mppa.segmentCreate(null, 64, NONE, 0, 2000 + round, null);
            } else {
                mppa.segmentClone(2000 + round, null);
                mppa.eventWait(event);
                assertEquals(0, mppa.eventTest(event));
                assertEquals(64, late.size());
            }
            job.world().barrier();
        }
        mppa.finish();
    }

    @RankTest
    void shouldRefuseAnIdentifierThatIsTaken(Job job) {
        Mppa mppa = Mppa.init(job);
        int endpoints = job.endpoints().list().size();
        if (job.rank() == 1) {
            mppa.segmentCreate(null, 100, NONE, 0, 42, null);
        }
        job.world().barrier();
        int made = job.endpoints().list().size();
        assertIllegal("taken", () -> mppa.segmentCreate(null, 100, NONE, 0, 42, null), "rank " + job.rank() + ": ",
                "Mppa.segmentCreate", "identifier 0x2a", "rank 1 has created");
        assertIllegal("taken", () -> mppa.segmentCreate(null, 100, NONE, 3, 42, null), "rank 1 has created");
        assertEquals(made, job.endpoints().list().size(), "what was made is given back");
        assertEquals(endpoints + (job.rank() == 1 ? 1 : 0), made);
        Mppa other = Mppa.init(job);
        if (job.rank() == 2) {
            other.segmentCreate(null, 50, NONE, 0, 42, null);
        }
        assertEquals(50, other.segmentClone(42, null).size(), "another one has identifiers of its own");
        assertEquals(100, mppa.segmentClone(42, null).size());
        other.finish();
        mppa.finish();
    }

    @RankTest
    void shouldRefuseEveryUseOfWhatItsCreatorHasDestroyed(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment old = null;
        for (int round = 0; round < 30; round++) {
            MppaSegment own = null;
            if (job.rank() == 0) {
                own = mppa.segmentCreate(round % 2 == 0 ? null : MemorySegment.ofArray(new long[64]), 512, NONE, 0, 5,
                        null);
                mppa.poke(own, 0, round);
            }
            job.world().barrier();
            MppaSegment clone = mppa.segmentClone(5, null);
            assertEquals(round, mppa.peek(clone, 0));
            if (old != null) {
                refuseAll(mppa, old);
            }
            job.world().barrier();
            if (job.rank() == 0) {
                mppa.segmentDestroy(own);
                MppaSegment gone = own;
                assertIllegal("own", () -> mppa.peek(gone, 0), "this handle", "was destroyed");
                assertIllegal("again", () -> mppa.segmentDestroy(gone), "was destroyed already");
            }
            job.world().barrier();
            refuseAll(mppa, clone);
            if (old != null) {
                mppa.segmentDestroy(old);
            }
            old = clone;
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void refuseAll(Mppa mppa, MppaSegment gone) {
        MemorySegment local = longs(1, 2, 3);
        String why = "was destroyed by its creator, rank 0";
        assertIllegal("put", () -> mppa.put(local, 0, gone, 0, 8, null), "Mppa.put", why);
        assertIllegal("get", () -> mppa.get(local, 0, gone, 0, 8, null), "Mppa.get", why);
        assertIllegal("shape", () -> mppa.sputSpaced(local, 0, gone, 0, 8, 1, 8, 8, null), "Mppa.sputSpaced", why);
        assertIllegal("shape", () -> mppa.getIndexed(local, 0, gone, 0, 8, 1, new int[1], null), why);
        assertIllegal("peek", () -> mppa.peek(gone, 0), "Mppa.peek", why);
        assertIllegal("add", () -> mppa.fetchAdd(gone, 0, 1), "Mppa.fetchAdd", why);
        assertIllegal("poke", () -> mppa.poke(gone, 0, 1), "Mppa.poke", why);
        assertIllegal("fence", () -> mppa.fence(gone, null), "Mppa.fence", why);
        assertIllegal("address", () -> mppa.address(gone, 0), "Mppa.address", why);
        assertIllegal("malloc", () -> mppa.malloc(gone, 8), "Mppa.malloc", why);
        assertIllegal("enqueue", () -> mppa.enqueue(gone, local, 0, 8, true, null), "Mppa.enqueue", why);
    }

    @RankTest
    void shouldKeepTheirsWhenACloneIsDestroyed(Job job) {
        Mppa mppa = Mppa.init(job);
        if (job.rank() == 0) {
            mppa.segmentCreate(null, 64, NONE, 0, 9, null);
        }
        MppaSegment one = mppa.segmentClone(9, null);
        MppaSegment other = mppa.segmentClone(9, null);
        mppa.segmentDestroy(one);
        assertIllegal("destroyed", () -> mppa.poke(one, 0, 1), "this handle", "was destroyed");
        mppa.postAdd(other, 8, 1);
        job.world().barrier();
        assertEquals(3, mppa.peek(other, 8));
        mppa.finish();
    }

    @RankTest
    void shouldReachAllCreatorsOfAMulticastSegment(Job job) {
        Mppa mppa = Mppa.init(job);
        int rank = job.rank();
        for (int round = 0; round < 10; round++) {
            MppaBase base = MppaBase.values()[(rank + round) % MppaBase.values().length];
            MppaEvent event = new MppaEvent();
            MppaSegment own = mppa.segmentCreate(base.memory(job, 256), 256, NONE, 3, 11, event);
            MppaSegment clone = mppa.segmentClone(11, event);
            mppa.eventWait(event);
            assertEquals(3, clone.multi());
            assertArrayEquals(new int[]{0, 1, 2}, clone.servers());
            mppa.put(longs(rank + 1), 0, round % 2 == 0 ? own : clone, 8L * rank, 8, null);
            mppa.putSpaced(longs(rank + 10, rank + 20), 0, clone, 64 + 8L * rank, 8, 2, 32, event);
            mppa.poke(clone, 128 + 8L * rank, rank + 30);
            mppa.postAdd(clone, 200, -1);
            mppa.fence(clone, event);
            mppa.eventWait(event);
            job.world().barrier();
            MppaSegment part = own;
            assertIllegal("address", () -> mppa.address(part, 0), "Mppa.address", "is written only");
            long[] seen = new long[32];
            MemorySegment.copy(own.memory(), ValueLayout.JAVA_LONG_UNALIGNED, 0, seen, 0, 32);
            for (int from = 0; from < 3; from++) {
                assertEquals(from + 1, seen[from]);
                assertEquals(from + 10, seen[8 + from]);
                assertEquals(from + 20, seen[12 + from]);
                assertEquals(from + 30, seen[16 + from]);
            }
            assertEquals(-3, seen[25]);
            refuseReads(mppa, clone);
            job.world().barrier();
            mppa.segmentDestroy(own);
            job.world().barrier();
            refuseWrites(mppa, clone);
            mppa.segmentDestroy(clone);
            job.world().barrier();
        }
        mppa.finish();
    }

    private static void refuseReads(Mppa mppa, MppaSegment multicast) {
        MemorySegment local = longs(0);
        MppaEvent event = new MppaEvent();
        assertIllegal("get", () -> mppa.get(local, 0, multicast, 0, 8, null), "Mppa.get", "is written only",
                "3 processes");
        assertIllegal("get", () -> mppa.getStrided(local, 0, multicast, 0, 8, 1, 1, event), "is written only");
        assertIllegal("peek", () -> mppa.peek(multicast, 0, local, 0, event), "Mppa.peek", "is written only");
        assertIllegal("clear", () -> mppa.fetchClear(multicast, 0), "Mppa.fetchClear", "is written only");
        assertIllegal("add", () -> mppa.fetchAdd(multicast, 0, 1), "Mppa.fetchAdd", "is written only");
        assertIllegal("malloc", () -> mppa.malloc(multicast, 1), "Mppa.malloc", "is written only");
        assertIllegal("heap", () -> mppa.heapCreate(multicast, 0, 256), "Mppa.heapCreate", "is written only");
        assertIllegal("queue", () -> mppa.enqueue(multicast, local, 0, 8, true, null), "is no queue");
    }

    private static void refuseWrites(Mppa mppa, MppaSegment gone) {
        assertIllegal("put", () -> mppa.put(longs(0), 0, gone, 0, 8, null), "was destroyed by its creator, rank");
        assertIllegal("add", () -> mppa.postAdd(gone, 0, 1), "was destroyed by its creator, rank");
    }

    @RankTest
    void shouldBeOneMulticastSegmentForAsManyProcessesAsItSays(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaEvent event = new MppaEvent();
        MppaSegment own = null;
        if (job.rank() == 0) {
            own = mppa.segmentCreate(null, 64, NONE, 2, 1, event);
            assertEquals(-1, mppa.eventTest(event));
            MppaSegment alone = own;
            assertIllegal("alone", () -> mppa.poke(alone, 0, 1), "is not there yet");
            assertIllegal("twice", () -> mppa.segmentCreate(null, 64, NONE, 2, 1, null), "this process has created it");
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertIllegal("size", () -> mppa.segmentCreate(null, 72, NONE, 2, 1, null), "rank 0 has created it with "
                    + "64 bytes", "this process gives 72 bytes");
            assertIllegal("multi", () -> mppa.segmentCreate(null, 64, NONE, 3, 1, null), "multi 2", "multi 3");
            assertIllegal("single", () -> mppa.segmentCreate(null, 64, NONE, 0, 1, null), "rank 0 has created");
            own = mppa.segmentCreate(null, 64, NONE, 2, 1, null);
        }
        mppa.eventWait(event);
        MppaSegment clone = mppa.segmentClone(1, null);
        assertArrayEquals(new int[]{0, 1}, clone.servers());
        job.world().barrier();
        if (job.rank() == 2) {
            assertIllegal("full", () -> mppa.segmentCreate(null, 64, NONE, 2, 1, null), "its 2 creators are there",
                    "[0, 1]");
            mppa.poke(clone, 8, 5);
        }
        job.world().barrier();
        if (job.rank() == 0) {
            mppa.segmentDestroy(own);
            assertIllegal("ending", () -> mppa.segmentCreate(null, 64, NONE, 2, 1, null), "have destroyed", "[1]");
        }
        job.world().barrier();
        refuseWrites(mppa, clone);
        if (job.rank() == 1) {
            assertEquals(5, own.memory().get(LONG, 8));
            mppa.segmentDestroy(own);
            mppa.segmentDestroy(mppa.segmentCreate(null, 8, NONE, 0, 1, null));
            MppaEvent never = new MppaEvent();
            MppaSegment abandoned = mppa.segmentCreate(null, 8, NONE, 2, 1, never);
            mppa.segmentDestroy(abandoned);
            assertIllegal("abandoned", () -> mppa.eventWait(never), "was destroyed before it was complete");
            assertEquals(0, mppa.eventTest(never), "covered no more");
        }
        mppa.finish();
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldHaveADefaultOneForEveryServerThatHasAttached(Job job) {
        Mppa mppa = Mppa.init(job);
        int right = (job.rank() + 1) % 3;
        MppaSegment segment = mppa.defaultSegment(right);
        assertSame(segment, mppa.defaultSegment(right));
        assertEquals(job.endpoint().segment().size(), segment.size());
        assertEquals(job.endpoint().segment().isMapped() && Views.isNeighbour(job, right), segment.isMapped());
        assertArrayEquals(new int[]{right}, segment.servers());
        mppa.put(longs(job.rank() + 50), 0, segment, segment.size() - 8, 8, null);
        mppa.postAdd(segment, 8, 3);
        job.world().barrier();
        MemorySegment own = job.endpoint().segment().local();
        assertEquals((job.rank() + 2) % 3 + 50, own.get(LONG, own.byteSize() - 8));
        assertEquals(3, own.get(LONG, 8));
        assertEquals(own.byteSize(), mppa.address(mppa.defaultSegment(job.rank()), 0).byteSize());
        assertIllegal("destroy", () -> mppa.segmentDestroy(segment), "Mppa.segmentDestroy", "lasts as long");
        assertIllegal("server", () -> mppa.defaultSegment(3), "Mppa.defaultSegment", "server 3", "0..2");
        assertIllegal("server", () -> mppa.defaultSegment(-1), "server -1");
        job.world().barrier();
        mppa.finish();
        assertIllegal("finished", () -> mppa.poke(segment, 0, 1), "Mppa.poke", "Mppa.finish has been called");
    }

    @RankTest(segment = "0")
    void shouldHaveNoDefaultOneWithoutAnAttach(Job job) {
        Mppa mppa = Mppa.init(job);
        assertNull(mppa.defaultSegment(1));
        job.attach(job.rank() == 2 ? 0 : job.pageBytes());
        assertEquals(job.pageBytes(), mppa.defaultSegment(1).size());
        assertNull(mppa.defaultSegment(2));
        mppa.finish();
    }

    @RankTest
    void shouldRefuseWhatCannotBeASegment(Job job) {
        Mppa mppa = Mppa.init(job);
        MemorySegment base = MemorySegment.ofArray(new byte[100]);
        assertIllegal("size", () -> mppa.segmentCreate(null, 0, NONE, 0, 1, null), "Mppa.segmentCreate", "0 bytes");
        assertIllegal("size", () -> mppa.segmentCreate(base, 101, NONE, 0, 1, null), "101 bytes", "100 of the base");
        assertIllegal("flags", () -> mppa.segmentCreate(base, 100, 16, 0, 1, null), "flags 0x10");
        assertIllegal("multi", () -> mppa.segmentCreate(base, 100, NONE, -1, 1, null), "multi is -1");
        assertIllegal("multi", () -> mppa.segmentCreate(base, 100, NONE, 4, 1, null), "multi is 4", "1..3");
        assertIllegal("queue", () -> mppa.segmentCreate(null, 4096, SegmentFlags.QUEUE0, 2, 1, null), "multicast");
        assertIllegal("queue", () -> mppa.segmentCreate(null, 447, SegmentFlags.QUEUE0, 0, 1, null), "447 bytes",
                "448");
        assertIllegal("read-only", () -> mppa.segmentCreate(base.asReadOnly(), 100, NONE, 0, 1, null), "read-only");
        assertIllegal("queue", () -> mppa.segmentCreate(MemorySegment.ofArray(new byte[1000]), 1000,
                SegmentFlags.QUEUE3, 0, 1, null), "needs: give null");
        MemorySegment odd = job.endpoint().segment().local().asSlice(8, 4096);
        assertIllegal("queue", () -> mppa.segmentCreate(odd, 4096, SegmentFlags.QUEUE1, 0, 1, null), "offset 8",
                "multiple of 64");
        try (Arena arena = Arena.ofConfined()) {
            assertIllegal("confined", () -> mppa.segmentCreate(arena.allocate(64), 64, NONE, 0, 1, null), "confined");
        }
        assertEquals(1, job.endpoints().list().size(), "nothing is left behind");
        assertEquals(0, job.segments().list().size());
        mppa.finish();
    }

    @RankTest
    void shouldLeaveNothingBehind(Job job) {
        long before = TeamCore.of(job.world()).area().bytesTaken();
        for (int round = 0; round < 3; round++) {
            Mppa mppa = Mppa.init(job);
            for (int i = 0; i < 70; i++) {
                MppaSegment each = mppa.segmentCreate(null, 64, NONE, 0, 100L * job.rank() + i, null);
                if (i % 2 == 0) {
                    mppa.segmentDestroy(each);
                }
            }
            MppaSegment peer = mppa.segmentClone(100L * ((job.rank() + 1) % 3) + 69, null);
            mppa.postAdd(peer, 0, 1);
            mppa.finish();
            assertIllegal("finished", () -> mppa.postAdd(peer, 0, 1), "Mppa.postAdd", "Mppa.finish has been called");
            assertIllegal("finished", mppa::finish, "Mppa.finish has been called");
            assertIllegal("finished", () -> mppa.segmentClone(1, null), "Mppa.finish has been called");
            assertIllegal("finished", () -> mppa.eventTest(null), "Mppa.finish has been called");
        }
        assertEquals(1, job.endpoints().list().size());
        assertEquals(0, job.segments().list().size());
        job.world().barrier();
        assertEquals(before, TeamCore.of(job.world()).area().bytesTaken());
    }

    @RankTest
    void shouldRefuseHandlesOfOthersAndNone(Job job) {
        Mppa mppa = Mppa.init(job);
        Mppa other = Mppa.init(job);
        MppaSegment segment = other.segmentCreate(null, 64, NONE, 0, job.rank(), null);
        assertIllegal("foreign", () -> mppa.peek(segment, 0), "Mppa.peek", "belongs to another Mppa");
        assertIllegal("foreign", () -> mppa.put(longs(1), 0, segment, 0, 8, null), "belongs to another Mppa");
        assertIllegal("foreign", () -> mppa.segmentDestroy(segment), "belongs to another Mppa");
        assertIllegal("null", () -> mppa.peek(null, 0), "Mppa.peek", "the segment is null");
        assertIllegal("null", () -> mppa.put(longs(1), 0, null, 0, 8, null), "the segment is null");
        assertIllegal("null", () -> mppa.segmentDestroy(null), "the segment is null");
        other.finish();
        mppa.finish();
    }

    @RankTest
    void shouldRefuseEverythingAfterTheClose(Job job) {
        Mppa mppa = Mppa.init(job);
        MppaSegment segment = mppa.segmentCreate(null, 64, NONE, 0, job.rank(), null);
        MppaSegment clone = mppa.segmentClone((job.rank() + 1) % 3, null);
        MemorySegment memory = mppa.address(clone.isMapped() ? clone : segment, 0);
        job.world().barrier();
        job.close();
        for (MppaSegment each : new MppaSegment[]{segment, clone}) {
            assertRefused(ErrorCode.NOT_INITIALIZED, "put", () -> mppa.put(longs(1), 0, each, 0, 8, null), "closed");
            assertRefused(ErrorCode.NOT_INITIALIZED, "peek", () -> mppa.peek(each, 0), "closed");
            assertRefused(ErrorCode.NOT_INITIALIZED, "fence", () -> mppa.fence(each, null), "closed");
        }
        assertRefused(ErrorCode.NOT_INITIALIZED, "clone", () -> mppa.segmentClone(1, null), "closed");
        assertThrows(IllegalStateException.class, () -> memory.get(LONG, 0));
    }
}
