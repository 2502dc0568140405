package org.pgas.hosts.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.memory.SharedMemory;

/**
 * All ranks send to all others, by several threads each, and check what comes: nothing lost, twice, torn or out of
 * order.
 */
final class Traffic {
    private static final int THREADS = 2;
    private static final Channel[] CHANNELS = Channel.values();

    private final Wire[] wires;
    private final int frames;
    private final AtomicLong remaining;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** Frames whose data went where a receiver wanted them. */
    private final AtomicLong placed = new AtomicLong();

    /** @param frames of each thread, to each peer on each channel */
    Traffic(Wire[] wires, int frames) {
        this.wires = wires;
        this.frames = frames;
        remaining = new AtomicLong(
                (long) wires.length * (wires.length - 1) * THREADS * CHANNELS.length * frames);
    }

    /** @return how many frames had their data read to where the receiver wanted them */
    long run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < wires.length; rank++) {
            int self = rank;
            threads.add(start(() -> receive(self)));
            for (int sender = 0; sender < THREADS; sender++) {
                int number = sender;
                threads.add(start(() -> send(self, number)));
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed", failure.get());
        }
        return placed.get();
    }

    private Thread start(Runnable body) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                wakeAll();
            }
        });
    }

    private void wakeAll() {
        for (Wire wire : wires) {
            wire.wake();
        }
    }

    private boolean isOver() {
        return remaining.get() == 0 || failure.get() != null;
    }

    /** What a frame holds follows from where it is from and which one it is. */
    private record Content(long[] head, byte[] data) {
        static Content of(int source, int sender, int channel, int number, int maxData) {
            SplittableRandom random = new SplittableRandom(
                    (((source * 31L + sender) * 31 + channel) * 1_000_003 + number) * 7919);
            long[] head = new long[2 + random.nextInt(Wire.MAX_HEAD - 1)];
            Arrays.setAll(head, _ -> random.nextLong());
            head[0] = sender;
            head[1] = number;
            int bytes = switch (random.nextInt(16)) {
                case 0 -> 0;
                case 1 -> maxData - random.nextInt(9);
                case 2 -> random.nextInt(maxData / 8) * 8;
                case 3 -> random.nextInt(maxData);
                default -> random.nextInt(100);
            };
            byte[] data = new byte[bytes];
            random.nextBytes(data);
            return new Content(head, data);
        }
    }

    private void send(int self, int sender) {
        Wire wire = wires[self];
        MemorySegment outside = Arena.ofAuto().allocate(wire.maxData(), Long.BYTES);
        for (int number = 0; number < frames; number++) {
            for (int i = 1; i < wires.length; i++) {
                int peer = (self + i) % wires.length;
                for (Channel channel : CHANNELS) {
                    Content content = Content.of(self, sender, channel.ordinal(), number, wire.maxData());
                    MemorySegment data = MemorySegment.ofArray(content.data());
                    if ((number & 1) == 0) {
                        data = outside.asSlice(0, data.byteSize()).copyFrom(data);
                    }
                    while (!wire.send(peer, channel, content.head(), content.head().length, data, 0,
                            content.data().length)) {
                        assertNull(wire.lost(peer));
                        if (failure.get() != null) {
                            return;
                        }
                        Thread.yield();
                    }
                }
            }
        }
    }

    private void receive(int self) {
        Wire wire = wires[self];
        SplittableRandom random = new SplittableRandom(self);
        int[][][] next = new int[wires.length][THREADS][CHANNELS.length];
        boolean[] isRefused = new boolean[1];
        FrameReceiver receiver = new FrameReceiver() {
            private final MemorySegment[][] places = new MemorySegment[wires.length][CHANNELS.length];
            private final boolean[][] isPlaced = new boolean[wires.length][CHANNELS.length];

            @Override
            public ByteBuffer place(int source, Channel channel, long head, int longs, int bytes) {
                assertFalse(isPlaced[source][channel.ordinal()]);
                if (random.nextInt(4) == 0) {
                    return null;
                }
                MemorySegment place = Arena.ofAuto().allocate(bytes, Long.BYTES);
                places[source][channel.ordinal()] = place;
                isPlaced[source][channel.ordinal()] = true;
                placed.getAndAdd(1);
                return place.asByteBuffer();
            }

            @Override
            public void placed(int source, Channel channel, long head, int longs, int bytes) {
                assertTrue(isPlaced[source][channel.ordinal()]);
                isPlaced[source][channel.ordinal()] = false;
                MemorySegment place = places[source][channel.ordinal()];
                assertEquals(place.byteSize(), bytes);
                take(source, channel, head, longs, place.address(), bytes);
            }

            @Override
            public boolean received(int source, Channel channel, long head, int longs, long data, int bytes) {
                assertFalse(isPlaced[source][channel.ordinal()]);
                if (channel == Channel.REQUESTS && random.nextInt(8) == 0) {
                    isRefused[0] = true;
                    return false;
                }
                take(source, channel, head, longs, data, bytes);
                return true;
            }

            private void take(int source, Channel channel, long head, int longs, long data, int bytes) {
                int sender = (int) SharedMemory.getLong(head);
                int number = next[source][sender][channel.ordinal()]++;
                Content expected = Content.of(source, sender, channel.ordinal(), number, wire.maxData());
                long[] longsHere = new long[longs];
                Arrays.setAll(longsHere, i -> SharedMemory.getLong(head + 8L * i));
                assertArrayEquals(expected.head(), longsHere);
                byte[] dataHere = new byte[bytes];
                SharedMemory.copyOut(data, MemorySegment.ofArray(dataHere), 0, bytes);
                assertArrayEquals(expected.data(), dataHere);
                assertEquals(0, data & 7);
                if (remaining.decrementAndGet() == 0) {
                    wakeAll();
                }
            }
        };
        while (!isOver()) {
            isRefused[0] = false;
            if (wire.poll(receiver, 1 + random.nextInt(8)) == 0 && !isRefused[0]) {
                // one rank spins, the others sleep
                if (self == 0) {
                    Thread.yield();
                } else if (wire.arm() && !isOver()) {
                    wire.sleep(Long.MAX_VALUE);
                }
            }
        }
    }
}
