package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.spi.CounterLayout;

class CountersLayoutTest {
    private static List<String> drawing(int index) throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/pgas/pshm/CountersLayout.java"));
        String inside = source.split("<pre>")[index + 1].split("</pre>")[0];
        return inside.lines().map(line -> line.replaceFirst("^ \\* ?", "")).filter(line -> !line.isBlank()).toList();
    }

    @Test
    void theTableInTheCommentIsTheLayout() throws IOException {
        assertEquals(CountersLayout.HEADER.toTable().lines().toList(), drawing(0));
    }

    @Test
    void everyFieldHasItsWriterInTheComment() throws IOException {
        String protocol = String.join("\n", drawing(1));
        for (String line : drawing(0)) {
            String field = line.strip().split(" +")[line.contains("(end)") ? 1 : 2];
            assertTrue(field.equals("(end)") || protocol.contains("\n" + field + " "), field);
        }
    }

    @Test
    void partsFollowThePageOfTheHeaderAndAreWholePages() {
        assertEquals(4096, CountersLayout.partOffset(0));
        assertEquals(0, CounterLayout.PART_BYTES % 4096);
        assertEquals(4096 + 5 * CounterLayout.PART_BYTES, CountersLayout.partOffset(5));
        assertEquals(CountersLayout.partOffset(2047) + CounterLayout.PART_BYTES, CountersLayout.fileLength(2048));
    }

    @Test
    void theMagicIsReadableAndNoPalindrome() {
        byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(CountersLayout.MAGIC).array();
        assertEquals("PGASCNTR", new String(bytes, StandardCharsets.US_ASCII));
        assertNotEquals(CountersLayout.MAGIC, Long.reverseBytes(CountersLayout.MAGIC));
    }
}
