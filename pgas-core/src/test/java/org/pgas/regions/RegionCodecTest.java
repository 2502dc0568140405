package org.pgas.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.Seed;

class RegionCodecTest {
    /** The second is about what the smallest rings have. */
    private static final int[] ROOMS = {RegionCodec.LEAST_ROOM, 48, 100, 968, 4096, 64 << 10};

    private final Seed seed = new Seed();
    private final Random random = seed.random();
    private final Arena arena = Arena.ofShared();
    private final RegionFragment fragment = new RegionFragment();

    @AfterEach
    void close() {
        arena.close();
    }

    private int number(int least, int below) {
        return random.nextInt(least, below);
    }

    private Regions nest() {
        int levels = number(0, 6);
        long[] counts = new long[levels];
        long[] strides = new long[levels];
        for (int level = 0; level < levels; level++) {
            counts[level] = number(1, 5);
            strides[level] = number(-300, 300);
        }
        return Regions.nest(number(-100, 100), number(1, random.nextBoolean() ? 20 : 3000), counts, strides);
    }

    private Regions list() {
        long[] offsets = random.longs(number(1, 200), -1000, 100_000).toArray();
        return random.nextBoolean()
                ? Regions.indexed(number(1, 40), offsets)
                : Regions.vector(offsets, random.longs(offsets.length, 0, random.nextBoolean() ? 20 : 500).toArray());
    }

    private Regions regions() {
        Regions drawn = random.nextBoolean() ? nest() : list();
        return drawn.bytes() == 0 ? Regions.contiguous(number(-9, 9), number(1, 200)) : drawn;
    }

    /** Where each byte of the packed form lies. */
    private static long[] places(Regions regions, long base) {
        long[] places = new long[(int) regions.bytes()];
        int at = 0;
        for (long run = 0; run < regions.runs(); run++) {
            for (long i = 0; i < regions.length(run); i++) {
                places[at++] = base + regions.offset(run) + i;
            }
        }
        return places;
    }

    private long[] walk(String what, MemorySegment memory, int description, int bytes) {
        fragment.begin(memory.address(), description + bytes);
        assertEquals(bytes, fragment.bytes(), what);
        assertEquals(memory.address() + description, fragment.data(), what);
        long[] places = new long[bytes];
        int at = 0;
        while (fragment.next()) {
            assertTrue(fragment.length() > 0, what);
            for (long i = 0; i < fragment.length(); i++) {
                places[at++] = fragment.offset() + i;
            }
        }
        assertEquals(bytes, at, what);
        assertFalse(fragment.next(), what);
        return places;
    }

    private static boolean isLegalEnd(Regions regions, long end) {
        if (end == regions.bytes()) {
            return true;
        }
        long run = regions.runAt(end);
        return (end - regions.position(run)) % 16 == 0;
    }

    @Test
    void fragmentsCoverEveryByteOnceInOrderWhateverTheRoom() {
        for (int round = 0; round < 600; round++) {
            Regions regions = regions();
            long base = number(1 << 20, 1 << 30);
            long[] wanted = places(regions, base);
            int room = ROOMS[number(0, ROOMS.length)];
            MemorySegment memory = arena.allocate(room, 8);
            String what = seed + ", round " + round + ", room " + room;
            int done = 0;
            int fragments = 0;
            while (done < wanted.length) {
                int bytes = (int) RegionCodec.fits(regions, done, room);
                int description = RegionCodec.encode(regions, base, done, bytes, room, memory.address());
                assertTrue(bytes > 0 && description % 8 == 0 && description + bytes <= room, what);
                assertTrue(isLegalEnd(regions, done + bytes), what);
                long[] slice = Arrays.copyOfRange(wanted, done, done + bytes);
                assertEquals(-1, Arrays.mismatch(slice, walk(what, memory, description, bytes)), what);
                done += bytes;
                fragments++;
            }
            assertEquals(wanted.length, done, what);
            assertEquals(fragments, RegionCodec.fragments(regions, room), what);
        }
    }

    /** One of each kind, in each way that it can be described. */
    private static List<Regions> samples() {
        return List.of(Regions.contiguous(3, 61), Regions.nest(5, 3, new long[]{9}, new long[]{-7}),
                Regions.nest(5, 24, new long[]{3, 2}, new long[]{40, -500}),
                Regions.nest(0, 1, new long[]{2, 3, 4, 2}, new long[]{5, 30, 7, 2}),
                Regions.indexed(5, new long[]{100, 3, 50, 20, 7}), Regions.indexed(40, new long[]{100, 3, 300}),
                Regions.vector(new long[]{9, 100, 50, 200, 60}, new long[]{1, 33, 2, 17, 8}));
    }

