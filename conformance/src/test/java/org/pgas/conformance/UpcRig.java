package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.upc.UpcHandle;
import org.pgas.vis.Memvec;

/**
 * A stripe of every thread's shared memory that is this thread's to play with, private memory, and a model of both in
 * arrays: draws copies of all kinds, makes them, and compares all of it afterwards. Those whose destination overlaps
 * itself or the source must be refused, where the rules say so.
 */
final class UpcRig {
    static final int BYTES = 1536;
    private static final long HERE = 1L << 40;

    private final Upc upc;

    /** Whether all memory is mapped. */
    private final boolean isMapped;

    /** Whether copies that name a byte on both sides are refused. */
    private final boolean isChecked;

    private final SplittableRandom random;
    private final long base;
    private final byte[][] models;
    private final byte[] localModel = new byte[BYTES];
    private final MemorySegment local;

    /** {@code blocks}: an allocation with a stripe for each thread on each thread. */
    UpcRig(Job job, Upc upc, long blocks, SplittableRandom random, Arena arena, boolean isChecked) {
        this.upc = upc;
        this.isMapped = job.position().neighbourhoods() == 1;
        this.isChecked = isChecked;
        this.random = random;
        this.base = Upc.addrfield(blocks) + (long) upc.thread() * BYTES;
        this.local = random.nextBoolean() ? arena.allocate(BYTES) : MemorySegment.ofArray(new byte[BYTES]);
        this.models = new byte[upc.threads()][BYTES];
        random.nextBytes(localModel);
        local.copyFrom(MemorySegment.ofArray(localModel));
        for (int thread = 0; thread < models.length; thread++) {
            random.nextBytes(models[thread]);
            upc.memput(pointer(thread, 0), MemorySegment.ofArray(models[thread]), 0, BYTES);
        }
    }

    private long pointer(int thread, long offset) {
        return GlobalPointer.of(thread, base + offset);
    }

    /** One side of a copy: its regions in order, and what was given for them. */
    private final class Side {
        final boolean isShared;
        final List<Integer> threads = new ArrayList<>();
        final List<Integer> offsets = new ArrayList<>();
        final List<Integer> lengths = new ArrayList<>();
        long[] strides = {};

        Side(boolean isShared) {
            this.isShared = isShared;
        }

        void add(int thread, int offset, int length) {
            threads.add(thread);
            offsets.add(offset);
            lengths.add(length);
        }

        void addAnywhere(int length) {
            add(random.nextInt(models.length), random.nextInt(BYTES - length + 1), length);
        }

        int count() {
            return lengths.size();
        }

        /** Pointer, or offset in private memory, of a region. */
        long place(int index) {
            return isShared ? pointer(threads.get(index), offsets.get(index)) : offsets.get(index);
        }

        /** With more entries than count. */
        long[] places() {
            long[] places = new long[count() + 1];
            for (int i = 0; i < count(); i++) {
                places[i] = place(i);
            }
            return places;
        }

        SharedMemvec[] shared() {
            SharedMemvec[] list = new SharedMemvec[count() + 1];
            for (int i = 0; i < count(); i++) {
                list[i] = new SharedMemvec(lengths.get(i) == 0 ? GlobalPointer.NULL : place(i), lengths.get(i));
            }
            return list;
        }

        Memvec[] local() {
            Memvec[] list = new Memvec[count() + 1];
            for (int i = 0; i < count(); i++) {
                list[i] = new Memvec(place(i), lengths.get(i));
            }
            return list;
        }

        long[] bytes() {
            return IntStream.range(0, count())
                    .mapToObj(i -> LongStream.range(0, lengths.get(i))
                            .map(at -> (isShared ? (long) threads.get(i) << 20 : HERE) + offsets.get(i) + at))
                    .flatMapToLong(all -> all).toArray();
        }
    }

    private byte read(long place) {
        return place >= HERE ? localModel[(int) (place - HERE)] : models[(int) (place >> 20)][(int) place & 0xFFFFF];
    }

    private void write(long place, byte value) {
        if (place >= HERE) {
            localModel[(int) (place - HERE)] = value;
        } else {
            models[(int) (place >> 20)][(int) place & 0xFFFFF] = value;
        }
    }

    /** Makes a copy of any kind. Says whether it was legal. */
    boolean copy() {
        Side dst = new Side(random.nextInt(3) > 0);
        Side src = new Side(!dst.isShared || random.nextBoolean());
        boolean isAsync = random.nextBoolean();
        return switch (random.nextInt(5)) {
            case 0 -> contiguous(dst, src);
            case 1 -> vlist(dst, src, isAsync);
            case 2 -> ilist(dst, src, isAsync);
            case 3 -> fstrided(dst, src, isAsync);
            default -> strided(dst, src, isAsync);
        };
    }

