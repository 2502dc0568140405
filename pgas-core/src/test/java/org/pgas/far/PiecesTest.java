package org.pgas.far;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiecesTest {
    @ParameterizedTest
    @CsvSource({"65536, 62464", "65536, 65536", "512, 512", "128, 64", "16, 16"})
    void piecesAreTheWholeTransferInItsOrder(int most, int each) {
        Pieces pieces = new Pieces(most, each);
        for (long bytes : new long[]{1, 8, each - 1, each, each + 1, most - 1, most, most + 1, 2L * each, 2L * each + 1,
            10L * most + 3}) {
            long done = 0;
            int count = 0;
            while (done < bytes) {
                assertEquals(pieces.begin(count), done, "piece " + count + " of " + bytes + " bytes");
                int length = pieces.length(bytes, done);
                assertTrue(length > 0 && length <= (bytes <= most ? most : each), length + " of " + bytes + " bytes");
                done += length;
                count++;
            }
            assertEquals(bytes, done);
            assertEquals(pieces.count(bytes), count, bytes + " bytes");
        }
    }

    @Test
    void whatFitsIsOnePiece() {
        assertEquals(1, new Pieces(65536, 62464).count(65536));
    }

    @Test
    void aLimitIsOfWholeCacheLines() {
        assertEquals(new Pieces(960, 960), new Pieces(65536, 62464).atMost(1000));
        assertEquals(new Pieces(63936, 62464), new Pieces(65536, 62464).atMost(63937));
    }
}
