package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MessageQueue;
import org.pgas.testkit.Seed;

/**
 * Messages of several producers that tell where they come from, and the words of rank 0 in which all ranks count what
 * has come out.
 *
 * <p>A message of at least eight bytes begins with producer and number, and the other bytes follow from these. A
 * shorter one has no room for them: it says how long it is, and those of a length are counted.
 */
final class MessageLedger {
    private static final int HEAD = 8;

    private final Job job;
    private final LongAtomicDomain atomics;
    private final long words;
    private final int producers;
    private final int each;
    private final int max;

    MessageLedger(Job job, long words, int producers, int each, int max) {
        this.job = job;
        this.atomics = LongAtomicDomain.create(job.world());
        this.words = words;
        this.producers = producers;
        this.each = each;
        this.max = max;
    }

    private int bytes(SplittableRandom random) {
        return random.nextInt(6) == 0 ? random.nextInt(HEAD) : random.nextInt(HEAD, max + 1);
    }

    private static SplittableRandom sizes(int producer) {
        return Seed.of("sizes of producer " + producer);
    }

    private static byte content(int producer, int number, int index) {
        return (byte) (producer * 89 + number * 31 + index * 7 + (index >> 8));
    }

    void produce(MessageQueue queue, int producer) {
        SplittableRandom random = sizes(producer);
        SplittableRandom form = Seed.of("forms of producer " + producer);
        MemorySegment source = MemorySegment.ofArray(new byte[max + 16]);
        for (int number = 0; number < each; number++) {
            int bytes = bytes(random);
            int at = form.nextInt(16);
            for (int i = 0; i < bytes; i++) {
                source.set(ValueLayout.JAVA_BYTE, at + i,
                        bytes < HEAD ? (byte) bytes : content(producer, number, i));
            }
            if (bytes >= HEAD) {
                source.set(ValueLayout.JAVA_INT_UNALIGNED, at, producer);
                source.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4, number);
            }
            switch (form.nextInt(3)) {
                case 0 -> queue.put(source, at, bytes);
                case 1 -> {
                    while (!queue.offer(source, at, bytes)) {
                        Thread.yield();
                    }
                }
                default -> {
                    while (!queue.offer(source, at, bytes, Duration.ofNanos(form.nextInt(200_000)))) {
                        Thread.onSpinWait();
                    }
                }
            }
        }
    }

    /** Takes as many messages out as one producer puts in. */
    void consume(MessageQueue queue, SplittableRandom form) {
        MemorySegment target = MemorySegment.ofArray(new byte[max + 16]);
        int[] last = new int[producers];
        for (int count = 0; count < each; count++) {
            int at = form.nextInt(16);
            long bytes = switch (form.nextInt(3)) {
                case 0 -> queue.take(target, at);
                case 1 -> poll(queue, target, at, Duration.ZERO);
                default -> poll(queue, target, at, Duration.ofNanos(form.nextInt(200_000)));
            };
            note(target.asSlice(at, bytes), last);
        }
    }

    private static long poll(MessageQueue queue, MemorySegment target, int at, Duration timeout) {
        long bytes;
        while ((bytes = queue.poll(target, at, timeout)) == MessageQueue.NO_MESSAGE) {
            Thread.yield();
        }
        return bytes;
    }

    private void note(MemorySegment message, int[] last) {
        int bytes = (int) message.byteSize();
        if (bytes < HEAD) {
            for (int i = 0; i < bytes; i++) {
                assertEquals((byte) bytes, message.get(ValueLayout.JAVA_BYTE, i));
            }
            atomics.fetchAdd(0, words + 8L * bytes, 1);
            return;
        }
        int producer = message.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        int number = message.get(ValueLayout.JAVA_INT_UNALIGNED, 4);
        String name = "message " + number + " of producer " + producer;
        assertTrue(producer >= 0 && producer < producers && number >= 0 && number < each, name);
        for (int i = HEAD; i < bytes; i++) {
            int index = i;
            assertEquals(content(producer, number, i), message.get(ValueLayout.JAVA_BYTE, i),
                    () -> "byte " + index + " of " + bytes + " of " + name);
        }
        assertTrue(number >= last[producer], () -> name + " came after " + last[producer]);
        last[producer] = number;
        assertEquals(0, atomics.fetchAdd(0, seen(producer, number), 1L + bytes), () -> name + " came twice");
    }

    private long seen(int producer, int number) {
        return words + 64 + 8L * (producer * each + number);
    }

    /** After a barrier: all that was put in has come out, as long as it was. */
    void check() {
        if (job.rank() != 0) {
            return;
        }
        long[] shorts = new long[HEAD];
        for (int producer = 0; producer < producers; producer++) {
            SplittableRandom random = sizes(producer);
            for (int number = 0; number < each; number++) {
                int bytes = bytes(random);
                if (bytes < HEAD) {
                    shorts[bytes]++;
                } else {
                    assertEquals(1L + bytes, atomics.get(0, seen(producer, number)),
                            "message " + number + " of producer " + producer);
                }
            }
        }
        for (int bytes = 0; bytes < HEAD; bytes++) {
            assertEquals(shorts[bytes], atomics.get(0, words + 8L * bytes), "messages of " + bytes + " bytes");
        }
    }
}