    @Test
    void everyPartIsDescribedFromEveryPosition() {
        for (Regions regions : samples()) {
            long[] wanted = places(regions, 1000);
            for (int room : new int[]{RegionCodec.LEAST_ROOM, 120, 4096}) {
                MemorySegment memory = arena.allocate(room, 8);
                for (int from = 0; from < wanted.length; from++) {
                    long most = RegionCodec.fits(regions, from, room);
                    assertTrue(most > 0 && most <= wanted.length - from);
                    for (int bytes = 1; bytes <= most; bytes++) {
                        String what = regions.getClass() + " of " + wanted.length + " bytes, " + bytes + " from "
                                + from;
                        int description = RegionCodec.encode(regions, 1000, from, bytes, room, memory.address());
                        assertTrue(description + bytes <= room, what);
                        long[] slice = Arrays.copyOfRange(wanted, from, from + bytes);
                        assertEquals(-1, Arrays.mismatch(slice, walk(what, memory, description, bytes)), what);
                    }
                }
            }
        }
    }

    @Test
    void aNestIsDescribedByItsLevelsWhateverTheNumberOfItsRuns() {
        MemorySegment memory = arena.allocate(64 << 10, 8);
        for (long count = 100; count < 1L << 30; count *= 7) {
            Regions regions = Regions.nest(0, 8, new long[]{count, 3}, new long[]{16, -8});
            long bytes = RegionCodec.fits(regions, 0, 64 << 10);
            assertEquals(64, RegionCodec.encode(regions, 8, 0, bytes, 64 << 10, memory.address()));
        }
        // long rows have few runs in a message, and these are shorter
        Regions rows = Regions.nest(0, 40_000, new long[]{1000}, new long[]{50_000});
        long bytes = RegionCodec.fits(rows, 0, 64 << 10);
        assertEquals(24, RegionCodec.encode(rows, 8, 0, bytes, 64 << 10, memory.address()));
    }

    @Test
    void theDeepestNestIsCutInTheSmallestMessagesToo() {
        int levels = 60;
        long[] counts = new long[levels];
        long[] strides = new long[levels];
        for (int level = 0; level < levels; level++) {
            counts[level] = 2;
            strides[level] = 1000L * random.nextInt(1, 1000) * (random.nextBoolean() ? 1 : -1);
        }
        Regions regions = Regions.nest(0, 1, counts, strides);
        for (int room : ROOMS) {
            MemorySegment memory = arena.allocate(room, 8);
            for (int i = 0; i < 50; i++) {
                long position = random.nextLong(regions.bytes());
                int bytes = (int) RegionCodec.fits(regions, position, room);
                int description = RegionCodec.encode(regions, -regions.low(), position, bytes, room, memory.address());
                assertTrue(bytes > 0 && description + bytes <= room, seed::toString);
                long[] places = walk(seed.toString(), memory, description, bytes);
                for (int at = 0; at < bytes; at++) {
                    assertEquals(regions.offset(position + at) - regions.low(), places[at], seed::toString);
                }
            }
        }
    }

    @Test
    void aDamagedFragmentNeverTellsOfMoreBytesThanItHas() {
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            Regions regions = regions();
            int room = 1024;
            MemorySegment memory = arena.allocate(room, 8);
            int bytes = (int) RegionCodec.fits(regions, 0, room);
            int description = RegionCodec.encode(regions, 1 << 20, 0, bytes, room, memory.address());
            for (int flips = number(1, 4); flips > 0; flips--) {
                int at = number(0, random.nextBoolean() ? 8 : description);
                byte old = memory.get(ValueLayout.JAVA_BYTE, at);
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1 << number(0, 8)));
            }
            boolean bare = random.nextBoolean();
            int size = bare ? description : description + bytes;
            try {
                if (bare) {
                    fragment.beginBare(memory.address(), size, room);
                } else {
                    fragment.begin(memory.address(), size);
                }
                long told = 0;
                while (fragment.next()) {
                    assertTrue(fragment.length() > 0, seed::toString);
                    told += fragment.length();
                    assertTrue(told <= fragment.bytes(), seed::toString);
                }
                assertEquals(fragment.bytes(), told, seed::toString);
                // two kinds of damage may agree with each other; what is told still lies in the message
                assertTrue(bare ? told <= room : fragment.data() + told == memory.address() + size, seed::toString);
            } catch (IllegalArgumentException e) {
                refused++;
                assertTrue(e.getMessage().startsWith("damaged fragment of regions: "), e::getMessage);
            }
        }
        assertTrue(refused > 1000, refused + " refused, " + seed);
    }

    @Test
    void lengthsThatCannotBeAreRefused() {
        Regions regions = Regions.nest(0, 8, new long[]{20}, new long[]{16});
        MemorySegment memory = arena.allocate(1024, 8);
        int description = RegionCodec.encode(regions, 0, 0, 160, 1024, memory.address());
        List<Runnable> wrong = new ArrayList<>();
        wrong.add(() -> fragment.begin(memory.address(), description + 159));
        wrong.add(() -> fragment.begin(memory.address(), description + 161));
        wrong.add(() -> fragment.begin(memory.address(), description - 8));
        wrong.add(() -> fragment.begin(memory.address(), 7));
        wrong.add(() -> fragment.begin(memory.address() + description, 64));
        wrong.add(() -> fragment.beginBare(memory.address(), description + 8, 1024));
        wrong.add(() -> fragment.beginBare(memory.address(), description, 159));
        for (Runnable each : wrong) {
            assertThrows(IllegalArgumentException.class, each::run);
        }
        fragment.beginBare(memory.address(), description, 160);
        assertTrue(fragment.next());
    }
}
