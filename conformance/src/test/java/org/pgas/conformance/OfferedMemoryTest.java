package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.lend.PeerOffer;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.team.TeamCore;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Large transfers to native client memory, which go straight between processes where the kernel permits it: nobody sees
 * a difference.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class OfferedMemoryTest {
    private static final int BYTES = 3 << 20;
    private static final int ROUNDS = 40;
    private static final int WINDOWS = 60;

    @RankTest(ranks = 3)
    void shouldDoInWindowsWhatAModelDoes(Job job) {
        agree(job);
    }

    @RankTest(ranks = 3, settings = "pgas.cma=off")
    void shouldDoInWindowsWhatAModelDoesByMessages(Job job) {
        agree(job);
    }

    /** Each rank writes into a part of its own of every other's window, and reads what it wrote. */
    private static void agree(Job job) {
        WindowMemory memory = WindowMemory.allocateLocal(job, BYTES);
        Window window = Window.create(job.world(), memory.memory(), 1);
        int share = BYTES / job.size();
        int base = share * job.rank();
        SplittableRandom random = Seed.of("offers " + job.rank());
        byte[][] models = new byte[job.size()][share];
        window.fence(0);
        for (int round = 0; round < ROUNDS; round++) {
            int target = random.nextInt(job.size());
            int bytes = random.nextInt(4) == 0 ? random.nextInt(1, share) : random.nextInt(1, 5000);
            int at = random.nextInt(share - bytes + 1);
            int before = random.nextInt(9);
            byte[] data = new byte[before + bytes];
            random.nextBytes(data);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment source = round % 2 == 0 ? MemorySegment.ofArray(data)
                        : arena.allocate(data.length).copyFrom(MemorySegment.ofArray(data));
                window.put(source.asSlice(before), bytes, Datatype.BYTE, target, base + at, bytes, Datatype.BYTE);
                System.arraycopy(data, before, models[target], at, bytes);
                window.fence(0);
                MemorySegment back = round % 3 == 0 ? MemorySegment.ofArray(new byte[share]) : arena.allocate(share);
                window.get(back, share, Datatype.BYTE, target, base, share, Datatype.BYTE);
                window.fence(0);
                assertEquals(-1, back.mismatch(MemorySegment.ofArray(models[target])), "round " + round);
            }
        }
        window.fence(0);
        window.free();
        memory.free();
    }

    /** No system call reaches memory elsewhere. */
    @RankTest(neighbourhoods = 1)
    void shouldTransferWithoutTheOwner(Job job) {
        Segment segment = job.segments().create(Arena.ofAuto().allocate(BYTES, 8));
        Rma rma = job.world().rma();
        rma.putLong(1 - job.rank(), 0, TeamCore.of(job.world()).ticket(segment));
        rma.putLong(job.rank(), 16, ProcessHandle.current().pid());
        job.world().barrier();
        if (job.rank() == 0) {
            PeerOffer offer = TeamCore.of(job.world()).offers().findTicket(1, rma.getLong(0, 0));
            boolean permitted = offer != null;
            // a kernel may refuse other processes; a process its own threads never
            assertTrue(permitted || !isOneProcess(job), "this process may not be reached by itself");
            if (permitted) {
                MemorySegment data = MemorySegment.ofArray(new byte[BYTES]);
                Stamp.fill(data, 0, Space.HEAP, 0);
                assertTrue(offer.put(0, data, 0, BYTES));
            }
            rma.putLong(1, 8, permitted ? 2 : 1);
        } else {
            // loads, which never poll
            long deadline = System.nanoTime() + Patience.NANOS;
            while (rma.getLongAcquire(1, 8) == 0) {
                assertTrue(System.nanoTime() < deadline, "rank 0 never put");
                Thread.onSpinWait();
            }
            if (rma.getLongAcquire(1, 8) == 2) {
                Stamp.check("put", segment.local(), 0, Space.HEAP, 0);
            }
        }
        job.world().barrier();
        segment.destroy();
    }

    private static boolean isOneProcess(Job job) {
        Rma rma = job.world().rma();
        return rma.getLong(1, 16) == ProcessHandle.current().pid();
    }

    /** Memory is given back and written by its owner at once, over and over; a late write of a peer would be seen. */
    @RankTest
    void shouldWriteNothingIntoMemoryThatWasGivenBack(Job job) {
        int peer = 1 - job.rank();
        byte[] ones = new byte[1 << 16];
        java.util.Arrays.fill(ones, (byte) 1);
        for (int i = 0; i < WINDOWS; i++) {
            WindowMemory memory = WindowMemory.allocateLocal(job, ones.length);
            Window window = Window.create(job.world(), memory.memory(), 1);
            window.fence(0);
            window.put(MemorySegment.ofArray(ones), ones.length, Datatype.BYTE, peer, 0, ones.length, Datatype.BYTE);
            window.fence(0);
            assertEquals(-1, memory.memory().mismatch(MemorySegment.ofArray(ones)));
            window.free();
            memory.memory().fill((byte) 2);
            Stamp.checkUntouched("given back", memory.memory().fill((byte) 0));
            memory.free();
        }
    }

    @RankTest(modes = Mode.THREADS)
    void shouldRefuseTheSameRangesAsMessages(Job job) {
        WindowMemory memory = WindowMemory.allocateLocal(job, 8192);
        Window window = Window.create(job.world(), memory.memory(), 1);
        window.fence(0);
        MemorySegment data = MemorySegment.ofArray(new byte[8192]);
        assertIllegal("put", () -> window.put(data, 8192, Datatype.BYTE, 1 - job.rank(), 1, 8192, Datatype.BYTE),
                "8192 bytes");
        assertIllegal("get", () -> window.get(data, 4096, Datatype.BYTE, 1 - job.rank(), 4097, 4096, Datatype.BYTE),
                "8192 bytes");
        window.fence(0);
        window.free();
        memory.free();
    }
}
