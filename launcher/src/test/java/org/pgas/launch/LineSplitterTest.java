package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class LineSplitterTest {
    private final List<String> lines = new ArrayList<>();
    private final LineTarget target = new LineTarget() {
        @Override
        public void line(byte[] bytes, int offset, int length) {
            lines.add(new String(bytes, offset, length, UTF_8));
        }

        @Override
        public void pause() {
            // nothing is held back
        }
    };

    private void feed(String text, int partBytes, int limit) throws IOException {
        LineSplitter splitter = new LineSplitter(target, limit);
        byte[] bytes = text.getBytes(UTF_8);
        for (int i = 0; i < bytes.length; i += partBytes) {
            splitter.accept(bytes, i, Math.min(partBytes, bytes.length - i));
        }
        splitter.finish();
    }

    @Test
    void linesAreTheSameHoweverTheStreamIsCut() throws IOException {
        String text = "ärger\n\n日本語 🎲\r\nlast without end";
        for (int part = 1; part <= text.getBytes(UTF_8).length; part++) {
            lines.clear();
            feed(text, part, 1000);
            assertEquals(List.of("ärger", "", "日本語 🎲", "last without end"), lines, "cut into parts of " + part);
        }
    }

    @Test
    void aStreamThatEndsWithALineEndHasNoFurtherLine() throws IOException {
        feed("one\n", 10, 1000);
        assertEquals(List.of("one"), lines);
    }

    @Test
    void aLineBeyondTheLimitComesInPiecesThatJoinToTheWhole() throws IOException {
        String text = "🎲é日".repeat(1000);
        for (int limit = 4; limit < 40; limit++) {
            lines.clear();
            feed(text + "\n", 7, limit);
            assertEquals(text, String.join("", lines), "limit " + limit);
            for (String line : lines) {
                assertTrue(line.getBytes(UTF_8).length <= limit, line);
            }
        }
    }

    @Test
    void bytesThatAreNoTextPassThroughInPiecesToo() throws IOException {
        List<Integer> lengths = new ArrayList<>();
        LineSplitter splitter = new LineSplitter(new LineTarget() {
            @Override
            public void line(byte[] bytes, int offset, int length) {
                lengths.add(length);
            }

            @Override
            public void pause() {
                // nothing is held back
            }
        }, 8);
        byte[] garbage = new byte[100];
        java.util.Arrays.fill(garbage, (byte) 0xBF);
        splitter.accept(garbage, 0, garbage.length);
        splitter.finish();
        assertEquals(100, lengths.stream().mapToInt(Integer::intValue).sum());
        assertTrue(lengths.stream().allMatch(length -> length <= 8), lengths::toString);
    }
}
