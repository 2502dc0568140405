package org.pgas.hosts.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.OneSidedMode;

/**
 * What every wire keeps that has {@link Wire#oneSided}, whether devices or the wire's own software carry it out. Ranks
 * are in this thread but for one; the timeout is a net for laws that fail by waiting for ever.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
public abstract class OneSidedLaws {
    private static final FrameReceiver NOTHING = (_, _, _, _, _, _) -> false;
    private static final int BYTES = 300_000;
    private static final int RANKS = 3;

    @TempDir
    private Path directory;

    private final Arena arena = Arena.ofShared();
    private final Wire[] wires = new Wire[2];
    private OneSided here;
    private OneSided there;

    /** Memory of the second rank, and its name at the first. */
    private MemorySegment memory;
    private byte[] key;
    private long opened;

    /** The wire under test. */
    protected abstract WireProvider provider();

    /** Whether the wire is not to encrypt. */
    protected abstract boolean isPlain();

    private WireSettings settings(int rank) {
        byte[] job = new byte[WireSettings.JOB_BYTES];
        Arrays.fill(job, (byte) 7);
        return new WireSettings(directory, job, rank, RANKS, false, "127.0.0.1", isPlain());
    }

    @BeforeEach
    void open() {
        for (int rank = 0; rank < wires.length; rank++) {
            wires[rank] = provider().open(settings(rank), OneSidedMode.ON);
        }
        here = wires[0].oneSided().orElseThrow();
        there = wires[1].oneSided().orElseThrow();
        memory = arena.allocate(BYTES, 64);
        key = there.register(memory.address(), BYTES);
        assertFalse(here.isReached(1));
        opened = here.open(1, key);
        assertTrue(opened != 0);
        while (!here.isReached(1)) {
            assertFalse(here.put(1, opened, 0, memory, 0, 1, 0));
            poll();
        }
    }

    @AfterEach
    void close() {
        for (Wire each : wires) {
            each.close();
        }
        arena.close();
    }

    private void poll() {
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("waits for ever");
        }
        for (Wire each : wires) {
            each.poll(NOTHING, 10);
        }
    }

    /** The next that is done. */
    private OneSided.Done next() {
        OneSided.Done next = here.next();
        while (next == null) {
            assertNull(here.lost(1));
            poll();
            next = here.next();
        }
        return next;
    }

    private static MemorySegment filled(SplittableRandom random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return MemorySegment.ofArray(data);
    }

    private void putWhole(MemorySegment source, long offset, long token) {
        assertTrue(here.put(1, opened, offset, source, 0, (int) source.byteSize(), token));
        OneSided.Done done = next();
        assertEquals(token, done.token());
        assertFalse(done.isGet());
        assertEquals(1, done.peer());
        here.giveBack(done);
    }

    private MemorySegment got(long offset, int bytes) {
        assertTrue(here.get(1, opened, offset, bytes, 29, 31));
        OneSided.Done done = next();
        assertEquals(29, done.token());
        assertEquals(31, done.part());
        assertEquals(bytes, done.bytes());
        assertTrue(done.isGet());
        assertEquals(0, done.address() % Long.BYTES);
        byte[] copy = new byte[bytes];
        SharedMemory.copyOut(done.address(), MemorySegment.ofArray(copy), 0, bytes);
        here.giveBack(done);
        return MemorySegment.ofArray(copy);
    }

    /** Of any size, at any place, from memory that is the caller's again at once. */
    @Test
    void whatIsPutIsThereWhenItIsToldAndNothingElseIsTouched() {
        SplittableRandom random = new SplittableRandom(41);
        MemorySegment model = MemorySegment.ofArray(new byte[BYTES]);
        for (int round = 0; round < 200; round++) {
            int bytes = 1 + random.nextInt(random.nextBoolean() ? here.mostBytes() : 100);
            long offset = random.nextInt(BYTES - bytes + 1);
            MemorySegment source = filled(random, bytes);
            model.asSlice(offset, bytes).copyFrom(source);
            assertTrue(here.put(1, opened, offset, source, 0, bytes, round));
            source.fill((byte) 0);
            OneSided.Done done = next();
            assertEquals(round, done.token());
            here.giveBack(done);
            assertEquals(-1, memory.mismatch(model), "in round " + round);
        }
    }

    @Test
    void whatIsGotIsWhatIsThere() {
        SplittableRandom random = new SplittableRandom(43);
        for (int round = 0; round < 100; round++) {
            memory.copyFrom(filled(random, BYTES));
            int bytes = 1 + random.nextInt(random.nextBoolean() ? here.mostBytes() : 100);
            long offset = random.nextInt(BYTES - bytes + 1);
            assertEquals(-1, got(offset, bytes).mismatch(memory.asSlice(offset, bytes)), "in round " + round);
        }
        assertTrue(here.mostBytes() >= wires[0].maxData());
    }

    /** As many as there is room for, in both directions, each told once. */
    @Test
    void manyAreUnderWayAtOnceAndEachIsToldOnceAndRoomComesBack() {
        SplittableRandom random = new SplittableRandom(47);
        int piece = 2_000;
        int count = BYTES / piece;
        MemorySegment source = filled(random, BYTES);
        boolean[] told = new boolean[2 * count];
        int begun = 0;
        int most = 0;
        for (int done = 0; done < 2 * count;) {
            boolean isTaken = begun < count
                    ? here.put(1, opened, (long) begun * piece, source, (long) begun * piece, piece, begun)
                    : begun < 2 * count && done >= count
                            && here.get(1, opened, (long) (begun - count) * piece, piece, begun, begun - count);
            if (isTaken) {
                begun++;
                most = Math.max(most, begun - done);
                continue;
            }
            OneSided.Done next = next();
            int token = (int) next.token();
            assertFalse(told[token], "told twice");
            told[token] = true;
            if (next.isGet()) {
                byte[] copy = new byte[piece];
                SharedMemory.copyOut(next.address(), MemorySegment.ofArray(copy), 0, piece);
                assertEquals(-1, MemorySegment.ofArray(copy)
                        .mismatch(source.asSlice((long) (token - count) * piece, piece)));
            }
            here.giveBack(next);
            done++;
            assertTrue(here.finished() >= done);
        }
        assertNull(here.next());
        assertFalse(here.isAnyDone());
        assertEquals(2L * count, here.finished());
        assertTrue(most > 1 && most < count, most + " at once");
    }

    @Test
    void nothingGoesBeyondTheBoundsOfMemory() {
        MemorySegment source = MemorySegment.ofArray(new byte[here.mostBytes() + 1]);
        source.fill((byte) 1);
        for (long offset : new long[]{-1, BYTES - 9, BYTES, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> here.put(1, opened, offset, source, 0, 10, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> here.get(1, opened, offset, 10, 0, 0));
        }
        for (int bytes : new int[]{0, -1, here.mostBytes() + 1}) {
            assertThrows(IndexOutOfBoundsException.class, () -> here.put(1, opened, 0, source, 0, bytes, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> here.get(1, opened, 0, bytes, 0, 0));
        }
        assertThrows(IndexOutOfBoundsException.class,
                () -> here.put(1, opened, 0, source, source.byteSize() - 9, 10, 0));
        for (long none : new long[]{0, -1, opened + 1, Long.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> here.put(1, none, 0, source, 0, 10, 0));
        }
        assertThrows(IllegalArgumentException.class, () -> here.get(2, opened, 0, 10, 0, 0));
        putWhole(source.asSlice(0, 10), BYTES - 10, 5); // what is legal goes on
        assertEquals(BYTES - 10, memory.mismatch(MemorySegment.ofArray(new byte[BYTES])));
    }

    @Test
    void memoryThatCannotBeReadIsRefusedAndTakesNoRoom() throws InterruptedException {
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(100);
        closed.close();
        MemorySegment[] others = new MemorySegment[1];
        Thread other = Thread.ofPlatform().start(() -> others[0] = Arena.ofConfined().allocate(100));
        other.join();
        for (int i = 0; i < 1_000; i++) {
            assertThrows(IllegalStateException.class, () -> here.put(1, opened, 0, gone, 0, 100, 0));
            assertThrows(WrongThreadException.class, () -> here.put(1, opened, 0, others[0], 0, 100, 0));
        }
        putWhole(MemorySegment.ofArray(new byte[]{7}), 3, 6);
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 3));
        assertEquals(1, here.finished());
    }

    @Test
    void aKeyThatIsDamagedOpensNothing() {
        for (int i = 0; i < key.length; i++) {
            byte[] damaged = key.clone();
            damaged[i] ^= 8;
            assertEquals(0, here.open(1, damaged));
        }
        assertEquals(0, here.open(1, new byte[0]));
        assertEquals(0, here.open(1, Arrays.copyOf(key, key.length - 1)));
        putWhole(MemorySegment.ofArray(new byte[]{9}), 0, 1);
        assertNull(here.lost(1));
    }

    /** Also when it is gone: what else is reached stays so, and it can be made known again. */
    @Test
    void memoryComesAndGoes() {
        SplittableRandom random = new SplittableRandom(53);
        for (int round = 0; round < 20; round++) {
            try (Arena passing = Arena.ofShared()) {
                MemorySegment more = passing.allocate(10_000, 64);
                byte[] itsKey = there.register(more.address(), more.byteSize());
                assertNotNull(itsKey);
                long itsName = here.open(1, itsKey);
                assertTrue(itsName != 0 && itsName != opened);
                MemorySegment source = filled(random, 10_000);
                assertTrue(here.put(1, itsName, 0, source, 0, 10_000, round));
                here.giveBack(next());
                assertEquals(-1, more.mismatch(source));
                there.deregister(itsKey);
                there.deregister(itsKey);
            }
            putWhole(filled(random, 1_000), 0, 1);
        }
    }

    /** The target sleeps in its wire, and is woken where it takes part by software. */
    @Test
    void aSleeperIsReached() throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread sleeper = Thread.ofPlatform().start(() -> {
            while (!isOver.get()) {
                if (wires[1].poll(NOTHING, 10) == 0 && wires[1].arm()) {
                    wires[1].sleep(Long.MAX_VALUE);
                }
            }
        });
        try {
            for (int i = 0; i < 50; i++) {
                byte value = (byte) (i + 1);
                assertTrue(here.put(1, opened, i, MemorySegment.ofArray(new byte[]{value}), 0, 1, i));
                sleepUntilDone();
                assertTrue(here.get(1, opened, i, 1, i, 0));
                assertEquals(value, sleepUntilDone());
            }
        } finally {
            isOver.set(true);
            wires[1].wake();
            sleeper.join();
        }
    }

    /** What the next that is done has brought, if it is a get. */
    private byte sleepUntilDone() {
        OneSided.Done done = here.next();
        while (done == null) {
            if (wires[0].poll(NOTHING, 10) == 0 && !here.isAnyDone() && wires[0].arm()) {
                wires[0].sleep(Long.MAX_VALUE);
            }
            done = here.next();
        }
        byte brought = done.isGet() ? SharedMemory.getByte(done.address()) : 0;
        here.giveBack(done);
        return brought;
    }

    /** From the first open on, while it connects; and while a transfer is not done. */
    @Test
    void aPeerIsQuietWhenNothingIsUnderWayWithIt() {
        assertTrue(here.isQuiet(2), "nothing was opened there");
        while (!here.isQuiet(1)) {
            poll();
        }
        MemorySegment source = MemorySegment.ofArray(new byte[here.mostBytes()]);
        for (int round = 0; round < 50; round++) {
            assertTrue(here.put(1, opened, 0, source, 0, here.mostBytes(), round));
            assertFalse(here.isQuiet(1));
            while (!here.isQuiet(1)) {
                assertFalse(here.isAnyDone());
                poll();
            }
            here.giveBack(next());
        }
        assertTrue(there.isQuiet(0));
    }

    @Test
    void nothingIsTakenWhenTheWireIsClosed() {
        putWhole(MemorySegment.ofArray(new byte[]{9}), 0, 1);
        wires[0].close();
        assertFalse(here.put(1, opened, 0, MemorySegment.ofArray(new byte[]{9}), 0, 1, 2));
        assertFalse(here.get(1, opened, 0, 1, 3, 0));
        assertNotNull(here.lost(1));
        assertEquals(0, here.open(1, key));
        assertNull(here.register(memory.address(), BYTES));
        here.deregister(key);
    }

    /** What is under way then is never told, and takes no room for ever; others go on. */
    @Test
    void aProcessThatIsKilledIsLostAndOthersGoOn() throws Exception {
        Process process = RankProcess.start(HoldingRank.class, provider().name(), settings(2));
        try {
            long itsName = here.open(2, HexFormat.of().parseHex(RankProcess.said(process, HoldingRank.KEY)));
            assertTrue(itsName != 0);
            MemorySegment source = MemorySegment.ofArray(new byte[here.mostBytes()]);
            List<Long> told = new ArrayList<>();
            for (long token = 0; token < 300;) {
                token += here.put(2, itsName, 0, source, 0, here.mostBytes(), token) ? 1 : 0;
                takeInto(told);
            }
            process.destroyForcibly();
            assertEquals(137, process.waitFor());
            long later = 300;
            while (here.lost(2) == null) {
                later += here.put(2, itsName, 0, source, 0, here.mostBytes(), later) ? 1 : 0;
                takeInto(told);
            }
            assertTrue(here.lost(2).contains("rank 2"), here.lost(2));
            assertFalse(here.put(2, itsName, 0, source, 0, 1, 0));
            assertFalse(here.get(2, itsName, 0, 1, 0, 0));
            takeInto(told);
            assertTrue(told.size() < later, "told of all that the dead process was sent");
            for (int i = 0; i < 500; i++) {
                putWhole(source, 0, i);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Nothing was sent there, so nothing is lost. */
    @Test
    void aPeerThatIsGoneBeforeItIsReachedIsNotLost() throws Exception {
        Process process = RankProcess.start(HoldingRank.class, provider().name(), settings(2));
        byte[] itsKey;
        try {
            itsKey = HexFormat.of().parseHex(RankProcess.said(process, HoldingRank.KEY));
        } finally {
            process.destroyForcibly().waitFor();
        }
        long itsName = here.open(2, itsKey);
        while (!here.isQuiet(2)) {
            poll();
        }
        for (int i = 0; i < 500; i++) {
            poll();
            assertFalse(here.isReached(2));
            assertTrue(itsName == 0 || !here.put(2, itsName, 0, memory, 0, 1, i));
        }
        assertNull(here.lost(2));
        long again = here.open(2, itsKey);
        assertFalse(again != 0 && here.put(2, again, 0, memory, 0, 1, 0));
        putWhole(MemorySegment.ofArray(new byte[]{7}), 0, 1);
    }

    private void takeInto(List<Long> told) {
        poll();
        for (OneSided.Done done = here.next(); done != null; done = here.next()) {
            told.add(done.token());
            here.giveBack(done);
        }
    }
}
