package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.pgas.Job;

/**
 * The same traffic as {@link MessageRows} through Agrona's ring buffers alone, a ring of the default capacity for each direction, in
 * the ranks' segments: what Active Messages can cost at the least.
 */
final class RingRows {
    private static final int CAPACITY = 512 << 10;
    private static final int RING_BYTES = CAPACITY + RingBufferDescriptor.TRAILER_LENGTH;
    private static final int TYPE = 1;
    private static final int BATCH = 64;

    private final Job job;
    private final Meter meter;
    private final boolean asks;

    private RingBuffer out;
    private RingBuffer in;
    private int bytes;
    private long taken;

    private final MessageHandler echo = this::echo;
    private final MessageHandler sink = (type, buffer, index, length) -> taken++;

    RingRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        asks = job.rank() == 0;
    }

    void run() {
        run("ring", true);
        run("ring-oto", false);
    }

    private void run(String name, boolean manyToOne) {
        if (!meter.wants(name + "-")) {
            return;
        }
        job.world().barrier();
        job.endpoint().segment().local().asSlice(Places.RING, RING_BYTES).fill((byte) 0);
        job.world().barrier();
        in = ring(job.endpoint().segment().local(), manyToOne);
        out = ring(job.endpoint().boundSegment(job.world(), 1 - job.rank()).mapped(), manyToOne);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(MessageRows.LONG_BYTES, 4096).fill((byte) 1);
            UnsafeBuffer source = new UnsafeBuffer(memory.address(), MessageRows.LONG_BYTES);
            bytes = 8;
            meter.together(name + "-short", 4, times -> roundTrips(times, source));
            for (int size : MessageRows.MEDIUM_BYTES) {
                bytes = size;
                meter.together(name + "-medium", size, times -> roundTrips(times, source));
            }
            bytes = 8;
            meter.together(name + "-flood", 4, times -> flood(times, source));
        }
        job.world().barrier();
    }

    private static RingBuffer ring(MemorySegment segment, boolean manyToOne) {
        UnsafeBuffer buffer = new UnsafeBuffer(segment.address() + Places.RING, RING_BYTES);
        return manyToOne ? new ManyToOneRingBuffer(buffer) : new OneToOneRingBuffer(buffer);
    }

    private void send(DirectBuffer source, int offset) {
        int index = out.tryClaim(TYPE, bytes);
        while (index <= 0) {
            Thread.onSpinWait();
            index = out.tryClaim(TYPE, bytes);
        }
        AtomicBuffer target = out.buffer();
        if (bytes == Long.BYTES) {
            target.putLong(index, source.getLong(offset));
        } else {
            target.putBytes(index, source, offset, bytes);
        }
        out.commit(index);
    }

    private void echo(int type, MutableDirectBuffer buffer, int index, int length) {
        send(buffer, index);
        taken++;
    }

    private void roundTrips(long times, DirectBuffer source) {
        long goal = taken + times;
        for (long i = 0; i < times && asks; i++) {
            send(source, 0);
            takeUntil(sink, goal - times + i + 1);
        }
        takeUntil(asks ? sink : echo, goal);
    }

    private void takeUntil(MessageHandler handler, long goal) {
        while (taken < goal) {
            if (in.read(handler, BATCH) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void flood(long times, DirectBuffer source) {
        if (asks) {
            for (long i = 0; i < times; i++) {
                send(source, 0);
            }
            takeUntil(sink, taken + 1);
        } else {
            takeUntil(sink, taken + times);
            send(source, 0);
        }
    }
}
