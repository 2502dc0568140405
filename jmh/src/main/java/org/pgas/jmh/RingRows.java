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
import org.pgas.meter.Meter;

/**
 * The traffic of {@link MessageRows} through Agrona's ring buffers alone, a ring of the default capacity for each
 * direction, in the segment of the rank that reads it: what Active Messages can cost at the least.
 *
 * <p>One class for all handlers: the loop of Agrona's ring is compiled for two classes of them at most, this one and
 * the library's, and would call a third by a table, whichever rows come later.
 */
final class RingRows implements MessageHandler {
    private static final int CAPACITY = 512 << 10;

    /**
     * For the largest messages, of which seven would fill the other; it fits into a cache that a core has to itself,
     * too.
     */
    private static final int LARGE_CAPACITY = 1 << 20;
    private static final int LARGE_BYTES = 32 << 10;
    private static final int TYPE = 1;
    private static final int BATCH = 64;

    /** What names a handler, and one argument; the row's bytes are those of the argument. */
    private static final int SHORT_BYTES = Long.BYTES;

    private final Job job;
    private final Meter meter;
    private final int peer;
    private final boolean asks;

    private RingBuffer out;
    private RingBuffer in;
    private int bytes;
    private boolean echoes;
    private long handled;

    /** What the handler has read, so that the compiler cannot drop it. */
    private long seen;

    RingRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        peer = job.rank() ^ 1;
        asks = job.rank() % 2 == 0;
    }

    void run() {
        run("ring", "ring-mto", true);
        run("ring-oto", "ring-oto", false);
    }

    private void run(String name, String library, boolean manyToOne) {
        open(CAPACITY, manyToOne);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(MessageRows.LONG_BYTES, 4096).fill((byte) 1);
            UnsafeBuffer source = new UnsafeBuffer(memory.address(), MessageRows.LONG_BYTES);
            rows(name, source);
            sizes(meter.of(library), source, manyToOne);
        }
    }

    private void open(int capacity, boolean manyToOne) {
        int ringBytes = capacity + RingBufferDescriptor.TRAILER_LENGTH;
        job.world().barrier();
        job.endpoint().segment().local().asSlice(Places.RING, ringBytes).fill((byte) 0);
        job.world().barrier();
        in = ring(job.endpoint().segment().local(), ringBytes, manyToOne);
        out = ring(job.endpoint().boundSegment(job.world(), peer).mapped(), ringBytes, manyToOne);
    }

    private static RingBuffer ring(MemorySegment segment, int ringBytes, boolean manyToOne) {
        UnsafeBuffer buffer = new UnsafeBuffer(segment.address() + Places.RING, ringBytes);
        return manyToOne ? new ManyToOneRingBuffer(buffer) : new OneToOneRingBuffer(buffer);
    }

    private void rows(String name, DirectBuffer source) {
        String ranks = job.size() == 2 ? "" : Integer.toString(job.size());
        echoes = !asks;
        bytes = SHORT_BYTES;
        meter.together(name + "-short" + ranks, 4, times -> roundTrips(times, source));
        if (job.size() > 2) {
            return;
        }
        for (int size : MessageRows.MEDIUM_BYTES) {
            bytes = size;
            meter.together(name + "-medium", size, times -> roundTrips(times, source));
        }
        echoes = false;
        bytes = SHORT_BYTES;
        meter.together(name + "-flood", 4, times -> flood(times, source));
    }

    /** The rows of {@link SizedMessageRows}. */
    private void sizes(Meter ofLibrary, DirectBuffer source, boolean manyToOne) {
        for (int size : SizedMessageRows.sizes(job)) {
            if (size > LARGE_BYTES) {
                open(LARGE_CAPACITY, manyToOne);
            }
            bytes = size;
            echoes = !asks;
            ofLibrary.together(SizedMessageRows.roundTrip(job), size, times -> roundTrips(times, source));
            echoes = false;
            if (job.size() == 2) {
                ofLibrary.together(SizedMessageRows.ONE_WAY, size, times -> flood(times, source));
            }
        }
    }

    private void roundTrips(long times, DirectBuffer source) {
        if (!asks) {
            takeUntil(handled + times);
            return;
        }
        for (long i = 0; i < times; i++) {
            send(source, 0);
            takeUntil(handled + 1);
        }
    }

    /** A message comes back when all have been handled. */
    private void flood(long times, DirectBuffer source) {
        if (!asks) {
            takeUntil(handled + times);
            send(source, 0);
            return;
        }
        for (long i = 0; i < times; i++) {
            send(source, 0);
        }
        takeUntil(handled + 1);
    }

    private void takeUntil(long goal) {
        while (handled < goal) {
            if (in.read(this, BATCH) == 0) {
                idle();
            }
        }
    }

    @Override
    public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
        if (length >= Long.BYTES) {
            seen += buffer.getLong(index);
        }
        if (echoes) {
            send(buffer, index);
        }
        handled++;
    }

    private void send(DirectBuffer source, int offset) {
        int index = out.tryClaim(TYPE, bytes);
        while (index <= 0) {
            idle();
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

    /** With more ranks than cores, a rank with nothing to do makes room for one that has something. */
    private void idle() {
        if (job.size() > 2) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
