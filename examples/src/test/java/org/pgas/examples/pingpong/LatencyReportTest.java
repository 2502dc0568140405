package org.pgas.examples.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencyReportTest {
    @Test
    void shouldShowPercentilesInMicroseconds() {
        Histogram nanos = new Histogram(3);
        for (int i = 1; i <= 1000; i++) {
            nanos.recordValue(i);
        }
        assertEquals("us: min 0.00  p50 0.50  p90 0.90  p99 0.99  p99.9 1.00  max 1.00\n",
                LatencyReport.percentiles(nanos));
    }

    @Test
    void shouldCountEveryValueInOneRowAndThoseBeyondPercentile99InTheLast() {
        Histogram nanos = new Histogram(3);
        nanos.recordValueWithCount(1000, 40_000);
        nanos.recordValueWithCount(1119, 2_500);
        nanos.recordValueWithCount(900_000, 1);
        assertEquals("""
                       to 1.01 us       40,000  ████████████████████████████████████████
                       to 1.02 us            0
                       to 1.03 us            0
                       to 1.04 us            0
                       to 1.05 us            0
                       to 1.06 us            0
                       to 1.07 us            0
                       to 1.08 us            0
                       to 1.09 us            0
                       to 1.10 us            0
                       to 1.11 us            0
                       to 1.12 us        2,500  ██▌
                         above us            1  ▏
                """, LatencyReport.picture(nanos));
    }

    /** A few that took long leave rows to the many that did not. */
    @Test
    void rowsReachFurtherAndFurther() {
        Histogram nanos = new Histogram(3);
        nanos.recordValueWithCount(1000, 900);
        nanos.recordValueWithCount(10_000, 50);
        nanos.recordValueWithCount(4_000_000, 50);
        String picture = LatencyReport.picture(nanos);
        assertEquals(List.of("900", "50", "50"),
                picture.lines().map(line -> line.replaceAll(".* us +([0-9,]+).*", "$1"))
                        .filter(count -> !count.equals("0")).toList(),
                picture);
    }

    @Test
    void shouldShowASingleValue() {
        Histogram nanos = new Histogram(3);
        nanos.recordValue(500);
        assertEquals(1, LatencyReport.picture(nanos).lines().filter(line -> line.contains("█")).count());
    }
}
