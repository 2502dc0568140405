package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;

/**
 * Locks that guard plain words, queues that lose, double and reorder nothing, records that are never half old and half
 * new, counters that give each number once.
 */
final class StructureOperations extends Operations {
    private static final int FIFO_BYTES = 4096;
    private static final int RECORD_LONGS = 8;

    private final FairMutex mutex;
    private final FairReadWriteLock lock;
    private final MessageQueue queue;
    private final ByteFifo fifo;
    private final SequenceLock record;
    private final WorkCounter counter;

    /** Guarded by the mutex, and by the lock (two that are always equal). */
    private final long words;

    /**
     * Of each strand: times in the mutex, times in the write lock, sums of messages put minus taken, numbers of
     * messages put, bytes into the fifo, numbers drawn and their sum.
     */
    private final long[][] done;

    /** Of each strand, of each producer: the number of the message taken last. */
    private final long[][] last;

    private final long[] put;

    /** What this rank has taken out of the stream; guarded by this. */
    private long fifoSum;

    StructureOperations(Stage stage) {
        super(stage, "structures");
        int home = stage.ranks() - 1;
        words = stage.place(64);
        mutex = FairMutex.create(world(), home, stage.place(FairMutex.bytes()));
        lock = FairReadWriteLock.create(world(), home, stage.place(FairReadWriteLock.bytes(world())));
        queue = MessageQueue.create(world(), home, stage.place(MessageQueue.bytes(64, 256)), 64, 256);
        fifo = ByteFifo.create(world(), home, stage.place(ByteFifo.bytes(FIFO_BYTES, 64)), FIFO_BYTES, 64);
        record = SequenceLock.create(world(), home, stage.place(SequenceLock.bytes(8 * RECORD_LONGS)),
                8 * RECORD_LONGS);
        counter = WorkCounter.create(world(), home, stage.place(WorkCounter.bytes()));
        done = new long[stage.strands()][7];
        last = new long[stage.strands()][stage.allStrands()];
        put = new long[stage.strands()];
    }

    @Override
    void burst(Strand strand) {
        long[] mine = done[strand.index()];
        for (int i = 0; i < 8; i++) {
            strand.does(this);
            switch (strand.below(6)) {
                case 0 -> exclusive(strand, mine);
                case 1 -> shared(strand, mine);
                case 2 -> queued(strand, mine);
                case 3 -> streamed(strand, mine);
                case 4 -> recorded(strand);
                default -> {
                    long next = counter.next();
                    mine[5]++;
                    mine[6] += next;
                }
            }
        }
    }

    private void exclusive(Strand strand, long[] mine) {
        boolean held = true;
        if (strand.below(3) == 0) {
            held = mutex.tryLock(Duration.ofMillis(strand.below(2)));
        } else {
            mutex.lock();
        }
        if (held) {
            try {
                rma().putLong(mutex.rank(), words, rma().getLong(mutex.rank(), words) + 1);
                mine[0]++;
            } finally {
                mutex.unlock();
            }
        }
    }

    private void shared(Strand strand, long[] mine) {
        int rank = lock.rank();
        if (strand.below(4) == 0) {
            lock.lockWrite();
            try {
                long next = rma().getLong(rank, words + 8) + 1;
                rma().putLong(rank, words + 8, next);
                rma().putLong(rank, words + 16, next);
                mine[1]++;
            } finally {
                lock.unlockWrite();
            }
        } else {
            lock.lockRead();
            try {
                strand.same("two words under a read lock", rank, words + 16, rma().getLong(rank, words + 8),
                        rma().getLong(rank, words + 16));
            } finally {
                lock.unlockRead();
            }
        }
    }

