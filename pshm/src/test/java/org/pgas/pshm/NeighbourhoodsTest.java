package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AttachedSegments;

/** Ranks of one host that are no neighbours share no memory but that of the control file. */
class NeighbourhoodsTest {
    private static final int SIZE = 5;

    @TempDir
    private Path base;

    private HostedJob job;
    private List<Membership> ranks;

    @BeforeEach
    void join() {
        job = HostedJob.create(base, "neighbourhoods", SIZE, Map.of());
        ranks = Ranks.joinAll(job.directory(), SIZE, 2);
    }

    @AfterEach
    void leave() {
        ranks.forEach(Membership::leave);
        job.remove();
        job.close();
    }

    @Test
    void eachRankKnowsItsNeighbours() {
        assertArrayEquals(new int[]{0, 1, 2}, ranks.get(2).topology().neighboursOf(2));
        assertArrayEquals(new int[]{3, 4}, ranks.get(0).topology().neighboursOf(4));
        assertEquals(1, ranks.get(0).topology().hosts());
    }

    @Test
    void neighboursAloneShareTheArea() {
        SharedMemory.putLong(ranks.get(0).area().address(4), 7);
        assertEquals(7, SharedMemory.getLong(ranks.get(2).area().address(4)));
        assertEquals(0, SharedMemory.getLong(ranks.get(3).area().address(4)));
        SharedMemory.putLong(ranks.get(3).area().address(4), 8);
        assertEquals(8, SharedMemory.getLong(ranks.get(4).area().address(4)));
        assertEquals(7, SharedMemory.getLong(ranks.get(1).area().address(4)));
    }

    @Test
    void aCopyOfAPartElsewhereCanBeReserved() {
        long page = 4096;
        long first = AreaFile.reservedBytes(0, SIZE);
        ranks.get(3).area().reserveCopy(0, first, page);
        SharedMemory.putLong(ranks.get(3).area().address(0) + first, 9);
        assertEquals(9, SharedMemory.getLong(ranks.get(4).area().address(0) + first));
    }

    @Test
    void neighboursAloneShareRingsAndHandlers() {
        ranks.get(0).messages().publishHandler(200, 5);
        assertEquals(5, ranks.get(1).messages().handler(0, 200));
        assertEquals(0, ranks.get(3).messages().handler(0, 200));
        assertTrue(Files.exists(job.directory().resolve("am-1")));
    }

    @Test
    void theAttachMapsNeighboursAloneAndTellsTheSizesOfOthers() {
        AddressTable[] tables = new AddressTable[SIZE];
        every(attached -> attached.request(64 << 10));
        every(AttachedSegments::create);
        every(AttachedSegments::map);
        for (int rank = 0; rank < SIZE; rank++) {
            tables[rank] = new AddressTable(SIZE);
            ranks.get(rank).attached().publish(tables[rank]);
        }
        assertEquals(64 << 10, tables[0].size(2));
        assertTrue(tables[0].size(3) <= 0);
        assertEquals(64 << 10, ranks.get(0).attached().clientMemoryBytes(3));
        assertEquals(-1, ranks.get(0).attached().clientMemoryBytes(2));
        SharedMemory.putLong(tables[3].base(4), 6);
        assertEquals(6, SharedMemory.getLong(tables[4].base(4)));
    }

    private void every(Consumer<AttachedSegments> step) {
        ranks.forEach(rank -> step.accept(rank.attached()));
    }

    @Test
    void processesOfNeighboursAloneAreReached() {
        assertNotNull(ranks.get(0).processes().process(1));
        assertNull(ranks.get(0).processes().process(3));
    }
}
