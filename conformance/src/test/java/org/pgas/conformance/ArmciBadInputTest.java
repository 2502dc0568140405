package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.function.Executable;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.armci.Armci;
import org.pgas.armci.Giov;
import org.pgas.atomics.ArmciRmw.Operation;
import org.pgas.atomics.Scale;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * What is wrong with the arguments of ARMCI's transfers is said before anything moves: call, argument, value, and what
 * is legal.
 */
@RankDefaults(ranks = 2, segment = "0")
@AcrossNeighbourhoods
class ArmciBadInputTest {
    private static final int BYTES = 256;
    private static final Scale LONGS = Scale.ofLong(1);

    /** One transfer that would be legal but for what is wrong. */
    private interface Transfer {
        void run(MemorySegment local, long localOffset, long pointer, int proc);
    }

    private record Call(String name, String remote, Transfer transfer) {}

    /** Each moves 8 bytes. */
    private static List<Call> calls(Armci armci) {
        int[] strides = {16};
        int[] count = {4, 2};
        List<Call> calls = new ArrayList<>();
        calls.add(new Call("put", "dst", (local, at, there, proc) -> armci.put(local, at, there, 8, proc)));
        calls.add(new Call("get", "src", (local, at, there, proc) -> armci.get(there, local, at, 8, proc)));
        calls.add(new Call("acc", "dst", (local, at, there, proc) -> armci.acc(LONGS, local, at, there, 8, proc)));
        calls.add(new Call("nbPut", "dst", (local, at, there, proc) -> armci.nbPut(local, at, there, 8, proc, null)));
        calls.add(new Call("nbGet", "src", (local, at, there, proc) -> armci.nbGet(there, local, at, 8, proc, null)));
        calls.add(new Call("nbAcc", "dst",
                (local, at, there, proc) -> armci.nbAcc(LONGS, local, at, there, 8, proc, null)));
        calls.add(new Call("putS", "dst",
                (local, at, there, proc) -> armci.putS(local, at, strides, there, strides, count, 1, proc)));
        calls.add(new Call("getS", "src",
                (local, at, there, proc) -> armci.getS(there, strides, local, at, strides, count, 1, proc)));
        calls.add(new Call("accS", "dst",
                (local, at, there, proc) -> armci.accS(Scale.ofInt(1), local, at, strides, there,
                        strides, count, 1, proc)));
        calls.add(new Call("putV", "dst",
                (local, at, there, proc) -> armci.putV(new Giov[]{out(local, at, there)}, 1, proc)));
        calls.add(new Call("getV", "src",
                (local, at, there, proc) -> armci.getV(new Giov[]{in(local, at, there)}, 1, proc)));
        calls.add(new Call("accV", "dst",
                (local, at, there, proc) -> armci.accV(LONGS, new Giov[]{out(local, at, there)}, 1, proc)));
        calls.add(new Call("putFlag", "dst",
                (local, at, there, proc) -> armci.putFlag(local, at, there, 8, there, 1, proc)));
        calls.add(new Call("putSFlag", "dst",
                (local, at, there, proc) -> armci.putSFlag(local, at, strides, there, strides,
                        count, 1, there, 1, proc)));
        return calls;
    }

    private static Giov out(MemorySegment local, long at, long there) {
        return new Giov(local, new long[]{at}, new long[]{there}, 1, 8);
    }

    private static Giov in(MemorySegment local, long at, long there) {
        return new Giov(local, new long[]{there}, new long[]{at}, 1, 8);
    }

