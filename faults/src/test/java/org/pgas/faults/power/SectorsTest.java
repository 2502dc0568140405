package org.pgas.faults.power;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What a device may hold, and what a store has to have kept. */
@Seeded
class SectorsTest {
    private static final int COUNT = 20;

    private final byte[] file = new byte[COUNT * Sectors.SECTOR_BYTES];
    private final Sectors sectors = new Sectors(file);
    private SplittableRandom random;

    @BeforeEach
    void seed() {
        random = Seed.of("images");
    }

    private void write(int sector, int value) {
        Arrays.fill(file, sector * Sectors.SECTOR_BYTES, (sector + 1) * Sectors.SECTOR_BYTES, (byte) value);
        sectors.observe(file);
    }

    private Set<Integer> seen(int sector) {
        Set<Integer> seen = new HashSet<>();
        for (Sectors.Style style : Sectors.Style.values()) {
            for (int i = 0; i < 50; i++) {
                byte[] found = sectors.image(style, random)[sector];
                for (byte each : found) {
                    seen.add((int) each);
                }
            }
        }
        return seen;
    }

    private void sync() {
        sectors.beginSync();
        sectors.endSync();
    }

    @Test
    void aSectorIsWhatItWasAtTheLastSyncOrAtAnyMomentSince() {
        write(3, 1);
        write(3, 2);
        assertEquals(Set.of(0, 1, 2), seen(3));
        assertEquals(Set.of(0), seen(4));
        assertEquals(1, sectors.undecided());
        sync();
        assertEquals(Set.of(2), seen(3));
        write(3, 3);
        write(5, 4);
        assertEquals(Set.of(2, 3), seen(3));
        assertEquals(Set.of(0, 4), seen(5));
        assertEquals(2, sectors.undecided());
    }

    @Test
    void whatIsWrittenDuringASyncMayBeOnTheDeviceOrNot() {
        write(3, 1);
        sectors.beginSync();
        write(3, 2);
        sectors.endSync();
        assertEquals(Set.of(1, 2), seen(3));
    }

    @Test
    void sectorsAreIndependentOfEachOther() {
        write(3, 1);
        write(4, 1);
        Set<List<Byte>> pairs = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            byte[][] image = sectors.image(Sectors.Style.SECTORS_AT_RANDOM, random);
            pairs.add(List.of(image[3][0], image[4][0]));
        }
        assertEquals(4, pairs.size());
    }

    @Test
    void nothingOrAllMayBeWritten() {
        write(0, 1);
        write(19, 2);
        assertArrayEquals(new byte[file.length],
                Losses.bytes(sectors.image(Sectors.Style.NOTHING_WRITTEN, random)));
        assertArrayEquals(file, Losses.bytes(sectors.image(Sectors.Style.ALL_WRITTEN, random)));
    }

    /**
     * The kernel takes what a failed sync was to write for clean: a later sync does not write it, unless it is
     * touched.
     */
    @Test
    void aSyncThatFailsMayLoseWhatALaterOneIsToWrite() {
        int lost = 0;
        int kept = 0;
        for (int round = 1; round <= 40; round++) {
            write(3, round);
            sectors.beginSync();
            sectors.failSync(random);
            assertTrue(seen(3).contains(round - 1));
            sync();
            if (seen(3).size() > 1) {
                lost++;
            } else {
                kept++;
            }
            sectors.touch();
            sync();
            assertEquals(Set.of(round), seen(3));
        }
        assertTrue(lost > 0 && kept > 0, lost + " and " + kept);
    }

    @Test
    void aKeyHasWhatWasSyncedOrSomethingLater() {
        Expected expected = new Expected(List.of(
                new Expected.Change(0, "k", "one", 1, 2), new Expected.Change(0, "k", "two", 3, 4),
                new Expected.Change(0, "k", "three", 11, 12), new Expected.Change(1, "k", null, 20, Expected.NEVER)),
                List.of(new Expected.Sync(0, 0, 5, 9), new Expected.Sync(1, 0, 6, 8)));
        assertEquals("", expected.wrong(Map.of("k", "one"), 7, Set.of()), "not yet acknowledged");
        assertEquals("", expected.wrong(Map.of(), 7, Set.of()));
        for (long moment : new long[]{8, 10}) {
            assertTrue(expected.wrong(Map.of("k", "one"), moment, Set.of()).contains("legal are [two]"));
            assertTrue(expected.wrong(Map.of(), moment, Set.of()).contains("k is not there"));
            assertEquals("", expected.wrong(Map.of("k", "two"), moment, Set.of()));
            assertTrue(expected.wrong(Map.of("k", "three"), moment, Set.of()).contains("legal are [two]"));
        }
        assertEquals(Set.of("k"), expected.missing(Map.of(), 10));
        assertEquals("", expected.wrong(Map.of(), 10, Set.of("k")));
        assertEquals("", expected.wrong(Map.of("k", "three"), 13, Set.of()));
        assertEquals("", expected.wrong(Map.of("k", "two"), 13, Set.of()));
        assertEquals("", expected.wrong(Map.of(), 21, Set.of()), "a delete that may have happened");
        assertTrue(expected.wrong(Map.of("k", "two", "other", "x"), 21, Set.of()).contains("other was never put"));
    }
}
