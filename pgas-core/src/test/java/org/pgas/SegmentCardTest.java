package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.pgas.area.EndpointDirectory;
import org.pgas.place.SegmentCard;

/** What a rank tells of an endpoint, as bytes: those that somebody has changed are refused with a message. */
class SegmentCardTest {
    private static final int RANK = 0;
    private static final int ENDPOINT = 4;
    private static final int REACH = 16;
    private static final int BYTES = 17;
    private static final int SLOT = 25;

    private static final SegmentCard CARD = new SegmentCard(3, 2, 7, 5, SegmentCard.Reach.FILE, 4096, 1, 9, "/a/file");

    private static void refused(byte[] bytes) {
        Refusal.of(ErrorCode.RESOURCE, () -> SegmentCard.of(bytes), "what a rank tells of its endpoints is damaged",
                "another process has written into the files of the job");
    }

    private static void refusedInt(int offset, int value) {
        refused(ByteBuffer.wrap(CARD.toBytes()).putInt(offset, value).array());
    }

    @Test
    void shouldBeReadAsItWasWritten() {
        assertEquals(CARD, SegmentCard.of(CARD.toBytes()));
    }

    @Test
    void shouldRefuseACardWithANumberOutOfItsRange() {
        for (int value : new int[]{-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            refusedInt(RANK, value);
            refusedInt(ENDPOINT, value);
            refusedInt(SLOT, value);
        }
        refusedInt(RANK, GlobalPointer.MAX_RANKS);
        refusedInt(ENDPOINT, GlobalPointer.MAX_ENDPOINTS);
        refusedInt(SLOT, EndpointDirectory.SLOTS);
        for (long bytes : new long[]{-1, Long.MIN_VALUE, GlobalPointer.MAX_SEGMENT_BYTES + 1, Long.MAX_VALUE}) {
            refused(ByteBuffer.wrap(CARD.toBytes()).putLong(BYTES, bytes).array());
        }
        for (int reach : new int[]{-1, SegmentCard.Reach.values().length, Byte.MIN_VALUE, Byte.MAX_VALUE}) {
            refused(ByteBuffer.wrap(CARD.toBytes()).put(REACH, (byte) reach).array());
        }
    }

    @Test
    void shouldRefuseACardThatEndsTooSoon() {
        byte[] bytes = CARD.toBytes();
        for (int length = 0; length < bytes.length; length++) {
            refused(Arrays.copyOf(bytes, length));
        }
    }
}
