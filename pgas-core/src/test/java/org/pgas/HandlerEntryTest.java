package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.message.Handler;
import org.pgas.rank.Cores;
import org.pgas.spi.MessageHead;

class HandlerEntryTest {
    private static final List<HandlerEntry> CATEGORIES = List.of(
            HandlerEntry.ofShort(token -> {}),
            HandlerEntry.ofMedium((token, payload) -> {}),
            HandlerEntry.ofLong((token, destination, bytes) -> {}),
            HandlerEntry.ofMediumOrLong((token, payload) -> {}, (token, destination, bytes) -> {}));

    @Test
    void shouldDescribeItselfToPeersExactlyAsItActs() {
        for (HandlerEntry plain : CATEGORIES) {
            for (HandlerEntry kind : List.of(plain, plain.request(), plain.reply(), plain.requestOrReply())) {
                for (HandlerEntry entry : List.of(kind, kind.arguments(0), kind.arguments(16), kind.anyArguments())) {
                    compareWithDescription(entry);
                }
            }
        }
    }

    private static void compareWithDescription(HandlerEntry entry) {
        assertNotEquals(0, Cores.of(entry).description(), "0 means that there is no handler");
        for (int category = MessageHead.SHORT; category <= MessageHead.LONG; category++) {
            for (int count = 0; count <= MessageHead.MAX_ARGUMENTS; count++) {
                int head = MessageHead.of(category, 200, count);
                for (boolean reply : new boolean[]{false, true}) {
                    String refusal = Handler.refusal(Cores.of(entry).description(), head, reply);
                    assertEquals(Cores.of(entry).accepts(head, reply), refusal == null, () -> head + ": " + refusal);
                }
            }
        }
    }

    @Test
    void shouldSayWhyAMessageIsRefused() {
        HandlerEntry entry = HandlerEntry.ofShort(token -> {}).request().arguments(2);
        assertTrue(refusal(entry, MessageHead.MEDIUM, 2, false).contains("takes short messages"));
        assertTrue(refusal(entry, MessageHead.SHORT, 3, false).contains("takes 2 arguments, not 3"));
        assertTrue(refusal(entry, MessageHead.SHORT, 2, true).contains("serves requests only"));
        assertTrue(refusal(entry.reply(), MessageHead.SHORT, 2, false).contains("serves replies only"));
        assertTrue(refusal(CATEGORIES.get(3), MessageHead.SHORT, 0, false).contains("medium and long"));
        assertTrue(Handler.refusal(0, MessageHead.of(1, 200, 0), false).contains("not registered"));
        assertNull(refusal(entry, MessageHead.SHORT, 2, false));
    }

    private static String refusal(HandlerEntry entry, int category, int count, boolean reply) {
        return Handler.refusal(Cores.of(entry).description(), MessageHead.of(category, 200, count), reply);
    }

    @Test
    void shouldRefuseIllegalIndicesAndCounts() {
        HandlerEntry entry = CATEGORIES.get(0);
        for (int index : new int[]{-1, 1, 127, 256}) {
            PgasException refusal = assertThrows(PgasException.class, () -> entry.index(index));
            assertTrue(refusal.getMessage().contains("128..255"), refusal.getMessage());
        }
        for (int count : new int[]{-1, 17}) {
            PgasException refusal = assertThrows(PgasException.class, () -> entry.arguments(count));
            assertTrue(refusal.getMessage().contains("0..16"), refusal.getMessage());
        }
    }

    @Test
    void shouldKeepWhatOtherMethodsDoNotChange() {
        Object data = new Object();
        HandlerEntry entry = CATEGORIES.get(0).name("hit").clientData(data).arguments(3).reply().index(130);
        assertEquals("hit", entry.name());
        assertEquals(data, entry.clientData());
        assertEquals(3, entry.argumentCount());
        assertEquals(130, entry.index());
        assertTrue(entry.servesReplies());
        assertEquals("handler 130 'hit'", entry.toString());
    }
}
