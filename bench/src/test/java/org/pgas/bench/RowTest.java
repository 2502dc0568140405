package org.pgas.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.pgas.bench.rows.Unit;

class RowTest {
    private static Row row(List<List<Double>> rounds) {
        return new Row(new RowKey(RowKey.OURS, "put", 8, 2), Unit.NANOSECONDS, rounds, null);
    }

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
        assertEquals(3, Row.median(Samples.numbers(5, 1, 3)));
        assertEquals(2.5, Row.median(Samples.numbers(4, 1, 2, 3)));
        assertEquals(7, Row.median(Samples.numbers(7)));
    }

    @Test
    void medianMinAndMaxAreOfAllSamplesOfAllRounds() {
        Row row = row(List.of(Samples.numbers(1, 9), Samples.numbers(2, 3, 4)));
        assertEquals(3, row.median());
        assertEquals(1, row.min());
        assertEquals(9, row.max());
    }

    @Test
    void theSpreadIsThatOfTheRoundsMediansSoThatOneDisturbedSampleDoesNotWidenIt() {
        Row row = row(List.of(Samples.numbers(10, 11, 900), Samples.numbers(12, 13, 14)));
        assertEquals(11, row.low());
        assertEquals(13, row.high());
    }

    @Test
    void theSpreadOfOneRoundIsThatOfItsSamples() {
        Row row = row(List.of(Samples.numbers(10, 11, 900)));
        assertEquals(10, row.low());
        assertEquals(900, row.high());
    }

    @Test
    void percentilesAreThoseOfTheHistogram() {
        Histogram nanos = new Histogram(1_000_000, 3);
        for (int i = 1; i <= 1000; i++) {
            nanos.recordValue(i);
        }
        assertEquals(new Percentiles(1000, 500, 900, 990, 999, 1000), Percentiles.of(nanos));
    }
}
