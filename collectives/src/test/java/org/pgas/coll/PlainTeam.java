package org.pgas.coll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.events.CollectiveEvent;
import org.pgas.memory.SharedMemory;
import org.pgas.wait.SharedCondition;

/**
 * Members of a team as threads over plain native memory. They must have ended before the memory is freed, however the
 * test ends: all their waits are {@link Place#await}, which ends when one of them has failed.
 */
final class PlainTeam implements AutoCloseable {
    private static final long SEGMENT_BYTES = 4 << 20;
    private static final long AREA_BYTES = 64 << 20;

    /** A wait so long is one without an end. */
    private static final long PATIENCE_NANOS = 300_000_000_000L;

    /** What a member does. */
    @FunctionalInterface
    interface Body {
        void run(Place place);
    }

    private final Arena arena = Arena.ofShared();
    private final int size;
    private final boolean checked;

    /** By member; null of a team of one neighbourhood. */
    private final int[] neighbourhoods;

    /** By neighbourhood, each with room for all members: others see copies. */
    private final long[] blocks;

    private final long[] areas;

    /** Bytes of data, not of words, by the neighbourhoods from which and to which they went. */
    private final AtomicLong[][] sent;

    private final MemorySegment[] segments;
    private final AtomicLong areaTaken = new AtomicLong(64);
    private final AtomicLong areaLive = new AtomicLong();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CountDownLatch finished;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    PlainTeam(int size, boolean checked) {
        this(checked, new int[size], null);
    }

    /** @param neighbourhoods by member */
    PlainTeam(boolean checked, int... neighbourhoods) {
        this(checked, neighbourhoods, neighbourhoods);
    }

    private PlainTeam(boolean checked, int[] of, int[] neighbourhoods) {
        this.size = of.length;
        this.checked = checked;
        this.neighbourhoods = neighbourhoods;
        finished = new CountDownLatch(size);
        int count = Arrays.stream(of).max().orElseThrow() + 1;
        blocks = new long[count];
        areas = new long[count];
        sent = new AtomicLong[count][count];
        for (int each = 0; each < count; each++) {
            blocks[each] = arena.allocate(size * Slots.BLOCK_BYTES, 128).address();
            areas[each] = arena.allocate(areaBytes(), 128).address();
            Arrays.setAll(sent[each], to -> new AtomicLong());
        }
        segments = new MemorySegment[size];
        for (int rank = 0; rank < size; rank++) {
            segments[rank] = arena.allocate(SEGMENT_BYTES, 128);
        }
    }

