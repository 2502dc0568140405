package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

class AddressMapTest {
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super(what, null, false, false);
        }
    }

    private static final AddressMap.Miss FAULTS = new AddressMap.Miss() {
        @Override
        public long resolve(int rank, long offset, long bytes) {
            throw new Refused("fault");
        }

        @Override
        public long notMapped(int rank, long offset, long bytes) {
            throw new Refused("not mapped");
        }

        @Override
        public long misaligned(int rank, long offset, int width) {
            throw new Refused("misaligned");
        }
    };

    private static final long[] SIZES = {0, 1, 7, 8, 4096, 1L << 40};
    private static final long BASE = 1L << 46;

    private static AddressTable table() {
        AddressTable table = new AddressTable(SIZES.length);
        for (int rank = 0; rank < SIZES.length; rank++) {
            table.publish(rank, BASE + 8L * rank, SIZES[rank]);
        }
        return table;
    }

    private static int[] identity() {
        int[] ranks = new int[SIZES.length];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = rank;
        }
        return ranks;
    }

    @Test
    void exactlyTheRangesInsideTheSegmentHaveAnAddress() {
        AddressMap map = new AddressMap(identity(), table(), FAULTS);
        List<Long> numbers = new ArrayList<>();
        for (long size : SIZES) {
            for (long near = -2; near <= 2; near++) {
                numbers.add(size + near);
            }
        }
        numbers.addAll(List.of(Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1,
                (long) Integer.MAX_VALUE, 1L << 32, 1L << 62, -(1L << 40)));
        for (int rank = 0; rank < SIZES.length; rank++) {
            for (long offset : numbers) {
                for (long bytes : numbers) {
                    if (bytes < 0) {
                        continue; // callers check the sign of lengths
                    }
                    int target = rank;
                    boolean inside = offset >= 0 && BigInteger.valueOf(offset).add(BigInteger.valueOf(bytes))
                            .compareTo(BigInteger.valueOf(SIZES[rank])) <= 0;
                    String what = bytes + " bytes at " + offset + " of " + SIZES[rank];
                    if (inside) {
                        assertEquals(BASE + 8L * rank + offset, map.address(rank, offset, bytes), what);
                    } else {
                        assertThrows(Refused.class, () -> map.address(target, offset, bytes), what);
                    }
                }
            }
        }
    }

    @Test
    void ranksOutsideTheTeamAreFaults() {
        AddressMap map = new AddressMap(new int[]{4, 3}, table(), FAULTS);
        assertEquals(BASE + 32, map.address(0, 0, 1));
        assertEquals(BASE + 24, map.address(1, 0, 1));
        for (int rank : new int[]{-1, 2, 4, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThrows(Refused.class, () -> map.address(rank, 0, 0));
        }
    }

    @Test
    void atomicAccessesMustBeAligned() {
        AddressMap map = new AddressMap(identity(), table(), FAULTS);
        for (int width : new int[]{4, 8}) {
            for (int offset = 0; offset < 32; offset++) {
                int place = offset;
                if (offset % width == 0) {
                    assertEquals(BASE + 32 + offset, map.atomicAddress(4, offset, width));
                } else {
                    assertEquals("misaligned", assertThrows(Refused.class,
                            () -> map.atomicAddress(4, place, width)).getMessage());
                }
            }
            assertEquals("fault",
                    assertThrows(Refused.class, () -> map.atomicAddress(4, 4096, width)).getMessage());
            assertEquals("fault",
                    assertThrows(Refused.class, () -> map.atomicAddress(4, Long.MIN_VALUE, width)).getMessage());
        }
    }

    @Test
    void aMapWithoutWindowsAsksAboutEveryAccess() {
        List<String> asked = new ArrayList<>();
        AddressMap map = new AddressMap(new AddressMap.Miss() {
            @Override
            public long resolve(int rank, long offset, long bytes) {
                asked.add(rank + " " + offset + " " + bytes);
                return BASE + offset;
            }

            @Override
            public long notMapped(int rank, long offset, long bytes) {
                throw new Refused("not mapped");
            }

            @Override
            public long misaligned(int rank, long offset, int width) {
                throw new Refused("misaligned");
            }
        });
        assertEquals(BASE + 7, map.address(0, 7, 1));
        assertEquals(BASE, map.address(3, 0, 0));
        assertEquals(BASE + 16, map.atomicAddress(0, 16, 8));
        assertEquals(BASE - 1, map.address(-1, -1, 5));
        assertThrows(Refused.class, () -> map.atomicAddress(0, 17, 8));
        assertEquals(List.of("0 7 1", "3 0 0", "0 16 8", "-1 -1 5"), asked);
    }

    @Test
    void memoryThatIsNotMappedHasAnAddressForNobody() {
        AddressMap map = new AddressMap(new AddressMap.Miss() {
            @Override
            public long resolve(int rank, long offset, long bytes) {
                return AddressMap.NOT_MAPPED;
            }

            @Override
            public long notMapped(int rank, long offset, long bytes) {
                throw new Refused("not mapped");
            }

            @Override
            public long misaligned(int rank, long offset, int width) {
                throw new Refused("misaligned");
            }
        });
        assertNull(map.mapped(0, 8, 8));
        assertNull(map.mappedWord(0, 8, 8));
        assertEquals(AddressMap.NOT_MAPPED, map.addressIfMapped(0, 8, 8));
        assertEquals("not mapped", assertThrows(Refused.class, () -> map.address(0, 8, 8)).getMessage());
        assertEquals("not mapped", assertThrows(Refused.class, () -> map.atomicAddress(0, 8, 8)).getMessage());
        assertEquals("misaligned", assertThrows(Refused.class, () -> map.mappedWord(0, 9, 8)).getMessage());
    }

    @Test
    void withdrawingARankRefusesItsMemoryAndNoOther() {
        AddressTable table = table();
        AddressMap map = new AddressMap(identity(), table, FAULTS);
        table.withdraw(4);
        assertThrows(Refused.class, () -> map.address(4, 0, 1));
        assertThrows(Refused.class, () -> map.address(4, 0, 0), "not even nothing");
        assertEquals(0, table.size(4));
        assertEquals(BASE + 40, map.address(5, 0, 1));
    }

    @Test
    void withdrawingAnEndpointLeavesTheOthersOfItsRank() {
        AddressTable table = new AddressTable(1);
        table.publish(0, 0, BASE, 64, -1);
        table.publish(0, 1, BASE + 4096, 64, -1);
        AddressMap map = new AddressMap(new int[]{0, 0}, new int[]{0, 1}, table, FAULTS);
        table.withdraw(0, 1);
        assertEquals(BASE + 8, map.address(0, 8, 1));
        assertThrows(Refused.class, () -> map.address(1, 8, 1));
    }

    @Test
    void aMapThatIsDetachedReachesNobodyAnyMore() {
        AddressTable table = table();
        AddressMap map = new AddressMap(identity(), table, FAULTS);
        map.detach(table);
        assertThrows(Refused.class, () -> map.address(5, 0, 1));
        table.publish(5, BASE, 64);
        assertThrows(Refused.class, () -> map.address(5, 0, 1));
    }

    @Test
    void aBaseThatIsNotAlignedToWordsIsRefused() {
        AddressTable table = new AddressTable(1);
        for (long wrong : new long[]{1, 4, 7}) {
            String message = assertThrows(IllegalArgumentException.class, () -> table.publish(0, BASE + wrong, 64))
                    .getMessage();
            assertTrue(message.contains("rank 0") && message.contains(Long.toHexString(BASE + wrong)), message);
            assertEquals(0, table.size(0));
        }
    }

    /** Publication k has base BASE + k * 2^32 and 64 * (k + 1) bytes: an address tells which base it was made with. */
    @Test
    void aGrowingRangeIsNeverMadeOfAnOldBaseAndANewSize() {
        AddressTable table = new AddressTable(1);
        AddressMap map = new AddressMap(new int[]{0}, table, FAULTS);
        table.publish(0, BASE, 64);
        List<CompletableFuture<Long>> readers = new ArrayList<>();
        for (int reader = 0; reader < 2; reader++) {
            readers.add(CompletableFuture.supplyAsync(() -> readGrowing(map),
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        for (long k = 1; !readers.stream().allMatch(CompletableFuture::isDone); k++) {
            table.publish(0, BASE + (k << 32), 64 * (k + 1));
        }
        readers.forEach(reader -> assertTrue(reader.join() > 0, "no publication was seen"));
    }

    /** The last publication seen. */
    private static long readGrowing(AddressMap map) {
        long last = 0;
        for (int i = 0; i < 3_000_000; i++) {
            // the end of the range after the last one seen, which only a newer size allows
            long offset = 64 * (last + 2) - 1;
            try {
                long address = map.address(0, offset, 1) - BASE;
                last = address >>> 32;
                if (offset >= 64 * (last + 1)) {
                    throw new AssertionError("offset " + offset + " in publication " + last);
                }
            } catch (Refused e) {
                Thread.onSpinWait();
            }
        }
        return last;
    }

    /** Base and size change together: an address of the wrong mixture would lie outside both ranges. */
    @Test
    void concurrentReadersGetAddressesOfTheOldOrTheNewRangeOnly() {
        long small = 4096;
        long large = 1 << 20;
        long[][] ranges = {{BASE, small}, {2 * BASE, large}};
        AddressTable table = new AddressTable(1);
        AddressMap map = new AddressMap(new int[]{0}, table, FAULTS);
        table.publish(0, ranges[0][0], ranges[0][1]);
        List<CompletableFuture<long[]>> readers = new ArrayList<>();
        for (int reader = 0; reader < 2; reader++) {
            readers.add(CompletableFuture.supplyAsync(() -> read(map, small, large),
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        long published = 0;
        while (!readers.stream().allMatch(CompletableFuture::isDone)) {
            long[] range = ranges[(int) (published++ % ranges.length)];
            table.publish(0, range[0], range[1]);
            if (published % 3 == 0) {
                table.withdraw(0);
            }
        }
        for (CompletableFuture<long[]> reader : readers) {
            long[] counts = reader.join();
            assertTrue(counts[0] > 0 && counts[1] > 0, "got " + counts[0] + " addresses and " + counts[1] + " faults");
        }
    }

    /** Counts of addresses and of faults. */
    private static long[] read(AddressMap map, long small, long large) {
        long[] counts = new long[2];
        for (int i = 0; i < 2_000_000; i++) {
            long offset = i * 977L % large;
            try {
                long address = map.address(0, offset, 1);
                boolean inSmall = address == BASE + offset && offset < small;
                if (!inSmall && address != 2 * BASE + offset) {
                    throw new AssertionError("address 0x" + Long.toHexString(address) + " for offset " + offset);
                }
                counts[0]++;
            } catch (Refused e) {
                counts[1]++;
            }
        }
        return counts;
    }
}
