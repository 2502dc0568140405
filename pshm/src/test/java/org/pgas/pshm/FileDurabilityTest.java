package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;

/**
 * What of a FILE segment is on its device, and when. The kernel says it: /proc/self/smaps counts the pages of a mapping
 * that are written to and not yet brought to the device. What the name of a file needs, the JDK's flight recorder says:
 * which directories were forced.
 */
class FileDurabilityTest {
    private static final long PAGE = FileLayout.PAGE_BYTES;
    private static final long BYTES = 16 * PAGE;
    private static final Pattern DIRTY = Pattern.compile("(?:Shared|Private)_Dirty: +(\\d+) kB");

    @TempDir
    Path directory;

    private final AtomicBoolean failed = new AtomicBoolean();
    private final Set<StoredSegment> open = ConcurrentHashMap.newKeySet();
    private final FileSegments files = new FileSegments(3, open, new SegmentMappings(1L << 40), () -> !failed.get(),
            _ -> -1);

    private Path file() {
        return directory.resolve("data");
    }

    @BeforeEach
    void skipWhereTheKernelCannotTell() throws IOException {
        Path probe = directory.resolve("probe");
        Files.write(probe, new byte[(int) PAGE]);
        try (FileChannel channel = FileChannel.open(probe, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment page = channel.map(MapMode.READ_WRITE, 0, PAGE, arena);
            page.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            boolean shows = dirty(probe, 0, PAGE) == PAGE;
            page.force();
            assumeTrue(shows && dirty(probe, 0, PAGE) == 0, "the file system of " + directory + " ("
                    + Files.getFileStore(directory).type() + ") does not show which pages are on a device");
        }
        Files.delete(probe);
    }

    @AfterEach
    void giveUpWhatIsOpen() {
        open.forEach(StoredSegment::leave);
    }

    /** How many bytes of the pages from {@code offset} on are in memory only. */
    private static long dirty(Path file, long offset, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ); Arena arena = Arena.ofConfined()) {
            MemorySegment pages = channel.map(MapMode.READ_ONLY, offset, bytes, arena);
            long sum = 0;
            for (long at = 0; at < bytes; at += PAGE) {
                // a page counts when this mapping has it
                sum += pages.get(ValueLayout.JAVA_BYTE, at);
            }
            String smaps = Files.readString(Path.of("/proc/self/smaps"));
            int begin = smaps.indexOf(Long.toHexString(pages.address()) + "-");
            assertTrue(begin >= 0, "the kernel does not tell of the mapping with bytes of sum " + sum);
            int end = smaps.indexOf("VmFlags", begin);
            long kilobytes = 0;
            for (Matcher found = DIRTY.matcher(smaps.substring(begin, end)); found.find();) {
                kilobytes += Long.parseLong(found.group(1));
            }
            return kilobytes << 10;
        }
    }

    private long dirtyHeader() throws IOException {
        return dirty(file(), 0, FileLayout.HEADER_LENGTH);
    }

    private long dirtySegment() throws IOException {
        return dirty(file(), FileLayout.HEADER_LENGTH, BYTES);
    }

    private static void write(MappedSegment segment, long value) {
        for (long at = 0; at < BYTES; at += PAGE) {
            SharedMemory.putLong(segment.address() + at, value);
        }
    }

    @Test
    void shouldKeepInMemoryWhatWasNotSynced() throws IOException {
        MappedSegment own = files.create(file(), BYTES);
        write(own, 1);
        assertEquals(BYTES, dirtySegment());
        own.sync();
        assertEquals(0, dirtySegment());
        SharedMemory.putLong(own.address() + 5 * PAGE, 2);
        assertTrue(dirtySegment() >= PAGE);
        own.sync();
        assertEquals(0, dirtySegment());
    }

    @Test
    void shouldSyncWhatPeersHaveWritten() throws IOException {
        MappedSegment own = files.create(file(), BYTES);
        MappedSegment peers = files.map(file(), BYTES);
        write(peers, 1);
        assertEquals(BYTES, dirtySegment());
        own.sync();
        assertEquals(0, dirtySegment());
        write(own, 2);
        peers.sync();
        assertEquals(0, dirtySegment());
        peers.close();
    }

    @Test
    void shouldBeOnItsDeviceWhenItIsClosedInOrder() throws IOException {
        MappedSegment own = files.create(file(), BYTES);
        write(own, 1);
        own.close();
        assertEquals(0, dirtySegment());
        assertEquals(0, dirtyHeader());
        assertEquals(FileLayout.CLEAN, FileHeader.read(3, file(), BYTES).state());
    }

    /** Else a file that was closed before would be one still, after a loss of power. */
    @Test
    void shouldSayOnItsDeviceThatItIsOpenBeforeAnyoneWritesToIt() throws IOException {
        files.create(file(), BYTES);
        assertEquals(0, dirtyHeader());
        giveUpWhatIsOpen();
        open.clear();
        MappedSegment own = files.open(file(), BYTES, true);
        assertEquals(0, dirtyHeader());
        own.close();
        files.open(file(), BYTES, false);
        assertEquals(0, dirtyHeader());
        assertEquals(FileLayout.IN_USE, FileHeader.read(3, file(), BYTES).state());
    }

    @Test
    void shouldNotBeMarkedAsClosedOnItsDeviceWhenItsJobHasFailed() throws IOException {
        MappedSegment own = files.create(file(), BYTES);
        write(own, 1);
        failed.set(true);
        own.close();
        assertEquals(0, dirtyHeader());
        assertEquals(FileLayout.IN_USE, FileHeader.read(3, file(), BYTES).state());
    }

    @Test
    void shouldHaveItsNameForcedWhenItIsMade() throws IOException {
        List<String> forced;
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withoutThreshold().withoutStackTrace();
            recording.start();
            files.create(file(), BYTES);
            recording.stop();
            Path dump = directory.resolve("recording");
            recording.dump(dump);
            forced = RecordingFile.readAllEvents(dump).stream()
                    .filter(event -> event.getEventType().getName().equals("jdk.FileForce"))
                    .map((RecordedEvent event) -> event.getString("path")).toList();
        }
        assertEquals(List.of(directory.toString()), forced);
    }
}
