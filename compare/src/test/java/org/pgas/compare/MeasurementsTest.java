package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pgas.compare.Measurements.Cell;
import org.pgas.compare.programs.Line;

class MeasurementsTest {
    private static final Cell OURS = new Cell("pgas", "put8", 8);
    private static final Cell C = new Cell("c", "put8", 8);

    @Test
    void shouldTakeTheMedianOfTheRoundsAndTheirSpreadByIt() {
        Measurements odd = Samples.together(Samples.of("pgas", "put8", 8, 5, 2, 3));
        assertEquals(OptionalDouble.of(3), odd.median(OURS));
        assertEquals(OptionalDouble.of(1), odd.spread(OURS));
        Measurements even = Samples.together(Samples.of("pgas", "put8", 8, 1, 2, 4, 9));
        assertEquals(OptionalDouble.of(3), even.median(OURS));
    }

    /** The machine was twice as slow in the second round, which no ratio of medians would show. */
    @Test
    void shouldTakeTheMedianOfTheRoundsOwnRatios() {
        Measurements both = Samples.together(Samples.of("pgas", "put8", 8, 2, 40, 6),
                Samples.of("c", "put8", 8, 1, 20, 4));
        assertEquals(OptionalDouble.of(2), both.ratio(OURS, C));
        assertEquals(OptionalDouble.of(2), both.difference(OURS, C));
    }

    @Test
    void shouldCompareOnlyRoundsInWhichBothTookPart() {
        Measurements both = Samples.together(Samples.of("pgas", "put8", 8, 3), Samples.of("c", "put8", 8, 1, 100));
        assertEquals(OptionalDouble.of(3), both.ratio(OURS, C));
        assertTrue(Samples.together(Samples.of("pgas", "put8", 8, 3)).ratio(OURS, C).isEmpty());
    }

    @Test
    void shouldFindTheLeastRepetitionOfAllStarts() {
        Measurements both = new Measurements(List.of(
                new Measured(1, 2, new Line("pgas", "put8", 8, 6, 4, 9)),
                new Measured(2, 2, new Line("pgas", "put8", 8, 5, 5, 5)),
                new Measured(1, 2, new Line("c", "put8", 8, 7, 7, 7)),
                new Measured(2, 2, new Line("c", "put8", 8, 9, 2, 9))));
        assertEquals(OptionalDouble.of(2), both.ratioOfLeasts(OURS, C));
        assertEquals(OptionalDouble.of(2.5), both.without(1).ratioOfLeasts(OURS, C));
        assertEquals(Set.of(1, 2), both.rounds());
        assertEquals(2, both.starts(OURS));
        assertEquals(OptionalDouble.of(5), both.least(OURS));
        assertTrue(both.ratioOfLeasts(OURS, new Cell("mpich", "put8", 8)).isEmpty());
    }

    @Test
    void shouldHaveNoFigureWhereNothingWasMeasured() {
        Measurements none = Samples.together();
        assertTrue(none.median(OURS).isEmpty());
        assertTrue(none.spread(OURS).isEmpty());
    }

    @Test
    void shouldTakeTheBetterOfTwoInEachCell() {
        Measurements merged = Samples
                .together(Samples.of("openmpi", "put", 8, 10, 12), Samples.of("openmpi-rdma", "put", 8, 11, 13),
                        Samples.of("openmpi", "put", 64, 30), Samples.of("openmpi-rdma", "put", 64, 20),
                        Samples.of("openmpi-rdma", "get", 8, 5), Samples.of("c", "put", 8, 1))
                .withBetter("openmpi", "openmpi-rdma");
        assertEquals(OptionalDouble.of(11), merged.median(new Cell("openmpi", "put", 8)));
        assertEquals(OptionalDouble.of(20), merged.median(new Cell("openmpi", "put", 64)));
        assertEquals(OptionalDouble.of(5), merged.median(new Cell("openmpi", "get", 8)));
        assertEquals(Set.of(), merged.sizes("openmpi-rdma", "put"));
        assertEquals(OptionalDouble.of(1), merged.median(new Cell("c", "put", 8)));
    }
}
