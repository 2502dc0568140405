package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;

/**
 * The MPPA interface, begun and ended: segments made, cloned, put to and got from, contiguous and strided, counters, a
 * heap.
 */
final class MppaOperations extends Operations {
    private static final int BYTES = 64 << 10;
    private static final int QUEUE = 77;
    private static final int RECORD = 2 * Long.BYTES;

    MppaOperations(Stage stage) {
        super(stage, "mppa");
    }

    @Override
    boolean isOneSided() {
        return false;
    }

    @Override
    boolean isCollective() {
        return true;
    }

    @Override
    void together(SplittableRandom shared, Strand main) {
        main.does(this);
        Mppa mppa = Mppa.init(job());
        for (int turn = 0; turn < 2; turn++) {
            int owner = shared.nextInt(stage().ranks());
            int identifier = 42 + turn;
            if (stage().rank() == owner) {
                mppa.segmentCreate(null, BYTES, SegmentFlags.NONE, 0, identifier, null);
            }
            MppaSegment segment = mppa.segmentClone(identifier, null);
            transfers(shared, main, mppa, segment, owner);
            world().barrier();
            mppa.segmentDestroy(segment);
        }
        queue(shared, main, mppa);
        mppa.finish();
    }

    /** Records of all ranks through a queue of one: whole, each rank's in their order. */
    private void queue(SplittableRandom shared, Strand main, Mppa mppa) {
        main.does(this);
        int owner = shared.nextInt(stage().ranks());
        int records = 1 + shared.nextInt(100);
        if (stage().rank() == owner) {
            mppa.segmentCreate(null, Mppa.queueBytes(256), SegmentFlags.QUEUE0, 0, QUEUE, null);
        }
        MppaSegment queue = mppa.segmentClone(QUEUE, null);
        if (stage().rank() == owner) {
            long[] next = new long[stage().ranks()];
            for (int i = 0; i < records * (stage().ranks() - 1); i++) {
                main.does(this);
                MemorySegment record = mppa.dequeue(queue, RECORD);
                int from = (int) record.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                main.same("a record of a queue", from, 8, next[from]++, record.get(ValueLayout.JAVA_LONG_UNALIGNED, 8));
                mppa.discard(queue, RECORD);
            }
        } else {
            for (int i = 0; i < records; i++) {
                main.does(this);
                mppa.enqueue(queue, MemorySegment.ofArray(new long[]{stage().rank(), i}), 0, RECORD, true, null);
            }
        }
        world().barrier();
        mppa.segmentDestroy(queue);
    }

    private void transfers(SplittableRandom shared, Strand main, Mppa mppa, MppaSegment segment, int owner) {
        int part = BYTES / 2 / stage().ranks() / 64 * 64;
        long at = BYTES / 2 + (long) stage().rank() * part;
        byte[] data = new byte[part];
        new SplittableRandom(shared.nextLong() + stage().rank()).nextBytes(data);
        MppaEvent event = new MppaEvent();
        main.does(this);
        mppa.put(MemorySegment.ofArray(data), 0, segment, at, part, event);
        mppa.eventWait(event);
        mppa.fence(segment, null);
        main.does(this);
        int pieces = part / 64;
        byte[] found = new byte[pieces * 16];
        mppa.getSpaced(MemorySegment.ofArray(found), 0, segment, at, 16, pieces, 64, null);
        for (int i = 0; i < found.length; i++) {
            main.same("a byte of a spaced get", owner, at + i / 16 * 64 + i % 16, data[i / 16 * 64 + i % 16], found[i]);
        }
        main.does(this);
        mppa.postAdd(segment, 0, 1);
        mppa.fetchAdd(segment, 8, 1);
        mppa.fence(segment, null);
        world().barrier();
        main.same("a posted counter", owner, 0, stage().ranks(), mppa.peek(segment, 0));
        main.same("a fetched counter", owner, 8, stage().ranks(), mppa.peek(segment, 8));
    }
}