    private boolean contiguous(Side dst, Side src) {
        int bytes = random.nextInt(200);
        dst.addAnywhere(bytes);
        src.addAnywhere(bytes);
        int form = random.nextInt(4);
        boolean isSet = dst.isShared && random.nextInt(4) == 0;
        if (isSet) {
            int value = random.nextInt();
            set(dst, value, bytes, form);
            for (long place : dst.bytes()) {
                write(place, (byte) value);
            }
            compare("memset");
            return true;
        }
        long to = dst.place(0);
        long from = src.place(0);
        return attempt("contiguous", dst, src, () -> {
            switch (form) {
                case 0 -> {
                    if (!src.isShared) {
                        upc.memput(to, local, from, bytes);
                    } else if (!dst.isShared) {
                        upc.memget(local, to, from, bytes);
                    } else {
                        upc.memcpy(to, from, bytes);
                    }
                }
                case 1 -> upc.waitsync(!src.isShared ? upc.memputAsync(to, local, from, bytes)
                        : !dst.isShared ? upc.memgetAsync(local, to, from, bytes) : upc.memcpyAsync(to, from, bytes));
                default -> implicit(form == 3, () -> {
                    if (!src.isShared) {
                        upc.memputAsynci(to, local, from, bytes);
                    } else if (!dst.isShared) {
                        upc.memgetAsynci(local, to, from, bytes);
                    } else {
                        upc.memcpyAsynci(to, from, bytes);
                    }
                });
            }
        });
    }

    private void set(Side dst, int value, int bytes, int form) {
        switch (form) {
            case 0 -> upc.memset(dst.place(0), value, bytes);
            case 1 -> upc.waitsync(upc.memsetAsync(dst.place(0), value, bytes));
            default -> implicit(form == 3, () -> upc.memsetAsynci(dst.place(0), value, bytes));
        }
    }

    private void implicit(boolean inRegion, Runnable copy) {
        if (!inRegion) {
            copy.run();
            upc.waitsynci();
            return;
        }
        upc.beginAccessregion();
        UpcHandle handle = null;
        try {
            copy.run();
        } finally {
            handle = upc.endAccessregion();
        }
        upc.waitsync(handle);
    }

    private void cut(Side side, int total) {
        for (int rest = total; rest > 0 || random.nextInt(5) == 0;) {
            int length = rest == 0 || random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(Math.min(rest, 60));
            side.addAnywhere(length);
            rest -= length;
        }
    }

    private boolean vlist(Side dst, Side src, boolean isAsync) {
        int total = random.nextInt(180);
        cut(dst, total);
        cut(src, total);
        return attempt("vlist", dst, src, () -> {
            if (!src.isShared) {
                done(isAsync ? upc.memputVlistAsync(dst.count(), dst.shared(), src.count(), local, src.local()) : null,
                        () -> upc.memputVlist(dst.count(), dst.shared(), src.count(), local, src.local()));
            } else if (!dst.isShared) {
                done(isAsync ? upc.memgetVlistAsync(dst.count(), local, dst.local(), src.count(), src.shared()) : null,
                        () -> upc.memgetVlist(dst.count(), local, dst.local(), src.count(), src.shared()));
            } else {
                done(isAsync ? upc.memcpyVlistAsync(dst.count(), dst.shared(), src.count(), src.shared()) : null,
                        () -> upc.memcpyVlist(dst.count(), dst.shared(), src.count(), src.shared()));
            }
        });
    }

    private void done(UpcHandle handle, Runnable blocking) {
        if (handle == null) {
            blocking.run();
        } else if (!upc.trysync(handle)) {
            assertFalse(isMapped);
            upc.waitsync(handle);
        }
    }

    private boolean ilist(Side dst, Side src, boolean isAsync) {
        int dstlen = 1 + random.nextInt(12);
        int srclen = 1 + random.nextInt(12);
        int more = random.nextInt(3);
        for (int i = 0; i < srclen * more; i++) {
            dst.addAnywhere(dstlen);
        }
        for (int i = 0; i < dstlen * more; i++) {
            src.addAnywhere(srclen);
        }
        int to = dst.count();
        int from = src.count();
        return attempt("ilist", dst, src, () -> {
            if (!src.isShared) {
                done(isAsync
                        ? upc.memputIlistAsync(to, dst.places(), dstlen, from, local, src.places(), srclen)
                        : null,
                        () -> upc.memputIlist(to, dst.places(), dstlen, from, local, src.places(), srclen));
            } else if (!dst.isShared) {
                done(isAsync
                        ? upc.memgetIlistAsync(to, local, dst.places(), dstlen, from, src.places(), srclen)
                        : null,
                        () -> upc.memgetIlist(to, local, dst.places(), dstlen, from, src.places(), srclen));
            } else {
                done(isAsync ? upc.memcpyIlistAsync(to, dst.places(), dstlen, from, src.places(), srclen) : null,
                        () -> upc.memcpyIlist(to, dst.places(), dstlen, from, src.places(), srclen));
            }
        });
    }

