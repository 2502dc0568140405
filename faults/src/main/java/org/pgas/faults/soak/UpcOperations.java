package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.vis.Memvec;

/** UPC, begun and ended: shared arrays of all layouts made, scattered, gathered, reblocked, copied and freed. */
final class UpcOperations extends Operations {
    UpcOperations(Stage stage) {
        super(stage, "upc");
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
        Upc upc = Upc.init(job(), 1 << 20, 64 << 10);
        int elements = 1 + shared.nextInt(4000);
        SharedArray first = upc.allArray(elements, 8, shared.nextInt(64));
        long[] model = new long[elements];
        for (int turn = 0; turn < 4; turn++) {
            main.does(this);
            int from = shared.nextInt(elements);
            long[] data = new SplittableRandom(shared.nextLong()).longs(1 + shared.nextInt(elements - from)).toArray();
            if (turn % stage().ranks() == stage().rank()) {
                upc.waitsync(upc.scatterAsync(first, from, MemorySegment.ofArray(data), 0, data.length));
            }
            System.arraycopy(data, 0, model, from, data.length);
            upc.barrier();
        }
        main.does(this);
        SharedArray second = upc.allReblock(first, 1 + shared.nextInt(64));
        upc.barrier();
        int at = shared.nextInt(elements);
        main.same("an element of a reblocked array", stage().rank(), at, model[at], second.getLong(at));
        long[] found = new long[elements];
        upc.gather(MemorySegment.ofArray(found), 0, second, 0, elements);
        int wrong = Arrays.mismatch(model, found);
        if (wrong >= 0) {
            throw main.mismatch("an element of a shared array", stage().rank(), wrong, model[wrong], found[wrong]);
        }
        lists(shared, main, upc, second, model);
        local(shared, main, upc);
        upc.barrier();
        if (stage().rank() == 0) {
            upc.free(second);
            upc.free(first);
        }
        upc.finish();
    }

    /** Each thread puts its own elements again, and gets any, by lists of places of all threads. */
    private void lists(SplittableRandom shared, Strand main, Upc upc, SharedArray array, long[] model) {
        main.does(this);
        int count = Math.min(64, model.length);
        int stride = 1 + shared.nextInt(model.length / count);
        long[] pointers = new long[count];
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            pointers[i] = array.address((long) i * stride);
            offsets[i] = 8L * (count - 1 - i);
        }
        long[] found = new long[count];
        upc.memgetIlist(count, MemorySegment.ofArray(found), offsets, 8, count, pointers, 8);
        for (int i = 0; i < count; i++) {
            main.same("an element got by a list", stage().rank(), (long) i * stride, model[i * stride],
                    found[count - 1 - i]);
        }
        upc.barrier();
        if (stage().rank() == shared.nextInt(stage().ranks())) {
            upc.memputIlist(count, pointers, 8, count, MemorySegment.ofArray(found), reversed(offsets), 8);
        }
        upc.barrier();
        SharedMemvec[] from = new SharedMemvec[count];
        Memvec[] to = {new Memvec(0, 8L * count)};
        for (int i = 0; i < count; i++) {
            from[i] = new SharedMemvec(pointers[i], 8);
        }
        upc.memgetVlist(1, MemorySegment.ofArray(found), to, count, from);
        for (int i = 0; i < count; i++) {
            main.same("an element put by a list", stage().rank(), (long) i * stride, model[(count - 1 - i) * stride],
                    found[i]);
        }
    }

    private static long[] reversed(long[] numbers) {
        long[] other = new long[numbers.length];
        Arrays.setAll(other, i -> numbers[numbers.length - 1 - i]);
        return other;
    }

    /** Memory of each thread alone. */
    private void local(SplittableRandom shared, Strand main, Upc upc) {
        main.does(this);
        int bytes = 1 + shared.nextInt(4000);
        long pointer = upc.alloc(bytes);
        byte[] data = new byte[bytes];
        main.random().nextBytes(data);
        upc.memput(pointer, MemorySegment.ofArray(data), 0, bytes);
        MemorySegment found = MemorySegment.ofArray(new byte[bytes]);
        upc.memget(found, 0, pointer, bytes);
        long wrong = found.mismatch(MemorySegment.ofArray(data));
        if (wrong >= 0) {
            throw main.mismatch("a byte of local shared memory", stage().rank(), wrong, data[(int) wrong],
                    found.get(ValueLayout.JAVA_BYTE, wrong));
        }
        upc.free(pointer);
    }
}