    private static void refused(Job job, Armci armci) {
        int me = armci.me();
        long[] pointers = armci.malloc(BYTES);
        armci.memory(pointers[me], BYTES).fill((byte) 0);
        armci.barrier();
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        String rank = "rank " + me;
        for (Call each : calls(armci)) {
            String name = "Armci." + each.name + ":";
            Transfer transfer = each.transfer;
            for (int proc : new int[]{2, 7, -1, Integer.MAX_VALUE}) {
                assertIllegal(name, () -> transfer.run(local, 0, pointers[0], proc), rank, name, "process " + proc,
                        "0..1");
            }
            assertIllegal(name, () -> transfer.run(local, 0, GlobalPointer.NULL, 0), rank, name, "NULL");
            assertIllegal(name, () -> transfer.run(local, 0, 4711, 0), rank, name, "no pointer");
            assertIllegal(name, () -> transfer.run(local, 0, pointers[1], 0), rank, name, "process 1", "proc says 0");
            assertIllegal(name, () -> transfer.run(local, 0, GlobalPointer.of(0, 64), 0), rank, name,
                    "not to memory of this Armci");
            assertIllegal(name, () -> transfer.run(local, 0, pointers[0] + (1L << 30), 0), rank, name,
                    "outside the memory of process 0");
            assertIllegal(name, () -> transfer.run(local, 60, pointers[0], 0), rank, name, "64 bytes");
            assertIllegal(name, () -> transfer.run(local, -1, pointers[0], 0), rank, name, "64 bytes");
            assertIllegal(name, () -> transfer.run(null, 0, pointers[0], 0), rank, name, "null");
        }
        MemorySegment fixed = local.asReadOnly();
        for (Call each : calls(armci)) {
            if (each.remote.equals("src")) {
                assertIllegal(each.name, () -> each.transfer.run(fixed, 0, pointers[0], 0), rank,
                        "Armci." + each.name + ":", "read-only");
            }
        }
        Giov[] both = {in(local, 0, pointers[0]), in(fixed, 0, pointers[0])};
        assertIllegal("read-only", () -> armci.getV(both, 2, 0), "Armci.getV", "read-only");
        assertIllegal("read-only", () -> armci.rmw(Operation.SWAP, fixed, 0, pointers[0], 1, 0), "Armci.rmw",
                "read-only");
        armci.barrier();
        assertEquals(-1, armci.memory(pointers[me], BYTES).mismatch(MemorySegment.ofArray(new byte[BYTES])),
                "nothing moved");
        armci.barrier();
        armci.finish();
    }

    @RankTest
    void shouldRefuseWhatIsNotThere(Job job) {
        refused(job, Armci.init(job, 1 << 16));
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatIsNotThereWithoutChecks(Job job) {
        refused(job, Armci.init(job, 1 << 16));
    }

    /** Whichever layer finds it out, and nothing has moved, of the lists before the bad one neither. */
    @RankTest
    void shouldRefuseLocalMemoryThatIsClosedOrOfAnotherThread(Job job) throws Exception {
        Armci armci = Armci.init(job, 1 << 16);
        long[] pointers = armci.malloc(BYTES);
        int me = armci.me();
        armci.memory(pointers[me], BYTES).fill((byte) 0);
        armci.barrier();
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(64).fill((byte) 1);
            MemorySegment confined = closed;
            FutureTask<Void> others = new FutureTask<>(() -> unusable(armci, pointers[1 - me], 1 - me, confined,
                    "confined"), null);
            Thread.ofPlatform().start(others);
            others.get();
        }
        unusable(armci, pointers[1 - me], 1 - me, closed, "closed");
        armci.barrier();
        assertEquals(-1, armci.memory(pointers[me], BYTES).mismatch(MemorySegment.ofArray(new byte[BYTES])));
        armci.finish();
    }

