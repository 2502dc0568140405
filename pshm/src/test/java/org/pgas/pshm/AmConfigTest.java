package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.JoinException;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageRings;

class AmConfigTest {
    private static AmConfig of(int size, MessageRings rings, long bytes) {
        return AmConfig.of(1, size, Ranks.settings(rings, bytes, 30));
    }

    @Test
    void upToFourRanksHaveARingForEachPair() {
        for (int size = 1; size <= 16; size++) {
            AmConfig config = of(size, MessageRings.AUTO, 0);
            assertEquals(size <= 4, config.pair());
            assertEquals(size <= 4 ? 512 << 10 : 1 << 20, config.slabBytes());
            assertEquals(size <= 4 ? 128 << 10 : 256 << 10, config.ringBytes());
            assertEquals(size <= 4 ? 64 << 10 : 128 << 10, config.maxPayload());
            assertTrue(of(size, MessageRings.PAIR, 0).pair());
            assertFalse(of(size, MessageRings.SHARED, 0).pair());
        }
    }

    @Test
    void onlyPowersOfTwoThatLeaveRoomForAPayloadAreRings() {
        for (long bytes : new long[]{1, 4 << 10, 8191, 8193, 12 << 10, 1L << 31, Long.MAX_VALUE}) {
            Refused.with(JoinException.class, () -> of(2, MessageRings.AUTO, bytes), "rank 1",
                    "pgas.am.ring=" + bytes, "8192", "power of two");
        }
        for (int bytes = 8 << 10; bytes > 0 && bytes <= 1 << 30; bytes <<= 1) {
            AmConfig config = of(2, MessageRings.AUTO, bytes);
            assertEquals(bytes, config.slabBytes());
            assertEquals(bytes / 8, config.maxPayload());
            assertTrue(config.mostInRing() >= 128);
            int inRing = MessageRecord.claimed(MessageRecord.payload(MessageHead.MAX_WORDS) + config.mostInRing());
            int inSlab = MessageRecord.claimedWithSlab(MessageHead.MAX_WORDS, config.maxPayload());
            assertTrue(inRing <= config.mostRecordBytes() && inSlab <= config.mostRecordBytes(), config::toString);
        }
    }
}