    /** Adds chunks; answers their stride. */
    private int chunks(Side side, int length, int count) {
        int stride = length + random.nextInt(6);
        int thread = random.nextInt(models.length);
        int start = random.nextInt(BYTES - stride * count);
        for (int i = 0; i < count; i++) {
            side.add(thread, start + i * stride, length);
        }
        return stride;
    }

    private boolean fstrided(Side dst, Side src, boolean isAsync) {
        int dstlen = 1 + random.nextInt(8);
        int srclen = 1 + random.nextInt(8);
        int more = 1 + random.nextInt(6);
        int to = srclen * more;
        int from = dstlen * more;
        int dststride = chunks(dst, dstlen, to);
        int srcstride = chunks(src, srclen, from);
        long there = dst.place(0);
        long here = src.place(0);
        return attempt("fstrided", dst, src, () -> {
            if (!src.isShared) {
                done(isAsync
                        ? upc.memputFstridedAsync(there, dstlen, dststride, to, local, here, srclen, srcstride, from)
                        : null,
                        () -> upc.memputFstrided(there, dstlen, dststride, to, local, here, srclen, srcstride, from));
            } else if (!dst.isShared) {
                done(isAsync
                        ? upc.memgetFstridedAsync(local, there, dstlen, dststride, to, here, srclen, srcstride, from)
                        : null,
                        () -> upc.memgetFstrided(local, there, dstlen, dststride, to, here, srclen, srcstride, from));
            } else {
                done(isAsync ? upc.memcpyFstridedAsync(there, dstlen, dststride, to, here, srclen, srcstride, from)
                        : null,
                        () -> upc.memcpyFstrided(there, dstlen, dststride, to, here, srclen, srcstride, from));
            }
        });
    }

    private void section(Side side, long[] count, int levels) {
        side.strides = new long[levels + 1];
        long span = count[0];
        for (int i = 0; i < levels; i++) {
            side.strides[i] = span + random.nextInt(5);
            span = side.strides[i] * count[i + 1];
        }
        int thread = random.nextInt(models.length);
        nest(side, thread, random.nextInt(BYTES - (int) span), count, levels);
    }

    private void nest(Side side, int thread, int start, long[] count, int level) {
        if (level == 0) {
            side.add(thread, start, (int) count[0]);
            return;
        }
        for (int i = 0; i < count[level]; i++) {
            nest(side, thread, start + i * (int) side.strides[level - 1], count, level - 1);
        }
    }

    private boolean strided(Side dst, Side src, boolean isAsync) {
        int levels = random.nextInt(4);
        long[] count = new long[levels + 1 + random.nextInt(2)];
        for (int i = 0; i < count.length; i++) {
            count[i] = 1 + random.nextInt(4);
        }
        section(dst, count, levels);
        section(src, count, levels);
        long to = dst.place(0);
        long from = src.place(0);
        long[] there = dst.strides;
        long[] here = src.strides;
        return attempt("strided", dst, src, () -> {
            if (!src.isShared) {
                done(isAsync ? upc.memputStridedAsync(to, there, local, from, here, count, levels) : null,
                        () -> upc.memputStrided(to, there, local, from, here, count, levels));
            } else if (!dst.isShared) {
                done(isAsync ? upc.memgetStridedAsync(local, to, there, from, here, count, levels) : null,
                        () -> upc.memgetStrided(local, to, there, from, here, count, levels));
            } else {
                done(isAsync ? upc.memcpyStridedAsync(to, there, from, here, count, levels) : null,
                        () -> upc.memcpyStrided(to, there, from, here, count, levels));
            }
        });
    }

    private boolean attempt(String text, Side dst, Side src, Runnable call) {
        long[] targets = dst.bytes();
        long[] sources = src.bytes();
        Set<Long> written = new HashSet<>();
        boolean isTarget = true;
        for (long place : targets) {
            isTarget &= written.add(place);
        }
        boolean isApart = true;
        for (long place : sources) {
            isApart &= !written.contains(place);
        }
        if (isTarget && !isApart && !isChecked) {
            return false;
        }
        if (!isTarget || !isApart) {
            PgasException thrown = assertThrowsExactly(PgasException.class, call::run,
                    text + " that overlaps");
            assertTrue(thrown.getMessage().contains("overlap"), thrown.getMessage());
            compare(text + " that was refused");
            return false;
        }
        call.run();
        byte[] moved = new byte[sources.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = read(sources[i]);
        }
        for (int i = 0; i < moved.length; i++) {
            write(targets[i], moved[i]);
        }
        compare(text);
        return true;
    }

    private void compare(String text) {
        assertArrayEquals(localModel, local.toArray(ValueLayout.JAVA_BYTE), text);
        byte[] found = new byte[BYTES];
        for (int thread = 0; thread < models.length; thread++) {
            upc.memget(MemorySegment.ofArray(found), 0, pointer(thread, 0), BYTES);
            assertArrayEquals(models[thread], found, text + ", on thread " + thread);
        }
        assertSame(UpcHandle.COMPLETE, upc.memgetAsync(local, 0, pointer(0, 0), 0));
    }
}
