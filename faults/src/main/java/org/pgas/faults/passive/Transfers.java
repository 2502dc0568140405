package org.pgas.faults.passive;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.Scale;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Puts, gets and accumulates, contiguous and not. */
final class Transfers {
    private static final int PEER = 1;
    private static final int BYTES = 4096;
    private static final LocalCompletion NOW = LocalCompletion.NOW;

    private Transfers() {}

    static void addTo(List<Operation> all, Job job, long at) {
        Rma rma = job.world().rma();
        MemorySegment here = MemorySegment.ofArray(new long[BYTES / 8]);
        long signal = at + BYTES;
        all.add(new Operation("put and get of a value: byte, short, int, long, float, double", 12,
                () -> values(rma, at)));
        all.add(new Operation("putLongRelease, getLongAcquire", 2, () -> {
            rma.putLongRelease(PEER, at, 1);
            rma.getLongAcquire(PEER, at);
        }));
        all.add(new Operation("putValueNb, getValueNb", 2, () -> {
            rma.putValueNb(PEER, at, 1, 8).await();
            rma.getValueNb(PEER, at, 8).await();
        }));
        all.add(new Operation("putValueNbi", () -> {
            rma.putValueNbi(PEER, at, 1, 8);
            job.nbi().await();
        }));
        all.add(new Operation("put of 4 KiB", () -> rma.put(PEER, at, here, 0, BYTES)));
        all.add(new Operation("get of 4 KiB", () -> rma.get(here, 0, PEER, at, BYTES)));
        all.add(new Operation("putNb of 4 KiB", () -> rma.putNb(PEER, at, here, 0, BYTES, NOW).await()));
        all.add(new Operation("putNb of 4 KiB, source deferred",
                () -> rma.putNb(PEER, at, here, 0, BYTES, LocalCompletion.DEFER).await()));
        all.add(new Operation("getNb of 4 KiB", () -> rma.getNb(here, 0, PEER, at, BYTES).await()));
        all.add(new Operation("putNbi, getNbi of 4 KiB", 2, () -> {
            rma.putNbi(PEER, at, here, 0, BYTES, LocalCompletion.GROUP);
            rma.getNbi(here, 0, PEER, at, BYTES);
            job.nbi().await();
        }));
        all.add(new Operation("memset of 4 KiB", () -> rma.memset(PEER, at, (byte) 1, BYTES)));
        all.add(new Operation("memsetNb, memsetNbi of 4 KiB", 2, () -> {
            rma.memsetNb(PEER, at, (byte) 1, BYTES).await();
            rma.memsetNbi(PEER, at, (byte) 1, BYTES);
            job.nbi().await();
        }));
        all.add(new Operation("signal", () -> rma.signal(PEER, signal, 1, SignalOperation.ADD)));
        all.add(new Operation("putSignal, putSignalNb, putSignalNbi", 3, () -> {
            rma.putSignal(PEER, at, here, 0, 64, signal, 1, SignalOperation.ADD);
            rma.putSignalNb(PEER, at, here, 0, 64, signal, 1, SignalOperation.ADD, NOW).await();
            rma.putSignalNbi(PEER, at, here, 0, 64, signal, 1, SignalOperation.ADD, LocalCompletion.GROUP);
            job.nbi().await();
        }));
        accumulates(all, job, at, here);
        shapes(all, job, at, here);
    }

    private static void values(Rma rma, long at) {
        rma.putByte(PEER, at, rma.getByte(PEER, at));
        rma.putShort(PEER, at, rma.getShort(PEER, at));
        rma.putInt(PEER, at, rma.getInt(PEER, at));
        rma.putLong(PEER, at, rma.getLong(PEER, at));
        rma.putFloat(PEER, at, rma.getFloat(PEER, at));
        rma.putDouble(PEER, at, rma.getDouble(PEER, at));
    }

    private static void accumulates(List<Operation> all, Job job, long at, MemorySegment here) {
        Accumulator accumulator = Accumulator.of(job.world());
        all.add(new Operation("accumulate of 4 KiB of int",
                () -> accumulator.accumulateInts(PEER, at, here, 0, BYTES / 4, 2)));
        all.add(new Operation("accumulate of 4 KiB of long",
                () -> accumulator.accumulateLongs(PEER, at, here, 0, BYTES / 8, 2)));
        all.add(new Operation("accumulate of 4 KiB of float",
                () -> accumulator.accumulateFloats(PEER, at, here, 0, BYTES / 4, 2)));
        all.add(new Operation("accumulate of 4 KiB of double",
                () -> accumulator.accumulateDoubles(PEER, at, here, 0, BYTES / 8, 2)));
        all.add(new Operation("accumulate of 4 KiB of complex float and double", 2, () -> {
            accumulator.accumulateComplexFloats(PEER, at, here, 0, BYTES / 8, 1, 1);
            accumulator.accumulateComplexDoubles(PEER, at, here, 0, BYTES / 16, 1, 1);
        }));
        all.add(new Operation("accumulateNb, accumulateNbi of 4 KiB", 2, () -> {
            accumulator.accumulateNb(PEER, at, Scale.ofInt(2), here, 0, BYTES, NOW).await();
            accumulator.accumulateNbi(PEER, at, Scale.ofInt(2), here, 0, BYTES, LocalCompletion.GROUP);
            job.nbi().await();
        }));
    }

    private static void shapes(List<Operation> all, Job job, long at, MemorySegment here) {
        Vis vis = Vis.of(job.world());
        Shape packed = Shape.contiguous(1024);
        shape(all, job, vis, "strided", at, Shape.strided(16, new long[]{64}, new long[]{64}), here, packed);
        shape(all, job, vis, "indexed", at, Shape.indexed(256, new long[]{0, 512, 1024, 3072}), here, packed);
        shape(all, job, vis, "vector", at, Shape.vector(new long[]{0, 1024}, new long[]{256, 768}), here, packed);
    }

    private static void shape(List<Operation> all, Job job, Vis vis, String kind, long at, Shape there,
            MemorySegment here, Shape packed) {
        all.add(new Operation("put of 1 KiB, " + kind, () -> vis.put(PEER, at, there, here, 0, packed)));
        all.add(new Operation("get of 1 KiB, " + kind, () -> vis.get(here, 0, packed, PEER, at, there)));
        all.add(new Operation("putNb, getNb, putNbi, getNbi of 1 KiB, " + kind, 4, () -> {
            Event.awaitAll(vis.putNb(PEER, at, there, here, 0, packed, NOW));
            Event.awaitAll(vis.getNb(here, 0, packed, PEER, at, there));
            vis.putNbi(PEER, at, there, here, 0, packed, LocalCompletion.GROUP);
            vis.getNbi(here, 0, packed, PEER, at, there);
            job.nbi().await();
        }));
        all.add(new Operation("accumulate of 1 KiB, " + kind,
                () -> vis.accumulate(PEER, at, there, Scale.ofInt(3), here, 0, packed)));
    }
}
