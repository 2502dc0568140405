package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Random transfers of one thread of a rank, many in flight at once, against a model of every byte they may touch.
 *
 * <p>A segment holds: an area that is only read; for each thread of its rank an area of local targets and sources; for
 * each thread of every rank an area of remote targets. Each of those has a slot for every transfer in flight.
 */
final class ShapedTransfers {
    private static final int IN_FLIGHT = 16;
    private static final int SLOT = 4096;
    private static final int AREA = IN_FLIGHT * SLOT;
    private static final int LARGEST = 1500;
    private static final RandomShapes.Kind[] KINDS = RandomShapes.Kind.values();

    private final Job job;
    private final int threads;
    private final int thread;
    private final SplittableRandom random;
    private final RandomShapes shapes;
    private final Arena arena = Arena.ofAuto();

    /** Of every rank's area of this thread's remote targets. */
    private final byte[][] model;

    private final byte[][] readable;
    private int pair;

    ShapedTransfers(Job job, int threads, int thread) {
        this.job = job;
        this.threads = threads;
        this.thread = thread;
        random = Seed.of("transfers of rank " + job.rank() + ", thread " + thread);
        shapes = new RandomShapes(random);
        model = new byte[job.size()][AREA];
        readable = new byte[job.size()][SLOT];
        for (int rank = 0; rank < job.size(); rank++) {
            Stamp.fill(readable[rank], rank, Space.SEGMENT, 0);
        }
        pair = random.nextInt(KINDS.length * KINDS.length);
    }

    /** By each rank, once; then a barrier. */
    static void prepare(Job job) {
        Stamp.fill(job.endpoint().segment().local().asSlice(0, SLOT), job.rank(), Space.SEGMENT, 0);
    }

    /** After a last barrier: what was only read is as it was. */
    static void checkReadable(Job job) {
        Stamp.check("read area", job.endpoint().segment().local().asSlice(0, SLOT), job.rank(), Space.SEGMENT, 0);
    }

    /**
     * That many times, as many transfers as may be in flight, to and from any rank; they take every pair of kinds in
     * turn.
     */
    void run(int batches) {
        for (int batch = 0; batch < batches; batch++) {
            List<ShapedTransfer> transfers = new ArrayList<>();
            int[] places = new int[IN_FLIGHT];
            int count = shapes.skewed(2) == 1 ? IN_FLIGHT : shapes.skewed(IN_FLIGHT);
            for (int slot = 0; slot < count; slot++) {
                transfers.add(begin(slot, places));
            }
            complete(transfers);
            transfers.forEach(ShapedTransfer::checkLocal);
            check(transfers, places);
        }
    }

    private ShapedTransfer begin(int slot, int[] places) {
        int peer = random.nextInt(job.size());
        boolean isPut = random.nextBoolean();
        int bytes = shapes.volume(LARGEST);
        pair++;
        ModelShape source = shapes.source(KINDS[pair % KINDS.length], bytes, SLOT);
        ModelShape target = shapes.target(KINDS[pair / KINDS.length % KINDS.length], bytes, SLOT);
        ModelShape near = isPut ? source : target;
        ModelShape far = isPut ? target : source;
        boolean isOwn = random.nextInt(4) == 0;
        MemorySegment local = isOwn ? job.endpoint().segment().local() : local();
        long base = isOwn ? SLOT + (long) thread * AREA + slot * SLOT : 0;
        int nearPlace = shapes.place(near, 0, SLOT);
        int farPlace = shapes.place(far, 0, SLOT);
        long area = isPut ? stripe() + slot * SLOT : 0;
        ShapedTransfer transfer = new ShapedTransfer(job, isPut, peer, random, near, local, base, SLOT, nearPlace, far,
                area + farPlace);
        places[slot] = slot * SLOT + farPlace;
        transfer.begin(isPut ? model[peer] : readable[peer], isPut ? places[slot] : farPlace);
        return transfer;
    }

    private long stripe() {
        return SLOT + (long) (threads + job.rank() * threads + thread) * AREA;
    }

    private MemorySegment local() {
        int shift = random.nextInt(16);
        return switch (random.nextInt(3)) {
            case 0 -> MemorySegment.ofArray(new byte[SLOT + shift]).asSlice(shift);
            case 1 -> MemorySegment.ofArray(new double[SLOT / 8 + 2]).asSlice(shift, SLOT);
            default -> arena.allocate(SLOT + shift).asSlice(shift);
        };
    }

    /** In any order. */
    private void complete(List<ShapedTransfer> transfers) {
        List<ShapedTransfer> rest = new ArrayList<>(transfers);
        Collections.shuffle(rest, new Random(random.nextLong()));
        rest.stream().filter(ShapedTransfer::hasLeaf).forEach(ShapedTransfer::awaitLeaf);
        boolean isNbiFirst = random.nextBoolean();
        if (isNbiFirst) {
            completeNbi(rest);
        }
        if (random.nextBoolean()) {
            Event.awaitAll(rest.stream().map(ShapedTransfer::event).toArray(Event[]::new));
        } else {
            rest.forEach(transfer -> transfer.event().await());
        }
        if (!isNbiFirst) {
            completeNbi(rest);
        }
    }

    private void completeNbi(List<ShapedTransfer> transfers) {
        job.nbi().await(EventCategory.LC);
        transfers.stream().filter(ShapedTransfer::isGrouped).forEach(ShapedTransfer::overwrite);
        if (random.nextBoolean()) {
            job.nbi().await(EventCategory.PUT);
            job.nbi().await(EventCategory.GET);
            assertTrue(job.nbi().test(), "a transfer that is neither put nor get");
        } else {
            job.nbi().await();
        }
    }

    private void check(List<ShapedTransfer> transfers, int[] places) {
        for (int peer = 0; peer < job.size(); peer++) {
            MemorySegment found = Views.read(job, peer, stripe(), AREA);
            long wrong = found.mismatch(MemorySegment.ofArray(model[peer]));
            if (wrong >= 0) {
                int slot = Math.min((int) wrong / SLOT, transfers.size() - 1);
                throw transfers.get(slot).wrongAtPeer((int) wrong, places[slot],
                        found.get(ValueLayout.JAVA_BYTE, wrong), model[peer][(int) wrong]);
            }
        }
    }
}
