package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
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
import org.pgas.spi.MessageHead;
import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

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
    void aLookFromOutsideSeesTheRingsOfEveryNeighbourhood() {
        assertTrue(ranks.get(4).messages().requestOutbox()
                .sendShort(3, MessageHead.of(MessageHead.SHORT, 200, 0), 0, 0));
        JobView view = JobView.look(job.directory());
        assertEquals(2, view.neighbourhoods());
        assertEquals(List.of(0, 0, 0, 1, 1), view.ranks().stream().map(RankStatus::neighbourhood).toList());
        assertEquals("rank 3 of neighbourhood 1", view.describe(3));
        assertEquals("rank 3 of neighbourhood 1", job.names().get(3));
        assertEquals(List.of(), view.remarks());
        for (RankStatus rank : view.ranks()) {
            assertEquals(rank.rank() == 3, rank.requests().bytes() > 0, rank::toString);
        }
        String text = ranks.get(0).diagnosis().describe(3);
        assertTrue(text.startsWith("rank 3 of neighbourhood 1, joined, "), text);
    }

    @Test
    void aLookFromOutsideSeesWhatRanksShowOfTheirWays() {
        long part = ranks.get(3).shown().waysAddress();
        WayLayout.put(part, 1, WayNumber.RING_BYTES, 1 << 10);
        WayLayout.put(part, 1, WayNumber.SERVED_WAITING, 1 << 9);
        WayLayout.put(part, 1, WayNumber.FRAMES_SENT, 7);
        JobView view = JobView.look(job.directory());
        RankStatus last = view.ranks().get(3);
        assertEquals(List.of(0, 1, 2), last.messages().ways().stream().map(WayView::peer).toList());
        assertEquals(7, last.messages().ways().get(1).number(WayNumber.FRAMES_SENT));
        assertEquals(50, last.requests().fullest());
        assertEquals(List.of(3, 4), view.ranks().get(0).messages().ways().stream().map(WayView::peer).toList());
    }

    @Test
    void aNeighbourhoodThatCannotBeIsSaidAndNotUsed() throws IOException {
        for (int said : new int[]{-1, SIZE, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            try (RandomAccessFile control = new RandomAccessFile(
                    job.directory().resolve(JobDirectory.CONTROL).toFile(), "rw")) {
                control.seek(ControlLayout.slotOffset(2) + ControlLayout.NEIGHBOURHOOD);
                control.write(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).putInt(said).array());
            }
            JobView view = JobView.look(job.directory());
            assertEquals(RankView.UNKNOWN, view.ranks().get(2).neighbourhood(), () -> "said " + said);
            assertEquals(List.of("rank 2 says that it is in a neighbourhood that a job of 5 ranks cannot have"),
                    view.remarks());
            assertEquals("rank 2", view.describe(2));
        }
    }

    @Test
    void aNeighbourhoodWhoseRingsCannotBeReadIsNamed() throws IOException {
        Files.write(job.directory().resolve("am-1"), new byte[1], StandardOpenOption.WRITE);
        List<String> remarks = JobView.look(job.directory()).remarks();
        assertEquals(1, remarks.size());
        assertTrue(remarks.getFirst().contains("am-1"), remarks::toString);
    }

    @Test
    void everyPairOfNeighboursHasARingAndNoOther() {
        try (HostedJob four = HostedJob.create(base, "four", 4, Map.of())) {
            List<Membership> members = Ranks.joinAll(four.directory(), 4, 2);
            JobView view = JobView.look(four.directory());
            assertEquals(List.of(1, 1, 1, 1), view.ranks().stream().map(rank -> rank.requests().rings()).toList());
            members.forEach(Membership::leave);
            assertFalse(Files.exists(four.directory()));
        }
    }

    @Test
    void filesOfEveryNeighbourhoodCountAndAreSweptWhenAllProcessesAreGone() throws Exception {
        ProcessIdentity dead;
        try (OtherProcess other = OtherProcess.sleeping()) {
            dead = other.identity();
            other.kill();
        }
        Path gone = job.directory().resolveSibling("gone");
        Files.createDirectory(gone, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        long bytes = 0;
        for (Path file : JobDirectory.list(job.directory())) {
            Path other = gone.resolve(file.getFileName());
            if (file.endsWith(JobDirectory.CONTROL)) {
                Files.copy(file, other, StandardCopyOption.COPY_ATTRIBUTES);
            } else {
                Files.createLink(other, file);
            }
            bytes += Posix.allocatedBytes(other.toString());
        }
        for (String name : List.of("am-1", "area-1", "ways-0", "ways-4")) {
            assertTrue(Files.exists(gone.resolve(name)), name);
        }
        bury(gone.resolve(JobDirectory.CONTROL), dead);
        JobView view = JobView.look(gone);
        assertEquals(JobView.State.ABANDONED, view.state());
        assertEquals(bytes, view.bytes());
        assertEquals(2, view.neighbourhoods());
        SweptDirectory swept = HostedJob.sweep(base, true).stream()
                .filter(each -> each.directory().equals(gone)).findFirst().orElseThrow();
        assertTrue(swept.isRemoved(), swept::toString);
        assertEquals(bytes, swept.bytes());
        assertFalse(Files.exists(gone));
        assertTrue(Files.exists(job.directory()));
    }

    /** Writes a process in place of the launcher and of all ranks into a copy of the control file, and no locks. */
    private static void bury(Path control, ProcessIdentity process) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(control.toFile(), "rw")) {
            put(file, ControlLayout.LOCKS, 0);
            put(file, ControlLayout.LAUNCHER_PID, process.pid());
            put(file, ControlLayout.LAUNCHER_START, process.start());
            for (int rank = 0; rank < SIZE; rank++) {
                put(file, ControlLayout.slotOffset(rank) + ControlLayout.PID, process.pid());
                put(file, ControlLayout.slotOffset(rank) + ControlLayout.START, process.start());
            }
        }
    }

    private static void put(RandomAccessFile file, long offset, long value) throws IOException {
        file.seek(offset);
        file.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(value).array());
    }

    @Test
    void nothingIsLeftWhenAllHaveLeft() {
        ranks.forEach(Membership::leave);
        assertFalse(Files.exists(job.directory()));
    }

    @Test
    void oneNeighbourhoodShowsNoWays() {
        try (HostedJob two = HostedJob.create(base, "two", 2, Map.of())) {
            List<Membership> members = Ranks.joinAll(two.directory(), 2);
            assertEquals(0, members.getFirst().shown().waysAddress());
            assertFalse(Files.exists(two.directory().resolve(WaysFile.name(0))));
            assertEquals(List.of(), JobView.look(two.directory()).ranks().getFirst().messages().ways());
            assertEquals("rank 1", two.names().get(1));
            members.forEach(Membership::leave);
        }
    }

    @Test
    void processesOfNeighboursAloneAreReached() {
        assertNotNull(ranks.get(0).processes().process(1));
        assertNull(ranks.get(0).processes().process(3));
    }
}
