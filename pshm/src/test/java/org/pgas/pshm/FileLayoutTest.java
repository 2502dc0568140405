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
import org.pgas.memory.SegmentTrailer;

class FileLayoutTest {
    private static List<String> drawing(int index) throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/pgas/pshm/FileLayout.java"));
        String inside = source.split("<pre>")[index + 1].split("</pre>")[0];
        return inside.lines().map(line -> line.replaceFirst("^ \\* ?", "")).filter(line -> !line.isBlank()).toList();
    }

    @Test
    void theTableInTheCommentIsTheLayout() throws IOException {
        assertEquals(FileLayout.HEADER.toTable().lines().toList(), drawing(0));
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
    void theSegmentBeginsAtAPageAndTheTrailerFollowsIt() {
        assertEquals(4096, FileLayout.HEADER_LENGTH);
        assertEquals(4096 + 8192 + SegmentTrailer.BYTES, FileLayout.fileLength(8192));
    }

    @Test
    void theMagicIsReadableAndNoPalindrome() {
        byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(FileLayout.MAGIC).array();
        assertEquals("PGASFILE", new String(bytes, StandardCharsets.US_ASCII));
        assertNotEquals(FileLayout.MAGIC, Long.reverseBytes(FileLayout.MAGIC));
    }

    @Test
    void anOwnerIsOneProcessOfOneBootAndOfItsNamespaces() {
        ProcessIdentity self = ProcessIdentity.current();
        FileOwner own = FileOwner.current();
        assertEquals(own, FileOwner.of(self));
        assertEquals(self.pid(), own.pid());
        Namespaces here = self.namespaces();
        for (ProcessIdentity other : List.of(new ProcessIdentity(self.pid(), self.start() + 1),
                new ProcessIdentity(self.pid() + 1, self.start()),
                new ProcessIdentity(self.pid(), self.start(), new Namespaces(here.boot() + 1, here.pid(), here.time())),
                new ProcessIdentity(self.pid(), self.start(), new Namespaces(here.boot(), here.pid() + 1, here.time())),
                new ProcessIdentity(self.pid(), self.start(),
                        new Namespaces(here.boot(), here.pid(), here.time() + 1)))) {
            assertNotEquals(own, FileOwner.of(other));
        }
        assertEquals(4_194_303, FileOwner.of(new ProcessIdentity(4_194_303, Long.MAX_VALUE)).pid());
    }
}