    private static void unusable(Armci armci, long there, int proc, MemorySegment local, String why) {
        for (Call each : calls(armci)) {
            assertIllegal(each.name, () -> each.transfer.run(local, 0, there, proc), "rank " + armci.me(),
                    "Armci." + each.name + ":", why);
        }
        for (Operation operation : Operation.values()) {
            assertIllegal("rmw", () -> armci.rmw(operation, local, 0, there, 1, proc), "Armci.rmw", "ploc", why);
        }
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 1);
        MemorySegment good = MemorySegment.ofArray(ones);
        Giov[] out = {out(good, 0, there), out(local, 0, there + 8)};
        Giov[] in = {in(good, 0, there), in(local, 0, there + 8)};
        assertIllegal("putV", () -> armci.putV(out, 2, proc), "Armci.putV", why);
        assertIllegal("accV", () -> armci.accV(LONGS, out, 2, proc), "Armci.accV", why);
        assertIllegal("getV", () -> armci.getV(in, 2, proc), "Armci.getV", why);
        assertEquals(-1, good.mismatch(MemorySegment.ofArray(ones)), "nothing came");
    }

    @RankTest(ranks = 1)
    void shouldNameTheCallForPlacesThatOverlap(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long there = armci.malloc(BYTES)[0];
        MemorySegment local = MemorySegment.ofArray(new byte[BYTES]);
        int[] apart = {16};
        int[] close = {2};
        int[] count = {4, 2};
        assertIllegal("putS", () -> armci.putS(local, 0, apart, there, close, count, 1, 0), "Armci.putS:", "dst",
                "overlap");
        assertIllegal("nbGetS", () -> armci.nbGetS(there, apart, local, 0, close, count, 1, 0, null),
                "Armci.nbGetS:", "dst", "overlap");
        long[] offsets = {0, 8};
        Giov out = new Giov(local, offsets, new long[]{there, there + 4}, 2, 8);
        Giov in = new Giov(local, new long[]{there, there + 8}, new long[]{8, 4}, 2, 8);
        for (int len = 1; len <= 2; len++) {
            int lists = len;
            assertIllegal("putV", () -> armci.putV(new Giov[]{out, out}, lists, 0), "Armci.putV:", "dst", "overlap");
            assertIllegal("getV", () -> armci.getV(new Giov[]{in, in}, lists, 0), "Armci.getV:", "dst", "overlap");
        }
        MemorySegment own = armci.memory(there, BYTES);
        assertIllegal("put", () -> armci.put(own, 0, there + 4, 8, 0), "Armci.put:", "overlap by 4");
        assertIllegal("getS", () -> armci.getS(there, apart, own, 2, apart, count, 1, 0), "Armci.getS:", "overlap");
        assertIllegal("accV", () -> armci.accV(LONGS, new Giov[]{new Giov(own, new long[]{0}, new long[]{there}, 1, 8)},
                1, 0), "Armci.accV:", "overlap");
        armci.finish();
    }

    /** The pointer as it was given, and what of it is outside. */
    @RankTest(ranks = 1)
    void shouldNameThePointerOfASectionThatLeavesTheMemory(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long there = armci.malloc(BYTES)[0];
        MemorySegment local = MemorySegment.ofArray(new byte[BYTES]);
        int[] far = {-(1 << 20)};
        assertIllegal("below", () -> armci.putS(local, 0, new int[]{16}, there, far, new int[]{4, 2}, 1, 0),
                "Armci.putS: dst", "from -1048576 to 4", GlobalPointer.toString(there), "memory of process 0");
        assertIllegal("above",
                () -> armci.getS(there, new int[]{1 << 20}, local, 0, new int[]{16}, new int[]{4, 2}, 1, 0),
                "Armci.getS: src", "from 0 to 1048580", GlobalPointer.toString(there));
        armci.finish();
    }

    /** A put just past the end is what is most often wrong: the byte behind is another's, or the heap's. */
    @RankTest
    void shouldRefuseWhatLeavesAnAllocation(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long[] pointers = armci.malloc(100);
        long[] behind = armci.malloc(100);
        MemorySegment local = MemorySegment.ofArray(new byte[256]);
        int[] strides = {64};
        for (int proc = 0; proc < 2; proc++) {
            int peer = proc;
            armci.put(local, 0, pointers[peer], 100, peer);
            armci.put(local, 0, pointers[peer] + 100, 0, peer);
            Executable[] calls = {() -> armci.put(local, 0, pointers[peer], 101, peer),
                () -> armci.get(pointers[peer] + 99, local, 0, 2, peer),
                () -> armci.putV(new Giov[]{out(local, 0, pointers[peer] + 96)}, 1, peer),
                () -> armci.putS(local, 0, strides, pointers[peer] + 33, strides, new int[]{4, 2}, 1, peer),
                () -> armci.memory(pointers[peer], 101),
                () -> armci.putValueInt(1, pointers[peer] + 100, peer)};
            for (Executable call : calls) {
                assertIllegal("beyond the end", call, "rank " + armci.me() + ": Armci.", "allocation of 100 bytes");
            }
        }
        armci.barrier();
        armci.free(pointers);
        armci.free(behind);
        armci.finish();
    }

    @RankTest
    void shouldRefuseShapesThatAreNone(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long there = armci.malloc(BYTES)[0];
        MemorySegment local = MemorySegment.ofArray(new byte[BYTES]);
        int[] one = {16};
        int[] two = {4, 2};
        assertIllegal("levels", () -> armci.putS(local, 0, one, there, one, two, -1, 0), "Armci.putS", "strideLevels",
                "-1", "0 and more");
        assertIllegal("count", () -> armci.putS(local, 0, one, there, one, null, 1, 0), "count", "null");
        assertIllegal("count", () -> armci.getS(there, one, local, 0, one, one, 1, 0), "Armci.getS", "count",
                "has 1", "2 numbers");
        assertIllegal("strides", () -> armci.putS(local, 0, null, there, one, two, 1, 0), "srcStrides", "null");
        assertIllegal("strides", () -> armci.putS(local, 0, one, there, new int[0], two, 1, 0), "dstStrides", "has 0");
        assertIllegal("negative", () -> armci.putS(local, 0, one, there, one, new int[]{4, -2}, 1, 0), "count[1]",
                "-2");
        assertIllegal("negative", () -> armci.accS(LONGS, local, 0, one, there, one, new int[]{-4, 2}, 1, 0),
                "Armci.accS", "count[0]", "-4");
        assertIllegal("overlap", () -> armci.putS(local, 0, one, there, new int[]{2}, two, 1, 0), "overlap");
        armci.putS(local, 0, new int[]{0}, there, one, two, 1, 0);
        armci.putS(local, 0, null, there, null, new int[]{8}, 0, 0);
        assertIllegal("length", () -> armci.put(local, 0, there, -8, 0), "Armci.put", "-8", "0 and more");
        assertIllegal("length", () -> armci.get(there, local, 0, -8, 0), "Armci.get", "-8", "0 and more");
        armci.barrier();
        armci.finish();
    }

    @RankTest
    void shouldRefuseElementsThatAreNone(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long there = armci.malloc(BYTES)[0];
        MemorySegment local = MemorySegment.ofArray(new byte[BYTES]);
        int[] strides = {16};
        assertIllegal("scale", () -> armci.acc(null, local, 0, there, 8, 0), "Armci.acc", "scale", "null");
        assertIllegal("cut", () -> armci.acc(LONGS, local, 0, there, 12, 0), "Armci.acc", "12", "LNG", "8 bytes");
        assertIllegal("cut", () -> armci.nbAcc(Scale.ofComplexDouble(1, 0), local, 0, there, 8, 0, null),
                "Armci.nbAcc", "DCP", "16 bytes");
        assertIllegal("misaligned", () -> armci.acc(LONGS, local, 0, there + 4, 8, 0), "dst", "multiple of 8", "LNG");
        assertIllegal("cut", () -> armci.accS(LONGS, local, 0, strides, there, strides, new int[]{4, 2}, 1, 0),
                "Armci.accS", "LNG");
        assertIllegal("misaligned", () -> armci.accS(LONGS, local, 0, strides, there, new int[]{12}, new int[]{8, 2}, 1,
                0), "8");
        Giov good = out(local, 0, there);
        assertIllegal("misaligned", () -> armci.accV(LONGS, new Giov[]{good, out(local, 0, there + 12)}, 2, 0),
                "Armci.accV", "multiple of 8");
        assertIllegal("scale", () -> armci.accV(null, new Giov[]{good}, 1, 0), "Armci.accV", "scale");
        assertIllegal("scale", () -> armci.accV(null, new Giov[0], 0, 0), "Armci.accV", "scale");
        assertIllegal("operation", () -> armci.rmw(null, local, 0, there, 1, 0), "Armci.rmw", "op", "null");
        for (Operation operation : Operation.values()) {
            assertIllegal("misaligned", () -> armci.rmw(operation, local, 0, there + 2, 1, 0), "Armci.rmw", "prem",
                    "multiple of");
            assertIllegal("local", () -> armci.rmw(operation, local, BYTES - 2, there, 1, 0), "Armci.rmw", "ploc",
                    BYTES + " bytes");
            assertIllegal("null", () -> armci.rmw(operation, null, 0, there, 1, 0), "Armci.rmw", "ploc", "null");
        }
        assertIllegal("misaligned", () -> armci.fetchAndAdd(there + 4, 1, 0), "Armci.fetchAndAdd", "multiple of 8");
        assertIllegal("process", () -> armci.fetchAndAdd(there, 1, 2), "Armci.fetchAndAdd", "process 2", "0..1");
        assertIllegal("misaligned", () -> armci.putFlag(local, 0, there, 8, there + 9, 1, 0), "Armci.putFlag", "flag",
                "multiple of 4");
        armci.barrier();
        armci.finish();
    }

    @RankTest
    void shouldRefuseListsThatAreNoneBeforeTheFirstOneMoves(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        long[] pointers = armci.malloc(BYTES);
        armci.memory(pointers[armci.me()], BYTES).fill((byte) 0);
        armci.barrier();
        long there = pointers[armci.me()];
        int me = armci.me();
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 1);
        MemorySegment local = MemorySegment.ofArray(ones);
        Giov good = out(local, 0, there);
        assertIllegal("null", () -> armci.putV(null, 1, me), "Armci.putV", "darray", "null");
        assertIllegal("len", () -> armci.putV(new Giov[]{good}, 2, me), "len", "2", "0..1");
        assertIllegal("len", () -> armci.putV(new Giov[]{good}, -1, me), "len", "-1");
        Giov[] bad = {null, new Giov(null, new long[1], new long[1], 1, 8),
            new Giov(local, null, new long[1], 1, 8), new Giov(local, new long[1], null, 1, 8),
            new Giov(local, new long[1], new long[1], 2, 8), new Giov(local, new long[1], new long[1], -1, 8),
            new Giov(local, new long[1], new long[1], 1, -8)};
        for (Giov each : bad) {
            assertIllegal("entry", () -> armci.putV(new Giov[]{good, each}, 2, me), "Armci.putV", "darray[1]");
            assertIllegal("entry", () -> armci.getV(new Giov[]{each}, 1, me), "Armci.getV", "darray[0]");
            assertIllegal("entry", () -> armci.accV(LONGS, new Giov[]{good, each}, 2, me), "Armci.accV", "darray[1]");
        }
        Giov[] wrong = {out(local, 60, there), out(local, 0, pointers[1 - me]), out(local, 0, there + (1 << 20)),
            new Giov(local, new long[]{0, 8}, new long[]{there, there + 4}, 2, 8)};
        for (Giov each : wrong) {
            assertIllegal("entry", () -> armci.putV(new Giov[]{good, each}, 2, me), "Armci.putV");
        }
        assertEquals(-1, armci.memory(there, BYTES).mismatch(MemorySegment.ofArray(new byte[BYTES])));
        armci.putV(new Giov[0], 0, me);
        armci.barrier();
        armci.finish();
    }
}
