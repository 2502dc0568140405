package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.upc.UpcHandle;
import org.pgas.vis.Memvec;

/**
 * UPC's memory copy library: every form against a model, handles, implicit operations, access regions, and what is
 * refused.
 */
@RankDefaults(segment = "16k")
@AcrossNeighbourhoods
class UpcCopyTest {
    private static final int ROUNDS = 200;

    @RankTest(ranks = {1, 3})
    void shouldCopyAsAModelInEveryForm(Job job) {
        agree(job);
    }

    /** Also where each transfer goes on in a thread. */
    @RankTest(settings = {"pgas.async=always", "pgas.async.bytes=64"})
    void shouldCopyAsAModelWhenTransfersGoOn(Job job) {
        agree(job);
    }

    /** Which of several overlapping ones are moved is not said then: these are not drawn. */
    @RankTest(ranks = 2, settings = "pgas.checks=off")
    void shouldCopyAsAModelUnchecked(Job job) {
        agree(job);
    }

    private static void agree(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 0);
        long blocks = upc.allAlloc(upc.threads(), (long) upc.threads() * UpcRig.BYTES);
        try (Arena arena = Arena.ofShared()) {
            UpcRig rig = new UpcRig(job, upc, blocks, Seed.of("copies of thread " + job.rank()), arena,
                    job.isChecked());
            int copied = 0;
            for (int round = 0; round < ROUNDS; round++) {
                copied += rig.copy() ? 1 : 0;
            }
            assertTrue(copied > ROUNDS / 4, "only " + copied + " of " + ROUNDS + " copies were legal");
        }
        upc.allFree(blocks);
        upc.finish();
    }

    /** More than a counter of 16 bits has, and all of them at once; what they got is looked at in the end. */
    @RankTest(ranks = 2, settings = {"pgas.async=always", "pgas.async.bytes=64"})
    void shouldHaveAnyNumberUnderWay(Job job) {
        Upc upc = Upc.init(job);
        int many = 70_000;
        assertTrue(Upc.MAX_ASYNC_INFLIGHT >= 65_535);
        SharedArray array = upc.allArray(64L * upc.threads(), 8, 64);
        for (int i = 0; i < 64; i++) {
            array.putLong(array.globalIndex(i), 1000L * upc.thread() + i);
        }
        upc.barrier();
        UpcHandle[] handles = new UpcHandle[many];
        long[] target = new long[8 * many];
        MemorySegment memory = MemorySegment.ofArray(target);
        int peer = (upc.thread() + 1) % upc.threads();
        for (int i = 0; i < many; i++) {
            long element = 64L * peer + i % 56;
            handles[i] = upc.memgetAsync(memory, 64L * i, array.address(element), 64);
        }
        upc.waitsyncAll(handles, many);
        for (int i = 0; i < many; i++) {
            assertSame(UpcHandle.COMPLETE, handles[i]);
            assertEquals(1000L * peer + i % 56, target[8 * i]);
            assertEquals(1000L * peer + i % 56 + 7, target[8 * i + 7]);
        }
        upc.finish();
    }

    /** A large one of memory that nobody is quick with. */
    private static UpcHandle begin(Upc upc, MemorySegment target, long source) {
        return upc.memgetAsync(target, 0, source, target.byteSize());
    }

    @RankTest(ranks = {1, 2}, segment = "4m", settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldSynchroniseHandlesInEveryForm(Job job) {
        Upc upc = Upc.init(job);
        long from = upc.globalAlloc(upc.threads(), 1 << 20);
        MemorySegment[] targets = new MemorySegment[6];
        Arrays.setAll(targets, i -> MemorySegment.ofArray(new byte[1 << 20]));
        UpcHandle[] handles = new UpcHandle[targets.length];
        upc.memset(from, 7, 1 << 20);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < targets.length; i++) {
                handles[i] = i == 2 ? UpcHandle.COMPLETE : begin(upc, targets[i], from);
            }
            assertNotSame(UpcHandle.COMPLETE, handles[0]);
            int left = 5;
            switch (round) {
                case 0 -> upc.waitsyncAll(handles, handles.length);
                case 1 -> {
                    while (!upc.trysyncAll(handles, handles.length)) {
                        left = left(handles, left);
                    }
                }
                case 2 -> {
                    while (left > 0) {
                        upc.waitsyncSome(handles, handles.length);
                        int now = left(handles, left);
                        assertTrue(now < left, "one at least");
                        left = now;
                    }
                }
                default -> {
                    while (left > 0) {
                        boolean some = upc.trysyncSome(handles, handles.length);
                        int now = left(handles, left);
                        assertEquals(some, now < left);
                        left = now;
                    }
                }
            }
            assertEquals(0, left(handles, 5));
            for (int i = 0; i < targets.length; i++) {
                assertEquals(i == 2 ? 0 : -1, targets[i].mismatch(sevens()), "target " + i);
                targets[i].fill((byte) 0);
            }
            assertTrue(upc.trysyncAll(handles, handles.length) && upc.trysyncSome(handles, handles.length));
            upc.waitsyncAll(handles, 0);
            upc.waitsyncSome(handles, handles.length);
        }
        UpcHandle one = begin(upc, targets[0], from);
        while (!upc.trysync(one)) {
            Thread.onSpinWait();
        }
        assertEquals(-1, targets[0].mismatch(sevens()));
        upc.free(from);
        upc.finish();
    }

    /**
     * What a wait for some has synchronised is complete in the array, whether it throws or not, and is not synchronised
     * again.
     */
    @RankTest(ranks = 1, settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldKeepHandlesRightWhenSomeFail(Job job) {
        Upc upc = Upc.init(job, 4 << 20, 0);
        long from = upc.globalAlloc(1, 4 << 20);
        for (int round = 0; round < 10; round++) {
            UpcHandle[] handles = new UpcHandle[4];
            try (Arena arena = Arena.ofShared()) {
                for (int i = 0; i < handles.length; i++) {
                    handles[i] = begin(upc, arena.allocate(4 << 20), from);
                }
            }
            for (int left = left(handles, 4); left > 0;) {
                try {
                    upc.waitsyncSome(handles, handles.length);
                } catch (RuntimeException e) {
                    assertFalse(e.getMessage().contains("again"), e.toString());
                }
                int now = left(handles, left);
                assertTrue(now < left, "one at least");
                left = now;
            }
        }
        upc.free(from);
        upc.finish();
    }

    private static int left(UpcHandle[] handles, int most) {
        int left = (int) Arrays.stream(handles).filter(each -> each != UpcHandle.COMPLETE).count();
        assertTrue(left <= most);
        return left;
    }

    private static MemorySegment sevens() {
        byte[] sevens = new byte[1 << 20];
        Arrays.fill(sevens, (byte) 7);
        return MemorySegment.ofArray(sevens);
    }

    @RankTest(ranks = {1, 2}, segment = "4m", settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldKeepImplicitOperationsAndRegionsApart(Job job) {
        Upc upc = Upc.init(job);
        Upc second = Upc.init(job, 4096, 0);
        long from = upc.globalAlloc(upc.threads(), 1 << 20);
        upc.memset(from, 7, 1 << 20);
        MemorySegment inside = MemorySegment.ofArray(new byte[1 << 20]);
        MemorySegment outside = MemorySegment.ofArray(new byte[1 << 20]);
        MemorySegment explicit = MemorySegment.ofArray(new byte[1 << 20]);
        upc.memgetAsynci(outside, 0, from, 1 << 20);
        upc.beginAccessregion();
        upc.memgetAsynci(inside, 0, from, 1 << 20);
        UpcHandle other = begin(upc, explicit, from);
        upc.waitsync(other);
        assertEquals(-1, explicit.mismatch(sevens()));
        assertIllegal("sync inside", upc::waitsynci, "Upc.waitsynci: inside an access region");
        assertIllegal("sync inside", upc::trysynci, "Upc.trysynci: inside an access region");
        assertIllegal("another Upc", second::waitsynci, "(Upc.waitsynci)");
        assertIllegal("another Upc", second::trysynci, "(Upc.trysynci)");
        assertIllegal("nested", upc::beginAccessregion, "Upc.beginAccessregion", "do not nest");
        UpcHandle region = upc.endAccessregion();
        assertIllegal("unpaired", upc::endAccessregion, "Upc.endAccessregion", "no access region open");
        while (!upc.trysynci()) {
            Thread.onSpinWait();
        }
        assertEquals(-1, outside.mismatch(sevens()));
        upc.waitsync(region);
        assertEquals(-1, inside.mismatch(sevens()));
        upc.beginAccessregion();
        assertSame(UpcHandle.COMPLETE, upc.endAccessregion(), "of nothing");
        upc.waitsynci();
        assertTrue(upc.trysynci());
        upc.free(from);
        second.finish();
        upc.finish();
    }

    @RankTest(ranks = 1, segment = "4m", settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldRefuseHandlesThatAreDeadOrOfOthers(Job job) throws InterruptedException {
        Upc upc = Upc.init(job);
        Upc second = Upc.init(job, 1 << 20, 0);
        long from = upc.globalAlloc(1, 1 << 20);
        MemorySegment target = MemorySegment.ofArray(new byte[1 << 20]);
        UpcHandle handle = begin(upc, target, from);
        assertIllegal("another Upc", () -> second.waitsync(handle), "Upc.waitsync: the handle belongs to another Upc");
        PgasException[] thrown = new PgasException[1];
        Thread thread = Thread.ofPlatform().name("other").start(() -> {
            try {
                upc.trysync(handle);
            } catch (PgasException e) {
                thrown[0] = e;
            }
        });
        thread.join();
        assertTrue(thrown[0].getMessage().contains("Upc.trysync") && thrown[0].getMessage().contains("'other'"));
        UpcHandle[] twice = {UpcHandle.COMPLETE, handle, handle};
        assertIllegal("twice", () -> upc.waitsyncAll(twice, 3), "handles 1 and 2 are the same");
        assertSame(handle, twice[1]);
        upc.waitsyncAll(twice, 2);
        assertIllegal("dead", () -> upc.waitsync(handle), "was synchronised before");
        assertIllegal("dead", () -> upc.trysync(handle), "was synchronised before");
        assertIllegal("dead", () -> upc.waitsyncSome(twice, 3), "handle 2 was synchronised before");
        assertIllegal("null", () -> upc.trysyncAll(new UpcHandle[1], 1), "handle 0 is null");
        assertIllegal("null", () -> upc.waitsync(null), "the handle is null");
        assertIllegal("too many", () -> upc.trysyncSome(twice, 4), "numhandles is 4: legal are 0..3");
        assertIllegal("no array", () -> upc.waitsyncAll(null, 1), "the array is null");
        upc.waitsync(UpcHandle.COMPLETE);
        assertTrue(upc.trysync(UpcHandle.COMPLETE));
        second.finish();
        upc.finish();
    }

    @RankTest(ranks = 2)
    void shouldRefuseWhatIsNotThereAndChangeNothing(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 0);
        long own = upc.allAlloc(upc.threads(), 64);
        long there = GlobalPointer.of(1, Upc.addrfield(own));
        byte[] distinct = new byte[64];
        for (int i = 0; i < 64; i++) {
            distinct[i] = (byte) (3 * i + 1);
        }
        upc.memput(GlobalPointer.of(upc.thread(), Upc.addrfield(own)), MemorySegment.ofArray(distinct), 0, 64);
        upc.barrier();
        MemorySegment local = MemorySegment.ofArray(new byte[32]);
        String who = "rank " + job.rank() + ": Upc.";
        assertIllegal("null", () -> upc.memput(0, local, 0, 8), who + "memput: dst: is null");
        assertIllegal("no pointer", () -> upc.memget(local, 0, 77, 8), who + "memget: src: 0x4d", "top bit");
        assertIllegal("thread", () -> upc.memcpy(there, GlobalPointer.of(2, 0), 8), who + "memcpy: src: thread 2",
                "0..1");
        assertIllegal("endpoint", () -> upc.memset(GlobalPointer.of(1, 3, 0), 0, 8), who + "memset: dst", "endpoint 3");
        assertIllegal("range", () -> upc.memsetAsynci(there, 0, 1 << 20), who + "memsetAsynci: dst: 1048576 bytes");
        assertIllegal("negative", () -> upc.memgetAsync(local, 0, there, -1), who + "memgetAsync", "-1 bytes");
        assertIllegal("local", () -> upc.memputAsync(there, local, 28, 8), "28", "32 bytes", "(Upc.memputAsync)");
        assertIllegal("local", () -> upc.memgetAsynci(local, -1, there, 8), "-1", "(Upc.memgetAsynci)");
        assertIllegal("read-only", () -> upc.memget(local.asReadOnly(), 0, there, 8), "read-only", "(Upc.memget)");
        assertIllegal("overlap", () -> upc.memcpyAsynci(there, there + 4, 8), "overlap", "(Upc.memcpyAsynci)");
        assertIllegal("no memory", () -> upc.memget(null, 0, there, 8), who + "memget: dst is null");
        assertIllegal("no memory", () -> upc.memputAsynci(there, null, 0, 8), who + "memputAsynci: src is null");
        lists(upc, local, there, who);
        strides(upc, local, there, who);
        upc.memput(0, local, 99, 0);
        upc.memcpyVlist(0, null, 0, null);
        upc.memgetIlist(0, null, null, 0, 0, null, -1);
        upc.memgetVlist(0, null, null, 1, new SharedMemvec[]{new SharedMemvec(0, 0)});
        upc.memputVlist(1, new SharedMemvec[]{new SharedMemvec(0, 0)}, 0, null, null);
        upc.memputFstrided(0, 0, -1, 5, null, 9, 4, 0, 0);
        upc.memcpyStrided(0, null, 0, null, new long[]{4, 0}, 1);
        upc.barrier();
        byte[] found = new byte[64];
        upc.memget(MemorySegment.ofArray(found), 0, there, 64);
        assertArrayEquals(distinct, found);
        assertArrayEquals(new byte[32], local.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
        upc.finish();
        assertFalse(job.endpoints().list().size() > 1, "nothing is left");
    }

    private static void lists(Upc upc, MemorySegment local, long there, String who) {
        SharedMemvec eight = new SharedMemvec(there, 8);
        SharedMemvec[] one = {eight};
        assertIllegal("totals", () -> upc.memputVlist(1, one, 1, local, new Memvec[]{new Memvec(0, 9)}),
                who + "memputVlist: the destination has 8 bytes and the source 9");
        assertIllegal("count", () -> upc.memcpyVlist(2, one, 1, one), who + "memcpyVlist: dstlist has 1 entries", "2");
        assertIllegal("count", () -> upc.memcpyVlist(-1, one, 1, one), "dstcount is -1");
        assertIllegal("no memory", () -> upc.memputVlistAsync(1, one, 1, null, new Memvec[]{new Memvec(0, 8)}),
                who + "memputVlistAsync: src is null");
        assertIllegal("no memory", () -> upc.memgetIlist(1, null, new long[1], 8, 1, new long[]{there}, 8),
                who + "memgetIlist: dst is null");
        assertIllegal("no list", () -> upc.memgetVlist(1, local, null, 1, one), who + "memgetVlist: dstlist is null");
        assertIllegal("no entry", () -> upc.memcpyVlistAsync(1, new SharedMemvec[1], 1, one), "dstlist[0] is null");
        assertIllegal("entry", () -> upc.memgetVlistAsync(1, local, new Memvec[]{new Memvec(0, 16)}, 2,
                new SharedMemvec[]{eight, new SharedMemvec(GlobalPointer.of(5, 0), 8)}),
                who + "memgetVlistAsync: srclist[1]: thread 5", "0..1");
        assertIllegal("overlap", () -> upc.memputVlist(2, new SharedMemvec[]{eight, new SharedMemvec(there + 7, 8)}, 1,
                local, new Memvec[]{new Memvec(0, 16)}), "regions of the target overlap", "(Upc.memputVlist)");
        assertIllegal("overlap", () -> upc.memcpyVlist(1, one, 1, new SharedMemvec[]{new SharedMemvec(there + 7, 8)}),
                who + "memcpyVlist: source and destination overlap: srclist[0] and dstlist[0]");
        assertIllegal("length", () -> upc.memcpyIlist(1, new long[]{there}, 0, 1, new long[]{there + 8}, 8),
                who + "memcpyIlist: dstlen is 0: legal are 1..");
        assertIllegal("totals", () -> upc.memputIlist(1, new long[]{there}, 4, 2, local, new long[]{0, 8}, 4),
                who + "memputIlist: the destination has 4 bytes and the source 8");
        assertIllegal("entry", () -> upc.memgetIlist(1, local, new long[]{0}, 8, 2, new long[]{there, 0}, 4),
                who + "memgetIlist: srclist[1]: is null");
        assertIllegal("local entry",
                () -> upc.memgetIlistAsync(2, local, new long[]{0, 30}, 4, 1, new long[]{there}, 8),
                "entry 1", "32 bytes", "(Upc.memgetIlistAsync)");
        assertIllegal("count", () -> upc.memcpyIlistAsync(1, new long[]{there}, 8, 2, new long[]{there}, 4),
                who + "memcpyIlistAsync: srclist has 1 entries, but its count is 2");
    }

    private static void strides(Upc upc, MemorySegment local, long there, String who) {
        long[] count = {4, 2, 2};
        long[] good = {4, 8};
        assertIllegal("stride", () -> upc.memputFstrided(there, 4, 3, 2, local, 0, 8, 8, 1),
                who + "memputFstrided: dstchunkstride is 3, less than dstchunklen, 4");
        assertIllegal("totals", () -> upc.memcpyFstrided(there, 4, 4, 2, there + 16, 8, 8, 2),
                who + "memcpyFstrided: the destination has 8 bytes and the source 16");
        assertIllegal("range", () -> upc.memgetFstrided(local, 0, 8, 8, 1, there, 4, 1 << 20, 2),
                who + "memgetFstrided: src: 1048580 bytes");
        assertIllegal("local range", () -> upc.memgetFstridedAsync(local, 28, 8, 8, 1, there, 4, 4, 2), "28",
                "(Upc.memgetFstridedAsync)");
        assertIllegal("far", () -> upc.memputFstridedAsync(there, 4, 1L << 59, 4, local, 0, 16, 16, 1), "2^60");
        assertIllegal("overlap", () -> upc.memcpyFstridedAsync(there, 4, 8, 2, there + 10, 4, 8, 2), "overlap");
        assertIllegal("no memory", () -> upc.memgetStrided(null, 0, good, there, good, count, 2),
                who + "memgetStrided: dst is null");
        assertIllegal("levels", () -> upc.memcpyStrided(there, good, there, good, count, -1), "stridelevels is -1");
        assertIllegal("count", () -> upc.memcpyStrided(there, good, there, good, count, 3),
                who + "memcpyStrided: count has 3 entries");
        assertIllegal("count", () -> upc.memputStrided(there, good, local, 0, good, new long[]{4, -2}, 1),
                who + "memputStrided: count[1] is -2");
        assertIllegal("strides", () -> upc.memgetStrided(local, 0, good, there, new long[]{4}, count, 2),
                who + "memgetStrided: srcstrides has 1 entries");
        assertIllegal("strides", () -> upc.memgetStrided(local, 0, null, there, good, count, 2), "dststrides is null");
        assertIllegal("order", () -> upc.memgetStridedAsync(local, 0, good, there, new long[]{3, 8}, count, 2),
                who + "memgetStridedAsync: srcstrides[0] is 3, less than count[0], 4");
        assertIllegal("order", () -> upc.memputStridedAsync(there, new long[]{4, 7}, local, 0, good, count, 2),
                who + "memputStridedAsync: dststrides[1] is 7, less than count[1] * dststrides[0], 2 * 4");
        assertIllegal("range", () -> upc.memcpyStridedAsync(there, new long[]{4, 1 << 20}, there, good, count, 2),
                who + "memcpyStridedAsync: dst: ");
    }
}
