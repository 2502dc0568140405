package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({"0,0B", "1,1B", "1023,1023B", "1024,1.0K", "1536,1.5K", "10240,10K", "1048575,1.0M", "1048576,1.0M",
        "6717440,6.4M", "1073741824,1.0G", "9223372036854775807,8.0E"})
    void bytesArePowersOf1024(long bytes, String text) {
        assertEquals(text, Figures.bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0.24,0.2", "7,7", "999,999", "1000,1.0k", "12345,12k", "999999,1.0M", "2500000,2.5M"})
    void countsArePowersOf1000(double count, String text) {
        assertEquals(text, Figures.count(count));
    }

    @ParameterizedTest
    @CsvSource({"0,0 us", "999999,999 us", "1000000,1 ms", "999999999,999 ms", "1000000000,1.0 s", "59999999999,59.9 s",
        "60000000000,1m00s", "250000000000,4m10s", "7500000000000,2h05m", "273600000000000,3d04h"})
    void timesHaveTheUnitsOfTheirSize(long nanos, String text) {
        assertEquals(text, Figures.time(nanos));
    }
}
