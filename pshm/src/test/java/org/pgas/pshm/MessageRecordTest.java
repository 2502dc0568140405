package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MessageRecordTest {
    private static final int LONGEST = 4096;

    /**
     * Of a record with that many bytes, what it takes of the ring: records of one size lie in as few cache lines as
     * they can.
     */
    static int record(int bytes) {
        return bytes <= 16 ? 16 : bytes <= 32 ? 32 : Math.ceilDiv(bytes, 64) * 64;
    }

    @Test
    void shouldShareALineWithWholeRecordsOnly() {
        for (int length = 4; length <= LONGEST; length++) {
            assertEquals(record(MessageRecord.HEADER + length), MessageRecord.HEADER + MessageRecord.claimed(length));
        }
    }
}
