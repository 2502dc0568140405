package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views are the memory itself, wherever it is: also where one view ends and the next begins. */
class NumberViewsTest {
    private static final long GIGABYTE = 1L << 30;
    private static final int COUNT = 3 * NumberViews.MOST;

    /** In the middle of a sparse file of two gigabytes is an address where a view ends. */
    private static long boundary(MemorySegment memory) {
        return (memory.address() + GIGABYTE / 2 & -GIGABYTE) + GIGABYTE;
    }

    @Test
    void shouldAddAndFoldAcrossTheEndOfAView(@TempDir Path directory) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(directory.resolve("sparse"), StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, 2 * GIGABYTE, arena);
            long target = boundary(memory) - 8L * (COUNT / 2) - 8;
            double[] ones = new double[COUNT];
            for (int i = 0; i < COUNT; i++) {
                ones[i] = i + 0.25;
            }
            ScaledAdd.addDoubles(ones, 0, target, COUNT, 2);
            ScaledAdd.addDoubles(MemorySegment.ofArray(ones), 0, target, COUNT, 1);
            FoldKernels sum = FoldKernels.of(FoldKernels.Numbers.DOUBLE, FoldKernels.Operation.ADD);
            sum.fold(target, target, target, COUNT);
            MemorySegment found = memory.asSlice(target - memory.address(), 8L * COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(6 * (i + 0.25), found.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
            }
            double[] results = new double[COUNT];
            sum.fold(found, 0, SharedMemory.everything(), target, MemorySegment.ofArray(results), 0, COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(12 * (i + 0.25), results[i]);
            }
            long second = target - 8L * COUNT;
            ScaledAdd.addDoubles(found, 0, second, COUNT, 2);
            sum.fold(second, target, second, COUNT);
            for (int i = 0; i < COUNT; i++) {
                assertEquals(18 * (i + 0.25), SharedMemory.getDouble(second + 8L * i));
                assertEquals(6 * (i + 0.25), SharedMemory.getDouble(target + 8L * i));
            }
        }
    }

    /** Often enough that HotSpot makes vectors of the loops. */
    @Test
    void shouldEndInAnErrorWhereAFileIsTruncated(@TempDir Path directory) throws IOException {
        int bytes = 16 << 10;
        FoldKernels sum = FoldKernels.of(FoldKernels.Numbers.DOUBLE, FoldKernels.Operation.ADD);
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(directory.resolve("cut"), StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(bytes));
            MemorySegment source = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            long target = arena.allocate(2L * bytes, 64).address();
            for (int round = 0; round < 600; round++) {
                if (round % 20 == 19) {
                    file.truncate(4096);
                    assertThrows(InternalError.class, () -> ScaledAdd.addDoubles(source, 0, target, bytes / 8, 2));
                    assertThrows(InternalError.class,
                            () -> sum.fold(source.address(), target, target + bytes, bytes / 8));
                    assertThrows(InternalError.class,
                            () -> sum.fold(target, target + bytes, source.address(), bytes / 8));
                    file.write(ByteBuffer.allocate(bytes - 4096), 4096);
                }
                ScaledAdd.addDoubles(source, 0, target, bytes / 8, 2);
                sum.fold(source.address(), target, target + bytes, bytes / 8);
                sum.fold(target, target + bytes, source.address(), bytes / 8);
            }
        }
    }

    /** Of two gigabytes with one place, each view is of the one that was asked for. */
    @Test
    void shouldKnowOfWhichAddressesAViewIs() {
        long near = 5 * GIGABYTE + 64;
        long far = near + 1024 * GIGABYTE;
        NumberViews first = NumberViews.of(near);
        assertSame(first, NumberViews.of(near + GIGABYTE / 2));
        assertEquals(5, first.gigabyte());
        assertEquals(5 + 1024, NumberViews.of(far).gigabyte());
        assertEquals(5, NumberViews.of(near).gigabyte());
        assertNotSame(first, NumberViews.of(near));
        assertEquals(8, NumberViews.place(near, 8));
        assertEquals(16, NumberViews.place(far, 4));
    }

    /** A view belongs to a thread, and any thread gets one of its own, of the same memory. */
    @Test
    void shouldGiveEachThreadItsOwn() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(8, 8);
            long address = memory.address();
            NumberViews.of(address).doubles().put(NumberViews.place(address, 8), 1.5);
            double[] found = new double[1];
            NumberViews[] others = new NumberViews[1];
            Thread other = new Thread(() -> {
                NumberViews views = NumberViews.of(address);
                others[0] = views;
                found[0] = views.doubles().get(NumberViews.place(address, 8));
            });
            other.start();
            other.join();
            assertEquals(1.5, found[0]);
            NumberViews mine = NumberViews.of(address);
            assertSame(mine, NumberViews.of(address));
            assertNotSame(mine, others[0]);
        }
    }
}