    /** Runs a member on each of {@code size} threads, and throws what one of them threw. */
    void run(Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            Place place = new Place(rank);
            threads.add(Thread.ofPlatform().name("member " + rank).start(() -> {
                try {
                    body.run(place);
                } catch (Throwable e) {
                    if (!failure.compareAndSet(null, e)) {
                        failure.get().addSuppressed(e);
                    }
                }
            }));
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    failure.compareAndSet(null, e);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private long areaBytes() {
        return neighbourhoods == null ? AREA_BYTES : AREA_BYTES / 4;
    }

    /** For tests that play several members on one thread. */
    Place place(int rank) {
        return new Place(rank);
    }

    /** Pieces that were allocated and not freed. */
    long pieces() {
        return areaLive.get();
    }

    /** Bytes of data that have gone from a neighbourhood to another since this was asked last. */
    long sent(int from, int to) {
        return sent[from][to].getAndSet(0);
    }

    @Override
    public void close() {
        arena.close();
    }

    /** One member's view. */
    final class Place implements Surroundings {
        private final int rank;

        /**
         * What is advanced in the background, each entry an object of its own. Replaced, never changed; written under
         * {@code this}.
         */
        private volatile List<BooleanSupplier> works = List.of();

        private volatile boolean full;
        private volatile boolean ringFails;
        private volatile int spins = 10;

        private Place(int rank) {
            this.rank = rank;
        }

        MemorySegment segment() {
            return segments[rank];
        }

        /** Lets those go on who are in {@link #awaitOpen}. */
        void open() {
            opened.countDown();
        }

        void awaitOpen() {
            await(opened);
        }

        /** Closes a member when all have come here. */
        void closeWhenAllAreHere(Member member) {
            finished.countDown();
            await(finished);
            // members close at their own time, and the blocks belong to one of them
            spoilBlocks();
            member.close();
        }

        private void await(CountDownLatch latch) {
            try {
                if (!latch.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
                    throw new IllegalStateException("member " + rank + " waits in vain for another");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** Has everything advanced that was begun and is advanced in the background. */
        void poll() {
            for (BooleanSupplier work : works) {
                if (work.getAsBoolean()) {
                    remove(work);
                }
            }
        }

        /** Has the next {@link #ringAll} throw. */
        void failNextRing() {
            ringFails = true;
        }

        /** As of ranks that are more than cores. */
        void shareCores() {
            spins = 0;
        }

        /** Whether this member's part of the area is full. */
        void refuseMemory(boolean isFull) {
            full = isFull;
        }

        private synchronized void remove(BooleanSupplier done) {
            works = works.stream().filter(work -> work != done).toList();
        }

        /** Overwrites the members' blocks, as happens to memory that was freed. */
        void spoilBlocks() {
            SharedMemory.everything().asSlice(blocks[here()], size * Slots.BLOCK_BYTES).fill((byte) 0x5A);
        }

        /** Waits for what other threads do, and does nothing for it. */
        void awaitElsewhere(BooleanSupplier condition, String what) {
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() - deadline > 0 || failure.get() != null) {
                    throw new IllegalStateException("member " + rank + " waits in vain: " + what);
                }
                Thread.yield();
            }
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public long block(int member) {
            return blocks[here()] + member * Slots.BLOCK_BYTES;
        }

        @Override
        public long allocate(long bytes) {
            if (full) {
                throw new IllegalStateException("there is no memory left, as the test wants it");
            }
            areaLive.getAndIncrement();
            long place = areaTaken.getAndAdd((bytes + 127) / 128 * 128);
            if (place + bytes > areaBytes()) {
                throw new IllegalStateException("the area of the test is full");
            }
            return place;
        }

        @Override
        public void free(long place) {
            if (!isPlace(place, 0)) {
                throw new IllegalStateException(place + " is no place");
            }
            areaLive.getAndDecrement();
        }

        @Override
        public boolean isPlace(long place, long bytes) {
            return place > 0 && bytes >= 0 && bytes <= areaBytes() - place;
        }

        @Override
        public long address(long place) {
            return areas[here()] + place;
        }

        private int here() {
            return neighbourhoods == null ? 0 : neighbourhoods[rank];
        }

        @Override
        public int[] neighbourhoods() {
            return neighbourhoods;
        }

        @Override
        public void endChange(long address, long bytes) {
            for (int there = 0; there < areas.length; there++) {
                if (there != here()) {
                    copyThere(there, address, bytes);
                }
            }
        }

        @Override
        public void copy(long address, long bytes) {
            endChange(address, bytes);
            for (int there = 0; there < areas.length; there++) {
                sent[here()][there].getAndAdd(there == here() ? 0 : bytes);
            }
        }

        @Override
        public void copyTo(int member, long address, long bytes) {
            int there = neighbourhoods[member];
            if (there == here()) {
                throw new IllegalStateException("member " + member + " is a neighbour of " + rank);
            }
            sent[here()][there].getAndAdd(bytes);
            copyThere(there, address, bytes);
        }

        /** What lies behind the first long comes before it. */
        private void copyThere(int there, long address, long bytes) {
            long block = address - blocks[here()];
            boolean isWord = block >= 0 && block < size * Slots.BLOCK_BYTES;
            long to = isWord ? blocks[there] + block : areas[there] + address - areas[here()];
            if ((address | bytes) % Long.BYTES != 0) {
                throw new IllegalStateException(bytes + " bytes at " + address + " are no whole longs");
            }
            SharedMemory.copy(address + Long.BYTES, to + Long.BYTES, bytes - Long.BYTES);
            SharedMemory.putLongRelease(to, SharedMemory.getLong(address));
        }

        @Override
        public long offsetInSegment(MemorySegment memory) {
            long offset = memory.address() - segments[rank].address();
            return neighbourhoods == null && memory.isNative() && offset >= 0
                    && offset <= SEGMENT_BYTES - memory.byteSize() ? offset : -1;
        }

        @Override
        public long segmentAddress(int member, long offset, long bytes) {
            return segments[member].address() + offset;
        }

        @Override
        public void ringAll() {
            if (ringFails) {
                ringFails = false;
                throw new IllegalStateException("no bell, as the test wants it");
            }
        }

        @Override
        public void ringOwn() {}

        @Override
        public int spins() {
            return spins;
        }

        @Override
        public void await(SharedCondition condition) {
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (!condition.isMet()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("member " + rank + " waits in vain: " + condition.describe());
                }
                if (failure.get() != null) {
                    throw new IllegalStateException(
                            "another member has failed while this one waited: " + condition.describe());
                }
                poll();
                Thread.yield();
            }
        }

        @Override
        public synchronized void inBackground(Member member) {
            List<BooleanSupplier> more = new ArrayList<>(works);
            more.add(new BooleanSupplier() {
                @Override
                public boolean getAsBoolean() {
                    return member.background();
                }
            });
            works = List.copyOf(more);
        }

        @Override
        public boolean isChecked() {
            return checked;
        }

        @Override
        public RuntimeException damaged(long address, String what) {
            throw new PgasException(ErrorCode.RESOURCE, "rank " + rank + ": damaged: " + what);
        }

        @Override
        public int jobRank(int member) {
            return member;
        }

        @Override
        public void record(CollectiveEvent event, Form form, int root, long bytes, long sequence, boolean split) {
            // nobody reads them
        }
    }
}
