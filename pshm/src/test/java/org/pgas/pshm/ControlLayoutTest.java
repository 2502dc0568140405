package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class ControlLayoutTest {
    private record Field(String name, int offset, int bytes) {
        int end() {
            return offset + bytes;
        }
    }

    /** Who writes a field; what is missing here is written by one side of its structure alone. */
    private static final Map<String, String> HEADER_WRITERS = Map.of("ending", "ender", "endingTextBytes", "ender",
            "endingText", "ender", "sleepers", "sleepers", "left", "leavers", "roomBytes", "rank 0", "copiers",
            "copy threads");
    private static final Map<String, String> SLOT_WRITERS = Map.of("bell", "ringers", "sleeping", "sleepers");

    private static List<Field> fields(Layout layout) {
        List<Field> fields = new ArrayList<>();
        for (String line : layout.toTable().lines().toList()) {
            String[] words = line.strip().split(" +");
            if (!words[1].equals("(end)")) {
                fields.add(new Field(words[2], Integer.parseInt(words[0]), Integer.parseInt(words[1])));
            }
        }
        return fields;
    }

    /** The text between the n-th pair of pre tags of the class comment, without the comment's margin. */
    private static List<String> drawing(int index) throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/pgas/pshm/ControlLayout.java"));
        String inside = source.split("<pre>")[index + 1].split("</pre>")[0];
        return inside.lines().map(line -> line.replaceFirst("^ \\* ?", "")).filter(line -> !line.isBlank()).toList();
    }

    @Test
    void theTablesInTheCommentAreTheLayout() throws IOException {
        assertEquals(ControlLayout.HEADER.toTable().lines().toList(), drawing(0));
        assertEquals(ControlLayout.SLOT.toTable().lines().toList(), drawing(1));
    }

    @Test
    void everyFieldOfTheTablesHasItsWriterInTheComment() throws IOException {
        String protocol = String.join("\n", drawing(2));
        List<String> ranges = List.of("version", "size", "launcherPid", "launcherStart", "endingTextBytes", "flags",
                "nameBytes", "configurationBytes", "configuration", "segmentBytes", "segmentStatus",
                "start", "name");
        for (Layout layout : new Layout[]{ControlLayout.HEADER, ControlLayout.SLOT}) {
            for (Field field : fields(layout)) {
                assertTrue(ranges.contains(field.name()) || protocol.contains("\n" + field.name() + " "),
                        field.name() + " is not in the table of writers");
            }
        }
    }

    @Test
    void fieldsDoNotOverlapAndAreAligned() {
        for (Layout layout : new Layout[]{ControlLayout.HEADER, ControlLayout.SLOT}) {
            int end = 0;
            for (Field field : fields(layout)) {
                assertTrue(field.offset() >= end, field + " begins before " + end);
                if (field.bytes() <= 8) {
                    assertEquals(0, field.offset() % field.bytes(), field.toString());
                }
                end = field.end();
            }
            assertTrue(layout.length() >= end);
            assertEquals(0, layout.length() % ControlLayout.LINE);
        }
    }

    @Test
    void fieldsOfDifferentWritersAreOnDifferentLines() {
        assertLinesHaveOneWriter(ControlLayout.HEADER, HEADER_WRITERS, "creator");
        assertLinesHaveOneWriter(ControlLayout.SLOT, SLOT_WRITERS, "the rank");
    }

    private static void assertLinesHaveOneWriter(Layout layout, Map<String, String> writers, String others) {
        Map<Integer, String> writerOfLine = new HashMap<>();
        for (Field field : fields(layout)) {
            String writer = writers.getOrDefault(field.name(), others);
            for (int line = field.offset() / ControlLayout.LINE; line <= (field.end() - 1)
                    / ControlLayout.LINE; line++) {
                String other = writerOfLine.putIfAbsent(line, writer);
                assertTrue(other == null || other.equals(writer),
                        field.name() + " of " + writer + " shares line " + line + " with a field of " + other);
            }
        }
    }

    @Test
    void slotsAndLanesFollowEachOtherOnLineBorders() {
        for (int size : new int[]{1, 2, 3, 2048}) {
            long end = ControlLayout.HEADER_LENGTH;
            for (int rank = 0; rank < size; rank++) {
                assertEquals(end, ControlLayout.slotOffset(rank));
                end += ControlLayout.SLOT_LENGTH;
            }
            for (int lane = 0; lane < ControlLayout.LANES; lane++) {
                assertEquals(end, ControlLayout.laneOffset(lane, size));
                assertEquals(0, end % ControlLayout.LINE);
                end += (long) size * ControlLayout.LINE;
            }
            assertEquals(end, ControlLayout.fileLength(size));
        }
        assertEquals(org.pgas.spi.SyncLane.values().length, ControlLayout.LANES);
    }

    @Test
    void theMagicIsReadableAndNoPalindrome() {
        byte[] bytes = java.nio.ByteBuffer.allocate(8).order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putLong(ControlLayout.MAGIC).array();
        assertEquals("PGASCTRL", new String(bytes, java.nio.charset.StandardCharsets.US_ASCII));
        assertTrue(Long.reverseBytes(ControlLayout.MAGIC) != ControlLayout.MAGIC);
    }
}
