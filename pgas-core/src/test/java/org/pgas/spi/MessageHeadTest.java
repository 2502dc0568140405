package org.pgas.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

class MessageHeadTest {
    private static final int[] INDICES = {0, 1, 2, 255, 256, 2047, 2048, 4095};

    @Test
    void shouldGiveBackWhatItIsMadeOf() {
        for (int category = MessageHead.SHORT; category <= MessageHead.LONG; category++) {
            for (int count = 0; count <= MessageHead.MAX_ARGUMENTS; count++) {
                for (int handler : new int[]{0, 1, 128, 200, 255}) {
                    for (int source : INDICES) {
                        for (int target : INDICES) {
                            check(category, count, handler, source, target);
                        }
                    }
                }
            }
        }
    }

    private static void check(int category, int count, int handler, int source, int target) {
        int low = MessageHead.of(category, handler, count);
        long head = low | MessageHead.between(source, target);
        String text = category + " " + count + " " + handler + " " + source + " " + target;
        assertTrue(head > 0 && MessageHead.isLegal(head), text);
        assertEquals(category, MessageHead.category(head), text);
        assertEquals(count, MessageHead.argumentCount(head), text);
        assertEquals(handler, MessageHead.handler(head), text);
        assertEquals(source, MessageHead.sourceEndpoint(head), text);
        assertEquals(target, MessageHead.targetEndpoint(head), text);
        boolean other = source + target > 0;
        assertEquals(other, MessageHead.hasEnds(head), text);
        assertEquals(other, MessageHead.ends(head) != 0, text);
        assertEquals(count + (other ? 1 : 0), MessageHead.words(head), text);
        assertEquals(head, MessageHead.withEnds(low, MessageHead.ends(head)), text);
    }

    @Test
    void shouldBeTheIntThatHasNoEndpointsBetweenPrimordialOnes() {
        assertEquals(0, MessageHead.between(0, 0));
        assertEquals(1 << 14 | 1 << 13 | 2 << 8 | 200, MessageHead.of(MessageHead.SHORT, 200, 2));
    }

    @Test
    void shouldRefuseWhatNobodyMakes() {
        long legal = MessageHead.of(MessageHead.MEDIUM, 200, 16) | MessageHead.between(4095, 4095);
        assertTrue(MessageHead.isLegal(legal));
        assertFalse(MessageHead.isLegal(0));
        assertFalse(MessageHead.isLegal(-1));
        assertFalse(MessageHead.isLegal(legal ^ 1 << 13), "without its mark");
        assertFalse(MessageHead.isLegal(legal & ~(3L << 14)), "of no category");
        assertFalse(MessageHead.isLegal(MessageHead.of(MessageHead.MEDIUM, 200, 17)), "more arguments than there are");
        for (int bit = 40; bit < Long.SIZE; bit++) {
            assertFalse(MessageHead.isLegal(legal | 1L << bit), "bit " + bit);
        }
    }

    /** Every bit is in one row of the table in the comment, and the rows are where the bits are. */
    @Test
    void theTableInTheCommentIsTheLayout() throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/pgas/spi/MessageHead.java"));
        String table = source.split("<pre>")[1].split("</pre>")[0];
        Matcher row = Pattern.compile("bits? +(\\d+)(?:\\.\\.(\\d+))? +(.*)").matcher(table);
        List<String> rows = new ArrayList<>();
        int next = 63;
        while (row.find()) {
            int high = Integer.parseInt(row.group(1));
            int low = row.group(2) == null ? high : Integer.parseInt(row.group(2));
            assertEquals(next, high, row.group());
            next = low - 1;
            long mask = -1L >>> 63 - high & -1L << low;
            assertEquals(field(row.group(3)), mask, row.group());
            rows.add(row.group(3));
        }
        assertEquals(-1, next);
        assertEquals(7, rows.size());
    }

    /** The bits that a part of a head takes. */
    private static long field(String row) {
        int none = MessageHead.of(0, 0, 0);
        return switch (row.split(" ")[0] + " " + row.replaceAll(".*endpoint that ", "").split(" ")[0]) {
            case "index sends," -> MessageHead.between(4095, 0);
            case "index it" -> MessageHead.between(0, 4095);
            case "category: category:" -> MessageHead.of(3, 0, 0) ^ none;
            case "1 1" -> none;
            case "argument argument" -> MessageHead.of(0, 0, 31) ^ none;
            case "handler handler" -> MessageHead.of(0, 255, 0) ^ none;
            case "0 0" -> -1L << 40;
            default -> throw new AssertionError("a row that nobody knows: " + row);
        };
    }
}
