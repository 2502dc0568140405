package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Transfers so large that a wire may write their data to where they belong while they come: in the order of all others,
 * into memory of any kind, whatever the owner does.
 */
@AcrossTheNetwork
@RankDefaults(ranks = 2, neighbourhoods = 2, segment = "512k", settings = "pgas.checks=off")
class LargeTransfersTest {
    private static final int BYTES = 256 << 10;
    private static final long FLAG = BYTES + 64;
    private static final int ROUNDS = 60;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** Small ones wait for their handler while large ones land. */
    @RankTest
    void shouldCarryOutPutsOfAThreadInTheirOrderWhateverTheirSizes(Job job) {
        Rma rma = job.world().rma();
        if (job.rank() == 0) {
            SplittableRandom random = Seed.of("large " + job.rank());
            MemorySegment model = MemorySegment.ofArray(new long[BYTES / 8]);
            MemorySegment[] sources = {Arena.ofAuto().allocate(BYTES, 8), MemorySegment.ofArray(new long[BYTES / 8])};
            MemorySegment[] targets = {Arena.ofAuto().allocate(BYTES, 8), MemorySegment.ofArray(new byte[BYTES])};
            rma.put(1, 0, model, 0, BYTES);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = random.nextInt(1, 12); i > 0; i--) {
                    put(rma, random, sources[random.nextInt(2)], model);
                }
                job.nbi().await(EventCategory.PUT);
                MemorySegment target = targets[round & 1];
                rma.get(target, 0, 1, 0, BYTES);
                assertEquals(-1, target.mismatch(model), "in round " + round);
            }
        }
        job.world().barrier();
    }

    /** What is put is the source's own again when the call returns. */
    private static void put(Rma rma, SplittableRandom random, MemorySegment source, MemorySegment model) {
        int bytes = random.nextBoolean() ? random.nextInt(1, 100) : random.nextInt(8 << 10, 130 << 10) & -8;
        long at = random.nextInt(BYTES - bytes + 1);
        long from = random.nextInt((BYTES - bytes) / 8 + 1) * 8L;
        fill(source.asSlice(from, bytes), random.nextLong());
        rma.putNbi(1, at, source, from, bytes, LocalCompletion.NOW);
        model.asSlice(at, bytes).copyFrom(source.asSlice(from, bytes));
        source.asSlice(from, bytes).fill((byte) -1);
    }

    private static void fill(MemorySegment memory, long seed) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + (i ^ i >> 8)));
        }
    }

    /** Several at once, also into memory that is confined to its thread. */
    @RankTest
    void shouldBringEachGetToItsOwnTarget(Job job) {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        MemorySegment own = job.endpoint().segment().local();
        fill(own.asSlice(0, BYTES), job.rank());
        MemorySegment expected = MemorySegment.ofArray(new byte[BYTES]);
        fill(expected, peer);
        job.world().barrier();
        SplittableRandom random = Seed.of("large " + job.rank());
        try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
            for (int round = 0; round < ROUNDS; round++) {
                int count = random.nextInt(1, 6);
                MemorySegment[] targets = new MemorySegment[count];
                long[] places = new long[count];
                Event[] events = new Event[count];
                for (int i = 0; i < count; i++) {
                    int bytes = random.nextInt(1, 150 << 10);
                    places[i] = random.nextInt(BYTES - bytes + 1);
                    targets[i] = switch (random.nextInt(3)) {
                        case 0 -> confined.allocate(bytes);
                        case 1 -> shared.allocate(bytes);
                        default -> MemorySegment.ofArray(new byte[bytes]);
                    };
                    events[i] = rma.getNb(targets[i], 0, peer, places[i], bytes);
                }
                Event.awaitAll(events);
                for (int i = 0; i < count; i++) {
                    assertEquals(-1, targets[i].mismatch(expected.asSlice(places[i], targets[i].byteSize())));
                }
            }
        }
        job.world().barrier();
    }

    /** Rank 1 calls nothing of the library until it finds in its memory that rank 0 has done all it wants. */
    @RankTest
    void shouldServeLargeOnesWhileTheOwnerComputes(Job job) {
        Rma rma = job.world().rma();
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        if (job.rank() == 1) {
            Computing.until("rank 0 has been served", () -> (long) WORD.getVolatile(own, FLAG) != 0);
        } else {
            MemorySegment source = Arena.ofAuto().allocate(BYTES, 8);
            MemorySegment target = Arena.ofAuto().allocate(BYTES, 8);
            for (int i = 1; i <= 20; i++) {
                fill(source, i);
                rma.put(1, 0, source, 0, BYTES);
                rma.get(target, 0, 1, 0, BYTES);
                assertEquals(-1, target.mismatch(source));
            }
            rma.signal(1, FLAG, 1, SignalOperation.SET);
        }
        job.world().barrier();
        assertTrue(job.rank() == 0 || (long) WORD.getVolatile(own, FLAG) == 1);
    }
}
