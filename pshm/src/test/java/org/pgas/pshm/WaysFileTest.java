package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JoinException;
import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

class WaysFileTest {
    private static final int SIZE = 3;

    @TempDir
    private Path directory;

    private static List<String> drawing(int index) throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/pgas/pshm/WaysLayout.java"));
        String inside = source.split("<pre>")[index + 1].split("</pre>")[0];
        return inside.lines().map(line -> line.replaceFirst("^ \\* ?", "")).filter(line -> !line.isBlank()).toList();
    }

    @Test
    void theTableInTheCommentIsTheLayout() throws IOException {
        assertEquals(WaysLayout.HEADER.toTable().lines().toList(), drawing(0));
        String protocol = String.join("\n", drawing(1));
        for (String field : List.of("magic", "version", "size", "numbers")) {
            assertTrue(protocol.contains("\n" + field + " "), field);
        }
    }

    @Test
    void theMagicIsReadableAndNoPalindrome() {
        byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(WaysLayout.MAGIC).array();
        assertEquals("PGASWAYS", new String(bytes, StandardCharsets.US_ASCII));
        assertNotEquals(WaysLayout.MAGIC, Long.reverseBytes(WaysLayout.MAGIC));
    }

    @Test
    void allNumbersOfAWayFitIntoItsBlock() {
        assertTrue(WayNumber.values().length * Long.BYTES <= WayLayout.BLOCK_BYTES);
        assertEquals(SIZE * WayLayout.BLOCK_BYTES, WayLayout.partBytes(SIZE));
    }

    @Test
    void whatARankShowsIsSeenFromOutside() throws IOException {
        WaysFile file = WaysFile.create(directory, 1, SIZE);
        for (int peer = 0; peer < SIZE; peer++) {
            for (WayNumber number : WayNumber.values()) {
                WayLayout.put(file.part(), peer, number, 100 * peer + number.ordinal());
            }
        }
        WayLayout.put(file.part(), 0, WayNumber.LOST, Long.MIN_VALUE);
        try (Arena arena = Arena.ofConfined()) {
            WaysView view = WaysView.look(directory, 1, SIZE, arena);
            WayView last = view.to(2);
            assertEquals(2, last.peer());
            for (WayNumber number : WayNumber.values()) {
                assertEquals(200 + number.ordinal(), last.number(number), number::name);
            }
            assertEquals(0, view.to(0).number(WayNumber.LOST), "as a stray write would have it");
        }
        file.abandon();
    }

    @Test
    void heldIsThePercentOfTheFullestRing() {
        WayView way = new WayView(1, Map.of(WayNumber.RING_BYTES, 1000L, WayNumber.REQUESTS_HELD, 100L,
                WayNumber.SERVED_HELD, 250L, WayNumber.REPLIES_HELD, Long.MAX_VALUE));
        assertEquals(25, way.held(WayNumber.REQUESTS_HELD, WayNumber.SERVED_HELD));
        assertEquals(100, way.held(WayNumber.REPLIES_HELD));
        assertEquals(0, new WayView(1, Map.of()).held(WayNumber.REPLIES_HELD));
    }

    @Test
    void whatIsNoSuchFileIsRefused() throws IOException {
        WaysFile.create(directory, 0, SIZE).abandon();
        Path path = directory.resolve(WaysFile.name(0));
        refused(SIZE + 1, "is of a job of 3 ranks; this one has 4");
        putInt(path, WaysLayout.NUMBERS, 0);
        refused(SIZE, "has 0 numbers of a way");
        putInt(path, WaysLayout.NUMBERS, WayNumber.values().length);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(file.length() - 1);
        }
        refused(SIZE, "it was truncated or extended");
        putInt(path, WaysLayout.MAGIC_OFFSET, 0);
        refused(SIZE, "begins with");
    }

    private void refused(int size, String why) {
        try (Arena arena = Arena.ofConfined()) {
            Refused.with(JoinException.class, () -> look(size, arena), "the file of ways", why);
        }
    }

    private void look(int size, Arena arena) {
        try {
            WaysView.look(directory, 0, size, arena);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void putInt(Path path, int offset, int value) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(offset);
            file.write(ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array());
        }
    }
}
