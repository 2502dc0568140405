package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeCopiesTest {
    private static final int ROOM = 17 << 20;

    @TempDir
    Path directory;

    private final Arena arena = Arena.ofShared();
    private final Random random = new Random(5);
    private final MemorySegment near = arena.allocate(ROOM, 4096);
    private final MemorySegment far = arena.allocate(ROOM, 4096);

    @BeforeAll
    static void prepare() {
        SharedMemory.prepareLargeCopies();
    }

    @AfterEach
    void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private byte[] fill(MemorySegment segment, long from, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, segment, from, bytes);
        return data;
    }

    private static byte[] read(MemorySegment segment, long from, int bytes) {
        return segment.asSlice(from, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8 << 10, (32 << 10) - 1, 32 << 10, (128 << 10) - 1, 128 << 10, (128 << 10) + 1, 3 << 20})
    void theCLibraryMovesWhatItIsGivenAndNothingElse(int bytes) {
        byte[] around = fill(far, 0, bytes + 64);
        byte[] data = fill(near, 13, bytes);

        assertTrue(LargeCopies.copy(near, 13, far, 32, bytes));

        assertArrayEquals(data, read(far, 32, bytes));
        assertArrayEquals(java.util.Arrays.copyOf(around, 32), read(far, 0, 32));
        assertArrayEquals(java.util.Arrays.copyOfRange(around, bytes + 32, bytes + 64), read(far, bytes + 32L, 32));
    }

    @ParameterizedTest
    @ValueSource(ints = {16 << 10, 40 << 10, 300_001, (2 << 20) + 1, 16 << 20, (16 << 20) + 5})
    void everyWayCopiesTheSameBytes(int bytes) {
        for (MemorySegment local : List.of(near, MemorySegment.ofArray(new byte[ROOM]),
                MemorySegment.ofArray(new long[ROOM / Long.BYTES]))) {
            byte[] data = fill(local, 8, bytes);
            SharedMemory.copyIn(local, 8, far.address() + 24, bytes);
            assertArrayEquals(data, read(far, 24, bytes), "in");
            far.fill((byte) 0);
            SharedMemory.copyInForPeer(local, 8, far.address() + 24, bytes);
            assertArrayEquals(data, read(far, 24, bytes), "in for a peer");
            local.fill((byte) 0);
            SharedMemory.copyOut(far.address() + 24, local, 16, bytes);
            assertArrayEquals(data, read(local, 16, bytes), "out");
            local.fill((byte) 0);
            SharedMemory.copyOutOfPeer(far.address() + 24, local, 16, bytes);
            assertArrayEquals(data, read(local, 16, bytes), "out of a peer's");
            far.fill((byte) 0);
            SharedMemory.copy(local, 16, far, 0, bytes);
            assertArrayEquals(data, read(far, 0, bytes), "between segments");
            SharedMemory.copy(far.address(), near.address() + 8, bytes);
            assertArrayEquals(data, read(near, 8, bytes), "between addresses");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-100_000, -33, 0, 33, 100_000})
    void rangesThatOverlapAreCopiedAsIfByWayOfAnother(int distance) {
        int bytes = 1 << 20;
        byte[] data = fill(near, 200_000, bytes);

        assertFalse(LargeCopies.copy(near, 200_000, near, 200_000 + distance, bytes));
        SharedMemory.copy(near.address() + 200_000, near.address() + 200_000 + distance, bytes);

        assertArrayEquals(data, read(near, 200_000 + distance, bytes));
    }

    @Test
    void memoryOfAFileThatMayBeCutIsLeftToTheJdk() {
        CuttableMemory.add(far.address() + 4096, 4096);
        try {
            assertFalse(LargeCopies.copy(near, 0, far, 0, 40_000));
            assertFalse(LargeCopies.copy(far, 8191, near, 0, 1));
            assertTrue(LargeCopies.copy(near, 0, far, 8192, 40_000));
        } finally {
            CuttableMemory.remove(far.address() + 4096);
        }
        assertTrue(LargeCopies.copy(near, 0, far, 0, 40_000));
    }

    /** Such a view hides from the JDK that a file is behind it; docs/TRUST.md says so. */
    @Test
    void theTypedViewOfAMappedBufferIsNotKnownForOne() throws IOException {
        Path path = Files.write(directory.resolve("file"), new byte[100_000]);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 100_000);
            assertFalse(LargeCopies.copy(MemorySegment.ofBuffer(mapped), 0, far, 0, 40_000));
            assertFalse(LargeCopies.copy(MemorySegment.ofBuffer(mapped.slice(8, 90_000)), 0, far, 0, 40_000));
            assertTrue(LargeCopies.copy(MemorySegment.ofBuffer(mapped.asLongBuffer()), 0, far, 0, 40_000));
        }
    }

    @Test
    void filesThatTheProgramHasMappedAreLeftToTheJdk() throws IOException {
        Path path = Files.write(directory.resolve("file"), new byte[100_000]);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 100_000, arena);
            assertFalse(LargeCopies.copy(mapped, 0, far, 0, 40_000));
            assertFalse(LargeCopies.copy(far, 0, mapped.asSlice(8), 0, 40_000));
        }
    }

    @Test
    void arraysAreLeftToTheJdk() {
        assertFalse(LargeCopies.copy(MemorySegment.ofArray(new byte[40_000]), 0, far, 0, 40_000));
        assertFalse(LargeCopies.copy(far, 0, MemorySegment.ofArray(new long[5_000]), 0, 40_000));
    }

    @Test
    void memoryOfAnotherThreadIsRefused() throws Exception {
        MemorySegment[] its = {null};
        CountDownLatch allocated = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().start(() -> {
            try (Arena confined = Arena.ofConfined()) {
                its[0] = confined.allocate(40_000);
                allocated.countDown();
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        allocated.await();
        byte[] before = fill(far, 0, 40_000);
        try {
            assertThrows(WrongThreadException.class,
                    () -> SharedMemory.copyInApart(its[0], 0, far.address(), 40_000));
        } finally {
            done.countDown();
            other.join();
        }
        assertArrayEquals(before, read(far, 0, 40_000));
    }

    @Test
    void whatIsReadOnlyIsNotWritten() {
        byte[] before = fill(far, 0, 40_000);

        assertThrows(IllegalArgumentException.class,
                () -> SharedMemory.copyOutApart(near.address(), far.asReadOnly(), 0, 40_000));
        assertThrows(IllegalArgumentException.class, () -> SharedMemory.copyOutApart(near.address(),
                MemorySegment.ofArray(new byte[40_000]).asReadOnly(), 0, 40_000));

        assertArrayEquals(before, read(far, 0, 40_000));
    }

    @Test
    void whatIsReadOnlyIsRead() {
        byte[] data = fill(near, 0, 40_000);

        assertTrue(LargeCopies.copy(near.asReadOnly(), 0, far, 0, 40_000));
        assertArrayEquals(data, read(far, 0, 40_000));
    }

    @Test
    void memoryOfAClosedArenaIsRefusedAsTheJdkDoes() {
        Arena brief = Arena.ofConfined();
        MemorySegment gone = brief.allocate(40_000);
        brief.close();
        byte[] before = fill(far, 0, 40_000);

        assertThrows(IllegalStateException.class, () -> SharedMemory.copyInApart(gone, 0, far.address(), 40_000));

        assertArrayEquals(before, read(far, 0, 40_000));
    }

    @Test
    void whatIsOutsideASegmentIsRefusedBeforeItIsTouched() {
        byte[] before = fill(far, 0, 300_000);

        assertThrows(IndexOutOfBoundsException.class,
                () -> SharedMemory.copyInApart(near.asSlice(0, 299_999), 0, far.address(), 300_000));

        assertArrayEquals(before, read(far, 0, 300_000));
    }
}