    /** A message is its producer, its number, and filler that they determine. */
    private void queued(Strand strand, long[] mine) {
        MemorySegment message = MemorySegment.ofArray(new long[32]);
        if (strand.below(2) == 0) {
            long number = put[strand.index()] + 1;
            int bytes = 16 + strand.below(240);
            message.set(ValueLayout.JAVA_LONG, 0, strand.number());
            message.set(ValueLayout.JAVA_LONG, 8, number);
            message.asSlice(16, bytes - 16).fill((byte) (number * 31 + strand.number()));
            if (queue.offer(message, 0, bytes)) {
                put[strand.index()] = number;
                mine[2] += number;
                mine[3]++;
            }
            return;
        }
        long bytes = queue.poll(message, 0);
        if (bytes == MessageQueue.NO_MESSAGE) {
            return;
        }
        int producer = (int) message.get(ValueLayout.JAVA_LONG, 0);
        long number = message.get(ValueLayout.JAVA_LONG, 8);
        if (number <= last[strand.index()][producer]) {
            throw strand.mismatch("the number of a message of strand " + producer, queue.rank(), queue.offset(),
                    "more than " + last[strand.index()][producer], number);
        }
        last[strand.index()][producer] = number;
        for (long at = 16; at < bytes; at++) {
            strand.same("a byte of message " + number + " of strand " + producer, queue.rank(), at,
                    (byte) (number * 31 + producer), message.get(ValueLayout.JAVA_BYTE, at));
        }
        mine[2] -= number;
        mine[3]--;
    }

    private void streamed(Strand strand, long[] mine) {
        if (strand.below(2) == 0) {
            long[] item = {strand.number(), strand.random().nextLong()};
            if (fifo.tryEnqueue(MemorySegment.ofArray(item), 0, 16)) {
                mine[4] += item[0] ^ item[1];
            }
        } else if (stage().rank() == fifo.rank()) {
            drain(strand.below(32));
        }
    }

    private synchronized void drain(int most) {
        for (int i = 0; i < most; i++) {
            MemorySegment view = fifo.tryDequeue(16);
            if (view == null) {
                return;
            }
            fifoSum += view.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) ^ view.get(ValueLayout.JAVA_LONG_UNALIGNED, 8);
            fifo.discard(16);
        }
    }

    /** All numbers of the record are equal. */
    private void recorded(Strand strand) {
        long[] numbers = new long[RECORD_LONGS];
        if (strand.below(4) == 0) {
            java.util.Arrays.fill(numbers, strand.random().nextLong());
            record.write(MemorySegment.ofArray(numbers), 0);
            return;
        }
        record.read(MemorySegment.ofArray(numbers), 0);
        for (long each : numbers) {
            strand.same("a number of a record", record.rank(), record.recordOffset(), numbers[0], each);
        }
    }

    @Override
    void verify(Strand main) {
        if (stage().rank() == fifo.rank()) {
            drain(FIFO_BYTES);
            MemorySegment message = MemorySegment.ofArray(new long[32]);
            while (queue.poll(message, 0) != MessageQueue.NO_MESSAGE) {
                done[main.index()][2] -= message.get(ValueLayout.JAVA_LONG, 8);
                done[main.index()][3]--;
            }
        }
        long[] own = new long[8];
        for (long[] each : done) {
            for (int i = 0; i < each.length; i++) {
                own[i] += each[i];
            }
        }
        own[7] = fifoSum;
        long[] all = stage().sums(own);
        int rank = mutex.rank();
        main.same("a word under the mutex", rank, words, all[0], rma().getLong(rank, words));
        main.same("a word under the write lock", rank, words + 8, all[1], rma().getLong(rank, words + 8));
        main.same("the sum of messages put and not taken", rank, queue.offset(), 0, all[2]);
        main.same("messages put and not taken", rank, queue.offset(), 0, all[3]);
        main.same("the sum of what went through the stream", rank, fifo.offset(), all[4], all[7]);
        main.same("numbers drawn", rank, counter.offset(), all[5], counter.get());
        main.same("the sum of numbers drawn", rank, counter.offset(), all[5] * (all[5] - 1) / 2, all[6]);
    }
}
